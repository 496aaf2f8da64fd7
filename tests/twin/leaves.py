"""Leaves beside the hosts of the test bed for Ansible: the cables of cables.csv as veth pairs, gateways that answer and forward, lldpd that tells its name.

A leaf is a namespace with its ports and nothing else of a switch: no sessions, so it forwards among its own ports. Of the frontend's pair the first
leaf has the gateway, where active-backup bonds have their active port.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import yaml

from generator.twin import host_network as host_files
from tests.twin import lldp
from tests.twin.ssh_root import FACE

if TYPE_CHECKING:
    from tests.twin.ssh_host import SshHost
    from tests.twin.ssh_hosts import SshHosts

_FABRICS = ("compute", "storage", "frontend")
_MTU_BYTES = 9216
_BRIDGE = "Vlan200"


class Leaves:
    """The leaves of some running hosts, cabled as their inventory says."""

    def __init__(self, bed: SshHosts) -> None:
        """Make every leaf that a host has a cable to, and every cable; hosts have what their files say."""
        self._bed = bed
        self._bottle = bed._bottle
        self.ports = {
            host.name: [port for port in self._facts(host)["cluster_ports"] if port["fabric"] in _FABRICS]
            for host in bed
        }
        leaves: defaultdict[str, list[str]] = defaultdict(list)
        for name, ports in self.ports.items():
            for port in ports:
                leaves[port["switch"]] += self._cable(name, port)
        self.names = sorted(leaves)
        for leaf in self.names:
            self._leaf(leaf, leaves[leaf])
        for host in bed:
            self._host(host)
        lldp.start(self._bottle, self.names)

    def _facts(self, host: SshHost) -> dict[str, Any]:
        text = (self._bed.inventory / "host_vars" / f"{host.name}.yml").read_text(encoding="utf-8")
        facts: dict[str, Any] = yaml.safe_load(text)
        return facts

    def _cable(self, host: str, port: dict[str, Any]) -> list[str]:
        """Make one cable; gives what the leaf does with its end."""
        leaf, far = port["switch"], port["switch_port"]
        if self._bottle.run("test", "-e", f"/run/netns/{leaf}").returncode != 0:
            self._bottle.must("ip", "netns", "add", leaf)
        ends = (
            "name",
            port["name"],
            "netns",
            host,
            "mtu",
            str(_MTU_BYTES),
            "type",
            "veth",
            "peer",
            "name",
            far,
            "netns",
            leaf,
        )
        self._bottle.must("ip", "link", "add", *ends, "mtu", str(_MTU_BYTES))
        if port["fabric"] == "frontend":
            return [f"link set dev {far} master {_BRIDGE} up"]
        return [f"addr add {port['gateway']}/{port['address'].partition('/')[2]} dev {far}", f"link set dev {far} up"]

    def _leaf(self, leaf: str, lines: list[str]) -> None:
        first = [f"link add dev {_BRIDGE} type bridge"]
        if leaf == "frontend-leaf1":
            gateway = self._facts(next(iter(self._bed)))["cluster_bond"]
            first.append(f"addr add {gateway['gateway']}/{gateway['address'].partition('/')[2]} dev {_BRIDGE}")
        batch = [*first, "link set dev lo up", f"link set dev {_BRIDGE} up", *lines]
        self._bottle.must("ip", "-batch", "-", netns=leaf, stdin="".join(f"{line}\n" for line in batch))
        self._bottle.must("sh", "-c", "echo 1 >/proc/sys/net/ipv4/ip_forward", netns=leaf)

    def _host(self, host: SshHost) -> None:
        """Configure the interfaces of the host from its netplan file; its path to the controller stays."""
        interfaces = host_files.read_interfaces(self._bed.tree / "hosts" / host.name / host_files.NETPLAN)
        batch = host_files.setup(interfaces, {port["name"] for port in self.ports[host.name]})
        way = f"route add {self._bed.controller} dev {FACE}\n"
        self._bottle.must("ip", "-batch", "-", netns=host.name, stdin=way + batch[4])

    def speak(self) -> None:
        """Make every device send its LLDP frame at once."""
        lldp.speak(self._bottle, self.names)

    def unplug(self, *ends: tuple[str, str]) -> None:
        """Pull cables, each named by its host and port, and take them away."""
        for host, name in ends:
            self._bottle.must("ip", "link", "del", "dev", name, netns=host)

    def cross(self, one: tuple[str, str], two: tuple[str, str]) -> None:
        """Plug two cables that were pulled in again, each at the other's leaf port; each end has the settings of its own place.

        Let everybody forget them before: lldpd takes a new port of the same name for the old one.
        """
        ports = {end: next(port for port in self.ports[end[0]] if port["name"] == end[1]) for end in (one, two)}
        for (host, name), place in zip(ports, reversed(ports.values()), strict=True):
            lines = self._cable(host, {**place, "name": name})
            self._bottle.must("ip", "-batch", "-", netns=place["switch"], stdin="".join(f"{line}\n" for line in lines))
            own = host_files.read_interfaces(self._bed.tree / "hosts" / host / host_files.NETPLAN)[name]
            # Its rule is still there, and is not made twice.
            batch = "".join(f"{line}\n" for line in (*own.device(), *own.route_lines(4)))
            self._bottle.run("ip", "-force", "-batch", "-", netns=host, stdin=batch)

    def shrink(self, host: str, name: str, mtu_bytes: int) -> None:
        """Set a smaller MTU on the leaf's end of a cable."""
        port = next(port for port in self.ports[host] if port["name"] == name)
        self._bottle.must("ip", "link", "set", "dev", port["switch_port"], "mtu", str(mtu_bytes), netns=port["switch"])
