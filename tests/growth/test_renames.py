"""Renames on an earlier plan: names and labels are others, and nothing else; told as renames, done once."""

import copy
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from generator.change.difference import Difference, difference
from generator.change.file_effects import FileEffect
from generator.change.files import FileChange
from generator.change.records import Kind
from generator.change.renames import renames_of
from generator.cli.main import main
from generator.plan.draft import Draft
from generator.plan.lineage import Event
from generator.plan.sections import compared
from generator.render.change.steps import step_text
from generator.render.change.text import text
from generator.render.encode import plain
from generator.spec.load import DocumentError
from tests.bond_specs import bonded
from tests.depth import tries
from tests.growth.forms import FORMS, Form, base_of, example_spec, plan_of
from tests.growth.past import plan_on
from tests.growth.renamed import called, told_by
from tests.growth.test_past_envelope import raised
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster

_TEXTS = {"label_a", "label_b"}
"""Fields of links that have names in a text."""


def change(before: Draft, after: Draft) -> Difference:
    return difference(plain(compared(before)), plain(compared(after)))


def assert_only_names(before: Draft, after: Draft) -> Difference:
    """Nothing is told but names, and labels that have them; every device, address, port, cable and place is the one that it was."""
    found = change(before, after)
    assert found.renames
    for each in found.changes:
        assert each.table == "names" or (each.kind is Kind.IN_PLACE and each.table == "links"), each
        assert each.table == "names" or {field.name for field in each.fields} <= _TEXTS, each
    assert {step.kind for step in found.steps} <= {"rename"}
    there = {device.name for device in before.devices}
    assert {was for step in found.steps for was in step.was} == {was for was in found.renames.devices if was in there}
    groups = {row.name: row.group for row in before.hosts}
    of = [
        sorted(
            (a.address, a.ipv6, a.interface, found.renames.devices.get(a.device, a.device)) for a in before.addresses
        ),
        sorted((a.address, a.ipv6, a.interface, a.device) for a in after.addresses),
    ]
    assert of[0] == of[1]
    cables = [
        sorted((link.cable, link.a.cage, link.b.cage, link.a.rack, link.a.unit) for link in plan.links)
        for plan in (before, after)
    ]
    assert cables[0] == cables[1]
    assert len(groups) == len(after.hosts)
    return found


@tries(6)
@given(data=st.data())
def test_any_group_of_any_cluster(data: st.DataObject) -> None:
    """Names that are sorted first or last, longer or with digits; and rendered again it is as it is."""
    form: Form = data.draw(st.sampled_from(FORMS))
    group: str = data.draw(st.sampled_from(sorted(form.spec["hosts"])))
    new: str = data.draw(st.sampled_from(["aa", "zz9", "mid-b", "h100x"]))
    before = base_of(form)
    spec = called(form.spec, group, new) | {"rename": {group: new}}
    after = plan_on(spec, before)
    assert_only_names(before, after)
    assert plain(compared(plan_on(spec, after))) == plain(compared(after)), "done once"
    del spec["rename"]
    assert plain(compared(plan_on(spec, after))) == plain(compared(after)), "and needed no more"


@pytest.mark.parametrize(
    "form",
    [Form("bonds", bonded("eos")), *(form for form in FORMS if form.name in ("mixed", "pair", "trays", "infiniband"))],
    ids=str,
)
def test_every_name_in_every_row(form: Form) -> None:
    """A plan told by the later names has no earlier one left but in labels: the list of fields is whole."""
    before = plain(compared(base_of(form)))
    for group in form.spec["hosts"]:
        found = renames_of(before, [Event("rename", group, "zz")])
        assert group in found.groups
        names = {name: now for name, now in {**found.devices, **found.groups}.items() if name not in _WORDS}
        rows = json.loads(json.dumps(found.rows(before)))
        for section in set(rows) - {"links", "cables", "lineage"}:
            assert told_by(rows[section], names) == rows[section], (group, section)


_WORDS = {"storage", "control", "login", "border", "gateway", "manager"}
"""Names of groups that are words of the plan as well: roles, fabrics, segments."""


def test_two_groups_change_places_in_the_alphabet() -> None:
    """Numbers follow names where nothing stands: here they stand, past the envelope too."""
    spec = cluster(8, 32)
    spec["hosts"]["fat"] = {"model": "dgx-h200", "count": 2, "max": 8}
    before = plan_of(spec)
    renamed = called(spec, "fat", "zeta") | {"rename": {"fat": "zeta"}}
    after = plan_on(renamed, before)
    assert_only_names(before, after)
    assert after.lineage.generation == 1, "the numbers are those that it was given"
    alone = plan_of({key: value for key, value in renamed.items() if key != "rename"})
    assert {a.address for a in alone.addresses if a.device == "gpu01"} != {
        a.address for a in after.addresses if a.device == "gpu01"
    }
    larger = plan_on(raised(renamed, 9, 9, "zeta"), after)
    assert {each.kind for each in change(after, larger).changes} == {Kind.ADDED}


def test_renamed_and_grown_in_one_change() -> None:
    """What comes has the new name, and is no rename."""
    spec = cluster(2, 32)
    before = plan_of(spec)
    more = called(spec, "gpu", "train") | {"rename": {"gpu": "train"}}
    more["hosts"]["train"]["count"] = 4
    found = change(before, plan_on(more, before))
    assert {each.key for each in found.changes if each.table == "hosts"} == {("train03",), ("train04",)}
    assert {each.key for each in found.changes if each.table == "names"} == {("train01",), ("train02",)}
    assert {each.kind for each in found.changes if each.table != "names"} <= {Kind.ADDED, Kind.IN_PLACE}


def test_history_over_several_plans() -> None:
    """A plan two renames later is told against the first one; a name may come back."""
    spec = cluster(2)
    plans = [plan_of(spec)]
    for old, new in pairwise(("gpu", "train", "compute-a", "gpu")):
        spec = called(spec, old, new) | {"rename": {old: new}}
        plans.append(plan_on(spec, plans[-1]))
    assert [len(plan.history) for plan in plans] == [0, 1, 2, 3]
    assert_only_names(plans[0], plans[2])
    assert not change(plans[0], plans[3]).changes
    assert set(change(plans[1], plans[2]).renames.devices.values()) >= {"compute-a01", "compute-a02"}


def test_two_specs_are_compared_as_two_trees() -> None:
    """Where nothing stands, `rename` still says what two plans call the same."""
    spec = cluster(2)
    fresh = plan_of(called(spec, "gpu", "train") | {"rename": {"gpu": "train"}})
    assert_only_names(plan_of(spec), fresh)
    assert plain(compared(plan_on(called(spec, "gpu", "train") | {"rename": {"gpu": "train"}}, fresh))) == plain(
        compared(fresh)
    )


PINS = {
    "names": {"storage": {"pattern": "nas-{:02d}", "start": 5}, "compute-leaf": {"pattern": "sw-a{}"}},
    "devices": {
        "gpu2": {"name": "dgx-a02"},
        "frontend-leaf1": {"name": "front-left"},
        "compute-spine2": {"name": "spine-b"},
    },
}
NAMES = {
    "storage[1-8]": "nas-[05-12]",
    "compute-leaf[1-4]": "sw-a[1-4]",
    "gpu02": "dgx-a02",
    "frontend-leaf1": "front-left",
    "compute-spine2": "spine-b",
}


def test_single_devices_and_switches_by_pins() -> None:
    """A pinned name is a rename where it says so; hosts of the envelope that are not there come by it, too."""
    spec = cluster(4)
    before = plan_of(spec)
    with pytest.raises(DocumentError) as refused:
        plan_on(spec | {"rename": NAMES}, before)
    assert {problem.code for problem in refused.value.problems} >= {"rename-stays", "rename-to-nobody"}
    named = spec | {"pins": PINS, "rename": NAMES}
    after = plan_on(named, before)
    found = assert_only_names(before, after)
    assert found.renames.devices["storage8"] == "nas-12"
    switches = [step for step in found.steps if "sw-a1" in step.devices or "front-left" in step.devices]
    assert all(not step.drain for step in switches)
    assert not {("sw-a1", "sw-a2")} & {step.devices[:2] for step in switches}, (
        "leaves of one host stand in for one another"
    )
    more = copy.deepcopy(named)
    more["hosts"]["storage"]["count"] = 8
    assert {each.kind for each in change(after, plan_on(more, after)).changes} == {Kind.ADDED}


def test_renamed_switches_that_load_their_files_are_announced_as_out() -> None:
    """A file that interrupts a renamed leaf drains the hosts whose last link of a rail it has, and takes the leaf's links; all work again after it."""
    spec = cluster(4)
    before = plan_of(spec)
    after = plan_on(spec | {"pins": PINS, "rename": NAMES}, before)
    now = {row["name"]: row for row in plain(compared(after))["switches"]}
    files = [
        FileChange(f"switches/{name}/config_db.json", "rewritten", (name,), Kind.EFFECT, FileEffect.TRAFFIC, "a reload")
        for name in ("sw-a1", "front-left")
    ]
    found = difference(plain(compared(before)), plain(compared(after)), files)
    steps = {step.devices: step for step in found.steps if step.kind == "rename" and set(step.devices) <= now.keys()}
    leaf, pair = (next(step for names, step in steps.items() if name in names) for name in ("sw-a1", "front-left"))
    assert leaf.was == ("compute-leaf1",)
    assert leaf.out == ("sw-a1",)
    assert len(leaf.drain) == len(leaf.undrain) == 4
    assert [each.fabric for each in leaf.capacity] == ["compute", "oob"]
    assert (pair.out, pair.drain) == (("front-left",), ())
    assert [each.fabric for each in pair.capacity] == ["frontend", "oob"]
    assert set(leaf.drain) <= {found.renames.devices.get(name, name) for name in found.hosts}
    assert "drain" in step_text(leaf)
    assert "[links down: compute" in step_text(leaf)
    quiet = next(step for names, step in steps.items() if "sw-a2" in names)
    assert (quiet.out, quiet.drain, quiet.capacity) == ((), (), ())


def test_a_group_and_one_of_its_hosts_in_one_change() -> None:
    """The host has the name of its own, all others that of the group; and back again."""
    spec = cluster(4)
    before = plan_of(spec)
    named = called(spec, "gpu", "train") | {"pins": {"devices": {"train2": {"name": "dgx-a02"}}}}
    after = plan_on(named | {"rename": {"gpu": "train", "gpu02": "dgx-a02"}}, before)
    assert assert_only_names(before, after).renames.devices["gpu02"] == "dgx-a02"
    back = plan_on(spec | {"rename": {"train": "gpu", "dgx-a02": "gpu02"}}, after)
    assert_only_names(after, back)
    assert not change(before, back).changes


def test_a_name_without_a_rename_comes_and_goes() -> None:
    """The planner guesses nothing: without an entry it is another device."""
    before = plan_of(cluster(4))
    after = plan_on(cluster(4) | {"pins": {"devices": {"gpu2": {"name": "dgx-a02"}}}}, before)
    assert {each.key for each in change(before, after).changes if each.table == "hosts"} == {("gpu02",), ("dgx-a02",)}


@pytest.mark.parametrize(
    ("rename", "spec", "code", "words"),
    [
        ({"gqu": "train"}, called(cluster(2), "gpu", "train"), "rename-unknown", "did you mean gpu?"),
        ({"gpu": "backup"}, called(cluster(2), "gpu", "backup") , "rename-taken", "already has a backup"),
        ({"gpu": "dgx"}, called(cluster(2), "gpu", "train") | {
          "pins": {"devices": {"train1": {"name": "dgx"}}}}, "rename-kind", "gpu is a host group"),
    ],
)  # fmt: skip
def test_what_the_earlier_plan_does_not_have(rename: dict[str, str], spec: Spec, code: str, words: str) -> None:
    """Each at its line, with the way out."""
    first = cluster(2)
    first["hosts"]["backup"] = {"model": "storage-2u", "role": "storage", "count": 1}
    before = plan_of(first)
    with pytest.raises(DocumentError) as refused:
        plan_on(spec | {"rename": rename}, before)
    (problem,) = (each for each in refused.value.problems if each.code == code)
    assert words in f"{problem.message} {problem.help}"
    assert refused.value.document.span_of(problem.loc, at_key=problem.at_key) is not None


def test_renamed_and_moved_is_two_changes() -> None:
    spec = raised(cluster(30, 32), 60, 200)
    spec["fabrics"]["oob"]["spines"] = 2
    before = plan_of(cluster(30, 32))
    assert plan_on(spec, before, disruptive=True)
    with pytest.raises(DocumentError, match="rename-moves"):
        plan_on(called(spec, "gpu", "train") | {"rename": {"gpu": "train"}}, before, disruptive=True)


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Result]:
    def call(spec: Spec, *words: str) -> Result:
        (tmp_path / "cluster.yaml").write_text(json.dumps(spec), encoding="utf-8")
        return CliRunner().invoke(main, [word.format(here=tmp_path) for word in words], catch_exceptions=False)

    return call


def test_a_tree_is_as_if_it_had_always_been_called_so(run: Callable[..., Result], tmp_path: Path) -> None:
    """Byte for byte but for the history, and the places of its lines in the list of controls; `plan` tells renames, files and steps by both names; a second render changes nothing."""
    spec = example_spec("roce-16")
    renamed = called(spec, "gpu", "train") | {"rename": {"gpu": "train"}}
    assert run(spec, "render", "{here}/cluster.yaml", "-o", "{here}/build").exit_code == 0
    told = run(renamed, "plan", "{here}/build", "{here}/cluster.yaml", "--work-order", "{here}/order")
    assert told.exit_code == 4
    for words in (
        "2 hosts to rename", "! host group gpu -> train", "gpu[01-02] -> train[01-02]", "drain gpu[01-02]; remove gpu[01-02] from kubernetes and slurm",
        "undrain train[01-02]", "etc/hostname of train[01-02]", "`scontrol reconfigure` on control1", "0 removed",
    ):  # fmt: skip
        assert words in told.stdout, told.stdout
    assert "hosts: gpu" not in told.stdout.partition("In this order")[0].replace("2 hosts: gpu[01-02]", "")
    assert "so far gpu01" in (tmp_path / "order/racks/B01.html").read_text(encoding="utf-8")
    assert run(renamed, "render", "{here}/cluster.yaml", "-o", "{here}/build").exit_code == 0
    assert run(renamed, "render", "{here}/cluster.yaml", "-o", "{here}/build", "--check").exit_code == 0
    again = run(renamed, "plan", "{here}/build", "{here}/cluster.yaml")
    assert (again.exit_code, again.stdout) == (
        0,
        "atlas: nothing changes.\n\n0 changes: 0 added, 0 in-place, 0 effect, 0 removed; 0 hosts to drain, 0 steps\n",
    )
    del renamed["rename"]
    assert run(renamed, "render", "{here}/cluster.yaml", "-o", "{here}/fresh").exit_code == 0
    trees = [
        {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        for root in (tmp_path / "build", tmp_path / "fresh")
    ]
    differ = {str(path) for path in trees[0] if trees[0][path] != trees[1].get(path)}
    assert differ == {"plan.json", "manifest.json", "docs/controls.csv", "docs/controls.md"}
    rows = [tree[Path("docs/controls.csv")].decode().splitlines() for tree in trees]
    assert all("plan.json" in row for row in {*rows[0]} ^ {*rows[1]})
    assert trees[0].keys() == trees[1].keys()


def test_a_renamed_controller_restarts_what_knows_it(tmp_path: Path) -> None:
    spec = cluster(2)
    before = plan_of(spec)
    found = change(before, plan_on(called(spec, "control", "head") | {"rename": {"control": "head"}}, before))
    slurm = [each for each in found.reloads if each.scheduler == "slurm"]
    assert any(each.restart and "head1" in each.hosts for each in slurm)
    assert any(each.restart and "gpu01" in each.hosts for each in slurm)
    assert "3 hosts to rename" in text(found, TEMPLATES)


def test_renamed_and_installed_anew(run: Callable[..., Result]) -> None:
    """Another system is installed in the step of the rename, under the new name."""
    spec = example_spec("roce-16")
    assert run(spec, "render", "{here}/cluster.yaml", "-o", "{here}/build").exit_code == 0
    renamed = called(spec, "gpu", "train") | {"rename": {"gpu": "train"}}
    renamed["hosts"]["train"]["os"] = "rocky-9"
    told = run(renamed, "plan", "{here}/build", "{here}/cluster.yaml").stdout
    assert "so that gpu[01-02] becomes train[01-02]" in told
    assert "reinstall train[01-02]" in told
    assert told.count("drain gpu[01-02]") == 1


@pytest.mark.parametrize(
    "row", [{"what": "rename"}, {"what": "burn", "of": "gpu"}, {"what": "rename", "of": 5}, {"of": "gpu"}]
)
def test_a_history_that_nobody_wrote(run: Callable[..., Result], tmp_path: Path, row: dict[str, object]) -> None:
    """Refused in words, as a baseline and as a side of a comparison."""
    assert run(cluster(2), "render", "{here}/cluster.yaml", "-o", "{here}/build").exit_code == 0
    file = tmp_path / "build/plan.json"
    plan = json.loads(file.read_text(encoding="utf-8"))
    plan["history"], plan["lineage"][0]["digest"] = [row], ""
    other = tmp_path / "other.json"
    other.write_text(json.dumps(plan), encoding="utf-8")
    for words in (("plan", "{here}/build", "{here}/other.json"), ("plan", "{here}/other.json", "{here}/cluster.yaml")):
        refused = run(cluster(2), *words)
        assert refused.exit_code == 1
        assert "plan" in refused.stderr
