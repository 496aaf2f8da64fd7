"""nv-ipam pools: the address that the plan gives to a host's rail, for the pod that takes the rail; or those that pods have beside their host."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct, field

from generator.plan.cabling.records import Link
from generator.plan.kubernetes.records import SharedPool
from generator.plan.kubernetes.workers import LABEL, kubernetes_hosts
from generator.plan.plan import Plan

NAMESPACE = "nvidia-network-operator"
"""Where the Network Operator runs nv-ipam, and where that looks for pools."""
FABRIC = "compute"
_LEAF_END = 1
"""End 0 of a /31 is the host, end 1 its leaf."""


class RailPool(Struct, frozen=True, kw_only=True):
    """A rail with the links of the hosts that are on it, in the order of the plan."""

    interface: str
    prefix: str
    routes: tuple[str, ...]
    links: list[Link] = field(default_factory=list)
    groups: dict[str, None] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """`rail0`, as the interface is called; `rail0p1` where there are planes."""
        return self.interface


def rail_pools(plan: Plan) -> Iterator[RailPool]:
    """Yield every rail (of every plane) that is routed to a host of Kubernetes, by number."""
    groups = {host.name: host.group for host in kubernetes_hosts(plan)}
    prefixes = {(each.kind, each.name): each.prefix for each in plan.prefixes if each.fabric == FABRIC}
    planes = plan.fabrics[FABRIC].planes if FABRIC in plan.fabrics else 1
    pools: dict[tuple[int, int], RailPool] = {}
    for link in plan.links:
        if link.fabric == FABRIC and link.rail is not None and link.a.address and link.a.device in groups:
            plane = f"plane {link.plane}, " if planes > 1 else ""
            rail = prefixes["rail", f"{plane}rail {link.rail}"]
            routes = (rail, prefixes["pool", FABRIC])
            name = f"rail{link.rail}p{link.plane}" if planes > 1 else f"rail{link.rail}"
            made = RailPool(interface=name, prefix=rail, routes=routes)
            pool = pools.setdefault((link.rail, link.plane), made)
            pool.links.append(link)
            pool.groups[groups[link.a.device]] = None
    yield from (pools[rail] for rail in sorted(pools))


def ip_pool(pool: SharedPool) -> dict[str, Any]:
    """Return the IPPool of a rail that pods share: a block for every host, out of what no host of the envelope has."""
    gateway = {"gateway": pool.gateway, "exclusions": [{"startIP": pool.gateway, "endIP": pool.gateway}]}
    return {
        "apiVersion": "nv-ipam.nvidia.com/v1alpha1",
        "kind": "IPPool",
        "metadata": {"name": pool.rail, "namespace": NAMESPACE},
        "spec": {
            "subnet": pool.subnet,
            "perNodeBlockSize": pool.block,
            **(gateway if pool.gateway else {}),
            "nodeSelector": _selector(pool.groups),
            **({"routes": [{"dst": route} for route in pool.routes]} if pool.routes else {}),
        },
    }


def _selector(groups: Iterable[str]) -> dict[str, Any]:
    return {
        "nodeSelectorTerms": [
            {"matchExpressions": [{"key": f"{LABEL}/group", "operator": "In", "values": list(groups)}]}
        ]
    }


def cidr_pool(pool: RailPool) -> dict[str, Any]:
    """Return the CIDRPool of a rail.

    `gatewayIndex` counts from the first address of the prefix, so 1 is the leaf; nv-ipam refuses `routes` without it.
    Every allocation states its gateway too, so that no pod depends on how a release of nv-ipam counts.
    """
    return {
        "apiVersion": "nv-ipam.nvidia.com/v1alpha1",
        "kind": "CIDRPool",
        "metadata": {"name": pool.name, "namespace": NAMESPACE},
        "spec": {
            "cidr": pool.prefix,
            "perNodeNetworkPrefix": 31,
            "gatewayIndex": _LEAF_END,
            "perNodeExclusions": [{"startIndex": _LEAF_END, "endIndex": _LEAF_END}],
            "nodeSelector": _selector(pool.groups),
            "routes": [{"dst": route} for route in pool.routes],
            "staticAllocations": [
                {"nodeName": link.a.device, "prefix": f"{link.a.address}/31", "gateway": link.b.address}
                for link in pool.links
            ],
        },
    }
