"""Expected state of a healthy host: GPUs, ports with their speed, mounts, processors and memory. Every argument of the checks is from the plan."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from generator.catalog.model import Gpu, Nic
from generator.catalog.model import Host as HostModel
from generator.plan.hosts.mounts import mounts_of
from generator.plan.hosts.names import Names
from generator.plan.hosts.records import HostInterface
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.spec.base import FabricName

_MEMORY_PERCENT = 5
"""How much less memory than the catalog's a healthy host may show: what firmware and kernel keep."""
_RAILS = "compute"


class PortCheck(Struct, frozen=True, kw_only=True):
    """A port that has to be up at its speed: an Ethernet interface, or an RDMA device on InfiniBand.

    `rdma` is the device of an Ethernet port, where a document names it: it shows a port that a pod has taken. A member of a bond has none
    of its own while the adapter bonds both ports into one device. `pci` is empty where no document has the address, `nic` where the model does not name
    the adapter. `mlx5`: whether its driver has counters of that name.
    """

    name: str
    speed_gbps: int
    infiniband: bool
    fabric: FabricName
    rdma: str = ""
    pci: str = ""
    nic: str = ""
    mlx5: bool = False

    @property
    def rail(self) -> bool:
        """Whether jobs need it: a port of the compute fabric."""
        return self.fabric == _RAILS

    @property
    def device(self) -> str:
        """Its RDMA device; empty where none is known."""
        return self.name if self.infiniband else self.rdma


class HealthyHost(Struct, frozen=True, kw_only=True):
    """Expected state of the hosts of one group. `stem` is their name without its number; `gpus` are counted as `vendor`'s driver shows them.

    `sliced`: the spec divides them (MIG). `firmware`: adapters with the release that the spec states. `operator_driver`: the GPU Operator installs NVIDIA's driver.
    """

    group: str
    stem: str
    hosts: tuple[str, ...]
    gpus: int
    vendor: str
    fabric_manager: bool
    ports: tuple[PortCheck, ...]
    mounts: tuple[str, ...]
    sockets: int | None
    cores: int | None
    threads: int | None
    memory_kb: tuple[int, int] | None
    firmware: tuple[tuple[str, str], ...] = ()
    sliced: bool = False
    operator_driver: bool = False


def healthy_groups(plan: Plan, hosts: Sequence[Host]) -> Iterator[HealthyHost]:
    """Yield every group of the given hosts, by its first host: all of a group are alike."""
    groups: dict[str, list[Host]] = {}
    names = Names(plan)
    for host in hosts:
        groups.setdefault(host.group, []).append(host)
    for group, members in sorted(groups.items()):
        first = members[0]
        model = plan.hardware.get(HostModel, first.model)
        cpu = model.cpu
        gpu = plan.hardware.get(Gpu, model.gpus.model) if model.gpus else None
        # only tiers with a unit: a tier without a source is mounted nowhere, and would drain every host
        mounts = tuple(mount.where for mount in mounts_of(plan, names, first))
        yield HealthyHost(
            group=group,
            stem=first.name.rstrip("0123456789"),
            hosts=tuple(host.name for host in members),
            gpus=model.gpu_count,
            vendor=gpu.vendor_kind if gpu else "",
            fabric_manager=bool(gpu and gpu.fabric_manager),
            ports=tuple(_ports(plan, first)),
            mounts=mounts,
            sockets=cpu.sockets if cpu else None,
            cores=cpu.sockets * cpu.cores_per_socket if cpu else None,
            threads=cpu.sockets * cpu.cores_per_socket * cpu.threads_per_core if cpu else None,
            memory_kb=_memory(model.memory_gb),
            firmware=tuple(sorted(plan.groups[group].firmware.items())),
        )


def _ports(plan: Plan, host: Host) -> Iterator[PortCheck]:
    """Bonds and VLANs are left out: their members are what breaks. An InfiniBand port is known by its RDMA device, where a document names it."""
    for port in plan.interfaces_of[host.name]:
        if port.kind == "infiniband" and port.rdma:
            yield _port(plan, port, port.rdma, infiniband=True)
        elif port.kind not in {"infiniband", "bond", "vlan"}:
            yield _port(plan, port, port.name, port.rdma if port.kind != "member" else "")


def _port(plan: Plan, port: HostInterface, name: str, rdma: str = "", *, infiniband: bool = False) -> PortCheck:
    nic = plan.hardware.get(Nic, port.nic) if port.nic else None
    return PortCheck(
        name=name,
        speed_gbps=int(port.speed_gbps),
        infiniband=infiniband,
        fabric=port.fabric,
        rdma=rdma,
        pci=port.pci,
        nic=port.nic,
        mlx5=bool(nic and nic.tool == "mlx5"),
    )


def _memory(memory_gb: float | None) -> tuple[int, int] | None:
    """Return the least and the most that the kernel may show, KiB: the catalog's GB are 10^9 bytes in some documents and 2^30 in others."""
    if not memory_gb:
        return None
    return int(memory_gb * 10**9) * (100 - _MEMORY_PERCENT) // 100 // 1024, int(memory_gb * 2**30) // 1024
