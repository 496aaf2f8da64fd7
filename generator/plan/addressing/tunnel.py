"""Addresses of the tunnel to burst hosts, each by the number of its host, so that more hosts renumber none: the gateway has the first, hosts begin at 16."""

from ipaddress import IPv4Address, IPv4Network

from generator.spec.burst import WireguardSpec
from generator.spec.cluster import ClusterSpec

FIRST_HOST = 16
"""Lower addresses are for gateways, of which there is one now."""
GATEWAY = 1


def tunnel_spec(spec: ClusterSpec) -> WireguardSpec | None:
    """Return the tunnel of the spec; None without one."""
    slurm = spec.scheduler.slurm
    cloud = slurm.burst.cloud if slurm is not None and slurm.burst is not None else None
    return cloud.wireguard if cloud is not None else None


def tunnel_prefix(spec: ClusterSpec) -> IPv4Network | None:
    """Return the addresses of the tunnel; nothing without one, and without in-band hosts at its near end."""
    tunnel = tunnel_spec(spec)
    return tunnel.prefix if tunnel is not None and "frontend" in spec.fabrics.given() else None


def gateway_address(prefix: IPv4Network) -> IPv4Address:
    """Return the address of the gateway in the tunnel."""
    return prefix.network_address + GATEWAY


def host_address(prefix: IPv4Network, number: int) -> IPv4Address:
    """Return the address of a burst host by its number, which counts from 1 as in its name."""
    return prefix.network_address + FIRST_HOST + number - 1


def room_for(prefix: IPv4Network) -> int:
    """Return how many burst hosts a prefix has addresses for: the last address is a broadcast's."""
    return max(0, prefix.num_addresses - 1 - FIRST_HOST)
