# Copyright the clustergen authors. Licensed under Apache-2.0.

"""What lldpd heard on each interface, as `lldpcli -f json0 show neighbors details` prints it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

Heard = dict[str, dict[str, str]]


def heard_ports(said: str) -> Heard:
    """Give for each interface the `device` at the other end (without its domain), its `port` and that port's `description`.

    SONiC tells a port's alias and its description, which has the planned host and port; Cumulus and EOS tell the interface (sonic-buildimage, lldpmgrd).
    Empty where nothing was said, or something else than JSON.
    """
    try:
        told = json.loads(said or "{}")
    except ValueError:
        return {}
    heard: Heard = {}
    for entry in told.get("lldp", [{}])[0].get("interface", []):
        device = _first(entry, "chassis", "name").partition(".")[0]
        port, description = _first(entry, "port", "id"), _first(entry, "port", "descr")
        if device:
            heard.setdefault(entry["name"], {"device": device, "port": port, "description": description})
    return heard


def _first(entry: dict[str, Any], part: str, key: str) -> str:
    holders = entry.get(part) or [{}]
    values = holders[0].get(key) or [{}]
    return str(values[0].get("value", ""))


class FilterModule:
    """What Ansible takes from this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """Name the filters."""
        return {"heard_ports": heard_ports}
