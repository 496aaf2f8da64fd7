"""Moves against an earlier plan: existing names, addresses, places and cables that change.

Growth within the envelope moves nothing. Unavoidable moves are listed by fabric, with the arithmetic of the sizes, for a decision: a smaller
envelope, or a migration.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from generator.plan.cabling.records import LinkEnd
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.source.diagnostic import Diagnostic, Note
from generator.source.rule import register
from generator.source.span import Loc

register(
    "would-move",
    title="Existing devices would have to move",
    stage="plan",
    why="A running cluster keeps its addresses, ports, cables and places. This spec can only be planned with other values than those of the earlier plan.",
    fix="Stay within the envelope of the earlier plan, or render with --allow-disruptive and follow the migration order that `clustergen plan` prints.",
)

Section = Sequence[Mapping[str, Any]]
_FEW = 3


class Moved(Struct, frozen=True):
    """A thing that exists in the earlier plan, with the value that changes."""

    fabric: str
    kind: str
    name: str
    was: str
    now: str


def moved(plan: Draft, earlier: Mapping[str, Section]) -> Iterator[Moved]:
    """Yield everything that both plans have and that differs in place or kind. Removed things are no moves."""
    yield from _devices(plan, earlier)
    yield from _gone(plan, earlier)
    yield from _links(plan, earlier["links"])
    yield from _addresses(plan, earlier["addresses"])
    now = {vlan.name: vlan for vlan in plan.vlans}
    for row in earlier["vlans"]:
        vlan = now.get(row["name"])
        if vlan and vlan.vlan != row["vlan"]:
            yield Moved(vlan.fabric, "VLAN ids", vlan.name, str(row["vlan"]), str(vlan.vlan))


_HOST = {"rack": "places", "unit": "places", "height_u": "places"}
_SWITCH = {"model": "models of switches", "asn": "AS numbers", **_HOST}


def _devices(plan: Plan, earlier: Mapping[str, Section]) -> Iterator[Moved]:
    for section, devices, fields in (("hosts", plan.hosts, _HOST), ("switches", plan.switches, _SWITCH)):
        now = {device.name: device for device in devices}
        renamed = {_bare(name): name for name in now}
        for row in earlier[section]:
            device = now.get(row["name"])
            if device is None and _bare(row["name"]) in renamed:
                yield Moved(row.get("fabric", ""), "names", row["name"], row["name"], renamed[_bare(row["name"])])
            for field, kind in fields.items() if device else ():
                here = getattr(device, field)
                if here != row[field]:
                    yield Moved(row.get("fabric", ""), kind, row["name"], f"{row[field]}", f"{here}")


def _gone(plan: Plan, earlier: Mapping[str, Section]) -> Iterator[Moved]:
    """Yield removed switches whose neighbours remain; a switch that is removed together with all its hosts is no move."""
    devices = {device.name for device in plan.devices}
    bare = {_bare(name) for name in devices}
    lost = {row["name"]: row["fabric"] for row in earlier["switches"] if row["name"] not in devices}
    lost = {name: fabric for name, fabric in lost.items() if _bare(name) not in bare}
    left: dict[str, str] = {}
    hosts = {host.name for host in plan.hosts}
    for row in earlier["links"] if lost else ():
        lower, upper = row["a"]["device"], row["b"]["device"]
        for here, there in ((lower, upper), (upper, lower)):
            # a leaf that goes with its hosts leaves its spines behind, and the devices that it managed
            mine = here == upper and row["fabric"] == lost.get(here)
            if mine and there in devices and (there in hosts or row["kind"] in _TIERS):
                left.setdefault(here, there)
    for name, there in left.items():
        yield Moved(lost[name], "switches", name, f"joined to {there}", "not there")


def _bare(name: str) -> str:
    """Return a name without leading zeros in its ordinal, to compare names of different widths."""
    stem = name.rstrip("0123456789")
    return stem + name[len(stem) :].lstrip("0")


def _links(plan: Plan, rows: Section) -> Iterator[Moved]:
    """Yield moved cables: all that are not the same piece between the same two cages."""
    devices = {device.name for device in plan.devices}
    now = {(link.fabric, _end(link.a)): link for link in plan.links}
    for row in rows:
        lower, upper = row["a"], row["b"]
        if lower["device"] not in devices or upper["device"] not in devices:
            continue  # a removed or renamed device is reported itself
        link = now.get((row["fabric"], (lower["device"], lower["cage"], lower["port"])))
        was = f"{_text(lower)} to {_text(upper)}"
        if link is None:
            yield Moved(row["fabric"], "cables", row["cable"], was, "nowhere")
        elif _end(link.b) != (upper["device"], upper["cage"], upper["port"]):
            end = f"{link.b.device} {link.b.cage}/{link.b.port}"
            yield Moved(row["fabric"], "cables", row["cable"], was, f"{_text(lower)} to {end}")
        elif (link.part, link.a.optic, link.b.optic) != (row["part"], lower["optic"], upper["optic"]):
            yield Moved(
                row["fabric"],
                "cables or transceivers",
                row["cable"],
                was,
                "the same ports, another cable or transceiver",
            )
        elif link.cable != row["cable"]:
            yield Moved(row["fabric"], "cable ids", row["cable"], row["cable"], link.cable)


def _end(end: LinkEnd) -> tuple[str, str, int]:
    return end.device, end.cage, end.port


def _text(end: Mapping[str, Any]) -> str:
    return f"{end['device']} {end['cage']}/{end['port']}"


def _addresses(plan: Draft, rows: Section) -> Iterator[Moved]:
    """Yield changed addresses, and those that their devices no longer have."""
    now = {(a.device, a.interface, a.use, a.vlan): a for a in plan.addresses}
    own: dict[tuple[str, str], list[str]] = {}
    for each in plan.addresses:
        own.setdefault((each.device, each.use), []).append(each.address)
    hosts = {host.name for host in plan.hosts}
    devices = {device.name for device in plan.devices}
    for row in rows:
        found = now.get((row["device"], row["interface"], row["use"], row["vlan"]))
        which = f"{row['device']} {row['interface']}"
        ipv6 = (row["ipv6"] or found.ipv6) if found else ""  # a first IPv6 address is an addition
        if found and (found.address, found.length, found.ipv6) != (row["address"], row["length"], ipv6):
            text = f"{found.address}/{found.length}" + (f" and {found.ipv6}" if found.ipv6 else "")
            yield Moved(row["fabric"], "addresses", which, row["address"], text)
        elif found is None and row["device"] in devices and row["fabric"] in plan.cluster.shapes:
            # a leaf's end of a link goes with the host, and a gateway with its VLAN
            lasting = row["use"] in _LASTING or (row["use"] == "link" and row["device"] in hosts)
            if lasting and row["address"] not in own.get((row["device"], row["use"]), ()):
                yield Moved(row["fabric"], "addresses", which, row["address"], "not there")


_LASTING = {"loopback", "vtep", "inband", "bmc"}
_TIERS = {"leaf_spine", "spine_core"}


_UNDO = "; to take back what was never carried out, render with --accept-baseline and, as the --baseline, the plan.json before it"


def refuse_moves(plan: Draft, earlier: Mapping[str, Section], source: str, *, heir: bool) -> Iterator[Diagnostic]:
    """Yield the moves as problems: one per fabric, with counts and the first of each kind. `heir`: the earlier plan continues another one."""
    found: dict[str, dict[str, list[Moved]]] = {}
    for each in moved(plan, earlier):
        found.setdefault(each.fabric, {}).setdefault(each.kind, []).append(each)
    for fabric, kinds in found.items():
        counts = ", ".join(f"{len(things)} {kind}" for kind, things in kinds.items())
        notes = [Note(f"{kind}: {_first(things)}", ()) for kind, things in kinds.items()]
        yield Diagnostic(
            code="would-move",
            loc=_loc(plan, fabric),
            at_key=True,
            message=f"{fabric or 'the floor'} cannot be planned with {source} as the baseline: {counts} would change"
            + _why(plan, fabric),
            notes=tuple(notes),
            help="keep the envelope of the earlier plan, or add --allow-disruptive and follow the order of `clustergen plan`"
            + (_UNDO if heir else ""),
        )


def _first(things: list[Moved]) -> str:
    few = "; ".join(f"{each.name}: {each.was} becomes {each.now}" for each in things[:_FEW])
    more = len(things) - _FEW
    return few + (f"; and {more} more" if more > 0 else "")


def _loc(plan: Draft, fabric: str) -> Loc:
    return ("fabrics", fabric) if fabric in plan.spec.fabrics.given() else ("hosts",)


def _why(plan: Draft, fabric: str) -> str:
    shape = plan.cluster.shapes.get(fabric)
    if shape is None:
        return ""
    if "standing" in shape.reasons:
        return f" ({shape.reasons['standing']})"
    reasons = [f"{key} {shape.reasons[key]}" for key in ("leaves", "spines", "cores") if key in shape.reasons]
    return f" ({'; '.join(reasons)})"
