"""Settings of the NIC Configuration Operator: the RoCE contract of the switches, on the rails' adapters.

It configures whole cards, so only cards with nothing but rails are used; where a card carries storage and frontend, the host's own unit sets
the ports. By default it changes notifications to DSCP 4 and slows senders down on all priorities (`roceOptimized`; README of
Mellanox/nic-configuration-operator, network-operator-v26.4.1), so both are set, to the values of the hosts' firmware step.
"""

from collections.abc import Iterator

from msgspec import Struct

from generator.catalog.model import Nic
from generator.plan.balancing import adaptive_fabrics
from generator.plan.groups import Group
from generator.plan.kubernetes.rails import FABRIC, RailGroup, is_routed, rail_groups
from generator.plan.kubernetes.sharing import asks_virtual_functions
from generator.plan.kubernetes.workers import gpu_of_group
from generator.plan.plan import Plan
from generator.plan.qos.records import Roce

SPECTRUM_X_VERSION = "RA2.2"
"""The reference architecture whose tables the operator of this release brings (NVIDIA Network Operator v26.4.0, Spectrum-X NIC Configuration: validated default): its
congestion control with RTT probes, and what else its registers get. It needs one virtual function (CRD), and takes firmware parameters of ours on top."""
READ_REQUEST_BYTES = 4096
"""The longest PCI read, bytes: as in the hosts' own unit."""
NET_NAME = "rail%rail_id%"
"""A rail's name: the operator puts the number in."""
_PRIORITIES = range(8)


class NicSetting(Struct, frozen=True, kw_only=True):
    """Settings of the adapters of one type on a group's rails. `roce` is the fabric's contract; None on InfiniBand.

    `functions` are virtual ones, none where rails are handed out otherwise. `ats_off`: address translation is switched off, as on bare metal; else the setting of the firmware stays.
    """

    group: Group
    nic_type: str
    pci: tuple[str, ...]
    infiniband: bool
    roce: Roce | None
    functions: int
    ats_off: bool
    adaptive: tuple[tuple[str, str], ...] = ()
    """Firmware parameters of its half of adaptive routing, where the switches choose paths by load."""
    overlay: str = ""
    """With Spectrum-X, what carries tenants' packets: `l3` for EVPN with VXLAN, `none`; empty without Spectrum-X."""

    @property
    def name(self) -> str:
        """`gpu-rails-1021`: the group, and the type of adapter, of which it may have several."""
        return f"{self.group.name}-rails-{self.nic_type}"

    @property
    def pfc(self) -> str:
        """For each priority from 0 to 7 whether it is paused."""
        paused = {self.roce.priority} if self.roce and self.roce.lossless else set()
        return ",".join(str(int(each in paused)) for each in _PRIORITIES)

    @property
    def firmware(self) -> tuple[tuple[str, str], ...]:
        """Firmware parameters in place of the operator's own, for each port of a card that is a rail (function 0 is port 1)."""
        if self.roce is None:
            return ()
        mask = str(int(self.roce.marks) << self.roce.priority)
        ports = tuple(
            (f"{name}_P{function + 1}", value)
            for function in sorted({int(pci.rpartition(".")[2]) for pci in self.pci})
            for name, value in (
                ("ROCE_CC_PRIO_MASK", mask),
                ("CNP_DSCP", str(self.roce.cnp_dscp)),
                ("CNP_802P_PRIO", str(self.roce.cnp_priority)),
            )
        )
        return (*ports, *self.adaptive)


def nic_settings(plan: Plan) -> Iterator[NicSetting]:
    """Yield the settings of every type of adapter on a group's rails."""
    for each in rail_groups(plan):
        shared = {_card(port.pci) for port in each.group.entry.ports if port.pci and port.fabric != FABRIC}
        types = dict.fromkeys(port.nic_type for port in each.ports)
        for nic_type in types:
            pci = tuple(port.pci for port in each.ports if port.nic_type == nic_type and _card(port.pci) not in shared)
            if pci:
                yield NicSetting(
                    group=each.group,
                    nic_type=nic_type,
                    pci=pci,
                    infiniband=not is_routed(plan),
                    roce=plan.roce.get(FABRIC),
                    functions=plan.workloads.shares if asks_virtual_functions(plan, FABRIC) else 0,
                    ats_off=FABRIC in plan.roce and not _keeps_translation(plan, each.group),
                    adaptive=_adaptive(plan, each.group, pci),
                    overlay=_overlay(plan),
                )


def nic_names(plan: Plan) -> Iterator[RailGroup]:
    """Yield the groups whose rails the operator can name: routed, and numbered without a gap; names on InfiniBand are left to the hosts' own rules."""
    if FABRIC in plan.roce:
        for each in rail_groups(plan):
            if [port.rail for port in each.ports] == [f"rail{number}" for number in range(len(each.ports))]:
                yield each


def _adaptive(plan: Plan, group: Group, pci: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Return the firmware setting for adaptive routing of the adapters at these addresses; empty where the rails' switches hash."""
    if FABRIC not in adaptive_fabrics(plan):
        return ()
    nics = (plan.hardware.get(Nic, port.nic) for port in group.entry.ports if port.nic and port.pci in pci)
    facts = [nic.adaptive_routing for nic in nics if nic.adaptive_routing]
    return tuple({name: str(value) for fact in facts for name, value in fact.firmware.items()}.items())


def _overlay(plan: Plan) -> str:
    if not plan.fabrics[FABRIC].profile:
        return ""
    return "l3" if any(switch.overlay for switch in plan.switches if switch.fabric == FABRIC) else "none"


def _keeps_translation(plan: Plan, group: Group) -> bool:
    """Whether a GPU or an adapter of the group needs the access control of its platform: the rule of the hosts' own files."""
    gpu = gpu_of_group(plan, group)
    nics = (plan.hardware.get(Nic, port.nic) for port in group.entry.ports if port.nic)
    return (gpu is not None and gpu.acs == "keep") or any(nic.acs == "keep" for nic in nics)


def _card(pci: str) -> str:
    """Return a card's place on the bus: its address without the function."""
    return pci.rpartition(".")[0]
