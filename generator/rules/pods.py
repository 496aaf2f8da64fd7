"""How pods are reached: by routes that hosts announce to the frontend leaves, and by rails of pods."""

from collections.abc import Iterator

from generator.plan.access.records import PODS
from generator.plan.addressing.pods import POD_ROLES
from generator.plan.addressing.pools import in_vlans
from generator.plan.addressing.segments import INBAND
from generator.plan.draft import Draft
from generator.plan.kubernetes.peering import listener
from generator.plan.kubernetes.rails import FABRIC, rail_groups
from generator.plan.kubernetes.sharing import networks_kind, room_of
from generator.plan.plan import Plan
from generator.rules import plan_rule
from generator.rules.access import stated
from generator.spec.checks.addressing import ASN_SPAN, PRIVATE_ASNS
from generator.spec.checks.rule import Finding
from generator.spec.fabrics import FabricSpec

_UNPROVEN = "eos"
"""No document of Arista states that EOS accepts BGP at a virtual address, and services such as SSH are off there by default."""
_KUBERNETES = ("scheduler", "kubernetes")
_RAILS = (*_KUBERNETES, "rail_networks")


@plan_rule(
    title="AS numbers of pod routing that are taken, or not private",
    why="Hosts and leaves identify each other by these two numbers; a switch refuses a peer that has its own number.",
    fix="Use two private numbers that no switch of the envelope has, such as 64512 and 64513.",
)
def pod_asn_taken(plan: Draft) -> Iterator[Finding]:
    """`pod_asn` and `leaf_asn` are private, and differ from each other and from those of switches of the envelope."""
    found = plan.peering
    if found is None:
        return
    if found.pod_asn == found.leaf_asn:
        yield Finding(
            message=f"hosts and leaves would both be AS {found.pod_asn}, and a leaf refuses a peer that has its own number",
            loc=(*_KUBERNETES, "leaf_asn"),
            help="use two private 16-bit numbers, such as 64512 and 64513 (RFC 6996)",
        )
    base = plan.spec.addressing.asn_base
    for key, asn in (("pod_asn", found.pod_asn), ("leaf_asn", found.leaf_asn)):
        faults = []
        if not any(first <= asn <= last for first, last in PRIVATE_ASNS):
            faults.append("is not private: it is assigned or reserved")
        if base <= asn <= base + ASN_SPAN:
            faults.append(f"is one of the AS numbers {base} to {base + ASN_SPAN}, which are for switches")
        for fault in faults:
            yield Finding(
                message=f"{key} {asn} {fault}",
                loc=(*_KUBERNETES, key),
                help="use a private 16-bit number: 64512 to 65534 (RFC 6996)",
            )


@plan_rule(
    title="An access rule for pod addresses that never appear",
    why="Pods connect to hosts that run no pods, and to the site, with their host's address (masquerade); with Calico, to every host. An `access` rule for their own addresses has no effect.",
    fix="Name inband/compute as the source.",
)
def pods_masked(plan: Draft) -> Iterator[Finding]:
    """`access` has `pods` as a source towards pods, and hosts that run pods, alone."""
    if plan.peering is None:
        return
    seen = {PODS, *(f"{INBAND}/{role}" for role in POD_ROLES)}
    for name, rule, party, loc in stated(plan, "to"):
        if PODS in rule.source and party not in seen:
            yield Finding(
                message=f"access.{name} opens {party} to addresses of pods, and {party} sees those of their hosts",
                loc=loc,
                help=f"use source: [{INBAND}/compute]",
            )


@plan_rule(
    title="Routes to pods without a leaf to announce them to",
    why="Hosts announce them to the gateway of the in-band VLAN, which is on the leaves of the frontend.",
    fix="Add fabrics.frontend, or use `pod_routing: overlay`.",
)
def pod_routing_nowhere(plan: Draft) -> Iterator[Finding]:
    """There is a frontend whose leaves are gateways."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is None or kubernetes.pod_routing != "bgp":
        return
    if not any(listener(plan, switch) for switch in plan.switches):
        yield Finding(
            message="hosts should announce their pods to leaves, and no leaf is a gateway of the in-band VLAN",
            loc=(*_KUBERNETES, "pod_routing"),
            help="add fabrics.frontend, or set pod_routing: overlay",
        )


@plan_rule(
    title="BGP sessions to a shared gateway address on EOS",
    why="Hosts connect to the gateway's address, which all leaves share. No document states that EOS accepts BGP sessions on a virtual address.",
    fix="Use SONiC or Cumulus Linux on the frontend leaves, or `pod_routing: overlay`.",
)
def pod_routing_unproven(plan: Draft) -> Iterator[Finding]:
    """No leaf that hosts call runs EOS."""
    shared = [each for each in plan.switches if each.os == _UNPROVEN and listener(plan, each)]
    if shared:
        yield Finding(
            message=f"hosts would connect to a gateway that {len(shared)} leaves with EOS share, {shared[0].name} the first of them",
            loc=(*_KUBERNETES, "pod_routing"),
            help="use leaves with SONiC or Cumulus Linux there, or set pod_routing: overlay",
        )


@plan_rule(
    title="A pod network that the rails do not support",
    why="A pod that shares a port with its host needs an address beside the host's, and a switch or subnet manager that supports two addresses behind one port.",
    fix="Use `host-device`, where a pod takes the whole port, or change what the message names.",
)
def rail_networks_impossible(plan: Draft) -> Iterator[Finding]:
    """`rail_networks` fits the compute fabric."""
    kind, spec = networks_kind(plan), plan.spec.fabrics.given().get(FABRIC)
    if kind == "host-device":
        return
    if spec is None or not rail_groups(plan):
        yield _rails(
            f"rail_networks is {kind}, and no rail can be given to pods (no adapter of NVIDIA's at a known PCI address)",
            "remove it",
        )
    elif spec.technology == "infiniband":
        yield from _infiniband(plan, kind, spec)
    else:
        yield from _ethernet(plan, kind)


@plan_rule(
    title="Rails whose prefix has no addresses for pods",
    why="Pods use the upper half of a rail's prefix, with one address per host. No host of the envelope may have an address there.",
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
    yield _rails(f"{said}, so none are left for pods", "set rail_networks: host-device")


def _infiniband(plan: Plan, kind: str, spec: FabricSpec) -> Iterator[Finding]:
    if kind == "macvlan":
        yield _rails(
            "macvlan is Ethernet's, and compute is InfiniBand", "set rail_networks: ipoib, sriov or host-device"
        )
    elif kind == "ipoib" and not spec.ipoib:
        yield _rails(
            "rails have no IP addresses over InfiniBand, so pods have none beside them",
            "set fabrics.compute.ipoib: true",
        )
    elif kind == "sriov" and {subnet.manager for subnet in plan.subnets if subnet.fabric == FABRIC} != {"ufm"}:
        yield _rails(
            "virtual functions need a subnet manager that gives them addresses (virt_enabled), which OpenSM 3.3 does not support",
            "set fabrics.compute.manager: ufm, or rail_networks: host-device",
        )
    if plan.tenants:
        yield _rails(
            "tenants are isolated by partition keys of the hosts' ports; additional interfaces of pods would be in no tenant's partition",
            "set rail_networks: host-device, or remove the tenants",
        )


def _ethernet(plan: Draft, kind: str) -> Iterator[Finding]:
    shape = plan.cluster.shapes[FABRIC]
    if kind not in {"macvlan", "sriov"}:
        yield _rails(
            "ipoib is InfiniBand's, and compute is Ethernet", "set rail_networks: macvlan, sriov or host-device"
        )
    elif not in_vlans(shape):
        yield _rails(
            f"a routed rail is a /31: 2 addresses, of which the host has 1 and its leaf 1, so {kind} has 0 for pods",
            "set fabrics.compute.host_links: vlan, or rail_networks: host-device",
        )
    elif shape.seating.sus > 1:
        yield _rails(
            f"every leaf has a VLAN of its own for a rail, and the envelope has {shape.seating.sus} scalable units: a network of pods has one pool, whose addresses are on one leaf",
            "set fabrics.compute.host_links: routed and rail_networks: host-device, or lower the envelope to one unit",
        )


def _rails(message: str, fix: str) -> Finding:
    return Finding(message=message, loc=_RAILS, help=fix)
