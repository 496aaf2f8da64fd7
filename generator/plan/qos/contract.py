"""The RoCE contract of each fabric: one object that switches, hosts and NCCL derive from."""

from collections.abc import Iterator

from generator.catalog.model import EcnProfile, Switch
from generator.model.cluster import Cluster
from generator.plan.qos.records import Marking, Roce

_WEIGHT_PERCENT = 50
"""RoCE has half of what congestion notifications leave (published Cisco NX-OS RoCE configurations: 50 per cent)."""


def plan_roce(cluster: Cluster) -> dict[str, Roce]:
    """Return the classes of every fabric whose technology is RoCE, by fabric."""
    found = {}
    for name, shape in cluster.shapes.items():
        spec = shape.demand.spec
        if spec.technology == "roce":
            found[name] = Roce(
                fabric=name,
                dscp=spec.roce.dscp,
                priority=spec.roce.priority,
                cnp_dscp=spec.roce.cnp_dscp,
                cnp_priority=spec.roce.cnp_priority,
                lossless=spec.roce.lossless,
                marks=spec.roce.marking,
                weight_percent=_WEIGHT_PERCENT,
                marking=tuple(_marking(cluster, name)) if spec.roce.marking else (),
            )
    return found


def _marking(cluster: Cluster, fabric: str) -> Iterator[Marking]:
    """Yield the thresholds of every switch model and speed of the envelope: the stated ones, else the platform's published ones."""
    spec = cluster.shapes[fabric].demand.spec
    own = cluster.shapes[fabric]
    home = cluster.shapes[own.carrier] if own.carrier else own
    tiers = {"leaf": home.leaves, "spine": home.spines, "core": home.cores}
    models = {
        tier.model.model: tier.model for name, count in tiers.items() if count for tier in [getattr(home.demand, name)]
    }
    speeds = {port.speed_gbps for member in own.demand.members for port in member.ports}
    if home.uplinks or home.peer_links:
        speeds.add(home.demand.uplink_gbps)
    for name, model in sorted(models.items()):
        for speed in sorted(speeds):
            ecn = spec.roce.ecn or published_ecn(model, speed)
            if ecn:
                yield Marking(
                    model=name,
                    speed_gbps=speed,
                    kmin_bytes=ecn.kmin_bytes,
                    kmax_bytes=ecn.kmax_bytes,
                    pmax_percent=ecn.pmax_percent,
                )


def published_ecn(model: Switch, speed_gbps: float) -> EcnProfile | None:
    """The platform's own marking thresholds at a speed, or at every speed."""
    platform = model.os.sonic
    rows = platform.ecn if platform else ()
    exact = [row for row in rows if row.speed_gbps == speed_gbps]
    return next(iter(exact), next((row for row in rows if row.speed_gbps is None), None))
