"""Cumulus Linux: both files say the same, in the words of the release, and what they say is what the plan wants."""

import json
import re
import subprocess
from collections.abc import Callable
from functools import cache
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from msgspec.structs import replace

from generator.catalog.model import Switch as SwitchModel
from generator.model.faceplate import banks
from generator.plan.balancing import adaptive_ports
from generator.plan.draft import Draft
from generator.plan.secrets import SECRETS, variable
from generator.render.backends import cumulus
from generator.render.cumulus import ports
from generator.render.cumulus.dialect import Dialect
from generator.render.cumulus.qos import add_qos
from generator.render.cumulus.tree import Branch
from generator.render.templates import Templates
from tests.conftest import ROOT
from tests.depth import IN_FULL
from tests.judges.facts_nvue import facts_of
from tests.judges.facts_plan import wanted
from tests.judges.nvue import executed, flattened, settings
from tests.judges.switch_facts import differences
from tests.render.cumulus_specs import FORMS, RELEASES, on_cumulus
from tests.specs import Spec, cluster, plan_data

Files = dict[str, str]
CASES = [*((name, "5.16") for name in FORMS), ("services", "5.13"), ("services", "5.15"), ("tenants", "5.14")]


@cache
def rendered(name: str, version: str = "5.16") -> Files:
    """Render all files of one of the forms."""
    return files_of(planned(name, version))


def of_each_kind(files: Files) -> Files:
    """Return the files of one switch of each kind: the last leaf, the last spine; of all in the full run."""
    last = {path.translate(_NO_DIGITS): path for path in sorted(files)}
    return files if IN_FULL else {path: files[path] for path in last.values()}


_NO_DIGITS = str.maketrans("", "", "0123456789")


def files_of(plan: Draft) -> Files:
    """Render all files of a plan's Cumulus switches."""
    return {each.path: each.content for each in cumulus.render(plan, Templates(ROOT / "templates"))}


@cache
def planned(name: str, version: str = "5.16") -> Draft:
    """Plan one of the forms."""
    spec: Spec = json.loads(json.dumps(FORMS[name]))
    with TemporaryDirectory() as folder:
        return plan_data(on_cumulus(spec, version), Path(folder))


@pytest.mark.parametrize(("form", "version"), CASES)
def test_the_files_say_what_the_plan_wants(form: str, version: str) -> None:
    plan = planned(form, version)
    files = files_of(plan)
    found = {
        switch.name: differences(facts_of(files[f"switches/{switch.name}/startup.yaml"]), wanted(plan, switch))
        for switch in plan.switches
    }
    assert {name: said for name, said in found.items() if said} == {}


@pytest.mark.parametrize(("form", "version"), CASES)
def test_the_script_is_the_yaml_flattened(form: str, version: str) -> None:
    files = of_each_kind(rendered(form, version))
    switches = {path.rsplit("/", 1)[0] for path in files}
    for folder in switches:
        lines = [line for line in files[f"{folder}/nv-set.sh"].splitlines() if line.startswith("nv set ")]
        assert len(lines) == len(set(lines)) == len(flattened(files[f"{folder}/startup.yaml"]))


@pytest.mark.parametrize("version", RELEASES)
def test_a_shell_runs_the_script_and_says_the_yaml(version: str, tmp_path: Path) -> None:
    """Every word arrives as it stands in the other file: quotes, blanks, braces and all."""
    files = rendered("services", version)
    for path in sorted(files):
        if not path.endswith("nv-set.sh") or "leaf1" not in path:
            continue
        folder = tmp_path / path.split("/")[1]
        folder.mkdir()
        said = executed(files[path], folder)
        sets = {words[1:] for words in said if words[0] == "set"}
        assert sets == flattened(files[path.replace("nv-set.sh", "startup.yaml")])
        assert [words for words in said if words[0] != "set"] == (
            [("unset", "interface", "eth0", "ip", "address", "dhcp")] if version < "5.15" else []
        )


def test_words_of_yaml_stay_plain() -> None:
    """NVUE's own file has `on`, lists of numbers and addresses without quotes; what would break YAML has them."""
    files = rendered("services", "5.14")
    leaf = files["switches/frontend-leaf1/startup.yaml"]
    assert "          enable: on\n" in leaf
    assert re.search(r"^ +10\.160\.0\.1/16: \{\}$", leaf, re.MULTILINE)
    assert "            secret: '{{clustergen_tacacs_key}}'\n" in leaf
    assert '"' not in leaf
    assert "'on'" not in leaf


def test_no_secret_but_by_reference() -> None:
    files = rendered("services")
    text = files["switches/compute-leaf1/startup.yaml"]
    assert set(re.findall(r"\{\{(\w+)\}\}", text)) == {variable(name) for name in SECRETS if variable(name) in text}
    snmp = settings(text)["system"]["snmp-server"]
    passphrase, below = next(iter(snmp["username"]["watcher"]["auth-sha"].items()))
    assert passphrase == "{{clustergen_snmp_auth_passphrase}}"
    assert list(below["encrypt-aes"]) == ["{{clustergen_snmp_priv_passphrase}}"]
    assert "community" not in text
    assert "auth-none" not in text


def test_services_are_asked_out_of_band() -> None:
    system = settings(rendered("services")["switches/compute-leaf1/startup.yaml"])["system"]
    assert system["ntp"]["vrf"] == system["aaa"]["tacacs"]["vrf"] == "mgmt"
    for named in (system["dns"]["server"], system["syslog"]["server"], system["snmp-server"]["listening-address"]):
        assert {row["vrf"] for row in named.values()} == {"mgmt"}
    assert system["aaa"]["authentication"]["order"] == ["tacacs", "local"]
    assert set(system["control-plane"]["acl"]) == {"acl-default-dos", "acl-default-whitelist"}


def test_frr_reads_what_the_routing_comes_to(tmp_path: Path, program: Callable[[str], str]) -> None:
    for form in ("numbered tenants", "numbered ipv6", "ipv6", "leaves and spines"):
        folder = tmp_path / form.replace(" ", "-")
        folder.mkdir()
        files = rendered(form)
        for path in sorted(path for path in files if path.endswith("frr.conf")):
            (folder / "frr.conf").write_text(files[path], encoding="utf-8")
            (folder / "vtysh.conf").touch()
            command = [program("vtysh"), "-C", "--config_dir", str(folder)]
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
            assert (done.returncode, done.stderr) == (0, ""), path


def test_adaptive_routing_stays_within_its_limits() -> None:
    """Routed ports between switches, of the default instance, of 200 and 400 Gb/s; everywhere or nowhere on a switch."""
    plan = planned("by load")
    files = files_of(plan)
    for switch in plan.switches:
        tree = settings(files[f"switches/{switch.name}/startup.yaml"])
        balanced = {name for name, port in tree["interface"].items() if "adaptive-routing" in port.get("router", {})}
        assert balanced == {port.interface for port in adaptive_ports(plan, switch)}
        assert ("adaptive-routing" in tree.get("router", {})) == bool(balanced)
        for port in plan.ports_of[switch.name]:
            if port.interface in balanced:
                assert port.group
                assert not port.vrf
                assert port.speed_gbps in {200, 400}
        assert bool(balanced) == (switch.fabric == "compute"), "storage hosts' adapters have no half of their own"
    for form in ("hashing", "tenants"):
        assert not any("adaptive-routing" in text for text in rendered(form).values())


def test_watchdogs_stand_where_queues_are_paused() -> None:
    """`qos roce` pauses on every port of a switch, so those of the frontend on a converged pair are watched too."""
    for form, guarded in (("leaves and spines", True), ("converged pair", True), ("lossy", False)):
        files = rendered(form)
        ports = settings(files["switches/compute-leaf1/startup.yaml"])["interface"]
        used = {name for name, port in ports.items() if "up" in port.get("link", {}).get("state", {})}
        assert {name for name, port in ports.items() if "pfc-watchdog" in port.get("qos", {})} == (
            used if guarded else set()
        )
    fabrics = {port.fabric for port in planned("converged pair").ports_of["compute-leaf1"]}
    assert fabrics == {"compute", "storage", "frontend"}


def test_headroom_is_that_of_the_longest_cable_of_any_fabric() -> None:
    """A long cable of the frontend counts on a switch that pauses on it."""
    plan = planned("converged pair")
    mine = [port for port in plan.ports if port.switch == "compute-leaf1"]
    long = next(port for port in mine if port.fabric == "frontend")
    longer = tuple(replace(port, length_m=88.5) if port is long else port for port in plan.ports)
    changed = replace(plan, ports=longer, reserved_ports=longer)
    for each, metres in ((plan, max(port.length_m for port in mine)), (changed, 88.5)):
        tree = settings(files_of(each)["switches/compute-leaf1/startup.yaml"])
        assert int(tree["qos"]["roce"]["cable-length"]) == ceil(metres)


def test_a_fabric_that_a_switch_carries_brings_its_classes() -> None:
    """Whichever of its fabrics is RoCE, the switch has the class; none, and it has not."""
    plan = planned("converged pair")
    leaf = next(switch for switch in plan.switches if switch.name == "compute-leaf1")
    for fabrics, there in (({"compute", "storage"}, True), ({"storage"}, True), (set[str](), False)):
        only = replace(plan, roce={name: roce for name, roce in plan.roce.items() if name in fabrics})
        tree: Branch = {}
        add_qos(tree, only, leaf, Dialect.of("5.16"))
        assert ("roce" in tree.get("qos", {})) == there, fabrics


@pytest.mark.parametrize(("form", "version", "word"), [("tenants", "5.14", "on"), ("tenants", "5.16", "enabled"), ("converged pair", "5.16", "enabled")])  # fmt: skip
def test_host_ports_end_the_spanning_tree(form: str, version: str, word: str) -> None:
    """Bridged host ports of the frontend and out of band are edges, and guarded; no other port says anything of it."""
    plan, files = planned(form, version), rendered(form, version)
    seen = set()
    for switch in plan.switches:
        ports = settings(files[f"switches/{switch.name}/startup.yaml"])["interface"]
        members = {name: port["bridge"]["domain"]["br_default"] for name, port in ports.items() if "bridge" in port}
        guarded = {name for name, member in members.items() if "stp" in member}
        hosts = {p.interface: p.fabric for p in plan.ports_of[switch.name] if p.kind == "host_leaf" and (p.vlan or p.tagged)}  # fmt: skip
        assert guarded == set(hosts)
        assert all(members[name]["stp"] == {"admin-edge": word, "bpdu-guard": word} for name in guarded)
        seen |= set(hosts.values())
    assert seen == {"frontend", "oob"}


def test_every_cage_is_said_and_what_is_unused_is_down() -> None:
    plan = planned("leaves and spines")
    ports = settings(files_of(plan)["switches/compute-leaf1/startup.yaml"])["interface"]
    assert {f"swp{cage}" for cage in range(1, 65)} <= set(ports)
    used = {port.interface for port in plan.ports_of["compute-leaf1"]}
    whole = {name for name, port in ports.items() if "breakout" in port.get("link", {})}
    down = {name for name, port in ports.items() if "down" in port.get("link", {}).get("state", {})}
    assert used & down == set()
    assert used | whole | down | {"lo", "eth0"} == set(ports)


def test_access_lists_end_and_stand_at_the_ports() -> None:
    """The first line that matches decides, and NVUE lets through what none matches: so each list ends with a denial."""
    tree = settings(rendered("tenants")["switches/frontend-leaf1/startup.yaml"])
    for name, listed in tree["acl"].items():
        numbers = [int(number) for number in listed["rule"]]
        assert numbers == sorted(numbers), name
        assert listed["rule"]["65535"] == {
            "action": {"deny": {}},
            "match": {"ip": {"dest-ip": "ANY", "source-ip": "ANY"}},
        }
    bound = {acl for port in tree["interface"].values() for acl in port.get("acl", {})}
    assert bound == set(tree["acl"])
    hosts = [port for port in tree["interface"].values() if "bridge" in port]
    assert all(len(port["acl"]) == len(("ipv4", "ipv6")) for port in hosts)


def test_shared_gateways_have_an_address_of_each_leaf_beside_them() -> None:
    plan = planned("tenants")
    own = set()
    for name in ("frontend-leaf1", "frontend-leaf2"):
        vlan = settings(files_of(plan)[f"switches/{name}/startup.yaml"])["interface"]["vlan200"]["ipv4"]
        own |= set(vlan["address"])
        assert set(vlan["vrr"]["address"]) == {"10.160.0.1/16"}
    assert own == {"10.160.0.2/16", "10.160.0.3/16"}
    planned_for = {
        f"{a.address}/{a.length}": a.device for a in plan.addresses if a.use == "own-gateway" and a.vlan == 200
    }
    assert planned_for == {"10.160.0.2/16": "frontend-leaf1", "10.160.0.3/16": "frontend-leaf2"}


def test_links_of_800g_are_not_balanced_by_load(tmp_path: Path) -> None:
    """And their thresholds stand in a profile of their own only where they differ from those of most ports."""
    plan = plan_data(on_cumulus(cluster(8, uplink_speed_gbps=800)), tmp_path)
    files = files_of(plan)
    leaf = next(switch for switch in plan.switches if switch.name == "compute-leaf1")
    assert {port.speed_gbps for port in plan.ports_of[leaf.name] if port.group} == {800}
    assert adaptive_ports(plan, leaf) == []
    assert "adaptive-routing" not in files["switches/compute-leaf1/startup.yaml"]
    assert differences(facts_of(files["switches/compute-leaf1/startup.yaml"]), wanted(plan, leaf)) == []


def test_a_cage_in_eight_turns_its_neighbour_off() -> None:
    plan = planned("leaves and spines")
    model = plan.catalog.get(SwitchModel, "sn5600")
    bank = banks(model, "cumulus")[0]
    port = replace(plan.ports_of["compute-leaf1"][0], cage=1, port=1, ports=8, speed_gbps=100.0)
    tree: Branch = {}
    dark: set[int] = set()
    for cage in (1, 2, 3):
        ports.add_cage(tree, model, bank, cage, [port] if cage == 1 else [], dark)
    links = {name: port.get("link", {}) for name, port in tree["interface"].items()}
    assert links["swp1"] == {"breakout": {"8x": {}}}
    assert links["swp2"] == {"breakout": {"disabled": {}}}
    assert links["swp3"] == {"state": {"down": {}}}
    assert links["swp1s0"] == {}
    assert all(links[f"swp1s{number}"] == {"state": {"down": {}}} for number in range(1, 8))


def test_the_arrival_of_hosts_changes_no_switch(tmp_path: Path) -> None:
    """Files are made for the envelope: eight hosts or two, the switches that are there have the same bytes."""
    before, after = (files_of(plan_data(on_cumulus(cluster(count, storage=4)), tmp_path)) for count in (2, 8))
    there = set(before) & set(after)
    assert {path for path in there if before[path] != after[path]} == set()
    assert any("compute-leaf" in path for path in there)


def test_sessions_are_filtered_and_limited_both_ways() -> None:
    """Every peer group has its route maps in and out and a limit, whatever address family it speaks."""
    for form in ("leaves and spines", "numbered ipv6", "tenants"):
        plan = planned(form)
        for switch in plan.switches:
            tree = settings(rendered(form)[f"switches/{switch.name}/startup.yaml"])
            bgp = tree["vrf"]["default"]["router"]["bgp"]
            maps, groups = tree["router"]["policy"]["route-map"], bgp["peer-group"]
            assert {row["peer-group"] for row in bgp["neighbor"].values()} == set(groups)
            for name, group in groups.items():
                unicast = [family for key, family in group["address-family"].items() if key != "l2vpn-evpn"]
                assert unicast, name
                limit = plan.limits[switch.fabric].of(name.removesuffix("-IPV6"))
                for family in unicast:
                    assert {family["policy"][way]["route-map"] for way in ("inbound", "outbound")} <= set(maps)
                    assert int(family["prefix-limits"]["inbound"]["maximum"]) == limit
            asked = {port.peer_address: str(port.peer_asn) for port in plan.ports_of[switch.name] if port.peer_address}
            given = {peer: row["remote-as"] for peer, row in bgp["neighbor"].items() if "remote-as" in row}
            assert given == asked
