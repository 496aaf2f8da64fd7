"""What all spec models share, and the field types whose faults get words of their own."""

from ipaddress import IPv4Address, IPv4Network, IPv6Network
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictInt, StringConstraints
from pydantic_core import PydanticCustomError


class SpecModel(BaseModel):
    """Frozen, unknown keys refused; the docstring under a field is its page in the reference."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)


def own_error(message: str) -> PydanticCustomError:
    """Make a validation error whose words are shown as they stand."""
    return PydanticCustomError("own", "{text}", {"text": message})


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
    return loose


def _ipv4_address(value: Any) -> IPv4Address:
    if isinstance(value, IPv4Address):
        return value
    text = _text(value, "an IPv4 address", "10.0.0.1")
    try:
        return IPv4Address(text)
    except ValueError:
        raise own_error(f"{text!r} is not an IPv4 address; write it like 10.0.0.1") from None


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
    str, StringConstraints(strict=True, max_length=200, pattern=r"^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$")
]
"""A DNS name or an address of a service."""
ModelRef = Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z0-9][a-z0-9.-]{0,47}$")]
"""The name of a catalog model: `clustergen catalog list` prints them."""
MountPath = Annotated[str, StringConstraints(strict=True, max_length=120, pattern=r"^(/[a-z0-9][A-Za-z0-9_.-]*)+$")]
"""An absolute path of plain names: no spaces, no `..`."""
Line = Annotated[str, StringConstraints(strict=True, max_length=200, pattern=r"^[^\x00-\x1f\x7f\u2028\u2029]*$")]
"""One line of text for people."""
Count = Annotated[StrictInt, Field(ge=1, le=1_000_000)]
"""A number of things, at least one."""
CountOrZero = Annotated[StrictInt, Field(ge=0, le=1_000_000)]
"""A number of things, none allowed."""
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
