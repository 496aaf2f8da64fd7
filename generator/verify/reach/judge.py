"""The reachability matrix, computed from rendered files and compared with the intent, cell by cell.

Every zone is represented by one host of each kind: hosts of a kind have ports with equal filters, VLANs and instances, and equal firewalls. So a
single host that differs is found, and the work grows with the number of zones, not of hosts.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from generator.change.formats import PlanFileError
from generator.plan.read_back import read_uplinks
from generator.verify.programs import find
from generator.verify.reach import UnreadableError
from generator.verify.reach.cabling import Cabling
from generator.verify.reach.cells import Cells, Fault
from generator.verify.reach.firewall import Firewall, load_firewall, why_not_apart
from generator.verify.reach.intent import Intent, read_intent
from generator.verify.reach.network import Network
from generator.verify.reach.read_hosts import FIREWALL
from generator.verify.reach.stations import Station, read_stations, sites
from generator.verify.reach.zones import MOST_TENANTS, Zones
from generator.verify.rendered import Rendered, rendered
from generator.verify.verdict import Verdict

_NAME = "reachability"
_SAID = 12
"""Doors that a fault names; more are counted."""


def reachability(tree: Path) -> Verdict:
    """Judge for every pair of zones and every door whether a packet and its answer pass, and whether that is intended."""
    known = rendered(tree)
    try:
        intent = read_intent(known.plan)
    except (PlanFileError, LookupError, TypeError, ValueError, AttributeError):
        return Verdict(_NAME, 0, ran=False, note="the tree has no plan.json with the allowed connections")
    programs = [find(name) for name in ("nft", "unshare")]
    if None in programs:
        return Verdict(_NAME, len(intent.flows), ran=False, note="nft is missing: apt-get install nftables util-linux")
    nft, unshare = map(str, programs)
    if why := why_not_apart(unshare):
        return Verdict(_NAME, len(intent.flows), ran=False, note=f"cannot create a network namespace: {why}")
    try:
        cells = _cells(known, intent, nft, unshare)
    except UnreadableError as error:
        return Verdict(_NAME, 1, ran=True, note=nft, faults=[str(error)])
    return Verdict(_NAME, cells.asked, ran=True, note=_note(cells), faults=list(_lines(cells.faults)), unit="cells")


def _cells(known: Rendered, intent: Intent, nft: str, unshare: str) -> Cells:
    files, plan = known.hosts, known.plan
    signatures = known.signatures
    cabling = Cabling(known)
    load = cache(lambda digest: load_firewall(nft, unshare, known.tree, signatures.file(digest)))

    def firewall(station: Station) -> Firewall | None:
        digest = signatures.firewall(station.device) if station.host and not station.behind else ""
        file = files.file(station.device, FIREWALL)
        return load(digest).at(files.place(file)) if digest and file else None

    zones = Zones(cabling, read_stations(files, plan, intent), signatures)
    uplinks = read_uplinks(plan)
    cells = Cells(zones=zones, network=Network(cabling, uplinks), intent=intent, firewall=firewall)
    for source, to in zones.questions():
        cells.compare(source, to)
    for family in (4, 6):
        for each in sites(family, uplinks, intent.outside):
            cells.compare_outside(each)
    return cells


def _note(cells: Cells) -> str:
    said = f"{cells.asked} cells of the access matrix, {cells.opened} of them allowed"
    if cells.zones.unjudged:
        said += f"; not checked: {', '.join(cells.zones.unjudged)}, whose switches have no files"
    if len(cells.zones.tenants) > MOST_TENANTS:
        said += f"; each of {len(cells.zones.tenants)} tenants was checked against itself, its neighbours by name, and all devices of no tenant"
    if cells.zones.unasked:
        said += f"; {cells.zones.unasked} addresses differ from all others of their zone and were not checked"
    return said


def _lines(faults: list[Fault]) -> Iterator[str]:
    """Yield one line for the doors of two zones that are wrong for one reason."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for fault in faults:
        alike.setdefault((fault.source, fault.to, fault.said, fault.where, fault.example), []).append(str(fault.door))
    for (source, to, said, where, example), doors in alike.items():
        more = f" and {len(doors) - _SAID} more" if len(doors) > _SAID else ""
        yield f"{source} to {to}, {', '.join(doors[:_SAID])}{more}: {said} {where} ({example})"
