"""A second opinion on filters: a leaf's rendered ACL as the kernel's own rules, and real packets through it, against what the judge says.

The rules are made here from config_db.json, without the judge's reader.
"""

from __future__ import annotations

import json
import sys
import time
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.twin.bottle import Bottle
from generator.verify.reach.filters import FilterList, gate
from generator.verify.reach.intent import read_intent
from generator.verify.reach.packet import Packet
from generator.verify.systems.switch import read_switch
from tests.edge_specs import pair
from tests.system.test_reach_matrix import tenanted, write
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.proof

TWIN = Path(__file__).parent.parent / "twin"
_PROTOCOLS = {"1": "icmp", "6": "tcp", "17": "udp"}
_LEAF_SIDE, _WORLD_SIDE = "169.254.1.1", "169.254.2.1"
Probe = tuple[str, str, str, int]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cluster with tenants, on SONiC."""
    return write(tenanted(), tmp_path_factory.mktemp("packets"))


def _kernel_rules(tables: dict[str, dict[str, Any]], name: str) -> str:
    """Return a table of ACL rules in nft's syntax: the highest priority first, and no state."""
    rules = [row for key, row in tables["ACL_RULE"].items() if key.startswith(f"{name}|")]
    lines = []
    for row in sorted(rules, key=lambda row: -int(row["PRIORITY"])):
        words = [f"ip {end}addr {row[key]}" for end, key in (("s", "SRC_IP"), ("d", "DST_IP")) if key in row]
        protocol = _PROTOCOLS.get(row.get("IP_PROTOCOL", ""), "")
        words += [f"meta l4proto {protocol}"] if protocol else []
        for end, key in (("sport", "L4_SRC_PORT"), ("dport", "L4_DST_PORT")):
            for port in (row.get(key), row.get(f"{key}_RANGE")):
                words += [f"th {end} {port}"] if port else []
        if "TCP_FLAGS" in row:
            value, mask = row["TCP_FLAGS"].split("/")
            words.append(f"tcp flags & {mask} == {value}")
        lines.append(" ".join([*words, "counter", "accept" if row["PACKET_ACTION"] == "FORWARD" else "drop"]))
    body = "\n".join(lines)
    return f"table ip leaf {{ chain enter {{ type filter hook prerouting priority -300;\niifname != host accept\n{body}\n}}\n}}\n"  # fmt: skip


def _strangers(plan: dict[str, Any], own: str) -> list[str]:
    """An address of every zone, not the host's, and one of nobody's."""
    found = ["198.51.100.7"]
    for zone in plan["zones"]:
        if zone["name"] != "site" and zone["prefixes"]:
            every = [str(at) for prefix in zone["prefixes"] for at in (ip_network(prefix)[0], ip_network(prefix)[-1])]
            found.append(next(at for at in every if at not in {own, *found}))
    return found


def _wire(bottle: Bottle, own: str, strangers: list[str], rules: str) -> None:
    """A host, a leaf with the filter where the host's packets enter, and behind it the world."""
    bottle.must("ip", "-batch", "-", stdin="".join(f"netns add {name}\n" for name in ("host", "leaf", "world")))
    bottle.must("ip", "-batch", "-", stdin="link add dev up netns host type veth peer name host netns leaf\nlink add dev up netns world type veth peer name world netns leaf\n")  # fmt: skip
    for name, at, gate_ in (("host", [own], _LEAF_SIDE), ("world", strangers, _WORLD_SIDE)):
        lines = ["link set dev lo up", "link set dev up up", *(f"addr add {each}/32 dev lo" for each in at)]
        lines += [f"route add {gate_} dev up", f"route add default via {gate_} dev up"]
        bottle.must("ip", "-batch", "-", netns=name, stdin="\n".join(lines) + "\n")
        bottle.must("sysctl", "-qw", "net.ipv4.icmp_ratelimit=0", "net.ipv4.ip_local_port_range=33000 59999", netns=name)  # fmt: skip
    lines = ["link set dev lo up", "link set dev host up", "link set dev world up"]
    lines += [f"addr add {_LEAF_SIDE}/32 dev host", f"addr add {_WORLD_SIDE}/32 dev world"]
    lines += [f"route add {own} dev host", *(f"route add {each} dev world" for each in strangers)]
    bottle.must("ip", "-batch", "-", netns="leaf", stdin="\n".join(lines) + "\n")
    bottle.must("sysctl", "-qw", "net.ipv4.ip_forward=1", netns="leaf")
    bottle.must("nft", "-f", "-", netns="leaf", stdin=rules)


def _knock(bottle: Bottle, where: str, probes: list[Probe]) -> list[bool]:
    answers: list[bool] = json.loads(
        bottle.must(sys.executable, str(TWIN / "probe.py"), netns=where, stdin=json.dumps(probes))
    )
    return answers


def _echo(bottle: Bottle, where: str, own: str, ports: list[int]) -> None:
    """Answer UDP requests on a host from the port that was asked; the process ends with the bottle."""
    command = f"{sys.executable} {TWIN / 'echo.py'} {own} {','.join(map(str, ports))} >/run/echo 2>&1 &"
    bottle.must("sh", "-c", command, netns=where)
    for _ in range(50):
        if bottle.must("cat", "/run/echo").startswith("ready"):
            return
        time.sleep(0.1)
    raise AssertionError(bottle.must("cat", "/run/echo"))


def _questions(doors: list[tuple[str, int]], own: str, strangers: list[str], *, outward: bool) -> Iterator[Probe]:
    for other in strangers:
        for protocol, port in doors:
            yield (own, other, protocol, port) if outward else (other, own, protocol, port)


def _said(found: FilterList, probe: Probe, *, outward: bool) -> bool:
    """What the judge's reading of the filter says of the question, or of its answer."""
    source, to = (int(ip_address(at)) for at in probe[:2])
    question = Packet(family=4, source=source, destination=to, protocol=probe[2], port=probe[3])
    packet = question if outward else question.reply()
    return gate([found], 4, packet.source, packet.destination).decide(packet)[0]


@pytest.mark.parametrize(
    ("switch", "name", "host", "interface"),
    [
        ("frontend-leaf1", "FRONTEND-COMPUTE-BLUE", "gpu01", "bond0"),
        ("frontend-leaf1", "FRONTEND-LOGIN", "login1", "bond0"),
        ("storage-leaf1", "STORAGE-STORAGE", "storage1", "storage0"),
        ("oob-leaf1", "OOB-BMC", "gpu01", "bmc"),
    ],
)
def test_the_kernel_agrees(
    tree: Path,
    switch: str,
    name: str,
    host: str,
    interface: str,
    program: Callable[[str], str],
    proven: Callable[[str, str], None],
) -> None:
    """Questions out through the filter, and answers out through it to questions from outside."""
    require(program)
    program("nft")
    plan = json.loads((tree / "plan.json").read_text(encoding="utf-8"))
    own = next(a["address"] for a in plan["addresses"] if (a["device"], a["interface"]) == (host, interface))
    tables = json.loads((tree / "switches" / switch / "config_db.json").read_text(encoding="utf-8"))
    read = read_switch(tree, switch)
    assert read is not None
    found = next(each for port in read.forwarding().ports.values() for each in port.lists if each.name == name)
    strangers = _strangers(plan, own)
    doors = sorted({(door.protocol, door.port) for door in read_intent(plan).doors() if not door.rdma})
    counts: dict[bool, int] = {}
    with Bottle() as bottle:
        _wire(bottle, own, strangers, _kernel_rules(tables, name))
        _echo(bottle, "host", own, [port for protocol, port in doors if protocol == "udp"])
        for outward in (True, False):
            probes = list(_questions(doors, own, strangers, outward=outward))
            came = _knock(bottle, "host" if outward else "world", probes)
            meant = [_said(found, probe, outward=outward) for probe in probes]
            wrong = [(p, c, m) for p, c, m in zip(probes, came, meant, strict=True) if c != m]
            assert wrong == []
            for each in came:
                counts[each] = counts.get(each, 0) + 1
    assert set(counts) == {True, False}
    proven("nft", f"ACL {name} of {switch} as the kernel's rules: {sum(counts.values())} packets, {counts[True]} passed")  # fmt: skip


def test_a_shared_edge_port_opens_what_access_says(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Real packets of the site: its accepted network enters to the tenant's rails by the rule's port, and neither by another, nor by RDMA, nor to rails of a host of no tenant."""
    require(program)
    program("nft")
    spec = pair()
    spec["access"] = {"archive": {"source": ["site"], "to": ["compute/compute"], "services": ["tcp/8443"], "why": "x"}}
    root = write(spec, tmp_path)
    tables = json.loads((root / "switches" / "compute-leaf1" / "config_db.json").read_text(encoding="utf-8"))
    rows = json.loads((root / "plan.json").read_text(encoding="utf-8"))["addresses"]
    mine, beside = (next(row["address"] for row in rows if (row["device"], row["interface"]) == (host, "rail0")) for host in ("gpu1", "gpu3"))  # fmt: skip
    site, stranger = "198.51.100.9", "198.18.0.9"
    probes = [(source, to, *door) for source in (site, stranger) for to in (mine, beside) for door in (("tcp", 8443), ("tcp", 22), ("udp", 4791))]  # fmt: skip
    with Bottle() as bottle:
        _wire(bottle, site, [mine, beside], _kernel_rules(tables, "EDGE-48"))
        bottle.must("ip", "addr", "add", f"{stranger}/32", "dev", "lo", netns="host")
        bottle.must("ip", "route", "add", stranger, "dev", "host", netns="leaf")
        for to in (mine, beside):
            _echo(bottle, "world", to, [4791])
        came = _knock(bottle, "host", probes)
    assert [probe for probe, each in zip(probes, came, strict=True) if each] == [(site, mine, "tcp", 8443)]
    proven("nft", f"the filter of an edge port of two instances as the kernel's rules: {len(probes)} packets, 1 passed")
