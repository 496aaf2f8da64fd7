"""`pins.yaml`: what a site has already and must stay as it is, whatever the tool would have chosen."""

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StrictInt, StringConstraints

from generator.spec.addresses import Address4, Address6, Prefix4
from generator.spec.assets import DeviceName
from generator.spec.base import Asn, Metres, Slug, SpecModel, Word, defaults, own_error

_PATTERN = r"([a-z][a-z0-9-]*)\{(?::0?([1-9])d?)?\}((?:[a-z0-9-]*[a-z0-9])?)"


def _name_pattern(text: str) -> str:
    if not re.fullmatch(_PATTERN, text):
        raise own_error(f"{text!r} is not a pattern of names; write the number as braces with its digits: node{{:03d}}")
    return text


NamePattern = Annotated[str, StringConstraints(strict=True, max_length=60), AfterValidator(_name_pattern)]
"""A name with its number in braces: `node{:03d}` has three digits, `node{}` as many as each number needs."""
RackName = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z][A-Za-z0-9-]{0,30}$")]
"""The name of a rack, as its label says."""
Vni = Annotated[StrictInt, Field(ge=1, le=16_777_215)]
"""A VXLAN network identifier (RFC 7348), 24 bits."""


def _without_length(value: Any) -> Any:
    return value.partition("/")[0] if isinstance(value, str) else value


PinnedAddress = Annotated[Address4, BeforeValidator(_without_length)]
"""An IPv4 address; a prefix length behind it is taken and not needed."""
PinnedAddress6 = Annotated[Address6, BeforeValidator(_without_length)]
"""An IPv6 address; a prefix length behind it is taken and not needed."""


class NamesPin(SpecModel):
    """Names of all devices of a kind, by number."""

    pattern: NamePattern
    """The name with the number in braces."""
    start: Annotated[StrictInt, Field(ge=0, le=999_999)] = 1
    """The number of the first device."""

    def name(self, ordinal: int) -> str:
        """Name a device by its ordinal, from 0."""
        found = re.fullmatch(_PATTERN, self.pattern)
        assert found is not None
        stem, digits, end = found.groups()
        return f"{stem}{self.start + ordinal:0{digits or 1}d}{end}"


class DevicePin(SpecModel):
    """Pinned values of a host or switch; the planner chooses those that are left out."""

    name: DeviceName | None = None
    """Its name."""
    rack: RackName | None = None
    """The rack that it is in."""
    unit: Annotated[StrictInt, Field(ge=1, le=60)] | None = None
    """Its lowest rack unit."""
    addresses: dict[Word, PinnedAddress] = {}
    """Addresses by interface, with the names of `ip/addresses.csv`: `rail0`, `storage1`, `bond0`, `bmc`, `eth0`, `Vlan11`, `Ethernet252`."""
    addresses_ipv6: dict[Word, PinnedAddress6] = {}
    """IPv6 addresses by interface: ports of hosts that are routed to their leaf, the leaf's ends of these links, and its `Vlan900` in VLANs of rails."""
    asn: Asn | None = None
    """AS number of a leaf."""
    loopback: PinnedAddress | None = None
    """Loopback of a switch."""
    loopback_ipv6: PinnedAddress6 | None = None
    """IPv6 loopback of a switch."""
    vtep: PinnedAddress | None = None
    """Tunnel end of a leaf that runs EVPN."""


def end_of(text: str) -> tuple[str, str]:
    """Device and interface of an end of a pinned link."""
    device, _, interface = text.partition(" ")
    return device, interface


class LinkPin(SpecModel):
    """Pins of one link: the host's leaf port, and its cable."""

    a: Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z][a-z0-9-]* [A-Za-z0-9/]+$")]
    """The lower end, device and interface: `gpu01 rail0`, or a leaf's uplink `compute-leaf01 Ethernet252`."""
    b: Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z][a-z0-9-]* [A-Za-z0-9/]+$")] | None = None
    """The upper end, `compute-leaf01 Ethernet8`: one of the ports that devices of the envelope have on the leaf of this link."""
    cable: Word | None = None
    """Id on the cable's labels."""
    length_m: Metres | None = None
    """Length of the existing cable."""


class PinsSpec(SpecModel):
    """Devices are called here as the tool would call them without any pins (`clustergen show` lists them), whatever their digits: `gpu1` is `gpu01`."""

    names: dict[Slug, NamesPin] = {}
    """Names by kind: a host group (`gpu`), or the switches of a tier (`compute-leaf`, `compute-p0-spine`)."""
    devices: dict[DeviceName, DevicePin] = {}
    """Pins of single devices."""
    racks: dict[RackName, RackName] = {}
    """Names of racks by place: `A07` is the seventh position of the first row."""
    links: tuple[LinkPin, ...] = ()
    """Ports and cables."""
    prefixes: dict[Literal["management", "bmc"], Prefix4] = {}
    """Prefixes of the out-of-band segments, if they are not adjacent in `addressing.oob`; other pools are stated in `addressing` and `segments`."""
    gateways: dict[Slug, PinnedAddress] = {}
    """Gateways by frontend segment (`inband`, or one of `segments`), which all leaves share. A leaf's own one, out of band or in the VLAN of a rail, is an address of its interface `Vlan11`."""
    vnis: dict[Slug, Vni] = {}
    """VXLAN network identifiers by frontend segment (`inband`, or one of `segments`); a tenant's is stated in `tenants`, VLAN ids in `vlans` and `segments`."""


NO_PINS = defaults(PinsSpec)
"""Nothing is fixed."""
