"""Power panels, feeds and supplies, from the tables of the NetBox export.

Fields are those of the serializers of Nautobot 3.2 (nautobot/dcim/api/serializers.py). Cords are not exported: a plan has no outlet of a strip.
"""

from collections.abc import Iterator

from generator.exports.nautobot.dcim import Rows, fields_of
from generator.exports.nautobot.kind import Kind


def power(rows: Rows) -> Iterator[Kind]:
    """Yield panels, feeds and supplies; draws follow the plan, as a switch draws more with each transceiver."""
    if rows.get("power-feeds"):
        yield Kind(
            name="power panels",
            path="dcim/power-panels",
            key=("name",),
            find={"location": "rooms"},
            refs={"location": "rooms"},
            objects=[
                {"name": each["name"], "location": f"{each['site']} {_only_room(rows)}"}
                for each in rows["power-panels"]
            ],
        )
        yield Kind(
            name="power feeds",
            path="dcim/power-feeds",
            key=("power_panel", "name"),
            find={"power_panel": "power panels"},
            refs={"power_panel": "power panels", "rack": "racks", "status": "statuses"},
            objects=[
                fields_of(
                    each,
                    "power_panel",
                    "name",
                    "rack",
                    "type",
                    "supply",
                    "phase",
                    "voltage",
                    "amperage",
                    "max_utilization",
                )
                | {"status": "Active"}
                for each in rows["power-feeds"]
            ],
        )
    if rows.get("power-ports"):
        draws = ("maximum_draw", "allocated_draw")
        yield Kind(
            name="power ports",
            path="dcim/power-ports",
            key=("device", "name"),
            find={"location": "rooms"},
            refs={"device": "devices"},
            update=draws,
            objects=[fields_of(each, "device", "name", *draws) for each in rows["power-ports"]],
        )


def _only_room(rows: Rows) -> str:
    (room,) = rows["locations"]
    return str(room["name"])
