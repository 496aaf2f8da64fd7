"""The rendered firewall.nft in effect: real packets for every cell of the matrix, from every zone to every host of a kind."""

from __future__ import annotations

import csv
import json
import sys
from dataclasses import dataclass
from ipaddress import IPv4Network
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin.bottle import Bottle
from tests.host_files import host_file
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.proof

PROBE = Path(__file__).parent.parent / "twin" / "probe.py"
CLOSED = (("tcp", 23), ("udp", 623), ("tcp", 5900))
"""Doors that no flow opens."""


@dataclass(frozen=True)
class Cell:
    """One question: may this zone ask that host's zone by this protocol and port?"""

    source_zone: str
    zone: str
    probe: tuple[str, str, str, int]
    meant: bool


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cluster with two tenants, a segment and a rule of its own."""
    folder = tmp_path_factory.mktemp("matrix")
    spec = cluster(8, 16)
    spec["tenants"] = {"blue": {"hosts": ["gpu[01-03]"]}, "red": {"hosts": ["gpu[05-07]", "gpu10"]}}
    spec["segments"] = {"backup": {"vlan": 300, "prefix": "10.170.0.0/20", "roles": ["storage", "control"]}}
    spec["access"] = {
        "web": {"source": ["inband/login"], "to": ["inband/compute"], "services": ["tcp/8080", "udp/7000-7010"]},
        "pull": {"source": ["backup"], "to": ["inband/storage"], "services": ["https"]},
    }
    write_tree(render_tree(plan_data(spec, folder), TEMPLATES), folder / "tree")
    return folder / "tree"


def _plan(tree: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((tree / "plan.json").read_text(encoding="utf-8"))
    return loaded


def read_addresses(tree: Path, host: str) -> dict[str, str]:
    """The host's addresses by interface, from ip/addresses.csv; its BMC has an operating system of its own."""
    with (tree / "ip" / "addresses.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["device"] == host and row["use"] != "bmc"]
    return {row["interface"]: row["address"] for row in rows}


def _zone_of(zones: list[dict[str, Any]], address: str) -> dict[str, Any]:
    """The narrowest zone that an address is in."""
    own = IPv4Network(address)
    holders = [(IPv4Network(p), zone) for zone in zones for p in zone["prefixes"] if own.subnet_of(IPv4Network(p))]
    return max(holders, key=lambda pair: pair[0].prefixlen)[1]


def _strangers(zones: list[dict[str, Any]], taken: set[str]) -> dict[str, str]:
    """One address of every zone that is not the host's own; the site is an address of documentation (RFC 5737)."""
    found = {}
    for zone in zones:
        if zone["name"] == "site":
            found["site"] = "198.51.100.7"
        elif zone["prefixes"]:
            every = (str(at) for p in zone["prefixes"] for at in list(IPv4Network(p))[:70][1:] or [IPv4Network(p)[0]])
            found[zone["name"]] = next(at for at in every if at not in taken and _zone_of(zones, at) is zone)
    return found


def _cells(plan: dict[str, Any], addresses: dict[str, str]) -> Iterator[Cell]:
    """Every zone that may come by an interface of each kind, times every port that any flow names and doors that nobody opens."""
    zones, flows = plan["zones"], plan["flows"]
    doors = {(f["protocol"], first) for f in flows for first, _ in f["ports"]} | {("icmp", 0), *CLOSED}
    doors |= {(f["protocol"], last) for f in flows for _, last in f["ports"]}
    strangers = _strangers(zones, set(addresses.values()))
    by_zone = {_zone_of(zones, address)["name"]: address for address in addresses.values()}
    for address in by_zone.values():
        zone = _zone_of(zones, address)
        for source, at in strangers.items():
            for protocol, port in sorted(doors):
                meant = any(
                    f["source"] == source and f["to"] == zone["name"] and _covers(f, protocol, port) for f in flows
                )
                yield Cell(source, zone["name"], (at, address, protocol, port), meant)


def _covers(flow: dict[str, Any], protocol: str, port: int) -> bool:
    if flow["protocol"] == "any":
        return True
    return flow["protocol"] == protocol and (
        not flow["ports"] or any(first <= port <= last for first, last in flow["ports"])
    )


def wire(bottle: Bottle, host: str, addresses: dict[str, str], strangers: list[str]) -> None:
    """Put a host and a world of all strangers beside each other, an interface of the host's own name on each wire."""
    lines = [f"netns add {host}", f"netns add {host}-world"]
    for number, name in enumerate(addresses):
        lines.append(f"link add dev {name} netns {host} type veth peer name w{number} netns {host}-world")
    bottle.must("ip", "-batch", "-", stdin="\n".join(lines) + "\n")
    here, there = ["link set dev lo up"], ["link set dev lo up"]
    there += [f"addr add {at}/32 dev lo" for at in strangers]
    for number, (name, address) in enumerate(addresses.items()):
        gate = f"169.254.{number}.1"
        here += [f"link set dev {name} up", f"addr add {address}/32 dev {name}", f"route add {gate} dev {name}"]
        here += [
            f"route add default via {gate} dev {name} table {number + 1}",
            f"rule add from {address} lookup {number + 1}",
        ]
        there += [
            f"link set dev w{number} up",
            f"addr add {gate}/32 dev w{number}",
            f"route add {address} dev w{number}",
        ]
    bottle.must("ip", "-batch", "-", netns=host, stdin="\n".join(here) + "\n")
    bottle.must("ip", "-batch", "-", netns=f"{host}-world", stdin="\n".join(there) + "\n")
    # Answers of many closed ports must not be rationed, or they would look like dropped packets.
    bottle.must("sysctl", "-qw", "net.ipv4.icmp_ratelimit=0", netns=host)


def _answers(bottle: Bottle, host: str, cells: list[Cell]) -> list[bool]:
    told = bottle.must(sys.executable, str(PROBE), netns=f"{host}-world", stdin=json.dumps([c.probe for c in cells]))
    answers: list[bool] = json.loads(told)
    return answers


def _wrong(bottle: Bottle, host: str, cells: list[Cell]) -> list[Cell]:
    """Return the cells that are not as they are meant. A busy machine may lose a packet: what was to come through is asked for again."""
    wrong = [cell for cell, came in zip(cells, _answers(bottle, host, cells), strict=True) if came != cell.meant]
    lost = [cell for cell in wrong if cell.meant]
    still = [cell for cell, came in zip(lost, _answers(bottle, host, lost), strict=True) if not came] if lost else []
    return [cell for cell in wrong if not cell.meant] + still


@pytest.mark.parametrize("host", ["gpu01", "gpu04", "storage1", "control1", "login1"])
def test_every_cell_of_the_matrix(
    tree: Path, host: str, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """A packet comes through where a flow says so, and nowhere else."""
    require(program)
    program("nft")
    plan, addresses = _plan(tree), read_addresses(tree, host)
    cells = list(_cells(plan, addresses))
    with Bottle() as bottle:
        wire(bottle, host, addresses, sorted({cell.probe[0] for cell in cells}))
        bottle.must("nft", "-f", str(host_file(tree, host, "etc/clustergen/firewall.nft")), netns=host)
        wrong = _wrong(bottle, host, cells)
    assert wrong == []
    assert {cell.meant for cell in cells} == {True, False}
    proven("nft", f"firewall of {host}: {len(cells)} cells, {sum(cell.meant for cell in cells)} of them allowed")


def test_a_hole_is_seen(tree: Path, tmp_path: Path, program: Callable[[str], str]) -> None:
    """A rule too many and a rule too few are both found."""
    require(program)
    plan, addresses = _plan(tree), read_addresses(tree, "login1")
    text = host_file(tree, "login1", "etc/clustergen/firewall.nft").read_text(encoding="utf-8")
    planted = tmp_path / "firewall.nft"
    planted.write_text(text.replace("tcp dport { 22 }", "tcp dport { 23 }"), encoding="utf-8")
    assert planted.read_text(encoding="utf-8") != text
    cells = [cell for cell in _cells(plan, addresses) if cell.probe[2:] in {("tcp", 22), ("tcp", 23)}]
    with Bottle() as bottle:
        wire(bottle, "login1", addresses, sorted({cell.probe[0] for cell in cells}))
        bottle.must("nft", "-f", str(planted), netns="login1")
        wrong = _wrong(bottle, "login1", cells)
    assert {cell.probe[3] for cell in wrong} == {22, 23}
