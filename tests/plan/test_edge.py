"""Ways to the site: what is planned of them, what an edit of one does, and what `check` finds in files that leak."""

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.change.compare import compare
from generator.change.effects import effects
from generator.change.formats import fault as fault_of
from generator.change.tables import IDENTITY
from generator.cli.output import write_tree
from generator.plan.access.lines import Band
from generator.plan.draft import Draft
from generator.plan.edge import Line, transit
from generator.plan.read_back import read_back
from generator.plan.secrets import used
from generator.render.backends import cumulus, docs, sonic
from generator.render.cumulus.grammar import fault
from generator.render.tree import render_tree
from generator.spec.load import DocumentError
from generator.verify.reach.edge import edge
from generator.verify.reach.judge import reachability
from generator.verify.settings.judge import settings
from generator.verify.systems.cumulus import parse
from generator.verify.systems.nvue_policy import read_nvue_learned
from tests.conftest import tree_of
from tests.edge_specs import edge_cluster, pair
from tests.ours import TEMPLATES
from tests.plan.plan_rows import rows_of
from tests.specs import cluster, plan_data

FILES = {"sonic": "frr.conf", "cumulus": "startup.yaml", "eos": "running.cfg"}
MODELS = {"sonic": "sn5600", "cumulus": "sn5600", "eos": "7060x6-64pe"}


@pytest.fixture(scope="module", params=FILES)
def tree(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A converged pair with three ways, on each system."""
    name = str(request.param)
    folder = tmp_path_factory.mktemp(name)
    spec = pair(name, MODELS[name])
    spec["fabrics"]["compute"]["edge"]["fw"]["password"] = "site"
    spec["access"] = {"archive": ARCHIVE}
    write_tree(render_tree(plan_data(spec, folder), TEMPLATES), folder / name)
    return folder / name


def test_nothing_passes_that_is_not_stated(tmp_path: Path) -> None:
    """Each way has its own lines, IPv4 and IPv6 apart; the fabric has those of all ways in the default instance."""
    plan = plan_data(pair(), tmp_path)
    ways = {way.name: way for way in plan.site_uplinks}
    four, six = ways["fw"].families
    assert four.accepts == (Line("0.0.0.0/0", 0, 0), Line("198.51.100.0/22", 22, 24))
    assert six.accepts == (Line("::/0", 0, 0), Line("2001:db8:100::/48", 48, 48))
    assert four.announces[0].prefix == "10.160.0.0/16"
    blue = ways["fw-blue"].families[0]
    assert (ways["fw-blue"].vrf, blue.accepts) == ("Vrf-blue", four.accepts[1:])
    assert [line.prefix for line in blue.announces] == ["10.0.0.0/9"]  # the rails, and not 10.128.0.0/11 of storage
    assert {line.shortest for line in blue.announces} == {24}
    border, other = (transit(plan.site_uplinks, switch) for switch in plan.switches if switch.fabric == "compute")
    assert border
    assert other
    assert border.lines == other.lines
    assert (border.paths, other.paths) == (("^65010_",), ("^$",))
    assert Line("203.0.113.0/24", 24, 24) in border.lines[4]
    assert used(plan_data(edge_cluster(), tmp_path))[-1] == "edge_site"


def test_a_way_moves_nothing_that_is_there(tmp_path: Path) -> None:
    """Ways come to a cluster that runs: no address, port, cable or name of it changes, and no host's row."""
    after = edge_cluster()
    before = {
        **after,
        "fabrics": {
            **after["fabrics"],
            "frontend": {k: v for k, v in after["fabrics"]["frontend"].items() if k != "edge"},
        },
    }
    old, new = rows_of(before, tmp_path), rows_of(after, tmp_path)
    for section in ("hosts", "switches", "links", "cables", "addresses", "asns", "vlans", "prefixes", "numbering"):
        assert old[section] == new[section], section
    assert {(change.table, change.kind.value) for change in compare(old, new)} <= {
        ("ways", "added"),
        ("ports", "added"),
        ("limits", "in-place"),
    }


@pytest.mark.parametrize(
    ("key", "value", "traffic"),
    [("accept", ["198.51.100.0/22 le 24"], False), ("announce", ["inband"], False), ("max_prefixes", 50, False), ("bfd", False, False), ("asn", 65030, True), ("default", "none", True), ("mtu_bytes", 9000, True)],
)  # fmt: skip
def test_what_an_edit_of_a_way_does(key: str, value: Any, traffic: bool, tmp_path: Path) -> None:
    """A prefix more or less is added or removed; another peer or default route touches traffic."""
    old, new = (rows_of(edge_cluster(**changed), tmp_path) for changed in ({}, {key: value}))
    changes = [change for change in compare(old, new) if change.table == "ways"]
    assert changes
    assert any(change.kind.value == "effect" for change in changes) is traffic
    fields = set(new["ways"][0])
    assert fields <= {*effects()["ways"], *IDENTITY["ways"]}


def test_check_takes_what_is_rendered(tree: Path) -> None:
    """All three systems say the same of every way."""
    verdict = edge(tree)
    assert (verdict.files, verdict.faults) == (3, [])
    assert "4 sessions" in verdict.note


def test_a_plan_with_ways_is_rendered_from_its_file_alone(tmp_path: Path) -> None:
    """Byte for byte; a row whose kind is wrong is refused."""
    plan = plan_data(edge_cluster(), tmp_path)
    rows = json.loads(tree_of(plan)["plan.json"])
    again = read_back(rows)
    for backend in (sonic, docs):
        after = {each.path: each.content for each in backend.render(again, TEMPLATES)}
        assert {path for path, text in after.items() if tree_of(plan)[path] != text} == set()
    assert "docs/edge.md" in tree_of(plan)
    assert fault_of({**rows, "ways": [{**rows["ways"][0], "cage": "fifty"}]})
    peers = json.loads(tree_of(plan)["switches/frontend-leaf1/config_db.json"])["ACL_RULE"]
    assert any(row.get("SRC_IP") == "192.0.2.0/32" and name.startswith("CONTROL-PEERS") for name, row in peers.items())


def test_one_router_of_the_site_takes_all_connections(tmp_path: Path) -> None:
    """No two connections share a route-map or list in `docs/edge.md`, also where one's name ends as the IPv6 twin of another would."""
    spec = edge_cluster()
    ways = spec["fabrics"]["frontend"]["edge"]
    ways["fw16"] = ways.pop("fw2")
    page = next(
        each.content for each in docs.render(plan_data(spec, tmp_path), TEMPLATES) if each.path == "docs/edge.md"
    )
    names = re.findall(r"^route-map (\S+) permit 10$", page, flags=re.MULTILINE)
    assert len(names) == len(set(names)) == 8


@pytest.mark.parametrize("version", ["5.14", "5.15"])
def test_nvue_takes_every_command(version: str, tmp_path: Path) -> None:
    """By NVIDIA's reference, in the words of older and of newer releases."""
    spec = pair("cumulus")
    spec["fabrics"]["compute"]["leaf"]["version"] = version
    plan = plan_data(spec, tmp_path)
    said = [line for line in cumulus.render(plan, TEMPLATES) if "compute-leaf1/nv-set.sh" in line.path]
    commands = [shlex.split(line)[2:] for line in said[0].content.splitlines() if line.startswith("nv set ")]
    assert any("swp48.101" in command for command in commands)
    assert [found for command in commands if (found := fault(command, version))] == []


@pytest.mark.parametrize("version", ["5.13", "5.14"])
def test_check_reads_the_words_of_older_releases(version: str, tmp_path: Path) -> None:
    """`enable: on` is read as `state: enabled` is: what is rendered passes, with TTL security too, and what is turned off is found."""
    spec = edge_cluster("cumulus")
    spec["fabrics"]["frontend"] |= {
        "ttl_security": True,
        "leaf": {"model": "sn4600c", "os": "cumulus", "version": version},
    }
    write_tree(render_tree(plan_data(spec, tmp_path), TEMPLATES), tmp_path / "build")
    assert edge(tmp_path / "build").faults == []
    file = tmp_path / "build" / "switches" / "frontend-leaf1" / "startup.yaml"
    good = file.read_text(encoding="utf-8")
    learned = read_nvue_learned("startup.yaml", parse(good))
    assert learned.unknown == []
    assert [group.active for group in learned.switches] == [True]
    file.write_text(
        _other(r"(192.0.2.0:\n +address-family:\n +ipv4-unicast:\n +enable: )on", r"\1off")(good), encoding="utf-8"
    )
    assert any("has no session with 192.0.2.0 (fw1, IPv4)" in fault for fault in edge(tmp_path / "build").faults)
    off = _other(r"(PEERS:\n +address-family:\n +ipv4-unicast:\n +enable: )on", r"\1off")(good)
    assert [group.active for group in read_nvue_learned("startup.yaml", parse(off)).switches] == [False]


def _more(pattern: str, line: str) -> Callable[[str], str]:
    return lambda text: re.sub(pattern, lambda found: found[0] + line, text, count=1, flags=re.MULTILINE)


def _other(pattern: str, instead: str) -> Callable[[str], str]:
    return lambda text: re.sub(pattern, instead, text, count=1, flags=re.MULTILINE)


LEAKS: dict[str, list[tuple[Callable[[str], str], str]]] = {
    "sonic": [
        (_more(r"^ip prefix-list EDGE-FW-OUT seq 5 .*\n", "ip prefix-list EDGE-FW-OUT seq 7 permit 10.192.0.0/11 le 32\n"), "IPv4: EDGE-FW-OUT announces to the site 10.192.0.0/11 in lengths 11 to 32"),
        (_more(r"^ipv6 prefix-list EDGE-FW-BLUE-IN6 .*\n", "ipv6 prefix-list EDGE-FW-BLUE-IN6 seq 9 permit ::/0 le 128\n"), "Vrf-blue, IPv6: EDGE-FW-BLUE-IN6 accepts from the site ::/0"),
        (_other(r"^  neighbor 192.0.2.0 route-map EDGE-FW-OUT out\n", ""), "no route-map announces to the site 0.0.0.0/0 in lengths 0 to 32"),
        (_other(r"^ match ip address prefix-list EDGE-FW-IN\n", ""), "EDGE-FW-IN accepts from the site 0.0.0.0/0 in lengths 0 to 32"),
        (_other(r"^  neighbor 192.0.2.0 activate\n", ""), "the default instance has no session with 192.0.2.0 (fw, IPv4)"),
        (_other(r"^ match ip address prefix-list SITE\nexit\nroute-map ANNOUNCE", "exit\nroute-map ANNOUNCE"), "route-map ACCEPT permits every route"),
        (_other(r"^ match as-path SITE\n", ""), "route-map ANNOUNCE announces routes of the site that other leaves learned"),
        (_other(r"^ip prefix-list EDGE-FW-IN seq 10 .*\n", ""), "does not accept from the site 198.51.100.0/22"),
        (_more(r"^ neighbor 192.0.2.0 remote-as 65010\n", " neighbor 203.0.113.9 remote-as 64999\n address-family ipv4 unicast\n  neighbor 203.0.113.9 activate\n exit-address-family\n"), "peers over IPv4 with 203.0.113.9, which is not a connection"),
        (_more(r"^ip route .*\n", "ip route 0.0.0.0/0 203.0.113.9\n"), "sends 0.0.0.0/0 to 203.0.113.9, which is not a connection"),
        (_other(r"^ neighbor 192.0.2.0 remote-as 65010\n", " neighbor 192.0.2.0 remote-as 65011\n"), "has AS number 65011"),
    ],
    "cumulus": [
        (_other(r"EDGE-FW-OUT:\n( +)rule:\n( +)'?5'?:\n(.*\n)(.*\n)( +)match:\n", "\\g<0>\\5  10.192.0.0/11:\n\\5    max-prefix-len: 32\n"), "EDGE-FW-OUT announces to the site 10.192.0.0/11 in lengths 11 to 32"),
        (_other(r"remote-as: 65010", "remote-as: 65011"), "has AS number 65011"),
        (_other(r"^ +as-path-list: SITE\n", ""), "route-map ANNOUNCE announces routes of the site"),
    ],
    "eos": [
        (_more(r"^   neighbor 192.0.2.0 remote-as 65010\n", "   neighbor 203.0.113.9 peer group PEERS\n   neighbor 203.0.113.9 remote-as 64999\n"), "203.0.113.9 is in a peer group, but is not a switch"),
        (_more(r"^ip prefix-list EDGE-FW-OUT\n", "   seq 5 permit 10.192.0.0/11 le 32\n"), "EDGE-FW-OUT announces to the site 10.192.0.0/11 in lengths 11 to 32"),
        (_other(r"^ +neighbor 192.0.2.4 route-map EDGE-FW-BLUE-OUT out\n", ""), "Vrf-blue, IPv4: no route-map announces to the site 0.0.0.0/0"),
        (_other(r"^ +neighbor 2001:db8:f::4 activate\n", ""), "Vrf-blue has no session with 2001:db8:f::4 (fw-blue, IPv6)"),
        (_other(r"^   match as-path SITE\n", ""), "route-map ANNOUNCE announces routes of the site"),
        (_other(r"^   encapsulation dot1q vlan 102\n   vrf Vrf-blue\n", "   encapsulation dot1q vlan 102\n"), "has not 192.0.2.5/31 in Vrf-blue"),
    ],
}  # fmt: skip


def _faults(tree: Path, file: Path, plant: Callable[[str], str]) -> list[str]:
    """Return what `check` finds at the edge while a fault is planted in a file, which is as it was afterwards."""
    good = file.read_text(encoding="utf-8")
    bad = plant(good)
    assert bad != good, "nothing was planted"
    file.write_text(bad, encoding="utf-8")
    found = list(edge(tree).faults)
    file.write_text(good, encoding="utf-8")
    return found


def test_check_finds_each_planted_leak(tree: Path) -> None:
    """What passes beyond the plan is named with its file, instance, IP version and map; so is what does not pass."""
    file = tree / "switches" / "compute-leaf1" / FILES[tree.name]
    for plant, said in LEAKS[tree.name]:
        faults = _faults(tree, file, plant)
        assert any(said in fault for fault in faults), (said, faults)


PASSED: dict[str, list[tuple[str, Callable[[str], str], str]]] = {
    "sonic": [
        ("leaf2", _other(r"^ip prefix-list OWN seq 10 .*\n", ""), "PEERS, IPv4: ANNOUNCE does not announce 10.64.0.0/24"),
        ("leaf2", _other(r"^ipv6 prefix-list FABRIC6 seq 10 .*\n", ""), "PEERS, IPv6: ACCEPT6 does not accept fd42:c1:0:1::/105 in length 120"),
        ("leaf2", _other(r"^route-map ACCEPT6 permit 20\n match .*\nexit\n", ""), "PEERS, IPv6: ACCEPT6 does not accept ::/0, 2001:db8:100::/48"),
        ("leaf2", _other(r"^  neighbor PEERS route-map ACCEPT6 in\n", ""), "PEERS, IPv6: no route-map: it accepts every route"),
        ("leaf2", _other(r"^  neighbor PEERS activate\n  neighbor PEERS route-map ACCEPT6", "  neighbor PEERS route-map ACCEPT6"), "PEERS exchanges no IPv6 routes"),
        ("leaf1", _other(r"\^65010_", "^65011_"), "as-path list SITE has ^65011_, and routes of its own edge are ^65010_"),
        ("leaf1", _other(r"^(route-map ACCEPT permit 10\n)", r"\1 match tag 7\n"), "ACCEPT has match tag 7, whose effect clustergen does not know"),
    ],
    "cumulus": [
        ("leaf2", _other(r"(OWN:\n +rule:\n)( +)'?5'?:\n(?:\2 .*\n)+", r"\1"), "PEERS, IPv4: ANNOUNCE does not announce 10.224.0.2/32"),
        ("leaf2", _other(r"(SITE6:\n +rule:\n)( +)'?5'?:\n(?:\2 .*\n)+", r"\1"), "PEERS, IPv6: ACCEPT6 does not accept ::/0"),
        ("leaf2", _other(r"(inbound:\n +prefix-limits.*\n|route-map: )ACCEPT6", r"\1ACCEPT"), "PEERS, IPv6: ACCEPT does not accept fd42:c1:0:5::/111"),
        ("leaf1", _other(r"\^65010_", "^65011_"), "as-path list SITE has ^65011_, and routes of its own edge are ^65010_"),
    ],
    "eos": [
        ("leaf2", _other(r"(^ip prefix-list OWN\n   .*\n)   seq \d+ .*\n", r"\1"), "PEERS, IPv4: ANNOUNCE does not announce 10.64.0.0/24"),
        ("leaf2", _other(r"(^ip prefix-list SITE\n)   seq \d+ .*\n", r"\1"), "PEERS, IPv4: ACCEPT does not accept 0.0.0.0/0"),
        ("leaf1", _other(r"^route-map ANNOUNCE6 permit 40\n(?:   .*\n)+", ""), "PEERS, IPv6: ANNOUNCE6 does not announce ::/0, 2001:db8:100::/48"),
        ("leaf2", _other(r"^ +neighbor PEERS route-map ACCEPT in\n", ""), "PEERS, IPv4: no route-map: it accepts every route"),
        ("leaf1", _other(r"\^65010_", "^65011_"), "as-path list SITE has ^65011_, and routes of its own edge are ^65010_"),
    ],
}  # fmt: skip


def test_routes_that_switches_do_not_pass_on_are_found(tree: Path) -> None:
    """In both IP versions, on each system: own prefixes, those of the fabric, and the site's on leaves beside the border leaf."""
    for switch, plant, said in PASSED[tree.name]:
        file = tree / "switches" / f"compute-{switch}" / FILES[tree.name]
        faults = _faults(tree, file, plant)
        assert any(f"compute-{switch}/" in fault and said in fault for fault in faults), (said, faults)


_BLOCKED, _STRANGER, _POSING, _MORE = (
    "are blocked by",
    "from networks that are not accepted are allowed by",
    "from outside with an address of the cluster are not blocked",
    "and access has no flow for them",
)
DOORS: dict[str, tuple[str, list[tuple[Callable[[str], str], str]]]] = {
    "sonic": ("config_db.json", [
        (_other(r'("DST_IP": "10.0.0.0/30", "IP_PROTOCOL": "6", "L4_DST_PORT": )"8443"', r'\1"8444"'), _BLOCKED),
        (_other(r', "L4_DST_PORT": "8443"', ""), _MORE),
        (_other(r'"SRC_IP": "198.51.100.0/22", ("DST_IP": "10.0.0.0/30", "IP_PROTOCOL": "6")', r'"SRC_IP": "8.0.0.0/9", \1'), _STRANGER),
        (_other(r'("policy_desc": "what edge-48 may send", .*"ports": \[)"Ethernet376"', r"\1"), _POSING),
    ]),
    "cumulus": ("startup.yaml", [
        (_other(r"(dest-ip: 10.0.0.0/30\n +protocol: tcp\n +source-ip: 198.51.100.0/22\n +tcp:\n +dest-port:\n +)8443", r"\g<1>8444"), _BLOCKED),
        (_other(r"(dest-ip: 10.0.0.0/30\n +protocol: tcp\n +source-ip: 198.51.100.0/22\n) +tcp:\n +dest-port:\n +8443: \{\}\n", r"\1"), _MORE),
        (_other(r"(dest-ip: 10.0.0.0/30\n +protocol: tcp\n +source-ip: )198.51.100.0/22", r"\g<1>8.0.0.0/9"), _STRANGER),
        (_other(r"(swp48.102:\n +acl:\n) +EDGE-48-102:\n +inbound: \{\}\n", r"\1"), _POSING),
    ]),
    "eos": ("running.cfg", [
        (_other(r"permit tcp 198.51.100.0/22 10.0.0.0/30 eq 8443", "permit tcp 198.51.100.0/22 10.0.0.0/30 eq 8444"), _BLOCKED),
        (_other(r"permit tcp 198.51.100.0/22 10.0.0.0/30 eq 8443", "permit tcp 198.51.100.0/22 10.0.0.0/30"), _MORE),
        (_other(r"permit tcp 198.51.100.0/22 10.0.0.0/30 eq 8443", "permit tcp 8.0.0.0/9 10.0.0.0/30 eq 8443"), _STRANGER),
        (_other(r"(vlan 102\n(?:   .*\n)*?)   ip access-group EDGE-48-102 in\n", r"\1"), _POSING),
    ]),
}  # fmt: skip


def test_a_filter_at_a_tenant_s_way_that_blocks_or_lets_in_is_found(tree: Path) -> None:
    """Accepted networks enter for what `access` says, and neither others nor the cluster's own addresses; each line that opens more is found."""
    name, plants = DOORS[tree.name]
    file = tree / "switches" / "compute-leaf1" / name
    for plant, said in plants:
        faults = _faults(tree, file, plant)
        assert any(f"/{name}: fw-blue, IPv4: packets" in fault and said in fault for fault in faults), (said, faults)


COMMON: dict[str, list[tuple[Callable[[str], str], str]]] = {
    "sonic": [
        (_other(r'"SRC_IP": "203.0.113.0/24", (.*"L4_DST_PORT": "22")', r'"SRC_IP": "203.0.112.0/23", \1'), _STRANGER),
        (_other(r'("SRC_IP": )"203.0.113.0/24"(, .*"TCP_FLAGS": "0x10/0x10")', r'\1"0.0.0.0/0"\2'), _STRANGER),
        (lambda text: re.sub(r'("EDGE-48\|RULE_\d+": \{"PRIORITY": "7\d+", "PACKET_ACTION": )"DROP"', r'\1"FORWARD"', text), "of the cluster are allowed by"),
        (_other(r'("policy_desc": "what edge-48 may send", .*"ports": \[)"Ethernet376"', r"\1"), _POSING),
    ],
    "cumulus": [
        (_other(r"(dest-ip: 10.160.128.0/19\n +protocol: tcp\n +source-ip: )203.0.113.0/24", r"\g<1>203.0.112.0/23"), _STRANGER),
        (_other(r"(protocol: tcp\n +source-ip: )203.0.113.0/24(\n +tcp:\n +state: established)", r"\g<1>0.0.0.0/0\2"), _STRANGER),
        (_other(r"(swp48:\n +acl:\n) +EDGE-48:\n +inbound: \{\}\n", r"\1"), _POSING),
    ],
    "eos": [
        (_other(r"permit tcp 203.0.113.0/24 10.160.128.0/19 eq 22", "permit tcp 203.0.112.0/23 10.160.128.0/19 eq 22"), _STRANGER),
        (_other(r"permit tcp 203.0.113.0/24 10.160.0.0/16 established", "permit tcp any 10.160.0.0/16 established"), _STRANGER),
        (_other(r"   ip access-group EDGE-48 in\n", ""), _POSING),
    ],
}  # fmt: skip


def test_a_filter_of_the_default_instance_that_lets_strangers_in_is_found(tree: Path) -> None:
    """Where the default route is not accepted, only accepted networks enter, and the other side itself with errors."""
    name = DOORS[tree.name][0]
    file = tree / "switches" / "compute-leaf2" / name
    for plant, said in COMMON[tree.name]:
        faults = _faults(tree, file, plant)
        assert any(f"/{name}: router, IPv4: packets" in fault and said in fault for fault in faults), (said, faults)


ARCHIVE = {"source": ["site"], "to": ["compute/compute"], "services": ["tcp/8443"], "why": "a service"}


def test_rails_that_are_announced_lead_to_the_site(tmp_path: Path) -> None:
    """Its tenant's hosts have routes to the accepted networks in the tables of rails; `access` opens the filters of their ports, and of no others."""
    spec = pair()
    spec["access"] = {"archive": ARCHIVE}
    plan = plan_data(spec, tmp_path)
    rails = {host: next(each for each in plan.interfaces_of[host] if each.name == "rail3") for host in ("gpu1", "gpu3")}
    assert rails["gpu1"].table_routes == ("10.0.0.0/9", "198.51.100.0/22")
    assert rails["gpu1"].table_routes_ipv6 == ("fd42:c1:0:1::/105", "2001:db8:100::/48")
    assert rails["gpu3"].table_routes == ("10.0.0.0/9",)
    bonds = (each for each in plan.interfaces_of["gpu1"] if each.name == "bond0")
    assert all("198.51.100.0/22" not in each.unreachable for each in bonds)
    assert [flow.to for flow in plan.access.flows_from["site"] if flow.origin] == ["compute/compute@blue"]
    filters = {each.name: each for switch in plan.switches for each, _ in plan.filters_on(switch)}
    assert {name for name, each in filters.items() if any("8443" in line.why for line in each.lines)} == {
        "COMPUTE-COMPUTE-BLUE"
    }
    del spec["fabrics"]["compute"]["edge"]["fw-blue"]
    with pytest.raises(DocumentError, match="access-no-route"):
        plan_data(spec, tmp_path)


def _entering(plan: Draft) -> dict[str, set[str]]:
    """Return what enters at each front port that leads to the site, except the packets of peers to the border leaf."""
    filters = {
        each.name: each for switch in plan.switches for each, _ in plan.filters_on(switch) if each.role == "edge"
    }
    return {
        name: {f"{line.action} {line.says}" for line in each.lines if line.band != Band.POSING and "session" not in line.why}
        for name, each in filters.items()
    }  # fmt: skip


def test_a_tenants_rails_are_entered_as_access_says(tmp_path: Path) -> None:
    """From the accepted networks and to its own hosts: those of no tenant have rails in the announced prefix, in the instance that shares the port. Answers have lines of their own beside another rule's."""
    spec = pair()
    spec["access"] = {
        "archive": ARCHIVE,
        "fetch": {"source": ["compute/compute"], "to": ["site"], "services": ["https", "udp/4791"], "why": "a service"},
    }
    plan = plan_data(spec, tmp_path)
    mine = plan.access.zone["compute/compute@blue"].prefixes
    wanted = [
        "tcp 198.51.100.0/22 {} 8443-8443",
        "tcp 198.51.100.0/22 443-443 {} established",
        "udp 198.51.100.0/22 4791-4791 {}",
        "udp 198.51.100.0/22 {} 4791-4791",
        "icmp 198.51.100.0/22 {}",
        "icmp 192.0.2.4/32 {}",  # the other side reports packets that are too large
    ]
    # both leaves have a filter of that name; the first one's has the tenant
    found = plan.filters_on(next(each for each in plan.switches if each.name == "compute-leaf1"))[-1][0]
    rails = [line for line in found.lines if line.band is Band.ENTERING and line.destination.startswith("10.") and not line.destination.startswith("10.160.")]  # fmt: skip
    assert {line.says for line in rails} == {each.format(prefix) for each in wanted for prefix in mine}
    answers = [each for each in plan.port_filters["compute", "compute", "blue"].lines if "8443" in each.says]
    assert [line.established for line in answers] == [True]


def test_only_accepted_networks_enter_the_default_instance(tmp_path: Path) -> None:
    """Their services and answers, and errors of the other side; with the site's default route, every network."""
    spec = edge_cluster(default="none")
    filters = {
        switch.name: [
            {line.source for line in lines if line.band is Band.ENTERING}
            for each, _ in plan.filters_on(switch)
            for lines in (each.lines,)
            if each.role == "edge"
        ]
        for plan in (plan_data(spec, tmp_path),)
        for switch in plan.switches
        if switch.fabric == "frontend" and switch.tier == "leaf"
    }
    assert filters["frontend-leaf1"] == [{"198.51.100.0/22", "192.0.2.0/32"}]
    assert filters["frontend-leaf2"] == [{"0.0.0.0/0", "192.0.2.2/32"}]


@pytest.mark.parametrize("os", FILES)
def test_uplinks_that_share_a_port_admit_their_own_networks(os: str, tmp_path: Path) -> None:
    """Each on its sub-interface, where the system has filters there: not those of the other. SONiC has one filter for the port."""
    spec = pair(os, MODELS[os])
    ways = spec["fabrics"]["compute"]["edge"]
    ways["router"] |= {"leaf": "compute-leaf1", "vlan": 103}
    plan = plan_data(spec, tmp_path)
    leaf = next(each for each in plan.switches if each.name == "compute-leaf1")
    admitted = {
        (each.name, *(port.interface.rpartition(".")[2] for port in ports)): {
            line.source for line in each.lines if "10.160.0.0/16" in line.says and line.action == "permit"
        }
        for each, ports in plan.filters_on(leaf)
        if each.role == "edge"
    }
    far, everyone = {"203.0.113.0/24", "192.0.2.8/32"}, {"0.0.0.0/0"}
    if os == "sonic":
        assert [*admitted.values()] == [everyone]
    else:
        assert admitted == {
            ("EDGE-48-101", "101"): everyone,
            ("EDGE-48-102", "102"): set(),
            ("EDGE-48-103", "103"): far,
        }


def test_an_announced_default_route_leads_on(tmp_path: Path) -> None:
    """A router that has it reaches what is beyond the cluster, and nothing more of the cluster; what comes back enters at the other uplinks of the instance."""
    spec = pair()
    ways = spec["fabrics"]["compute"]["edge"]
    ways["router"] |= {"asn": 65030, "default": "announce", "cage": 47}
    ways["fw-blue"] |= {"default": "announce"}
    entering = _entering(plan_data(spec, tmp_path))
    pools = {f"deny any 0.0.0.0/0 {pool}" for pool in ("10.0.0.0/9", "10.160.0.0/16")}
    assert pools | {"permit any 203.0.113.0/24 0.0.0.0/0"} <= entering["EDGE-47"]
    assert (
        pools | {"permit any 0.0.0.0/0 203.0.113.0/24", "permit any 198.51.100.0/22 0.0.0.0/0"} <= entering["EDGE-48"]
    )


SHUT = {
    "sonic": ("config_db.json", r'("COMPUTE-COMPUTE-BLUE\|RULE_\d+_(?:ACK|RST)": \{[^}]*"PACKET_ACTION": )"FORWARD"', r'\1"DROP"'),
    "cumulus": ("startup.yaml", r"permit(: \{\}\n(?: .*\n){2,9}? +remark: answers of tcp/8443 to site\n)", r"deny\1"),
    "eos": ("running.cfg", r"permit( tcp \S+ eq 8443 any established)", r"deny\1"),
}  # fmt: skip


@pytest.mark.proof
@pytest.mark.parametrize("os", SHUT)
def test_rails_answer_the_site_as_access_says(os: str, tmp_path: Path, program: Callable[[str], str]) -> None:
    """The request passes the host's firewall and the answer its port's filter, on each system; a filter that drops answers is found."""
    program("nft")
    spec = pair(os, MODELS[os])
    spec["access"] = {"archive": ARCHIVE}
    write_tree(render_tree(plan_data(spec, tmp_path), TEMPLATES), tmp_path / "build")
    assert not edge(tmp_path / "build").faults
    assert not reachability(tmp_path / "build").faults
    name, pattern, instead = SHUT[os]
    file = tmp_path / "build" / "switches" / "compute-leaf1" / name
    good = file.read_text(encoding="utf-8")
    shut = re.sub(pattern, instead, good)
    assert shut != good
    file.write_text(shut, encoding="utf-8")
    said = "site to compute/compute@blue, tcp/8443: allowed by the plan, but its reply is blocked by"
    assert any(said in fault for fault in reachability(tmp_path / "build").faults)


SESSIONS: dict[str, list[tuple[str, Callable[[str], str], str]]] = {
    "sonic": [
        ("frr.conf", _other(r"^ neighbor 192.0.2.0 bfd\n", ""), "192.0.2.0 bfd is not set: the plan has BFD"),
        ("frr.conf", _other(r"^ neighbor 2001:db8:f:: password .*\n", ""), "2001:db8:f:: password is not set: the plan has a secret"),
        ("config_db.json", _other(r'("Vrf-blue\|192.0.2.4": \{[^}]*), "bfd": "true"', r"\1"), "Vrf-blue|192.0.2.4 bfd is not set"),
        ("config_db.json", _other(r', "auth_password": "[^"]+"', ""), "auth_password is not set: the plan has a secret"),
        ("frr.conf", _other(r"(neighbor 192.0.2.0 maximum-prefix \d+) restart 5", r"\1"), "192.0.2.0 maximum-prefix is 1000, not 1000 restart 5"),
        ("config_db.json", _other(r'("Vrf-blue\|192.0.2.4\|ipv4_unicast": \{[^}]*"max_prefix_restart_interval": )"5"', r'\1"9"'), "max_prefix_restart_interval is 9, not 5: a session over its limit"),
    ],
    "cumulus": [
        ("startup.yaml", _other(r"(maximum: 1000\n +reestablish-wait: )300", r"\g<1>0"), "reestablish-wait is 0, not 300: a session over its limit"),
        ("startup.yaml", _other(r"^ +password: .*clustergen_edge.*\n", ""), "192.0.2.0 password is not set: the plan has a secret"),
        ("startup.yaml", _other(r"^ +bfd:\n +profile: FABRIC\n( +password)", r"\1"), "192.0.2.0 bfd is not set: the plan has BFD"),
    ],
    "eos": [
        ("running.cfg", _other(r"^ +neighbor 192.0.2.0 password .*\n", ""), "192.0.2.0 password is not set: the plan has a secret"),
        ("running.cfg", _other(r"^ +neighbor 2001:db8:f::4 bfd\n", ""), "2001:db8:f::4 bfd is not set: the plan has BFD"),
        ("running.cfg", _other(r"^ +neighbor 192.0.2.4 idle-restart-timer 300\n", ""), "192.0.2.4 idle-restart-timer is not set: a session over its limit"),
        ("running.cfg", _other(r"neighbor 192.0.2.0 maximum-accepted-routes 1000", "neighbor 192.0.2.0 maximum-accepted-routes 0"), "accepted-routes is 0, not 1000: the plan has another limit"),
    ],
}  # fmt: skip


def test_a_session_with_the_site_is_guarded_watched_and_tried_again(tree: Path) -> None:
    """In every instance: a file without its password or BFD, that leaves a session over its limit down, or takes more, is found."""
    assert settings(tree).faults == []
    for name, plant, said in SESSIONS[tree.name]:
        file = tree / "switches" / "compute-leaf1" / name
        good = file.read_text(encoding="utf-8")
        bad = plant(good)
        assert bad != good, said
        file.write_text(bad, encoding="utf-8")
        faults = settings(tree).faults
        file.write_text(good, encoding="utf-8")
        assert len(faults) == 1, faults
        assert said in faults[0]


def test_a_switch_without_a_way_has_no_peer_outside(tmp_path: Path) -> None:
    """A session that somebody adds by hand is found where the plan has no edge at all."""
    plan = plan_data(cluster(2, 4), tmp_path)
    write_tree(render_tree(plan, TEMPLATES), tmp_path / "build")
    assert (edge(tmp_path / "build").result, edge(tmp_path / "build").note) == ("passed", "0 sessions with the site")
    file = tmp_path / "build" / "switches" / "frontend-leaf1" / "frr.conf"
    plant = _more(r"^ bgp router-id .*\n", " neighbor 203.0.113.9 remote-as 64999\n address-family ipv4 unicast\n  neighbor 203.0.113.9 activate\n exit-address-family\n")  # fmt: skip
    file.write_text(plant(file.read_text(encoding="utf-8")), encoding="utf-8")
    verdict = edge(tmp_path / "build")
    assert verdict.result == "refused"
    assert "frontend-leaf1/frr.conf: the default instance peers over IPv4 with 203.0.113.9" in verdict.faults[0]


@pytest.mark.proof
def test_a_default_route_that_does_not_arrive_is_found(tmp_path: Path, program: Callable[[str], str]) -> None:
    """A leaf that takes no route of the site leaves its hosts without a way out; an open filter at the edge lets strangers in."""
    program("nft")
    spec = edge_cluster()
    del spec["fabrics"]["frontend"]["edge"]["fw2"]
    write_tree(render_tree(plan_data(spec, tmp_path), TEMPLATES), tmp_path / "build")
    assert not reachability(tmp_path / "build").faults
    file = tmp_path / "build" / "switches" / "frontend-leaf2" / "frr.conf"
    good = file.read_text(encoding="utf-8")
    file.write_text(_other(r"^route-map ACCEPT permit 20\n match .*\nexit\n", "")(good), encoding="utf-8")
    assert any("default route is not accepted" in fault for fault in reachability(tmp_path / "build").faults)
    file.write_text(good, encoding="utf-8")
    filters = tmp_path / "build" / "switches" / "frontend-leaf1" / "config_db.json"
    text = filters.read_text(encoding="utf-8")
    shut = re.sub(
        r'("EDGE-50\|RULE_\d+": \{[^}]*"PACKET_ACTION": )"FORWARD"([^}]*"L4_DST_PORT": "22")', r'\1"DROP"\2', text
    )
    assert shut != text
    filters.write_text(shut, encoding="utf-8")
    assert any(
        "site to inband/login, tcp/22: allowed by the plan, but blocked by" in fault
        for fault in reachability(tmp_path / "build").faults
    )


@pytest.mark.proof
def test_a_way_to_some_networks_is_tried_from_them(tmp_path: Path, program: Callable[[str], str]) -> None:
    """Not only a default route: a filter that blocks at such a way is found, a leaf without its route, and a static route that no other leaf hears of."""
    program("nft")
    spec = edge_cluster(default="none", accept=["203.0.113.0/24"])
    ways = spec["fabrics"]["frontend"]["edge"]
    ways["fw2"] = {key: ways["fw2"][key] for key in ("cage", "speed_gbps", "leaf", "address", "peer")} | {"accept": ["192.88.99.0/24"]}  # fmt: skip
    write_tree(render_tree(plan_data(spec, tmp_path), TEMPLATES), tmp_path / "build")
    assert not reachability(tmp_path / "build").faults
    for leaf, name, pattern, instead, said in (
        ("1", "config_db.json", r'("EDGE-50\|RULE_\d+": \{[^}]*"PACKET_ACTION": )"FORWARD"([^}]*"L4_DST_PORT": "22")', r'\1"DROP"\2', "site to inband/login, tcp/22: allowed by the plan, but blocked by"),
        ("2", "frr.conf", r"^ip prefix-list SITE seq \d+ permit 203.0.113.0/24\n", "", "a route to the site's networks is not accepted"),
        ("2", "frr.conf", r"^ +network 192.88.99.0/24\n", "", "a static route to the site's networks is not announced"),
    ):  # fmt: skip
        file = tmp_path / "build" / "switches" / f"frontend-leaf{leaf}" / name
        good = file.read_text(encoding="utf-8")
        bad = re.sub(pattern, instead, good, flags=re.MULTILINE)
        assert bad != good, said
        file.write_text(bad, encoding="utf-8")
        faults = reachability(tmp_path / "build").faults
        file.write_text(good, encoding="utf-8")
        assert any(said in fault for fault in faults), (said, faults)
