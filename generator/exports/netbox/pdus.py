"""Power strips (PDUs) whose management ports are connected: as devices beside the units of their racks, with one interface, one cable and one address.

Strips without a connected port are no devices here: they are power feeds.
"""

from collections.abc import Iterator

from generator.exports.netbox.table import ROOM, slug
from generator.plan.pdu_records import PORT, ManagedPdu
from generator.plan.plan import Plan

ROLE = "pdu"
_MAKERS = {"apc": "APC", "raritan": "Raritan", "servertech": "Server Technology"}
_GENERIC = "generic"
"""Of devices without a stated maker, as in the catalog."""
Row = tuple[object, ...]


def pdu_vendors(plan: Plan) -> set[str]:
    """Return the makers of the strips."""
    return {_vendor(pdu) for pdu in plan.pdus}


def pdu_types(plan: Plan) -> Iterator[Row]:
    """Yield the row of their type (`device-types`): it takes no unit."""
    for vendor in sorted(pdu_vendors(plan)):
        yield vendor, _title(plan), slug(f"{ROLE} {_title(plan)}"), 0, "false", None, ""


def pdu_devices(plan: Plan) -> Iterator[Row]:
    """Yield their rows (`devices`), without unit and side."""
    for pdu in plan.pdus:
        assets = plan.site.assets.get(pdu.name)
        serial = (assets.serial or "") if assets else ""
        head = (pdu.name, ROLE, _vendor(pdu), _title(plan), "", serial, "active")
        yield (*head, plan.name, ROOM, pdu.rack, "", "")


def pdu_cables(plan: Plan, interface: str) -> Iterator[Row]:
    """Yield the rows of their cables (`cables`); `interface` is what NetBox calls an end."""
    for pdu in plan.pdus:
        ends = (pdu.name, interface, PORT, pdu.leaf, interface, pdu.interface)
        yield (*ends, "", "connected", pdu.cable, pdu.length_m, "m", pdu.part)


def pdu_addresses(plan: Plan) -> Iterator[Row]:
    """Yield the rows of their addresses (`ip-addresses`), by which they are reached."""
    for pdu in plan.pdus:
        address = f"{pdu.address}/{pdu.length}"
        yield address, "active", "", pdu.name, PORT, "true", "", f"{pdu.name}.{plan.domain}", ROLE


def _vendor(pdu: ManagedPdu) -> str:
    return _MAKERS.get(pdu.maker, _GENERIC)


def _title(plan: Plan) -> str:
    circuit = plan.site.circuit
    return (circuit.pdu if circuit else "") or "PDU"
