"""Problems of pinned addresses that cannot be kept: outside of a prefix, stated twice, of no interface."""

from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

from generator.model.fabric_shape import FabricShape
from generator.source.diagnostic import Diagnostic, Note
from generator.source.rule import register
from generator.source.span import Loc

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
_IPV6 = 6

register(
    "pin-address",
    title="A pinned address that cannot be used there",
    stage="plan",
    why="Leaves announce one prefix for all their hosts. An address outside this prefix is not reachable, and an address with another meaning would have two.",
    fix="Widen or move the pool, or give the interface an address of its prefix.",
)


def rail_word(shape: FabricShape) -> str:
    """Return the name of the n-th port of a device on a fabric."""
    return "rail" if shape.name == "compute" else "side"


def in_prefix(address: Address, prefix: Network, what: str, loc: Loc, origin: Loc) -> Iterator[Diagnostic]:
    """Report an address that no interface of a prefix can have."""
    if address not in prefix:
        yield outside(address, prefix, what, loc, origin)
    elif address in (prefix[0], prefix[-1]):
        last = "last" if prefix.version == _IPV6 else "broadcast"
        word = "network" if address == prefix[0] else last
        said = f"{address} is the {word} address of {prefix}"
        yield refused(loc, said, "pin another address of the prefix", origin)


def repeated(every: Iterable[tuple[object, Loc]]) -> Iterator[Diagnostic]:
    """Report values that are stated at two places."""
    first: dict[object, Loc] = {}
    for value, loc in every:
        if first.setdefault(value, loc) != loc:
            yield Diagnostic(
                code="pin-twice",
                loc=loc,
                message=f"{value} is pinned here, and also stated elsewhere",
                notes=(Note("it is stated here, too", first[value]),),
                help="correct one of the two",
            )


def outside(address: Address, prefix: Network, what: str, loc: Loc, origin: Loc) -> Diagnostic:
    """Report an address outside of the prefix that it must be in."""
    return refused(
        loc, f"{address} is outside {prefix} ({prefix[0]} to {prefix[-1]}), {what}", "correct one of the two", origin
    )


def beside_loopbacks(address: Address, prefix: Network, fabric: str, loc: Loc, origin: Loc) -> Iterator[Diagnostic]:
    """Report an address that no loopback of a fabric can have."""
    if address not in prefix:
        yield outside(address, prefix, f"the loopbacks of {fabric}, which its switches learn", loc, origin)
    elif address == prefix[0]:
        said = f"{address} is the first address of {prefix}, which no switch has"
        yield refused(loc, said, "pin another address of the prefix", origin)


def refused(loc: Loc, message: str, fix: str, origin: Loc) -> Diagnostic:
    """Report a pinned address that its pool does not allow."""
    note = Note("the pool is stated here, or by default", origin)
    return Diagnostic(code="pin-address", loc=loc, message=message, notes=(note,), help=fix)
