"""Pods with addresses of their own: hosts tell the frontend leaves of them by BGP, at the gateway's address that all leaves share.

Leaves are FRR with the rendered frr.conf, hosts speak by GoBGP with the rendered resources of Cilium.
"""

from __future__ import annotations

import json
import time
from dataclasses import replace
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

import pytest

from generator.cli.output import write_tree
from generator.plan.addressing.pods import ROUTES_A_HOST
from generator.render.tree import render_tree
from generator.twin.echoes import HEADERS_BYTES, SIZE_BYTES
from generator.twin.twin import Twin
from tests.ours import TEMPLATES
from tests.render.pod_specs import routed_pods
from tests.specs import cluster as clusters
from tests.specs import plan_data
from tests.twin.needs import require
from tests.twin.pods import (
    ESTABLISHED,
    Calls,
    announce,
    give_pod,
    neighbour,
    read_calls,
    start_speaker,
    stop_speaker,
    withdraw,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.proof

CONVERGE_S = 60.0


class Pods:
    """The frontend of a cluster with a pod on each host, and who speaks for it."""

    def __init__(self, twin: Twin, folder: Path) -> None:
        self.twin = twin
        self.calls = read_calls(twin.tree.root / "kubernetes" / "cni" / "bgp.yaml")
        self.folder = folder
        self.bonds = {host: twin.tree.host(host)["bond0"] for host in twin.hosts}
        self.runners = [host for host in twin.hosts if host.startswith(("gpu", "control"))]
        self.prefixes = {host: f"100.64.{number}.0/24" for number, host in enumerate(self.runners)}
        self.home: dict[str, str] = {}
        for number, host in enumerate(self.bonds):
            self.use(host, number % 2)
        self.pods = {
            host: give_pod(twin.bottle, host, prefix, self.bonds[host].mtu_bytes)
            for host, prefix in self.prefixes.items()
        }

    def address(self, host: str) -> str:
        return str(self.bonds[host].addresses[0].ip)

    def speak(self, host: str, calls: Calls | None = None) -> None:
        """Answer for the host's pod."""
        start_speaker(self.twin.bottle, host, self.address(host), calls or self.calls, self.folder)

    def tell(self, host: str) -> None:
        announce(self.twin.bottle, host, self.prefixes[host], self.address(host))

    def told(self, leaf: str) -> dict[str, set[str]]:
        """The next hops of each prefix of pods in a leaf's kernel, and the ports of those from the fabric."""
        rows = json.loads(self.twin.bottle.must("ip", "-j", "route", "show", "proto", "bgp", netns=leaf))
        return {row["dst"]: _hops(row) for row in rows if row["dst"].startswith("100.64.")}

    def use(self, host: str, member: int) -> None:
        """Set the active port of a bond; its packets enter at the leaf of that port."""
        bond = self.bonds[host]
        using, other = bond.members[member], bond.members[1 - member]
        lines = f"link set dev {other} nomaster\nlink set dev {using} master {bond.name}\n"
        self.twin.bottle.must("ip", "-batch", "-", netns=host, stdin=lines)
        ends = {(nic.device, nic.interface): leaf.device for nic, leaf in self.twin.host_links}
        self.home[host] = ends[host, using]

    def wait(self, done: Callable[[], bool], what: str, seconds: float = CONVERGE_S) -> float:
        begin = time.monotonic()
        while not done():
            assert time.monotonic() - begin < seconds, what
            time.sleep(0.2)
        return time.monotonic() - begin

    def silent(self, device: str, targets: set[str], size_bytes: int = SIZE_BYTES) -> set[str]:
        """The targets that do not answer a host, or a pod of it, from its own address."""
        source = ip_address(self.pods[device.removesuffix("-pod")] if device.endswith("-pod") else self.address(device))
        found = self.twin.ping(device, source, map(ip_address, targets), size_bytes=size_bytes)
        return {str(each) for each in found}

    def heard(self, host: str) -> int:
        """How many routes a host was told."""
        return int(neighbour(self.twin.bottle, host)["afi_safis"][0]["state"].get("received", 0))

    def established(self, host: str) -> bool:
        return bool(neighbour(self.twin.bottle, host)["state"]["session_state"] == ESTABLISHED)


def _hops(row: dict[str, Any]) -> set[str]:
    """Next hops in the VLAN by their address, those across the fabric as one word."""
    found = row.get("nexthops", [row])
    return {
        each["gateway"] if each["dev"].startswith(("Vlan", "br")) else "fabric"
        for each in found
        if "gateway" in each or "via" in each
    }


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[Pods]:
    """Start roce-64's frontend, and let all hosts that run pods speak."""
    require(program)
    program("gobgpd")
    folder = tmp_path_factory.mktemp("pods")
    tree = render_tree(plan_data(routed_pods(clusters(6, 12)), folder), TEMPLATES)
    write_tree(tree, folder / "build")
    with Twin(folder / "build", "frontend") as twin:
        twin.up()
        twin.wait_converged(CONVERGE_S)
        found = Pods(twin, folder)
        for host in found.runners:
            found.speak(host)
        for host in found.runners:
            found.tell(host)
        yield found


def test_every_leaf_knows_the_pods_of_every_host(cluster: Pods, proven: Callable[[str, str], None]) -> None:
    """Where a host's packets enter, its pods are behind its own address; the other leaf has them across the fabric. Nobody is told anything."""
    wanted = set(cluster.prefixes.values())
    seconds = cluster.wait(
        lambda: all(set(cluster.told(leaf)) == wanted for leaf in cluster.twin.leaves), "routes of pods"
    )
    assert set(cluster.home.values()) == set(cluster.twin.leaves)
    for leaf in cluster.twin.leaves:
        told = cluster.told(leaf)
        for host, prefix in cluster.prefixes.items():
            expected = {cluster.address(host)} if cluster.home[host] == leaf else {"fabric"}
            assert told[prefix] == expected, (leaf, host)
    heard = {host: cluster.heard(host) for host in cluster.runners}
    assert set(heard.values()) == {0}
    proven("FRR, GoBGP", f"{len(wanted)} hosts told 2 leaves of their pods by one address, in {seconds:.1f} s")


def test_pods_answer_at_full_length(cluster: Pods, proven: Callable[[str, str], None]) -> None:
    """Pods on unlike leaves, and whoever has an address in-band."""
    pods = set(cluster.pods.values())
    longest = cluster.bonds["login1"].mtu_bytes - HEADERS_BYTES[4]
    for host in ("gpu01-pod", "gpu02-pod", "login1"):
        assert cluster.silent(host, pods - {cluster.pods.get(host.removesuffix("-pod"), "")}, longest) == set()
    proven("FRR, GoBGP", f"{len(pods)} pods answer pods and hosts on both leaves with {longest} bytes")


def test_a_leaf_passes_on_what_hosts_told_it_and_nothing_else(cluster: Pods) -> None:
    """Leaves are no transit: what came from the fabric does not go back there."""
    for leaf in cluster.twin.leaves:
        peers = json.loads(cluster.twin.show(leaf, "show bgp ipv4 unicast summary json"))["peers"]
        fabric = [name for name, peer in peers.items() if peer["remoteAs"] != cluster.calls.local_asn]
        mine = {prefix for host, prefix in cluster.prefixes.items() if cluster.home[host] == leaf}
        assert fabric
        for name in fabric:
            sent = json.loads(cluster.twin.show(leaf, f"show bgp ipv4 unicast neighbors {name} advertised-routes json"))
            assert {prefix for prefix in sent["advertisedRoutes"] if prefix.startswith("100.64.")} == mine


def test_a_host_changes_its_leaf(cluster: Pods, proven: Callable[[str, str], None]) -> None:
    """The bond goes on with its other port: the address is the same, the leaf another. Pods answer all the while, as every leaf reaches the host's address."""
    host, pod = "gpu01", cluster.pods["gpu01"]
    left = cluster.home[host]
    cluster.use(host, 1 if cluster.home[host] == cluster.twin.leaves[0] else 0)
    assert cluster.home[host] != left
    assert cluster.silent("login1", {pod}) == set()

    def moved() -> bool:
        there = cluster.told(cluster.home[host]).get(cluster.prefixes[host])
        assert cluster.silent("login1", {pod}) == set()
        return there == {cluster.address(host)} and cluster.told(left).get(cluster.prefixes[host]) == {"fabric"}

    seconds = cluster.wait(moved, "the session with the other leaf")
    proven(
        "FRR, GoBGP",
        f"a host's session is with its other leaf {seconds:.0f} s after its bond changed ports; its pod answered all the while",
    )


@pytest.mark.parametrize(
    "prefix", ["0.0.0.0/0", "10.160.96.0/24", "10.0.0.0/24", "100.64.7.0/25", "100.64.8.0/23", "100.96.0.0/24"]
)
def test_a_host_tells_of_pods_alone(cluster: Pods, prefix: str) -> None:
    """No default route, no prefix of the fabric, no part of a host's part; a prefix after it arrives, so this one was heard."""
    later = "100.64.200.0/24"
    for each in (prefix, later):
        announce(cluster.twin.bottle, "gpu03", each, cluster.address("gpu03"))
    leaf = cluster.home["gpu03"]
    cluster.wait(lambda: later in cluster.told(leaf), "the prefix that is announced after it")
    routes = json.loads(cluster.twin.show(leaf, "show bgp ipv4 unicast json"))["routes"]
    mine = {name for name, paths in routes.items() for path in paths if path["peerId"] == cluster.address("gpu03")}
    assert mine == {later, cluster.prefixes["gpu03"]}
    withdraw(cluster.twin.bottle, "gpu03", prefix, later)
    cluster.wait(lambda: later not in cluster.told(leaf), "its end")


def test_nobody_else_is_heard(cluster: Pods) -> None:
    """Neither a host that runs no pods, nor one with another number, nor one that tells too much."""
    cluster.speak("login1")
    announce(cluster.twin.bottle, "login1", "100.64.201.0/24", cluster.address("login1"))
    stranger = replace(cluster.calls, local_asn=64999)
    stop_speaker(cluster.twin.bottle, "gpu04")
    cluster.speak("gpu04", stranger)
    too_many = [f"100.64.{number}.0/24" for number in range(210, 211 + ROUTES_A_HOST)]
    for each in too_many:
        announce(cluster.twin.bottle, "gpu05", each, cluster.address("gpu05"))
    leaf = cluster.home["gpu05"]

    def refused() -> bool:
        """The leaf ends a session that brings too much, each time that it is made again. FRR 8.4 counts before it adds, and takes one more."""
        assert len(set(too_many) & set(cluster.told(leaf))) <= ROUTES_A_HOST
        return int(neighbour(cluster.twin.bottle, "gpu05")["state"]["messages"]["received"].get("notification", 0)) > 1

    cluster.wait(refused, "the limit")
    time.sleep(cluster.calls.hold_s)
    assert not cluster.established("login1")
    assert not cluster.established("gpu04")
    assert cluster.established("gpu03")
    assert "100.64.201.0/24" not in cluster.told(leaf)
