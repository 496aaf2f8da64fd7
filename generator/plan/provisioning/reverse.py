"""Which reverse zone an address is in: on octet boundaries inside its pool, so that no zone claims what is not the cluster's.

A pool of /9 has zones of /16, one of /20 zones of /24. A pool longer than /24 gets a zone of its own below the octet, as RFC 2317 has it,
with a hyphen, as it advises; the owner of the /24 delegates to it. IPv6 pools are /64 each, which is a nibble boundary.
"""

from ipaddress import IPv6Address

from msgspec import Struct

from generator.plan.addressing.layout import Layout

_IPV6_NIBBLES = 16
"""Hexadecimal digits of a /64, the prefix that every pool has of the cluster's IPv6 prefix."""


class ReversePlace(Struct, frozen=True):
    """A reverse zone, and an address's owner name in it; both sort by their first addresses, `start` and `address`, not by their text."""

    zone: str
    owner: str
    start: int
    address: int


class ReverseZones(Struct, frozen=True):
    """The reverse zones of a plan's pools: the first and last address of each, and its prefix length. They do not overlap (rule `pools-overlap`)."""

    pools: tuple[tuple[int, int, int], ...]

    @classmethod
    def of(cls, layouts: tuple[Layout, ...]) -> "ReverseZones":
        """Take the pools of the layouts."""
        prefixes = [layout.prefix for layout in layouts]
        return cls(tuple((int(p.network_address), int(p.broadcast_address), p.prefixlen) for p in prefixes))

    def place(self, text: str) -> ReversePlace:
        """Return an IPv4 address's zone and owner.

        Raises:
            LookupError: an address in no pool, which is a fault of the allocators.
        """
        octets = text.split(".")
        address = int.from_bytes(map(int, octets), "big")
        found = next((pool for pool in self.pools if pool[0] <= address <= pool[1]), None)
        if found is None:
            message = f"{text} is in no pool"
            raise LookupError(message)
        first, _, length = found
        if length > 24:
            zone = f"{first & 255}-{length}.{_backwards(octets[:3])}.in-addr.arpa"
            return ReversePlace(zone, octets[3], first, address)
        kept = -(-length // 8)
        free = 32 - 8 * kept
        zone = f"{_backwards(octets[:kept])}.in-addr.arpa"
        return ReversePlace(zone, _backwards(octets[kept:]), address >> free << free, address)


def place_ipv6(text: str) -> ReversePlace:
    """Return an IPv6 address's zone and owner (RFC 3596, section 2.5)."""
    address = IPv6Address(text)
    nibbles = list(address.exploded.replace(":", ""))
    zone = f"{_backwards(nibbles[:_IPV6_NIBBLES])}.ip6.arpa"
    return ReversePlace(zone, _backwards(nibbles[_IPV6_NIBBLES:]), int(address) >> 64 << 64, int(address))


def _backwards(labels: list[str]) -> str:
    return ".".join(reversed(labels))
