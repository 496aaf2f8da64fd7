"""Stated addresses of the in-band segment, in their parts: the next hop to the site, the Kubernetes API, and shared addresses of servers of files and objects."""

from collections.abc import Iterator, Mapping
from ipaddress import IPv4Address, IPv4Network

from generator.plan.access.records import GATEWAYS
from generator.plan.addressing.pools import ROLE_CODES
from generator.plan.addressing.segments import INBAND
from generator.plan.draft import Draft
from generator.plan.hosts.names import Names
from generator.rules import plan_rule
from generator.source.span import Loc
from generator.spec.checks.rule import Finding, KeyFinding

_FRONTEND = "frontend"
_WITHOUT_VRRP = "cumulus"
"""The system whose documents have no match by this protocol (CumulusNetworks/docs@035c17b1, nvue-reference, ACL: match ip protocol)."""


def _part(plan: Draft, name: str) -> IPv4Network | None:
    """Return the prefix of a part of the in-band segment, whose last address is free."""
    layout = next((each for each in plan.layouts if each.pool == INBAND), None)
    zone = plan.access.zone.get(f"{INBAND}/{name}")
    return layout.prefix_of(through="role", role=ROLE_CODES[name]) if layout and zone else None


def _misplaced(
    address: IPv4Address, part: IPv4Network | None, *, loc: Loc, missing: str, where: str, held: Mapping[str, str]
) -> Iterator[Finding]:
    """Report an address outside its part of the segment, or one that is in use: `held` has the owner of each."""
    if part is None:
        said = missing
    elif address not in part or address in {part[0], part[-1]}:
        said = f"is not in {part}, {where}"
    elif str(address) in held:
        said = f"is {held[str(address)]}"
    else:
        return
    fix = f"use {part[-2]}, for example" if part else f"add fabrics.frontend, or leave {loc[-1]} out"
    yield Finding(message=f"{address} {said}", loc=loc, help=fix)


@plan_rule(
    title="An uplink to the site that leads nowhere",
    why="Frontend leaves send packets for the site to a neighbour in the in-band segment, which needs an address that neither hosts (the roles' parts) nor leaves (the gateways) have.",
    fix="Use an address of the segment's own part, away from its start: the last ones are free.",
)
def way_out_misplaced(plan: Draft) -> Iterator[Finding]:
    """`addressing.way_out` is in the in-band segment's own part, and no leaf's."""
    way_out = plan.spec.addressing.way_out
    if way_out is not None:
        yield from _misplaced(
            way_out,
            _part(plan, GATEWAYS),
            loc=("addressing", "way_out"),
            missing="is in the in-band segment, and the cluster has none",
            where="the part of the in-band segment that no host has",
            held={
                each.address: f"the gateway of {each.device}"
                for each in plan.addresses
                if each.use in {"gateway", "own-gateway"}
            },
        )


@plan_rule(
    title="An unreachable address of the Kubernetes API",
    why="Leaves accept packets of control hosts, and requests to them, only in the control hosts' part of the in-band segment; an address that a host has is not free.",
    fix="Use an address of that part that no host of the envelope has: the last ones are free.",
)
def api_address_misplaced(plan: Draft) -> Iterator[Finding]:
    """`scheduler.kubernetes.api_address` is in the control hosts' part of the in-band segment, and no host's."""
    kubernetes = plan.spec.scheduler.kubernetes
    address = kubernetes.api_address if kubernetes else None
    if address is not None:
        yield from _misplaced(
            address,
            _part(plan, "control"),
            loc=("scheduler", "kubernetes", "api_address"),
            missing="is to be in the control hosts' part of the in-band segment, and the cluster has none",
            where="the control hosts' part of the in-band segment",
            held=_of_hosts(plan),
        )


def _of_hosts(plan: Draft) -> dict[str, str]:
    """Return whose every address of a host of the envelope is."""
    return {
        each.address: f"the address of {each.names[0]}"
        for role in plan.known.by_role
        for each in Names(plan).envelope(role)
    }


@plan_rule(
    title="An address of NFS that clients cannot reach",
    why="The firewalls of hosts and the filters of leaves allow NFS to the storage hosts' part of the in-band segment; an address that a host has is not free.",
    fix="Use an address of that part that no host of the envelope has: the last ones are free.",
)
def nfs_address_misplaced(plan: Draft) -> Iterator[Finding]:
    """The address of every pair is in the storage hosts' part of the in-band segment, and no host's or other pair's."""
    held = _of_hosts(plan)
    for tier in plan.tiers:
        if (spec := plan.spec.storage[tier.name].nfs) is not None:
            loc: Loc = ("storage", tier.name, "nfs", "address")
            yield from _moving(plan, spec.address, loc, held)
            held[str(spec.address)] = f"the address of storage.{tier.name}"


def _moving(plan: Draft, address: IPv4Address, loc: Loc, held: Mapping[str, str]) -> Iterator[Finding]:
    """Report an address that storage hosts share, if it is not in their part of the segment, or is in use."""
    yield from _misplaced(
        address,
        _part(plan, "storage"),
        loc=loc,
        missing="is to be in the storage hosts' part of the in-band segment, and the cluster has none",
        where="the storage hosts' part of the in-band segment",
        held=held,
    )


@plan_rule(
    title="An address of an object store that clients cannot reach",
    why="The firewalls of hosts and the filters of leaves allow buckets to the storage hosts' part of the in-band segment; an address that a host has is not free.",
    fix="Use addresses of that part that no host of the envelope has: the last ones are free.",
)
def ceph_address_misplaced(plan: Draft) -> Iterator[Finding]:
    """Addresses that gateways share are in the storage hosts' part of the in-band segment, and no host's, pair's or other store's."""
    pairs = ((name, tier.nfs) for name, tier in plan.spec.storage.items() if tier.nfs)
    held = _of_hosts(plan) | {str(nfs.address): f"the address of storage.{name}" for name, nfs in pairs}
    for tier in plan.tiers:
        spec = plan.spec.storage[tier.name].ceph
        if spec is None or tier.fabric != _FRONTEND:
            continue
        for index, address in enumerate(spec.addresses):
            yield from _moving(plan, address, ("storage", tier.name, "ceph", "addresses", index), held)
        held |= {str(address): f"an address of storage.{tier.name}" for address in spec.addresses}


@plan_rule(
    title="An address of an object store that leaves hold in place",
    why="Gateways agree who holds an address by VRRP, a protocol of its own (IP protocol 112) that the filters of leaves must let pass. The access lists of Cumulus Linux match "
    "tcp, udp, ospf, pim, icmp, icmpv6 and igmp, as its reference has them: each gateway would get no packet of the others and take every address.",
    fix="Use leaves with SONiC or EOS for the frontend, or remove `addresses`.",
)
def ceph_address_filtered(plan: Draft) -> Iterator[Finding]:
    """No leaf at which hosts have their frontend ports has a system that cannot match VRRP."""
    blind = next((each for each in plan.switches if each.os == _WITHOUT_VRRP and _FRONTEND in each.carries), None)
    for tier in plan.tiers:
        spec = plan.spec.storage[tier.name].ceph
        if blind and spec and spec.addresses and tier.fabric == _FRONTEND:
            yield KeyFinding(
                message=f"the gateways of storage.{tier.name} would share addresses, and {blind.name} runs Cumulus Linux, whose filters cannot let VRRP pass",
                loc=("storage", tier.name, "ceph", "addresses"),
                help="use SONiC or EOS for the leaves of the frontend, or remove addresses",
            )


@plan_rule(
    title="Several control hosts of kubeadm without an address of the API",
    why="Hosts that kubeadm joins use one API address permanently. Without an address that moves between the control hosts, this is the address of the first control host, whose failure stops the cluster.",
    fix="State `api_address`, or use another installer: kubespray and RKE2 connect to all control hosts.",
)
def api_address_missing(plan: Draft) -> Iterator[Finding]:
    """With kubeadm there is `api_address`, unless the envelope has one control host."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is None or kubernetes.installer != "kubeadm" or kubernetes.api_address is not None:
        return
    hosts = sum(group.max for group in plan.cluster.groups if group.role == "control")
    part = _part(plan, "control")
    if hosts > 1 and part:
        yield Finding(
            message=f"kubeadm joins hosts to {hosts} control hosts of the envelope, and these share no address",
            loc=("scheduler", "kubernetes", "installer"),
            help=f"set api_address to {part[-2]}, for example",
        )
