"""Closed egress in effect: real packets between hosts that both have their rendered firewalls, and from hosts to the site."""

from __future__ import annotations

import csv
import json
import sys
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin.bottle import Bottle
from tests.egress_specs import closed
from tests.host_files import host_file
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.system.test_host_firewall import PROBE
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

pytestmark = pytest.mark.proof

HOSTS = ("gpu1", "gpu2", "gpu3", "storage1", "storage2", "control1", "control2", "login1")
"""Two of a tenant's hosts, one of none, and two of each role that has flows within itself."""
MIRROR, UNKNOWN, MIRROR_IPV6, UNKNOWN_IPV6 = "203.0.113.5", "198.51.100.7", "2001:db8:5::7", "2001:db8:6::7"
POD, OWN_POD = "100.64.0.5", "cali0123"
CLOSED = ("tcp", 23)
"""A door that no service has."""
Probe = tuple[str, str, str, int]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cluster with a tenant, IPv6, pods, and closed egress."""
    folder = tmp_path_factory.mktemp("egress")
    plan = plan_data(closed(), folder)
    write_tree(render_tree(plan, TEMPLATES, only=["hosts-firewall", "ip", "plan"]), folder / "tree")
    return folder / "tree"


@pytest.fixture(scope="module")
def plan(tree: Path) -> dict[str, Any]:
    """What the tree was made of."""
    loaded: dict[str, Any] = json.loads((tree / "plan.json").read_text(encoding="utf-8"))
    return loaded


def _addresses(tree: Path, host: str) -> dict[str, list[str]]:
    """The addresses of a host by interface, of both IP versions; its BMC has an operating system of its own."""
    with (tree / "ip" / "addresses.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["device"] == host and row["use"] != "bmc"]
    return {row["interface"]: [each for each in (row["address"], row["ipv6"]) if each] for row in rows}


def _zone_of(plan: dict[str, Any], address: str) -> str:
    own = ip_address(address)
    held = [
        (network.prefixlen, zone["name"])
        for zone in plan["zones"]
        for network in map(ip_network, (*zone["prefixes"], *zone["prefixes_ipv6"]))
        if own in network
    ]
    return str(max(held)[1])


def _by_zone(plan: dict[str, Any], tree: Path, host: str) -> dict[tuple[str, bool], str]:
    """One address of a host for each zone that it is in and each IP version."""
    every = [address for addresses in _addresses(tree, host).values() for address in addresses]
    return {(_zone_of(plan, address), ":" in address): address for address in every}


def _join(bottle: Bottle, tree: Path, hosts: Iterable[str], beyond: Iterable[str] = ()) -> None:
    """Put hosts around one router, an interface of the hosts' own names on each wire; every address has a table with its own way out."""
    bottle.must("ip", "-batch", "-", stdin="netns add world\n")
    there, number = ["link set dev lo up", *(f"addr add {at} dev lo" for at in beyond)], 0
    for host in hosts:
        here = ["link set dev lo up"]
        lines = [f"netns add {host}"]
        for name, addresses in _addresses(tree, host).items():
            number += 1
            lines.append(f"link add dev {name} netns {host} type veth peer name w{number} netns world")
            there += [f"addr add 169.254.{number}.1/32 dev w{number}", f"addr add fe80::1:{number}/64 dev w{number} nodad", f"link set dev w{number} up"]  # fmt: skip
            here += [f"link set dev {name} up", f"route add 169.254.{number}.1 dev {name} src {addresses[0]}"]
            for address in addresses:
                gate = f"fe80::1:{number}" if ":" in address else f"169.254.{number}.1"
                length, flag = (128, " nodad") if ":" in address else (32, "")
                here.append(f"addr add {address}/{length} dev {name}{flag}")
                here += [f"route add default via {gate} dev {name} table {number}", f"rule add from {address} lookup {number}"]  # fmt: skip
                there.append(f"route add {address} dev w{number}")
        bottle.must("ip", "-batch", "-", stdin="\n".join(lines) + "\n")
        _batch(bottle, host, here)
        bottle.must("sysctl", "-qw", "net.ipv4.icmp_ratelimit=0", "net.ipv6.icmp.ratelimit=0", netns=host)
    _batch(bottle, "world", there)
    settings = ("net.ipv4.ip_forward=1", "net.ipv6.conf.all.forwarding=1", "net.ipv4.icmp_ratelimit=0", "net.ipv6.icmp.ratelimit=0")  # fmt: skip
    bottle.must("sysctl", "-qw", *settings, netns="world")


def _batch(bottle: Bottle, netns: str, lines: Iterable[str]) -> None:
    """Links and addresses first, as routes need them; a rule is one of IPv4 unless `ip` is told so."""
    every = list(lines)
    later = [line for line in every if line.startswith(("route", "rule"))]
    for flags, part in (
        ((), [line for line in every if line not in later]),
        ((), [line for line in later if "::" not in line]),
        (("-6",), [line for line in later if "::" in line]),
    ):
        bottle.must("ip", *flags, "-batch", "-", netns=netns, stdin="\n".join(part) + "\n")


def _load(bottle: Bottle, file: Path, host: str) -> None:
    bottle.must("nft", "-f", str(file), netns=host)


def _firewall(tree: Path, host: str) -> Path:
    return host_file(tree, host, "etc/clustergen/firewall.nft")


def _answers(bottle: Bottle, netns: str, probes: list[Probe]) -> list[bool]:
    """Knock; a busy machine may lose a packet, so what is not answered is asked for again."""
    answers: list[bool] = json.loads(bottle.must(sys.executable, str(PROBE), netns=netns, stdin=json.dumps(probes)))
    lost = [number for number, came in enumerate(answers) if not came]
    if lost:
        again = json.loads(bottle.must(sys.executable, str(PROBE), netns=netns, stdin=json.dumps([probes[number] for number in lost])))  # fmt: skip
        for number, came in zip(lost, again, strict=True):
            answers[number] = came
    return answers


def _doors(flows: Iterable[dict[str, Any]]) -> set[tuple[str, int]]:
    """The first and last port of every service; of what allows everything, a ping and a door that no service has."""
    doors: set[tuple[str, int]] = set()
    for flow in flows:
        if flow["protocol"] == "any":
            doors |= {("icmp", 0), CLOSED}
        elif flow["protocol"] == "icmp":
            doors.add(("icmp", 0))
        elif flow["protocol"] in {"tcp", "udp"}:
            doors |= {(flow["protocol"], port) for ends in flow["ports"] for port in ends}
    return doors


def _questions(plan: dict[str, Any], tree: Path, source: str) -> tuple[list[Probe], list[Probe]]:
    """What the matrix allows a host to ask the others, and for each pair of zones one door that it denies."""
    allowed, denied = [], []
    for (zone, ipv6), address in _by_zone(plan, tree, source).items():
        for other in HOSTS:
            for (theirs, same), to in _by_zone(plan, tree, other).items() if other != source else ():
                if same is not ipv6:
                    continue
                flows = [flow for flow in plan["flows"] if (flow["source"], flow["to"]) == (zone, theirs)]
                doors = _doors(flows)
                allowed += [(address, to, *door) for door in sorted(doors)]
                denied += [(address, to, *CLOSED)] if CLOSED not in doors else []
    return allowed, denied


def test_every_flow_passes_both_firewalls(
    tree: Path, plan: dict[str, Any], program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """What the input of one host accepts, the output of the other sends; both IP versions, and the answers come back."""
    require(program)
    program("nft")
    counts = [0, 0]
    with Bottle() as bottle:
        _join(bottle, tree, HOSTS)
        for host in HOSTS:
            _load(bottle, _firewall(tree, host), host)
        for host in HOSTS:
            allowed, denied = _questions(plan, tree, host)
            came = _answers(bottle, host, allowed)
            assert [probe for probe, passed in zip(allowed, came, strict=True) if not passed] == [], host
            assert not any(_answers(bottle, host, denied)), host
            counts = [counts[0] + len(allowed), counts[1] + len(denied)]
            assert any(":" in probe[0] for probe in allowed) == host.startswith(("gpu", "storage"))
    proven(
        "nft",
        f"closed egress: {counts[0]} connections of the matrix among {len(HOSTS)} hosts pass both firewalls, {counts[1]} others neither",
    )


def test_what_the_output_chain_lacks_does_not_leave(
    tree: Path, plan: dict[str, Any], tmp_path: Path, program: Callable[[str], str]
) -> None:
    """A line less at the sender alone, and NFS is closed; the receiver's firewall is as it was."""
    require(program)
    text = _firewall(tree, "login1").read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if 'comment "nfs to inband/storage"' in line)
    planted = tmp_path / "firewall.nft"
    planted.write_text(text.replace(line, ""), encoding="utf-8")
    ends = (_by_zone(plan, tree, host) for host in ("login1", "storage1"))
    login, storage = (next(a for (zone, _), a in every.items() if zone.startswith("inband/")) for every in ends)
    with Bottle() as bottle:
        _join(bottle, tree, ("login1", "storage1"))
        _load(bottle, _firewall(tree, "storage1"), "storage1")
        for file, passes in ((_firewall(tree, "login1"), True), (planted, False)):
            _load(bottle, file, "login1")
            assert _answers(bottle, "login1", [(login, storage, "tcp", 2049)]) == [passes]


def test_hosts_reach_stated_destinations_alone(
    tree: Path, plan: dict[str, Any], program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """By prefix and service, of both IP versions; a rule of `access` to the site opens a service everywhere; who logs in from the site gets answers; drops are counted."""
    require(program)
    hosts = ("gpu1", "login1", "control1")
    beyond = (f"{MIRROR}/32", f"{UNKNOWN}/32", f"{MIRROR_IPV6}/128", f"{UNKNOWN_IPV6}/128")
    with Bottle() as bottle:
        _join(bottle, tree, hosts, beyond)
        gpu, login, control = (_addresses(tree, host)["bond0"][0] for host in hosts)
        in_ipv6 = "2001:db8:7::1"
        lines = [f"addr add {in_ipv6}/128 dev bond0 nodad", f"route add default via {_gate(bottle, gpu)} dev bond0"]
        bottle.must("ip", "-batch", "-", netns="gpu1", stdin="\n".join(lines))
        bottle.must("ip", "-6", "route", "add", in_ipv6, "dev", _wire(bottle, gpu), netns="world")
        opened = {
            "gpu1": [(gpu, MIRROR, "tcp", 443), (in_ipv6, MIRROR_IPV6, "tcp", 443)],
            "login1": [(login, MIRROR, "tcp", 443), (login, UNKNOWN, "tcp", 8443)],
            "control1": [(control, MIRROR, "tcp", 443), (control, UNKNOWN, "udp", 53), (control, UNKNOWN, "tcp", 53)],
        }
        shut = {
            "gpu1": [
                (gpu, MIRROR, "tcp", 80),
                (gpu, UNKNOWN, "tcp", 443),
                (gpu, UNKNOWN, "udp", 53),
                (gpu, UNKNOWN, "icmp", 0),
                (in_ipv6, MIRROR_IPV6, "tcp", 80),
                (in_ipv6, UNKNOWN_IPV6, "tcp", 443),
                (in_ipv6, UNKNOWN_IPV6, "icmp", 0),
            ],
            "login1": [(login, UNKNOWN, "tcp", 443), (login, UNKNOWN, "udp", 53)],
            "control1": [(control, UNKNOWN, "tcp", 8443)],
        }
        for host in hosts:
            every = [*opened[host], *shut[host]]
            assert _answers(bottle, host, every) == [True] * len(every), f"{host} without its firewall"
            _load(bottle, _firewall(tree, host), host)
            assert _answers(bottle, host, opened[host]) == [True] * len(opened[host]), host
            assert _answers(bottle, host, shut[host]) == [False] * len(shut[host]), host
            listed = json.loads(bottle.must("nft", "-j", "list", "chain", "inet", "clustergen", "output", netns=host))
            drops = [part["counter"]["packets"] for each in listed["nftables"] if "rule" in each for part in each["rule"]["expr"] if "counter" in part]  # fmt: skip
            assert len(drops) == 1
            assert drops[0] >= len(shut[host])
        assert _answers(bottle, "world", [(UNKNOWN, login, "tcp", 22)]) == [True]
    proven(
        "nft",
        f"closed egress to the site: {sum(map(len, opened.values()))} destinations open, {sum(map(len, shut.values()))} closed",
    )


def _wire(bottle: Bottle, address: str) -> str:
    """The router's end of the wire to an address."""
    route = json.loads(bottle.must("ip", "-j", "route", "get", address, netns="world"))
    return str(route[0]["dev"])


def _gate(bottle: Bottle, address: str) -> str:
    return f"fe80::1:{_wire(bottle, address).removeprefix('w')}"


def test_pods_are_passed_on_as_before(
    tree: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """A pod reaches the site, which its host may not; the host reaches its pod, by its interface and as what is behind the address of a service."""
    require(program)
    with Bottle() as bottle:
        _join(bottle, tree, ("gpu3",), (f"{UNKNOWN}/32",))
        own = _addresses(tree, "gpu3")["bond0"][0]
        wire = _wire(bottle, own)
        bottle.must(
            "ip",
            "-batch",
            "-",
            stdin=f"netns add pod\nlink add dev {OWN_POD} netns gpu3 type veth peer name eth0 netns pod\n",
        )
        here = [
            f"addr add 169.254.200.1/32 dev {OWN_POD}",
            f"link set dev {OWN_POD} up",
            f"route add {POD} dev {OWN_POD}",
        ]
        here += [
            f"rule add to {POD} lookup main priority 10",
            f"route add default via 169.254.{wire.removeprefix('w')}.1 dev bond0",
        ]
        bottle.must("ip", "-batch", "-", netns="gpu3", stdin="\n".join(here))
        there = ["link set dev lo up", f"addr add {POD}/32 dev eth0", "link set dev eth0 up", "route add 169.254.200.1 dev eth0", "route add default via 169.254.200.1 dev eth0"]  # fmt: skip
        bottle.must("ip", "-batch", "-", netns="pod", stdin="\n".join(there))
        bottle.must("sysctl", "-qw", "net.ipv4.ip_forward=1", "net.ipv4.conf.all.rp_filter=0", netns="gpu3")
        translate = f'table ip cni {{ chain post {{ type nat hook postrouting priority srcnat; ip saddr {POD} oifname != "cali*" masquerade; }}; chain out {{ type nat hook output priority -100; ip daddr 100.96.0.10 tcp dport 8080 dnat to {POD}; }}; }}'  # fmt: skip
        bottle.must("nft", translate, netns="gpu3")
        _load(bottle, _firewall(tree, "gpu3"), "gpu3")
        assert _answers(bottle, "pod", [(POD, UNKNOWN, "tcp", 443)]) == [True]
        assert _answers(bottle, "gpu3", [(own, POD, "tcp", 8080), (own, "100.96.0.10", "tcp", 8080)]) == [True, True]
        assert _answers(bottle, "gpu3", [(own, UNKNOWN, "tcp", 443)]) == [False]
    proven("nft", "closed egress leaves pods alone, also behind the address of a service")
