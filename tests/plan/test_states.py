"""States on whole trees: what a state changes, byte for byte, and that it changes nothing else."""

import json
import re
import subprocess
from collections.abc import Callable
from difflib import ndiff
from pathlib import Path
from typing import Any

import pytest

from generator.analysis.summary import summarise
from generator.plan.draft import Draft
from tests.conftest import tree_of
from tests.lasting import lasting
from tests.specs import cluster, plan_data

EVERYWHERE = {"manifest.json", "plan.json", "summary.json", "README.md"}
"""Files that list or count all others."""


def at(folder: Path, hosts: int | None = None, **states: list[str]) -> Draft:
    """Plan eight hosts, some of them in a state."""
    return plan_data(cluster(hosts or 8, login=2) | {"states": states}, folder)


def changed(before: dict[str, str], after: dict[str, str]) -> dict[str, tuple[list[str], list[str]]]:
    """Return the lines that went and came of every file that differs."""
    found = {}
    for path in sorted(before.keys() | after.keys()):
        old, new = (tree.get(path, "") for tree in (before, after))
        if path == "plan.json":
            old, new = lasting(old), lasting(new)
        if old != new:
            lines = list(ndiff(old.splitlines(), new.splitlines()))
            found[path] = [each[2:] for each in lines if each[0] == "-"], [each[2:] for each in lines if each[0] == "+"]
    return found


def test_maintenance_is_a_few_lines_more(tmp_path: Path) -> None:
    """The scheduler drains it, the inventory groups it, its record says so; every other file and line stands."""
    found = changed(tree_of(at(tmp_path)), tree_of(at(tmp_path, maintenance=["gpu05"])))
    targets = {path for path in found if path.startswith("monitoring/prometheus/targets/")}
    assert all(len(found[path][0]) == len(found[path][1]) == 1 for path in targets), (
        "told to nobody, and asked as before"
    )
    assert {path for path in found if not path.startswith("kubernetes/")} - EVERYWHERE - targets == {
        "ansible/inventory/hosts.yml",
        "slurm/slurm.conf",
        "acceptance/dgx-h100.sbatch",
        "acceptance/groups.csv",
        "acceptance/hosts.csv",
        "acceptance/pairs.csv",
        "acceptance/rounds.json",
        "acceptance/runs.json",
    }, "who is in maintenance is not measured"
    assert found["ansible/inventory/hosts.yml"] == ([], ["maintenance:", "  hosts:", "    gpu05:"])
    gone, came = found["slurm/slurm.conf"]
    assert gone == []
    assert 'DownNodes=gpu05 State=DRAIN Reason="clustergen: maintenance"' in came
    (was,), (row,) = found["plan.json"]
    assert row.replace('"state": "maintenance"', '"state": "installed"') == was
    assert '"name": "gpu05"' in row


def test_planned_hosts_are_rendered_and_not_waited_for(tmp_path: Path) -> None:
    """Their files, cables and addresses are there; Slurm holds them as FUTURE, and their GPUs are not in service."""
    plans = at(tmp_path), at(tmp_path, planned=["gpu[07-08]"])
    before, after = (tree_of(plan) for plan in plans)
    assert before.keys() - after.keys() == {"monitoring/expected/gpu07.prom", "monitoring/expected/gpu08.prom"}
    assert after.keys() <= before.keys()
    assert 'cluster_host_group: "gpu"' in after["ansible/inventory/host_vars/gpu07.yml"], (
        "they are in no group that says it"
    )
    found = changed(before, after)
    assert [
        path
        for path in found
        if path.startswith(("hosts/", "host_groups/", "switches/", "cabling/", "ip/", "infiniband/"))
    ] == []
    assert found["slurm/slurm.conf"][0] == []
    assert 'DownNodes=gpu[07-08] State=FUTURE Reason="clustergen: planned"' in found["slurm/slurm.conf"][1]
    for path in ("slurm/gres.conf", "slurm/topology.conf", "slurm/topology.yaml"):
        assert path not in found
    full, less = (summarise(plan, 0) for plan in plans)
    assert (full["gpus"], less["gpus"]) == (64, 48)
    assert full["hosts"] == less["hosts"]
    assert {key for key in full if full[key] != less[key]} == {"gpus"}


def test_a_retired_host_is_a_hole(tmp_path: Path) -> None:
    """The tree is that of a cluster without it, but for the list that keeps its place; no row anywhere is about it."""
    spec = cluster(8, login=2)
    spec["hosts"]["gpu"] |= {"count": 7, "positions": [1, 2, 3, 4, 6, 7, 8]}
    without = tree_of(plan_data(spec, tmp_path))
    plan = at(tmp_path, retired=["gpu05"])
    tree = tree_of(plan)
    found = changed(without, tree)
    assert found.keys() <= {"plan.json", "manifest.json"}
    assert [path for path in tree if "gpu05" in path] == []
    for path in ("cabling/cables.csv", "cabling/labels.csv", "ip/addresses.csv", "ansible/inventory/hosts.yml"):
        assert "gpu05" not in tree[path]
    (row,) = json.loads(tree["plan.json"])["retired"]
    place = next(host for host in at(tmp_path).hosts if host.name == "gpu05")
    assert row == {
        "name": "gpu05",
        "group": "gpu",
        "ordinal": 4,
        "rack": place.rack,
        "unit": place.unit,
        "height_u": place.height_u,
    }
    assert summarise(plan, 0)["hosts"]["gpu"] == {"count": 7, "max": 32}


def test_nobody_is_given_what_a_retired_host_had(tmp_path: Path) -> None:
    """Not even when the group is filled: its leaf ports still wait for it, by name."""
    plan = at(tmp_path, 32, retired=["gpu05"])
    kept = [port for port in plan.ports if port.peer == "gpu05"]
    assert len(kept) == len(plan.links_of["gpu04"])
    assert not {(link.b.device, link.b.interface) for link in plan.links} & {(p.switch, p.interface) for p in kept}


def test_a_whole_group_by_its_name(tmp_path: Path) -> None:
    """As tenants name hosts."""
    plan = at(tmp_path, retired=["login"], maintenance=["storage"])
    assert [each.name for each in plan.retired] == ["login1", "login2"]
    assert {host.state for host in plan.hosts if host.group == "storage"} == {"maintenance"}


def test_a_planned_controller_is_nobody_s_backup(tmp_path: Path) -> None:
    """Clients would wait for it before they ask the next one."""
    conf = tree_of(at(tmp_path, planned=["control2"]))["slurm/slurm.conf"]
    assert re.findall(r"^SlurmctldHost=(\S+)$", conf, flags=re.MULTILINE) == ["control1", "control3"]


def _groups(tree: dict[str, str], folder: Path, program: Callable[[str], str]) -> dict[str, Any]:
    """Return the groups of an inventory as Ansible reads it."""
    (folder / "hosts.yml").write_text(tree["ansible/inventory/hosts.yml"], encoding="utf-8")
    command = [program("ansible-inventory"), "-i", str(folder / "hosts.yml"), "--list"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert "WARNING" not in answer.stderr
    found: dict[str, Any] = json.loads(answer.stdout)
    return found


def _members(groups: dict[str, Any], name: str) -> set[str]:
    below = (_members(groups, child) for child in groups.get(name, {}).get("children", []))
    return set(groups.get(name, {}).get("hosts", [])).union(*below)


def _meant(folder: Path, book: str, program: Callable[[str], str]) -> set[str]:
    """Ask Ansible whom a playbook of the tree is about."""
    command = [program("ansible-playbook"), "-i", "ansible/inventory", f"ansible/playbooks/{book}.yml", "--list-hosts"]
    said = subprocess.run(command, cwd=folder / "build", check=True, capture_output=True, text=True).stdout
    return {line.strip() for line in said.splitlines() if line.startswith("      ")} - {"localhost"}


def test_no_playbook_addresses_what_is_planned(tmp_path: Path, program: Callable[[str], str]) -> None:
    """What playbooks name holds every other device, and none that is planned."""
    plan = at(tmp_path, planned=["gpu[07-08]", "login", "compute-leaf2"], maintenance=["gpu01", "compute-leaf1"])
    tree = tree_of(plan)
    groups = _groups(tree, tmp_path, program)
    for path in (path for path in tree if path.startswith("ansible/")):
        file = tmp_path / "build" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(tree[path], encoding="utf-8")
    planned = {device.name for device in plan.devices if device.state == "planned"}
    assert planned == {"gpu07", "gpu08", "login1", "login2", "compute-leaf2"} == _members(groups, "planned")
    assert _members(groups, "maintenance") == {"gpu01", "compute-leaf1"}
    reached = set().union(*(_meant(tmp_path, book, program) for book in ("site", "grow", "decommission", "reach")))
    hosts = {host.name for host in plan.hosts if host.role in {"compute", "storage", "control", "login"}}
    assert reached >= hosts - planned
    assert not reached & planned
    switches = {switch.name for switch in plan.switches}
    assert _members(groups, "switches") == switches - planned


@pytest.mark.parametrize("state", ["planned", "maintenance", "retired"])
def test_states_are_written_by_name_alone(tmp_path: Path, state: str) -> None:
    """The order and the form of the entries mean nothing."""
    forms = (["gpu05", "gpu06"], ["gpu[06-06]", "gpu[05-05]"])
    one, other = (tree_of(plan_data(cluster(8) | {"states": {state: names}}, tmp_path)) for names in forms)
    assert one == other
