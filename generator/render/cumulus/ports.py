"""Front ports: division of cages, settings of each port, and routed addresses."""

from generator.catalog.model import Switch as SwitchModel
from generator.model.faceplate import Bank, banks
from generator.model.interfaces import interface_name
from generator.plan.plan import Plan
from generator.plan.records import Switch, SwitchPort
from generator.render.cumulus.dialect import Dialect
from generator.render.cumulus.tree import Branch, at

_OS = "cumulus"
_FEC_FROM_GBPS = 100
"""RS-FEC is mandatory on 200, 400 and 800 Gb/s (IEEE 802.3, clauses 119 and 172) and used on 100 Gb/s here."""


def add_ports(tree: Branch, plan: Plan, switch: Switch, dialect: Dialect) -> None:
    """Add every port of the box: those of the envelope up and described, the others down."""
    model = plan.hardware.get(SwitchModel, switch.model)
    by_cage: dict[int, list[SwitchPort]] = {}
    for port in plan.ports_of[switch.name]:
        by_cage.setdefault(port.cage, []).append(port)
    for bank in banks(model, _OS):
        dark: set[int] = set()
        for cage in bank.cages:
            add_cage(tree, model, bank, cage, by_cage.get(cage, []), dark)
    for ports in by_cage.values():
        for port in ports:
            _add_port(at(tree, "interface", port.interface), port, dialect)
    _add_loopback(tree, switch, dialect)


def add_cage(tree: Branch, model: SwitchModel, bank: Bank, cage: int, used: list[SwitchPort], dark: set[int]) -> None:
    """Divide a cage like its ports; unused ports are down, and those that a neighbour disables are off."""
    whole = at(tree, "interface", interface_name(model, _OS, cage, 1, 1))
    whole["type"] = "swp"
    if cage in dark:
        at(whole, "link", "breakout", "disabled")
        return
    if not used:
        at(whole, "link", "state", "down")
        return
    count = used[0].ports
    if count == 1:
        return
    at(whole, "link", "breakout", f"{count}x")
    if next(breakout for breakout in bank.breakouts if breakout.ports == count).disables == "next":
        dark.add(cage + 1)
    taken = {port.port for port in used}
    for number in range(1, count + 1):
        part = at(tree, "interface", interface_name(model, _OS, cage, number, count))
        part["type"] = "swp"
        if number not in taken:
            at(part, "link", "state", "down")


def _add_port(branch: Branch, port: SwitchPort, dialect: Dialect) -> None:
    branch["description"] = f"{port.peer} {port.peer_interface}"
    link = at(branch, "link")
    at(link, "state", "up")
    link["mtu"] = port.mtu_bytes
    link["speed"] = f"{port.speed_gbps:g}G"
    if port.negotiates:
        # Releases before 5.14 turn negotiation off where the speed is stated; stated in all of them, no port depends on the default of its release.
        link["auto-negotiate"] = dialect.yes
    if port.speed_gbps >= _FEC_FROM_GBPS:
        link["fec"] = "rs"
    if port.address:
        dialect.add_address(branch, f"{port.address}/31")
    if port.ipv6:
        dialect.add_address(branch, f"{port.ipv6}/127")
    if port.vrf:
        dialect.set_vrf(branch, port.vrf)


def _add_loopback(tree: Branch, switch: Switch, dialect: Dialect) -> None:
    loopback = at(tree, "interface", "lo")
    loopback["type"] = "loopback"
    dialect.add_address(loopback, f"{switch.loopback}/32")
    if switch.loopback_ipv6:
        dialect.add_address(loopback, f"{switch.loopback_ipv6}/128")
    if switch.vtep:
        dialect.add_address(loopback, f"{switch.vtep}/32")
