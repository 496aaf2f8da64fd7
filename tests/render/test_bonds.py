"""Hosts that bond with LACP over two leaves: one record, and what both leaves and the host make of it."""

import copy
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyavd
import pytest
import yaml

from generator.plan.draft import Draft
from generator.plan.hosts.configured import Form
from generator.plan.records import Lag
from generator.render.backends import ansible, cumulus, eos, readme
from generator.render.cumulus.grammar import fault
from generator.render.eos.structured import structured_config
from generator.source.diagnostic import SpecError
from tests.bond_specs import CASES, SEGMENT, bonded, converged
from tests.eos_specs import eos_cluster
from tests.judges import facts_eos, facts_nvue
from tests.judges.eos_references import dangling, dropped, idle, wrong_addresses
from tests.judges.facts_plan import wanted
from tests.judges.host_facts import host_files
from tests.judges.nvue import executed, flattened, settings
from tests.judges.switch_facts import SwitchFacts, differences
from tests.ours import TEMPLATES
from tests.render.test_host_network import KEYFILES, NETPLAN, UNITS
from tests.specs import Spec, cluster, plan_data, shuffled

Files = dict[str, str]
Made = Callable[[str], tuple[Draft, Files]]
FACTS: dict[str, Callable[[str], SwitchFacts]] = {"startup.yaml": facts_nvue.facts_of, "running.cfg": facts_eos.facts}
MOST_PORT_CHANNELS = 2000
"""Numbers of port-channels on EOS (AVD schema: an MLAG has 1 to 2000, and so do its port-channels)."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Plan a case, and print its switches, once."""
    kept: dict[str, tuple[Draft, Files]] = {}

    def give(name: str) -> tuple[Draft, Files]:
        if name not in kept:
            plan = plan_data(CASES[name](), tmp_path_factory.mktemp("bonds"))
            kept[name] = plan, switch_files(plan)
        return kept[name]

    return give


def switch_files(plan: Draft) -> Files:
    """Print the files of a plan's Cumulus and EOS switches."""
    templates = TEMPLATES
    return {each.path: each.content for backend in (cumulus, eos) for each in backend.render(plan, templates)}


def by_host(plan: Draft) -> dict[str, list[Lag]]:
    """Return the groups of each host."""
    found: dict[str, list[Lag]] = {}
    for lag in plan.lags:
        found.setdefault(lag.host, []).append(lag)
    return found


@pytest.mark.parametrize("name", CASES)
def test_all_leaves_of_a_host_are_one_partner(made: Made, name: str) -> None:
    """Number, system and segment are the host's, not the leaf's; no two hosts share them; one leaf of a host forwards broadcasts."""
    plan, _ = made(name)
    hosts = by_host(plan)
    assert set(hosts) >= {host.name for host in plan.hosts}
    assert {bond.lacp for host in plan.hosts for bond in plan.interfaces_of[host.name] if bond.kind == "bond"} == {True}
    segments = [lags[0].segment for lags in hosts.values() if len(lags) > 1]
    assert len(segments) == len(set(segments))
    assert bool(segments) == ("one leaf" not in name)
    for lags in hosts.values():
        assert len({(lag.number, lag.system_mac, lag.segment) for lag in lags}) == 1
        assert bool(lags[0].segment) == (len(lags) > 1)
        assert sorted(lag.preference for lag in lags) == ([32767, 50000] if len(lags) > 1 else [0])
    for switch in plan.switches:
        numbers = [lag.number for lag in plan.lags_of[switch.name]]
        assert len(numbers) == len(set(numbers))
        assert all(0 < number <= MOST_PORT_CHANNELS for number in numbers)


@pytest.mark.parametrize("name", ["cumulus", "eos, a pair"])
def test_every_port_to_a_host_is_in_a_group(made: Made, name: str) -> None:
    """Of the envelope, and those of the frontend alone."""
    plan, _ = made(name)
    grouped = Counter((lag.switch, member) for lag in plan.lags for member in lag.members)
    ports = {(p.switch, p.interface) for p in plan.ports if p.fabric == "frontend" and p.kind == "host_leaf"}
    assert set(grouped) == ports
    assert set(grouped.values()) == {1}
    assert len(ports) > 2 * len(plan.hosts)


@pytest.mark.parametrize("name", ["cumulus", "eos, spines"])
def test_leaves_take_turns(made: Made, name: str) -> None:
    """Each leaf of a pair forwards the broadcasts of about half of its hosts."""
    plan, _ = made(name)
    for switch in {lag.switch for lag in plan.lags}:
        shares = Counter(lag.preference for lag in plan.lags_of[switch])
        assert abs(shares[50000] - shares[32767]) <= 2, switch


@pytest.mark.parametrize("system", ["cumulus", "eos"])
def test_numbers_come_from_where_a_host_is_cabled(system: str, tmp_path: Path) -> None:
    """Neither the order of the spec nor hosts that arrive change a group, or a line of a leaf's file."""
    spec = bonded(system)
    plan = plan_data(spec, tmp_path)
    turned = plan_data(shuffled(copy.deepcopy(spec), random.Random(7)), tmp_path)
    grown = plan_data(bonded(system, gpu=5), tmp_path)
    assert plan.lags == turned.lags
    assert {lag for lag in plan.lags if lag.switch in grown.lags_of} <= set(grown.lags)
    before, after = switch_files(plan), switch_files(grown)
    leaves = [path for path in before if "frontend-leaf" in path]
    assert leaves
    assert all(before[path] == after[path] for path in leaves)


@pytest.mark.parametrize("name", CASES)
def test_the_files_say_what_the_plan_wants(made: Made, name: str) -> None:
    """Read back by a parser of each format: groups with members, numbers, systems, weights and VLANs, beside all other facts."""
    plan, files = made(name)
    seen = 0
    for path, text in files.items():
        read = FACTS.get(path.rsplit("/", 1)[1])
        if read:
            switch = next(each for each in plan.switches if each.name == path.split("/")[1])
            facts = read(text)
            assert differences(facts, wanted(plan, switch), ["mtu"] if path.endswith(".cfg") else []) == [], path
            seen += len(facts.lags)
    assert seen == len(plan.lags)


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("cumulus", "mac-address: 44:38:39:ff:00:01", "mac-address: 44:38:39:ff:00:02"),
        ("cumulus", "local-id: 10\n", "local-id: 11\n"),
        ("cumulus", "df-preference: 50000", "df-preference: 32767"),
        ("cumulus", "state: enabled\n        link:", "state: disabled\n        link:"),
        ("cumulus", "mode: lacp", "mode: static"),
        ("cumulus", "access: 200", "access: 201"),
        ("cumulus", "            swp1: {}", "            swp7: {}"),
        ("eos, spines", "preference 50000", "preference 32767"),
        ("eos, spines", "   switchport access vlan 200", "   switchport access vlan 201"),
        ("eos, spines", "channel-group 10 mode", "channel-group 20 mode"),
    ],
)
def test_a_changed_line_is_seen(made: Made, name: str, before: str, after: str) -> None:
    """Each planted change of a leaf's file shows in the facts of its groups, and in no other."""
    plan, files = made(name)
    switch = next(each for each in plan.switches if each.name == "frontend-leaf1")
    path = next(
        path for path in files if path.startswith("switches/frontend-leaf1/") and path.rsplit("/", 1)[1] in FACTS
    )
    assert before in files[path]
    found = differences(
        FACTS[path.rsplit("/", 1)[1]](files[path].replace(before, after, 1)), wanted(plan, switch), ["mtu"]
    )
    assert {line.partition(":")[0] for line in found} == {"lags"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("identifier 0044:3839:ff00:0100:000a", "identifier 0044:3839:ff00:0100:000b"),
        ("lacp system-id 4438.39ff.0001", "lacp system-id 4438.39ff.0002"),
        ("route-target import 44:38:39:ff:00:01", "route-target import 44:38:39:ff:00:02"),
    ],
)
def test_a_segment_that_contradicts_itself_is_seen(made: Made, before: str, after: str) -> None:
    """Identifier, system and route target of a port-channel are one value."""
    text = made("eos, spines")[1]["switches/frontend-leaf1/running.cfg"]
    assert before in text
    with pytest.raises(AssertionError):
        facts_eos.facts(text.replace(before, after, 1))


def test_a_member_has_nothing_that_its_bond_has(made: Made) -> None:
    """On Cumulus a port in a bond is in no bridge and has no filter; the bond is, with the edge's guard."""
    plan, files = made("cumulus")
    for switch in {lag.switch for lag in plan.lags}:
        rows = settings(files[f"switches/{switch}/startup.yaml"])["interface"]
        for lag in plan.lags_of[switch]:
            bond = rows[f"bond{lag.number}"]
            assert bond["bond"]["lacp-bypass"] == "enabled"
            assert bond["bridge"]["domain"]["br_default"]["stp"] == {"admin-edge": "enabled", "bpdu-guard": "enabled"}
            assert len(bond["acl"]) == 2
            for member in lag.members:
                assert not {"bridge", "acl", "evpn"} & set(rows[member])
                assert rows[member]["link"]["mtu"] == bond["link"]["mtu"]


def test_uplinks_are_marked_and_nothing_else(made: Made) -> None:
    """Split horizon stands at uplinks, so all of them are named; a spine has no word of it."""
    plan, files = made("cumulus")
    for switch in plan.switches:
        tree = settings(files[f"switches/{switch.name}/startup.yaml"])
        marked = {n for n, row in tree["interface"].items() if "uplink" in row.get("evpn", {}).get("multihoming", {})}
        leaf = bool(plan.lags_of[switch.name])
        assert marked == {p.interface for p in plan.ports_of[switch.name] if leaf and p.kind == "leaf_spine"}
        assert ("multihoming" in tree.get("evpn", {})) == leaf


@pytest.mark.parametrize("name", ["cumulus", "cumulus before 5.15", "cumulus, one leaf a host"])
def test_nvue_has_every_command(made: Made, name: str, tmp_path: Path) -> None:
    """In the words of the release, in both files alike."""
    plan, files = made(name)
    for switch in plan.switches:
        words = flattened(files[f"switches/{switch.name}/startup.yaml"])
        assert [said for each in words if (said := fault(each, switch.version))] == []
    leaf = plan.lags[0].switch
    script = executed(files[f"switches/{leaf}/nv-set.sh"], tmp_path)
    assert {each[1:] for each in script if each[0] == "set"} == flattened(files[f"switches/{leaf}/startup.yaml"])


@pytest.mark.parametrize(
    ("words", "version"),
    [
        ("interface bond10 bond lacp-bypass on", "5.16"),
        ("interface bond10 bond lacp-bypass enabled", "5.14"),
        ("interface bond10 bond mode 802.3ad", "5.16"),
        ("interface swp61 evpn multihoming uplink on", "5.15"),
        ("interface bond10 evpn multihoming segment enable on", "5.16"),
        ("interface bond10 evpn multihoming segment mac 44:38:39:ff:00:01", "5.16"),
        ("interface bond10 bond members swp1", "5.16"),
    ],
)
def test_nvue_refuses_words_of_others(words: str, version: str) -> None:
    """Of another release, or of none."""
    assert fault(words.split(), version)


EOS = [name for name in CASES if name.startswith("eos")]


@pytest.mark.parametrize("name", EOS)
def test_pyavd_takes_all_of_it(made: Made, name: str) -> None:
    """No violation, no key that the schema does not know, no name that leads nowhere, no line that is dropped."""
    plan, files = made(name)
    for switch in {lag.switch for lag in plan.lags}:
        config = structured_config(plan, next(each for each in plan.switches if each.name == switch))
        result = pyavd.validate_structured_config(config).validation_result
        said = [*result.violations, *result.deprecations, *result.ignored_eos_config_keys]
        assert [(each.path, each.message) for each in said] == []
        text = files[f"switches/{switch}/running.cfg"]
        assert [*dangling(config), *idle(config), *wrong_addresses(config), *dropped(config, text)] == []


FAULTS: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "no channel": (lambda config: config["port_channel_interfaces"].pop(0), "no interface Port-Channel"),
    "no group": (lambda config: config["link_tracking_groups"].clear(), "no link tracking group UPLINKS"),
    "no list": (lambda config: config["ip_access_lists"].clear(), "no access list FRONTEND-"),
    "no vlan": (lambda config: config["vlans"].clear(), "Port-Channel10: no vlan 200"),
}


@pytest.mark.parametrize("what", FAULTS)
def test_a_name_that_leads_nowhere_is_seen(made: Made, what: str) -> None:
    """Each is planted in the data, and said."""
    plan, _ = made("eos, spines")
    config = structured_config(plan, next(each for each in plan.switches if each.name == "frontend-leaf1"))
    plant, said = FAULTS[what]
    plant(config)
    assert any(said in each for each in dangling(config)), dangling(config)[:3]


@pytest.mark.parametrize("name", EOS)
def test_a_member_falls_back_to_what_its_channel_is(made: Made, name: str) -> None:
    """A port that hears no LACP stands alone on EOS, by its own lines: VLANs, filters and the edge's guard are those of the channel."""
    plan, files = made(name)
    starts = ("switchport", "ip access-group", "ipv6 access-group", "spanning-tree")
    for switch in {lag.switch for lag in plan.lags}:
        running = facts_eos.Running(files[f"switches/{switch}/running.cfg"])
        for lag in plan.lags_of[switch]:
            channel = running.interfaces[f"Port-Channel{lag.number}"]
            assert channel.rest("port-channel lacp fallback") == ["individual", "timeout 30"]
            mine = [line.line for line in channel.below if line.line.startswith(starts)]
            assert len(mine) >= 6
            for member in lag.members:
                below = [line.line for line in running.interfaces[member].below]
                assert [line for line in below if line.startswith(starts)] == mine
                assert "lacp timer fast" in below


def test_hosts_follow_uplinks_only_where_there_are_spines(made: Made) -> None:
    """A pair has no way but each other: a leaf that is alone there still serves its hosts."""
    for name, tracked in (("eos, spines", True), ("eos, a pair", False), ("eos, converged", False), ("eos, one leaf a host", False)):  # fmt: skip
        plan, files = made(name)
        text = files[f"switches/{plan.lags[0].switch}/running.cfg"]
        assert ("link tracking group UPLINKS downstream" in text) == tracked, name
        assert ("link tracking group UPLINKS upstream" in text) == tracked


@pytest.mark.parametrize("form", Form)
def test_every_form_of_host_bonds_by_lacp(form: Form, made: Made) -> None:
    """The same mode, rate and hash in each; no port is the primary one."""
    plan, _ = made("eos, a pair")
    files = host_files(plan, form)["gpu01"]
    text = "".join(files.values())
    assert "primary" not in text.lower()
    assert "active-backup" not in text
    if form is Form.NETPLAN:
        bond = yaml.safe_load(files[NETPLAN])["network"]["bonds"]["bond0"]
        assert bond["interfaces"] == ["frontend0", "frontend1"]
        assert bond["parameters"] == {
            "mode": "802.3ad", "lacp-rate": "fast", "transmit-hash-policy": "layer3+4", "mii-monitor-interval": 100
        }  # fmt: skip
    elif form is Form.NETWORKD:
        assert (
            "[Bond]\nMode=802.3ad\nMIIMonitorSec=100ms\nLACPTransmitRate=fast\nTransmitHashPolicy=layer3+4\n"
            in files[f"{UNITS}/60-bond0.netdev"]
        )
    else:
        assert (
            "[bond]\nlacp_rate=fast\nmiimon=100\nmode=802.3ad\nxmit_hash_policy=layer3+4\n"
            in files[f"{KEYFILES}/bond0.nmconnection"]
        )


@pytest.mark.parametrize("form", Form)
def test_nothing_but_the_bond_differs_on_a_host(form: Form, made: Made, tmp_path: Path) -> None:
    """Rails, storage sides and the management port are what they are without LACP."""
    plan, _ = made("eos, a pair")
    plain, by_lacp = host_files(plan_data(eos_cluster(gpu=4), tmp_path), form), host_files(plan, form)
    assert plain.keys() == by_lacp.keys()
    allowed = re.compile(r"bond|mode|primary|lacp|hash|policy|monitor", re.IGNORECASE)
    for host, files in plain.items():
        for path, text in files.items():
            changed = set(text.splitlines()) ^ set(by_lacp[host][path].splitlines())
            assert all(allowed.search(line) for line in changed), (path, changed)


def test_the_inventory_and_the_page_say_so_too(made: Made, tmp_path: Path) -> None:
    """What people and Ansible read names the mode that hosts have."""
    templates = TEMPLATES
    for plan, mode in ((made("eos, a pair")[0], "802.3ad"), (plan_data(eos_cluster(gpu=4), tmp_path), "active-backup")):
        facts = {each.path: each.content for each in ansible.render(plan, templates)}
        assert f'"mode": "{mode}"' in facts["ansible/inventory/host_vars/gpu01.yml"]
        page, _ = readme.render(plan, templates)
        assert f"**{mode}**" in page.content


def _codes(spec: Spec, folder: Path) -> set[str]:
    try:
        plan = plan_data(spec, folder)
    except SpecError as error:
        return {problem.code for problem in error.problems}
    return {problem.code for problem in plan.warnings}


def _with(spec: Spec, **top: Any) -> Spec:
    return spec | top


REFUSED: dict[str, tuple[Spec, str]] = {
    "SONiC has it in no release": (_with(cluster(4)), "os-feature-missing"),
    "a Cumulus pair": (bonded("cumulus", spines=None), "multihoming-pair"),
    "VLANs on Cumulus": (_with(bonded("cumulus"), segments={"backup": SEGMENT}), "multihoming-vlans"),
    "VLANs on EOS": (_with(bonded("eos"), segments={"backup": SEGMENT}), "multihoming-vlans"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_is_refused(what: str, tmp_path: Path) -> None:
    """Each with its own reason; without the key nothing is."""
    spec, code = copy.deepcopy(REFUSED[what])
    frontend = spec["fabrics"]["frontend"]
    frontend["bonding"] = "evpn"
    if frontend.get("spines", 1) is None:
        del frontend["spines"]
        spec["hosts"]["gpu"]["max"] = 16
    assert code in _codes(spec, tmp_path)
    frontend["bonding"] = "active-backup"
    assert not {"os-feature-missing", "multihoming-pair", "multihoming-vlans"} & _codes(spec, tmp_path)


@pytest.mark.parametrize("fabric", ["compute", "storage", "oob"])
def test_only_the_frontend_knows_of_bonds(fabric: str, tmp_path: Path) -> None:
    """Said elsewhere, it is refused; a pair that carries the frontend says it for it."""
    spec = eos_cluster(gpu=2)
    spec["fabrics"][fabric]["bonding"] = "evpn"
    assert "bonding-misplaced" in _codes(spec, tmp_path)
    assert "bonding-misplaced" not in _codes(converged(), tmp_path)


def test_border_hosts_bond_as_all_others(tmp_path: Path) -> None:
    """Their ports to the site are not ours; those to the frontend are."""
    spec = bonded("eos")
    spec["hosts"]["edge"] = {"model": "server-1u-400g", "role": "border", "count": 2}
    plan = plan_data(spec, tmp_path)
    bond = next(each for each in plan.interfaces_of["edge1"] if each.kind == "bond")
    assert bond.lacp
    assert not bond.routes
    assert len(by_host(plan)["edge1"]) == 2
