"""IP over InfiniBand (RFC 4391): addresses of host ports on a subnet, if the spec enables it.

All ports of one rail (or side) share one flat prefix over all leaves: a subnet has no routers inside. Rails have separate prefixes, so that a host's ports never share one. The pool and its fields are those that the fabric would have as a routed one; a port has
the odd address of its pair, which is never the prefix's own.
"""

from collections.abc import Iterator
from ipaddress import IPv4Address

from msgspec import Struct
from msgspec.structs import replace

from generator.model.cluster import Cluster
from generator.plan.addressing.host_links import ROUTED, HostLinks
from generator.plan.addressing.layout import Layout, dotted
from generator.plan.addressing.pinned import refused_ipoib
from generator.plan.addressing.pools import link_layout
from generator.plan.addressing.records import Address, Prefix, PrefixKind
from generator.source.diagnostic import Diagnostic, Problems


class Ipoib(Struct, frozen=True):
    """The IPoIB addresses of one fabric."""

    name: str
    layout: Layout
    links: HostLinks

    def prefixes(self) -> Iterator[Prefix]:
        """Yield the pool, and the prefix of every rail."""
        yield Prefix(prefix=str(self.layout.prefix), kind="pool", name=self.name, fabric=self.name)
        shape = self.links.shape
        word: PrefixKind = "rail" if self.name == "compute" else "side"
        for plane in range(shape.planes):
            for rail in range(max(len(member.ports) for member in shape.demand.members)):
                where = f"plane {plane}, " if shape.planes > 1 else ""
                prefix = str(self.links.rail_prefix(plane, rail))
                yield Prefix(prefix=prefix, kind=word, name=f"IPoIB, {where}{word} {rail}", fabric=self.name)

    def addresses(self, cluster: Cluster) -> Iterator[Address]:
        """Yield the address of every installed host's port."""
        for link in cluster.links:
            if link.fabric == self.name and link.kind == "host_leaf":
                plane, member, ordinal, rail = self.links.coordinate(link.index)
                yield Address(
                    address=dotted(self.links.low(plane, member, ordinal, rail) + 1),
                    length=self.links.rail_prefix(plane, rail).prefixlen,
                    device=link.a.device,
                    interface=link.a.interface,
                    fabric=self.name,
                    use="ipoib",
                )


def plan_ipoib(cluster: Cluster, problems: Problems) -> list[Ipoib]:
    """Lay out the pool of every InfiniBand fabric with IPoIB; add a problem for each that does not fit."""
    found = []
    for name in ROUTED:
        spec = cluster.spec.fabrics.given().get(name)
        if spec is None or not spec.ipoib or spec.technology != "infiniband" or name not in cluster.shapes:
            continue
        layout = link_layout(cluster, name, problems)
        if layout is None:
            continue
        use = f"{name} ports over IPoIB, a flat prefix a {'rail' if name == 'compute' else 'side'}: end is always 1"
        links = HostLinks.make(cluster, cluster.shapes[name], layout)
        problems.add(*refused_ipoib(cluster, links))
        if _full(links):
            problems.add(_too_full(name, layout))
        found.append(Ipoib(name, replace(layout, use=use), links))
    return found


def _full(links: HostLinks) -> bool:
    """Whether the envelope's last port would have a prefix's broadcast address: when every field is used to its last value."""
    return all(field.used == field.room for field in links.layout.fields if field.name not in {"plane", "rail"})


def _too_full(name: str, layout: Layout) -> Diagnostic:
    last = IPv4Address(int(layout.prefix.broadcast_address))
    return Diagnostic(
        code="pool-too-small",
        loc=layout.origin,
        message=f"the {name} pool {layout.prefix} is filled to its last address {last}, which IPoIB cannot give to a host",
        help=f"use a prefix of /{layout.prefix.prefixlen - 1} or shorter",
    )
