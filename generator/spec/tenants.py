"""`tenants`: who shares the cluster, and which hosts each of them has."""

import re
from collections.abc import Container, Iterator
from hashlib import sha256
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, StrictInt

from generator.spec.base import Line, SpecModel, VlanId, own_error

_RANGE = r"(?P<stem>[a-z][a-z0-9-]*)\[(?P<first>\d{1,6})-(?P<last>\d{1,6})\]"
_NAME = r"[a-z]([a-z0-9-]{0,61}[a-z0-9])?"
_FIRST_PKEY = 0x1000
_PKEYS = 0x6000
_FIRST_VNI = 0x10000
_FIRST_VLAN = 3000
SHARED_VNI = _FIRST_VNI
SHARED_VLAN = _FIRST_VLAN - 1
"""The numbers of the instance without a tenant: outside of those derived from names of tenants."""
_VLANS = range(_FIRST_VLAN, _FIRST_VLAN + 1000)


def _hosts(value: Any) -> str:
    if not isinstance(value, str) or not (re.fullmatch(_RANGE, value) or re.fullmatch(_NAME, value)):
        raise own_error(f"{value!r} names no hosts; write gpu01, gpu[01-16], or a group's name")
    found = re.fullmatch(_RANGE, value)
    if found and (len(found["first"]) != len(found["last"]) or int(found["first"]) > int(found["last"])):
        raise own_error(
            f"{value!r} counts from {found['first']} to {found['last']}; write both ends alike, the lower first: gpu[01-16]"
        )
    return value


def _some(value: tuple[str, ...]) -> tuple[str, ...]:
    if not value:
        raise own_error("a tenant needs hosts; name its hosts, or remove it")
    return value


HostRange = Annotated[str, BeforeValidator(_hosts)]
"""Hosts by name (`gpu01`), by range (`gpu[01-16]`), or all of a group by its name (`gpu`)."""


class TenantSpec(SpecModel):
    """A tenant. Its hosts reach only each other over the compute fabric, not those of other tenants."""

    hosts: Annotated[tuple[HostRange, ...], AfterValidator(_some)]
    """Its hosts, by name or range (`gpu01`, `gpu[01-16]`), or a whole group by its name; hosts that are not installed yet may be listed."""
    pkey: Annotated[StrictInt, Field(ge=0x0001, le=0x7FFE)] | None = None
    """Its InfiniBand partition key (15 bits); by default derived from the tenant's name (0x1000 to 0x6fff), so that a new tenant changes no existing key."""
    vni: Annotated[StrictInt, Field(ge=1, le=0xFFFFFF)] | None = None
    """The VXLAN network identifier (24 bits) of its routes on an Ethernet compute fabric; by default its partition key plus 0x10000."""
    vlan: VlanId | None = None
    """The VLAN id of that network within a leaf, used on no port; by default derived from the tenant's name (3000 to 3999, without ids that a system of the cluster's switches reserves)."""
    description: Line = ""
    """A description of the tenant."""


def vni_of(name: str, tenant: TenantSpec) -> int:
    """Return a tenant's VXLAN network: the stated one, or one made of its partition key."""
    return tenant.vni or _FIRST_VNI + pkey_of(name, tenant)


def vlan_of(name: str, tenant: TenantSpec, reserved: Container[int] = ()) -> int:
    """Return the VLAN id of a tenant's network: the stated one, or one made of its name that is not reserved."""
    number = int.from_bytes(sha256(name.encode()).digest()[4:8])
    made = _VLANS[number % len(_VLANS)]
    free = [vlan for vlan in _VLANS if vlan not in reserved] if made in reserved else []
    return tenant.vlan or (free[number % len(free)] if free else made)


def pkey_of(name: str, tenant: TenantSpec) -> int:
    """Return a tenant's partition key: the stated one, or one made of its name."""
    return tenant.pkey or _FIRST_PKEY + int.from_bytes(sha256(name.encode()).digest()[:4]) % _PKEYS


def unfold(text: str) -> Iterator[str]:
    """Yield the names of an entry of `hosts`; a plain word is itself a name."""
    found = re.fullmatch(_RANGE, text)
    if not found:
        yield text
        return
    digits = len(found["first"])
    for number in range(int(found["first"]), int(found["last"]) + 1):
        yield f"{found['stem']}{number:0{digits}d}"
