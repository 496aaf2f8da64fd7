"""Namespaces, veth pairs and addresses, as text for `ip -batch`.

What the switch's own software would do from config_db.json is done here: SONiC's portmgrd and intfmgrd set the MTU and
the addresses of ports and of Loopback0. Loopback0 stands on `lo`, because this kernel may have no dummy device.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tests.twin.tree import Rail, Tree

# As on a router. No DAD: every link has two ends with unlike MACs, and it would cost a second a link.
SWITCH_SYSCTLS = {
    "net.ipv4.ip_forward": "1",
    "net.ipv4.fib_multipath_hash_policy": "1",
    "net.ipv6.conf.all.forwarding": "1",
    "net.ipv6.conf.default.dad_transmits": "0",
}

_FIRST_RAIL_TABLE = 101


def namespaces(names: Iterable[str]) -> str:
    return "".join(f"netns add {name}\n" for name in names)


def veths(tree: Tree, fabric: str) -> str:
    """One pair a link, under the planned names, each switch end with the MTU that its own file gives it."""
    lines = [
        f"link add dev {link.a.interface} mtu {tree.mtu_bytes(link.a)} netns {link.a.device} type veth "
        f"peer name {link.b.interface} mtu {tree.mtu_bytes(link.b)} netns {link.b.device}\n"
        for link in tree.fabric_links(fabric)
    ]
    lines += [
        f"link add dev {rail.nic.interface} mtu {tree.mtu_bytes(rail.leaf)} netns {rail.nic.device} type veth "
        f"peer name {rail.leaf.interface} mtu {tree.mtu_bytes(rail.leaf)} netns {rail.leaf.device}\n"
        for rail in tree.rails(fabric)
    ]
    return "".join(lines)


def switch_setup(tree: Tree, fabric: str, switch: str) -> str:
    """Loopback0 and the addresses of the ports that have a cable."""
    addresses = tree.port_addresses(switch)
    cabled = [rail.leaf.interface for rail in tree.rails(fabric) if rail.leaf.device == switch]
    lines = ["link set dev lo up", f"addr add {tree.loopback(switch)} dev lo"]
    lines += [f"addr add {addresses[port]} dev {port}" for port in cabled]
    lines += [f"link set dev {port} up" for port in (*cabled, *switch_ports(tree, fabric, switch))]
    return "\n".join(lines) + "\n"


def host_setup(rails: Iterable[Rail]) -> str:
    """Each rail's address, and a table of its own, so that what comes from a NIC's address leaves by that NIC."""
    lines = ["link set dev lo up"]
    for table, rail in enumerate(rails, start=_FIRST_RAIL_TABLE):
        nic = rail.nic.interface
        lines += [
            f"addr add {rail.address} dev {nic}",
            f"link set dev {nic} up",
            f"route add default via {rail.gateway} dev {nic} table {table}",
            f"rule add from {rail.address.ip} lookup {table}",
        ]
    return "\n".join(lines) + "\n"


def switch_ports(tree: Tree, fabric: str, switch: str) -> Iterator[str]:
    """The switch's ports towards other switches."""
    for link in tree.fabric_links(fabric):
        yield from (end.interface for end, _ in link.ends() if end.device == switch)
