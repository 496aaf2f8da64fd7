"""Where devices are while a change is made: who is carried in a step, and whether the place is free."""

from __future__ import annotations

import json
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from generator.change.step import Step

Places = dict[str, frozenset[tuple[str, int]]]
"""Rack and units by device."""


class Floor:
    """The places of all devices, step by step, from the earlier plan to the later one."""

    def __init__(self, before: Path, after: Path, names: Mapping[str, str] = MappingProxyType({})) -> None:
        self.now = {names.get(name, name): place for name, place in _places(before).items()}
        self.later = _places(after)

    def take(self, step: Step) -> tuple[list[str], list[str]]:
        """Take a step, and return the devices that stay and are carried in it, with what is wrong: somebody else is where they come."""
        if step.kind == "leave":
            for name in step.devices:
                self.now.pop(name, None)
            return [], []
        if step.kind == "aside":
            for name in step.devices:
                self.now[name] = frozenset()
            return list(step.devices), []
        carried = [name for name in step.devices if self._moves(name)] if step.kind in ("switch", "host") else []
        for name in carried:
            self.now[name] = frozenset()
        return carried, self._put([*carried, *(step.devices if step.kind == "add" else ())])

    def end(self) -> list[str]:
        """Put what only comes where it shall be, and return what is wrong: whoever is not where the later plan has it."""
        found = self._put(name for name in self.later if name not in self.now)
        return found + [f"{name} is not in its place" for name in self.later if self._moves(name)]

    def _moves(self, name: str) -> bool:
        return name in self.now and name in self.later and self.now[name] != self.later[name]

    def _put(self, names: Iterable[str]) -> list[str]:
        found = []
        for name in names:
            place = self.later.get(name, frozenset())
            found += [
                f"{name} comes where {other} is" for other, its in self.now.items() if other != name and its & place
            ]
            self.now[name] = place
        return found


def _places(tree: Path) -> Places:
    plan = json.loads((tree / "plan.json").read_text(encoding="utf-8"))
    return {
        row["name"]: frozenset((row["rack"], row["unit"] + number) for number in range(row["height_u"]))
        for section in ("hosts", "switches")
        for row in plan[section]
    }
