"""The fabrics of a plan: what was asked for and what their sizing came to, in a record of each."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from generator.model.cluster import Cluster


@dataclass(frozen=True, slots=True, kw_only=True)
class Fabric:
    """A fabric. Counts of switches are the envelope's, all planes."""

    name: str
    technology: Literal["roce", "infiniband", "ethernet"]
    topology: str
    """Its topology as people call it."""
    rails: bool
    """Whether every host's n-th port is on rail n."""
    carrier: str
    """The fabric on whose switches this one has its ports; empty where it has its own."""
    carries: tuple[str, ...]
    """The fabrics that have their ports on its switches."""
    planes: int
    planes_there: int
    """Planes that are installed."""
    leaves: int
    spines: int
    cores: int
    load_balancing: Literal["hash", "adaptive"] | None
    """How its switches spread flows, where the spec says so."""
    sus: int
    """Scalable units."""
    leaves_per_su: int
    """In one plane."""
    pods: int
    joined: bool
    """Whether switches stand above its leaves."""
    reserve_ports: int
    """Ports that each leaf keeps free."""
    mtu_bytes: int
    host_mtu_bytes: int
    unnumbered: bool
    """Whether its switches peer over link-local addresses (RFC 8950)."""

    @property
    def tiers(self) -> int:
        """1 to 3."""
        return 3 if self.cores else 2 if self.spines else 1


def plan_fabrics(cluster: Cluster) -> Iterator[Fabric]:
    """Give every fabric of the cluster, those without switches of their own among them."""
    for name, shape in cluster.shapes.items():
        spec = shape.demand.spec
        yield Fabric(
            name=name,
            technology=spec.technology,
            topology=shape.topology.title,
            rails=shape.topology.rails,
            carrier=shape.carrier,
            carries=tuple(spec.carries),
            planes=shape.planes,
            planes_there=shape.planes_there,
            leaves=shape.leaves,
            spines=shape.spines,
            cores=shape.cores,
            load_balancing=spec.load_balancing,
            sus=shape.seating.sus,
            leaves_per_su=shape.seating.leaves_per_su,
            pods=shape.upper.pods if shape.upper else 1,
            joined=shape.upper is not None,
            reserve_ports=spec.reserve_ports,
            mtu_bytes=spec.mtu_bytes,
            host_mtu_bytes=spec.host_mtu_bytes,
            unnumbered=spec.underlay == "unnumbered",
        )
