"""Runs of addresses as integers."""

from collections.abc import Iterable, Iterator
from ipaddress import IPv6Address, ip_network

from generator.plan.addressing.layout import dotted

_IPV4 = 4
Span = tuple[int, int]
"""Addresses from the first to the last."""


def less(spans: Iterable[Span], others: Iterable[Span]) -> Iterator[Span]:
    """Yield what of some spans is in none of the others."""
    taken = sorted(others)
    for first, last in spans:
        start = first
        for low, high in taken:
            if low > last:
                break
            if high >= start:
                if low > start:
                    yield start, low - 1
                start = high + 1
        if start <= last:
            yield start, last


def less_prefixes(whole: str, others: Iterable[str]) -> Iterator[str]:
    """Yield the fewest prefixes of what of a prefix is in none of the others."""
    network = ip_network(whole)
    text = dotted if network.version == _IPV4 else lambda number: str(IPv6Address(number))
    for first, last in less([span(whole)], map(span, others)):
        for start, bits in _blocks(first, last):
            yield f"{text(start)}/{network.max_prefixlen - bits}"


def _blocks(first: int, last: int) -> Iterator[tuple[int, int]]:
    """Yield the fewest prefixes of a run of addresses: the first address of each, and the bits below it."""
    while first <= last:
        bits = (last - first + 1).bit_length() - 1
        if first:
            bits = min(bits, (first & -first).bit_length() - 1)
        yield first, bits
        first += 1 << bits


def span(prefix: str) -> Span:
    """Return the addresses of a prefix."""
    network = ip_network(prefix)
    return int(network.network_address), int(network.broadcast_address)
