"""Transceivers, cables, trunks of harnesses and power cords that new hardware gets from the device that it replaces, as rows of its page."""

from collections.abc import Iterator

from generator.change.cords import plan_cords
from generator.change.difference import Difference
from generator.change.records import Row
from generator.change.step import Step
from generator.change.tables import tables
from generator.change.trunks import harnesses_of
from generator.plan.cabling.plugs import cage_order
from generator.plan.pdu_records import ManagedPdu
from generator.render.change.cables import plugs_of
from generator.render.change.record import record


def same_optics(found: Difference, device: str) -> Iterator[tuple[str, str]]:
    """Yield cage and model of the transceivers of a device that stay as they are, cage by cage."""
    before, after = (
        {key: row for key, row in tables(plan)["optics"]().items() if key[0] == device}
        for plan in (found.old, found.new)
    )
    for key in sorted(before, key=lambda each: cage_order(each[1])):
        if before[key] == after.get(key):
            yield key[1], before[key]["optic"]


def same_cables(found: Difference, device: str, step: Step) -> list[tuple[str, str, str, str]]:
    """Return cable, port, other end and medium of the cables that are plugged into the same ports, cage by cage: a plug is a row."""
    wanted = {*step.reused, *step.again} - {*step.behind}
    links: dict[str, list[Row]] = {}
    for link in found.old["links"]:
        if link["cable"] in wanted:
            links.setdefault(link["cable"], []).append(link)
    shared = {row["cable"] for row in found.old["cables"] if row["links"] > 1}
    rows: list[tuple[tuple[object, ...], tuple[str, str, str, str]]] = []
    for cable, mine in links.items():
        kind = f"{mine[0]['medium']} {mine[0]['length_m']:g} m"
        for near, here, there in plugs_of(mine, shared=cable in shared):
            if near["device"] == device:
                rows.append(((*cage_order(near["cage"]), near["port"]), (cable, here, there, kind)))
    return [cells for _, cells in sorted(rows)]


def same_others(found: Difference, device: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield cable, port, other end and medium of what a switch has besides links: managed power strips and uplinks to the site that stay in their ports."""
    for section in ("pdus", "ways"):
        stay = {(row["name"], row["cage"]) for row in found.new.get(section, ())}
        for row in found.old.get(section, ()):
            if row["switch" if section == "ways" else "leaf"] == device and (row["name"], row["cage"]) in stay:
                yield _way_cells(row) if section == "ways" else _pdu_cells(record(ManagedPdu, row))


def _pdu_cells(pdu: ManagedPdu) -> tuple[str, str, str, str]:
    return pdu.cable, pdu.there, pdu.here, f"copper {pdu.length_m:g} m"


def _way_cells(way: Row) -> tuple[str, str, str, str]:
    return f"uplink {way['name']}", f"{way['switch']} {way['cage']}", "the site", ""


def same_trunks(found: Difference, device: str, step: Step) -> Iterator[tuple[str, str, str, str]]:
    """Yield harness, cage, panel and length of the trunks that are plugged into the same cages."""
    for each in harnesses_of(found.old):
        if each.device == device and each.harness in step.trunks:
            yield each.harness, each.label, f"{each.panel}: {each.positions}", f"{each.length_m:g} m"


def same_cords(found: Difference, device: str) -> Iterator[tuple[str, str, str]]:
    """Yield cord, supply and strip of the power cords of a device that end where they ended."""
    before, after = (
        {cord.cord: cord for cord in plan_cords(plan) if cord.device == device} for plan in (found.old, found.new)
    )
    for name, cord in after.items():
        if name in before and (before[name].here, before[name].there) == (cord.here, cord.there):
            yield name, str(cord.supply), cord.there
