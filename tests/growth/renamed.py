"""Specs in which something is called otherwise, and plans told by the later names without the code that does so."""

import copy
import re
from collections.abc import Mapping
from typing import Any

from tests.specs import Spec

_LISTS = frozenset({"hosts", "planned", "maintenance", "retired"})
"""Keys whose values name hosts, or groups."""


def called(spec: Spec, old: str, new: str) -> Spec:
    """Return a spec whose group `old` is called `new`, wherever its hosts are named."""
    name = re.compile(rf"{old}(?:-?(\d+|\[.*\]))?")
    stem = f"{new}-" if new[-1].isdigit() else new

    def told(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            groups = key in ("ssh_groups", "cores")
            return {new if groups and name == old else name: told(each, name) for name, each in value.items()}
        if key not in _LISTS:
            return value
        if isinstance(value, list):
            return [told(each, key) for each in value]
        found = name.fullmatch(value) if isinstance(value, str) else None
        return (stem + found[1] if found[1] else new) if found else value

    other: Spec = told(copy.deepcopy(spec))
    return other | {"hosts": {new if name == old else name: group for name, group in other["hosts"].items()}}


_PORTS = frozenset({"interface", "peer_interface"})
"""What a port is called may be what a device is called: storage1."""


def told_by(value: Any, names: Mapping[str, str]) -> Any:
    """Return rows of a plan in which every name is another, wherever it is in a text."""
    some = re.compile(r"(?<![\w-])(" + "|".join(sorted(map(re.escape, names), key=len, reverse=True)) + r")(?![\w-])")

    def told(each: Any) -> Any:
        if isinstance(each, dict):
            return {key: inner if key in _PORTS else told(inner) for key, inner in each.items()}
        if isinstance(each, list):
            return [told(inner) for inner in each]
        return some.sub(lambda found: names[found[1]], each) if isinstance(each, str) else each

    return told(value)
