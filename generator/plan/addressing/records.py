"""Records of addressing: prefixes, addresses, VLANs, AS numbers and routing instances."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefix:
    """A prefix with a meaning: a pool, a rail, a rail in one SU, a segment."""

    prefix: str
    kind: str
    name: str
    fabric: str
    vlan: int | None = None
    gateway: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """An address on an interface. `use` is link, loopback, vtep, inband, management, bmc, gateway, own-gateway, segment or ipoib."""

    address: str
    length: int
    device: str
    interface: str
    fabric: str
    use: str
    ipv6: str = ""
    vlan: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Vlan:
    """A VLAN with its overlay number, its prefix and where it lives."""

    vlan: int
    name: str
    vni: int | None
    fabric: str
    prefix: str
    gateway: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AsNumber:
    """An AS number: one a leaf, one for the spines of a pod, one for the cores (RFC 7938, section 5.2.1)."""

    asn: int
    fabric: str
    tier: str
    holder: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Vrf:
    """A routing instance of a tenant on the leaves of a fabric: its VXLAN network, and the VLAN id that stands for it on a leaf."""

    name: str
    tenant: str
    fabric: str
    vni: int
    vlan: int
