"""Invariants of a plan, which no spec can break: each finding is a fault of clustergen."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import partial
from operator import attrgetter

from generator.plan.addressing.host_links import coordinate
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.rules import plan_rule
from generator.spec.base import FabricName
from generator.spec.checks.rule import Finding, KeyFinding, repeated

_invariant = partial(plan_rule, fix="This is a fault of clustergen: report it.")
_PORT = attrgetter("cage", "port")
_fault = partial(KeyFinding, help="this is a fault of clustergen: report it with the spec")


@_invariant(title="One address on two devices", why="One of them would be unreachable, at random.")
def address_twice(plan: Plan) -> Iterator[Finding]:
    """No address twice, gateways that all leaves share aside."""
    own = ((each.address, each.device) for each in plan.addresses if each.use != "gateway")
    for address, first, device in repeated(own):
        yield _fault(message=f"{address} is on {first} and on {device}", loc=("addressing",))


@_invariant(title="Two cables in one port", why="A port holds one cable.")
def port_twice(plan: Plan) -> Iterator[Finding]:
    """Every port of every device has one link."""
    for device, ends in plan.ends_of.items():
        used = {*map(_PORT, ends)}
        if len(used) == len(ends):
            continue
        for (cage, port), count in Counter(map(_PORT, ends)).items():
            if count > 1:
                yield _fault(message=f"{count} links end in port {port} of cage {cage} of {device}", loc=("fabrics",))


@_invariant(
    title="A rail that leaves its leaf", why="Rail n of every host in an SU must end on one leaf, or rails mix."
)
def rail_impure(plan: Draft) -> Iterator[Finding]:
    """In rail topologies, each rail of an SU is on one leaf, but for ports that the site has pinned elsewhere."""
    shape = plan.cluster.shapes.get("compute")
    if shape is None or not shape.topology.rails:
        return
    sus = {host.name: host.su for host in plan.hosts}
    leaves: dict[tuple[int | None, int, int], str] = {}
    places = plan.cluster.dealt["compute"].places
    for link in plan.links:
        if link.fabric == "compute" and link.rail is not None:
            if places.pins.pins and places.coordinate(own := coordinate(shape, link.index)) != own:
                continue
            first = leaves.setdefault((sus.get(link.a.device), link.rail, link.plane), link.b.device)
            if first != link.b.device:
                said = f"rail {link.rail} of {link.a.device} is on {link.b.device}, and the others of its SU are on {first}"
                yield _fault(message=said, loc=("fabrics", "compute"))


@_invariant(title="Leaves with unequal links to the spines", why="Unequal paths carry unequal load.")
def uneven_links(plan: Plan) -> Iterator[Finding]:
    """Every leaf has the same number of links to each spine of its pod."""
    pairs = Counter((link.fabric, link.a.device, link.b.device) for link in plan.links if link.kind == "leaf_spine")
    counts: defaultdict[FabricName, set[int]] = defaultdict(set)
    for (fabric, _, _), count in pairs.items():
        counts[fabric].add(count)
    for fabric, found in counts.items():
        if len(found) > 1:
            said = f"leaves and spines of {fabric} are joined by {' or '.join(map(str, sorted(found)))} links"
            yield _fault(message=said, loc=("fabrics", fabric))
