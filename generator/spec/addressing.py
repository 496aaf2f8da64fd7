"""`addressing`: the pools that addresses and AS numbers come from."""

import operator
from ipaddress import IPv4Network
from typing import Annotated

from pydantic import Field

from generator.spec.addresses import Address4, Prefix4, Prefix6
from generator.spec.base import Asn, Slug, SpecModel
from generator.spec.oob_way import OobWaySpec


class AddressingSpec(SpecModel):
    """Each pool is divided into bit fields, so that an address shows where its device is; `ip/layout.md` shows the bits."""

    compute: Prefix4 = IPv4Network("10.0.0.0/9")
    """Host links of the compute fabric, a /31 each."""
    storage: Prefix4 = IPv4Network("10.128.0.0/11")
    """Host links of the storage fabric, a /31 each."""
    frontend: Prefix4 = IPv4Network("10.160.0.0/11")
    """The in-band segments."""
    oob: Prefix4 = IPv4Network("10.192.0.0/11")
    """BMCs and switch management ports, a prefix for each out-of-band leaf."""
    loopbacks: Prefix4 = IPv4Network("10.224.0.0/12")
    """Loopbacks of switches and the tunnel ends of the frontend leaves."""
    underlay: Prefix4 = IPv4Network("10.240.0.0/12")
    """Links between switches, a /31 each, of fabrics whose underlay is `numbered`."""
    way_out: Address4 | None = None
    """Default gateway to the site: the address, in the in-band segment, of the site's firewall or of a border host. Frontend leaves send all traffic for
    addresses outside the cluster there. If left out, hosts reach nothing outside."""
    oob_way_out: Annotated[dict[Slug, OobWaySpec], Field(exclude_if=operator.not_)] = {}
    """Uplinks from the out-of-band network to the site, by names that you choose. Switches and BMCs use them to reach services of the site (`services`), as
    `access` permits. If left out, that network has no connection to the site."""
    ipv6: Prefix6 | None = None
    """A prefix of /61 or shorter, such as a site's /48, for IPv6 addresses of host links (as /127, RFC 6164) and loopbacks, with the same fields. VLANs have only IPv4."""
    asn_base: Asn = 4_200_000_000
    """First AS number; the default is the first private four-byte AS number (RFC 6996)."""
