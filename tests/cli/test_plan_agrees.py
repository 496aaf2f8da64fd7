"""One change in every form that it is told in: text, JSON, Markdown and work orders have the same counts, drains and steps, and the exit code follows from them."""

import html
import json
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from generator.change.difference import difference
from generator.change.files import compare_files, devices_of
from generator.change.step import Step
from generator.cli.plan import _fails
from generator.plan.sections import sections
from generator.render.change.as_json import as_json
from generator.render.change.markdown import markdown
from generator.render.change.replugs import Replugs
from generator.render.change.text import text
from generator.render.change.work_order import work_order
from generator.render.encode import plain
from generator.spec.cabling import LabelSpec
from tests.growth.forms import exchanged
from tests.ours import TEMPLATES
from tests.plan.test_every_key import files, planned
from tests.specs import Spec, cluster

BASE = cluster(4, 16)


def _leaves(model: str, os: str = "sonic") -> Spec:
    storage = BASE["fabrics"]["storage"] | {"leaf": {"model": model, "os": os}}
    return BASE | {"fabrics": BASE["fabrics"] | {"storage": storage}}


KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEJ4YW1wbGVrZXlmb3JjbHVzdGVyZ2VudGVzdHM0Mjk5 ada@example.net"
CASES: dict[str, tuple[Spec, int, str]] = {
    "nothing": (BASE, 0, "nothing changes."),
    "hosts come": (cluster(6, 16), 0, "2 hosts and 26 cables to add; nothing existing changes."),
    "hosts go": (cluster(3, 16), 4, "1 host and 13 cables to remove; 1 device interrupted, 1 host to drain."),
    "a user": (BASE | {"users": {"accounts": {"ada": {"uid": 2001, "keys": [KEY]}}}}, 0, "no device and no cable to add; nothing existing changes."),
    "a name server": (BASE | {"services": {"dns": ["10.192.0.25"]}}, 4, "devices interrupted, 4 hosts to drain."),
    "a replaced leaf": (BASE | {"assets": {"compute-leaf1": {"serial": "B"}}}, 4, "atlas: 1 switch to replace; 5 devices interrupted, 4 hosts to drain."),
    "other places": (BASE | {"hosts": BASE["hosts"] | {"gpu": BASE["hosts"]["gpu"] | {"per_rack": 2}}}, 4, "hosts to drain."),
    "leaves that exchange their places": (exchanged(BASE, "storage-leaf1", "storage-leaf2"), 4, "3 devices interrupted, 1 host to drain."),
    "another model of leaves": (_leaves("sn5610"), 4, "2 switches to replace; 2 devices interrupted, no host to drain."),
    "another system of leaves": (_leaves("sn5600", os="cumulus"), 4, "hosts to drain."),
    "another number of a VLAN": (BASE | {"vlans": {"inband": 333}}, 4, "hosts to drain."),
    "another driver": (BASE | {"hosts": BASE["hosts"] | {"gpu": BASE["hosts"]["gpu"] | {"driver": 580}}}, 4, "atlas: 4 hosts to change; 4 devices interrupted, 4 hosts to drain."),
    "divided GPUs": (BASE | {"scheduler": BASE["scheduler"] | {"kubernetes": {"mig": "single"}}}, 4, "atlas: 4 hosts and 1 scheduler to change; 4 devices interrupted, 4 hosts to drain."),
    "a first IPv6": (BASE | {"addressing": {"ipv6": "fd42:c1::/32"}}, 4, "hosts to drain."),
    "another pool": (BASE | {"addressing": {"storage": "172.16.0.0/12"}}, 4, "hosts to drain."),
}  # fmt: skip
KNOWN = {"a replaced leaf": BASE | {"assets": {"compute-leaf1": {"serial": "A"}}}}
"""What stood before, where that is not the base."""


def _steps_of(row: str) -> set[int]:
    """Return the numbers of the steps of a sheet's row."""
    found = re.match(r'<tr><td class="step">([\d, ]+)<', row)
    return set(map(int, found[1].split(","))) if found else set()


def _sides(spec: Spec, folder: Path) -> tuple[Any, Any]:
    plan = planned(spec, folder)
    assert plan is not None
    return plain(sections(plan)), files(plan)[0]


@pytest.mark.parametrize("case", CASES)
def test_every_form_tells_the_same(case: str, tmp_path: Path) -> None:
    spec, code, words = CASES[case]
    (old, before), (new, after) = (_sides(each, tmp_path) for each in (KNOWN.get(case, BASE), spec))
    found = difference(old, new, list(compare_files(before, after, devices_of((old, new)))))
    told = json.loads(as_json(found))
    terminal, comment = text(found, TEMPLATES, every=True), markdown(found, TEMPLATES)
    order = {file.path: file.content for file in work_order(found, TEMPLATES, LabelSpec())}
    head, *_, last = terminal.splitlines()
    assert words in head
    assert head in html.unescape(comment).replace("\\", "")
    assert last in html.unescape(comment).replace("\\", "")
    counts, steps = told["counts"], told["steps"]
    assert last.startswith(f"{sum(counts.values()):,} change")
    assert all(f"{count:,} {kind}" in last for kind, count in counts.items())
    drained = {name for step in steps for name in step["drain"]}
    assert set(told["drain_hosts"]) == drained & {row["name"] for row in old["hosts"]}
    assert re.search(rf" {len(told['drain_hosts'])} hosts? to drain, {len(steps)} steps?$", last)
    assert [line.split(". ")[0] for line in terminal.splitlines() if re.match(r" *\d+\. ", line)] == [
        f"  {number}" for number in range(1, len(steps) + 1)
    ]
    rows = re.findall(r'<tr><td class="step">(\d+)<td class="box"><td>', order.get("order.html", ""))
    assert len(rows) == len(steps) or (not steps and rows == ["1"]), (
        "the work order has a step of its own for additions"
    )
    sheets = [
        re.sub("</?b>", "", line) for path in order if path.startswith("racks/") for line in order[path].splitlines()
    ]
    for number, step in enumerate(steps, 1):
        told_here = {cell for row in sheets if number in _steps_of(row) for cell in row.split("<td>")}
        assert told_here.issuperset((*step["unplug"], *step["plug"], *step["again"]))
        pages = "".join(order[f"replace/{name}.html"] for name in (*step["replaced"], *step["parts"]))
        assert all(f"<b>{cable}</b>" in pages for cable in step["reused"])
        assert all(each["down"] <= each["of"] for each in step["capacity"])
    assert (4 if _fails(found, ()) else 0) == code
    if code == 0:
        assert not [step for step in steps if step["drain"] or step["out"] or step["unplug"] or step["anew"]]
        assert not [each for each in told["files"] if each["kind"] not in (None, "added")]


def test_cables_that_go_back_are_told_where_they_are_by_then(tmp_path: Path) -> None:
    """One leaf is set aside, another comes to its place, and what joins them is unplugged here and plugged in there."""
    spec = CASES["leaves that exchange their places"][0]
    for name in ("before", "after"):
        (tmp_path / name).mkdir()
    found = difference(_sides(BASE, tmp_path / "before")[0], _sides(spec, tmp_path / "after")[0])
    order = {file.path: file.content for file in work_order(found, TEMPLATES, LabelSpec())}
    rows = {
        rack: [row for row in order[f"racks/{rack}.html"].splitlines() if "SP1<td>" in row] for rack in ("A01", "A02")
    }
    assert [row.partition("SP1<td>")[0].count(' class="box"') for row in rows["A01"]] == [2, 1], (
        "out and in again aside, then in where it was carried to"
    )
    assert [row.partition("SP1<td>")[0].count(' class="box"') for row in rows["A02"]] == [1]
    assert all("A01-U42 storage-leaf1 63/1 (set aside)" in row for row in (rows["A01"][1], rows["A02"][0]))


def test_who_is_set_aside_is_told_where_it_is_by_then(tmp_path: Path) -> None:
    """Rows of a step of its own with units and power cords, and ends of cables are where their devices are when they are unplugged."""
    spec = CASES["leaves that exchange their places"][0] | {"racks": {"reserved_units": [42]}}
    for name in ("before", "after"):
        (tmp_path / name).mkdir()
    old = _sides(BASE | {"racks": {"reserved_units": [42]}}, tmp_path / "before")[0]
    found = difference(old, _sides(spec, tmp_path / "after")[0])
    order = {file.path: file.content for file in work_order(found, TEMPLATES, LabelSpec())}
    rows = [re.sub("</?b>", "", row) for row in order["racks/A01.html"].splitlines()]
    assert any("power off, and set aside in U40-U41 of this rack until A01-U47 is taken" in row for row in rows)
    assert any("<td>U40-U41<td>storage-leaf1<td>sn5600<td>move to A02-U47" in row for row in rows)
    cords = [row for row in rows if "storage-leaf1-psu1" in row]
    assert [_steps_of(row) for row in cords] == [{1}, {3}]
    assert cords[0].count("A01-PDU-B") == 2
    assert "<td>U40<td>" in cords[1]
    moved = next(row for row in rows if "<td>SP1<td>move" in row)
    assert "A01-U40 storage-leaf1 63/1<br>A01-U47 storage-leaf2 63/1<td>A02-U47 storage-leaf1 63/1<br>A01-U47" in moved


def test_a_split_cable_has_all_its_legs_in_one_row(tmp_path: Path) -> None:
    step = Step(kind="aside", devices=("leaf1",), again=("C1",))
    ends = [
        {"device": name, "cage": "1", "port": n, "ports": 2, "rack": "A01", "unit": n}
        for n, name in enumerate(("gpu1", "gpu2"), 1)
    ]
    links = [
        {"cable": "C1", "medium": "dac", "length_m": 2, "a": each, "b": each | {"device": "leaf1"}} for each in ends
    ]
    devices = [{"name": name, "rack": "A01", "unit": 1} for name in ("gpu1", "gpu2")]
    plan = {"links": links, "hosts": devices, "switches": [{"name": "leaf1", "rack": "A01", "unit": 40}]}
    (row,) = Replugs(SimpleNamespace(old=plan, new=plan)).rows([step])  # type: ignore[arg-type]
    assert row == (
        "A01",
        ("1", "out", "in", "leaf1", "1/1 + 1/2", "C1", "dac 2 m", "A01-U01 gpu1 1/1 + A01-U01 gpu2 1/2"),
    )
