"""Addresses, prefixes and names of hosts: their grammar, and the reserved ranges."""

import re
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BeforeValidator, StringConstraints
from pydantic_core import PydanticCustomError

from generator.spec.base import own_error

Network = IPv4Network | IPv6Network
AnyNetwork = TypeVar("AnyNetwork", IPv4Network, IPv6Network)
_LONGEST_NAME = 200
_HOST_NAME = r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*(?!(?:[0-9]+|0[xX][0-9A-Fa-f]*)\Z)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_NOBODYS: dict[Network, str] = {
    IPv4Network("0.0.0.0/8"): "means this network itself (RFC 1122)",
    IPv4Network("127.0.0.0/8"): "is each host's own loopback (RFC 1122)",
    IPv4Network("169.254.0.0/16"): "is link-local, the same on every link (RFC 3927)",
    IPv4Network("224.0.0.0/4"): "is multicast (RFC 5771)",
    IPv4Network("240.0.0.0/4"): "is reserved (RFC 1112)",
    IPv6Network("::/8"): "is reserved, loopback among it (RFC 4291)",
    IPv6Network("fe80::/10"): "is link-local, the same on every link (RFC 4291)",
    IPv6Network("ff00::/8"): "is multicast (RFC 4291)",
}
"""Ranges from which no host of a cluster has an address."""


def usable(found: Network, text: str) -> None:
    """Refuse addresses in reserved ranges; `text` is the value as written."""
    for taken, why in _NOBODYS.items():
        if taken.version == found.version and taken.overlaps(found):
            what = "this" if str(taken) == text else str(taken)
            raise own_error(
                f"{text} cannot be used: {what} {why}, and no host has an address there; use a private range such as 10.0.0.0/8"
            )


def _misread(value: Any, what: str, example: str) -> PydanticCustomError:
    return own_error(f"{value!r} is not {what}; write it like {example}")


def _prefix(value: Any, kind: type[AnyNetwork], what: str, example: str) -> AnyNetwork:
    text = str(value)  # `ipaddress` takes a number for an address
    try:
        loose = kind(text, strict=False)
        first = kind(text.partition("/")[0]).network_address
    except ValueError:
        raise _misread(value, what, example) from None
    if kind is IPv4Network and "/" not in text:
        raise own_error(f"{text} is an address without a prefix length; write it like {text}/24")
    if first != loose.network_address:
        raise own_error(f"{text} has host bits set; the prefix is {loose}")
    usable(loose, text)
    return loose


def _ipv4_prefix(value: Any) -> IPv4Network:
    return _prefix(value, IPv4Network, "an IPv4 prefix", "10.0.0.0/16")


def _ipv6_prefix(value: Any) -> IPv6Network:
    return _prefix(value, IPv6Network, "an IPv6 prefix", "fd42:c1::/32")


def prefix_of(value: Any) -> Network:
    """Validate a prefix of either IP version."""
    return _ipv6_prefix(value) if ":" in str(value) else _ipv4_prefix(value)


def _ipv4_address(value: Any) -> IPv4Address:
    try:
        found = IPv4Address(str(value))
    except ValueError:
        raise _misread(value, "an IPv4 address", "10.0.0.1") from None
    usable(IPv4Network(found), str(value))
    return found


def _ipv6_address(value: Any) -> IPv6Address:
    try:
        found = IPv6Address(str(value))
    except ValueError:
        raise _misread(value, "an IPv6 address", "fd42:c1::1") from None
    usable(IPv6Network(found), str(value))
    return found


def _host(text: str) -> str:
    """Take a DNS name or an address; digits and dots that are no address are no name either (RFC 1123, section 2.1)."""
    try:
        found = ip_address(text)
    except ValueError:
        if not re.fullmatch(_HOST_NAME, text) or len(text) > _LONGEST_NAME:
            raise own_error(
                f"{text[:80]!r} is neither a DNS name nor an address; write it like ntp.example.net or 192.0.2.1"
            ) from None
        return text
    usable(ip_network(found), text)
    return text


DnsName = Annotated[
    str,
    StringConstraints(
        strict=True, max_length=200, pattern=r"^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$"
    ),
]
"""A DNS name in lower case, without the last dot."""
HostOrAddress = Annotated[
    str,
    StringConstraints(strict=True, max_length=200, pattern=r"^[A-Za-z0-9:]([A-Za-z0-9.:-]*[A-Za-z0-9])?$"),
    AfterValidator(_host),
]
"""A DNS name or an address of a service."""
Prefix4 = Annotated[IPv4Network, BeforeValidator(_ipv4_prefix)]
"""An IPv4 prefix without host bits."""
Prefix6 = Annotated[IPv6Network, BeforeValidator(_ipv6_prefix)]
"""An IPv6 prefix without host bits."""
Address4 = Annotated[IPv4Address, BeforeValidator(_ipv4_address)]
"""An IPv4 address."""
Address6 = Annotated[IPv6Address, BeforeValidator(_ipv6_address)]
"""An IPv6 address."""
