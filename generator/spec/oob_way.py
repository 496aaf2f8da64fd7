"""`addressing.oob_way_out`: where the out-of-band network meets the routers of the site."""

from typing import Annotated

from pydantic import AfterValidator, Field, StrictInt, StringConstraints

from generator.spec.base import Asn, Flag, Slug, SpecModel, SpeedGbps, VlanId
from generator.spec.edge import EdgeSpec, Interface4, Peer4, PrefixLine, some


class OobWaySpec(SpecModel):
    """One uplink of the out-of-band network: a port of a management leaf that leads to a router of the site, plain or by a tag, with static routes or BGP.

    The VLANs of the out-of-band network are IPv4, so its ways are, too.
    """

    leaf: Annotated[str, StringConstraints(strict=True, pattern=r"^[a-z][a-z0-9-]{0,62}$")]
    """The management leaf to which the site's cable goes, by its name."""
    cage: Annotated[StrictInt, Field(ge=1, le=256)]
    """The cage of that leaf, undivided. `reserve_ports` keeps cages free of devices."""
    speed_gbps: SpeedGbps
    """Speed of the port, Gb/s."""
    mtu_bytes: Annotated[StrictInt, Field(ge=1280, le=9216)] = 1500
    """Largest packet towards the site, bytes; it must match the other side."""
    vlan: VlanId | None = None
    """The 802.1Q tag of this uplink, where several share a port; by default none."""
    address: Interface4
    """The leaf's own address on this way, with its length: 192.0.2.1/31."""
    peer: Peer4
    """The gateway: the other side's address."""
    asn: Asn | None = None
    """AS number of the other side, with which the leaf then speaks BGP and announces both out-of-band VLANs; by default routes are static, and
    stay when the gateway dies."""
    bfd: Flag = True
    """Whether BFD watches the session, so that a dead gateway is left in a second."""
    password: Slug | None = None
    """Name of the secret that authenticates both sides (TCP MD5, RFC 2385): `oob` is the Ansible variable `clustergen_edge_oob`."""
    accept: Annotated[tuple[PrefixLine, ...], AfterValidator(some)] = ()
    """Prefixes of the site that this way leads to, where it is not the default route: every service that switches ask is in one of them."""

    def way(self) -> EdgeSpec:
        """Return it as a way of the edge. It has the default route unless it states prefixes."""
        stated = self.model_dump(exclude_unset=True)
        return EdgeSpec.model_validate(
            {
                **stated,
                "address": str(self.address),
                "peer": str(self.peer),
                "default": "none" if self.accept else "accept",
            }
        )
