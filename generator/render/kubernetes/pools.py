"""nv-ipam pools: the planned address of a host's rail, for the pod that takes the rail; or the addresses of pods that share it with their host."""

from collections.abc import Iterable, Iterator

from generator.plan.cabling.records import Link
from generator.plan.kubernetes.rails import FABRIC
from generator.plan.kubernetes.records import SharedPool
from generator.plan.kubernetes.workers import GROUP, kubernetes_hosts
from generator.plan.plan import Plan
from generator.render.kubernetes.file import CRDS, ManifestFile, Thing, given, manifest
from generator.spec.scheduler import KubernetesSpec

_API = "nv-ipam.nvidia.com/v1alpha1"
_NAMESPACE = "nvidia-network-operator"
"""Where the Network Operator runs nv-ipam, and where that looks for pools."""
_LEAF_END = 1
"""End 0 of a /31 is the host, end 1 its leaf."""
_WHOLE = """\
Addresses of one rail, as in the IP plan: a pod that takes the rail of a host gets that host's /31, whose even
address is the host's end and whose odd address is the leaf. So only one pod of a host can have the rail at a time."""
_SHARED = """\
Addresses of one rail for pods that share it with their host: the upper half of {where}, in which no host
of the envelope has an address. nv-ipam assigns {block} of them to the pods of each host."""


def pool_files(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[ManifestFile]:
    """Yield a pool a rail: of whole ports where pods take these, else of what pods have beside their host."""
    if kubernetes.rail_networks == "host-device":
        yield from _whole_rails(plan)
    for pool in plan.workloads.pools:
        header = _SHARED.format(where="its VLAN" if pool.gateway else "its prefix over IPoIB", block=pool.block)
        yield ManifestFile(path=f"pools/{pool.rail}.yaml", header=header, proof=CRDS, documents=_ip_pool(pool))


def _whole_rails(plan: Plan) -> Iterator[ManifestFile]:
    """Yield the pool of every rail (of every plane) that is routed to a host of Kubernetes, by number: `rail0`, or `rail0p1` where there are planes."""
    groups = {host.name: host.group for host in kubernetes_hosts(plan)}
    prefixes = {(each.kind, each.name): each.prefix for each in plan.prefixes if each.fabric == FABRIC}
    rails: dict[tuple[int, int], list[Link]] = {}
    for link in plan.links:
        if link.fabric == FABRIC and link.rail is not None and link.a.address and link.a.device in groups:
            rails.setdefault((link.rail, link.plane), []).append(link)
    for (rail, plane), links in sorted(rails.items()):
        name, words = f"rail{rail}", f"rail {rail}"
        if plan.fabrics[FABRIC].planes > 1:
            name, words = f"{name}p{plane}", f"plane {plane}, {words}"
        routes = (prefixes["rail", words], prefixes["pool", FABRIC])
        on_it = dict.fromkeys(groups[link.a.device] for link in links)
        documents = _cidr_pool(name, routes, links, on_it)
        yield ManifestFile(path=f"pools/{name}.yaml", header=_WHOLE, proof=CRDS, documents=documents)


def _ip_pool(pool: SharedPool) -> Iterator[Thing]:
    """Yield the IPPool of a rail that pods share: a block for every host, out of what no host of the envelope has."""
    gateway = {"gateway": pool.gateway, "exclusions": [{"startIP": pool.gateway, "endIP": pool.gateway}]}
    spec = {
        "subnet": pool.subnet,
        "perNodeBlockSize": pool.block,
        **(gateway if pool.gateway else {}),
        "nodeSelector": _selector(pool.groups),
        **given(routes=[{"dst": route} for route in pool.routes]),
    }
    yield manifest(_API, "IPPool", pool.rail, _NAMESPACE, spec=spec)


def _cidr_pool(name: str, routes: tuple[str, str], links: Iterable[Link], groups: Iterable[str]) -> Iterator[Thing]:
    """Yield the CIDRPool of a rail, whose own prefix is the first of the routes.

    `gatewayIndex` counts from the first address of the prefix, so 1 is the leaf; nv-ipam refuses `routes` without it.
    Every allocation states its gateway too, so that no pod depends on how a release of nv-ipam counts.
    """
    spec = {
        "cidr": routes[0],
        "perNodeNetworkPrefix": 31,
        "gatewayIndex": _LEAF_END,
        "perNodeExclusions": [{"startIndex": _LEAF_END, "endIndex": _LEAF_END}],
        "nodeSelector": _selector(groups),
        "routes": [{"dst": route} for route in routes],
        "staticAllocations": [
            {"nodeName": link.a.device, "prefix": f"{link.a.address}/31", "gateway": link.b.address} for link in links
        ],
    }
    yield manifest(_API, "CIDRPool", name, _NAMESPACE, spec=spec)


def _selector(groups: Iterable[str]) -> Thing:
    return {"nodeSelectorTerms": [{"matchExpressions": [{"key": GROUP, "operator": "In", "values": list(groups)}]}]}
