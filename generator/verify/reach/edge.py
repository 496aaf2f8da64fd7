"""Routes at the edge, from rendered files only, compared with the uplinks of the plan: by instance, both directions, both IP versions."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.change.formats import PlanFileError
from generator.plan.edge import OOB, SITE_LIST, Family, Line, SiteUplink
from generator.plan.read_back import read_uplinks
from generator.verify.reach import UnreadableError, reading
from generator.verify.reach.common_doors import common_doors
from generator.verify.reach.fabric_policy import fabric_policy
from generator.verify.reach.tenant_doors import tenant_doors
from generator.verify.rendered import rendered
from generator.verify.systems.edge_files import read_edge
from generator.verify.systems.edge_lines import DEFAULT, MGMT
from generator.verify.systems.edge_records import EdgeFile, Passing, Session
from generator.verify.verdict import Verdict

_NAME = "edge"
_OUT = "ANNOUNCE"
_DOORS = ("ACCEPT", _OUT)
"""The route-maps between switches, on every system; with a 6 those of IPv6."""
_DHCP = "provisioning/kea/kea-dhcp4.conf"


def edge(tree: Path) -> Verdict:
    """Report switches with unplanned peers outside the fabric, and differences of what each uplink accepts or announces."""
    known = rendered(tree)
    try:
        plan = known.plan
        uplinks = read_uplinks(plan)
    except (PlanFileError, LookupError, TypeError, ValueError):
        return Verdict(_NAME, 0, ran=False, note="the tree has no plan.json with its connections to the site")
    mine: dict[str, list[SiteUplink]] = {}
    for uplink in uplinks:
        mine.setdefault(uplink.switch, []).append(uplink)
    members: dict[str, set[str]] = {}
    for port in plan["ports"]:
        members.setdefault(port["switch"], set()).update(
            (port["interface"], port["peer_address"]) if port["group"] else ()
        )
    groups: dict[str, set[str]] = {}
    for port in plan["ports"]:
        if port["group"]:
            groups.setdefault(port["switch"], set()).add(port["group"])
    filters = {each["fabric"]: each["lines"] for each in plan.get("filters", ())}
    faults: list[str] = []
    judged = 0
    out_of_band = any(uplink.fabric == OOB for uplink in uplinks)
    for row in plan["switches"]:
        try:
            file = read_edge(tree, row["name"], placed=row["name"] in mine or out_of_band)
        except UnreadableError as error:
            faults.append(str(error))
            continue
        if file is not None:
            judged += 1
            faults += _judge(file, mine.get(row["name"], []), _expected_hops(row))
            faults += _doors(file, leaf=row["tier"] == "leaf")
            faults += _between(file, row, groups, filters, uplinks)
            faults += management_gateway(file, row) if out_of_band else ()
            faults += [
                f"{file.file}: {peer} is in a peer group, but is not a switch of the plan"
                for peer in sorted(file.joined - members.get(row["name"], set()))
            ]
    try:
        faults += bmc_gateways(tree, plan) if out_of_band else ()
    except UnreadableError as error:
        faults.append(str(error))
    faults += common_doors(known, uplinks)
    faults += tenant_doors(known, uplinks)
    sessions = sum(1 for uplink in uplinks if uplink.asn is not None for _ in uplink.families)
    return Verdict(_NAME, judged, ran=True, note=f"{sessions} sessions with the site", faults=faults, unit="switches")


def _between(
    file: EdgeFile,
    row: Mapping[str, Any],
    groups: Mapping[str, set[str]],
    filters: Mapping[str, Sequence[Mapping[str, Any]]],
    uplinks: Sequence[SiteUplink],
) -> list[str]:
    """Return the faults of what a switch passes on within its fabric; one is that a list has no prefixes."""
    try:
        with reading(file.file):
            mine = sorted(groups.get(row["name"], ()))
            return list(fabric_policy(file, row, mine, filters.get(row["fabric"], ()), uplinks))
    except UnreadableError as error:
        return [str(error)]


def _expected_hops(row: Mapping[str, str]) -> set[str]:
    return {each for each in (row.get("way_out"), row.get("management_gateway")) if each}


def _judge(file: EdgeFile, uplinks: Sequence[SiteUplink], known: set[str]) -> Iterator[str]:
    families = {(uplink.vrf, each.peer): (uplink, each) for uplink in uplinks for each in uplink.families}
    found: set[tuple[str, str]] = set()
    for session in file.sessions:
        uplink, family = families.get((session.vrf, session.peer), (None, None))
        if uplink is None or family is None or uplink.asn is None or family.version != session.version:
            yield f"{file.file}: {_in(session.vrf)} peers over IPv{session.version} with {session.peer}, which is not a connection of the plan"
            continue
        if session.active:
            found.add((session.vrf, session.peer))
        if session.asn != str(uplink.asn):
            yield f"{file.file}: {session.peer} has AS number {session.asn}, and {uplink.name} has {uplink.asn}"
        yield from _passes(file, session, uplink, family)
    for (vrf, peer), (uplink, family) in families.items():
        if uplink.asn is not None and (vrf, peer) not in found:
            yield f"{file.file}: {_in(vrf)} has no session with {peer} ({uplink.name}, IPv{family.version})"
        instance, addresses = file.addressed.get(uplink.interface, ("", set()))
        if instance != uplink.vrf or family.address not in addresses:
            yield f"{file.file}: {uplink.interface} has not {family.address} in {_in(uplink.vrf)} ({uplink.name})"
    stated = {
        (uplink.vrf, line.prefix, each.peer)
        for uplink in uplinks
        if uplink.asn is None
        for each in uplink.families
        for line in each.accepts
    }
    for vrf, prefix, hop in sorted(file.statics - stated):
        if hop not in known:
            yield f"{file.file}: {_in(vrf)} sends {prefix} to {hop}, which is not a connection of the plan"
    yield from (
        f"{file.file}: {_in(vrf)} has no route to {prefix} by {hop}"
        for vrf, prefix, hop in sorted(stated - file.statics)
    )


def _doors(file: EdgeFile, *, leaf: bool) -> Iterator[str]:
    """Yield maps towards the fabric that stop nothing, and those by which a leaf passes on what other leaves learned of the site."""
    for name, entries in file.policies.maps.items():
        door, _, _ = name.partition("6")
        for permits, lists, words in entries if door in _DOORS else ():
            matches = [word for word in words if not word.startswith("set ")]
            if permits and not lists and not matches:
                yield f"{file.file}: route-map {name} permits every route, as an entry of it has no match"
            if permits and leaf and door == _OUT and SITE_LIST in {each.partition("6")[0] for each in lists} and not any("as-path" in word for word in matches):  # fmt: skip
                yield f"{file.file}: route-map {name} announces routes of the site that other leaves learned: the cluster becomes a transit between its routers"


def _in(vrf: str) -> str:
    return vrf or "the default instance"


def _passes(file: EdgeFile, session: Session, uplink: SiteUplink, family: Family) -> Iterator[str]:
    """Compare both directions of a session with the plan. Additional routes are leaks, missing ones gaps."""
    for name, lines, leaks, lacks in (
        (session.out, family.announces, "announces to the site", "does not announce to the site"),
        (session.into, family.accepts, "accepts from the site", "does not accept from the site"),
    ):
        stated = [_passing(line) for line in lines]
        passing, odd = file.policies.passing(name, session.version)
        where = f"{file.file}: {uplink.name}, {_in(uplink.vrf)}, IPv{session.version}"
        yield from (f"{where}: {name} has {each}, whose effect clustergen does not know" for each in odd)
        for each in _beyond(passing, stated):
            yield f"{where}: {name or 'no route-map'} {leaks} {each}, which is not stated"
        for each in _beyond(stated, passing):
            yield f"{where}: {name} {lacks} {each}"


def _beyond(some: Iterable[Passing], others: Sequence[Passing]) -> list[Passing]:
    return sorted({each for each in some if not any(each.inside(other) for other in others)})


def _passing(line: Line) -> Passing:
    return Passing(line.prefix, line.shortest, line.longest)


def management_gateway(file: EdgeFile, row: Mapping[str, Any]) -> Iterator[str]:
    """Report a switch whose management port does not have its leaf as its gateway, and so reaches nothing outside."""
    wanted = row["management_gateway"]
    hops = {hop for vrf, prefix, hop in file.statics if vrf.lower() == MGMT and prefix == DEFAULT}
    if wanted and wanted not in hops:
        has = f"has {', '.join(sorted(hops))}" if hops else "has none"
        yield f"{file.file}: the management port's gateway is {wanted}, but it {has}: services of the site cannot be reached"


def bmc_gateways(tree: Path, plan: Mapping[str, Any]) -> Iterator[str]:
    """Report each out-of-band subnet for which DHCP has another gateway than its leaf, or none. Raises UnreadableError: the file is malformed."""
    file = tree / _DHCP
    if not file.is_file():
        return
    with reading(_DHCP):
        subnets = json.loads(file.read_text(encoding="utf-8"))["Dhcp4"]["subnet4"]
        said = {row["subnet"]: {each["name"]: each["data"] for each in row["option-data"]} for row in subnets}
    for prefix in plan["prefixes"]:
        if prefix["kind"] == "oob-leaf" and prefix["prefix"] in said:
            router = said[prefix["prefix"]].get("routers", "")
            if router != prefix["gateway"]:
                yield f"{_DHCP}: {prefix['prefix']} has the gateway {prefix['gateway']}, but DHCP has {router or 'none'}"
