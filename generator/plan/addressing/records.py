"""Records of addressing: prefixes, addresses, VLANs, AS numbers and routing instances."""

from typing import Literal

from msgspec import Struct

from generator.model.device import SwitchTier
from generator.spec.base import FabricName

AddressUse = Literal[
    "link", "loopback", "vtep", "inband", "management", "bmc", "gateway", "own-gateway", "segment", "ipoib"
]
PrefixKind = Literal["pool", "rail", "rail-su", "side", "side-su", "segment", "oob-leaf", "pods"]


class Prefix(Struct, frozen=True, kw_only=True):
    """A prefix with a meaning: a pool, a rail, a rail in one SU, a segment."""

    prefix: str
    kind: PrefixKind
    name: str
    fabric: str
    vlan: int | None = None
    gateway: str = ""


class Address(Struct, frozen=True, kw_only=True, gc=False):
    """An address on an interface."""

    address: str
    length: int
    device: str
    interface: str
    fabric: FabricName
    use: AddressUse
    ipv6: str = ""
    vlan: int | None = None


class Vlan(Struct, frozen=True, kw_only=True):
    """A VLAN with its overlay number, its prefix and where it lives."""

    vlan: int
    name: str
    vni: int | None
    fabric: str
    prefix: str
    gateway: str
    description: str


class AsNumber(Struct, frozen=True, kw_only=True):
    """An AS number: one a leaf, one for the spines of a pod, one for the cores (RFC 7938, section 5.2.1)."""

    asn: int
    fabric: str
    tier: SwitchTier | Literal["host"]
    holder: str


class Vrf(Struct, frozen=True, kw_only=True):
    """A routing instance on the leaves of a fabric, of a tenant or (with an empty `tenant`) of all others: its VXLAN network, and its VLAN id on a leaf."""

    name: str
    tenant: str
    fabric: str
    vni: int
    vlan: int
    vlans: tuple[int, ...] = ()
    """VLANs of the tenant's own segments, whose gateways are in it."""

    @property
    def whose(self) -> str:
        """Whose it is, in words."""
        return f"tenant {self.tenant}" if self.tenant else "shared by all tenants"
