"""`scheduler.slurm.burst.cloud.wireguard`: the tunnel between burst hosts and the controllers."""

from ipaddress import IPv4Network
from typing import Annotated

from pydantic import Field, StrictInt

from generator.spec.addresses import HostOrAddress, Prefix4
from generator.spec.base import Slug, SpecModel


class WireguardSpec(SpecModel):
    """Burst hosts reach controllers and login hosts by WireGuard, with a controller as the gateway. Only flows of the zone `burst` pass (`access` adds some)."""

    endpoint: HostOrAddress
    """Public name or address by which burst hosts reach the gateway. The site forwards UDP `port` from there to the in-band address of the gateway."""
    port: Annotated[StrictInt, Field(ge=1024, le=65535)] = 51820
    """UDP port of the gateway, at the endpoint and on the host."""
    prefix: Prefix4 = IPv4Network("172.29.0.0/18")
    """Addresses of the tunnel: 1 is the gateway's, and burst hosts begin at 16. It must differ from all networks of the cluster, and from that of the provider."""
    gateway: Slug | None = None
    """The controller that is the gateway; by default the first one."""
    mtu_bytes: Annotated[StrictInt | None, Field(ge=1280, le=8920)] = None
    """MTU of the tunnel. By default that of a host's port at the provider (Google: 1,460, others: 1,500), less 80 for IPv6 (40), UDP (8) and WireGuard (32)."""
