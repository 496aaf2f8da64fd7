"""Kubernetes: workers, addresses of pods, admitted jobs, and hosts of two schedulers."""

from collections.abc import Iterator

from generator.plan.addressing.pods import CALICO_HOSTS, NODE_PREFIX, pod_hosts
from generator.plan.draft import Draft
from generator.plan.hostlist import fold
from generator.plan.kubernetes.slinky import MOST_HOSTS
from generator.plan.kubernetes.workers import gpu_of_group, worker_groups
from generator.plan.scheduled import known_hosts, kubernetes_names, slinky_names, slurm_hosts, strange_entries
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding
from generator.spec.tenants import unfold


@plan_rule(
    title="A Kubernetes worker that is not a compute host of the envelope",
    why="A misspelt host would remain in Slurm; hosts of other roles run no jobs.",
    fix="Name compute hosts of the envelope, or a group of them.",
)
def worker_unknown(plan: Draft) -> Iterator[Finding]:
    """Every entry of `scheduler.kubernetes.hosts` names compute hosts of the envelope."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is None or kubernetes.hosts is None:
        return
    for index, entry, host in strange_entries(plan.cluster, kubernetes.hosts):
        yield Finding(
            message=f"Kubernetes has {entry}, and no compute host of the envelope is called {host}",
            loc=("scheduler", "kubernetes", "hosts", index),
            help=known_hosts(plan.cluster),
        )


@plan_rule(
    title="A pod prefix that is too small",
    why="Every host that runs pods needs a /24 of the pod prefix, and the prefix cannot grow unless the pod network is rebuilt.",
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
    title="Calico from an installer that uses its operator",
    why="RKE2's chart and Calico's own run its operator, which always puts Typha between agents and API; the hosts' firewalls do not open its port (TCP 5473).",
    fix="Remove `cni` or set it to cilium, or use kubespray, whose Calico needs no Typha in a small cluster.",
)
def calico_by_operator(plan: Draft) -> Iterator[Finding]:
    """Only kubespray brings Calico."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is not None and kubernetes.installer != "kubespray" and kubernetes.cni == "calico":
        yield Finding(
            message=f"Calico with {kubernetes.installer} needs Typha at TCP 5473, which the hosts' firewalls block",
            loc=("scheduler", "kubernetes", "cni"),
            help="remove cni, or set installer: kubespray",
        )


@plan_rule(
    title="RKE2 without encryption of Secrets",
    why="RKE2 always encrypts Secrets in etcd: it sets `secrets-encryption` itself.",
    fix="Remove `secrets_encryption`, or state secretbox or aescbc.",
)
def secrets_always_encrypted(plan: Draft) -> Iterator[Finding]:
    """Only kubespray and kubeadm leave Secrets as they are."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is not None and kubernetes.installer == "rke2" and kubernetes.secrets_encryption == "none":
        yield Finding(
            message="RKE2 encrypts Secrets in etcd whatever its configuration says",
            loc=("scheduler", "kubernetes", "secrets_encryption"),
            help="remove secrets_encryption, or state secretbox or aescbc",
        )


@plan_warning(
    title="Calico on too many hosts to run without Typha",
    why="Above 50 hosts, Calico's documentation requires Typha between its agents and the API; it is not installed, and the hosts' firewalls do not open its port (TCP 5473).",
    fix="Use Cilium for a new cluster. A running cluster keeps Calico, as a change ends every pod: monitor the load of its API, or change to Cilium when jobs may stop.",
)
def calico_many_hosts(plan: Draft) -> Iterator[Finding]:
    """Calico, stated or from the baseline, only has an envelope of at most 50 hosts that run pods."""
    kubernetes = plan.spec.scheduler.kubernetes
    hosts = pod_hosts(plan.cluster)
    if kubernetes is None or kubernetes.installer != "kubespray":
        return  # they bring no Calico: calico-by-operator
    if hosts <= CALICO_HOSTS or (plan.kubernetes and plan.kubernetes.cni) != "calico":
        return
    stated, stands = kubernetes.cni == "calico", plan.cluster.baseline.cni == "calico"
    yield Finding(
        message=f"Calico {'would connect' if stated else 'is kept from the earlier plan, and would connect'} pods of {hosts} hosts without Typha, which its documentation requires above {CALICO_HOSTS}",
        loc=("scheduler", "kubernetes", *(("cni",) if stated else ())),
        help="set cni: cilium when every pod may end" if stands else "remove cni",
    )


@plan_rule(
    title="AppWrappers on hosts that share NVLink",
    why="A job that spans NVLink needs a compute domain, which an AppWrapper cannot contain, so no AppWrapper is written.",
    fix="Remove appwrapper: the other kinds of jobs are written.",
)
def appwrapper_and_domains(plan: Draft) -> Iterator[Finding]:
    """Where AppWrappers are stated, some group has hosts that are single NVLink domains."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is None or "appwrapper" not in kubernetes.acceptance:
        return
    groups = [group for group in worker_groups(plan) if group.entry.gpus]
    if groups and all(group.entry.nvlink_domain_hosts for group in groups):
        names = ", ".join(group.name for group in groups)
        yield Finding(
            message=f"an AppWrapper carries no compute domain, which a job needs that spans NVLink, and all hosts with GPUs ({names}) share NVLink",
            loc=("scheduler", "kubernetes", "acceptance"),
            help="leave appwrapper out of acceptance",
        )


@plan_rule(
    title="Hosts that Slurm in pods cannot use",
    why="It runs on hosts of Kubernetes only, its operator writes a slurm.conf for at most 1024 hosts, and it finds GPUs through NVIDIA's driver.",
    fix="Name hosts of scheduler.kubernetes.hosts that have NVIDIA's GPUs, or none, in slinky.hosts: at most 1024.",
)
def slinky_hosts(plan: Draft) -> Iterator[Finding]:
    """Every entry names hosts of Kubernetes; no more of them than the operator's slurm.conf supports, none with another maker's GPUs."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is None or kubernetes.slinky is None:
        return
    place = ("scheduler", "kubernetes", "slinky")
    known, names = kubernetes_names(plan.cluster), slinky_names(plan.cluster)
    groups = {group.name: group for group in worker_groups(plan)}
    for index, entry in enumerate(kubernetes.slinky.hosts or ()):
        if entry not in groups and (strange := next((name for name in unfold(entry) if name not in known), None)):
            yield Finding(
                message=f"Slurm in pods has {entry}, and {strange} is not a host of Kubernetes",
                loc=(*place, "hosts", index),
                help="name hosts that scheduler.kubernetes.hosts has",
            )
    if len(names) > MOST_HOSTS:
        yield KeyFinding(
            message=f"the slurm.conf of Slurm in pods can list {MOST_HOSTS} hosts, and the envelope has {len(names)} for it",
            loc=place,
            help="name fewer in slinky.hosts",
        )
    for group in groups.values():
        gpu = gpu_of_group(plan, group)
        if gpu and gpu.vendor_kind != "nvidia" and any(group.host_name(n) in names for n in range(group.max)):
            yield KeyFinding(
                message=f"Slurm in pods finds GPUs by NVIDIA's driver, and {group.name} has {gpu.title}",
                loc=place,
                help=f"name other hosts in slinky.hosts, and leave {group.name} out",
            )


@plan_warning(
    title="Hosts that both schedulers allocate",
    why="Slurm and Kubernetes are not aware of each other: each allocates the same GPUs, cores and memory to its jobs.",
    fix="Divide the hosts with scheduler.kubernetes.hosts, or state scheduler.shared_hosts and drain a host in one before the other uses it.",
)
def hosts_of_two_schedulers(plan: Draft) -> Iterator[Finding]:
    """No compute host is Slurm's and Kubernetes' at once."""
    scheduler = plan.spec.scheduler
    if scheduler.slurm is None or scheduler.kubernetes is None or scheduler.shared_hosts:
        return
    both = [host.name for host in slurm_hosts(plan) if host.name in kubernetes_names(plan.cluster)]
    if both:
        yield KeyFinding(
            message=f"Slurm and Kubernetes both allocate {fold(both)}: neither is aware of the other's jobs",
            loc=("scheduler", "kubernetes"),
            help="name the hosts of Kubernetes in scheduler.kubernetes.hosts, so that Slurm has the others; or set scheduler.shared_hosts if operators move hosts from one to the other",
        )
