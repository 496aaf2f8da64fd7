"""Devices and files of the host in a container of Pyxis: the rails, NCCL's file, AMD's GPUs, and PMIx.

By default, Enroot gives a container no RDMA device: its hook for NVIDIA's adapters needs MELLANOX_VISIBLE_DEVICES, and there is none for others or
for AMD's GPUs
(NVIDIA/enroot, conf/hooks/99-mellanox.sh and 10-devices.sh: with ENROOT_RESTRICT_DEV, /dev is a new one; mounts.d is mounted after that).
"""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.hosts.nccl import settings_file, uses_rdma
from generator.plan.hosts.roce import gpu_of, nic_of
from generator.plan.records import Host
from generator.plan.scheduled import slurm_hosts
from generator.plan.slurm.records import Containers
from generator.plan.slurm.release import mpi_of

_NVIDIA_TOOL = "mlx5"
_FILE = "none x-create=file,bind,ro,nosuid,nodev,noexec,private,nofail,silent"
_DEVICE = "none x-create=file,bind,rw,nosuid,noexec,private,nofail,silent"
_DEVICES = "none x-create=dir,rbind,rw,nosuid,noexec,rslave,nofail,silent"
PLUGIN = "/usr/local/lib/slurm/spank_pyxis.so"
"""Where `make install` of Pyxis puts it (NVIDIA/pyxis, Makefile)."""
_PMIX = (
    ("PMIX_MCA_ptl", "^usock"),
    ("PMIX_MCA_psec", "none"),
    ("PMIX_SYSTEM_TMPDIR", "/var/empty"),
    ("PMIX_MCA_gds", "hash"),
)
"""Settings of slurmd's PMIx for clients of other releases, in containers (NVIDIA/pyxis wiki, Setup)."""


def containers_of(plan: Draft) -> Containers | None:
    """Return the settings, equal for all hosts of Slurm; None where containers are not enabled."""
    slurm = plan.spec.scheduler.slurm
    if slurm is None or slurm.containers != "pyxis":
        return None
    hosts = list({host.group: host for host in slurm_hosts(plan)}.values())
    hooked = uses_rdma(plan) and any(_tool(plan, host) == _NVIDIA_TOOL for host in hosts)
    return Containers(
        plugin=PLUGIN,
        environment=(("MELLANOX_VISIBLE_DEVICES", "all"),) if hooked else (),
        mounts=tuple(_mounts(plan, hosts)),
        modules=("ib_umad", "rdma_ucm") if hooked else (),
        hooks=("50-slurm-pmi.sh", "50-slurm-pytorch.sh"),
        slurmd=_PMIX if mpi_of(plan) == "pmix" else (),
    )


def _tool(plan: Draft, host: Host) -> str:
    """Return the maker of the programs that set the adapter of a host's first rail, empty where not known."""
    rails = (each for each in plan.interfaces_of[host.name] if each.fabric == "compute")
    nic = next((nic_of(plan, rail) for rail in rails), None)
    return (nic.tool or "") if nic else ""


def _mounts(plan: Draft, hosts: list[Host]) -> Iterator[str]:
    for path in sorted({f"/{settings_file(plan, host)}" for host in hosts if host.gpus}):
        yield f"{path} {path} {_FILE}"
    if uses_rdma(plan) and any(_tool(plan, host) not in {"", _NVIDIA_TOOL} for host in hosts):
        yield f"/dev/infiniband /dev/infiniband {_DEVICES}"
    gpus = (gpu_of(plan, host) for host in hosts)
    if any(gpu is not None and gpu.vendor_kind == "amd" for gpu in gpus):
        yield f"/dev/kfd /dev/kfd {_DEVICE}"
        yield f"/dev/dri /dev/dri {_DEVICES}"
