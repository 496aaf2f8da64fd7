"""A network for hosts of the test bed that route: every port of a host with an address of its own is cabled to one router, which has all gateways.

The router stands for leaves and spines, whose own files other beds judge. What a host's end has, the host's own files say.
"""

from __future__ import annotations

from ipaddress import ip_interface
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from tests.twin.ssh_host import SshHost
    from tests.twin.ssh_hosts import SshHosts

ROUTER = "fabric"
_MTU_BYTES = 9216


def facts_of(bed: SshHosts, host: SshHost) -> dict[str, Any]:
    """Return what the inventory says of a host."""
    text = (bed.inventory / "host_vars" / f"{host.name}.yml").read_text(encoding="utf-8")
    facts: dict[str, Any] = yaml.safe_load(text)
    return facts


def cable(bed: SshHosts) -> None:
    """Cable all hosts of a bed; the in-band network, where the bed's controller is, has its gateway there."""
    bottle = bed._bottle
    bottle.must("ip", "netns", "add", ROUTER)
    bottle.must("ip", "link", "add", *f"inband netns {ROUTER} type veth peer name {ROUTER} netns controller".split())
    bottle.must("ip", "-n", "controller", "link", "set", "dev", ROUTER, "master", "br0", "up")
    site = "route add 192.0.2.0/24 dev inband"
    lines, gateways = ["link set dev lo up", f"link set dev inband mtu {_MTU_BYTES} up", site], set()
    bottle.must("ip", "-n", "controller", "link", "set", "dev", ROUTER, "mtu", str(_MTU_BYTES))
    for host in bed:
        bond = facts_of(bed, host)["cluster_bond"]
        gateways.add(f"{bond['gateway']}/{ip_interface(bond['address']).network.prefixlen}")
    lines += [f"addr add {each} dev inband" for each in sorted(gateways)]
    _batch(bed, lines)
    bottle.must("sh", "-c", "echo 1 >/proc/sys/net/ipv4/ip_forward", netns=ROUTER)
    for host in bed:
        cable_host(bed, host)


def cable_host(bed: SshHosts, host: SshHost) -> None:
    """Cable the ports of one host, which may have taken the place of another that had the same cables."""
    bed._bottle.must("ip", "-n", "controller", "link", "set", "dev", host.name, "mtu", str(_MTU_BYTES))
    lines = []
    for place, port in enumerate(facts_of(bed, host)["cluster_ports"]):
        if "gateway" in port:
            far = f"{host.name}-{place}"
            ends = f"{port['name']} netns {host.name} mtu {_MTU_BYTES} type veth peer name {far} netns {ROUTER}"
            bed._bottle.must("ip", "link", "add", *ends.split(), "mtu", str(_MTU_BYTES))
            length = ip_interface(port["address"]).network.prefixlen
            lines += [f"addr add {port['gateway']}/{length} dev {far}", f"link set dev {far} up"]
    _batch(bed, lines)


def _batch(bed: SshHosts, lines: list[str]) -> None:
    bed._bottle.must("ip", "-batch", "-", netns=ROUTER, stdin="".join(f"{line}\n" for line in lines))
