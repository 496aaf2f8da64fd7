"""Route leaks between routing instances, from rendered files only, compared with the matrix of the plan.

Filters at host ports stop most packets of a wrong route, and so hide it: this judge checks the routes themselves. It also reports missing routes to
a switch's own networks.
"""

from collections.abc import Iterator, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from msgspec import Struct

from generator.change.formats import PlanFileError
from generator.plan.addressing.spans import less
from generator.verify.reach import UnreadableError
from generator.verify.reach.instances import Instances
from generator.verify.reach.packet import Span, family_of, span_of
from generator.verify.rendered import rendered
from generator.verify.systems.records import SwitchFiles
from generator.verify.verdict import Verdict

_NAME = "leaks"
_FRONTEND = "frontend"
Allowed = Mapping[tuple[str, str, int], list[Span]]
"""Addresses to which an instance may have routes of others, by fabric, instance and IP version. Their source instance does not matter: one map may be used for several."""


def leaks(tree: Path) -> Verdict:
    """Report every leaked route without a flow between the two zones, every missing one with a flow, and ports in a wrong instance."""
    known = rendered(tree)
    try:
        plan = known.plan
        allowed, instances = _allowed(plan), Instances(plan)
    except (PlanFileError, LookupError, TypeError, ValueError):
        return Verdict(
            _NAME, 0, ran=False, note="the tree has no plan.json with the routes that may cross between instances"
        )
    faults: list[str] = []
    judged = crossing = 0
    for row in plan["switches"]:
        switch = known.switch(row["name"])
        try:
            files = switch.forwarding() if switch else None
        except UnreadableError as error:
            faults.append(str(error))
            continue
        if files is not None:
            judged += 1
            crossing += len(files.taken)
            faults += _faults(row["fabric"], files, allowed)
            faults += _missing(row["fabric"], files, allowed)
            faults += [*instances.misplaced(files, row.get("vlans") or []), *instances.joined(files)]
    return Verdict(
        _NAME, judged, ran=True, note=f"{crossing} routes cross between instances", faults=faults, unit="switches"
    )


class _Home(Struct, frozen=True):
    """Where a zone's routes are: the fabric, the instance, and what crosses of it: its prefixes, or the whole network of its VLAN."""

    fabric: str
    instance: str
    whole: bool
    prefixes: tuple[str, ...]


def _allowed(plan: Mapping[str, Any]) -> Allowed:
    homes = dict(_homes(plan))
    found: dict[tuple[str, str, int], list[Span]] = {}
    for flow in plan["flows"]:
        for here, there in ((flow["source"], flow["to"]), (flow["to"], flow["source"])):
            if here not in homes or there not in homes:
                continue
            one, other = homes[here], homes[there]
            if (one.fabric, one.whole) == (other.fabric, other.whole) and one.instance != other.instance:
                for prefix in other.prefixes:
                    found.setdefault((one.fabric, one.instance, family_of(prefix)), []).append(span_of(prefix))
    return found


def _homes(plan: Mapping[str, Any]) -> Iterator[tuple[str, _Home]]:
    """Yield each zone of a routed fabric, and each in a VLAN of the frontend where a tenant has one: that is in the instances of the leaves which have it."""
    instances = {(row["fabric"], row["tenant"]): row["name"] for row in plan["vrfs"]}
    owners = {vlan: row for row in plan["vrfs"] for vlan in row["vlans"]}
    leaves = next((row["fabric"] for row in owners.values()), "")
    vlans = {row["name"]: row for row in plan["vlans"] if row["fabric"] == _FRONTEND}
    for row in plan["zones"]:
        vlan = vlans.get(row["segment"])
        if row["segment"] == row["fabric"]:
            prefixes = (*row["prefixes"], *row["prefixes_ipv6"])
            instance = instances.get((row["fabric"], row["tenant"]), "")
            yield row["name"], _Home(row["fabric"], instance, whole=False, prefixes=prefixes)
        elif vlan and leaves:
            instance = owners[vlan["vlan"]]["name"] if vlan["vlan"] in owners else ""
            yield row["name"], _Home(leaves, instance, whole=True, prefixes=(vlan["prefix"],))


def _faults(fabric: str, files: SwitchFiles, allowed: Allowed) -> Iterator[str]:
    for taken in (each for each in files.taken if each.into != each.source):
        spans = allowed.get((fabric, taken.into, taken.family), [])
        beyond = next(less([taken.span], spans), None)
        if beyond is not None:
            yield f"{files.file}: {_name(taken.into)} has routes of {_name(taken.source)} to {_text(taken.family, beyond)}, but access has no flow between them"


def _missing(fabric: str, files: SwitchFiles, allowed: Allowed) -> Iterator[str]:
    """Yield what an instance of a switch should have of the switch's own networks in others, and has no routes to."""
    networks = [
        (port.vrf, family, span)
        for port in (*files.ports.values(), *files.vlans.values())
        for family, _, span in port.subnets
    ]
    for (where, into, wanted), spans in allowed.items():
        if where != fabric or (into and into not in files.vrf_vnis):
            continue
        for source, family, span in networks:
            if (
                family != wanted
                or source == into
                or not any(first <= span[0] and span[1] <= last for first, last in spans)
            ):
                continue
            had = [each.span for each in files.taken if (each.into, each.source, each.family) == (into, source, family)]
            if (lost := next(less([span], had), None)) is not None:
                yield f"{files.file}: {_name(into)} has no routes of {_name(source)} to {_text(family, lost)}, but access has a flow between them"


def _name(instance: str) -> str:
    return instance or "the default instance"


def _text(family: int, span: Span) -> str:
    first, last = (str(ip_address(at) if family == 4 else _ipv6(at)) for at in span)
    return first if first == last else f"{first} to {last}"


def _ipv6(at: int) -> str:
    return str(ip_address(at.to_bytes(16, "big")))
