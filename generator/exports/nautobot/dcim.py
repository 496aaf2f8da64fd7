"""Locations, racks, devices, interfaces and cables, from the tables of the NetBox export.

Paths and fields are those of the serializers of Nautobot 3.2 (nautobot/dcim/api/serializers.py), choices those of nautobot/dcim/choices.py, which
has the types of interfaces and cables of the tables. Statuses and roles are separate objects there.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.exports.nautobot.kind import Kind

Rows = Mapping[str, Sequence[Mapping[str, Any]]]
"""The rows of each table of the NetBox export, by the table's name."""
SITE, ROOM = "Cluster", "Cluster room"
"""Types of locations of our own, so that the types of a site stay as they are."""
STATUSES = {"active": "Active", "planned": "Planned", "offline": "Offline", "connected": "Connected"}
"""Statuses that every Nautobot has (nautobot/extras/choices.py), by the word of the tables."""
_INTERFACE = "dcim.interface"
_CM = 100
_WITHOUT_SPEED = {"lag", "virtual"}
"""Types of interfaces for which Nautobot refuses a speed (nautobot/dcim/models/device_components.py)."""


def places(rows: Rows) -> Iterator[Kind]:
    """Yield statuses, types of locations, the site, its room and the racks."""
    found = [{"name": name} for name in STATUSES.values()]
    yield Kind(name="statuses", path="extras/statuses", key=("name",), create=False, objects=found)
    inside = ["dcim.device", "dcim.powerpanel", "dcim.rack"]
    yield Kind(
        name="site types",
        path="dcim/location-types",
        key=("name",),
        extend=("content_types",),
        objects=[{"name": SITE, "content_types": ["ipam.vlangroup"]}],
    )
    yield Kind(
        name="room types",
        path="dcim/location-types",
        key=("name",),
        refs={"parent": "site types"},
        extend=("content_types",),
        objects=[{"name": ROOM, "parent": SITE, "content_types": inside}],
    )
    yield Kind(
        name="sites",
        path="dcim/locations",
        key=("name",),
        find={"location_type": "site types"},
        refs={"location_type": "site types", "status": "statuses"},
        objects=[{"name": each["name"], "location_type": SITE, "status": "Active"} for each in rows["sites"]],
    )
    yield Kind(
        name="rooms",
        path="dcim/locations",
        key=("parent", "name"),
        find={"parent": "sites"},
        refs={"parent": "sites", "location_type": "room types", "status": "statuses"},
        objects=[
            {"parent": each["site"], "name": each["name"], "location_type": ROOM, "status": "Active"}
            for each in rows["locations"]
        ],
    )
    yield Kind(
        name="racks",
        path="dcim/racks",
        key=("name",),
        find={"location": "rooms"},
        refs={"location": "rooms", "status": "statuses"},
        objects=[
            {"name": each["name"], "location": _room(each), "status": "Active"} | fields_of(each, "width", "u_height")
            for each in rows["racks"]
        ],
    )


def devices(rows: Rows, roles: Kind) -> Iterator[Kind]:
    """Yield makers, device types, systems, roles and the devices."""
    yield Kind(
        name="manufacturers", path="dcim/manufacturers", key=("name",), objects=_each(rows, "manufacturers", "name")
    )
    yield Kind(
        name="device types",
        path="dcim/device-types",
        key=("manufacturer", "model"),
        refs={"manufacturer": "manufacturers"},
        objects=[
            fields_of(each, "manufacturer", "model", "u_height") | {"is_full_depth": True}
            for each in rows["device-types"]
        ],
    )
    if rows.get("platforms"):
        yield Kind(name="platforms", path="dcim/platforms", key=("name",), objects=_each(rows, "platforms", "name"))
    yield roles
    refs = {
        "role": "roles",
        "device_type": "device types",
        "platform": "platforms",
        "location": "rooms",
        "rack": "racks",
    }
    yield Kind(
        name="devices",
        path="dcim/devices",
        key=("name",),
        find={"location": "rooms"},
        refs=refs | {"status": "statuses"},
        objects=[
            fields_of(each, "name", "role", "platform", "serial", "rack", "position", "face")
            | {
                "device_type": f"{each['manufacturer']} {each['device_type']}",
                "location": _room(each),
                "status": STATUSES[each["status"]],
            }
            for each in rows["devices"]
        ],
    )


def interfaces(rows: Rows) -> Iterator[Kind]:
    """Yield interfaces, and the cables between them."""
    macs = {(each["device"], each["interface"]): each["mac_address"] for each in rows.get("mac-addresses", ())}
    made = []
    for each in rows["interfaces"]:
        mine = fields_of(each, "device", "name", "type", "mtu", "label", "description")
        if each["type"] not in _WITHOUT_SPEED:
            mine |= fields_of(each, "speed")
        for field, table in (("parent_interface", "parent"), ("lag", "lag")):
            if each[table]:
                mine[field] = f"{each['device']} {each[table]}"
        if mac := macs.get((each["device"], each["name"])):
            mine["mac_address"] = mac
        made.append(mine | {"mgmt_only": each["mgmt_only"] == "true", "status": "Active"})
    yield Kind(
        name="interfaces",
        path="dcim/interfaces",
        key=("device", "name"),
        find={"location": "rooms"},
        refs={"device": "devices", "parent_interface": "interfaces", "lag": "interfaces", "status": "statuses"},
        objects=made,
    )
    yield Kind(
        name="cables",
        path="dcim/cables",
        key=("termination_a_id", "termination_b_id"),
        unordered=True,
        find={"location_id": "rooms"},
        refs={"termination_a_id": "interfaces", "termination_b_id": "interfaces", "status": "statuses"},
        objects=[_cable(each) for each in rows["cables"]],
    )


def _cable(each: Mapping[str, Any]) -> dict[str, Any]:
    """Return a cable. Its length is a whole number there, so that other lengths are in centimetres."""
    made: dict[str, Any] = {
        f"termination_{side}_id": f"{each[f'side_{side}_device']} {each[f'side_{side}_name']}" for side in "ab"
    }
    made |= {f"termination_{side}_type": _INTERFACE for side in "ab"}
    made |= fields_of(each, "type", "label") | {"status": STATUSES[each["status"]]}
    if each["length"]:
        short = each["length"] != int(each["length"])
        made |= {"length": round(each["length"] * (_CM if short else 1)), "length_unit": "cm" if short else "m"}
    return made


def _room(each: Mapping[str, Any]) -> str:
    return f"{each['site']} {each['location']}"


def _each(rows: Rows, table: str, *fields: str) -> list[dict[str, Any]]:
    return [fields_of(each, *fields) for each in rows[table]]


def fields_of(each: Mapping[str, Any], *fields: str) -> dict[str, Any]:
    """Return the fields that have a value."""
    return {field: each[field] for field in fields if each[field] not in {None, ""}}
