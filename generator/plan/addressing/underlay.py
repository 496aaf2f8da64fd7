"""Addresses of the links between switches, where a fabric's underlay is numbered: a /31 each (RFC 3021), the even end below unless a site has it above."""

from collections.abc import Iterator

from msgspec import Struct, field

from generator.model.cluster import Cluster
from generator.model.device import Link
from generator.model.fabric_shape import FabricShape
from generator.model.planes import envelope_links, switch_name
from generator.model.wiring import switch_links
from generator.plan.addressing.baseline_layout import baseline_fields
from generator.plan.addressing.layout import Field, Layout, bits_for, dotted
from generator.plan.addressing.pairs import Pairs, PinnedEnd
from generator.plan.addressing.pools import FABRIC_CODES
from generator.plan.addressing.too_small import seated, too_small
from generator.source.diagnostic import Problems

KIND_CODES = {"leaf_spine": 0, "spine_core": 1, "leaf_leaf": 2}
UnderlayKey = tuple[int, int, int]
"""Codes of fabric and kind, and the index of a link."""
_FABRIC_BITS = 2
_KIND_BITS = 2


class Underlay(Struct, frozen=True):
    """The pool of links between switches, and the fabrics that draw from it."""

    layout: Layout
    fabrics: frozenset[str]
    pairs: Pairs[UnderlayKey] = field(default_factory=Pairs)
    """Pinned pairs of addresses."""

    def pair(self, link: Link) -> tuple[str, str] | None:
        """Return the lower and the upper end's address; None where the fabric's underlay is unnumbered."""
        if link.fabric not in self.fabrics or link.kind not in KIND_CODES:
            return None
        key = (FABRIC_CODES[link.fabric], KIND_CODES[link.kind], link.index)
        low = self.pairs.lows.of(key, self._low) if self.pairs.lows.pins else self._low(key)
        near, far = self.pairs.ends(key, low)
        return dotted(near), dotted(far)

    def _low(self, key: UnderlayKey) -> int:
        fabric, kind, link = key
        return self.layout.address(fabric=fabric, kind=kind, link=link)


def pinned_trunks(cluster: Cluster) -> Iterator[PinnedEnd[UnderlayKey]]:
    """Yield the pinned addresses of links between switches of the envelope, where they are numbered."""
    pinned = {seat: pin for seat, pin in cluster.pinned.switches if pin.addresses}
    names = {switch_name(cluster.shapes[seat[0]], seat[1], seat[2]): seat for seat in pinned}
    for name in dict.fromkeys(seat[0] for seat in pinned):
        shape = cluster.shapes[name]
        for link in switch_links(shape, cluster.dealt[name]) if is_numbered(shape) else ():
            for end, upper in ((link.a, False), (link.b, True)):
                seat = names.get(end.device)
                address = pinned[seat].addresses.get(end.interface) if seat else None
                if seat and address:
                    key = (FABRIC_CODES[name], KIND_CODES[link.kind], link.index)
                    loc = cluster.pinned.loc(seat, "addresses", end.interface)
                    yield PinnedEnd(key, upper=upper, loc=loc, address=address)


def is_numbered(shape: FabricShape) -> bool:
    """Whether the links between a fabric's switches have addresses."""
    spec = shape.demand.spec
    return spec.underlay == "numbered" and spec.technology != "infiniband" and not shape.carrier


def plan_underlay(cluster: Cluster, problems: Problems) -> Underlay | None:
    """Lay out the pool, where a fabric needs it; add a problem if it does not fit."""
    pool = cluster.spec.addressing.underlay
    asked = {name: shape for name, shape in cluster.shapes.items() if is_numbered(shape)}
    if not asked:
        return None
    most, largest = max(
        (count, name)
        for name, shape in asked.items()
        for kind, count in envelope_links(shape).items()
        if kind in KIND_CODES
    )
    link = 32 - pool.prefixlen - _FABRIC_BITS - _KIND_BITS - 1
    if link < bits_for(most):
        length = 32 - _FABRIC_BITS - _KIND_BITS - 1 - bits_for(most)
        text = f"4 fabrics x 4 kinds x {most} links of 2 addresses (of {largest}), each field a power of two"
        groups = seated(cluster, largest)
        problems.add(too_small(pool, ("addressing", "underlay"), "underlay", length, text, groups))
        return None
    fields = (
        Field("fabric", _FABRIC_BITS, len(FABRIC_CODES)),
        Field("kind", _KIND_BITS, len(KIND_CODES)),
        Field("link", link, max(1, most)),
        Field("end", 1, 2),
    )
    use = "links between switches, a /31 each: end 0 is the lower switch, end 1 the upper one"
    layout = Layout(
        pool="underlay",
        prefix=pool,
        fields=baseline_fields(cluster, "underlay", pool, fields),
        origin=("addressing", "underlay"),
        use=use,
    )
    return Underlay(layout, frozenset(asked), Pairs.make(pinned_trunks(cluster)))
