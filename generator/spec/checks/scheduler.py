"""Schedulers and the hosts that run them."""

from collections.abc import Iterator
from ipaddress import IPv4Network

from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule, spec_warning
from generator.spec.cluster import ClusterSpec


def _controls(spec: ClusterSpec) -> int:
    return sum(group.count for group in spec.hosts.values() if group.role == "control")


@spec_rule(
    title="A scheduler without hosts to run on",
    why="slurmctld and the Kubernetes control plane run on hosts of role control.",
    fix="Add a host group with role: control.",
    absent=("hosts",),
)
def scheduler_without_control(spec: ClusterSpec) -> Iterator[Finding]:
    """A scheduler needs control hosts."""
    for name in ("slurm", "kubernetes"):
        if getattr(spec.scheduler, name) is not None and not _controls(spec):
            yield KeyFinding(
                message=f"scheduler.{name} needs hosts of role control, and none is installed",
                loc=("scheduler", name),
                help="add `control: {model: server-1u, role: control, count: 3}` to hosts",
            )


@spec_rule(
    title="A partition with a name that Slurm reserves",
    why="PartitionName=DEFAULT sets defaults for the partitions after it, and creates no partition.",
    fix="Choose another name.",
)
def partition_name(spec: ClusterSpec) -> Iterator[Finding]:
    """No partition is called default or all."""
    slurm = spec.scheduler.slurm
    if slurm is None:
        return
    named: list[tuple[str, Loc]] = [(slurm.partition, ("scheduler", "slurm", "partition"))]
    named += [(name, ("scheduler", "slurm", "partitions", name)) for name in sorted(slurm.partitions)]
    for name, loc in named:
        if name in {"default", "all"}:
            yield Finding(
                message=f"a Slurm partition cannot be called {name}: Slurm reserves that name",
                loc=loc,
                at_key=loc[-1] != "partition",
                help="choose another name, such as gpu",
            )


@spec_warning(
    title="An even number of Kubernetes control hosts",
    why="etcd needs a majority: four members survive no more failures than three.",
    fix="Use 1, 3 or 5.",
)
def even_control(spec: ClusterSpec) -> Iterator[Finding]:
    """Odd numbers for etcd."""
    count = _controls(spec)
    if spec.scheduler.kubernetes is not None and count and count % 2 == 0:
        yield KeyFinding(
            message=f"{count} control hosts form an etcd cluster of {count} members, which survives no more failures than one of {count - 1}",
            loc=("scheduler", "kubernetes"),
            help=f"use {count - 1} or {count + 1} control hosts",
        )


@spec_warning(
    title="A cluster without compute hosts",
    why="Nothing runs jobs.",
    fix="Add a host group of a GPU model.",
)
def no_compute(spec: ClusterSpec) -> Iterator[Finding]:
    """Some group computes; a model's own role counts, so only stated roles are judged."""
    if all(group.role not in (None, "compute") for group in spec.hosts.values()):
        yield KeyFinding(
            message="no host group has compute hosts",
            loc=("hosts",),
            help="add a group such as `gpu: {model: dgx-h100, count: 2}`",
        )


_KEPT_NAMESPACES = (
    *("default", "gpu-operator", "nvidia-network-operator", "dra-driver-nvidia-gpu"),
    *("kueue-system", "volcano-system", "kai-scheduler", "kai-resource-reservation"),
    *("mpi-operator", "kubeflow-system", "appwrapper-system", "slinky"),
)


@spec_rule(
    title="A namespace that Kubernetes or an operator uses",
    why="Every tenant (without tenants, the cluster) has a namespace with its name. Its limits and policies would stop pods of the system in that namespace.",
    fix="Choose another name.",
)
def workspace_name(spec: ClusterSpec) -> Iterator[Finding]:
    """No tenant is called like a namespace that others live in."""
    if spec.scheduler.kubernetes is None:
        return
    names: dict[str, Loc] = {name: ("tenants", name) for name in spec.tenants}
    names = names or {spec.name: ("name",)}
    slinky = spec.scheduler.kubernetes.slinky
    kept = {*_KEPT_NAMESPACES, *([slinky.namespace] if slinky else [])}
    for name, loc in sorted(names.items()):
        if name in kept or name.startswith("kube-"):
            yield Finding(
                message=f"the namespace {name} of Kubernetes would be a workspace",
                loc=loc,
                at_key=bool(spec.tenants),
                help=f"choose another name, such as {name.removeprefix('kube-')}-jobs",
            )


@spec_rule(
    title="Prefixes of pods or services that are in use",
    why="Hosts would send packets for the fabric to pods, or packets for pods to the fabric.",
    fix="Move one of the two; 100.64.0.0/10 (RFC 6598) is not routed by sites.",
)
def pods_overlap(spec: ClusterSpec) -> Iterator[Finding]:
    """Pods, services, pools and segments do not overlap."""
    kubernetes = spec.scheduler.kubernetes
    if kubernetes is None:
        return
    given = spec.fabrics.given()
    pools = [
        *given,
        "loopbacks",
        *(["underlay"] if any(each.underlay == "numbered" for each in given.values()) else []),
    ]
    taken: dict[str, tuple[Loc, IPv4Network]] = {
        f"pool {name}": (("addressing", name), getattr(spec.addressing, name)) for name in pools
    }
    taken |= {f"segment {name}": (("segments", name, "prefix"), each.prefix) for name, each in spec.segments.items()}
    place = ("scheduler", "kubernetes")
    for key, prefix in (("pods", kubernetes.pods), ("services", kubernetes.services)):
        for name, (loc, other) in taken.items():
            if prefix.overlaps(other):
                yield Finding(
                    message=f"{key} {prefix} overlap {name} {other}",
                    loc=(*place, key),
                    notes=(Note(f"{name} is here{', or by default' if loc[0] == 'addressing' else ''}", loc),),
                    help=f"use another prefix for {key}, such as one of 100.64.0.0/10",
                )
        taken[key] = ((*place, key), prefix)
