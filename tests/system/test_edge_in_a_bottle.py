"""The edge: border leaves as rendered, and two routers of the site that are FRR with the configuration that docs/edge.md asks of them."""

from __future__ import annotations

import json
import time
from ipaddress import ip_address
from typing import TYPE_CHECKING

import pytest

from generator.cli.output import write_tree
from generator.render.backends import cumulus
from generator.render.tree import render_tree
from generator.twin import frr
from generator.twin.twin import Twin
from generator.verify.reach.edge import edge
from tests.edge_specs import edge_cluster, pair
from tests.ours import TEMPLATES
from tests.site_routers import OF_SITE, SITE, Edge
from tests.specs import plan_data
from tests.twin import counters
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.specs import Spec

pytestmark = pytest.mark.proof

_TOLD = [each for each in OF_SITE if ":" not in each]
_TAKEN, _TAKEN_IPV6 = {"0.0.0.0/0", "198.51.100.0/24"}, {"::/0", "2001:db8:100::/48"}
"""What the cluster takes of what the routers have."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[Edge]:
    """Start the frontend of a small cluster and both routers."""
    require(program)
    folder = tmp_path_factory.mktemp("edge")
    plan = plan_data(edge_cluster(), folder)
    write_tree(render_tree(plan, TEMPLATES), folder / "build")
    with Twin(folder / "build", "frontend") as twin:
        twin.wire()
        found = Edge(twin, plan, folder)
        for switch in twin.switches:
            twin._start(switch)
        for name in found.ways:
            found.start(name)
        yield found


def test_sessions_come_up_in_both_ip_versions(site: Edge, proven: Callable[[str, str], None]) -> None:
    """With the password of one, and BFD on both."""

    def up() -> bool:
        return all(
            site.peers(way.switch, each.afi).get(each.peer, {}).get("state") == "Established"
            for way in site.ways.values()
            for each in way.families
        )

    seconds = site.wait(up, "sessions with the site")
    assert site.ways["fw1"].password
    ends = [(way.switch, each.peer) for way in site.ways.values() for each in way.families]
    site.wait(lambda: all(_bfd(site, leaf, peer) == "up" for leaf, peer in ends), "BFD on every session")
    proven(
        "FRR",
        f"2 border leaves and 2 routers of the site: 4 sessions, one pair with TCP MD5, BFD, up in {seconds:.1f} s",
    )


def _bfd(site: Edge, leaf: str, peer: str) -> str:
    rows = json.loads(site.twin.show(leaf, "show bfd peers json"))
    return next((str(row["status"]) for row in rows if row["peer"] == peer), "none")


def test_the_site_sees_what_is_announced_and_nothing_else(site: Edge, proven: Callable[[str, str], None]) -> None:
    """The in-band segment and loopbacks of the frontend, by routers that filter nothing; no route of one goes through the cluster to the other."""
    for name in site.ways:
        site.open(name, 4, "in")
        site.open(name, 6, "in")
    leaves = [switch for switch in site.plan.switches if switch.fabric == "frontend"]
    four = {"10.160.0.0/16", *(f"{each}/32" for leaf in leaves for each in (leaf.loopback, leaf.vtep))}
    six = {f"{leaf.loopback_ipv6}/128" for leaf in leaves}
    site.wait(lambda: all(site.told(name, "ipv4") >= four and site.told(name, "ipv6") >= six for name in site.ways), "what is announced")  # fmt: skip
    for name in site.ways:
        time.sleep(2)
        assert site.told(name, "ipv4") == four
        assert site.told(name, "ipv6") == six
    proven(
        "FRR",
        f"routers of the site see the {len(four)} IPv4 and {len(six)} IPv6 prefixes that are announced, and no other",
    )


def test_the_cluster_takes_what_is_accepted_and_nothing_else(site: Edge) -> None:
    """Every leaf has the site's routes, also where a router's own filter is gone: it then tells all that it has."""
    four, six = _TAKEN, _TAKEN_IPV6
    leaves = site.twin.leaves
    site.wait(lambda: all(site.heard(leaf, "ipv4") >= four and site.heard(leaf, "ipv6") >= six for leaf in leaves), "the site's routes")  # fmt: skip
    near = site.ways["fw1"].address.partition("/")[0]
    site.open("fw1", 4, "out")
    sent = f"show bgp ipv4 unicast neighbors {near} advertised-routes json"
    site.wait(lambda: len(json.loads(frr.show(site.twin.bottle, "fw1", sent))["advertisedRoutes"]) >= len(_TOLD), "the router tells all")  # fmt: skip
    time.sleep(2)
    for leaf in site.twin.leaves:
        assert site.heard(leaf, "ipv4") == four
        assert site.heard(leaf, "ipv6") == six


def test_hosts_reach_the_site_while_a_default_route_is_there(site: Edge, proven: Callable[[str, str], None]) -> None:
    """A leaf follows its own router; without it the other's, through the fabric; without both it has no default route at all."""
    first, second = (site.ways[name] for name in ("fw1", "fw2"))
    host = site.twin.hosts[0]
    source = site.twin.tree.host(host)["bond0"].addresses[0].ip

    def reached() -> bool:
        return site.twin.ping(host, source, [ip_address(SITE)]) == set()

    site.wait(lambda: site.default(first.switch) == {first.interface}, f"{site.default(first.switch)}")
    site.wait(reached, "the site answers a host")
    withdrawn = ("router bgp {}", "address-family ipv4 unicast", "no network 0.0.0.0/0")
    site.tell("fw1", withdrawn[0].format(first.asn), *withdrawn[1:])
    seconds = site.wait(lambda: bool(site.default(first.switch)) and first.interface not in site.default(first.switch), "the other way")  # fmt: skip
    site.wait(reached, "the site answers by the other way")
    site.tell("fw2", withdrawn[0].format(second.asn), *withdrawn[1:])
    site.wait(lambda: not any(site.default(leaf) for leaf in site.twin.leaves), "no default route")
    for way in (first, second):
        site.tell(way.name, withdrawn[0].format(way.asn), withdrawn[1], "network 0.0.0.0/0")
    site.wait(lambda: site.default(first.switch) == {first.interface}, "the way back")
    proven(
        "FRR",
        f"a default route that its router withdraws is gone in {seconds:.1f} s, and the other router's is used; without both, no leaf has one",
    )


def test_a_router_that_dies_is_left_by_bfd(site: Edge, proven: Callable[[str, str], None]) -> None:
    """Its link stays up, so BFD alone can tell."""
    first = site.ways["fw1"]
    site.wait(lambda: site.default(first.switch) == {first.interface}, "its default route")
    site.wait(lambda: _bfd(site, first.switch, first.peer) == "up", "BFD")
    counters.note_farewells(site.twin.bottle, first.switch)
    frr.signal(site.twin.bottle, "fw1", "STOP")
    seconds = site.wait(lambda: first.interface not in site.default(first.switch), "its default route is left")
    reasons = counters.farewells(site.twin.bottle, first.switch)
    frr.signal(site.twin.bottle, "fw1", "CONT")
    assert reasons == {"Cease/BFD Down"}, "and not the hold timer"
    site.wait(lambda: site.default(first.switch) == {first.interface}, "the way back")
    proven("FRR", f"a router of the site that is silent is left after {seconds:.1f} s")


def test_a_leak_is_seen_by_the_site_and_found_by_check(site: Edge, proven: Callable[[str, str], None]) -> None:
    """One line more in a leaf's file: the router has a prefix that nobody announced, and `check` names the line's map."""
    way = site.ways["fw1"]
    file = site.twin.tree.switch_dir(way.switch) / "frr.conf"
    good = file.read_text(encoding="utf-8")
    lines = ["ip prefix-list EDGE-FW1-OUT seq 900 permit 198.51.100.0/22 le 32", "ip prefix-list EDGE-FW1-OUT seq 905 permit 10.128.0.0/11 le 32"]  # fmt: skip
    assert edge(site.twin.tree.root).faults == []
    file.write_text(good.replace("!\n", "!\n" + "\n".join(lines) + "\n", 1), encoding="utf-8")
    faults = edge(site.twin.tree.root).faults
    file.write_text(good, encoding="utf-8")
    assert len(faults) == len(lines), faults
    assert all(
        f"{way.switch}/frr.conf: fw1, the default instance, IPv4: EDGE-FW1-OUT announces to the site" in each
        for each in faults
    )
    asn = next(switch.asn for switch in site.plan.switches if switch.name == way.switch)
    bgp = (f"router bgp {asn}", "address-family ipv4 unicast", "network 10.128.5.0/24")
    site.open("fw1", 4, "in")
    site.tell(way.switch, "ip route 10.128.5.0/24 blackhole", *lines, *bgp)
    site.wait(lambda: "10.128.5.0/24" in site.told("fw1", "ipv4"), "the leak reaches the site")
    assert "10.128.5.0/24" not in site.told("fw2", "ipv4")
    proven(
        "FRR, clustergen check",
        "a line more in a border leaf's list lets a prefix out, which the router sees and check names",
    )


@pytest.mark.parametrize("spec", [edge_cluster, pair])
def test_frr_reads_what_nvue_comes_to(
    spec: Callable[[str], Spec], program: Callable[[str], str], tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """A peer is activated in its own IP version alone, with its maps; peer groups stay in EVPN."""
    program("vtysh")
    files = {each.path: each.content for each in cumulus.render(plan_data(spec("cumulus"), tmp_path), TEMPLATES)}
    configs = {path: text for path, text in files.items() if path.endswith("frr.conf")}
    for path, text in configs.items():
        folder = tmp_path / path.split("/")[1]
        folder.mkdir()
        (folder / "frr.conf").write_text(text, encoding="utf-8")
        assert frr.check_syntax(folder) == [], path
    border = next(text for text in configs.values() if "neighbor 192.0.2.0 remote-as" in text)
    assert border.count("neighbor 192.0.2.0 activate") == border.count("neighbor 2001:db8:f:: activate") == 1
    assert "l2vpn evpn\n  neighbor PEERS activate" in border
    proven("FRR (vtysh -C)", f"ways to the site, {spec.__name__}: {len(configs)} frr.conf of Cumulus parsed")
