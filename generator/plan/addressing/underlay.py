"""Addresses of the links between switches, where a fabric's underlay is numbered: a /31 each (RFC 3021), the even end below."""

from msgspec import Struct

from generator.model.cluster import Cluster
from generator.model.device import Link
from generator.model.planes import envelope_links
from generator.plan.addressing.baseline_layout import baseline_fields
from generator.plan.addressing.layout import Field, Layout, bits_for, dotted
from generator.plan.addressing.pools import FABRIC_CODES, too_small
from generator.source.diagnostic import Problems

KIND_CODES = {"leaf_spine": 0, "spine_core": 1, "leaf_leaf": 2}
_FABRIC_BITS = 2
_KIND_BITS = 2


class Underlay(Struct, frozen=True):
    """The pool of links between switches, and the fabrics that draw from it."""

    layout: Layout
    fabrics: frozenset[str]

    def pair(self, link: Link) -> tuple[str, str] | None:
        """Return the lower and the upper end's address; nothing where the fabric's underlay is unnumbered."""
        if link.fabric not in self.fabrics or link.kind not in KIND_CODES:
            return None
        low = self.layout.address(fabric=FABRIC_CODES[link.fabric], kind=KIND_CODES[link.kind], link=link.index)
        return dotted(low), dotted(low + 1)


def plan_underlay(cluster: Cluster, problems: Problems) -> Underlay | None:
    """Lay out the pool, where a fabric asks for it; what does not fit goes to `problems`."""
    pool = cluster.spec.addressing.underlay
    asked = {
        name: shape
        for name, shape in cluster.shapes.items()
        if shape.demand.spec.underlay == "numbered"
        and shape.demand.spec.technology != "infiniband"
        and not shape.carrier
    }
    if not asked:
        return None
    most = max(count for shape in asked.values() for kind, count in envelope_links(shape).items() if kind in KIND_CODES)
    link = 32 - pool.prefixlen - _FABRIC_BITS - _KIND_BITS - 1
    if link < bits_for(most):
        length = 32 - _FABRIC_BITS - _KIND_BITS - 1 - bits_for(most)
        text = f"4 fabrics x 4 kinds x {most} links of 2 addresses, each field a power of two"
        problems.add(too_small(pool, ("addressing", "underlay"), "underlay", cluster, length, text))
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
    return Underlay(layout, frozenset(asked))
