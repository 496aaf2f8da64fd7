"""Uses of every cage of a switch in the envelope, for its port map.

Made only from the provisioned ports, so new hosts do not change the picture.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from generator.catalog.model import Switch as SwitchModel
from generator.plan.pdu_records import PORT
from generator.plan.plan import Plan
from generator.plan.records import Switch, SwitchPort
from generator.render.drawing.words import speed

APPLIANCES = frozenset({"manager", "gateway", "border", "nvsw"})
"""Roles of hosts with a separate colour."""
MANAGED = "eth0"
"""The name of a switch's own management port."""


class Cell(Struct, frozen=True):
    """One port of a cage: its use (a key of `USES`), the peer and its port, the id of its cable, and all other facts."""

    use: str
    peer: str = ""
    peer_port: str = ""
    cable: str = ""
    words: str = ""


class CageUse(Struct, frozen=True):
    """A cage with its cells, one a port; an undivided cage has one. `cable` is the id of the cable that all of its ports share, or empty."""

    number: int
    cells: tuple[Cell, ...]
    cable: str


class BankUse(Struct, frozen=True):
    """Equal cages in the order of their numbers."""

    numbers: str
    form_factor: str
    service: bool
    cages: tuple[CageUse, ...]


FREE, DARK, SERVICE = Cell("free"), Cell("dark"), Cell("service")


class PortUses:
    """Uses of ports of all switches of a plan; common values are computed once."""

    def __init__(self, plan: Plan) -> None:
        """Look at a plan."""
        self.plan = plan
        self._roles = {group.name: group.role for group in plan.groups.values()}
        self._uses: dict[str, str] = {}

    def model(self, switch: Switch) -> SwitchModel:
        """Return the catalog's entry of a switch."""
        return self.plan.hardware.get(SwitchModel, switch.model)

    def planes(self, switch: Switch) -> int:
        """Count the planes of a switch's fabric."""
        return self.plan.fabrics[switch.fabric].planes

    def kept_free(self, switch: Switch) -> int:
        """Count the host ports of a leaf that the spec keeps free, without those that power strips have."""
        if switch.tier != "leaf":
            return 0
        strips = sum(map(_is_strip, self.plan.reserved_of[switch.name]))
        return max(0, self.plan.fabrics[switch.fabric].reserve_ports - strips)

    def banks(self, switch: Switch) -> Iterator[BankUse]:
        """Yield every cage of the faceplate with its use."""
        ports: dict[int, list[SwitchPort]] = {}
        for port in self.plan.reserved_of[switch.name]:
            ports.setdefault(port.cage, []).append(port)
        for group in self.model(switch).cages:
            service = group.use == "service"
            disabling = {breakout.ports for breakout in group.breakouts if breakout.disables}
            dark = {cage + 1 for cage in group.range if cage in ports and ports[cage][0].ports in disabling}
            cages = (
                (number, self._cells(switch, ports.get(number, ()), service=service, dark=number in dark))
                for number in group.range
            )
            uses = tuple(CageUse(number, cells, _shared_cable(cells)) for number, cells in cages)
            yield BankUse(group.numbers, group.form_factor, service, uses)

    def _cells(self, switch: Switch, ports: Sequence[SwitchPort], *, service: bool, dark: bool) -> tuple[Cell, ...]:
        if not ports:
            return (SERVICE if service else DARK if dark else FREE,)
        cells = [FREE] * ports[0].ports
        for port in ports:
            cells[port.port - 1] = Cell(
                self._use(switch, port), port.peer, port.peer_interface, port.cable, _words(port)
            )
        return tuple(cells)

    def _use(self, switch: Switch, port: SwitchPort) -> str:
        """Return the use of a port, by the kind of its link: `host_leaf`, `leaf_spine`; the lower tier comes first."""
        lower, _, upper = port.kind.partition("_")
        if port.kind == "edge":
            return "appliance"
        if lower == upper:
            return "peer"
        if lower != "host":
            return "uplink" if switch.tier == lower else "downlink"
        if _is_strip(port):
            return "appliance"
        if port.peer_interface == MANAGED:
            return "management"
        stem = port.peer.rstrip("0123456789")
        if stem not in self._uses:
            role = self._roles.get(stem) or self._roles.get(stem.removesuffix("-"), "")
            self._uses[stem] = "appliance" if role in APPLIANCES else "host"
        return self._uses[stem]


def _shared_cable(cells: Sequence[Cell]) -> str:
    first = cells[0].cable
    return first if all(cell.cable == first for cell in cells) else ""


def _is_strip(port: SwitchPort) -> bool:
    """Whether a managed power strip is at the other end: its cable is called after it."""
    return port.cable == f"{port.peer}-{PORT}"


def _words(port: SwitchPort) -> str:
    """Return the whole text of a port: interface, speed, the other end, address and VLANs, the cable and its length."""
    words = f"{port.interface}, {speed(port.speed_gbps)}, {port.peer} {port.peer_interface}"
    if port.address:
        words += f", {port.address}"
    if port.vlan is not None:
        words += f", VLAN {port.vlan}"
    if port.tagged:
        words += f", tagged {' '.join(map(str, port.tagged))}"
    if port.cable:
        words += f", {port.cable}"
    return f"{words}, {port.length_m:g} m" if port.length_m else words
