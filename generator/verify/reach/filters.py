"""A switch's filter at a port, for all systems: lines in their order, the first that matches decides."""

from collections.abc import Iterable

from msgspec import Struct

from generator.verify.reach.packet import Packet, Span

ESTABLISHED: tuple[Span, ...] = ((0x10, 0x10), (0x04, 0x04))
"""`established`: ACK or RST is set."""
ACTIONS = {"permit": True, "deny": False}


class Line(Struct, frozen=True, kw_only=True):
    """A line. None or empty fields match everything; `flags` are (value, mask) of TCP flags, of which one must fit."""

    permits: bool
    rule: str
    family: int | None = None
    protocol: str = ""
    source: Span | None = None
    destination: Span | None = None
    source_ports: Span | None = None
    ports: Span | None = None
    flags: tuple[Span, ...] = ()
    icmp_type: int | None = None

    def between(self, family: int, source: int, destination: int) -> bool:
        """Whether it can match any packet from one address to the other."""
        return (
            self.family in {None, family}
            and (self.source is None or self.source[0] <= source <= self.source[1])
            and (self.destination is None or self.destination[0] <= destination <= self.destination[1])
        )

    def fits(self, packet: Packet) -> bool:
        """Whether it matches a packet between two addresses that it matches."""
        if self.protocol and self.protocol != packet.protocol:
            return False
        if packet.protocol == "icmp":
            ported = self.source_ports or self.ports or self.flags
            return not ported and self.icmp_type in {None, packet.icmp_type}
        if self.source_ports and not self.source_ports[0] <= packet.source_port <= self.source_ports[1]:
            return False
        if self.ports and not self.ports[0] <= packet.port <= self.ports[1]:
            return False
        if self.icmp_type is not None:
            return False
        if not self.flags:
            return True
        return packet.protocol == "tcp" and any(packet.flags & mask == value for value, mask in self.flags)


class FilterList(Struct, frozen=True):
    """A list at a port. `otherwise`: the action for packets without a matching line, which differs between systems.

    `family`: its IP version; None where each line has one.
    """

    file: str
    name: str
    lines: tuple[Line, ...]
    otherwise: bool
    family: int | None = None

    def among(self, family: int, source: int, destination: int) -> "FilterList":
        """Leave out the lines that cannot match between two addresses."""
        lines = tuple(line for line in self.lines if line.between(family, source, destination))
        return FilterList(self.file, self.name, lines, self.otherwise)

    def decide(self, packet: Packet) -> tuple[bool, str]:
        """Return whether a packet passes, and the deciding place. The list must come from `among`."""
        for line in self.lines:
            if line.fits(packet):
                return line.permits, f"{self.file}: {self.name} {line.rule}"
        return self.otherwise, f"{self.file}: {self.name}, in which no line matches"


class Gate(Struct, frozen=True):
    """All lists at a port: each must permit a packet."""

    lists: tuple[FilterList, ...]

    def decide(self, packet: Packet) -> tuple[bool, str]:
        """Return whether a packet passes, and where it is stopped, or the line that permits it."""
        passed = []
        for each in self.lists:
            passes, where = each.decide(packet)
            if not passes:
                return False, where
            if each.lines:
                passed.append(where)
        return True, " and ".join(passed)


def gate(lists: Iterable[FilterList], family: int, source: int, destination: int) -> Gate:
    """Make the gate that packets between two addresses meet at a port."""
    return Gate(tuple(each.among(family, source, destination) for each in lists if each.family in {None, family}))
