"""Hosts of Slurm and hosts of Kubernetes: each in one of them, and a move is a drain, new files of the two schedulers, and nothing else."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from generator.change.difference import Difference, difference
from generator.change.records import Kind
from generator.cli.main import main
from generator.plan.kubernetes.workers import kubernetes_hosts, worker_groups
from generator.plan.scheduled import slurm_hosts
from tests.conftest import example, plan_of, tree_of
from tests.plan.plan_rows import rows_of
from tests.specs import Spec, cluster, plan_data

MIXED = example("mixed-schedulers")


def split(*entries: str, count: int = 8, slurm: bool = True, **keys: Any) -> Spec:
    """Return a cluster whose Kubernetes has these hosts."""
    schedulers: dict[str, Any] = {"kubernetes": {"hosts": list(entries), **keys}}
    return cluster(count, 32) | {"scheduler": {**({"slurm": {}} if slurm else {}), **schedulers}}


def _names(spec: Spec, folder: Path) -> tuple[list[str], list[str]]:
    plan = plan_data(spec, folder)
    workers = [host.name for host in kubernetes_hosts(plan) if host.role == "compute"]
    return [host.name for host in slurm_hosts(plan)], workers


@pytest.mark.parametrize(
    ("entries", "slurm", "kubernetes"),
    [
        (("gpu[05-08]",), [1, 2, 3, 4], [5, 6, 7, 8]),
        (("gpu01", "gpu[07-20]"), [2, 3, 4, 5, 6], [1, 7, 8]),
        (("gpu",), [], [1, 2, 3, 4, 5, 6, 7, 8]),
        (("gpu[30-32]",), [1, 2, 3, 4, 5, 6, 7, 8], []),
    ],
)
def test_a_host_is_in_one_of_the_two(
    entries: tuple[str, ...], slurm: list[int], kubernetes: list[int], tmp_path: Path
) -> None:
    found = _names(split(*entries), tmp_path)
    assert found == tuple([f"gpu{n:02d}" for n in names] for names in (slurm, kubernetes))


def test_without_a_list_both_name_all(tmp_path: Path) -> None:
    slurm, kubernetes = _names(cluster(3), tmp_path)
    assert slurm == kubernetes == ["gpu01", "gpu02", "gpu03"]


def test_kubernetes_alone_leaves_the_others_to_nobody(tmp_path: Path) -> None:
    assert _names(split("gpu[01-02]", slurm=False), tmp_path) == ([], ["gpu01", "gpu02"])


def test_a_group_of_slurms_is_no_group_of_kubernetes(tmp_path: Path) -> None:
    """No operator, flavor or acceptance job knows a group that Kubernetes has none of."""
    spec = split("big", count=2)
    spec["hosts"]["big"] = {"model": "dgx-b200", "count": 2, "max": 4}
    plan = plan_data(spec, tmp_path)
    assert [group.name for group in worker_groups(plan)] == ["big"]
    files = tree_of(plan)
    told = "\n".join(text for path, text in files.items() if path.startswith("kubernetes/"))
    assert not re.search(r"\bgpu[12]?\b(?!-operator|: |/|s)", re.sub(r"#.*|nvidia\.com/gpu", "", told))
    assert re.findall(r"^NodeName=(\S+)", files["slurm/slurm.conf"], re.MULTILINE) == ["gpu[01-02]"]


def test_each_file_of_the_example_has_its_own_hosts() -> None:
    files = tree_of(plan_of(MIXED))
    mine = {f"gpu{n}" for n in range(5, 9)}
    pool = yaml.safe_load(files["kubernetes/pools/rail0.yaml"])["spec"]["staticAllocations"]
    assert {each["nodeName"] for each in pool} == mine
    inventory = yaml.safe_load(files["kubernetes/kubespray/inventory.yml"])["all"]["children"]
    assert set(inventory["kube_node"]["hosts"]) == mine
    queue = next(
        each for each in yaml.safe_load_all(files["kubernetes/kueue/queues.yaml"]) if each["kind"] == "ClusterQueue"
    )
    quota = {row["name"]: row["nominalQuota"] for row in queue["spec"]["resourceGroups"][0]["flavors"][0]["resources"]}
    assert (quota["nvidia.com/gpu"], quota["nvidia.com/rail0"]) == ("32", "4")
    for path in ("slurm/slurm.conf", "slurm/gres.conf", "slurm/topology.conf"):
        assert "gpu[1-4]" in files[path]
        assert not re.search(r"gpu[5-8]|gpu\[[^]]*[5-8]", files[path])


def test_a_moved_host_changes_no_switch_no_cable_and_no_address(tmp_path: Path) -> None:
    """Doors of hosts are those of both schedulers, so that neither leaf nor firewall changes."""
    before, after = tree_of(plan_of(MIXED)), tree_of(plan_of(_moved(tmp_path)))
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert changed
    assert {path.split("/")[0] for path in changed} & {
        "switches",
        "ip",
        "cabling",
        "infiniband",
        "provisioning",
    } == set()
    firewalls = [path for path in changed if path.endswith("firewall.nft")]
    assert firewalls == []


def _moved(folder: Path) -> Path:
    path = folder / "cluster.yaml"
    path.write_text(MIXED.read_text().replace("gpu[5-8]", "gpu[6-8]"))
    return path


def _change(old: Spec, new: Spec, folder: Path) -> Difference:
    return difference(rows_of(old, folder), rows_of(new, folder))


def test_a_move_is_drained_in_the_one_before_the_other_has_it(tmp_path: Path) -> None:
    found = _change(split("gpu[05-08]"), split("gpu[06-08]"), tmp_path)
    assert found.hosts == ("gpu05",)
    (step,) = found.steps
    assert (step.kind, step.drain, step.undrain) == ("handover", ("gpu05",), ("gpu05",))
    assert (step.leave, step.join) == (("kubernetes",), ("slurm",))
    assert {change.table for change in found.changes} == {"schedulers"}
    assert sorted(change.kind for change in found.changes) == [Kind.ADDED, Kind.REMOVED]


def test_moves_both_ways_are_steps_of_their_own_a_rack_at_a_time(tmp_path: Path) -> None:
    """Racks of four: what leaves one rack for the same scheduler goes together."""
    old, new = split("gpu[05-08]", count=12), split("gpu[03-04]", "gpu[07-09]", count=12)
    assert [(step.devices, step.leave, step.join) for step in _change(old, new, tmp_path).steps] == [
        (("gpu03", "gpu04"), ("slurm",), ("kubernetes",)),
        (("gpu05", "gpu06"), ("kubernetes",), ("slurm",)),
        (("gpu09",), ("slurm",), ("kubernetes",)),
    ]


def test_who_joins_nobody_is_drained_and_not_undrained(tmp_path: Path) -> None:
    found = _change(split("gpu[05-08]", slurm=False), split("gpu[06-08]", slurm=False), tmp_path)
    (step,) = found.steps
    assert (step.drain, step.join, step.undrain) == (("gpu05",), (), ())


def test_growth_and_states_are_no_handover(tmp_path: Path) -> None:
    """A host that comes joins; one that is planned is out by its state; a cluster whose list is first written loses hosts on both sides."""
    grown = _change(split("gpu[05-08]"), split("gpu[05-08]", count=10), tmp_path)
    assert not grown.hosts
    assert not [step for step in grown.steps if step.kind == "handover"]
    planned = _change(split("gpu[05-08]"), split("gpu[05-08]") | {"states": {"planned": ["gpu05"]}}, tmp_path)
    assert not planned.hosts
    first = _change(cluster(8), split("gpu[05-08]"), tmp_path)
    assert first.hosts == tuple(f"gpu0{n}" for n in range(1, 9))
    assert {(step.leave, step.join) for step in first.steps} == {(("kubernetes",), ()), (("slurm",), ())}


def test_clustergen_plan_tells_it(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["plan", str(MIXED), str(_moved(tmp_path))], catch_exceptions=False)
    assert result.exit_code == 4
    for words in (
        "- kubernetes: 1 host leaves: gpu5",
        "+ slurm: 1 host joins: gpu5",
        "! 1 host: gpu5",
        "1. drain gpu5 in kubernetes; load the new files of kubernetes, without gpu5; then those of slurm; verify gpu5; allow slurm to start jobs there",
    ):
        assert words in result.stdout
    told = CliRunner().invoke(main, ["plan", str(MIXED), str(_moved(tmp_path)), "--format", "json"]).stdout
    (step,) = json.loads(told)["steps"]
    assert (step["leave"], step["join"]) == (["kubernetes"], ["slurm"])
