"""Members: the kinds of devices that a fabric has seats for, hosts and (out of band) switches."""

from msgspec import Struct

from generator.catalog.model import Breakout
from generator.model.naming import Naming, device_name
from generator.source.span import Loc


class MemberPort(Struct, frozen=True, kw_only=True):
    """One port that each device of a member has on the fabric, at the speed that both ends share."""

    name: str
    interface: str
    cage: str
    cage_port: int
    cage_ports: int
    form_factor: str
    speed_gbps: float
    breakout: Breakout
    """How the leaf's cage is divided for it."""


class RackShare(Struct, frozen=True, kw_only=True):
    """The share that devices have in the racks of others: `devices` of them beside every `hosts` hosts of a group, at the units of one of its rack's fixtures."""

    group: str
    hosts: int
    devices: int
    fixture: int


class Member(Struct, frozen=True, kw_only=True):
    """Devices of one kind: `max` seats, of which `installed` (ordinals from 0) are taken."""

    name: str
    order: tuple[int, str]
    ports: tuple[MemberPort, ...]
    max: int
    installed: tuple[int, ...]
    origin: Loc
    digits: int
    """Digits of the ordinal in a device's name."""
    naming: Naming | None = None
    """Names that a site has given them."""
    block: int = 1
    """Hosts that stay in one scalable unit together: those of an NVLink domain."""
    manages: bool = False
    """Whether these manage the fabric: their ports are spread over the last host ports of the first leaves."""
    share: RackShare | None = None
    """The racks that they come with, if any."""

    @property
    def late(self) -> bool:
        """Whether they are seated and numbered behind everything else, so that a rack device added to the catalog moves nothing."""
        return self.share is not None

    @property
    def computes(self) -> bool:
        """Whether these are compute hosts."""
        return self.order[0] == 0

    def device(self, ordinal: int) -> str:
        """Name the device on seat `ordinal`."""
        if self.naming:
            return self.naming.name(ordinal, self.name, self.digits)
        return device_name(self.name, ordinal, self.digits)


class Batch(Struct, frozen=True):
    """`count` devices of a member from ordinal `first` on that are seated together.

    `rows`: they stand in the compute rows, and `near` says beside which scalable unit of the compute fabric.
    """

    member: Member
    first: int
    count: int
    rows: bool
    near: int | None = None


def digits_for(maximum: int) -> int:
    """Digits that the last name of an envelope needs."""
    return len(str(max(1, maximum)))
