"""VLANs with another number: what keeps its address is not added and removed, and no host works while its pair of leaves disagrees."""

from pathlib import Path
from typing import Any

import pytest

from generator.change.difference import Difference, difference
from generator.change.files import compare_files, devices_of
from generator.change.records import Kind
from generator.plan.sections import compared, with_hardware
from generator.render.change.steps import step_text
from generator.render.change.view import headline
from generator.render.encode import plain
from tests.growth.forms import plan_of
from tests.plan.plan_rows import bent, rows_of
from tests.plan.test_every_key import files, planned
from tests.plan.walk import Walk
from tests.specs import Spec, cluster

BASE = cluster(4, 16)


def _between(before: Spec, after: Spec, folder: Path, *, trees: bool = True) -> Difference:
    sides: list[Any] = []
    for spec in (before, after):
        plan = planned(spec, folder)
        assert plan is not None
        sides.append((plain(compared(plan)), files(plan)[0]))
    (old, was), (new, now) = sides
    changed = list(compare_files(was, now, devices_of((old, new)))) if trees else None
    found = difference(old, new, changed)
    Walk(old, new).through(found.steps)
    return found


@pytest.mark.parametrize("trees", [True, False])
def test_another_number_of_the_in_band_vlan(trees: bool, tmp_path: Path) -> None:
    """All hosts behind the pair are drained from the first leaf to the last, and nothing is done to them."""
    found = _between(BASE, BASE | {"vlans": {"inband": 333}}, tmp_path, trees=trees)
    leaves = [row["name"] for row in found.old["switches"] if "frontend" in row["carries"]]
    hosts = {row["name"] for row in found.old["hosts"]}
    assert [step.out for step in found.steps] == [(name,) for name in leaves]
    assert set(found.steps[0].drain) == set(found.steps[-1].undrain) == set(found.hosts) == hosts
    assert not [step for step in found.steps[1:] if step.drain]
    assert headline(found).startswith(f"atlas: {len(leaves)} switches to change; {len(leaves) + len(hosts)} devices ")
    kinds = {(change.table, change.kind) for change in found.changes if change.table in ("addresses", "vlans")}
    assert kinds == {("addresses", Kind.IN_PLACE), ("addresses", Kind.EFFECT), ("vlans", Kind.EFFECT)}
    effects = [x for x in found.changes if x.table == "addresses" and x.kind is Kind.EFFECT]
    assert {change.row["use"] for change in effects} == {"gateway"}


@pytest.mark.parametrize("trees", [True, False])
def test_another_pool_of_the_in_band_network(trees: bool, tmp_path: Path) -> None:
    """All hosts are drained before the first gateway has another address, and work again once they have theirs."""
    found = _between(BASE, BASE | {"addressing": {"frontend": "172.20.0.0/16"}}, tmp_path, trees=trees)
    hosts = {row["name"] for row in found.old["hosts"]}
    *leaves, last = found.steps
    assert {row["name"] for row in found.old["switches"] if "frontend" in row["carries"]} == {
        name for step in leaves for name in step.out
    }
    assert set(leaves[0].drain) == hosts
    assert not [step for step in (*leaves[1:], last) if step.drain]
    assert (last.kind, set(last.devices), set(last.undrain)) == ("files", hosts, hosts)
    assert {*leaves[0].readdressed} == {*last.readdressed} == hosts
    assert "(`hosts.yml --tags files`) at the addresses that they still have" in step_text(leaves[0])
    assert step_text(last).startswith("boot ")
    assert not any(step.readdressed for step in leaves[1:])


def test_one_in_band_address_is_one_host_s_own_work(tmp_path: Path) -> None:
    """Its leaves do not change: nobody else waits."""
    rows = rows_of(BASE, tmp_path)
    (step,) = difference(rows, bent(rows, "hosts", 0, inband="10.160.1.77")).steps
    words = step_text(step)
    assert words.index("at the addresses that they still have") < words.index("boot ")
    assert (step.kind, step.devices, step.drain, step.undrain) == ("host", *((rows["hosts"][0]["name"],),) * 3)


def test_another_number_of_the_management_vlan_drains_nobody(tmp_path: Path) -> None:
    found = _between(BASE, BASE | {"vlans": {"management": 222}}, tmp_path)
    assert found.hosts == ()
    assert all(name.startswith("oob-leaf") for step in found.steps for name in step.out)


def test_hosts_that_tag_a_vlan_load_their_files_before_they_work_again(tmp_path: Path) -> None:
    """Their ports have both numbers for no moment: the leaves come first, then the hosts, all of them drained."""
    segment = {"prefix": "10.170.0.0/20", "roles": ["storage", "control"]}
    before, after = (BASE | {"segments": {"backup": {"vlan": vlan, **segment}}} for vlan in (300, 301))
    found = _between(before, after, tmp_path)
    tagging = {row["name"] for row in found.old["hosts"] if row["role"] in ("storage", "control")}
    assert set(found.hosts) == tagging
    assert set(found.steps[-1].undrain) == tagging
    loaded = [name for step in found.steps if step.kind in ("host", "files") for name in step.devices]
    assert sorted(loaded) == sorted(tagging), "each of them once"
    kept = [change for change in found.changes if change.table == "addresses" and change.whole]
    assert not kept


def test_a_host_that_is_replaced_as_well_has_its_step_behind_its_leaves() -> None:
    """It is installed with an address whose gateway is there; nobody else has a step of its own."""
    old, new = (
        plain(
            with_hardware(plan_of(BASE | {"addressing": {"frontend": pool}, "assets": {"gpu02": {"serial": serial}}}))
        )
        for pool, serial in (("10.160.0.0/14", "A1"), ("10.176.0.0/14", "B2"))
    )
    found = difference(old, new)
    Walk(old, new).through(found.steps)
    assert [step.kind for step in found.steps] == ["switch", "switch", "host", "files"]
    assert (found.steps[2].replaced, found.steps[2].undrain) == (("gpu02",), ())
    assert "gpu02" in found.steps[0].drain
    assert "gpu02" not in (*found.steps[0].readdressed, *found.steps[2].readdressed, *found.steps[3].devices)
    assert "gpu02" in found.steps[3].undrain
