"""`scheduler`: who starts jobs."""

from ipaddress import IPv4Network
from typing import Annotated, Literal

from pydantic import AfterValidator

from generator.spec.addresses import Address4, Prefix4
from generator.spec.base import Asn, Flag, SpecModel, own_error
from generator.spec.kubernetes_jobs import AcceptanceKind, CloudHostsSpec, ContainerImage, SlinkySpec, WorkerClusters
from generator.spec.paths import PlainPath
from generator.spec.slurm import SlurmSpec
from generator.spec.tenants import HostRange

RailNetworksName = Literal["host-device", "macvlan", "sriov", "ipoib"]
CniName = Literal["calico", "cilium"]


def _some(value: tuple[str, ...]) -> tuple[str, ...]:
    if not value:
        raise own_error(
            "Kubernetes without hosts runs nothing; list its hosts, or remove the key so that it has all hosts"
        )
    return value


class KubernetesSpec(SpecModel):
    """Kubernetes. Its control plane runs on the hosts of role `control`."""

    hosts: Annotated[tuple[HostRange, ...], AfterValidator(_some)] | None = None
    """Compute hosts that are its workers, by name or range (`gpu05`, `gpu[05-08]`), or a whole group by its name; those yet to come may be named.
    Slurm then has all others, and moving a host is a change of this list: `clustergen plan` says who is drained. By default all; where Slurm is
    there too, both then name every compute host, and who runs what on which is left to the site."""
    installer: Literal["kubespray", "kubeadm", "rke2"] = "kubespray"
    """Who builds the cluster: kubespray; kubeadm, a file for each host, where several control hosts need `api_address`; or RKE2. The last two come with Cilium."""
    topology_prefix: Literal["topograph", "nvidia"] = "topograph"
    """Label names for the network topology: topograph 1.0's (`fabric.topograph.run`) or the older NVIDIA ones."""
    cni: CniName | None = None
    """CNI of the cluster, over the in-band segment (`pod_routing`). By default Calico where at most 50 hosts of the envelope run pods, else Cilium: beyond
    that, Calico asks for its Typha, which hosts' firewalls have no door for. What exists in a `--baseline` stays. With kubeadm and RKE2 always Cilium."""
    pod_routing: Literal["overlay", "bgp"] = "overlay"
    """How packets of pods reach other hosts: in VXLAN, and leaves know of hosts alone; or as they are, and hosts announce by BGP to the frontend leaves
    which pods they have, so that whoever `access` lets (the zone is `pods`) reaches pods by their own addresses."""
    pod_asn: Asn = 64512
    """With `pod_routing: bgp`, the AS number of all hosts that run pods (RFC 6996, private use)."""
    leaf_asn: Asn = 64513
    """With `pod_routing: bgp`, the AS number that every frontend leaf has towards them, so that a host's file does not depend on where it is cabled."""
    pods: Prefix4 = IPv4Network("100.64.0.0/11")
    """Addresses of pods (RFC 6598, which sites do not route), a /24 for each host of the envelope."""
    services: Prefix4 = IPv4Network("100.96.0.0/16")
    """Addresses of services."""
    api_address: Address4 | None = None
    """An address of the control hosts' part of the in-band segment that moves among them (kube-vip): where people reach the API. Hosts themselves
    need none."""
    queues: Literal["kueue", "volcano", "kai"] = "kueue"
    """Who lets jobs in and keeps them together: Kueue, Volcano, or KAI Scheduler. All are given the same tree."""
    rail_networks: RailNetworksName = "host-device"
    """How pods have rails. `host-device`: one pod of a host takes the whole port, with the host's address. The others let a pod for each GPU have it at once:
    `macvlan` and `sriov` (virtual functions) with addresses of a VLAN (`host_links: vlan`), `sriov` also on InfiniBand under UFM, `ipoib` on
    InfiniBand with `ipoib: true`."""
    gpu_driver: Literal["host", "operator"] = "host"
    """Whose NVIDIA driver runs: the one of the hosts' image, or the GPU Operator's container, which GDRCopy then comes with."""
    node_health: Literal["none", "conditions", "quarantine"] = "conditions"
    """What detects an unhealthy node: nothing; node-problem-detector, which runs the health checks and sets conditions of the node; or it and the Node Readiness
    Controller, which keeps jobs away from unhealthy nodes with a taint."""
    mig: Literal["none", "single", "mixed"] = "none"
    """How divided GPUs (MIG) are offered to pods: not at all, as GPUs of one size, or each size by a name of its own."""
    acceptance: tuple[AcceptanceKind, ...] = ("job", "mpi", "trainer")
    """Kinds of acceptance jobs: Jobs of the core, MPIJobs (MPI Operator) with nccl-tests, TrainJobs (Kubeflow Trainer), and the first kind in an
    AppWrapper, which needs Kueue. Each kind is a folder that is applied by itself."""
    acceptance_image: ContainerImage | None = None
    """The image of acceptance jobs: one with PyTorch that knows the GPUs. By default NVIDIA's of 25.04 for its GPUs, and no jobs for others'."""
    mpi_image: ContainerImage | None = None
    """The image of MPIJobs: Open MPI, an SSH server, and nccl-tests or rccl-tests. By default CoreWeave's for NVIDIA's GPUs, and no MPIJobs for others'."""
    mpi_program: PlainPath = "/opt/nccl-tests/build/all_reduce_perf"
    """Where `all_reduce_perf` is in that image."""
    burst: CloudHostsSpec | None = None
    """Hosts of a provider that come and go with jobs in a queue of their own: Kueue asks the Cluster Autoscaler for them before it lets a job in."""
    clusters: WorkerClusters = {}
    """Other Kubernetes by name, to which Kueue sends the jobs of the queue `elsewhere` (MultiKueue)."""
    slinky: SlinkySpec | None = None
    """Slurm in pods on some of its hosts."""


class SchedulerSpec(SpecModel):
    """The schedulers; both may be given."""

    slurm: SlurmSpec | None = None
    """Write Slurm's files."""
    kubernetes: KubernetesSpec | None = None
    """Write Kubernetes' files."""
    spares: tuple[HostRange, ...] = ()
    """Compute hosts that wait for jobs whose hosts fail: by name, by range, or a whole group by its name.
    Slurm keeps them in the reservation `spares`; Kubernetes starts nothing on them (a node that is cordoned has the taint `node.kubernetes.io/unschedulable`); launch files and
    quotas do without. `clustergen size` says how many are enough."""
    shared_hosts: Flag = False
    """Whether it is meant that both give out the same hosts: an operator drains a host in one of them before the other uses it. Without it, a warning names
    them."""
