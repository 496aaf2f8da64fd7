"""Lustre targets past their first plan: what is written on them is kept, whatever the spec says later."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from generator.change.earlier_plan import EarlierPlan, read_earlier_plan
from generator.cli.main import main
from generator.pipeline.read import read_plan
from generator.plan.draft import Draft
from generator.plan.sections import sections
from generator.render.encode import plain
from generator.source.diagnostic import Diagnostic
from generator.spec.load import DocumentError
from tests.ours import CATALOG
from tests.specs import Spec, cluster, plan_data

TIER: Spec = {"kind": "parallel", "mount": "/fast", "hosts": "storage", "product": "Lustre"}


def spec(count: int = 4, **lustre: Any) -> Spec:
    """Return a cluster whose storage hosts serve a tier of Lustre, in an envelope of 8."""
    made = cluster(gpu=1, storage=8)
    made["hosts"]["storage"]["count"] = count
    made["storage"]["fast"] = TIER | {"lustre": lustre}
    return made


def baseline(made: Spec, folder: Path, *, disruptive: bool = False, edit: Any = None) -> EarlierPlan:
    """Write the plan of a spec as a rendered tree has it, and read it back; `edit` changes it before."""
    folder.mkdir(exist_ok=True)
    plan = plain(sections(plan_data(made, folder)))
    if edit:
        edit(plan)
        plan["lineage"] = []
    path = folder / "plan.json"
    path.write_text(json.dumps(plan), encoding="utf-8")
    return read_earlier_plan(path, disruptive=disruptive)


def plan_on(made: Spec, earlier: EarlierPlan, folder: Path) -> Draft:
    """Plan a spec on an earlier plan."""
    path = folder / "cluster.yaml"
    path.write_text(json.dumps(made), encoding="utf-8")
    return read_plan(path, CATALOG, path.name, earlier)[0]


def refused(before: Spec, after: Spec, folder: Path, **more: Any) -> list[Diagnostic]:
    """Return what a change is refused with; it is allowed where that is asked for."""
    with pytest.raises(DocumentError) as found:
        plan_on(after, baseline(before, folder, **more), folder)
    plan_on(after, baseline(before, folder, disruptive=True), folder)
    return [each for each in found.value.problems if each.code.startswith("lustre-")]


def test_the_name_of_a_file_system_stays(tmp_path: Path) -> None:
    """At its line, with the name that it has and how many targets have it."""
    (found,) = refused(spec(), spec(fsname="scratch"), tmp_path)
    assert (found.code, found.loc) == ("lustre-renamed", ("storage", "fast", "lustre", "fsname"))
    assert "has the Lustre file system fast on 6 targets of storage, and it would be called scratch" in found.message
    assert found.help == "set fsname: fast in storage.fast.lustre"


def test_a_name_that_follows_from_the_tier_stays(tmp_path: Path) -> None:
    """Another name of the tier is another name of its file system, unless that is stated: then nothing changes."""
    after = spec()
    after["storage"]["quick"] = after["storage"].pop("fast")
    (found,) = refused(spec(), after, tmp_path)
    assert (found.code, found.loc) == ("lustre-renamed", ("storage", "quick", "lustre"))
    after["storage"]["quick"]["lustre"] = {"fsname": "fast"}
    plan_on(after, baseline(spec(), tmp_path), tmp_path)


def test_object_targets_stay(tmp_path: Path) -> None:
    """Fewer of each host are refused with the targets that would go; more are an addition."""
    before, after = spec(osts=3), spec(osts=2)
    (found,) = refused(before, after, tmp_path)
    assert (found.code, found.loc) == ("lustre-target-lost", ("storage", "fast", "lustre", "osts"))
    assert "has 4 targets that would not be served with osts: 2" in found.message
    assert "fast-OST0002 on storage1" in found.notes[0].message
    assert found.help is not None and found.help.startswith("set osts: 3, or")
    plan_on(before, baseline(after, tmp_path), tmp_path)


def test_metadata_targets_stay(tmp_path: Path) -> None:
    """Also where the key is removed: its default is one."""
    (found,) = refused(spec(metadata_hosts=2), spec(), tmp_path)
    assert (found.code, found.loc) == ("lustre-target-lost", ("storage", "fast", "lustre"))
    assert found.notes[0].message == "fast-MDT0001 on storage2"
    plan_on(spec(metadata_hosts=3), baseline(spec(), tmp_path), tmp_path)


def test_hosts_with_targets_stay(tmp_path: Path) -> None:
    """A host that goes takes its targets with it, metadata and objects; one that comes is an addition."""
    (found,) = refused(spec(4, osts=2), spec(3, osts=2), tmp_path)
    assert (found.code, found.loc) == ("lustre-target-lost", ("hosts", "storage"))
    assert "has 2 targets of fast on storage4, which would be removed" in found.message
    plan_on(spec(5, osts=2), baseline(spec(4, osts=2), tmp_path), tmp_path)


def test_hosts_that_were_planned_have_no_targets_yet(tmp_path: Path) -> None:
    """Nothing is formatted before a host is installed."""
    before = spec(4)
    before["states"] = {"planned": ["storage4"]}
    plan_on(spec(3), baseline(before, tmp_path), tmp_path)


def test_a_retired_host_is_named_at_its_line(tmp_path: Path) -> None:
    """The first host has what the file system cannot do without."""
    after = spec(4)
    after["states"] = {"retired": ["storage1"]}
    (found,) = refused(spec(4), after, tmp_path)
    assert found.loc == ("states", "retired")
    assert found.help == "keep storage1: it has the management target and the root of the file system"


def test_indices_go_with_the_hosts(tmp_path: Path) -> None:
    """Where the hosts of an earlier plan had another order, targets would be looked for on drives of others."""

    def swap(plan: dict[str, Any]) -> None:
        ordinals = {"storage2": 2, "storage3": 1}
        for host in plan["hosts"]:
            host["ordinal"] = ordinals.get(host["name"], host["ordinal"])

    with pytest.raises(DocumentError) as found:
        plan_on(spec(), baseline(spec(), tmp_path, edit=swap), tmp_path)
    (problem,) = found.value.problems
    assert (problem.code, problem.loc) == ("lustre-target-lost", ("hosts", "storage"))
    assert "fast-OST0020: storage3 becomes storage2" in problem.notes[0].message


def test_a_file_system_stays_on_its_hosts(tmp_path: Path) -> None:
    """Another group that serves the same name has empty targets."""
    before = spec()
    before["hosts"]["other"] = copy.deepcopy(before["hosts"]["storage"])
    after = copy.deepcopy(before)
    after["storage"]["fast"]["hosts"] = "other"
    (found,) = refused(before, after, tmp_path)
    assert (found.code, found.loc) == ("lustre-target-lost", ("storage", "fast", "hosts"))


def test_groups_may_be_renamed_and_tiers_removed(tmp_path: Path) -> None:
    """The same hosts under another name keep their targets, and drives of a tier that is gone keep what they hold."""
    after = spec()
    after["hosts"]["servers"] = {"role": "storage", **after["hosts"].pop("storage")}
    after["rename"] = {"storage": "servers"}
    for tier in after["storage"].values():
        tier["hosts"] = "servers" if tier.get("hosts") == "storage" else tier.get("hosts")
    plan_on(after, baseline(spec(), tmp_path), tmp_path)
    gone = spec()
    del gone["storage"]["fast"]
    plan_on(gone, baseline(spec(), tmp_path), tmp_path)


def test_a_tree_in_its_place_is_enough(tmp_path: Path) -> None:
    """Nobody names a baseline where a tree is rendered again: the edit is refused, nothing is written, and what is asked for is done."""
    path, tree = tmp_path / "cluster.yaml", tmp_path / "build"

    def render(made: Spec, *more: str) -> Any:
        path.write_text(yaml.safe_dump(made), encoding="utf-8")
        return CliRunner().invoke(main, ["--quiet", "render", str(path), "-o", str(tree), "--only", "plan", *more], catch_exceptions=False)  # fmt: skip

    assert render(spec()).exit_code == 0
    before = (tree / "plan.json").read_bytes()
    result = render(spec(fsname="scratch"))
    assert result.exit_code == 1
    assert "error[lustre-renamed]" in result.stderr and "fsname: scratch" in result.stderr
    assert (tree / "plan.json").read_bytes() == before
    shown = CliRunner().invoke(main, ["plan", str(tree), str(path)], catch_exceptions=False)
    assert "it changes Lustre targets that exist (lustre-renamed), which `clustergen render` refuses" in shown.stderr
    assert "moves existing devices" not in shown.stderr
    assert render(spec(fsname="scratch"), "--allow-disruptive").exit_code == 0
    assert render(spec(fsname="scratch")).exit_code == 0


@pytest.mark.parametrize("key", ["ordinal", "group"])
def test_a_tree_whose_plan_is_damaged_is_no_baseline(key: str, tmp_path: Path) -> None:
    """Nobody takes a plan whose hosts have no place for one without targets."""
    path, tree = tmp_path / "cluster.yaml", tmp_path / "build"
    path.write_text(yaml.safe_dump(spec()), encoding="utf-8")
    words = ["--quiet", "render", str(path), "-o", str(tree), "--only", "plan"]
    assert CliRunner().invoke(main, words, catch_exceptions=False).exit_code == 0
    plan = json.loads((tree / "plan.json").read_text(encoding="utf-8"))
    plan["lineage"] = []
    for host in plan["hosts"]:
        del host[key]
    (tree / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    result = CliRunner().invoke(main, words, catch_exceptions=False)
    assert result.exit_code == 1
    assert "plan.json is not a complete plan: use the file as it was rendered" in result.stderr
