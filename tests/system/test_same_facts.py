"""One plan, rendered for two operating systems and read back by a parser of each format: adjacencies, addresses, instances and queues are the same."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.render.backends import cumulus, eos, sonic
from tests.conftest import example
from tests.eos_specs import eos_cluster
from tests.judges import facts_eos, facts_nvue, facts_sonic
from tests.judges.switch_facts import DEFAULT, differences
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from tests.judges.switch_facts import SwitchFacts
    from tests.specs import Spec

pytestmark = pytest.mark.proof

TENANTS = {"tenants": {"blue": {"hosts": ["gpu[01-03]"]}, "red": {"hosts": ["gpu[05-06]"]}}}
IPV6 = {"addressing": {"ipv6": "fd42:c1::/32"}}
SEGMENT = {"segments": {"backup": {"vlan": 300, "prefix": "10.170.0.0/20", "roles": ["storage", "control"]}}}
COMMON_MTU_BYTES = 9214
"""The most that each of the systems takes."""
NUMBERED = {"underlay": "numbered"}
TWIN = "-IPV6"
"""How the groups of IPv6's own sessions end, where the underlay's are of IPv4; the judge of EOS gives those apart."""

# What each shape adds to a spec, and to its compute fabric.
SHAPES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "plain": ({}, {}),
    "tenants and a segment": (TENANTS | SEGMENT, {}),
    "numbered": ({}, NUMBERED),
    "IPv6": (IPV6, {}),
    "numbered, tenants, IPv6": (TENANTS | IPV6, NUMBERED),
    "VLANs of rails": (IPV6 | {"scheduler": {"slurm": {}}}, {"host_links": "vlan"}),
}
BACKENDS = {"sonic": sonic, "cumulus": cumulus, "eos": eos}


@pytest.mark.parametrize("shape", [*SHAPES, "converged pair"])
def test_sonic_and_cumulus_do_the_same(shape: str, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    ours, theirs = (_facts(_nvidia(shape), system, tmp_path) for system in ("sonic", "cumulus"))
    assert set(ours) == set(theirs)
    assert _differences(ours, theirs) == []
    proven("SONiC and Cumulus", f"{shape}: {_size(ours)} alike")


@pytest.mark.parametrize("shape", SHAPES)
def test_sonic_and_eos_do_the_same(shape: str, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """A bridged port has no MTU of its own on EOS; out of band stands on switches that EOS does not run on."""
    ours, theirs = (_facts(_arista(shape), system, tmp_path) for system in ("sonic", "eos"))
    assert set(ours) - set(theirs) == {name for name in ours if name.startswith("oob-")}
    one, two = ({name: _without_twins(each) for name, each in facts.items()} for facts in (ours, theirs))
    assert _differences(one, two, "mtu") == []
    running = _files(_arista(shape), "eos", tmp_path)
    for name, facts in theirs.items():
        twins = facts_eos.Running(running[f"switches/{name}/running.cfg"]).twins()
        assert twins == {port for port, group, _ in ours[name].sessions if group.endswith(TWIN)}
        assert facts.mtu.items() <= ours[name].mtu.items()
        assert len(facts.mtu) >= len(two[name].sessions)
    proven("SONiC and EOS", f"{shape}: {_size(theirs)} alike")


FAULTS: dict[str, Callable[[dict[str, Any]], object]] = {
    "mtu": lambda tables: tables["PORT"]["Ethernet0"].update(mtu="9100"),
    "addresses": lambda tables: tables["INTERFACE"]["Ethernet0"].update(vrf_name="Vrf-red"),
    "lossless": lambda tables: [row.update(pfc_enable="3,4") for row in tables["PORT_QOS_MAP"].values()],
    "dscp_to_class": lambda tables: tables["DSCP_TO_TC_MAP"]["ROCE"].update({"26": "1"}),
    "marking": lambda tables: tables["WRED_PROFILE"]["ROCE_400G"].update(green_max_threshold="1"),
    "vlans": lambda tables: tables["VXLAN_TUNNEL_MAP"].clear(),
    "access": lambda tables: tables.update(VLAN_MEMBER={"Vlan300|Ethernet0": {"tagging_mode": "untagged"}}),
}


@pytest.mark.parametrize("field", FAULTS)
def test_a_disagreement_is_seen(field: str, tmp_path: Path) -> None:
    """One value of config_db.json that is wrong shows in its own field."""
    files = _files(_nvidia("tenants and a segment"), "sonic", tmp_path)
    path = "switches/compute-leaf1/"
    tables = json.loads(files[f"{path}config_db.json"])
    right = facts_sonic.facts_of(files[f"{path}config_db.json"], files[f"{path}frr.conf"])
    FAULTS[field](tables)
    wrong = facts_sonic.facts_of(json.dumps(tables), files[f"{path}frr.conf"])
    assert {line.partition(":")[0] for line in differences(right, wrong)} == {field}


@pytest.mark.parametrize(
    ("old", "new"), [("router bgp 42", "router bgp 43"), (" network 10.0.0.0/24", ""), (" vni 75400", " vni 75401")]
)
def test_sonics_two_files_may_not_differ(old: str, new: str, tmp_path: Path) -> None:
    files = _files(_nvidia("tenants and a segment"), "sonic", tmp_path)
    routing = files["switches/compute-leaf1/frr.conf"]
    assert old in routing
    with pytest.raises(ValueError, match=r"differ"):
        facts_sonic.facts_of(files["switches/compute-leaf1/config_db.json"], routing.replace(old, new, 1))


def _nvidia(shape: str) -> Callable[[str], Spec]:
    def make(system: str) -> Spec:
        if shape == "converged pair":
            spec: Spec = yaml.safe_load(example("small-4-hosts").read_text(encoding="utf-8"))
        else:
            more, compute = SHAPES[shape]
            spec = cluster(10, 32, **compute) | more
        for fabric in spec["fabrics"].values():
            for tier in {"leaf", "spine"} & set(fabric):
                fabric[tier] = {**fabric[tier], "os": system}
        return spec

    return make


def _arista(shape: str) -> Callable[[str], Spec]:
    def make(system: str) -> Spec:
        more, compute = SHAPES[shape]
        spec = eos_cluster(**compute) | more
        for name, fabric in spec["fabrics"].items():
            if name != "oob":
                fabric["leaf"] = {**fabric["leaf"], "os": system}
                fabric["mtu_bytes"] = COMMON_MTU_BYTES
        return spec

    return make


def _files(make: Callable[[str], Spec], system: str, folder: Path) -> dict[str, str]:
    plan = plan_data(make(system), folder)
    return {each.path: each.content for each in BACKENDS[system].render(plan, TEMPLATES)}


def _facts(make: Callable[[str], Spec], system: str, folder: Path) -> dict[str, SwitchFacts]:
    """What each switch does by its files, by name."""
    files = _files(make, system, folder)
    main = {"sonic": "config_db.json", "cumulus": "startup.yaml", "eos": "running.cfg"}[system]
    found = {}
    for path, text in files.items():
        directory, _, name = path.rpartition("/")
        if name == main:
            if system == "sonic":
                facts = facts_sonic.facts_of(text, files[f"{directory}/frr.conf"])
            else:
                facts = facts_nvue.facts_of(text) if system == "cumulus" else facts_eos.facts(text)
            found[facts.hostname] = facts
    assert found, f"{system} has no switch"
    return found


def _differences(ours: Mapping[str, SwitchFacts], theirs: Mapping[str, SwitchFacts], *ignore: str) -> list[str]:
    both = sorted(set(ours) & set(theirs))
    return [f"{name}: {line}" for name in both for line in differences(ours[name], theirs[name], ignore)]


def _without_twins(facts: SwitchFacts) -> SwitchFacts:
    return replace(facts, sessions=frozenset(each for each in facts.sessions if not each[1].endswith(TWIN)))


def _size(facts: Mapping[str, SwitchFacts]) -> str:
    sessions = sum(len(each.sessions) for each in facts.values())
    addresses = sum(len(each.addresses) for each in facts.values())
    instances = {vrf for each in facts.values() for _, _, vrf in each.addresses} - {DEFAULT}
    return f"{len(facts)} switches, {sessions:,} ends of sessions, {addresses:,} addresses, {len(instances)} instances more"
