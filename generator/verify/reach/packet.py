"""A packet, with the fields that filters and firewalls see."""

from collections.abc import Iterator
from functools import cache
from ipaddress import ip_interface, ip_network

from msgspec import Struct
from msgspec.structs import replace

CALLER_PORT = 40000
"""A client's source port: in the ephemeral range (RFC 6335, section 6, and Linux's ip_local_port_range)."""
_SYN, _ACK = 0x02, 0x10
_ECHO = {(4, False): 8, (4, True): 0, (6, False): 128, (6, True): 129}
Span = tuple[int, int]


class Packet(Struct, frozen=True, kw_only=True):
    """The first packet of a conversation, or the first of its answers. Addresses are integers; `protocol` is tcp, udp, icmp or vrrp."""

    family: int
    source: int
    destination: int
    protocol: str
    source_port: int = CALLER_PORT
    port: int = 0
    answer: bool = False

    @property
    def flags(self) -> int:
        """TCP flags: SYN for requests, SYN and ACK for replies (RFC 9293)."""
        return _SYN | _ACK if self.answer else _SYN

    @property
    def icmp_type(self) -> int:
        """The type of an echo request or reply (RFC 792, RFC 4443)."""
        return _ECHO[self.family, self.answer]

    def reply(self) -> "Packet":
        """Return what comes back."""
        return replace(
            self,
            source=self.destination,
            destination=self.source,
            source_port=self.port,
            port=self.source_port,
            answer=True,
        )


@cache
def span_of(prefix: str) -> Span:
    """Return a prefix or an address as its first and last address."""
    network = ip_network(prefix, strict=False)
    return int(network[0]), int(network[-1])


def family_of(prefix: str) -> int:
    """Address family of a prefix: 4 or 6."""
    return 6 if ":" in prefix else 4


def numbers(text: str) -> Iterator[int]:
    """Yield the numbers of a list of ranges: `1-4,7`."""
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


@cache
def own_and_span(interface: str) -> tuple[int, Span]:
    """Read `10.0.0.1/31` as the address itself and the network that it is in."""
    found = ip_interface(interface)
    return int(found.ip), (int(found.network[0]), int(found.network[-1]))
