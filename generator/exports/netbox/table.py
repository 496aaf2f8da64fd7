"""A table for NetBox's bulk import."""

import re
from collections.abc import Sequence

from msgspec import Struct

from generator.plan.records import Host, Switch

ROOM = "Room"
"""The location of all racks: NetBox refuses a second rack of a name only within a location."""
STATUS = {"installed": "active", "planned": "planned", "maintenance": "offline"}
"""A device's status in NetBox (dcim/choices.py, DeviceStatusChoices) by its state here."""


class Table(Struct, frozen=True):
    """One kind of object: `name` is the object's list in NetBox (`ip-addresses` of /ipam/ip-addresses/import/)."""

    name: str
    head: tuple[str, ...]
    rows: Sequence[Sequence[object]]


def slug(text: str) -> str:
    """Return a text as NetBox takes it for a slug: letters, digits, underscores and dashes."""
    return re.sub(r"[^a-z0-9_]+", "-", text.lower()).strip("-")


def role(device: Host | Switch) -> str:
    """Return a device's role: the group of a host, fabric and tier of a switch. `clustergen import` reads both."""
    return device.group if isinstance(device, Host) else f"{device.fabric}-{device.tier}"
