"""Tagged VLANs between hosts and leaves: what stands for 802.1Q, which this kernel may not have, is a cable of its own for each tag.

Both of its ends are named as those of the tag would be (`bond0.310`, `Ethernet0.310`). At the leaf it is in the VLAN's bridge, where a VLAN-aware bridge
would put what comes with the tag; at the host it is what netplan makes of `vlans`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.twin import wiring
from generator.twin.host_network import NETPLAN, HostInterface, read_interfaces

if TYPE_CHECKING:
    from generator.twin.switch_config import Vlan
    from generator.twin.twin import Twin


def add(twin: Twin) -> dict[str, dict[str, HostInterface]]:
    """Cable every tagged VLAN of the hosts that are wired, by the leaf of the bond's first port; gives their interfaces by host."""
    leaves = dict(twin.host_links)
    found: dict[str, dict[str, HostInterface]] = {}
    for host in twin.hosts:
        interfaces = twin.tree.host(host)
        found[host] = read_interfaces(twin.tree.root / "hosts" / host / NETPLAN, ("vlans",))
        for name, tag in found[host].items():
            bond, _, number = name.rpartition(".")
            nic, leaf = next(pair for pair in leaves.items() if pair[0].device == host and pair[0].interface == interfaces[bond].members[0])  # fmt: skip
            (vlan,) = (vlan for vlan in twin.tree.config(leaf.device).vlans() if vlan.name == f"Vlan{number}")
            assert leaf.interface in vlan.tagged, f"{leaf} has no tag {number}, which {nic} sends"
            _cable(twin, host, tag, leaf.device, vlan, f"{leaf.interface}.{number}")
    return found


def _cable(twin: Twin, host: str, tag: HostInterface, leaf: str, vlan: Vlan, port: str) -> None:
    there = wiring.namespace(leaf, vlan.vrf)
    ends = (
        f"name {tag.name} mtu {tag.mtu_bytes} netns {host} type veth peer name {port} mtu {tag.mtu_bytes} netns {there}"
    )
    twin.bottle.must("ip", "link", "add", *ends.split())
    _batch(twin, there, [f"link set dev {port} master {vlan.name}", f"link set dev {port} up"])
    _batch(twin, host, [*tag.device(), *tag.route_lines(4)])


def _batch(twin: Twin, place: str, lines: list[str]) -> None:
    twin.bottle.must("ip", "-batch", "-", netns=place, stdin="".join(f"{line}\n" for line in lines))
