"""The RoCE contract of each fabric: its classes, and where switches mark. One object that switches, hosts and NCCL derive from."""

from collections.abc import Iterator
from operator import itemgetter

from msgspec import Struct

from generator.catalog.model import EcnProfile, Switch
from generator.model.cluster import Cluster
from generator.model.demand import Tier
from generator.model.fabric_shape import FabricShape

CNP_PERCENT = 10
"""The most that the strict queue of notifications takes of a port. Any host may send DSCP 48, and a strict queue without a shaper starves all others (Juniper, QFX
Series, priority (Schedulers)). A receiver answers a packet with one notification at most: 98 bytes on the wire (RoCEv2 annex, A17.9.3) to 1,106 of a
packet at an RDMA MTU of 1,024, less than 9 per cent."""
_WEIGHT_PERCENT = 50
"""RoCE has half of what congestion notifications leave (published Cisco NX-OS RoCE configurations: 50 per cent)."""


class Marking(Struct, frozen=True, kw_only=True):
    """Where a switch model marks packets of the RoCE class on ports of a speed. Bytes, per cent."""

    model: str
    speed_gbps: float
    kmin_bytes: int
    kmax_bytes: int
    pmax_percent: int


class DataClass(Struct, frozen=True, kw_only=True, order=True):
    """A class of RoCE data: its priority is its traffic class, queue and priority group as well. `weight_percent`: its share of the bandwidth that strict queues leave."""

    priority: int
    dscp: int
    lossless: bool
    weight_percent: int


class Roce(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The RoCE classes of a fabric: the single value from which every end is derived.

    `lossless`: paused before a buffer overflows (PFC). `marks`: marked when a queue grows (ECN), at hosts as on switches: if stated in the spec, and
    if the thresholds of every leaf port of a host are known; `marking` then has a row for each switch model and speed whose thresholds are known. `weight_percent`: its share of the bandwidth that strict queues leave.
    """

    fabric: str
    dscp: int
    priority: int
    cnp_dscp: int
    cnp_priority: int
    lossless: bool
    marks: bool
    weight_percent: int
    marking: tuple[Marking, ...]
    beside: tuple[DataClass, ...] = ()
    """Classes of other fabrics' data on the same ports of switches: that of storage in addition to compute's, or the reverse. Hosts only send their own."""

    @property
    def data(self) -> tuple[DataClass, ...]:
        """Every class of data at a switch's port, its own among them, by priority."""
        own = DataClass(
            priority=self.priority, dscp=self.dscp, lossless=self.lossless, weight_percent=self.weight_percent
        )
        return tuple(sorted((own, *self.beside)))

    @property
    def paused(self) -> tuple[int, ...]:
        """The lossless priorities at a switch's port."""
        return tuple(each.priority for each in self.data if each.lossless)

    @property
    def rest_percent(self) -> int:
        """The share of traffic without a class."""
        return 100 - sum(each.weight_percent for each in self.data)

    @property
    def traffic_class(self) -> int:
        """The TOS byte of data: the DSCP and ECT(0) (RFC 3168), so that switches may mark it; 106 for DSCP 26."""
        return self.dscp << 2 | (2 if self.marks else 0)

    @property
    def cnp_traffic_class(self) -> int:
        """The TOS byte of congestion notifications: 192 for DSCP 48."""
        return self.cnp_dscp << 2

    def marking_of(self, model: str, speed_gbps: float) -> Marking | None:
        """Return the thresholds of a switch model at a speed, where they are known."""
        return next((row for row in self.marking if row.model == model and row.speed_gbps == speed_gbps), None)


def plan_roce(cluster: Cluster) -> dict[str, Roce]:
    """Return the classes of every fabric whose technology is RoCE, by fabric."""
    return {
        name: _roce(cluster, shape) for name, shape in cluster.shapes.items() if shape.demand.spec.technology == "roce"
    }


def _roce(cluster: Cluster, shape: FabricShape) -> Roce:
    """Return the classes of a fabric. Both ends mark or neither: hosts would wait for marks that no leaf makes, and a queue that marks drops what cannot be marked."""
    spec = shape.demand.spec.roce
    rows = tuple(_marking(cluster, shape)) if spec.marking else ()
    leaf = (cluster.shapes[shape.carrier] if shape.carrier else shape).demand.leaf.model.model
    marks = bool(rows) and _host_speeds(shape) <= {row.speed_gbps for row in rows if row.model == leaf}
    own, beside = _data(shape)
    return Roce(
        fabric=shape.name,
        dscp=own.dscp,
        priority=own.priority,
        cnp_dscp=spec.cnp_dscp,
        cnp_priority=spec.cnp_priority,
        lossless=own.lossless,
        marks=marks,
        weight_percent=own.weight_percent,
        marking=rows if marks else (),
        beside=beside,
    )


def _data(shape: FabricShape) -> tuple[DataClass, tuple[DataClass, ...]]:
    """Return a fabric's own class, and those of other fabrics on the same ports. A carried fabric has its carrier's keys (`spec/fabrics`), so both have both."""
    spec = shape.demand.spec.roce
    own = DataClass(priority=spec.priority, dscp=spec.dscp, lossless=spec.lossless, weight_percent=_WEIGHT_PERCENT)
    apart = spec.storage
    if apart is None or not (shape.carrier or "storage" in shape.demand.spec.carries):
        return own, ()
    other = DataClass(
        priority=apart.priority, dscp=apart.dscp, lossless=apart.lossless, weight_percent=apart.share_percent
    )
    return (other, (own,)) if shape.carrier else (own, (other,))


def _host_speeds(shape: FabricShape) -> set[float]:
    return {port.speed_gbps for member in shape.demand.members for port in member.ports}


def _marking(cluster: Cluster, shape: FabricShape) -> Iterator[Marking]:
    """Yield the thresholds of every switch model and speed of the envelope: the stated ones, else the platform's published ones."""
    home = cluster.shapes[shape.carrier] if shape.carrier else shape
    tiers = ((home.demand.leaf, home.leaves), (home.demand.spine, home.spines), (home.demand.core, home.cores))
    speeds = _host_speeds(shape)
    if home.uplinks or home.peer_links:
        speeds.add(home.demand.uplink_gbps)
    found = {
        (tier.model.model, speed): ecn
        for tier, divisions in reversed([(tier, _divisions(home, tier)) for tier, count in tiers if count])
        for speed in speeds
        if (ecn := shape.demand.spec.roce.ecn or published_ecn(tier.model, tier.os, speed, divisions))
    }
    for (name, speed), ecn in sorted(found.items(), key=itemgetter(0)):
        yield Marking(
            model=name,
            speed_gbps=speed,
            kmin_bytes=ecn.kmin_bytes,
            kmax_bytes=ecn.kmax_bytes,
            pmax_percent=ecn.pmax_percent,
        )


def _divisions(shape: FabricShape, tier: Tier) -> frozenset[int]:
    """The numbers of ports that a tier's cages are divided into; those of the leaves also for the hosts."""
    divisions = {tier.breakout.ports} if shape.uplinks or shape.peer_links else set()
    if tier is shape.demand.leaf:
        divisions |= {port.breakout.ports for member in shape.demand.members for port in member.ports}
    return frozenset(divisions)


def published_ecn(model: Switch, os: str | None, speed_gbps: float, divisions: frozenset[int]) -> EcnProfile | None:
    """The marking thresholds of the SKU that divides cages so, at a speed or at every speed; where it runs another system, those of the same silicon."""
    platform = model.os.sonic
    skus = (platform.divided(divisions),) if platform and os == "sonic" else platform.skus if platform else ()
    rows = [row for sku in skus for row in sku.ecn]
    exact = [row for row in rows if row.speed_gbps == speed_gbps]
    return next(iter(exact), next((row for row in rows if row.speed_gbps is None), None))
