"""What the judge of reachability understands: filters, routes of hosts, firewalls; and what it says where it cannot judge."""

import json
import shutil
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from click.testing import CliRunner

from generator.cli.main import main
from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.rules.access import vlan_segments
from generator.verify.host_files import HostFiles
from generator.verify.reach import UnreadableError
from generator.verify.reach.filters import FilterList, Line, gate
from generator.verify.reach.firewall import Base, Firewall
from generator.verify.reach.intent import Door, read_intent
from generator.verify.reach.judge import reachability
from generator.verify.reach.packet import Packet, own_and_span, span_of
from generator.verify.reach.read_hosts import read_host
from generator.verify.systems import eos, sonic
from generator.verify.systems.frr import read_frr
from generator.verify.systems.switch import read_switch
from tests.conftest import example
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

A, B = own_and_span("10.0.0.1/24")[0], own_and_span("10.0.1.1/24")[0]


def _packet(protocol: str = "tcp", port: int = 22) -> Packet:
    return Packet(family=4, source=A, destination=B, protocol=protocol, port=port)


def _said(found: FilterList, packet: Packet) -> bool:
    return gate([found], packet.family, packet.source, packet.destination).decide(packet)[0]


def test_the_first_line_decides() -> None:
    """A list is read from above, and ends as its system ends it."""
    permit = Line(permits=True, rule="1", protocol="tcp", ports=(22, 22))
    deny = Line(permits=False, rule="2", source=span_of("10.0.0.0/24"))
    assert _said(FilterList("file", "list", (permit, deny), otherwise=False), _packet())
    assert not _said(FilterList("file", "list", (deny, permit), otherwise=True), _packet())
    assert not _said(FilterList("file", "list", (permit,), otherwise=False), _packet(port=23))
    assert _said(FilterList("file", "list", (permit,), otherwise=True), _packet(port=23))
    assert _said(FilterList("file", "list", (), otherwise=False, family=6), _packet())


def test_answers_are_known_by_their_flags_and_ports() -> None:
    """A question does not pass for an answer, nor an answer to a question that nobody asked."""
    answers = Line(permits=True, rule="1", protocol="tcp", source_ports=(22, 22), flags=((0x10, 0x10),))
    found = FilterList("file", "list", (answers,), otherwise=False)
    assert _said(found, _packet().reply())
    assert not _said(found, _packet(port=23).reply())
    assert not _said(found, _packet())
    udp = Line(permits=True, rule="1", source_ports=(0, 65535))
    assert not _said(FilterList("file", "list", (udp,), otherwise=False), _packet("icmp", 0))


def _sonic(folder: Path, rules: dict[str, Any]) -> FilterList:
    table = {"type": "HOST_PORT", "stage": "ingress", "ports": ["Ethernet0"]}
    config = {"PORT": {"Ethernet0": {}}, "ACL_TABLE": {"T": table}, "ACL_RULE": {f"T|{name}": row for name, row in rules.items()}}  # fmt: skip
    (found,) = sonic.forwarding(folder, "file", sonic.parse(json.dumps(config))).ports["Ethernet0"].lists
    return found


def test_sonic_goes_by_priority(tmp_path: Path) -> None:
    """The highest number first, and a table without a default passes the rest."""
    drop = {"PRIORITY": "10", "PACKET_ACTION": "DROP", "IP_PROTOCOL": "6"}
    keep = {"PRIORITY": "20", "PACKET_ACTION": "FORWARD", "L4_DST_PORT_RANGE": "20-22"}
    found = _sonic(tmp_path, {"B": drop, "A": keep})
    assert _said(found, _packet())
    assert not _said(found, _packet(port=23))
    assert _said(found, _packet("udp", 23))
    with pytest.raises(UnreadableError, match="T C matches by VLAN_ID"):
        _sonic(tmp_path, {"C": {**drop, "VLAN_ID": "5"}})
    with pytest.raises(UnreadableError, match="T B and C have priority 10 but different effects"):
        _sonic(tmp_path, {"B": drop, "C": {**keep, "PRIORITY": "10"}})
    assert len(_sonic(tmp_path, {"B": drop, "C": {**drop, "IP_PROTOCOL": "17"}}).lines) == len("BC")
    with pytest.raises(UnreadableError, match="T C has REDIRECT:x"):
        _sonic(tmp_path, {"C": {"PRIORITY": "1", "PACKET_ACTION": "REDIRECT:x"}})


def test_each_judge_hears_of_its_part_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is parsed once. A filter that nobody knows is no fault of the ends of cables."""
    folder = tmp_path / "switches" / "leaf1"
    folder.mkdir(parents=True)
    rule = {"PRIORITY": "1", "PACKET_ACTION": "REDIRECT:x"}
    config = {"PORT": {"Ethernet0": {"mtu": "9100"}}, "ACL_TABLE": {"T": {"ports": []}}, "ACL_RULE": {"T|R": rule}}
    (folder / "config_db.json").write_text(json.dumps(config), encoding="utf-8")
    parse = Mock(wraps=sonic.parse)
    monkeypatch.setattr(sonic, "parse", parse)
    found = read_switch(tmp_path, "leaf1")
    assert found is not None
    for _ in range(2):
        assert found.ends().ports["Ethernet0"].mtu_bytes == 9100
        with pytest.raises(UnreadableError, match=r"switches/leaf1/config_db\.json: T R has REDIRECT:x"):
            found.forwarding()
    assert parse.call_count == 1


def test_eos_ends_with_a_deny(tmp_path: Path) -> None:
    """Ports by number or name, `host`, `range` and `established`; what is not known is said."""
    text = """interface Ethernet1/1
   no switchport
   ip address 10.0.0.254/24
   vrf BLUE
   ip access-group L in
!
ip access-list L
   10 remark users
   20 permit tcp any host 10.0.1.1 eq ssh
   30 permit tcp any range 6000 6010 any established
router bgp 65000
   network 10.9.0.0/24
   vrf BLUE
      network 10.0.0.0/24
"""
    switch = eos.forwarding(tmp_path, "file", eos.parse(text))
    port = switch.ports["Ethernet1/1"]
    assert (port.vrf, len(port.subnets)) == ("BLUE", 1)
    assert _said(port.lists[0], _packet())
    assert not _said(port.lists[0], _packet(port=23))
    assert switch.announced == {"": [(4, span_of("10.9.0.0/24"))], "BLUE": [(4, span_of("10.0.0.0/24"))]}
    with pytest.raises(UnreadableError, match="matches by fragments"):
        eos.forwarding(tmp_path, "file", eos.parse(text.replace("established", "fragments")))


def test_networks_of_an_instance_count_where_evpn_takes_them(tmp_path: Path) -> None:
    """Without `advertise`, no other leaf learns what an instance has."""
    head = "vrf Vrf-blue\n vni 75400\nexit-vrf\nrouter bgp 1\n address-family ipv4 unicast\n  network 10.9.0.0/24\n"
    instance = "router bgp 1 vrf Vrf-blue\n address-family ipv4 unicast\n  network 10.0.0.0/24\n"
    (tmp_path / "frr.conf").write_text(head + instance, encoding="utf-8")
    assert read_frr(tmp_path / "frr.conf").announced == {"": [(4, span_of("10.9.0.0/24"))], "Vrf-blue": []}
    (tmp_path / "frr.conf").write_text(head + instance + "  advertise ipv4 unicast\n", encoding="utf-8")
    found = read_frr(tmp_path / "frr.conf")
    assert found.announced["Vrf-blue"] == [(4, span_of("10.0.0.0/24"))]
    assert found.vnis == {"Vrf-blue": 75400}


def test_all_forms_of_a_hosts_network_come_to_the_same(tmp_path: Path) -> None:
    """netplan, systemd-networkd and NetworkManager: addresses, bonds, VLANs, and the way of a packet."""
    found = []
    for system in ("ubuntu-24.04", "debian-12", "rocky-9"):
        folder = tmp_path / system
        folder.mkdir()
        spec = cluster() | {"addressing": {"ipv6": "fd00:10::/32"}}
        spec["segments"] = {"backup": {"vlan": 300, "prefix": "10.170.0.0/20", "roles": ["storage", "control"]}}
        for group in spec["hosts"].values():
            group["os"] = system
        templates = TEMPLATES
        write_tree(render_tree(plan_data(spec, folder), templates, only=["hosts-network"]), folder / "tree")
        networks = [read_host(_files(folder / "tree", host), host) for host in ("gpu01", "storage1")]
        for network in networks:
            assert network is not None
            found.append(
                (
                    {name: sorted(at) for name, at in network.addresses.items()},
                    {name: sorted(ports) for name, ports in network.members.items()},
                    network.vlans,
                    {
                        (r.family, r.to, r.interface, r.gateway, r.table, r.metric, r.unreachable)
                        for r in network.routes
                    },
                    set(network.rules),
                )
            )
    assert found[0] == found[2] == found[4]
    assert found[1] == found[3] == found[5]
    assert all(part for part in found[1])


def test_the_narrowest_route_wins_then_the_lowest_metric(tmp_path: Path) -> None:
    """Storage stands in by the other side, and what is unreachable goes nowhere, not by the default route."""
    folder = tmp_path / "hosts" / "a" / "etc" / "netplan"
    folder.mkdir(parents=True)
    routes = [("0.0.0.0/0", "bond0", 0), ("10.1.0.0/16", "s0", 0), ("10.0.0.0/8", "s1", 201), ("10.0.0.0/8", "s0", 200)]
    rows: dict[str, list[dict[str, Any]]] = {"bond0": [{"to": "11.0.0.0/8", "type": "unreachable", "metric": 1000}, {"to": "10.0.0.0/8", "type": "unreachable", "metric": 1000}]}  # fmt: skip
    for to, name, metric in routes:
        rows.setdefault(name, []).append({"to": to, "via": "192.0.2.1", **({"metric": metric} if metric else {})})
    document = {"network": {"ethernets": {name: {"routes": found} for name, found in rows.items()}}}
    (folder / "60.yaml").write_text(json.dumps(document), encoding="utf-8")
    network = read_host(_files(tmp_path, "a"), "a")
    assert network is not None
    ways = {
        to: network.route(4, A, own_and_span(f"{to}/32")[0]) for to in ("10.1.0.9", "10.2.0.9", "11.0.0.9", "12.0.0.9")
    }
    assert {to: way.interface if way else "" for to, way in ways.items()} == {"10.1.0.9": "s0", "10.2.0.9": "s0", "11.0.0.9": "", "12.0.0.9": "bond0"}  # fmt: skip
    (folder / "60.yaml").write_text(json.dumps(document).replace("unreachable", "multicast"), encoding="utf-8")
    with pytest.raises(UnreadableError, match="type multicast is not known"):
        read_host(_files(tmp_path, "a"), "a")


def test_a_firewall_knows_interfaces_by_the_start_of_their_names() -> None:
    rules = _firewall([_match({"meta": {"key": "iifname"}}, "cali*"), {"accept": None}])
    assert rules.decide(_packet(), "cali0123")[0]
    assert not rules.decide(_packet(), "mgmt0")[0]


def _firewall(*rules: list[dict[str, Any]]) -> Firewall:
    chains = {"input": [{"expr": each} for each in rules], "output": []}
    return Firewall("hosts/a/etc/clustergen/firewall.nft", Base("input", policy=False), None, chains)


def test_a_firewall_without_an_output_chain_sends_everything() -> None:
    """With one, what no rule accepts stays; an interface of arrival is not one of departure."""
    rules = _firewall([_match({"meta": {"key": "oifname"}}, "bond0"), {"accept": None}])
    assert rules.leave(_packet(), "bond0") == (True, "")
    closed = Firewall(
        rules.file, rules.base, Base("output", policy=False), {**rules.chains, "output": rules.chains["input"]}
    )
    assert closed.leave(_packet(), "bond0")[0]
    assert not closed.leave(_packet(), "mgmt0")[0]
    assert not closed.decide(_packet(), "bond0")[0]


def _match(left: dict[str, Any], right: Any, op: str = "==") -> dict[str, Any]:
    return {"match": {"op": op, "left": left, "right": right}}


def test_a_firewall_in_nfts_own_words() -> None:
    """Prefixes, sets, ranges, states and negation as `nft -j` prints them."""
    source = {"payload": {"protocol": "ip", "field": "saddr"}}
    port = {"payload": {"protocol": "tcp", "field": "dport"}}
    prefix = {"set": [{"prefix": {"addr": "10.0.0.0", "len": 24}}, "10.9.9.9"]}
    rules = _firewall([_match(source, prefix), _match(port, {"set": [{"range": [20, 22]}, 80]}), {"accept": None}])
    assert rules.decide(_packet(), "eth0")[0]
    assert not rules.decide(_packet(port=23), "eth0")[0]
    assert not rules.decide(_packet("udp"), "eth0")[0]
    assert not _firewall([_match(source, prefix, "!="), {"accept": None}]).decide(_packet(), "eth0")[0]
    known = _firewall([_match({"ct": {"key": "state"}}, ["established", "related"], "in"), {"accept": None}])
    assert known.decide(_packet().reply(), "eth0")[0]
    assert not known.decide(_packet(), "eth0")[0]
    with pytest.raises(UnreadableError, match="the effect of `queue`"):
        _firewall([{"queue": None}]).decide(_packet(), "eth0")
    with pytest.raises(UnreadableError, match="a match by meta mark"):
        _firewall([_match({"meta": {"key": "mark"}}, 1)]).decide(_packet(), "eth0")


def test_rdma_is_meant_both_ways() -> None:
    """No switch can tell who began, so what one zone may, its partner may."""
    zones = [{"name": n, "fabric": "compute", "prefixes": [p], "prefixes_ipv6": []} for n, p in (("a", "10.0.0.0/24"), ("b", "10.0.1.0/24"))]  # fmt: skip
    flow = {"source": "a", "to": "b", "protocol": "any", "ports": []}
    intent = read_intent({"zones": zones, "flows": [flow], "roce": [{"fabric": "compute"}]})
    assert intent.may("b", "a", Door("udp", 4791, rdma=True))
    assert not intent.may("b", "a", Door("udp", 4791))
    assert intent.zone_of(4, B) == "b"


def test_where_it_cannot_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No plan, or no nft: it says so, and how to get it."""
    assert reachability(tmp_path).result == "not run"
    sections = ("racks", "hosts", "switches", "links", "ports", "cables", "addresses", "zones", "flows", "roce")
    (tmp_path / "plan.json").write_text(
        json.dumps({"format": 2, "name": "atlas", "domain": "atlas.example.net", **{name: [] for name in sections}}),
        encoding="utf-8",
    )
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    verdict = reachability(tmp_path)
    assert verdict.result == "not run"
    assert "apt-get install nftables" in verdict.note


def test_a_file_that_is_not_in_its_form_is_named(tmp_path: Path) -> None:
    """Half a file is a finding, not a traceback."""
    folder = tmp_path / "switches" / "leaf1"
    folder.mkdir(parents=True)
    (folder / "config_db.json").write_text('{"PORT": ', encoding="utf-8")
    broken = read_switch(tmp_path, "leaf1")
    assert broken is not None
    with pytest.raises(UnreadableError, match=r"switches/leaf1/config_db\.json cannot be read: it is not JSON \(line"):
        broken.forwarding()
    with pytest.raises(json.JSONDecodeError):
        broken.ends()
    netplan = tmp_path / "hosts" / "gpu1" / "etc" / "netplan"
    netplan.mkdir(parents=True)
    (netplan / "60.yaml").write_text("network: [", encoding="utf-8")
    with pytest.raises(UnreadableError, match=r"hosts/gpu1/etc/netplan/60\.yaml cannot be read: it is not YAML \(line"):
        read_host(_files(tmp_path, "gpu1"), "gpu1")


@pytest.mark.parametrize(("thing", "words"), [("access", "inband/login"), ("services", "1024-65535")])
def test_show(thing: str, words: str) -> None:
    result = CliRunner().invoke(main, ["show", str(example("roce-16")), thing])
    assert result.exit_code == 0
    assert words in result.stdout


def _files(tree: Path, host: str) -> HostFiles:
    return HostFiles(tree, {"hosts": [{"name": host, "group": host.rstrip("0123456789")}]})


@pytest.mark.parametrize("name", ["burst", "pods"])
def test_a_segment_may_have_the_name_of_a_zone_that_is_not_there(name: str, tmp_path: Path) -> None:
    """Without a tunnel or routes to pods, it is a segment like others: leaves pass what the plan allows in it."""
    segment = {"vlan": 300, "prefix": "10.170.0.0/20", "roles": ["storage", "control"]}
    plan = plan_data(cluster(2, 4) | {"segments": {name: segment}}, tmp_path)
    write_tree(render_tree(plan, TEMPLATES), tmp_path / "build")
    verdict = reachability(tmp_path / "build")
    assert verdict.faults == []
    assert name in vlan_segments(plan)
