"""The matrix: what a cluster needs to work, what its schedulers and tiers need, and what the spec adds."""

from collections.abc import Iterable, Sequence

from generator.model.cluster import Cluster
from generator.plan.access.needs import needs
from generator.plan.access.records import Access, Flow, Zone
from generator.plan.access.services import service_of
from generator.plan.access.zones import plan_zones
from generator.plan.addressing.addresses import Addressing
from generator.plan.addressing.pods import routed_pods
from generator.plan.infiniband.ipoib import Ipoib


def plan_access(cluster: Cluster, addressing: Addressing, ipoib: Sequence[Ipoib] = ()) -> Access:
    """Make the matrix of a cluster: every flow once, by source, destination and service."""
    zones = tuple(plan_zones(cluster, addressing, ipoib))
    flows: dict[tuple[str, str, str], Flow] = {}
    for need in needs(cluster, zones):
        for source in _named(zones, need.source):
            for to in _named(zones, need.to):
                if not need.across and _strangers(source, to):
                    continue
                for name in need.services:
                    service = service_of(name)
                    if service is not None:
                        flow = Flow(
                            source=source.name,
                            to=to.name,
                            service=service,
                            why=need.why,
                            source_party=need.source,
                            to_party=need.to,
                            origin=need.origin,
                        )
                        flows.setdefault((source.name, to.name, name), flow)
    pools = [layout.prefix for layout in (*addressing.layouts, *(each.layout for each in ipoib))]
    if pods := routed_pods(cluster):
        pools.append(pods)
    twin = cluster.spec.addressing.ipv6
    return Access(
        zones=zones,
        flows=tuple(flows[key] for key in sorted(flows)),
        pools=tuple(sorted({str(pool) for pool in pools})),
        pools_ipv6=(str(twin),) if twin else (),
    )


def _strangers(source: Zone, to: Zone) -> bool:
    """Whether two zones belong to different tenants, or are a tenant's hosts and others of the same role that are nobody's."""
    both = bool(source.tenant and to.tenant)
    return source.tenant != to.tenant and (both or source.role == to.role)


def _named(zones: Iterable[Zone], party: str) -> list[Zone]:
    """Find the zones that a party stands for: itself and its tenants' parts; a segment stands for all roles in it."""
    return [zone for zone in zones if party in {zone.name, zone.segment, zone.name.partition("@")[0]}]
