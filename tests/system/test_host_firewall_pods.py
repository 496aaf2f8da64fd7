"""What a host passes on and what it hears from who has no address of the cluster: real packets from pods, the site and DHCP clients."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin.bottle import Bottle
from tests.host_files import host_file
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.system.test_host_firewall import PROBE, read_addresses, wire
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof

POD, BMC, NEIGHBOUR, SITE = "10.244.0.5", "10.196.0.1", "10.160.96.9", "198.51.100.7"
_DISCOVER = """
import socket, struct, sys
def total(data):
    words = sum(struct.unpack(f"!{len(data) // 2}H", data))
    words = (words >> 16) + (words & 0xFFFF)
    return ~(words + (words >> 16)) & 0xFFFF
wire, source, port = sys.argv[1], sys.argv[2], int(sys.argv[3])
ip = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 33, 1, 0, 64, 17, 0, socket.inet_aton(source), b"\\xff" * 4)
ip = ip[:10] + struct.pack("!H", total(ip)) + ip[12:]
udp = struct.pack("!HHHH", port, 67, 13, 0) + b"knock"
with socket.socket(socket.AF_PACKET, socket.SOCK_RAW) as out:
    out.bind((wire, 0))
    out.send(b"\\xff" * 6 + b"\\x02\\0\\0\\0\\0\\x01" + b"\\x08\\x00" + ip + udp)
"""
"""Sends a datagram to everybody's port 67 from an address that the sender does not have."""
_SERVER = """
import socket
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
    door.bind(("0.0.0.0", 67))
    door.settimeout(1.5)
    print("ready", flush=True)
    try:
        print(door.recv(64).decode(), flush=True)
    except TimeoutError:
        print("silence", flush=True)
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cluster with pods and a border host."""
    folder = tmp_path_factory.mktemp("pods")
    spec = cluster(2, 8)
    spec["hosts"]["edge"] = {"model": "border-2u", "count": 1}
    templates = TEMPLATES
    write_tree(render_tree(plan_data(spec, folder), templates, only=["hosts-firewall", "ip"]), folder / "tree")
    return folder / "tree"


def _answers(bottle: Bottle, netns: str, probes: list[tuple[str, str, str, int]]) -> list[bool]:
    answers: list[bool] = json.loads(
        bottle.must(sys.executable, str(PROBE), netns=netns, stdin=json.dumps(list(probes)))
    )
    return answers


def _load(bottle: Bottle, tree: Path, host: str) -> None:
    bottle.must("nft", "-f", str(host_file(tree, host, "etc/clustergen/firewall.nft")), netns=host)


def _join(bottle: Bottle, host: str, other: str, ends: tuple[str, str], addresses: tuple[str, str]) -> None:
    """Put another namespace beside a host, which is its way to everywhere."""
    lines = [f"netns add {other}", f"link add dev {ends[0]} netns {host} type veth peer name {ends[1]} netns {other}"]
    bottle.must("ip", "-batch", "-", stdin="\n".join(lines))
    here, there = addresses
    lines = [f"addr add {here}/32 dev {ends[0]}", f"link set dev {ends[0]} up", f"route add {there} dev {ends[0]}"]
    bottle.must("ip", "-batch", "-", netns=host, stdin="\n".join(lines))
    lines = ["link set dev lo up", f"addr add {there}/32 dev {ends[1]}", f"link set dev {ends[1]} up"]
    lines += [f"route add {here} dev {ends[1]}", f"route add default via {here} dev {ends[1]}"]
    bottle.must("ip", "-batch", "-", netns=other, stdin="\n".join(lines))


def test_pods_reach_their_host_and_the_cluster_and_no_bmc(
    tree: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """A control host with the masquerade of a CNI: its pods have the API, names, and whom the host has in-band; never the management network."""
    require(program)
    program("nft")
    addresses = read_addresses(tree, "control1")
    inband = addresses["bond0"]
    opened = [(POD, inband, "tcp", 6443), (POD, inband, "tcp", 10250), (POD, inband, "udp", 53), (POD, NEIGHBOUR, "tcp", 443)]  # fmt: skip
    closed = [(POD, inband, "tcp", 22), (POD, inband, "tcp", 6817), (POD, BMC, "tcp", 443), (POD, addresses["mgmt0"], "tcp", 443)]  # fmt: skip
    with Bottle() as bottle:
        wire(bottle, "control1", addresses, [BMC, NEIGHBOUR])
        _join(bottle, "control1", "pod", ("cali0123", "eth0"), ("169.254.1.1", POD))
        numbers = {name: number for number, name in enumerate(addresses)}
        ways = [f"route add {to} via 169.254.{numbers[name]}.1 dev {name}" for to, name in (("10.192.0.0/13", "mgmt0"), ("default", "bond0"))]  # fmt: skip
        # As on the real host, neither the bond nor the management port has a table of its own: answers to pods go to pods.
        ways += [f"rule del from {address}" for address in addresses.values()]
        bottle.must("ip", "-batch", "-", netns="control1", stdin="\n".join(ways))
        bottle.must("sysctl", "-qw", "net.ipv4.ip_forward=1", netns="control1")
        masquerade = f'table ip cni {{ chain post {{ type nat hook postrouting priority srcnat; ip saddr {POD} oifname != "cali*" masquerade; }}; }}'  # fmt: skip
        bottle.must("nft", masquerade, netns="control1")
        assert all(_answers(bottle, "pod", [*opened, *closed])), "without the firewall, a pod reaches a BMC"
        _load(bottle, tree, "control1")
        assert _answers(bottle, "pod", opened) == [True] * len(opened)
        assert _answers(bottle, "pod", closed) == [False] * len(closed)
        # From in-band to the pod as a routed CNI has it, and from management not.
        there = [f"route add {POD} via {inband} dev w{numbers['bond0']} onlink"]
        bottle.must("ip", "-batch", "-", netns="control1-world", stdin="\n".join(there))
        assert _answers(bottle, "control1-world", [(NEIGHBOUR, POD, "tcp", 8080)]) == [True]
        there = [f"route replace {POD} via {addresses['mgmt0']} dev w{numbers['mgmt0']} onlink"]
        bottle.must("ip", "-batch", "-", netns="control1-world", stdin="\n".join(there))
        assert _answers(bottle, "control1-world", [(BMC, POD, "tcp", 8080)]) == [False]
    proven("nft", f"pods of a control host: {len(opened)} doors open, {len(closed)} closed, the BMCs among them")


def test_a_border_host_joins_in_band_with_the_site(
    tree: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Both ways between the bond and a port that is not planned; not with a planned one."""
    require(program)
    program("nft")
    addresses = read_addresses(tree, "edge1") | {"frontend2": "10.99.0.1"}
    user = "10.160.128.1"
    with Bottle() as bottle:
        wire(bottle, "edge1", addresses, [user, "10.99.0.9"])
        _join(bottle, "edge1", "site", ("eno8", "eth0"), ("192.0.2.1", SITE))
        number = list(addresses).index("bond0")
        ways = [f"route add {user} via 169.254.{number}.1 dev bond0", "route add 10.99.0.9 via 169.254.1.1 dev frontend2"]  # fmt: skip
        bottle.must("ip", "-batch", "-", netns="edge1", stdin="\n".join(ways))
        bottle.must("ip", "-batch", "-", netns="edge1-world", stdin=f"route add {SITE} via {addresses['bond0']} dev w{number} onlink\n")  # fmt: skip
        bottle.must("sysctl", "-qw", "net.ipv4.ip_forward=1", netns="edge1")
        _load(bottle, tree, "edge1")
        assert _answers(bottle, "edge1-world", [(user, SITE, "tcp", 443)]) == [True]
        assert _answers(bottle, "site", [(SITE, user, "tcp", 22)]) == [True]
        assert _answers(bottle, "site", [(SITE, "10.99.0.9", "tcp", 22), (SITE, addresses["bond0"], "tcp", 22)]) == [False] * 2  # fmt: skip
    proven("nft", "a border host passes on between in-band and the site, and nothing else")


def test_who_has_no_address_yet_is_heard_by_dhcp_servers(
    tree: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """A DISCOVER from 0.0.0.0 to everybody, at a control host's bond and management port; from another port or host, nothing."""
    require(program)
    program("nft")
    heard = {}
    for host in ("control1", "login1"):
        addresses = read_addresses(tree, host)
        with Bottle() as bottle:
            wire(bottle, host, addresses, [])
            _load(bottle, tree, host)
            for number, name in enumerate(addresses):
                for port in (68, 69):
                    heard[host, name, port] = _heard(bottle, host, f"w{number}", port)
    assert {key for key, came in heard.items() if came} == {("control1", "bond0", 68), ("control1", "mgmt0", 68)}
    proven("nft", "DHCPDISCOVER from 0.0.0.0 comes in to control hosts alone")


def _heard(bottle: Bottle, host: str, wire_name: str, port: int) -> bool:
    listen = (
        f"{sys.executable} -c '{_SERVER}' > /run/heard 2>&1 & while ! grep -q ready /run/heard; do sleep 0.05; done"
    )
    bottle.must("sh", "-c", f": > /run/heard; {listen}", netns=host)
    bottle.must(sys.executable, "-c", _DISCOVER, wire_name, "0.0.0.0", str(port), netns=f"{host}-world")
    said = bottle.must("sh", "-c", "while ! grep -qE 'knock|silence' /run/heard; do sleep 0.05; done; cat /run/heard")
    return "knock" in said


def test_neighbours_without_an_address_are_not_the_site(
    tree: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """SSH to a login host: from the site it comes in, from a link-local address it does not."""
    require(program)
    program("nft")
    addresses = read_addresses(tree, "login1")
    sources = [SITE, "169.254.77.7"]
    with Bottle() as bottle:
        wire(bottle, "login1", addresses, sources)
        _load(bottle, tree, "login1")
        probes = [(source, addresses["bond0"], "tcp", 22) for source in sources]
        assert _answers(bottle, "login1-world", probes) == [True, False]
    proven("nft", "link-local neighbours are not the site")
