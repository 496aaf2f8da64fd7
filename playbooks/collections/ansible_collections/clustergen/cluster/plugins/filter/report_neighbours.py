# Copyright the clustergen authors. Licensed under Apache-2.0.

"""What lldpd heard on each interface, as `lldpcli -f json0 show neighbors details` prints it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

Heard = dict[str, dict[str, str]]
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:@/ -]{0,63}")
"""Names of devices, their ports and what these are planned for: whoever is plugged in may say anything."""


def heard_ports(said: str) -> Heard:
    """Return for each interface the `device` at the other end (without its domain), its `port` and that port's `description`.

    SONiC tells a port's alias and its description, which has the planned host and port; Cumulus and EOS tell the interface (sonic-buildimage, lldpmgrd).
    Empty where nothing was said, or something else than JSON; what is no name is not heard.
    """
    try:
        told = json.loads(said or "{}")
    except (ValueError, RecursionError):
        return {}
    heard: Heard = {}
    interfaces = _under(_first(told, "lldp"), "interface")
    for entry in interfaces if isinstance(interfaces, list) else ():
        name, device = _name(_under(entry, "name")), _named(entry, "chassis", "name").partition(".")[0]
        port, description = _named(entry, "port", "id"), _named(entry, "port", "descr")
        if name and device:
            heard.setdefault(name, {"device": device, "port": port, "description": description})
    return heard


def _named(entry: Any, part: str, key: str) -> str:
    return _name(_under(_first(_first(entry, part), key), "value"))


def _first(holder: Any, key: str) -> Any:
    values = _under(holder, key)
    return values[0] if isinstance(values, list) and values else {}


def _under(holder: Any, key: str) -> Any:
    return holder.get(key) if isinstance(holder, dict) else None


def _name(value: Any) -> str:
    return value if isinstance(value, str) and _NAME.fullmatch(value) else ""


class FilterModule:
    """What Ansible takes from this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """Name the filters."""
        return {"heard_ports": heard_ports}
