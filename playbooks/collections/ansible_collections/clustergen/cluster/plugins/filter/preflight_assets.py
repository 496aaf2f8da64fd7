# Copyright the clustergen authors. Licensed under Apache-2.0.

"""`assets.yaml`, completed from what was found: what the operator wrote is kept to the letter, and a conflict is told, never decided."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

Row = dict[str, Any]
Facts = dict[str, Any]

_HEAD = (
    "# assets.yaml, completed by preflight from the delivered hardware. Read it, then put it beside the spec as assets.yaml and render again.\n"
    "# What was written there is kept; comments are not.\n"
)


def known_assets(seen: Mapping[str, Facts]) -> str:
    """Return what the inventory knows of `assets.yaml`, as text: serial numbers and MAC addresses."""
    known = {
        name: {key: each[key] for key in ("serial", "macs") if each.get(key)} for name, each in seen.items() if each
    }
    return "".join(_entries({name: each for name, each in known.items() if each}))


def merged_assets(written: str, seen: Mapping[str, Facts]) -> Facts:
    """Return the `text` of the completed file, `added` facts by host, and `rows` for what is written otherwise than found.

    `written` is the operator's file, empty where there is none; every value of it is read as text, as it stands. `seen` has for each host that
    was reached the `assets` that were found.

    Raises:
        ValueError, TypeError: the operator's file is no mapping of devices.
    """
    assets = yaml.load(written, Loader=yaml.BaseLoader) or {}  # noqa: S506  (the one that makes nothing but text, lists and mappings)
    if not isinstance(assets, dict) or not all(isinstance(each or {}, dict) for each in assets.values()):
        raise ValueError("assets.yaml must map device names to facts: run clustergen validate")
    assets = {name: each or {} for name, each in assets.items()}
    rows: list[Row] = []
    added: dict[str, int] = {}
    for host, each in seen.items():
        facts = list(_facts(each.get("assets", {})))
        device = assets.setdefault(host, {}) if facts else {}
        for place, key, value in facts:
            holder = device if place is None else _inside(device, place)
            name = key if place is None else f"{place}.{key}"
            if not holder.get(key):
                holder[key] = value
                added[host] = added.get(host, 0) + 1
            elif _plain(place, holder[key]) != _plain(place, value):
                rows.append(_conflict(host, name, holder[key], value))
    return {"text": _HEAD + "".join(_entries(assets)), "added": added, "rows": rows}


def _facts(facts: Facts) -> Iterator[tuple[str | None, str, str]]:
    if facts.get("serial"):
        yield None, "serial", facts["serial"]
    for place in ("macs", "guids"):
        for port, value in facts.get(place, {}).items():
            yield place, port, value


def _inside(device: Facts, place: str) -> Facts:
    """Return a device's mapping of ports, made where it is not written or is empty."""
    device[place] = device.get(place) or {}
    if not isinstance(device[place], dict):
        raise TypeError(f"{place} in assets.yaml must map ports to values: run clustergen validate")
    holder: Facts = device[place]
    return holder


def _plain(place: str | None, value: object) -> str:
    """Return what counts of a value: the digits of an address, the text of a serial number."""
    text = str(value).strip()
    return "".join(each for each in text.lower().removeprefix("0x") if each.isalnum()) if place else text


def _conflict(host: str, key: str, have: object, value: object) -> Row:
    hint = "assets.yaml was not changed: correct it, or replace the hardware"
    return {
        "host": host,
        "what": f"assets.yaml: {key}",
        "planned": str(have),
        "found": str(value),
        "hint": hint,
        "fault": False,
    }


def _entries(assets: Mapping[str, Facts]) -> Iterator[str]:
    """Print the devices as they are written by hand: a line a fact, a line for all of a device's ports."""
    for name, device in assets.items():
        yield f"{name}:{'' if device else ' {}'}\n"
        for key, value in device.items():
            yield f"  {key}: {_value(value)}\n"


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_value(each)}" for key, each in value.items()) + "}"
    # A string of JSON is one of YAML 1.2, but for what does not print and JSON lets stand
    quoted = json.dumps(str(value), ensure_ascii=False)
    return "".join(each if each.isprintable() else f"\\U{ord(each):08x}" for each in quoted)


class FilterModule:
    """What Ansible takes from this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """Name the filters."""
        return {"known_assets": known_assets, "merged_assets": merged_assets}
