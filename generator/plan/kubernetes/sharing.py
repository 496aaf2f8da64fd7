"""Rails that pods share with their host: the number of pods at a time, and the pods' addresses.

A VLAN of a rail (`host_links: vlan`) and a rail over IPoIB have more addresses than hosts. Hosts are numbered from the lower end, by coordinate, for
the whole envelope; the upper half of the prefix is for pods, if no host of the envelope is in it. In a VLAN that half includes the gateway. Pods use
it as a separate prefix, so the gateway is a neighbour, and hosts are reached over it. nv-ipam assigns a block of it to every host when it first sees
the host: the prefix is planned, the order of blocks is not.
"""

from collections.abc import Iterator
from functools import cache
from ipaddress import IPv4Network

from msgspec import Struct

from generator.plan.addressing.host_links import HostLinks
from generator.plan.addressing.layout import Layout
from generator.plan.draft import Draft
from generator.plan.kubernetes.rails import FABRIC, rail_groups, rails
from generator.plan.kubernetes.records import SharedPool
from generator.plan.plan import Plan
from generator.spec.fabrics import FabricSpec
from generator.spec.scheduler import RailNetworksName

_TAKEN = 3
"""Addresses of a prefix that no pod can have: its first, its last, and the gateway's place."""


class Room(Struct, frozen=True, kw_only=True):
    """The part of a rail's prefix for pods: `prefix` of the hosts, `upper` the half for pods, `hosts` that share it; `reach` is how many addresses hosts use from the lower end."""

    prefix: IPv4Network
    upper: IPv4Network
    hosts: int
    reach: int

    @property
    def free(self) -> bool:
        """Whether hosts stay in the lower half."""
        return self.reach <= self.upper.num_addresses

    @property
    def block(self) -> int:
        """Addresses for each host's pods."""
        return (self.upper.num_addresses - _TAKEN) // self.hosts if self.free else 0


def networks_kind(plan: Plan) -> RailNetworksName:
    """Return how pods have rails."""
    return plan.kubernetes.rail_networks if plan.kubernetes else "host-device"


def asks_virtual_functions(plan: Plan, fabric: str) -> bool:
    """Whether the subnet manager of a fabric must assign addresses to virtual functions."""
    return fabric == FABRIC and networks_kind(plan) == "sriov"


def plan_shares(plan: Draft) -> int:
    """Count the pods of a host that have a rail at a time: one for each GPU, or for as many as there are addresses. Whole ports go to one pod."""
    if networks_kind(plan) == "host-device":
        return 1
    gpus = max((each.group.entry.gpus.count for each in rail_groups(plan) if each.group.entry.gpus), default=1)
    room = room_of(plan)
    return min(gpus, room.block) if room else gpus


def unlike_hosts(plan: Plan) -> frozenset[str]:
    """Return the NCCL settings of a host that do not hold in a pod: an additional address has another GID index, and a virtual function another name. NCCL detects both."""
    kind = networks_kind(plan)
    if kind == "host-device":
        return frozenset()
    return frozenset({"NCCL_IB_GID_INDEX", *(["NCCL_IB_HCA"] if kind == "sriov" else [])})


def room_of(plan: Draft) -> Room | None:
    """Return the room of the first rail; all have the same. None where rails have no addresses that pods could share."""
    found = _links(plan)
    if found is None:
        return None
    links, layout, spec = found
    fields = {field.name: field for field in layout.fields}
    if spec.technology == "infiniband":
        prefix = links.rail_prefix(0, 0)
        hosts = sum(each.group.max for each in rail_groups(plan))
        reach = layout.address(
            rail=0, pod=fields["pod"].used - 1, su=fields["su"].used - 1, host=fields["host"].used - 1, end=1
        ) - int(prefix.network_address) + 1  # fmt: skip
    else:
        prefix = links.su_prefix(0, 0, 0)
        hosts = fields["host"].used - 1
        reach = 2 * hosts
    return Room(prefix=prefix, upper=_upper(prefix), hosts=hosts, reach=reach)


def plan_pools(plan: Draft, shares: int) -> Iterator[SharedPool]:
    """Yield the pool of every rail that pods share, where it has addresses."""
    found, room = _links(plan), room_of(plan)
    if networks_kind(plan) == "host-device" or found is None or room is None or not room.block:
        return
    links, layout, spec = found
    flat = spec.technology == "infiniband"
    for name in rails(plan):
        number = int(name.removeprefix("rail"))
        yield SharedPool(
            rail=name,
            subnet=str(_upper(links.rail_prefix(0, number) if flat else links.su_prefix(0, number, 0))),
            block=shares,
            gateway="" if flat else links.gateway(0, number, 0)[0],
            routes=() if flat else (str(links.rail_prefix(0, number)), str(layout.prefix)),
            groups=tuple(each.group.name for each in rail_groups(plan) if name in {port.rail for port in each.ports}),
        )


def _links(plan: Draft) -> tuple[HostLinks, Layout, FabricSpec] | None:
    """Find the fabric's addresses where hosts share a prefix: rails in VLANs, or over IPoIB."""
    spec, shape = plan.spec.fabrics.given().get(FABRIC), plan.cluster.shapes.get(FABRIC)
    layout = next((each for each in plan.layouts if each.pool == FABRIC), None)
    if spec is None or shape is None or layout is None or shape.planes > 1:
        return None
    links = HostLinks.make(plan.cluster, shape, layout)
    return (links, layout, spec) if links.in_vlans or spec.ipoib else None


@cache
def _upper(prefix: IPv4Network) -> IPv4Network:
    return list(prefix.subnets())[1]
