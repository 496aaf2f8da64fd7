"""Lines of a switch's filter, each in a band of lines with the same action."""

from enum import IntEnum

from msgspec import Struct

PERMIT = "permit"
DENY = "deny"
PortRange = tuple[int, int]


class Band(IntEnum):
    """The parts of a filter in the order in which they decide. All lines of one do the same, so it does not matter which of them comes first."""

    CLAIMS = 0
    """Drop spoofed source addresses."""
    WITHIN = 1
    """Permit flows of the matrix within the cluster."""
    POSING = 2
    """At a border host: drop what comes from outside with an address of the cluster."""
    ENTERING = 3
    """Permit flows that the site may start, and its answers."""
    POOLS = 4
    """Drop all else that is for the cluster."""
    LEAVING = 5
    """Permit packets to the site."""


_DENIES = frozenset({Band.CLAIMS, Band.POSING, Band.POOLS})


class FilterLine(Struct, frozen=True):
    """A line: the first that matches decides. `protocol` is tcp, udp, icmp, vrrp or any; no ports: every port; `established`: answers only.

    `number`, `remark` and `priority` are those of `line_numbers.py`: its place among all lines, that of its reason, and SONiC's.
    """

    band: Band
    protocol: str
    source: str
    destination: str
    why: str
    source_ports: PortRange | None = None
    ports: PortRange | None = None
    established: bool = False
    number: int = 0
    remark: int = 0
    priority: int = 0

    @property
    def action(self) -> str:
        """The action for a matching packet."""
        return DENY if self.band in _DENIES else PERMIT

    @property
    def says(self) -> str:
        """What it matches, as one text, from which its numbers follow."""
        words = [self.protocol]
        for prefix, ports in ((self.source, self.source_ports), (self.destination, self.ports)):
            words += [prefix, f"{ports[0]}-{ports[1]}"] if ports else [prefix]
        return " ".join([*words, *(["established"] if self.established else [])])


class PortFilter(Struct, frozen=True, kw_only=True):
    """The lines for ports whose hosts are alike, by address family, in the order of their numbers. What no line permits is denied."""

    name: str
    fabric: str
    role: str
    tenant: str
    lines: tuple[FilterLine, ...]
    lines_ipv6: tuple[FilterLine, ...]
