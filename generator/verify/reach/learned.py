"""What a switch learns of networks behind hosts: from hosts that call it, and from the switches beside it."""

from collections.abc import Sequence

from msgspec import Struct, field

from generator.verify.reach import reading
from generator.verify.reach.packet import Span
from generator.verify.reach.policy import Policy


class Group(Struct, frozen=True, kw_only=True):
    """A peer group: the AS number that callers must have (0: switches, which have numbers of their own), and the maps at its door."""

    asn: int = 0
    into: str = ""
    out: str = ""
    active: bool = True
    """Whether it is spoken to about IPv4."""


class Learned(Struct, kw_only=True):
    """A switch's default instance. `callers`: groups that addresses join by calling; `unknown`: words whose effect is not known here.

    Methods raise UnreadableError where such words stand in what they go by.
    """

    file: str = ""
    callers: Sequence[tuple[Span, Group]] = ()
    switches: Sequence[Group] = ()
    policy: Policy = field(default_factory=Policy)
    unknown: Sequence[str] = ()

    def takes(self, caller: int, network: Span, asn: int) -> bool:
        """Whether a caller with an AS number is heard, and its network taken: by every group that its address may join."""
        mine = [group for (first, last), group in self.callers if first <= caller <= last]
        good = bool(mine) and all(group.active and group.asn == asn for group in mine)
        return good and all(self._lets(group.into, network, asn) for group in mine)

    def tells(self, network: Span, asn: int | None) -> bool:
        """Whether switches beside it hear of a network that a host told (with its AS number), or another switch (None)."""
        spoken = [group for group in self.switches if group.active]
        return bool(spoken) and all(self._lets(group.out, network, asn) for group in spoken)

    def hears(self, network: Span) -> bool:
        """Whether a network that another switch tells of is taken."""
        spoken = [group for group in self.switches if group.active]
        return bool(spoken) and all(self._lets(group.into, network, None) for group in spoken)

    def _lets(self, name: str, network: Span, asn: int | None) -> bool:
        with reading(self.file):
            if self.unknown:
                message = f"{', '.join(self.unknown)}: its effect is not known here"
                raise ValueError(message)
            return self.policy.lets(name, network, asn)
