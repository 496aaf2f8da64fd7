"""The RoCE contract of each lossless fabric: one object that switches, hosts and NCCL derive from."""

from generator.catalog.model import EcnProfile, Switch
from generator.model.cluster import Cluster
from generator.plan.records import Roce


def plan_roce(cluster: Cluster) -> dict[str, Roce]:
    """Give the classes of every fabric whose technology is RoCE, by fabric."""
    found = {}
    for name, shape in cluster.shapes.items():
        spec = shape.demand.spec
        if spec.technology == "roce":
            published = published_ecn(shape.demand.leaf.model, shape.demand.host_gbps)
            ecn = spec.roce.ecn or published
            found[name] = Roce(
                fabric=name,
                dscp=spec.roce.dscp,
                priority=spec.roce.priority,
                cnp_dscp=spec.roce.cnp_dscp,
                cnp_priority=spec.roce.cnp_priority,
                kmin_bytes=ecn.kmin_bytes if ecn else None,
                kmax_bytes=ecn.kmax_bytes if ecn else None,
                pmax_percent=ecn.pmax_percent if ecn else None,
            )
    return found


def published_ecn(model: Switch, speed_gbps: float) -> EcnProfile | None:
    """The platform's own marking thresholds at a speed, or at every speed."""
    platform = model.os.sonic
    rows = platform.ecn if platform else ()
    exact = [row for row in rows if row.speed_gbps == speed_gbps]
    return next(iter(exact), next((row for row in rows if row.speed_gbps is None), None))
