"""A host's own network, as its files configure it: addresses, what rides on what, routes and rules."""

from msgspec import Struct, field

from generator.verify.reach.packet import Span

MAIN = 254
"""The number of the main table (rt_tables)."""


class Route(Struct, frozen=True, kw_only=True):
    """A route of a table. `gateway` is None where the destination is on-link; `unreachable`: it rejects packets."""

    family: int
    to: Span
    interface: str
    gateway: int | None
    table: int = MAIN
    metric: int = 0
    unreachable: bool = False

    @property
    def rank(self) -> tuple[int, int]:
        """How many addresses it is for: the smallest wins; among equals, the lowest metric."""
        return self.to[1] - self.to[0], self.metric


class Rule(Struct, frozen=True, kw_only=True):
    """A rule by source address that selects a table. The lowest priority comes first."""

    family: int
    source: Span
    table: int
    priority: int


class HostNetwork(Struct):
    """`members`: a bond's ports; `vlans`: (parent, tag) of a VLAN's interface; `addresses`: (IP version, address) of an interface."""

    file: str
    addresses: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    members: dict[str, list[str]] = field(default_factory=dict)
    vlans: dict[str, tuple[str, int]] = field(default_factory=dict)
    routes: list[Route] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)

    def add_address(self, interface: str, family: int, own: int, span: Span) -> None:
        """Add an address to an interface, and the route to its neighbours that comes with it."""
        self.addresses.setdefault(interface, []).append((family, own))
        if span[0] != span[1]:
            self.routes.append(Route(family=family, to=span, interface=interface, gateway=None))

    def route(self, family: int, source: int, destination: int) -> Route | None:
        """Find the route that a packet takes: the tables of matching rules by priority, then the main one; in each the narrowest."""
        matching = [r for r in self.rules if r.family == family and r.source[0] <= source <= r.source[1]]
        for table in (*(rule.table for rule in sorted(matching, key=lambda rule: rule.priority)), MAIN):
            found = [
                route
                for route in self.routes
                if (route.family, route.table) == (family, table) and route.to[0] <= destination <= route.to[1]
            ]
            if found:
                best = min(found, key=lambda route: route.rank)
                return None if best.unreachable else best
        return None

    def ports(self, interface: str) -> tuple[list[str], int | None]:
        """Return the physical ports below an interface, and the tag that its frames have."""
        parent, tag = self.vlans.get(interface, (interface, None))
        return self.members.get(parent, [parent]), tag
