"""Arista EOS: pyavd takes every configuration, no name in it leads nowhere, and it does what the plan says."""

import copy
import dataclasses
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyavd
import pytest
from msgspec.structs import replace

from generator.plan.access.lines import FilterLine
from generator.plan.draft import Draft
from generator.plan.records import Switch
from generator.plan.secrets import OF_SWITCHES, SECRETS, stages, used, variable
from generator.render.artifact import RenderError
from generator.render.backends import eos
from generator.render.eos.avd import running_config
from generator.render.eos.structured import structured_config
from tests.eos_specs import eos_cluster, with_everything
from tests.judges.eos_references import dangling, dropped, idle, wrong_addresses
from tests.judges.facts_eos import Running, access_list, blocks, facts
from tests.judges.facts_plan import wanted
from tests.judges.switch_facts import MGMT, SwitchFacts, differences
from tests.ours import TEMPLATES
from tests.specs import Spec, plan_data
from tests.tenancy_specs import served
from tests.vlan_specs import sharing

Config = dict[str, Any]
Case = tuple[Draft, dict[str, Config], dict[str, str]]


def _converged(spec: Spec) -> Spec:
    """Leave out what one pair of compute leaves then carries too."""
    fabrics = {name: fabric for name, fabric in spec["fabrics"].items() if name in {"compute", "oob"}}
    fabrics["compute"] |= {"carries": ["storage", "frontend"]}
    return spec | {"fabrics": fabrics, "tenants": {"blue": {"hosts": ["gpu[1-3]"]}}, "segments": {}}


def _ipv6(spec: Spec) -> Spec:
    return spec | {"addressing": spec["addressing"] | {"ipv6": "fd42:c1::/32"}}


CASES: dict[str, Callable[[], Spec]] = {
    "plain": eos_cluster,
    "everything": with_everything,
    "numbered": lambda: with_everything(underlay="numbered"),
    "numbered-ipv6": lambda: _ipv6(with_everything(underlay="numbered")),
    "ipv6": lambda: _ipv6(with_everything()),
    "vlans": lambda: sharing(8, system="eos") | {"addressing": {"ipv6": "fd42:c1::/32"}},
    "converged-vlans": lambda: _converged(eos_cluster(gpu=4, most=8, host_links="vlan")) | {"tenants": {}},
    "converged": lambda: _converged(with_everything(gpu=4, most=8)),
    "served-ipv6": lambda: served("eos", ipv6=True),
    "one-leaf": lambda: eos_cluster(gpu=2, most=4),
    "three-tiers": lambda: eos_cluster(gpu=8, most=1200),
}


def test_a_licence_unlocks_transceivers_only_where_the_spec_has_one(tmp_path: Path) -> None:
    """The line has the licence's name and a reference to its key; without a licence there is none."""
    unlock = "service unsupported-transceiver"
    for licences, line in (({}, None), ({"eos": "ATLAS"}, f"{unlock} ATLAS {{{{clustergen_eos_transceiver_key}}}}")):
        plan = plan_data(eos_cluster() | {"cabling": {"transceiver_licences": licences}}, tmp_path)
        switch = next(each for each in plan.switches if each.os == "eos")
        text = running_config(switch.name, structured_config(plan, switch))
        assert [each for each in text.splitlines() if each.startswith(unlock)] == ([line] if line else [])
        assert ("eos_transceiver_key" in used(plan)) == bool(line)


@pytest.fixture(scope="module")
def case(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Case]:
    """Plan and print a case once."""
    made: dict[str, Case] = {}

    def give(name: str) -> Case:
        if name not in made:
            plan = plan_data(CASES[name](), tmp_path_factory.mktemp(name))
            configs = {s.name: structured_config(plan, s) for s in _sample(plan)}
            made[name] = plan, configs, {n: running_config(n, config) for n, config in configs.items()}
        return made[name]

    return give


def _sample(plan: Draft) -> list[Switch]:
    """Return the first and the last EOS switch of every fabric and tier: the others are like them."""
    found: dict[tuple[str, str], list[Switch]] = {}
    for switch in plan.switches:
        if switch.os == "eos":
            found.setdefault((switch.fabric, switch.tier), []).append(switch)
    ends = [{each.name: each for each in (every[0], every[-1])} for every in found.values()]
    return [switch for pair in ends for switch in pair.values()]


@pytest.mark.parametrize("name", CASES)
def test_pyavd_takes_all_of_it(case: Callable[[str], Case], name: str) -> None:
    """No violation, no key that goes away, and no key that the schema does not know."""
    _, configs, _ = case(name)
    for switch, config in configs.items():
        result = pyavd.validate_structured_config(config).validation_result
        said = [*result.violations, *result.deprecations, *result.ignored_eos_config_keys]
        assert [(each.path, each.message) for each in said] == [], switch


@pytest.mark.parametrize("name", CASES)
def test_vlans_of_routed_ports_are_apart_from_all_others(case: Callable[[str], Case], name: str) -> None:
    """EOS takes a VLAN for each routed port: the range that is rendered has enough, and none of the plan's."""
    for switch, text in case(name)[2].items():
        [(first, last)] = re.findall(r"^vlan internal order ascending range (\d+) (\d+)$", text, re.MULTILINE)
        internal = range(int(first), int(last) + 1)
        vlans = {int(vlan) for vlan in re.findall(r"^vlan (\d+)$", text, re.MULTILINE)}
        assert not vlans & set(internal), switch
        assert text.count("no switchport") <= len(internal), switch


@pytest.mark.parametrize("name", CASES)
def test_no_name_leads_nowhere(case: Callable[[str], Case], name: str) -> None:
    """What pyavd does not look at: references, addresses, and lines that it drops."""
    _, configs, texts = case(name)
    for switch, config in configs.items():
        problems = [*dangling(config), *idle(config), *wrong_addresses(config), *dropped(config, texts[switch])]
        assert problems == [], switch


def _first(config: Config, section: str, key: str) -> Config:
    return next(row for row in config[section] if key in row)


FAULTS: dict[str, tuple[str, Callable[[Config], object], str]] = {
    "qos profile": ("compute-leaf1", lambda c: _first(c, "ethernet_interfaces", "service_profile").update(service_profile="NOPE"), "no qos profile NOPE"),
    "access list": ("frontend-leaf1", lambda c: c["ip_access_lists"].pop(0), "no access list FRONTEND-"),
    "ipv6 access list": ("frontend-leaf1", lambda c: c["ipv6_access_lists"].pop(0), "no ipv6 access list FRONTEND-"),
    "prefix list": ("compute-leaf1", lambda c: c["prefix_lists"].pop(), "no prefix list OWN"),
    "route map": ("compute-leaf1", lambda c: c["route_maps"].pop(0), "no route map ACCEPT"),
    "maintenance": ("compute-leaf1", lambda c: c["maintenance"]["bgp_profiles"].clear(), "no bgp profile DRAIN"),
    "bgp group": ("compute-leaf1", lambda c: c["bgp_groups"].clear(), "no bgp group FABRIC"),
    "vrf": ("compute-leaf1", lambda c: c["vrfs"].pop(1), "no vrf Vrf-"),
    "management vrf": ("compute-leaf1", lambda c: c.update(vrfs=[r for r in c["vrfs"] if r["name"] != MGMT]), "ntp.vrf: no vrf mgmt"),
    "vlan": ("frontend-leaf1", lambda c: c["vlans"].pop(0), "Vlan200: no vlan 200"),
    "peer group": ("compute-spine1", lambda c: c["router_bgp"]["peer_groups"].clear(), "no peer group LEAVES"),
    "source interface": ("frontend-leaf1", lambda c: c["loopback_interfaces"].pop(), "Vxlan1: no interface Loopback1"),
    "tls profile": ("compute-leaf1", lambda c: c["management_security"].clear(), "no tls profile GNMI"),
    "server group": ("compute-leaf1", lambda c: c["aaa_server_groups"].clear(), "no aaa group CLUSTER"),
    "tacacs server": ("compute-leaf1", lambda c: c["tacacs_servers"]["hosts"].pop(), "no tacacs server 198.51.100.50"),
    "snmp user": ("compute-leaf1", lambda c: c["snmp_server"]["users"][0].update(name="other"), "no snmp user clustergen"),
    "list before ssh": ("compute-leaf1", lambda c: c["standard_access_lists"].clear(), "management_ssh.vrfs[0].ip_access_group_in: no standard access list CONTROL"),
    "list before eapi": ("compute-leaf1", lambda c: c["management_api_http"]["enable_vrfs"][0].update(access_group="NOPE"), "no standard access list NOPE"),
    "no address": ("compute-leaf1", lambda c: _first(c, "ethernet_interfaces", "ip_address").update(ip_address="999.1.1.1/31"), "999.1.1.1/31 is no address"),
    "address twice": ("compute-leaf1", lambda c: c["loopback_interfaces"][1].update(ip_address=c["loopback_interfaces"][0]["ip_address"]), "is on Loopback0 too"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_seen(case: Callable[[str], Case], fault: str) -> None:
    """pyavd takes nearly every one of them; the judge says each."""
    switch, plant, message = FAULTS[fault]
    config = copy.deepcopy(case("everything")[1][switch])
    plant(config)
    assert any(message in each for each in [*dangling(config), *wrong_addresses(config)])


def test_a_session_that_pyavd_drops_is_seen(case: Callable[[str], Case]) -> None:
    """Without the neighbour's AS number there is no line, and no word about it."""
    config = copy.deepcopy(case("plain")[1]["compute-leaf1"])
    session = config["router_bgp"]["neighbor_interfaces"][0]
    del session["remote_as"]
    text = running_config("compute-leaf1", config)
    assert any(session["name"] in each for each in dropped(config, text))
    assert len(facts(text).sessions) == len(config["router_bgp"]["neighbor_interfaces"]) - 1


def _wanted(plan: Draft, switch: Switch) -> SwitchFacts:
    """What the plan wants of a switch; bridged ports have no MTU of their own on EOS."""
    facts_of_plan = wanted(plan, switch)
    bridged = {f"{port.cage}/{port.port}" for port in plan.ports_of[switch.name] if port.vlan is not None}
    return dataclasses.replace(
        facts_of_plan, mtu={port: mtu for port, mtu in facts_of_plan.mtu.items() if port not in bridged}
    )


@pytest.mark.parametrize("name", CASES)
def test_the_text_does_what_the_plan_says(case: Callable[[str], Case], name: str) -> None:
    """Addresses, sessions, announcements, networks, MTU and classes, read back from the text."""
    plan, configs, texts = case(name)
    for switch in plan.switches:
        if switch.name in configs:
            assert differences(facts(texts[switch.name]), _wanted(plan, switch)) == [], switch.name


def test_ipv6_beside_a_numbered_underlay(case: Callable[[str], Case]) -> None:
    """IPv6 routes have link-local sessions of their own there, on every link between switches, and no other family."""
    plan, _, texts = case("numbered-ipv6")
    for name in ("compute-leaf1", "compute-spine1"):
        running = Running(texts[name])
        links = {f"{port.cage}/{port.port}" for port in plan.ports_of[name] if port.group}
        assert running.twins() == links
        families = {each.line: each.rest("neighbor") for each in running.bgp.find("address-family")}
        assert {line for line, rows in families.items() if any("-IPV6 activate" in row for row in rows)} == {"address-family ipv6"}  # fmt: skip
        assert all("-IPV6" in row for row in families["address-family ipv6"])
    assert not Running(case("numbered")[2]["compute-leaf1"]).twins()


@pytest.mark.parametrize(
    ("line", "instead", "field"),
    [
        ("   ip address 10.0.0.1/31\n", "   ip address 10.0.0.3/31\n", "addresses"),
        ("   vrf Vrf-blue\n   ip address 10.0.0.1/31\n", "   ip address 10.0.0.1/31\n", "addresses"),
        ("   mtu 9214\n", "   mtu 9000\n", "mtu"),
        ("qos map dscp 26 to traffic-class 3\n", "qos map dscp 26 to traffic-class 4\n", "dscp_to_class"),
        ("priority-flow-control priority 3 no-drop\n", "priority-flow-control priority 4 no-drop\n", "lossless"),
        ("minimum-threshold 131072 bytes", "minimum-threshold 13107 bytes", "marking"),
        ("vxlan vrf Vrf-blue vni ", "vxlan vrf Vrf-blue vni 1", "l3vnis"),
        (" remote-as 4201000001\n", "\n", "sessions"),
        ("   network 10.0.0.0/24\n", "", "announced"),
    ],
)
def test_a_changed_line_is_seen(case: Callable[[str], Case], line: str, instead: str, field: str) -> None:
    """Each planted change shows in the fact that it is about."""
    plan, _, texts = case("everything")
    switch = next(switch for switch in plan.switches if switch.name == "compute-leaf1")
    assert line in texts[switch.name]
    found = differences(facts(texts[switch.name].replace(line, instead, 1)), _wanted(plan, switch))
    assert found
    assert all(each.startswith(f"{field}:") for each in found)


def _said(line: FilterLine, ipv6: bool) -> str:
    """Return a line of a filter in the syntax of EOS, independently of the code that prints it."""
    protocol = {"any": "ipv6" if ipv6 else "ip", "icmp": "icmpv6" if ipv6 else "icmp"}.get(line.protocol, line.protocol)

    def place(prefix: str) -> str:
        address, _, length = prefix.partition("/")
        return "any" if length == "0" else f"host {address}" if length == ("128" if ipv6 else "32") else prefix

    def ports(span: tuple[int, int] | None) -> list[str]:
        return [] if span is None else [f"eq {span[0]}"] if span[0] == span[1] else [f"range {span[0]} {span[1]}"]

    words = [line.action, protocol, place(line.source), *ports(line.source_ports), place(line.destination)]
    return " ".join([*words, *ports(line.ports), *(["established"] if line.established else [])])


@pytest.mark.parametrize("name", ["everything", "ipv6"])
def test_access_lists_are_the_plan_s_filters(case: Callable[[str], Case], name: str) -> None:
    """Line by line and in their order, at the ports that the plan names, the rest denied."""
    plan, configs, texts = case(name)
    checked = 0
    for switch in plan.switches:
        if switch.name not in configs:
            continue
        interfaces = Running(texts[switch.name]).interfaces
        for each, ports in plan.filters_on(switch):
            lines = access_list(texts[switch.name], each.name)
            assert lines == [*(_said(line, ipv6=False) for line in each.lines), "deny ip any any"]
            found = access_list(texts[switch.name], f"{each.name}-V6", "ipv6")
            around = [f"permit icmpv6 any any {kind}" for kind in (133, 135, 136)] if switch.loopback_ipv6 else []
            assert found == [*around, *(_said(line, ipv6=True) for line in each.lines_ipv6), "deny ipv6 any any"]
            for port in ports:
                assert interfaces[port.interface].rest("ip access-group") == [f"{each.name} in"]
                assert interfaces[port.interface].rest("ipv6 access-group") == [f"{each.name}-V6 in"]
                checked += 1
    assert checked > 20


def test_secrets_are_references(case: Callable[[str], Case]) -> None:
    """Whatever wants a secret names its variable; all of them are listed, and no other password stands anywhere."""
    plan, _, texts = case("everything")
    named = {name for text in texts.values() for name in re.findall(r"\{\{(\w+)\}\}", text)}
    of_switches = {name for name in used(plan) if stages(name)[0] == OF_SWITCHES[0]}
    assert named == {variable(name) for name in of_switches - {"eos_admin_password"}}  # that one is of the playbook
    assert named <= {variable(name) for name in SECRETS}
    for text in texts.values():
        for line in text.splitlines():
            for value in re.findall(r"(?:\bsha512|\bkey [078]a?|\bauth sha|\bpriv aes|\bpassword [078]a?) (\S+)", line):
                assert re.fullmatch(r"\{\{clustergen_\w+\}\}", value), line


def test_management_stands_apart(case: Callable[[str], Case]) -> None:
    """Every service is bound to the management instance; SSH answers there alone, to whom its list lets in."""
    _, _, texts = case("everything")
    for text in texts.values():
        root = blocks(text)
        (ssh,) = root.find("management ssh")
        assert [each.line for each in ssh.below] == ["ip access-group CONTROL vrf mgmt in", "shutdown", "vrf mgmt"]
        for start in ("ntp server", "tacacs-server host", "ip name-server", "snmp-server host", "ntp local-interface"):
            lines = root.rest(start)
            assert lines
            assert all("vrf mgmt" in line for line in lines), start
        assert root.rest("logging vrf mgmt host") == ["198.51.100.14"]
        assert "no snmp-server vrf default" in text.splitlines()
        assert "aaa authentication login default group CLUSTER local" in text


@pytest.mark.parametrize("name", ["plain", "everything", "ipv6"])
def test_the_doors_open_to_control_hosts_alone(case: Callable[[str], Case], name: str) -> None:
    """SSH and eAPI, and SNMP and gNMI where they are: one list before each, of the control hosts' management addresses, and eAPI by HTTPS alone."""
    plan, _, texts = case(name)
    prefixes = [prefix.removesuffix("/32") for prefix in plan.access.zone["management/control"].prefixes]
    assert prefixes
    assert all(plan.access.may("management/control", "management", "tcp", port) for port in (22, 443)), "the way there"
    assert not [flow.source for flow in plan.access.flows_to["management"] if flow.service.covers("tcp", 443) and flow.source != "management/control"]  # fmt: skip
    for text in texts.values():
        root = blocks(text)
        (api,) = root.find("management api http-commands")
        assert [each.line for each in api.below] == ["protocol https", "no protocol http", "no shutdown", "vrf mgmt"]
        assert [each.line for each in api.below[-1].below] == ["no shutdown", "ip access-group CONTROL"]
        assert text.count("management api http-commands") == 1
        (control,) = root.find("ip access-list standard CONTROL")
        said = [each.line.split(maxsplit=1)[1].replace("host ", "") for each in control.below]
        assert sorted(said[:-1]) == sorted(f"permit {prefix}" for prefix in prefixes)
        assert said[-1] == "deny any"
        if plan.spec.services.snmp:
            assert "snmp-server ipv4 access-list CONTROL vrf mgmt" in text.splitlines()
        if plan.spec.services.telemetry:
            (gnmi,) = root.find("management api gnmi")
            assert "ip access-group CONTROL" in [each.line for each in gnmi.below[0].below]


def test_without_control_hosts_out_of_band_nothing_is_closed(case: Callable[[str], Case]) -> None:
    """A list that lets nobody in would shut all doors."""
    plan, _, _ = case("everything")
    zones = tuple(zone for zone in plan.access.zones if zone.name != "management/control")
    nobody = replace(plan, access=replace(plan.access, zones=zones))
    config = structured_config(nobody, nobody.switches[0])
    text = running_config("nobody", config)
    assert [*dangling(config), *idle(config)] == []
    assert "CONTROL" not in text
    assert "management api http-commands" in text


def test_a_switch_without_a_management_port(case: Callable[[str], Case]) -> None:
    """An out-of-band leaf is managed by its loopback: nothing speaks of an instance that it has not."""
    plan, _, _ = case("everything")
    switch = next(switch for switch in plan.switches if switch.name == "frontend-leaf1")
    bare = replace(switch, management="", management_length=0, management_gateway="")
    config = structured_config(plan, bare)
    text = running_config(bare.name, config)
    assert [*dangling(config), *idle(config), *dropped(config, text)] == []
    assert "mgmt" not in text
    assert "Management1" not in text
    assert "ntp local-interface Loopback0" in text.splitlines()
    own = ["ip access-group CONTROL in", "ipv6 access-group CONTROL-V6 in", "no shutdown"]
    assert [each.line for each in next(blocks(text).find("management ssh")).below] == own
    (api,) = blocks(text).find("management api http-commands")
    assert [api.below[-1].line, *(each.line for each in api.below[-1].below)] == [
        *("vrf default", "no shutdown", "ip access-group CONTROL", "ipv6 access-group CONTROL-V6")
    ]
    assert wrong_addresses(config) == []
    result = pyavd.validate_structured_config(config).validation_result
    assert not [*result.violations, *result.deprecations, *result.ignored_eos_config_keys]


def test_ports_without_a_use_are_shut(case: Callable[[str], Case]) -> None:
    """Every cage of the box is there: in use by the envelope, or shut down."""
    plan, _, texts = case("plain")
    running = Running(texts["storage-leaf1"])
    mine = {port.interface for port in plan.ports_of["storage-leaf1"]}
    shut = {n for n, b in running.interfaces.items() if n.startswith("Ethernet") and any(b.find("shutdown"))}
    assert shut
    assert not shut & mine
    assert {int(re.split(r"\D+", name)[1]) for name in shut | mine} == set(range(1, 65))


def test_drained_by_one_command(case: Callable[[str], Case]) -> None:
    """The maintenance unit holds every peer group of the switch."""
    _, _, texts = case("three-tiers")
    for text in texts.values():
        root = blocks(text)
        (group,) = root.find("group bgp FABRIC")
        (bgp,) = root.find("router bgp")
        groups = sorted(line.removesuffix(" peer group") for line in bgp.rest("neighbor") if line.endswith(" peer group") and line.count(" ") == 2)  # fmt: skip
        assert sorted(group.rest("neighbor")) == groups
        assert "initiator route-map DRAIN out" in text


def test_spines_pass_evpn_on_as_it_is(case: Callable[[str], Case]) -> None:
    """Between AS numbers a spine would name itself as the tunnel's end."""
    _, _, texts = case("everything")
    for name, text in texts.items():
        (bgp,) = blocks(text).find("router bgp")
        families = [family for family in bgp.below if family.line == "address-family evpn"]
        assert bool(families) == (not name.startswith("storage")), name
        for family in families:
            assert ("bgp next-hop-unchanged" in [line.line for line in family.below]) == ("spine" in name), name


def test_the_same_bytes_twice(case: Callable[[str], Case], tmp_path: Path) -> None:
    """The same spec gives the same text, and a host that arrives changes no switch."""
    _, _, texts = case("plain")
    for count in (8, 9):
        plan = plan_data(eos_cluster(gpu=count), tmp_path)
        for switch in plan.switches:
            if switch.name in ("compute-leaf1", "frontend-leaf1"):
                assert running_config(switch.name, structured_config(plan, switch)) == texts[switch.name]


def test_without_pyavd_the_way_out_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No half tree, no traceback: what is missing, and the command that brings it."""
    monkeypatch.setitem(sys.modules, "pyavd", None)
    plan = plan_data(eos_cluster(gpu=2, most=4), tmp_path)
    assert list(eos.paths(plan))
    with pytest.raises(RenderError, match=re.escape("pip install 'pyavd>=6.4,<7'")):
        list(eos.render(plan, TEMPLATES))


def test_the_command_ends_with_1_without_pyavd(tmp_path: Path) -> None:
    """The command says it and writes nothing; `validate` needs no pyavd."""
    plan_data(eos_cluster(gpu=2, most=4), tmp_path)
    blocked = "import sys; sys.modules['pyavd'] = None; from generator.cli.main import main; main()"
    out = tmp_path / "build"
    spec = str(tmp_path / "cluster.yaml")
    base = [sys.executable, "-c", blocked, "--quiet"]
    run = subprocess.run([*base, "render", spec, "-o", str(out)], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert "error: switches with os: eos are written by pyavd" in run.stderr
    assert "Traceback" not in run.stderr
    assert not out.exists()
    assert subprocess.run([*base, "validate", spec], capture_output=True, check=False).returncode == 0


def test_clusters_without_eos_never_load_pyavd(tmp_path: Path) -> None:
    """It is large; whoever does not need it does not wait for it."""
    plan_data(eos_cluster(gpu=2, most=4, os="sonic"), tmp_path)
    code = (
        "import sys; from click.testing import CliRunner; from generator.cli.main import main;"
        f"done = CliRunner().invoke(main, ['--quiet', 'render', {str(tmp_path / 'cluster.yaml')!r}, '-o', {str(tmp_path / 'out')!r}]);"
        "assert done.exit_code == 0, done.output; assert 'pyavd' not in sys.modules"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
