"""Configuration of both ends of the tunnel: the gateway by its files, a burst host by its first start.

No key is in any of it. The key of the gateway is a secret of the site. That of a burst host is derived there from its name and one secret, which
the image and the gateway have, so that the gateway can derive the public keys of all hosts before they exist.
"""

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Network
from typing import Any

from generator.plan.slurm.forms import at_port
from generator.plan.slurm.records import Tunnel

PROGRAM = "burst_tunnel.py"
FOLDER = "/etc/clustergen"
SECRET = f"{FOLDER}/burst-tunnel.key"
"""From which the keys of burst hosts are derived: on the gateway and in the image, for root alone."""
GATEWAY_KEY = "/etc/slurm/burst-gateway.pub"
"""The public key of the gateway, on each controller."""
_KEEPALIVE_SECONDS = 25
"""A port of NAT stays open so (wg(8), PersistentKeepalive): slurmctld starts conversations with hosts, too."""


def unit_of(tunnel: Tunnel) -> str:
    """Name the unit that brings an end up (wireguard-tools)."""
    return f"wg-quick@{tunnel.interface}.service"


def gateway_conf(tunnel: Tunnel) -> list[tuple[str, str]]:
    """Return the keys of the gateway's file. Its peers are set by the program."""
    length = IPv4Network(tunnel.prefix).prefixlen
    return [
        ("Address", f"{tunnel.address}/{length}"),
        ("ListenPort", str(tunnel.port)),
        ("MTU", str(tunnel.mtu_bytes)),
        ("PostUp", f"wg set %i private-key /etc/wireguard/{tunnel.interface}.key"),
        ("PostUp", f"python3 -B {FOLDER}/{PROGRAM} peers %i"),
    ]


def files_of_host(tunnel: Tunnel) -> Iterator[dict[str, Any]]:
    """Yield the files of a burst host; `@address@` is its own, and `@gateway_key@` the gateway's public key, which burst.py puts in."""
    conf = [
        "[Interface]",
        "Address = @address@/32",
        f"MTU = {tunnel.mtu_bytes}",
        # wg-quick(8): the key is in no file of the host
        f"PostUp = wg set %i private-key <(python3 -B {FOLDER}/{PROGRAM} key @name@)",
        "",
        "[Peer]",
        "PublicKey = @gateway_key@",
        f"Endpoint = {at_port(tunnel.endpoint, tunnel.port)}",
        f"AllowedIPs = {', '.join(tunnel.allowed)}",
        f"PersistentKeepalive = {_KEEPALIVE_SECONDS}",
    ]
    yield {"path": f"/etc/wireguard/{tunnel.interface}.conf", "lines": conf, "permissions": "0600"}
    yield {"path": f"{FOLDER}/{PROGRAM}", "program": PROGRAM, "permissions": "0755"}


def passes(tunnel: Tunnel, source: str) -> bool:
    """Whether the server of a mount is reached by the tunnel."""
    try:
        server = IPv4Address(source.partition(":")[0])
    except ValueError:
        return False
    return any(server in IPv4Network(prefix) for prefix in tunnel.allowed)
