"""What all spec models share, and the field types whose faults get words of their own."""

import re
from ipaddress import IPv4Address, IPv4Network, IPv6Network, ip_address, ip_network
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StringConstraints,
)
from pydantic_core import PydanticCustomError

Network = IPv4Network | IPv6Network
_LONGEST_NAME = 200
_HOST_NAME = re.compile(
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*(?![0-9]+\Z)[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
)
_SYSTEM = frozenset(
    [
        "/bin",
        "/boot",
        "/dev",
        "/etc",
        "/lib",
        "/lib32",
        "/lib64",
        "/libx32",
        "/proc",
        "/root",
        "/run",
        "/sbin",
        "/sys",
        "/usr",
    ]
)
"""Folders that are the system's with all that is in them (Filesystem Hierarchy Standard 3.0)."""
_SHARED_HOMES = frozenset(
    ["/var", "/var/cache", "/var/lib", "/var/log", "/var/mail", "/var/run", "/var/lock", "/var/spool", "/var/tmp"]  # noqa: S108  (refused, not used)
)
"""Folders of many programs: a place of its own in them is fine."""
_STATE = tuple(f"/var/lib/{each}" for each in ("apt", "dbus", "dnf", "dpkg", "pam", "rpm", "systemd"))
"""What the system keeps about itself."""


class SpecModel(BaseModel):
    """Frozen, unknown keys refused; the docstring under a field is its page in the reference."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)


def own_error(message: str) -> PydanticCustomError:
    """Make a validation error whose words are shown as they stand."""
    return PydanticCustomError("own", "{text}", {"text": message})


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


def _usable(found: Network, text: str) -> None:
    for taken, why in _NOBODYS.items():
        if taken.version == found.version and taken.overlaps(found):
            what = "this" if str(taken) == text else str(taken)
            raise own_error(
                f"{text} cannot be used: {what} {why}, and no host has an address there; use a private range such as 10.0.0.0/8"
            )


def _text(value: Any, what: str, example: str) -> str:
    if not isinstance(value, str):
        raise own_error(f"{value!r} is not {what}; write it like {example}")
    return value


def _ipv4_prefix(value: Any) -> IPv4Network:
    if isinstance(value, IPv4Network):
        return value
    text = _text(value, "an IPv4 prefix", "10.0.0.0/16")
    try:
        loose = IPv4Network(text, strict=False)
    except ValueError:
        raise own_error(f"{text!r} is not an IPv4 prefix; write it like 10.0.0.0/16") from None
    if "/" not in text:
        raise own_error(f"{text} is an address without a prefix length; write it like {text}/24")
    if not text.startswith(str(loose.network_address)):
        raise own_error(f"{text} has host bits set; the prefix is {loose}")
    _usable(loose, text)
    return loose


def _ipv6_prefix(value: Any) -> IPv6Network:
    if isinstance(value, IPv6Network):
        return value
    text = _text(value, "an IPv6 prefix", "fd42:c1::/32")
    try:
        loose = IPv6Network(text, strict=False)
        if IPv6Network(text.partition("/")[0] + "/128").network_address != loose.network_address:
            raise own_error(f"{text} has host bits set; the prefix is {loose}")
    except ValueError as error:
        if isinstance(error, PydanticCustomError):
            raise
        raise own_error(f"{text!r} is not an IPv6 prefix; write it like fd42:c1::/32") from None
    _usable(loose, text)
    return loose


def _ipv4_address(value: Any) -> IPv4Address:
    if isinstance(value, IPv4Address):
        return value
    text = _text(value, "an IPv4 address", "10.0.0.1")
    try:
        found = IPv4Address(text)
    except ValueError:
        raise own_error(f"{text!r} is not an IPv4 address; write it like 10.0.0.1") from None
    _usable(IPv4Network(found), text)
    return found


def _host(value: Any) -> str:
    """Take a DNS name or an address; digits and dots that are no address are no name either (RFC 1123, section 2.1)."""
    text = _text(value, "a DNS name or an address", "ntp.example.net or 192.0.2.1")
    try:
        found = ip_address(text)
    except ValueError:
        if not _HOST_NAME.fullmatch(text) or len(text) > _LONGEST_NAME:
            raise own_error(
                f"{text[:80]!r} is neither a DNS name nor an address; write it like ntp.example.net or 192.0.2.1"
            ) from None
        return text
    _usable(ip_network(found), text)
    return text


def _data_path(value: Any) -> Any:
    """Refuse a place that a system needs for itself: what is mounted or kept there would hide it."""
    if not isinstance(value, str):
        return value
    parts = value.split("/")
    first = "/".join(parts[:2])
    if (
        first in _SYSTEM
        or value in _SHARED_HOMES
        or any(value == each or value.startswith(f"{each}/") for each in _STATE)
    ):
        raise own_error(
            f"{value} belongs to the operating system; use a place of its own, such as /data or /srv/{parts[-1] or 'data'}"
        )
    return value


Slug = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z]([a-z0-9-]{0,30}[a-z0-9])?$")]
"""A name that a host name, a file and a group can carry: a-z, 0-9 and inner dashes, a letter first."""
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
ModelRef = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z0-9][a-z0-9.-]{0,47}$")]
"""The name of a catalog model: `clustergen catalog list` prints them."""
PlainPath = Annotated[str, StringConstraints(strict=True, max_length=120, pattern=r"^(/[a-z0-9][A-Za-z0-9_.-]*)+$")]
"""An absolute path of plain names: no spaces, no `..`."""
MountPath = Annotated[PlainPath, AfterValidator(_data_path)]
"""An absolute path of plain names that is no place of the operating system."""
ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]*$"
"""No control characters, no other line ends, and nothing that is unseen or turns the direction of writing."""
Line = Annotated[str, StringConstraints(strict=True, max_length=200, pattern=ONE_LINE)]
"""One line of text for people."""
Note = Annotated[str, StringConstraints(strict=True, max_length=2000, pattern=ONE_LINE)]
"""A long line of text for people: where a fact comes from, and what a reader must know."""
Word = Annotated[str, StringConstraints(strict=True, max_length=80, pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._/+:,()\[\]-]*$")]
"""What programs and labels call a thing: part numbers, platforms, names of pools and cages."""
Count = Annotated[StrictInt, Field(ge=1, le=1_000_000)]
"""A number of things, at least one."""
CountOrZero = Annotated[StrictInt, Field(ge=0, le=1_000_000)]
"""A number of things, none allowed."""
Number = Annotated[int, Field(ge=0, le=1_000_000_000)]
"""A count or a size in a catalog."""
Figure = Annotated[float, Field(ge=0, le=1e9)]
"""A measure in a catalog, in the unit of its name."""
VlanId = Annotated[StrictInt, Field(ge=2, le=4094)]
"""A VLAN id (IEEE 802.1Q), 2 to 4094."""
Asn = Annotated[StrictInt, Field(ge=1, le=4_294_967_294)]
"""An AS number (RFC 6793)."""
Flag = StrictBool
"""true or false."""
Prefix4 = Annotated[IPv4Network, BeforeValidator(_ipv4_prefix)]
"""An IPv4 prefix without host bits."""
Prefix6 = Annotated[IPv6Network, BeforeValidator(_ipv6_prefix)]
"""An IPv6 prefix without host bits."""
Address4 = Annotated[IPv4Address, BeforeValidator(_ipv4_address)]
"""An IPv4 address."""
Ratio = Annotated[float, Field(strict=True, ge=0.25, le=64)]
"""Host bandwidth to uplink bandwidth: 1 is non-blocking, 3 means 3:1, less than 1 leaves uplinks to spare."""
Metres = Annotated[float, Field(strict=True, ge=0, le=1000)]
"""A length, m."""
SpeedGbps = Annotated[float, Field(strict=True, gt=0, le=3200)]
"""A link speed, Gb/s."""
