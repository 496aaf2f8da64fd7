"""Links and the cables that carry them, as the plan records them."""

from msgspec import Struct

from generator.model.device import LinkKind
from generator.plan.ranges import Units
from generator.spec.base import FabricName

LEGS = " + "
"""Between the legs of a splitter on the label of its trunk."""


class LinkEnd(Struct, frozen=True, kw_only=True, gc=False):
    """One end of a planned link: a port on the metal, its interface, its address; of a leaf's port in a rail's VLAN, the leaf's there."""

    device: str
    rack: str
    unit: Units
    cage: str
    port: int
    ports: int
    interface: str
    form_factor: str
    address: str = ""
    ipv6: str = ""
    optic: str = ""


class Link(Struct, frozen=True, kw_only=True, gc=False):
    """A logical link: two ports, a speed, the cable that carries it. Labels are those at each end."""

    fabric: FabricName
    kind: LinkKind
    index: int
    a: LinkEnd
    b: LinkEnd
    speed_gbps: float
    mtu_bytes: int
    rail: int | None
    plane: int
    cable: str
    medium: str
    length_m: float
    part: str
    label_a: str
    label_b: str


class Cable(Struct, frozen=True, kw_only=True, gc=False):
    """A physical cable: one row in the bill of materials. `links` counts the links that it carries at most."""

    cable: str
    fabric: FabricName
    kind: LinkKind
    model: str
    medium: str
    length_m: float
    part: str
    links: int


def panel_name(device: str) -> str:
    """Return the name of the panel of a device's harnesses."""
    return f"{device}-panel"


class Harness(Struct, frozen=True, kw_only=True):
    """An installed harness.

    Its trunk is in the cage; tail n ends at the cord of the n-th of `ports` in a panel of this rack. `label` is that of the trunk. It names no far
    end, so new hosts do not change it.
    """

    rack: str
    unit: Units
    device: str
    cage: str
    ports: str
    optic: str
    model: str
    fibre: str
    connector: str
    tail_connector: str
    length_m: float
    part: str
    label: str

    @property
    def harness(self) -> str:
        """Its id, a coordinate: the cage that it is in, and which of the cage's connectors."""
        ports = self.ports.split(LEGS)
        return f"{self.device}-H{self.cage}.{(int(ports[0]) - 1) // len(ports) + 1}"

    @property
    def panel(self) -> str:
        """The panel that its tails end in: each device has its own, so that no position moves when a device is added."""
        return panel_name(self.device)

    @property
    def positions(self) -> str:
        """The positions of its tails in the panel, which are called as the ports."""
        return LEGS.join(self.tails)

    @property
    def tails(self) -> list[str]:
        """The port of each tail, as cords name it."""
        return [f"{self.cage}/{port}" for port in self.ports.split(LEGS)]
