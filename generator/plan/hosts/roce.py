"""The RoCE classes at a host's ports: the fabric's one contract, port by port, with the NIC's documented way of configuring it."""

from collections.abc import Iterator
from math import ceil

from msgspec import Struct

from generator.catalog.host import AdaptiveFact
from generator.catalog.model import Gpu, Nic
from generator.catalog.model import Host as HostModel
from generator.plan.balancing import adaptive_fabrics
from generator.plan.hosts.records import HostInterface
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.qos.records import Roce
from generator.plan.records import Host

_PRIORITIES = range(8)


class RocePort(Struct, frozen=True, kw_only=True):
    """A port of a host in a RoCE fabric. `tool` is the maker of the programs that set it, empty where no document states it.

    `ats`: whether the NIC's address translation service is switched off, as on bare metal; it is not changed where the platform has its own settings.
    """

    interface: str
    fabric: str
    tool: str
    ats_off: bool
    roce: Roce
    adaptive: AdaptiveFact | None = None
    """What makes the NIC take packets in any order, where its fabric's switches choose paths by load."""

    @property
    def firmware(self) -> str:
        """Parameters of the NIC's firmware for it, or a dash."""
        return ",".join(f"{name}={value}" for name, value in self.adaptive.firmware.items()) if self.adaptive else "-"

    @property
    def register(self) -> str:
        """Fields of ROCE_ACCL for it, or a dash."""
        return (
            ",".join(f"{name}=0x{value:x}" for name, value in self.adaptive.roce_accl.items()) if self.adaptive else "-"
        )

    @property
    def pfc(self) -> tuple[int, ...]:
        """For each priority from 0 to 7 whether it is paused, as mlnx_qos takes it."""
        return tuple(int(self.roce.lossless and each == self.roce.priority) for each in _PRIORITIES)


def roce_ports(plan: Plan, host: Host) -> Iterator[RocePort]:
    """Yield every port of a host that is in a RoCE fabric, in the order of the metal."""
    keep = keeps_acs(plan, host)
    for interface in plan.interfaces_of[host.name]:
        if interface.kind == "routed" and interface.fabric in plan.roce:
            nic = nic_of(plan, interface)
            yield RocePort(
                interface=interface.name,
                fabric=interface.fabric,
                tool=nic.tool or "" if nic else "",
                ats_off=not keep,
                roce=plan.roce[interface.fabric],
                adaptive=nic.adaptive_routing if nic and interface.fabric in adaptive_fabrics(plan) else None,
            )


def cable_lengths(plan: Plan, host: Host) -> tuple[int, ...]:
    """Return the length of the cable at each RoCE port, metres rounded up, in the order of the ports: a NIC's headroom follows from it."""
    lengths = _lengths(plan)
    return tuple(ceil(lengths[host.name, port.interface]) for port in roce_ports(plan, host))


@once
def _lengths(plan: Plan) -> dict[tuple[str, str], float]:
    """Return the metres from each port of a host to its leaf, with the harnesses at the ends of the cord: as for the leaf's own headroom."""
    return {(port.peer, port.peer_interface): port.length_m for port in plan.ports if port.kind == "host_leaf"}


def rdma_names(plan: Plan, host: Host) -> tuple[tuple[str, str], ...]:
    """Return each PCI address of the host's model with the name of the RDMA device there, as its document has it, used or not.

    A port that the maker divides is several devices at addresses that no document gives.
    """
    names = {each.name for each in plan.interfaces_of[host.name]}
    ports = plan.hardware.get(HostModel, host.model).ports
    return tuple((port.pci, port.rdma) for port in ports if port.pci and port.rdma and f"{port.name}p0" not in names)


def nic_of(plan: Plan, interface: HostInterface) -> Nic | None:
    """Return the adapter of an interface, where the host's model names it."""
    return plan.hardware.get(Nic, interface.nic) if interface.nic else None


def gpu_of(plan: Plan, host: Host) -> Gpu | None:
    """Return the GPU model of a host that has some."""
    gpus = plan.hardware.get(HostModel, host.model).gpus
    return plan.hardware.get(Gpu, gpus.model) if gpus else None


def keeps_acs(plan: Plan, host: Host) -> bool:
    """Whether a GPU or a NIC of the host needs the access control that its platform sets."""
    gpu = gpu_of(plan, host)
    nics = (nic_of(plan, interface) for interface in plan.interfaces_of[host.name])
    return (gpu is not None and gpu.acs == "keep") or any(nic is not None and nic.acs == "keep" for nic in nics)


def disables_acs(plan: Plan, host: Host) -> bool:
    """Whether access control is switched off at boot: the GPU's document requires it, and nothing on the PCI path needs ACS."""
    gpu = gpu_of(plan, host)
    return gpu is not None and gpu.acs == "disable" and not keeps_acs(plan, host)
