"""What kernels and daemons of a twin count and log: bytes by port, weights of routes, and reasons of ended sessions."""

import json
import re
from ipaddress import IPv4Network, IPv6Network, ip_network

from generator.twin.bottle import Bottle
from generator.twin.frr import tell


def weights(bottle: Bottle, namespace: str) -> dict[IPv4Network | IPv6Network, dict[str, int]]:
    """Prefix -> the weight of each port, of IPv4 routes with several next hops."""
    routes = json.loads(bottle.must("ip", "-4", "-j", "route", netns=namespace) or "[]")
    return {
        ip_network(route["dst"]): {hop["dev"]: int(hop["weight"]) for hop in route["nexthops"]}
        for route in routes
        if len(route.get("nexthops", ())) > 1
    }


def sent_bytes(bottle: Bottle, namespace: str) -> dict[str, int]:
    """Bytes that each port has sent."""
    ports = json.loads(bottle.must("ip", "-s", "-j", "link", netns=namespace))
    return {port["ifname"]: int(port["stats64"]["tx"]["bytes"]) for port in ports}


def note_farewells(bottle: Bottle, switch: str) -> None:
    """Have the switch's daemons log to a file from here on, for `farewells`."""
    tell(bottle, switch, [f"log file /run/frr/{switch}/events informational", "router bgp", "bgp log-neighbor-changes"])


def farewells(bottle: Bottle, switch: str) -> set[str]:
    """With which reasons bgpd ended sessions since `note_farewells`: "Cease/BFD Down" (RFC 9384), "Hold Timer Expired", ..."""
    log = bottle.must("cat", f"/run/frr/{switch}/events")
    return set(re.findall(r"%NOTIFICATION.* sent to neighbor \S+ \d+/\d+ \((.*?)\)", log))
