"""Who sits on a fabric: the host groups that have ports for it, and out of band also the switches."""

from collections import Counter
from collections.abc import Iterable, Sequence

from generator.catalog.load import Catalog
from generator.catalog.model import HostPort, Nic, Switch
from generator.model.faceplate import bank_for, speeds
from generator.model.groups import HostGroup
from generator.model.member import Member, MemberPort, digits_for
from generator.source.diagnostic import Diagnostic, Problems
from generator.spec.fabrics import FabricSpec

MANAGEMENT_GBPS = 1.0
_SWITCHES = 10  # behind every host role


def host_members(
    name: str, spec: FabricSpec, groups: Sequence[HostGroup], leaf: Switch, os: str | None, catalog: Catalog,
    problems: Problems,
) -> list[Member]:  # fmt: skip
    """Make a member of every group with ports for the fabric, at speeds that both ends have."""
    members = []
    for group in groups:
        cages = Counter(port.cage for port in group.model.ports)
        ports = [_port(name, spec, group, port, cages, leaf, os, catalog, problems) for port in group.ports_on(name)]
        if ports and all(ports):
            members.append(
                Member(
                    name=group.name, order=group.order, ports=tuple(p for p in ports if p), max=group.max,
                    installed=group.installed, origin=group.origin, digits=group.digits,
                )  # fmt: skip
            )
    return members


def switch_members(
    tiers: Iterable[tuple[str, str, int, tuple[int, ...]]], leaf: Switch, os: str | None
) -> list[Member]:
    """Make a member of every (fabric, tier, envelope count, installed ordinals): their management ports."""
    bank = bank_for(leaf, os, MANAGEMENT_GBPS)
    breakout = bank.breakout(MANAGEMENT_GBPS) if bank else None
    if breakout is None:
        return []
    port = MemberPort(
        name="mgmt0", interface="eth0", cage="mgmt0", cage_port=1, cage_ports=1, form_factor="rj45", speed_gbps=MANAGEMENT_GBPS,
        breakout=breakout,
    )  # fmt: skip
    return [
        Member(
            name=f"{fabric}-{tier}", order=(_SWITCHES, f"{fabric}-{tier}"), ports=(port,), max=count,
            installed=installed, origin=("fabrics", fabric), digits=digits_for(count),
        )  # fmt: skip
        for fabric, tier, count, installed in tiers
        if count
    ]


def _port(
    name: str, spec: FabricSpec, group: HostGroup, port: HostPort, cages: Counter[str], leaf: Switch, os: str | None,
    catalog: Catalog, problems: Problems,
) -> MemberPort | None:  # fmt: skip
    nic = catalog.find(Nic, port.nic) if port.nic else None
    able = set(nic.speeds_gbps) if nic else {port.speed_gbps}
    able = {s for s in able | {port.speed_gbps} if s <= port.speed_gbps}
    wanted = spec.host_speed_gbps
    shared = [s for s in speeds(leaf, os) if s in able and (wanted is None or s == wanted)]
    bank = bank_for(leaf, os, shared[0]) if shared else None
    breakout = bank.breakout(shared[0]) if bank else None
    if breakout is None:
        problems.add(_no_speed(name, group, port, leaf, sorted(able), wanted, os))
        return None
    return MemberPort(
        name=port.name, interface=port.name, cage=port.cage, cage_port=port.cage_port, cage_ports=cages[port.cage],
        form_factor=port.form_factor, speed_gbps=shared[0], breakout=breakout,
    )  # fmt: skip


def _no_speed(
    name: str, group: HostGroup, port: HostPort, leaf: Switch, able: list[float], wanted: float | None, os: str | None
) -> Diagnostic:
    nic = ", ".join(f"{s:g}" for s in able)
    switch = ", ".join(f"{s:g}" for s in speeds(leaf, os)) or "nothing"
    asked = f"; {wanted:g} Gb/s was asked for" if wanted else ""
    loc = ("fabrics", name, "host_speed_gbps") if wanted else ("fabrics", name, "leaf", "model")
    return Diagnostic(
        code="no-common-speed", loc=loc,
        message=f"{port.name} of {group.model.model} runs at {nic} Gb/s and {leaf.model} offers {switch}{asked}",
        help=f"choose a leaf for {name} with one of the speeds of the NIC, or another host model for {group.name}",
    )  # fmt: skip
