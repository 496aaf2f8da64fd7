"""Routers of the site for the twin: FRR with the configuration that docs/edge.md of a tree asks of them, at the ways of border leaves.

A way with a tag has a cable of its own that is named as the tag's interface, as this kernel may have no 802.1Q.
"""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING, Any

from generator.twin import frr, wiring
from generator.twin.switch_config import DEFAULT
from generator.twin.twin import Twin

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from generator.plan.draft import Draft
    from generator.plan.edge import SiteUplink

SITE = "198.51.100.1"
OF_SITE = ("0.0.0.0/0", "198.51.100.0/24", "198.51.0.0/16", "10.160.0.0/24", "203.0.113.0/24", "::/0", "2001:db8:100::/48", "2001:db8:200::/48")  # fmt: skip
"""What a router has unless a test states otherwise."""
_CONVERGE_S = 60.0
_MAPS = {"in": "FROM", "out": "TO"}


class Edge:
    """Border leaves of a wired twin, and a router at each way of the plan; `routes` are what routers have, `sites` the address that answers behind each."""

    def __init__(
        self,
        twin: Twin,
        plan: Draft,
        folder: Path,
        routes: Mapping[str, tuple[str, ...]] | None = None,
        sites: Mapping[str, str] | None = None,
    ) -> None:
        self.twin, self.plan, self.folder = twin, plan, folder
        self.ways = {way.name: way for way in plan.site_uplinks}
        self.routes, self.sites = routes or {}, sites or {}
        for way in self.ways.values():
            self._cable(way)

    def _cable(self, way: SiteUplink) -> None:
        bottle = self.twin.bottle
        bottle.must("ip", "netns", "add", way.name)
        bottle.must("sysctl", "-eqw", *(f"{k}={v}" for k, v in wiring._ROUTER.items()), netns=way.name)
        mtu = str(way.mtu_bytes)
        config = self.twin.tree.config(way.switch)
        there = wiring.namespace(way.switch, config.vrf(way.interface))
        assert config.vrf(way.interface) == (way.vrf or DEFAULT)
        ends = f"{way.interface} mtu {mtu} netns {there} type veth peer name leaf mtu {mtu} netns {way.name}"
        bottle.must("ip", "link", "add", *ends.split())
        lines = wiring.port_setup(config, way.interface)
        assert len(lines) == 1 + len(way.families), "its addresses are in config_db.json"
        bottle.must("ip", "-batch", "-", netns=there, stdin="\n".join(lines) + "\n")
        lengths = {each.version: each.address.partition("/")[2] for each in way.families}
        own = [f"addr add {each.peer}/{lengths[each.version]} dev leaf" for each in way.families]
        own += ["link set dev lo up", "link set dev leaf up", f"addr add {self.sites.get(way.name, SITE)}/32 dev lo"]
        bottle.must("ip", "-batch", "-", netns=way.name, stdin="\n".join(own) + "\n")

    def start(self, name: str) -> None:
        """Start a router with what the document says, and with routes of its own."""
        text = (self.twin.tree.root / "docs" / "edge.md").read_text(encoding="utf-8")
        said = re.search(rf"^## {name}\n.*?^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        assert said
        home = self.folder / name
        home.mkdir()
        way = self.ways[name]
        own: dict[str, list[str]] = {"ip": [], "ipv6": []}
        for each in self.routes.get(name, OF_SITE):
            own["ipv6" if ":" in each else "ip"].append(each)
        routes = [f"{word} route {each} blackhole" for word, prefixes in own.items() for each in prefixes]
        networks = [f"router bgp {way.asn}"]
        for afi, prefixes in (("ipv4", own["ip"]), ("ipv6", own["ipv6"])):
            lines = [f"  network {each}" for each in prefixes]
            networks += [f" address-family {afi} unicast", *lines, " exit-address-family"] if lines else []
        networks.append("exit")
        head = ["frr defaults datacenter", f"hostname {name}"]
        (home / "frr.conf").write_text("\n".join([*head, *routes, said[1], *networks]) + "\n", encoding="utf-8")
        frr.start(self.twin.bottle, name, home)

    def tell(self, name: str, *commands: str) -> None:
        frr.tell(self.twin.bottle, name, commands)

    def open(self, name: str, version: int, way: str) -> None:
        """Take a router's own filter away (`in`, `out`): it then takes, or tells, all that there is."""
        each = self.ways[name].families[0 if version == 4 else 1]
        near, listed = each.address.partition("/")[0], f"{_MAPS[way]}-{name.upper()}{'' if version == 4 else 6}"
        bgp = (f"router bgp {self.ways[name].asn}", "no bgp ebgp-requires-policy", f"address-family {each.afi} unicast")
        self.tell(name, *bgp, f"no neighbor {near} route-map {listed} {way}")

    def peers(self, device: str, family: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(
            frr.show(self.twin.bottle, device, f"show bgp {family} unicast summary json")
        )
        return dict(found.get("peers", {}))

    def told(self, name: str, family: str) -> set[str]:
        """The prefixes that a router has from its border leaf."""
        routes = json.loads(frr.show(self.twin.bottle, name, f"show bgp {family} unicast json")).get("routes", {})
        return {prefix for prefix, paths in routes.items() if any(path.get("path") for path in paths)}

    def heard(self, leaf: str, family: str) -> set[str]:
        """The prefixes that a leaf has from anybody, which are not the cluster's."""
        routes = json.loads(frr.show(self.twin.bottle, leaf, f"show bgp {family} unicast json")).get("routes", {})
        asns = {str(way.asn) for way in self.ways.values()}
        return {p for p, paths in routes.items() if any(asns & set(path.get("path", "").split()) for path in paths)}

    def default(self, leaf: str) -> set[str]:
        """Where the leaf's kernel sends what is for nobody in the cluster: the port, or ports."""
        rows = json.loads(self.twin.bottle.must("ip", "-j", "route", "show", "default", netns=leaf))
        return {hop["dev"] for row in rows for hop in row.get("nexthops", [row])}

    def wait(self, done: Callable[[], bool], what: str) -> float:
        return self.settle(lambda: [] if done() else ["not yet"], what)

    def settle(self, left: Callable[[], list[str]], what: str) -> float:
        """Wait until nothing is left; the failure names some of what is. Gives the seconds that it took."""
        begin = time.monotonic()
        while lines := left():
            assert time.monotonic() - begin < _CONVERGE_S, f"{what}: {len(lines)}, of them {lines[:6]}"
            time.sleep(0.2)
        return time.monotonic() - begin
