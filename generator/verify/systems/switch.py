"""A switch's file, whichever system it is for: parsed once, and each judge takes its part of it."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from msgspec import Struct

from generator.verify.reach import BROKEN, UnreadableError, reading
from generator.verify.systems import cumulus, eos, sonic
from generator.verify.systems.records import SwitchFiles, SwitchPorts

T = TypeVar("T")
_READERS: Mapping[str, ModuleType] = {"config_db.json": sonic, "startup.yaml": cumulus, "running.cfg": eos}
"""By the file of each system: `parse` returns its contents, `ends` and `forwarding` their meaning."""


class Switch(Struct, frozen=True):
    """Contents of a switch's file: the ends of cables at its ports, and its forwarding. Errors of one part are only raised by that part."""

    ends: Callable[[], SwitchPorts]
    forwarding: Callable[[], SwitchFiles]


def read_switch(tree: Path, name: str) -> Switch | None:
    """Read a switch; None where it has no file of a known system. Parsed data is not kept: it takes ten times the memory of both parts."""
    folder = tree / "switches" / name
    file, reader = next((each for each in _READERS.items() if (folder / each[0]).is_file()), ("", None))
    if reader is None:
        return None
    parsed = cache(lambda: reader.parse((folder / file).read_text(encoding="utf-8")))
    where = f"switches/{name}/{file}"

    def forwarding() -> SwitchFiles:
        with reading(where):
            found: SwitchFiles = reader.forwarding(folder, where, parsed())
            return found

    return Switch(_taken(lambda: SwitchPorts(f"{name}/{file}", reader.ends(parsed()))), _taken(forwarding))


def _taken(part: Callable[[], T]) -> Callable[[], T]:
    """Read a part now; on use, return it or raise its error."""
    try:
        found = part()
    except (UnreadableError, *BROKEN) as error:
        failure = error

        def fail() -> T:
            raise failure

        return fail
    return lambda: found
