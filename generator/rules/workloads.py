"""Acceptance jobs that nobody would let in, hosts that Slurm in pods cannot have, and hosts of two schedulers."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.hostlist import fold
from generator.plan.kubernetes.slinky import MOST_HOSTS
from generator.plan.kubernetes.workers import gpu_of_group, worker_groups
from generator.plan.scheduled import kubernetes_names, slinky_names, slurm_hosts
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding
from generator.spec.tenants import unfold


@plan_rule(
    title="AppWrappers on hosts that share NVLink",
    why="Kueue lets in no claim of a device whose class it is not told of, and pods that share NVLink claim a channel; so no wrapper is written.",
    fix="Leave appwrapper out: the other kinds of jobs are written.",
)
def appwrapper_and_domains(plan: Draft) -> Iterator[Finding]:
    """Where AppWrappers are asked for, some group has hosts that are domains of their own."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is None or "appwrapper" not in kubernetes.acceptance:
        return
    groups = [group for group in worker_groups(plan) if group.entry.gpus]
    if groups and all(group.entry.nvlink_domain_hosts for group in groups):
        names = ", ".join(group.name for group in groups)
        yield Finding(
            message=f"AppWrappers are let in by Kueue, which lets in no job that spans NVLink, and all hosts with GPUs ({names}) do",
            loc=("scheduler", "kubernetes", "acceptance"),
            help="leave appwrapper out of acceptance",
        )


@plan_rule(
    title="Hosts that Slurm in pods cannot have",
    why="It runs where Kubernetes does; its operator writes a slurm.conf for 1024 hosts; and GPUs are found there by what NVIDIA's driver says.",
    fix="Name hosts of scheduler.kubernetes.hosts that have NVIDIA's GPUs, or none, in slinky.hosts: at most 1024.",
)
def slinky_hosts(plan: Draft) -> Iterator[Finding]:
    """Every entry stands for hosts of Kubernetes; no more of them than the operator's slurm.conf takes, none with another maker's GPUs."""
    kubernetes = plan.spec.scheduler.kubernetes
    if kubernetes is None or kubernetes.slinky is None:
        return
    place = ("scheduler", "kubernetes", "slinky")
    known, names = kubernetes_names(plan.cluster), slinky_names(plan.cluster)
    groups = {group.name: group for group in worker_groups(plan)}
    for index, entry in enumerate(kubernetes.slinky.hosts or ()):
        strange = next((name for name in unfold(entry) if name not in known), None)
        if entry not in groups and strange:
            yield Finding(
                message=f"Slurm in pods has {entry}, and {strange} is no host of Kubernetes'",
                loc=(*place, "hosts", index),
                help="name hosts that scheduler.kubernetes.hosts has",
            )
    if len(names) > MOST_HOSTS:
        yield KeyFinding(
            message=f"the slurm.conf of Slurm in pods takes {MOST_HOSTS} hosts, and {len(names)} of the envelope are to be its",
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
    title="Hosts that both schedulers give out",
    why="Slurm and Kubernetes know nothing of each other: each gives jobs the same GPUs, cores and memory.",
    fix="Share the hosts out with scheduler.kubernetes.hosts, or state scheduler.shared_hosts and drain a host in one before the other uses it.",
)
def hosts_of_two_schedulers(plan: Draft) -> Iterator[Finding]:
    """No compute host is Slurm's and Kubernetes' at once."""
    scheduler = plan.spec.scheduler
    if scheduler.slurm is None or scheduler.kubernetes is None or scheduler.shared_hosts:
        return
    both = [host.name for host in slurm_hosts(plan) if host.name in kubernetes_names(plan.cluster)]
    if both:
        yield KeyFinding(
            message=f"Slurm and Kubernetes both give out {fold(both)}: neither knows of the other's jobs",
            loc=("scheduler", "kubernetes"),
            help="name hosts in scheduler.kubernetes.hosts, Slurm has the others then; or say with scheduler.shared_hosts that operators hand them over",
        )
