"""Effects of changed fields: `effects.yaml` distinguishes a new label from a new address.

A field that is missing there counts as touching traffic, so that no new field is taken for harmless.
"""

from collections.abc import Mapping
from enum import Enum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml
from msgspec import Struct

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Touch(Enum):
    """The kind of effect of a changed field."""

    NOTHING = "nothing"
    TRAFFIC = "traffic"
    MEMBERS = "members"
    """A list: members are added or removed, and the others are untouched."""


class Effect(Struct, frozen=True):
    """The effect of a changed field, with the reason."""

    touch: Touch
    why: str
    but: frozenset[str] = frozenset()
    """Values between which a change touches no traffic."""
    first: bool = False
    """Whether a first value is an addition: nothing existing changes."""

    def between(self, before: object, after: object) -> Touch:
        """Return the effect of a change from one value to another."""
        return Touch.NOTHING if self.but and {before, after} <= self.but else self.touch


def _effect(said: Mapping[str, Any]) -> Effect:
    ((touch, why),) = ((name, text) for name, text in said.items() if name not in ("but", "first"))
    return Effect(Touch(touch), why, frozenset(said.get("but", ())), bool(said.get("first")))


def _tables(said: Mapping[str, Any]) -> Mapping[str, Mapping[str, Effect]]:
    named = {name: _effect(each) for name, each in said["effects"].items()}
    return {
        table: {field: named[each] if isinstance(each, str) else _effect(each) for field, each in fields.items()}
        for table, fields in said["tables"].items()
    }


@cache
def _said() -> Mapping[str, Any]:
    """Read the table on first use: most renders compare nothing."""
    text = Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
    found: Mapping[str, Any] = yaml.load(text, Loader=_LOADER)  # noqa: S506  (the safe loader, in C)
    return found


@cache
def effects() -> Mapping[str, Mapping[str, Effect]]:
    """Return the effects by table and field."""
    return MappingProxyType(_tables(_said()))


def apart() -> Mapping[str, str]:
    """Return the sections that are not compared, with the reason."""
    found: Mapping[str, str] = _said()["apart"]
    return found


_UNKNOWN = Effect(Touch.TRAFFIC, "its effect is unknown")


def effect_of(table: str, field: str) -> Effect:
    """Return the effect of a changed field: traffic, if the table has none."""
    return effects().get(table, {}).get(field, _UNKNOWN)
