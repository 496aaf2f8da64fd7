"""The layouts of all pools, sized by the hardware and the pool, never by today's count."""

from ipaddress import IPv4Network

from generator.model.blocks import Blocks
from generator.model.cluster import Cluster
from generator.model.fabric_shape import FabricShape
from generator.model.faceplate import ports_in
from generator.model.groups import HostGroup
from generator.plan.addressing.baseline_layout import baseline_fields
from generator.plan.addressing.layout import Field, Layout, bits_for
from generator.plan.addressing.too_small import few_loopbacks, largest_tier, seated, too_small
from generator.source.diagnostic import Problems
from generator.source.rule import register
from generator.source.span import Loc

register(
    "pool-too-small",
    title="A pool that the envelope does not fit",
    stage="plan",
    why="Every host of the envelope has its address from the first day, so that growth renumbers nothing.",
    fix="Widen the pool as the message says, or lower the envelope.",
)

ROUTED = ("compute", "storage")
"""Fabrics that are routed to the host, or to its leaf."""
FABRIC_CODES = {"compute": 0, "storage": 1, "frontend": 2, "oob": 3}
TIER_CODES = {"leaf": 0, "spine": 1, "core": 2, "vtep": 3}
ROLE_CODES = {
    "network": 0,
    "compute": 1,
    "storage": 2,
    "control": 3,
    "login": 4,
    "manager": 5,
    "gateway": 6,
    "border": 7,
}
SEGMENT_CODES = {"management": 0, "bmc": 1}
PINNED_OOB = {"management": "oob-management", "bmc": "oob-bmc"}
"""Names of the pools of out-of-band segments with a pinned prefix."""
_USES = {
    False: "host links, a /31 each: end 0 is the host, end 1 the leaf",
    True: "host links, a VLAN for each rail and SU: end 1 is the host; end 0 of the last host is the gateway, which no host is",
}
_PAIRS = {False: "links of 2 addresses", True: "pairs of addresses, one pair of each SU for gateway and broadcast"}
_PORT_BITS = 8
_SU_BITS = 8
_ROLE_BITS = 3
_SEGMENT_BITS = 3
_INBAND_BITS = 16


def link_layout(cluster: Cluster, name: str, problems: Problems) -> Layout | None:
    """Lay out the pool of a routed fabric: plane, rail, pod, SU, host, and which end of the link (0 host, 1 leaf).

    In VLANs a scalable unit has one coordinate more than hosts: the last is its gateway's and the broadcast address.
    """
    shape = cluster.shapes[name]
    pool: IPv4Network = getattr(cluster.spec.addressing, name)
    loc: Loc = ("addressing", name)
    per_pod = shape.sus_per_pod
    pods = -(-shape.seating.sus // per_pod)
    rails = max(len(member.ports) for member in shape.demand.members)
    shared = in_vlans(shape)
    seats = seats_in_su(shape) + (1 if shared else 0)
    room = 32 - pool.prefixlen - 1 - bits_for(shape.planes) - bits_for(rails)
    need = bits_for(pods) + bits_for(per_pod)
    host = min(max(bits_for(_radix(shape)), bits_for(seats)), max(bits_for(seats), room - need))
    rest = room - host
    if rest < need:
        links = shape.planes * rails * pods * per_pod * seats
        planes = f"{shape.planes} planes x " if shape.planes > 1 else ""
        length = 32 - 1 - bits_for(shape.planes) - bits_for(rails) - bits_for(seats) - need
        problems.add(
            too_small(
                pool,
                loc,
                name,
                length,
                f"{planes}{pods * per_pod} x {rails} x {seats} = {links} {_PAIRS[shared]}, each field a power of two",
                seated(cluster, name),
            )
        )
        return None
    su = max(bits_for(per_pod), min(_SU_BITS, rest - bits_for(pods)))
    first = (Field("plane", bits_for(shape.planes), shape.planes),) if shape.planes > 1 else ()
    fields = (
        *first,
        Field("rail", bits_for(rails), rails),
        Field("pod", rest - su, pods),
        Field("su", su, per_pod),
        Field("host", host, seats),
        Field("end", 1, 2),
    )
    return Layout(
        pool=name,
        prefix=pool,
        fields=baseline_fields(cluster, name, pool, fields),
        origin=loc,
        use=f"{name} {_USES[shared]}",
    )


def in_vlans(shape: FabricShape) -> bool:
    """Whether hosts of a fabric share a VLAN on their leaf, rail by rail."""
    spec = shape.demand.spec
    return spec.host_links == "vlan" and spec.technology != "infiniband" and shape.name in ROUTED


def seats_in_su(shape: FabricShape) -> int:
    """The most coordinates in use in one scalable unit of the envelope."""
    _, ends = shape.seating.coordinates()
    return max(ends.values())


def _radix(shape: FabricShape) -> int:
    return ports_in(len(shape.demand.host_bank.cages), shape.demand.host_breakout)


def loopback_layout(cluster: Cluster, problems: Problems) -> Layout | None:
    """Lay out the loopbacks: fabric, tier, ordinal from 1."""
    pool = cluster.spec.addressing.loopbacks
    most = largest_tier(cluster)[-1] if cluster.shapes else 1
    ordinal = 32 - pool.prefixlen - 5
    if ordinal < bits_for(most + 1):
        problems.add(few_loopbacks(cluster, pool, 32 - 5 - bits_for(most + 1)))
        return None
    fields = (Field("fabric", 3, 4), Field("tier", 2, 4), Field("ordinal", ordinal, most))
    return Layout(
        pool="loopbacks",
        prefix=pool,
        fields=baseline_fields(cluster, "loopbacks", pool, fields),
        origin=("addressing", "loopbacks"),
        use="loopbacks, a /32 each: ordinals from 1; tier 3 is the tunnel end of a frontend leaf",
    )


def oob_layout(cluster: Cluster, problems: Problems) -> Layout | None:
    """Lay out the out-of-band pool: segment, leaf, and the leaf's own cage number. A small pool has room for just the two segments."""
    pool = cluster.spec.addressing.oob
    leaves = cluster.shapes["oob"].leaves
    room = 32 - pool.prefixlen - _PORT_BITS
    segment = _SEGMENT_BITS if room - _SEGMENT_BITS >= bits_for(leaves) else bits_for(len(SEGMENT_CODES))
    if room - segment < bits_for(leaves):
        length = 32 - segment - _PORT_BITS - bits_for(leaves)
        problems.add(
            too_small(
                pool,
                ("addressing", "oob"),
                "oob",
                length,
                f"2 segments x {leaves} leaves x 256 ports, each field a power of two",
                seated(cluster, "oob"),
            )
        )
        return None
    fields = (Field("segment", segment, 2), Field("leaf", room - segment, leaves), Field("port", _PORT_BITS, 48))
    return Layout(
        pool="oob",
        prefix=pool,
        fields=baseline_fields(cluster, "oob", pool, fields),
        origin=("addressing", "oob"),
        use="out of band: segment 0 management, 1 BMC; port is the leaf's cage number, 254 the gateway",
    )


def pinned_oob_layout(cluster: Cluster, name: str, prefix: IPv4Network, problems: Problems) -> Layout | None:
    """Lay out a prefix that the site has for an out-of-band segment: leaf, and the leaf's own cage number; all of it is one leaf's where there is one."""
    leaves, origin = cluster.shapes["oob"].leaves, ("pins", "prefixes", name)
    port = 32 - prefix.prefixlen - bits_for(leaves)
    if port < _PORT_BITS:
        text, length = f"{leaves} leaves x 256 ports", 32 - _PORT_BITS - bits_for(leaves)
        problems.add(too_small(prefix, origin, name, length, text, seated(cluster, "oob")))
        return None
    fields = (Field("segment", 0, 1), Field("leaf", bits_for(leaves), leaves), Field("port", port, 48))
    pool = PINNED_OOB[name]
    use = f"out of band, {name}: port is the leaf's cage number, 254 the gateway"
    return Layout(
        pool=pool, prefix=prefix, fields=baseline_fields(cluster, pool, prefix, fields), origin=origin, use=use
    )


def segment_layout(cluster: Cluster, name: str, prefix: IPv4Network, loc: Loc, problems: Problems) -> Layout | None:
    """Lay out a frontend segment: role, and the ordinal (from 1) within the role; role 0, ordinal 1 is the gateway."""
    ordinal = 32 - prefix.prefixlen - _ROLE_BITS
    sizes = role_sizes(cluster.groups)
    role = max(sizes, key=sizes.__getitem__, default="")
    most = sizes.get(role, 1)
    if ordinal < bits_for(most + 2):
        problems.add(
            too_small(
                prefix,
                loc,
                name,
                32 - _ROLE_BITS - bits_for(most + 2),
                f"8 roles x {most + 2} ({most} hosts of role {role}, and the network and broadcast addresses), each field a power of two",
                [group for group in cluster.groups if group.role == role],
            )
        )
        return None
    fields = (Field("role", _ROLE_BITS, 5), Field("ordinal", ordinal, most))
    use = f"segment {name}: ordinals from 1; role 0 is the network itself, ordinal 1 its gateway"
    return Layout(pool=name, prefix=prefix, fields=baseline_fields(cluster, name, prefix, fields), use=use, origin=loc)


def inband_prefix(pool: IPv4Network, groups: tuple[HostGroup, ...]) -> IPv4Network:
    """The part of the frontend pool that the in-band segment has: its first /16, or more where a role needs it."""
    bits = max(_INBAND_BITS, _ROLE_BITS + bits_for(max(role_sizes(groups).values(), default=1) + 2))
    return IPv4Network((pool.network_address, max(pool.prefixlen, 32 - bits)))


def role_sizes(groups: tuple[HostGroup, ...]) -> dict[str, int]:
    """Hosts of the envelope by role."""
    sizes: dict[str, int] = {}
    for group in groups:
        sizes[group.role] = sizes.get(group.role, 0) + group.max
    return sizes


def role_numbers(cluster: Cluster) -> dict[str, Blocks]:
    """Number the hosts of each role: groups of one role follow each other by name."""
    roles = dict.fromkeys(group.role for group in cluster.groups)
    return {
        role: cluster.baseline.blocks_of(f"role.{role}", [(g.name, g.max) for g in cluster.groups if g.role == role])
        for role in roles
    }
