"""How pods have rails: not every rail lets them have it in every way."""

from collections.abc import Iterator

from generator.plan.addressing.pools import in_vlans
from generator.plan.draft import Draft
from generator.plan.kubernetes.rails import FABRIC, rail_groups
from generator.plan.kubernetes.sharing import networks_kind, room_of
from generator.plan.plan import Plan
from generator.rules import plan_rule
from generator.spec.checks.rule import Finding
from generator.spec.fabrics import FabricSpec

_KEY = ("scheduler", "kubernetes", "rail_networks")
_ETHERNET = frozenset({"macvlan", "sriov"})
_SAID = "tenants are parted by partition keys, which the ports of hosts have; what pods would have beside them is in none of a tenant's"


@plan_rule(
    title="A way of handing rails to pods that the rails do not have",
    why="A pod that shares a port with its host needs an address beside the host's, and a switch or subnet manager that knows of two behind one port.",
    fix="Use `host-device`, where a pod takes the whole port, or change what the message names.",
)
def rail_networks_impossible(plan: Draft) -> Iterator[Finding]:
    """`rail_networks` fits the compute fabric."""
    kind, spec = networks_kind(plan), plan.spec.fabrics.given().get(FABRIC)
    if kind == "host-device":
        return
    if spec is None or not rail_groups(plan):
        yield _finding(
            f"rail_networks is {kind}, and no rail can be handed to pods (no adapter of NVIDIA's at a known PCI address)",
            "remove it",
        )
    elif spec.technology == "infiniband":
        yield from _infiniband(plan, kind, spec)
    else:
        yield from _ethernet(plan, kind)


@plan_rule(
    title="Rails whose prefix has no addresses for pods",
    why="Pods have the upper half of a rail's prefix, which no host of the envelope may reach into, with an address for a pod of each host.",
    fix="Use `host-device`, a longer field of hosts (fewer hosts in a unit) or a shorter pool.",
)
def rail_networks_room(plan: Draft) -> Iterator[Finding]:
    """There is an address for a pod of each host."""
    room = room_of(plan)
    if networks_kind(plan) == "host-device" or room is None or room.block or not rail_groups(plan):
        return
    upper = room.upper.num_addresses
    if room.free:
        said = f"the upper half of {room.prefix} has {upper} addresses, 3 of which no pod can have: less than one for each of {room.hosts} hosts"
    else:
        said = f"hosts of the envelope use {room.reach} addresses of a rail's {room.prefix}, more than its lower half of {upper}"
    yield _finding(f"{said}, so none are left for pods", "set rail_networks: host-device")


def _infiniband(plan: Plan, kind: str, spec: FabricSpec) -> Iterator[Finding]:
    if kind == "macvlan":
        yield _finding(
            "macvlan is Ethernet's, and compute is InfiniBand", "set rail_networks: ipoib, sriov or host-device"
        )
    elif kind == "ipoib" and not spec.ipoib:
        yield _finding(
            "rails have no IP addresses over InfiniBand, so pods have none beside them",
            "set fabrics.compute.ipoib: true",
        )
    elif kind == "sriov" and {subnet.manager for subnet in plan.subnets if subnet.fabric == FABRIC} != {"ufm"}:
        yield _finding(
            "virtual functions need a subnet manager that gives them addresses (virt_enabled), which OpenSM 3.3 does not know",
            "set fabrics.compute.manager: ufm, or rail_networks: host-device",
        )
    if plan.tenants:
        yield _finding(_SAID, "set rail_networks: host-device, or remove the tenants")


def _ethernet(plan: Draft, kind: str) -> Iterator[Finding]:
    shape = plan.cluster.shapes[FABRIC]
    if kind not in _ETHERNET:
        yield _finding(
            "ipoib is InfiniBand's, and compute is Ethernet", "set rail_networks: macvlan, sriov or host-device"
        )
    elif not in_vlans(shape):
        yield _finding(
            f"a routed rail is a /31: 2 addresses, of which the host has 1 and its leaf 1, so {kind} has 0 for pods",
            "set fabrics.compute.host_links: vlan, or rail_networks: host-device",
        )
    elif shape.seating.sus > 1:
        yield _finding(
            f"every leaf has a VLAN of its own for a rail, and the envelope has {shape.seating.sus} scalable units: a network of pods has one pool, whose addresses are on one leaf",
            "set fabrics.compute.host_links: routed and rail_networks: host-device, or lower the envelope to one unit",
        )


def _finding(message: str, way_out: str) -> Finding:
    return Finding(message=message, loc=_KEY, help=way_out)
