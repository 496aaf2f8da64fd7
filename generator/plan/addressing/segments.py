"""VLANs and the addresses in them: the in-band segment, the user's own, and those out of band."""

from ipaddress import IPv4Network
from typing import Final

from msgspec import Struct

from generator.model.cluster import Cluster
from generator.plan.addressing.baseline_layout import baseline_prefix
from generator.plan.addressing.layout import Layout, dotted
from generator.plan.addressing.pools import ROLE_CODES, inband_prefix, segment_layout
from generator.plan.addressing.records import Vlan
from generator.source.diagnostic import Problems
from generator.source.span import Loc

VNI_BASE = 10_000
INBAND: Final = "inband"


class Segment(Struct, frozen=True):
    """A frontend VLAN with its layout, and the roles whose hosts have an address in it."""

    vlan: Vlan
    layout: Layout
    roles: tuple[str, ...]

    @property
    def length(self) -> int:
        """Prefix length."""
        return self.layout.prefix.prefixlen

    def host(self, role: str, ordinal: int) -> str:
        """Return the address of the host with an ordinal (from 0) within its role."""
        return dotted(self.layout.address(role=ROLE_CODES[role], ordinal=ordinal + 1))


def frontend_segments(cluster: Cluster, problems: Problems) -> list[Segment]:
    """Make the in-band segment and the user's own, by VLAN id."""
    if "frontend" not in cluster.shapes:
        return []
    spec = cluster.spec
    pool = spec.addressing.frontend
    inband = baseline_prefix(cluster, INBAND, pool, inband_prefix(pool, cluster.groups))
    wanted: list[tuple[str, int, IPv4Network, Loc, tuple[str, ...], str]] = [
        (INBAND, spec.vlans.inband, inband, ("addressing", "frontend"), tuple(ROLE_CODES)[1:], "every host, untagged")
    ]
    wanted += [
        (name, segment.vlan, segment.prefix, ("segments", name, "prefix"), tuple(segment.roles), segment.description)
        for name, segment in spec.segments.items()
    ]
    found = []
    for name, vlan, prefix, loc, roles, text in sorted(wanted, key=lambda each: each[1]):
        layout = segment_layout(cluster, name, prefix, loc, problems)
        if layout:
            gateway = dotted(layout.address(role=0, ordinal=1))
            record = Vlan(
                vlan=vlan,
                name=name,
                vni=VNI_BASE + vlan,
                fabric="frontend",
                prefix=str(prefix),
                gateway=gateway,
                description=text,
            )
            found.append(Segment(record, layout, roles))
    return found


class OobSegment(Struct, frozen=True):
    """An out-of-band VLAN: one prefix on each leaf, whose gateway is the leaf."""

    name: str
    code: int
    vlan: int
    layout: Layout

    def prefix(self, leaf: int) -> IPv4Network:
        """The segment's prefix on a leaf."""
        return self.layout.prefix_of(through="leaf", segment=self.code, leaf=leaf)

    def gateway(self, leaf: int) -> str:
        """The leaf's own address in it."""
        return dotted(self.layout.address(segment=self.code, leaf=leaf, port=254))

    def port(self, leaf: int, cage: int) -> str:
        """The address of whatever is cabled to a cage of the leaf."""
        return dotted(self.layout.address(segment=self.code, leaf=leaf, port=cage))


def oob_segments(cluster: Cluster, layout: Layout) -> dict[str, OobSegment]:
    """Make the management and BMC segments."""
    vlans = cluster.spec.vlans
    return {
        "management": OobSegment("management", 0, vlans.management, layout),
        "bmc": OobSegment("bmc", 1, vlans.bmc, layout),
    }
