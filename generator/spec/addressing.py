"""`addressing`: the pools that addresses and AS numbers come from."""

import operator
from ipaddress import IPv4Network
from typing import Annotated

from pydantic import AfterValidator, Field, StrictInt, StringConstraints

from generator.spec.addresses import Address4, Prefix4, Prefix6
from generator.spec.base import Asn, Flag, Slug, SpecModel, SpeedGbps, VlanId
from generator.spec.edge import EdgeSpec, Interface4, Peer4, PrefixLine, some


class OobWaySpec(SpecModel):
    """An uplink of the out-of-band network: a port of a management leaf to a router of the site, untagged or tagged, with static routes or BGP.

    The VLANs of the out-of-band network are IPv4, and so are its uplinks.
    """

    leaf: Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z][a-z0-9-]{0,62}$")]
    """The management leaf that the site's cable is plugged into, by its name."""
    cage: Annotated[StrictInt, Field(ge=1, le=256)]
    """The cage of that leaf for the site's cable; it must not be divided. `reserve_ports` keeps cages free of devices."""
    speed_gbps: SpeedGbps
    """Speed of the port, Gb/s."""
    mtu_bytes: Annotated[StrictInt, Field(ge=1280, le=9216)] = 1500
    """Largest packet towards the site, bytes; it must match the other side."""
    vlan: VlanId | None = None
    """The 802.1Q tag of this uplink, where several share a port; by default none."""
    address: Interface4
    """The leaf's address on this uplink, with its prefix length: 192.0.2.1/31."""
    peer: Peer4
    """The gateway: the other side's address."""
    asn: Asn | None = None
    """AS number of the other side. The leaf then has a BGP session with it and announces both out-of-band VLANs. By default routes are static, and remain
    when the gateway fails."""
    bfd: Flag = True
    """Whether BFD monitors the session, so that a dead gateway is detected within a second."""
    password: Slug | None = None
    """Name of the secret that authenticates both sides (TCP MD5, RFC 2385): `oob` is the Ansible variable `clustergen_edge_oob`."""
    accept: Annotated[tuple[PrefixLine, ...], AfterValidator(some)] = ()
    """Prefixes of the site that this uplink leads to; without them, the uplink is the default route. If all uplinks have prefixes, every service of the site
    that switches use must be in one of them."""

    def as_edge(self) -> EdgeSpec:
        """Return it as an uplink of the edge. It has the default route unless it states prefixes."""
        stated = self.model_dump(exclude_unset=True)
        return EdgeSpec.model_validate(
            {
                **stated,
                "address": str(self.address),
                "peer": str(self.peer),
                "default": "none" if self.accept else "accept",
            }
        )


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
