"""Runs of addresses as integers."""

from collections.abc import Iterable, Iterator
from ipaddress import IPv4Network, IPv6Network, ip_network, summarize_address_range

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


def less_prefixes(whole: str, others: Iterable[str]) -> Iterator[IPv4Network | IPv6Network]:
    """Yield the fewest prefixes of what of a prefix is in none of the others."""
    network = ip_network(whole)
    address = type(network.network_address)
    for first, last in less([span(whole)], map(span, others)):
        yield from summarize_address_range(address(first), address(last))


def span(prefix: str) -> Span:
    """Return the addresses of a prefix."""
    network = ip_network(prefix)
    return int(network.network_address), int(network.broadcast_address)
