"""`growth: on-demand`: a port is configured when its other end is there; a file gains lines, and those that were there stand."""

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyavd
import pytest
import yaml
from hypothesis import given

from generator.plan.draft import Draft
from generator.render.cumulus.reading import faults_of
from generator.render.eos.avd import running_config
from generator.render.eos.structured import structured_config
from tests.conftest import example, tree_of
from tests.depth import tries
from tests.eos_specs import without_services
from tests.growth.forms import FORMS, Form, plan_of, walks
from tests.growth.records import assert_records_stand, records
from tests.judges.eos_references import dangling, dropped, idle, wrong_addresses
from tests.judges.sonic_yang import SonicYang
from tests.render.cumulus_specs import on_cumulus
from tests.render.sonic_specs import sonic_spec
from tests.specs import Spec

CONVERGED = yaml.safe_load(example("small-4-hosts").read_text(encoding="utf-8"))


def eos_pair() -> Spec:
    """Arista's leaves in the same place."""
    spec = without_services(gpu=4, most=8) | {"tenants": {"blue": {"hosts": ["gpu[1-3]"]}}, "segments": {}}
    fabrics = {name: fabric for name, fabric in spec["fabrics"].items() if name in {"compute", "oob"}}
    fabrics["compute"] |= {"carries": ["storage", "frontend"]}
    return spec | {"fabrics": fabrics}


LATER: dict[str, Any] = {"growth": "on-demand"}
FABRICS = {
    "sonic": Form("sonic", sonic_spec(tenants=True)),
    "cumulus": Form("cumulus", on_cumulus(sonic_spec(tenants=True))),
    "eos": Form("eos", without_services(gpu=8, most=32)),
}
PAIRS = {
    "sonic": Form("sonic", CONVERGED),
    "cumulus": Form("cumulus", on_cumulus(CONVERGED)),
    "eos": Form("eos", eos_pair()),
}
"""One pair of leaves carries three fabrics: which of them has the first host says nothing of the switch as a whole."""
SIZES = [(2, 9), (8, 32)]
"""Counts of compute hosts before and after."""
_LISTS_OF_PORTS = ("ACL_TABLE", "CABLE_LENGTH")
_DARK_NVUE = re.compile(r"nv set interface swp\S+ link (state down|breakout \S+)")


@tries(70)
@given(walk=walks(FORMS, steps=2))
def test_ports_come_with_their_hosts(walk: tuple[Form, list[dict[str, int]]]) -> None:
    """What is configured is what has a link, and it stays as it is; all else of the plan is as with ports from the first day."""
    form, sizes = walk
    before, after = (plan_of(form.at(counts, **LATER)) for counts in sizes)
    assert_records_stand(before, after)
    for plan in (before, after):
        ends = {(end.device, end.interface) for link in plan.links for end in (link.a, link.b) if end.cage != "mgmt0"}
        switches = {switch.name for switch in plan.switches}
        assert {(port.switch, port.interface) for port in plan.ports} == {end for end in ends if end[0] in switches}
    whole = plan_of(form.at(sizes[1]))
    assert after.reserved_ports == whole.ports
    assert {**records(whole), "ports": None} == {**records(after), "ports": None}


def gains_of(before: Draft, after: Draft) -> set[str]:
    """Name the switches of the earlier plan that have a port more in the later one: those whose files gain lines."""
    there = {switch.name for switch in before.switches}
    return {port.switch for port in set(after.ports) - set(before.ports)} & there


def assert_gained(path: str, before: str, after: str) -> None:
    """Hold a switch's file against what it was: it gains lines, and only what was said of an unused port changes."""
    if path.endswith("config_db.json"):
        _rows_stand(json.loads(before), json.loads(after))
    elif path.endswith("nv-set.sh"):
        old, new = ([line for line in text.splitlines() if not _DARK_NVUE.fullmatch(line)] for text in (before, after))
        assert not Counter(old) - Counter(new), path
    elif path.endswith("running.cfg"):
        assert not Counter(_eos_lines(before)) - Counter(_eos_lines(after)), path
    elif path.endswith("frr.conf"):
        assert not Counter(before.splitlines()) - Counter(after.splitlines()), path


def _rows_stand(before: dict[str, Any], after: dict[str, Any]) -> None:
    for table, rows in before.items():
        for name, row in rows.items():
            if table == "PORT" and row["admin_status"] == "down":
                continue
            later = after[table][name]
            if table in _LISTS_OF_PORTS:
                assert row.keys() <= later.keys()
                for key, value in row.items():
                    assert set(value) <= set(later[key]) if isinstance(value, list) else value == later[key], (
                        table,
                        name,
                    )
            else:
                assert row == later, (table, name)


def _eos_lines(text: str) -> list[tuple[str, str]]:
    """Return every line with the block that it is in; a port that is shut and nothing else is nobody's."""
    found, block = [], ""
    for line in text.splitlines():
        if not line.startswith(" "):
            block = line
        elif not (block.startswith("interface Ethernet") and line.strip() == "shutdown"):
            found.append((block, line))
    return found


def _trees(system: str, sizes: tuple[int, int]) -> tuple[Draft, Draft, dict[str, str], dict[str, str]]:
    form = FABRICS[system]
    before, after = (plan_of(form.at({"gpu": size}, **LATER)) for size in sizes)
    return before, after, tree_of(before), tree_of(after)


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("system", FABRICS)
def test_files_gain_lines_where_the_plan_says_so(system: str, sizes: tuple[int, int]) -> None:
    """Switches with a port more change, and no other; hosts' files never do."""
    assert_files_gain(*_trees(system, sizes))


@pytest.mark.parametrize("first", ["gpu", "storage", "login"])
@pytest.mark.parametrize("system", PAIRS)
def test_whoever_comes_first_to_a_pair(system: str, first: str) -> None:
    """Classes, maps and thresholds of a switch follow from the envelope."""
    form = PAIRS[system]
    alone = {name: int(name == first) for name in form.most}
    before, after = (plan_of(form.at(counts, **LATER)) for counts in (alone, form.most))
    assert_files_gain(before, after, tree_of(before), tree_of(after))


def assert_files_gain(before: Draft, after: Draft, old: dict[str, str], new: dict[str, str]) -> None:
    """Hold two trees against the contract of ports on demand."""
    for path in (path for path in old if path.startswith(("hosts/", "host_groups/"))):
        assert old[path] == new[path], path
    mine = [path for path in old if path.startswith("switches/")]
    assert {path.split("/")[1] for path in mine if old[path] != new[path]} == gains_of(before, after)
    for path in mine:
        assert_gained(path, old[path], new[path])


def test_a_line_that_changes_is_seen() -> None:
    """The comparison by planted faults, a system each."""
    for system, file, was, becomes in (
        ("sonic", "config_db.json", '"tagging_mode": "untagged"', '"tagging_mode": "tagged"'),
        ("sonic", "config_db.json", '"Ethernet0", ', ""),
        ("cumulus", "nv-set.sh", "link mtu 9216", "link mtu 9000"),
        ("eos", "running.cfg", "   no switchport", "   switchport"),
    ):
        _, _, old, new = _trees(system, SIZES[0])
        path = next(path for path in old if path.endswith(file) and was in new[path] and old[path] != new[path])
        with pytest.raises(AssertionError):
            assert_gained(path, old[path], new[path].replace(was, becomes, 1))


def test_nvue_takes_the_files() -> None:
    """Every command is one of its release, and both files say the same."""
    tree = tree_of(plan_of(FABRICS["cumulus"].at({"gpu": 3}, **LATER)))
    files = [path for path in tree if path.endswith("startup.yaml")]
    assert files
    for path in files:
        assert faults_of(tree[path], tree[path.replace("startup.yaml", "nv-set.sh")]) == []


def test_pyavd_takes_the_files() -> None:
    """No violation, no key unknown, no name that leads nowhere."""
    plan = plan_of(FABRICS["eos"].at({"gpu": 3}, **LATER))
    switches = [switch for switch in plan.switches if switch.os == "eos"]
    assert switches
    for switch in switches:
        config = structured_config(plan, switch)
        result = pyavd.validate_structured_config(config).validation_result
        assert [*result.violations, *result.deprecations, *result.ignored_eos_config_keys] == []
        text = running_config(switch.name, config)
        assert [*dangling(config), *idle(config), *wrong_addresses(config), *dropped(config, text)] == []


@pytest.mark.proof
def test_yang_takes_the_files(shared: Path, program: Callable[[str], str], proven: Callable[[str, str], None]) -> None:
    """SONiC's own modules, on every kind of switch with most of its ports yet to come."""
    tree = tree_of(plan_of(FABRICS["sonic"].at({"gpu": 3}, **LATER)))
    documents = {path: json.loads(text) for path, text in tree.items() if path.endswith("1/config_db.json")}
    assert len(documents) >= 4
    down = [row for each in documents.values() for row in each["PORT"].values() if row["admin_status"] == "down"]
    assert len(down) > 100
    judge = SonicYang(shared / "schemas" / "sonic-yang", program("yanglint"))
    assert {kind: said for kind, said in judge.check_all(documents).items() if said} == {}
    proven("SONiC YANG (yanglint)", f"growth on demand: {len(documents)} kinds of config_db.json accepted")
