"""`scheduler`: who starts jobs."""

import operator
from ipaddress import IPv4Network
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from generator.spec.addresses import Address4, Prefix4
from generator.spec.base import Asn, Flag, SpecModel, own_error
from generator.spec.kubernetes_jobs import AcceptanceKind, CloudHostsSpec, ContainerImage, SlinkySpec, WorkerClusters
from generator.spec.oidc import OidcSpec
from generator.spec.paths import PlainPath
from generator.spec.slurm import SlurmSpec
from generator.spec.tenants import HostRange

RailNetworksName = Literal["host-device", "macvlan", "sriov", "ipoib"]
CniName = Literal["calico", "cilium"]
SecretsEncryption = Literal["secretbox", "aescbc", "none"]


def _some(value: tuple[str, ...]) -> tuple[str, ...]:
    if not value:
        raise own_error(
            "Kubernetes without hosts runs nothing; list its hosts, or remove the key so that it has all hosts"
        )
    return value


_SERVICE_LENGTHS = range(12, 29)
"""The API server takes 20 bits at most, and kubeadm asks for ten addresses, of which the tenth is that of DNS (kubernetes/kubernetes, cmd/kubeadm/app/apis/kubeadm/validation, ValidateServiceSubnetSize)."""


def _of_services(value: IPv4Network) -> IPv4Network:
    if value.prefixlen not in _SERVICE_LENGTHS:
        raise own_error(f"services of Kubernetes need a prefix of /12 to /28, and {value} has /{value.prefixlen}")
    return value


class KubernetesSpec(SpecModel):
    """Kubernetes. Its control plane runs on the hosts of role `control`."""

    hosts: Annotated[tuple[HostRange, ...], AfterValidator(_some)] | None = None
    """Compute hosts that are its workers, by name or range (`gpu05`, `gpu[05-08]`), or a whole group by its name; hosts that are not installed yet may be
    listed. Slurm then has all others. To move a host to the other scheduler, change this list: `clustergen plan` reports which hosts are drained. By default
    all; with Slurm, both schedulers then list every compute host, and the site decides which one uses which host."""
    installer: Literal["kubespray", "kubeadm", "rke2"] = "kubespray"
    """What installs the cluster: kubespray, kubeadm (a file for each host; several control hosts need `api_address`), or RKE2. kubeadm and RKE2 use
    Cilium."""
    topology_prefix: Literal["topograph", "nvidia"] = "topograph"
    """Label names for the network topology: topograph 1.0's (`fabric.topograph.run`) or the older NVIDIA ones."""
    cni: CniName | None = None
    """CNI of the cluster, over the in-band segment (`pod_routing`). By default Calico if at most 50 hosts of the envelope run pods, else Cilium: for more
    hosts, Calico recommends its Typha, which the hosts' firewalls do not admit. The CNI of a `--baseline` is kept. With kubeadm and RKE2 always Cilium."""
    pod_routing: Literal["overlay", "bgp"] = "overlay"
    """How packets of pods reach other hosts. `overlay`: in VXLAN, and leaves have no routes to pods. `bgp`: without a tunnel; hosts announce the addresses of
    their pods to the frontend leaves by BGP, so that clients that `access` permits (zone `pods`) reach pods by their own addresses."""
    pod_asn: Asn = 64512
    """With `pod_routing: bgp`, the AS number of all hosts that run pods (RFC 6996, private use)."""
    leaf_asn: Asn = 64513
    """With `pod_routing: bgp`, the AS number that every frontend leaf uses towards these hosts, so that a host's file does not depend on its cabling."""
    pods: Prefix4 = IPv4Network("100.64.0.0/11")
    """Addresses of pods, a /24 for each host of the envelope. The default is from RFC 6598's range, which sites do not route."""
    services: Annotated[Prefix4, AfterValidator(_of_services)] = IPv4Network("100.96.0.0/16")
    """Addresses of services, a prefix of /12 to /28."""
    api_address: Address4 | None = None
    """A virtual address of the control hosts for the API (kube-vip), in their part of the in-band segment. People use it; hosts themselves do not need it."""
    queues: Literal["kueue", "volcano", "kai"] = "kueue"
    """What admits jobs and schedules their pods together: Kueue, Volcano, or KAI Scheduler. All get the same network topology, and a queue for each
    workspace."""
    rail_networks: RailNetworksName = "host-device"
    """How pods use rails. `host-device`: one pod of a host takes the whole port, with the host's address. With the others, several pods share a port, for
    example one for each GPU: `macvlan` and `sriov` (virtual functions) with addresses of a VLAN (`host_links: vlan`), `sriov` also on InfiniBand with UFM,
    `ipoib` on InfiniBand with `ipoib: true`."""
    gpu_driver: Literal["host", "operator"] = "host"
    """Which NVIDIA driver runs: that of the hosts' image, or the GPU Operator's container, which also brings GDRCopy."""
    node_health: Literal["none", "conditions", "quarantine"] = "conditions"
    """What detects an unhealthy node: nothing; node-problem-detector, which runs the health checks and sets conditions of the node; or it and the Node Readiness
    Controller, which keeps jobs away from unhealthy nodes with a taint."""
    mig: Literal["none", "single", "mixed"] = "none"
    """How divided GPUs (MIG) are offered to pods: not at all (`none`), as GPUs of one size (`single`), or each size under its own resource name (`mixed`)."""
    acceptance: tuple[AcceptanceKind, ...] = ("job", "mpi", "trainer")
    """Kinds of acceptance jobs: Kubernetes' own Jobs, MPIJobs (MPI Operator) with nccl-tests, TrainJobs (Kubeflow Trainer), and Jobs in an AppWrapper, which
    needs Kueue. Each kind is a separate folder to apply."""
    acceptance_image: ContainerImage | None = None
    """The image of acceptance jobs, with PyTorch for these GPUs. By default NVIDIA's 25.04 for NVIDIA's GPUs; for others, no jobs are written."""
    mpi_image: ContainerImage | None = None
    """The image of MPIJobs, with Open MPI, an SSH server, and nccl-tests or rccl-tests. By default CoreWeave's for NVIDIA's GPUs; for others, no MPIJobs are
    written."""
    mpi_program: PlainPath = "/opt/nccl-tests/build/all_reduce_perf"
    """Path of `all_reduce_perf` in that image."""
    transfer_image: Annotated[ContainerImage | None, Field(exclude_if=operator.not_)] = None
    """The image of jobs that fill a tier from another one (`storage.<tier>.feeds`), with bash, find and sort, rsync for file systems, and rclone for object
    stores. By default no jobs are written."""
    burst: CloudHostsSpec | None = None
    """Hosts of a cloud provider that are started for jobs in a separate queue: Kueue requests them from the Cluster Autoscaler before it admits a job."""
    clusters: WorkerClusters = {}
    """Other Kubernetes clusters by name, to which Kueue sends the jobs of the queue `elsewhere` (MultiKueue)."""
    audit: Flag = True
    """Whether API servers record requests in `/var/log/kubernetes/audit` of control hosts: changes of rights with their content, reads and changes of Secrets
    without, and no routine requests of the cluster's own programs."""
    secrets_encryption: SecretsEncryption = "secretbox"
    """How Secrets are encrypted in etcd. `secretbox` (XSalsa20 and Poly1305); `aescbc`, for rules that require AES (FIPS 140), which Kubernetes documents as
    weak; `none`, if the site configures a key management service itself (not with RKE2, which always encrypts). The installer or a command on the first
    control host makes the key; no file of the tree has it."""
    oidc: Annotated[OidcSpec | None, Field(exclude_if=operator.not_)] = None
    """The identity provider through which people use the API; without it, certificates of the cluster alone."""
    slinky: SlinkySpec | None = None
    """Slurm in pods on some of its hosts (Slinky)."""


class SchedulerSpec(SpecModel):
    """The schedulers; both may be given."""

    slurm: SlurmSpec | None = None
    """Write Slurm's files."""
    kubernetes: KubernetesSpec | None = None
    """Write Kubernetes' files."""
    spares: tuple[HostRange, ...] = ()
    """Spare compute hosts, which replace hosts that fail during a job: by name, by range, or a whole group by its name. Slurm keeps them in the reservation
    `spares`; on Kubernetes they are cordoned (taint `node.kubernetes.io/unschedulable`); launch files and quotas do not count them. `clustergen size` reports
    how many suffice."""
    shared_hosts: Flag = False
    """Whether both schedulers use the same hosts on purpose: an operator drains a host in one of them before the other uses it. If `false`, a warning lists
    such hosts."""
