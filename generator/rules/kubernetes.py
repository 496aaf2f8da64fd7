"""Hosts and addresses of Kubernetes: who its workers are, the room of its pods, and where its API is reached."""

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Network

from generator.plan.addressing.pods import CALICO_HOSTS, NODE_PREFIX, pod_hosts
from generator.plan.addressing.segments import INBAND
from generator.plan.draft import Draft
from generator.plan.hosts.names import Names
from generator.plan.scheduled import COMPUTE, strange_entries
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding


@plan_rule(
    title="A worker of Kubernetes that no compute host of the envelope is",
    why="A misspelt host would stay with Slurm; hosts of other roles run no jobs.",
    fix="Name compute hosts of the envelope, or a group of them.",
)
def worker_unknown(plan: Draft) -> Iterator[Finding]:
    """Every entry of `scheduler.kubernetes.hosts` stands for compute hosts of the envelope."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is None or kubernetes.hosts is None:
        return
    groups = [group for group in plan.cluster.groups if group.role == COMPUTE]
    known = ", ".join(f"{group.host_name(0)} to {group.host_name(group.max - 1)}" for group in groups)
    for index, entry, host in strange_entries(plan.cluster, kubernetes.hosts):
        yield Finding(
            message=f"Kubernetes has {entry}, and no compute host of the envelope is called {host}",
            loc=("scheduler", "kubernetes", "hosts", index),
            help=f"compute hosts of the envelope are {known}",
        )


@plan_rule(
    title="A prefix of pods with too little room",
    why="Every host that runs pods has a /24 of their prefix, and a prefix cannot grow without building the network of pods anew.",
    fix="Use a shorter prefix, or lower the envelope.",
)
def pods_too_few(plan: Draft) -> Iterator[Finding]:
    """A /24 for each compute and control host of the envelope."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is None:
        return
    hosts = pod_hosts(plan.cluster)
    bits = NODE_PREFIX - kubernetes.pods.prefixlen
    if bits < 0 or 2**bits < hosts:
        need = NODE_PREFIX - max(0, (hosts - 1).bit_length())
        yield Finding(
            message=f"{kubernetes.pods} has room for {2**bits if bits >= 0 else 0} hosts with a /{NODE_PREFIX} of pods each, and the envelope has {hosts} that run pods",
            loc=("scheduler", "kubernetes", "pods"),
            help=f"use a /{need} or shorter",
        )


@plan_rule(
    title="An address of the Kubernetes API that nobody reaches",
    why="Leaves let in from control hosts what has an address of their part of the in-band segment, and let others ask there; an address of a host is that host's.",
    fix="Use an address of that part that no host of the envelope has: the last ones are free.",
)
def api_address_misplaced(plan: Draft) -> Iterator[Finding]:
    """`scheduler.kubernetes.api_address` is in the control hosts' part of the in-band segment, and no host's."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is None or kubernetes.api_address is None:
        return
    address = kubernetes.api_address
    zone = plan.access.zone.get(f"{INBAND}/control")
    part = IPv4Network(zone.prefixes[0]) if zone else None
    hosts = {name.address: name.names[0] for name in Names(plan).envelope("control")}
    if part is None:
        said = f"{address} is to be in the control hosts' part of the in-band segment, and the cluster has none"
    elif address not in part or address in {part.network_address, part.broadcast_address}:
        said = f"{address} is not in {part}, the control hosts' part of the in-band segment"
    elif str(address) in hosts:
        said = f"{address} is the address of {hosts[str(address)]}"
    else:
        return
    last = IPv4Address(int(part.broadcast_address) - 1) if part else None
    yield Finding(
        message=said,
        loc=("scheduler", "kubernetes", "api_address"),
        help=f"use {last}, for example" if last else "add fabrics.frontend, or leave api_address out",
    )


@plan_rule(
    title="Several control hosts of kubeadm without an address of the API",
    why="Hosts that kubeadm joins ask one address for as long as they live; without one that moves among the control hosts that is the first of them, whose loss stops all.",
    fix="Give `api_address`, or use another installer: kubespray and RKE2 bring a way to all control hosts.",
)
def api_address_missing(plan: Draft) -> Iterator[Finding]:
    """With kubeadm there is `api_address`, unless the envelope has one control host."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is None or kubernetes.installer != "kubeadm" or kubernetes.api_address is not None:
        return
    hosts = sum(group.max for group in plan.cluster.groups if group.role == "control")
    zone = plan.access.zone.get(f"{INBAND}/control")
    if hosts > 1 and zone:
        last = IPv4Address(int(IPv4Network(zone.prefixes[0]).broadcast_address) - 1)
        yield Finding(
            message=f"kubeadm is to join hosts to {hosts} control hosts of the envelope, and these have no address in common",
            loc=("scheduler", "kubernetes", "installer"),
            help=f"set api_address to {last}, for example",
        )


@plan_rule(
    title="Calico by an installer that brings its operator",
    why="RKE2's chart and Calico's own run its operator, which always puts Typha between agents and API; no host's firewall has a door for that (TCP 5473).",
    fix="Leave `cni` out or say cilium, or use kubespray, whose Calico needs no Typha in a small cluster.",
)
def calico_by_operator(plan: Draft) -> Iterator[Finding]:
    """Only kubespray brings Calico."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is not None and kubernetes.installer != "kubespray" and kubernetes.cni == "calico":
        yield Finding(
            message=f"Calico with {kubernetes.installer} asks for Typha at TCP 5473, which hosts let nobody reach",
            loc=("scheduler", "kubernetes", "cni"),
            help="remove cni, or set installer: kubespray",
        )


@plan_warning(
    title="Calico on more hosts than ask the API by themselves",
    why="Beyond 50 hosts Calico's documentation asks for Typha between its agents and the API; none is set up, and hosts' firewalls have no door for it (TCP 5473).",
    fix="Use Cilium for a new cluster. One that runs keeps Calico, as a change ends every pod: watch the load of its API, or change to Cilium when jobs may stop.",
)
def calico_many_hosts(plan: Draft) -> Iterator[Finding]:
    """Calico, stated or standing from an earlier plan, and an envelope of at most 50 hosts that run pods."""
    kubernetes = plan.spec.scheduler.kubernetes
    hosts = pod_hosts(plan.cluster)
    if kubernetes is None or kubernetes.installer != "kubespray":
        return  # they bring no Calico: calico-by-operator
    if hosts <= CALICO_HOSTS or (plan.kubernetes and plan.kubernetes.cni) != "calico":
        return
    stated, stands = kubernetes.cni == "calico", plan.cluster.baseline.cni == "calico"
    yield Finding(
        message=f"Calico {'is to join' if stated else 'stands from the earlier plan, and would join'} pods of {hosts} hosts without Typha, which its documentation asks for beyond {CALICO_HOSTS}",
        loc=("scheduler", "kubernetes", *(("cni",) if stated else ())),
        help="state cni: cilium when every pod may end" if stands else "remove cni",
    )
