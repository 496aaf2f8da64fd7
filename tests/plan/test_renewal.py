"""What a change does to pods: networks that are built anew are told, with their drain; and growth does not change who joins pods."""

import json
from pathlib import Path
from typing import Any

import pytest

from generator.change.difference import Difference, difference
from generator.change.earlier_plan import read_earlier_plan
from generator.change.file_effects import FileEffect
from generator.change.files import FileChange
from generator.change.formats import PlanFileError
from generator.change.records import Kind
from generator.plan.addressing.pods import CALICO_HOSTS
from generator.plan.sections import compared
from generator.render.change.text import text
from generator.render.encode import plain
from tests.growth.past import plan_on
from tests.ours import TEMPLATES
from tests.plan.plan_rows import rows_of
from tests.specs import Spec, cluster, plan_data

API = "10.160.127.254"
WORKERS = tuple(f"gpu0{n}" for n in range(1, 9))


def _spec(most: int = 16, **kubernetes: Any) -> Spec:
    return cluster(8, most) | {"scheduler": {"kubernetes": kubernetes}}


def _change(folder: Path, before: dict[str, Any], after: dict[str, Any]) -> Difference:
    return difference(rows_of(_spec(**before), folder), rows_of(_spec(**after), folder))


ROUTED = {"cni": "cilium", "pod_routing": "bgp"}
LOADED = "load the new files of frontend-leaf[1-2] and of hosts' firewalls; "


@pytest.mark.parametrize(
    ("before", "after", "kind", "words"),
    [
        ({"cni": "calico"}, {"cni": "cilium"}, "pods", "in kubernetes; rebuild the network of pods"),
        ({"cni": "cilium"}, ROUTED, "pods", f"{LOADED}rebuild the network of pods"),
        (ROUTED, {**ROUTED, "pods": "100.80.0.0/13"}, "found", f"{LOADED}reinstall Kubernetes"),
        ({}, {"pods": "100.80.0.0/13"}, "found", "in kubernetes; reinstall Kubernetes"),
        ({"cni": "cilium", "api_address": API}, {"installer": "kubeadm", "cni": "cilium", "api_address": API}, "found", "reinstall Kubernetes"),
    ],
)  # fmt: skip
def test_workers_are_drained_where_pods_cannot_go_on(
    before: dict[str, Any], after: dict[str, Any], kind: str, words: str, tmp_path: Path
) -> None:
    found = _change(tmp_path, before, after)
    (change,) = (change for change in found.changes if change.table == "kubernetes")
    assert change.kind is Kind.EFFECT
    (step,) = (step for step in found.steps if step.kind in {"pods", "found"})
    assert (step.kind, step.drain, step.undrain, found.hosts) == (kind, WORKERS, WORKERS, WORKERS)
    assert (step.leave, step.join) == (("kubernetes",), ("kubernetes",))
    assert set(step.devices) - set(WORKERS) == {"control1", "control2", "control3"}
    shown = text(found, TEMPLATES)
    assert words in shown
    assert "no device" not in shown


def test_switches_that_learn_of_other_pods_load_one_by_one(tmp_path: Path) -> None:
    """Where the new files of leaves interrupt them, each of a pair is out in a step of its own, with its links; workers are drained before the first and work again after all."""
    old, new = rows_of(_spec(cni="cilium"), tmp_path), rows_of(_spec(cni="cilium", pod_routing="bgp"), tmp_path)
    leaves = [row["name"] for row in old["switches"] if "frontend" in row["carries"]]
    files = [
        FileChange(f"switches/{name}/config_db.json", "rewritten", (name,), Kind.EFFECT, FileEffect.TRAFFIC, "a reload")
        for name in leaves
    ]
    found = difference(old, new, files)
    steps = [step for step in found.steps if step.kind != "limits"]
    assert len(leaves) == 2
    assert [(step.kind, step.out, step.switches) for step in steps] == [
        ("push", (leaves[0],), ()), ("push", (leaves[1],), ()), ("pods", (), ()),
    ]  # fmt: skip
    assert [(step.drain, step.undrain) for step in steps] == [(WORKERS, ()), ((), ()), ((), WORKERS)]
    assert all("frontend" in {each.fabric for each in step.capacity} for step in steps[:2])
    assert found.hosts == WORKERS


def _kinds(old: Spec, new: Spec, folder: Path) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    found = difference(rows_of(old, folder), rows_of(new, folder))
    return [(step.kind, step.drain, step.undrain) for step in found.steps]


def _split(hosts: str, **kubernetes: Any) -> Spec:
    return cluster(8, 16) | {"scheduler": {"slurm": {}, "kubernetes": {"hosts": [hosts], **kubernetes}}}


def test_who_leaves_is_drained_before_and_who_joins_comes_after(tmp_path: Path) -> None:
    """Also where no worker stays: the control plane does."""
    new = {"pods": "100.80.0.0/13"}
    assert _kinds(_split("gpu[01-03]"), _split("gpu[01-02]", **new), tmp_path) == [
        ("handover", ("gpu03",), ("gpu03",)),
        ("found", ("gpu01", "gpu02"), ("gpu01", "gpu02")),
    ]
    assert _kinds(_split("gpu[01-02]"), _split("gpu[02-03]", **new), tmp_path) == [
        ("handover", ("gpu01",), ("gpu01",)),
        ("found", ("gpu02",), ("gpu02",)),
        ("handover", ("gpu03",), ("gpu03",)),
    ]
    assert [kind for kind, _, _ in _kinds(_split("gpu01"), _split("gpu02", **new), tmp_path)] == ["handover", "found", "handover"]  # fmt: skip


def test_who_goes_out_of_service_meanwhile_has_no_jobs_again(tmp_path: Path) -> None:
    after = _spec(cni="cilium") | {"states": {"maintenance": ["gpu02"]}}
    (step,) = (step for step in _kinds(_spec(cni="calico"), after, tmp_path) if step[0] == "pods")
    assert step[1:] == (WORKERS, tuple(name for name in WORKERS if name != "gpu02"))


def test_other_choices_are_told_and_end_no_pod(tmp_path: Path) -> None:
    found = _change(tmp_path, {}, {"queues": "volcano"})
    assert [(change.table, change.kind) for change in found.changes] == [("kubernetes", Kind.IN_PLACE)]
    assert (found.hosts, found.steps) == ((), ())
    new = difference(rows_of(cluster(8, 16) | {"scheduler": {"slurm": {}}}, tmp_path), rows_of(_spec(), tmp_path))
    assert {step.kind for step in new.steps} == {"handover"}


def test_an_earlier_plan_that_does_not_say_it_is_not_compared(tmp_path: Path) -> None:
    after = rows_of(_spec(), tmp_path)
    before = {name: rows for name, rows in after.items() if name != "kubernetes"}
    found = difference(before, after)
    assert (found.changes, found.unsaid) == ((), ("kubernetes",))


def _outgrown(first: dict[str, Any], then: dict[str, Any], folder: Path) -> tuple[dict[str, Any], list[str]]:
    """Grow past the envelope, and past the hosts that Calico is for, on the ground of what stands."""
    new = plan_on(_spec(CALICO_HOSTS + 14, **then), plan_data(_spec(**first), folder), disruptive=True)
    (profile,) = plain(compared(new))["kubernetes"]
    return profile, [each.code for each in new.warnings]


def test_growth_past_the_envelope_keeps_who_joins_pods(tmp_path: Path) -> None:
    """Planned afresh it would be Cilium: told as what it is. On the baseline Calico stands, with a warning; what the spec states goes first."""
    afresh = difference(rows_of(_spec(), tmp_path), rows_of(_spec(CALICO_HOSTS + 14), tmp_path))
    (change,) = (change for change in afresh.changes if change.table == "kubernetes")
    assert [(field.name, field.before, field.after) for field in change.fields] == [("cni", "calico", "cilium")]
    kept, warnings = _outgrown({}, {}, tmp_path)
    assert kept["cni"] == "calico"
    assert "calico-many-hosts" in warnings
    stated, warnings = _outgrown({}, {"cni": "cilium"}, tmp_path)
    assert stated["cni"] == "cilium"
    assert "calico-many-hosts" not in warnings


@pytest.mark.parametrize(("most", "cni"), [(16, "calico"), (CALICO_HOSTS - 3, "calico"), (CALICO_HOSTS - 2, "cilium")])
def test_a_baseline_of_an_earlier_release_had_what_was_usual(most: int, cni: str, tmp_path: Path) -> None:
    """With three control hosts; a plan without Kubernetes had nobody."""
    rows = rows_of(_spec(most), tmp_path)
    assert rows["kubernetes"][0]["cni"] == cni
    del rows["kubernetes"], rows["lineage"]
    rows["format"] = 2
    (tmp_path / "plan.json").write_text(json.dumps(rows), encoding="utf-8")
    assert read_earlier_plan(tmp_path).choices.cni == cni
    rows["schedulers"] = []
    (tmp_path / "plan.json").write_text(json.dumps(rows), encoding="utf-8")
    assert read_earlier_plan(tmp_path).choices.cni == ""


def test_a_baseline_with_somebody_else_is_refused(tmp_path: Path) -> None:
    """What goes into hosts' files is read from no file that we did not write."""
    rows = rows_of(_spec(), tmp_path)
    rows["kubernetes"][0]["cni"] = "calico\nkube_version: 1.0"
    (tmp_path / "plan.json").write_text(json.dumps(rows), encoding="utf-8")
    with pytest.raises(PlanFileError, match=r"did not write|control character"):
        read_earlier_plan(tmp_path)
