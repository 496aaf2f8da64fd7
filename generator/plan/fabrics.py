"""The fabrics of a plan: the demand and the result of the sizing, one record each."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from generator.model.cluster import Cluster
from generator.model.device import TIERS, LinkKind
from generator.model.fabric_shape import FabricShape
from generator.model.planes import envelope_links, envelope_switches, switch_name
from generator.model.ratio import nothing_crosses, oversubscription
from generator.plan.ranges import Count, Links


class FabricMember(Struct, frozen=True, kw_only=True):
    """Devices of one kind that are cabled to a fabric: their count, their role, and the speeds of each one's ports, Gb/s."""

    name: str
    installed: Count
    max: Count
    computes: bool
    manages: bool
    """Whether it runs the fabric."""
    speeds_gbps: tuple[float, ...]


class SuRoom(Struct, frozen=True, kw_only=True):
    """Devices of a member that the envelope has room for in a scalable unit (from 0)."""

    su: int
    member: str
    count: Count


class TierModel(Struct, frozen=True, kw_only=True):
    """The switch of a tier; `os` is empty where the switch has a system of its own."""

    model: str
    os: str


class Fabric(Struct, frozen=True, kw_only=True):
    """A fabric. Counts of switches are the envelope's, all planes."""

    name: str
    technology: Literal["roce", "infiniband", "ethernet"]
    topology: str
    title: str
    """Its topology as people call it."""
    rails: bool
    """Whether every host's n-th port is on rail n."""
    carrier: str
    """The fabric on whose switches this one has its ports; empty where it has its own."""
    carries: tuple[str, ...]
    """The fabrics that have their ports on its switches."""
    planes: Count
    planes_there: Count
    """Planes that are installed."""
    leaves: Count
    spines: Count
    cores: Count
    load_balancing: Literal["hash", "adaptive"] | None
    """How its switches spread flows, if the spec states it."""
    sus: Count
    """Scalable units."""
    leaves_per_su: Count
    """In one plane."""
    pods: Count
    joined: bool
    """Whether it has switches above its leaves."""
    crosses: bool
    """Whether traffic has to leave a leaf."""
    switches: frozenset[str]
    """The names of its own switches, of the envelope."""
    models: Mapping[str, TierModel]
    """By tier: leaf, and spine and core where there are any."""
    members: tuple[FabricMember, ...]
    rooms: tuple[SuRoom, ...]
    host_gbps: float
    uplink_gbps: float
    """Speed between its switches."""
    peer_links: Count
    """Links between the two leaves of a pair."""
    core_group: Count
    """Cores that the spines of one place share; 0 where there are none."""
    oversubscription: float
    """Host bandwidth to uplink bandwidth of the fullest leaf, with the installed uplinks."""
    allowed_oversubscription: float
    """The ratio that the spec allows at a leaf, or at a spine below cores."""
    envelope_links: Mapping[LinkKind, Links]
    """Links of the envelope by kind."""
    reasons: Mapping[str, str]
    """Which rule decided each count."""
    reserve_ports: Count
    """Ports that each leaf keeps free."""
    mtu_bytes: int
    host_mtu_bytes: int
    unnumbered: bool
    """Whether its switches peer over link-local addresses (RFC 8950)."""
    ttl_security: bool = False
    """Whether its switches take BGP of a neighbour one hop away alone (RFC 5082)."""
    weighted: bool = False
    """Whether its switches weigh equal paths by the links behind them (RFC 10005)."""
    profile: str = ""
    """The maker's design that both of its ends follow; empty for none."""

    @property
    def tiers(self) -> int:
        """1 to 3."""
        return 3 if self.cores else 2 if self.spines else 1


def plan_fabrics(cluster: Cluster) -> Iterator[Fabric]:
    """Yield every fabric of the cluster, including those without switches of their own."""
    for name, shape in cluster.shapes.items():
        spec = shape.demand.spec
        yield Fabric(
            name=name,
            technology=spec.technology,
            topology=shape.topology.name,
            title=shape.topology.title,
            rails=shape.topology.rails,
            carrier=shape.carrier,
            carries=tuple(spec.carries),
            planes=shape.planes,
            planes_there=shape.planes_there,
            leaves=shape.leaves,
            spines=shape.spines,
            cores=shape.cores,
            load_balancing=spec.load_balancing or ("adaptive" if spec.profile else None),
            sus=shape.seating.sus,
            leaves_per_su=shape.seating.leaves_per_su,
            pods=shape.upper.pods if shape.upper else 1,
            joined=shape.upper is not None,
            crosses=not nothing_crosses(shape),
            switches=frozenset(_switches(shape)),
            models=dict(_models(shape)),
            members=tuple(_members(shape)),
            rooms=tuple(_rooms(shape)),
            host_gbps=shape.demand.host_gbps,
            uplink_gbps=shape.demand.uplink_gbps,
            peer_links=shape.peer_links,
            core_group=shape.upper.group if shape.upper else 0,
            oversubscription=oversubscription(shape),
            allowed_oversubscription=max(spec.oversubscription, spec.spine_oversubscription if shape.cores else 1.0),
            envelope_links=envelope_links(shape),
            reasons=shape.reasons,
            reserve_ports=spec.reserve_ports,
            mtu_bytes=spec.mtu_bytes,
            host_mtu_bytes=spec.host_mtu_bytes,
            unnumbered=spec.underlay == "unnumbered",
            ttl_security=spec.ttl_security,
            weighted=spec.weighted,
            profile=spec.profile or "",
        )


def _switches(shape: FabricShape) -> Iterator[str]:
    every = envelope_switches(shape)
    yield from (switch_name(shape, tier, ordinal) for tier in TIERS for ordinal in every.of(tier))


def _models(shape: FabricShape) -> Iterator[tuple[str, TierModel]]:
    tiers = (
        ("leaf", shape.demand.leaf, 1),
        ("spine", shape.demand.spine, shape.spines),
        ("core", shape.demand.core, shape.cores),
    )
    for tier, chosen, count in tiers:
        if count:
            yield tier, TierModel(model=chosen.model.model, os=chosen.os or "")


def _members(shape: FabricShape) -> Iterator[FabricMember]:
    for member in sorted(shape.demand.members, key=lambda member: member.order):
        yield FabricMember(
            name=member.name,
            installed=len(member.installed),
            max=member.max,
            computes=member.computes,
            manages=member.manages,
            speeds_gbps=tuple(port.speed_gbps for port in member.ports),
        )


def _rooms(shape: FabricShape) -> Iterator[SuRoom]:
    rooms: Counter[tuple[int, str]] = Counter()
    for run in shape.seating.runs:
        rooms[run.su, run.member] += run.count
    yield from (SuRoom(su=su, member=member, count=count) for (su, member), count in rooms.items())
