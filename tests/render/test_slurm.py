"""Slurm's files say what the plan says; the daemons themselves judge them in tests/system."""

import re
from pathlib import Path

import pytest
import yaml

from generator.catalog.load import Catalog
from generator.data import data_dir
from generator.plan.plan import Plan
from generator.plan.read import read_plan
from generator.render.backends import slurm
from generator.render.slurm.hardware import real_memory_mib
from generator.render.templates import Templates
from tests.specs import Spec, cluster, plan_data

SN4700 = {"model": "sn4700"}


def _spec(count: int = 40, **slurm_keys: object) -> Spec:
    """16 hosts in a unit of 8 leaves, 8 units, and so three tiers."""
    spec = cluster(count, 128, leaf=SN4700, spine=SN4700)
    return spec | {"scheduler": {"slurm": slurm_keys}}


def _files(plan: Plan) -> dict[str, str]:
    found = {each.path: each.content for each in slurm.render(plan, Templates(data_dir("templates")))}
    assert list(found) == list(slurm.paths(plan))
    return {Path(path).name: content for path, content in found.items()}


def _rows(topology: str) -> list[str]:
    return [line for line in topology.splitlines() if line.startswith("SwitchName=")]


def _values(text: str, key: str) -> list[str]:
    return re.findall(rf"^(?:.* )?{key}=(\S+)", text, flags=re.MULTILINE)


def test_nothing_without_slurm(tmp_path: Path) -> None:
    assert _files(plan_data(cluster() | {"scheduler": {"kubernetes": {}}}, tmp_path)) == {}


def test_the_tree_has_units_pods_and_cores(tmp_path: Path) -> None:
    """3 of the 8 units have hosts; a pod of 16 leaves holds two units."""
    assert _rows(_files(plan_data(_spec(), tmp_path))["topology.conf"]) == [
        "SwitchName=su1 Nodes=gpu[001-016]", "SwitchName=su2 Nodes=gpu[017-032]", "SwitchName=su3 Nodes=gpu[033-040]",
        "SwitchName=pod1 Switches=su[1-2]", "SwitchName=pod2 Switches=su3", "SwitchName=cores Switches=pod[1-2]",
    ]  # fmt: skip


def test_each_leaf_of_a_fat_tree_is_a_switch(tmp_path: Path) -> None:
    plan = plan_data(cluster(10, 32, topology="fat-tree"), tmp_path)
    assert _rows(_files(plan)["topology.conf"]) == [
        "SwitchName=compute-leaf1 Nodes=gpu[01-08]", "SwitchName=compute-leaf2 Nodes=gpu[09-10]",
        "SwitchName=pod1 Switches=compute-leaf[1-2]",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("version", "detect"), [("22.05", "nvml"), ("24.05", "nvml"), ("24.11", "nvidia"), ("26.05", "nvidia")]
)
def test_what_a_release_can_read(version: str, detect: str, tmp_path: Path) -> None:
    files = _files(plan_data(_spec(version=version), tmp_path))
    assert _values(files["gres.conf"], "AutoDetect") == [detect]
    assert ("topology.yaml" in files) == (version >= "25.05")
    assert "topology.conf" in files
    assert _values(files["slurm.conf"], "TopologyPlugin") == ["topology/tree"]


def test_both_topology_files_hold_one_tree(tmp_path: Path) -> None:
    files = _files(plan_data(_spec(), tmp_path))
    (tree,) = yaml.safe_load(files["topology.yaml"])
    assert tree["cluster_default"] is True
    words = {"switch": "SwitchName", "nodes": "Nodes", "children": "Switches"}
    rows = [" ".join(f"{words[key]}={value}" for key, value in row.items()) for row in tree["tree"]["switches"]]
    assert rows == _rows(files["topology.conf"])


def test_real_memory_is_below_the_physical_memory() -> None:
    assert real_memory_mib(2000, 5) == 1811981  # 2000 * 10^9 / 2^20 = 1907348.6 MiB, 95 % of it
    assert real_memory_mib(2000, 0) == 1907348


def test_a_fact_that_the_catalog_lacks_is_left_out_and_named(tmp_path: Path) -> None:
    shipped = data_dir("templates").parent / "generator" / "catalog" / "hosts" / "dgx-h100.yaml"
    own = tmp_path / "catalog" / "hosts" / "dgx-h100.yaml"
    own.parent.mkdir(parents=True)
    own.write_text(re.sub("^(cpu|memory_gb): .*$", r"\1: null", shipped.read_text(), flags=re.MULTILINE))
    plan_data(_spec(), tmp_path)
    plan, _ = read_plan(tmp_path / "cluster.yaml", Catalog((tmp_path / "catalog",)), "cluster.yaml")
    conf = _files(plan)["slurm.conf"]
    assert "\nNodeName=gpu[001-040] Gres=gpu:h100:8\n" in conf
    assert "does not know Sockets, CoresPerSocket, ThreadsPerCore, RealMemory:" in conf


def test_gpus_of_amd_are_found_on_the_host(tmp_path: Path) -> None:
    spec = _spec()
    spec["hosts"]["gpu"]["model"] = "mi300x-8gpu"
    files = _files(plan_data(spec, tmp_path))
    (line,) = [line for line in files["gres.conf"].splitlines() if not line.startswith("#")]
    assert line == "NodeName=gpu[001-040] AutoDetect=rsmi Name=gpu Type=mi300x Count=8 Flags=amd_gpu_env"
    assert _values(files["slurm.conf"], "Gres") == ["gpu:mi300x:8"]


def test_hosts_of_one_model_share_a_line_and_others_do_not(tmp_path: Path) -> None:
    spec = cluster(2)
    spec["hosts"] |= {"big": {"model": "dgx-h100", "count": 1}, "new": {"model": "dgx-b200", "count": 3}}
    conf = _files(plan_data(spec, tmp_path))["slurm.conf"]
    assert _values(conf, "NodeName") == ["big1,gpu[01-02]", "new[1-3]"]
    assert _values(conf, "Nodes") == ["big1,gpu[01-02],new[1-3]"]


@pytest.mark.parametrize(
    ("controllers", "sharing", "state"),
    [(1, False, "/var/spool/slurmctld"), (2, False, "/var/spool/slurmctld"), (2, True, "/home/slurmctld")],
)
def test_every_controller_is_named_and_the_state_is_on_what_they_share(
    controllers: int, sharing: bool, state: str, tmp_path: Path
) -> None:
    spec = _spec()
    spec["hosts"]["control"]["count"] = controllers
    spec["storage"]["home"]["clients"] = ["compute", "control"] if sharing else ["compute"]
    conf = _files(plan_data(spec, tmp_path))["slurm.conf"]
    assert _values(conf, "SlurmctldHost") == [f"control{number + 1}" for number in range(controllers)]
    assert _values(conf, "StateSaveLocation") == [state]
    assert ("NOT shared" in conf) == (controllers > 1 and not sharing)


def test_growth_changes_no_switch_that_was_full(tmp_path: Path) -> None:
    before, after = (_rows(_files(plan_data(_spec(count), tmp_path))["topology.conf"]) for count in (40, 80))
    full = [row for row in before if row.split()[0] in {"SwitchName=su1", "SwitchName=su2", "SwitchName=pod1"}]
    assert len(full) == 3
    assert set(full) <= set(after)
