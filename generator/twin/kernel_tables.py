"""Tables of the kernel: its routes, compared with the cables, and its ports' carriers and counters."""

from __future__ import annotations

import json
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import TYPE_CHECKING

from generator.twin.switch_config import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from generator.twin.bottle import Bottle
    from generator.twin.twin import Twin

Fib = dict[IPv4Network | IPv6Network, set[str]]


def fib(bottle: Bottle, namespace: str, version: int = 4) -> Fib:
    """Prefix -> the ports of its next hops, of one family; a blackhole has none."""
    found: Fib = {}
    everywhere = {4: "0.0.0.0/0", 6: "::/0"}[version]
    for route in json.loads(bottle.must("ip", f"-{version}", "-j", "route", netns=namespace) or "[]"):
        hops = route.get("nexthops", [route])
        prefix = everywhere if route["dst"] == "default" else route["dst"]
        ports = {hop["dev"] for hop in hops if "dev" in hop} if route.get("type") != "blackhole" else set()
        # IPv6 lists a blackhole on lo, and one route a path where paths were added one by one
        found[ip_network(prefix)] = found.get(ip_network(prefix), set()) | ports
    return found


def lookup(fib: Fib, address: IPv4Address | IPv6Address) -> set[str]:
    """The ports that a table sends an address to, by its longest prefix."""
    prefixes = [prefix for prefix in fib if address in prefix]
    return fib[max(prefixes, key=lambda prefix: prefix.prefixlen)] if prefixes else set()


def differences(twin: Twin, leaf: str) -> Iterator[str]:
    """Differences between a switch's tables and the cables: prefixes of other switches, and of tenants behind other leaves.

    Switches of one upper tier have one AS number and so no routes to each other; on a spine only those to leaves are compared. A segment with a
    gateway on the leaf is connected.
    """
    config = twin.tree.config(leaf)
    own = {gateway.network for vlan in config.vlans() for gateway in vlan.gateways}
    judged = set(twin.switches if leaf in twin.leaves else twin.leaves)
    for version in sorted({each.version for each in config.loopbacks}):
        have = twin.fib(leaf, version)
        for switch, ports in twin.expected(leaf).items():
            for prefix in twin.announced(switch, DEFAULT) if switch in judged else ():
                actual = have.get(prefix, set())
                if prefix.version == version and prefix not in own and actual != ports:
                    yield f"{leaf} to {switch} ({prefix}): {len(actual)} next hops, {len(ports)} by the cables"
    bridges = {vlan.vrf: vlan.name for vlan in config.vlans()}
    for vrf in config.vrfs:
        have = twin.fib(leaf, 4, vrf) | twin.fib(leaf, 6, vrf)
        for other in twin.expected(leaf):
            for prefix in twin.announced(other, vrf):
                if prefix not in own and have.get(prefix, set()) != {bridges[vrf]}:
                    yield f"{leaf} to {prefix} of {other} in {vrf}: {sorted(have.get(prefix, set()))}"


def carriers(bottle: Bottle, namespace: str) -> list[str]:
    """The ports of a namespace that are up with something alive at their other end."""
    ports = json.loads(bottle.must("ip", "-j", "link", netns=namespace))
    return [port["ifname"] for port in ports if port["operstate"] == "UP"]
