"""Hosts that serve Lustre in the playbooks: who keeps targets does not leave, no device is two targets, and a target that does not run after an upgrade is named.

The tasks are the roles' own, run by Ansible with the facts of the inventory of two hosts; none of them runs anything on a host.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.render.inventory_hosts import system_facts
from tests.conftest import ROOT
from tests.playbooks.plays import ansible_playbook
from tests.render.test_host_lustre import spec
from tests.specs import plan_data

pytestmark = pytest.mark.proof

ROLES = ROOT / "playbooks" / "roles"
Facts = dict[str, Any]


def task(role: str, file: str, name: str) -> Facts:
    """Return a task of a role by its name."""
    tasks = yaml.safe_load((ROLES / role / "tasks" / file).read_text(encoding="utf-8"))
    (found,) = (each for each in tasks if each["name"] == name)
    return dict(found)


def refused(folder: Path, tasks: list[Facts], hosts: dict[str, Facts], role: str = "") -> dict[str, str]:
    """Run tasks on hosts with their variables; returns what is printed of each host that fails."""
    local = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable}
    inventory = {"all": {"hosts": {name: {**local, **facts} for name, facts in hosts.items()}}}
    play = {"name": "Try", "hosts": "all", "gather_facts": False, "tasks": tasks}
    if role:
        play["vars_files"] = [str(ROLES / role / "vars/main.yml")]
    (folder / "hosts.yml").write_text(json.dumps(inventory), encoding="utf-8")
    (folder / "play.yml").write_text(json.dumps([play]), encoding="utf-8")
    done = ansible_playbook("-i", folder / "hosts.yml", folder / "play.yml")
    found = dict(re.findall(r"^fatal: \[(\w+)\]: FAILED! => (.*)$", done.stdout, flags=re.MULTILINE))
    assert done.returncode == (2 if found else 0), done.stdout + done.stderr
    assert set(re.findall(r"^(\w+) +: ok=", done.stdout, flags=re.MULTILINE)) == set(hosts)
    return found


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Facts]:
    """Return what the inventory says of two hosts that serve Lustre, and of one that mounts it."""
    groups, hosts = system_facts(plan_data(spec(), tmp_path_factory.mktemp("plan")))
    group = {name: name.rstrip("0123456789") for name in hosts}
    stated = {name: {**groups[group[name]], **facts} for name, facts in hosts.items() if group[name] in groups}
    return {
        name: {f"cluster_{key}": value for key, value in facts.items()}
        for name, facts in stated.items()
        if group[name] in {"storage", "gpu"}
    }


def targets(facts: Facts) -> list[Facts]:
    """Return the targets that a host usually serves."""
    found: list[Facts] = facts["cluster_storage_lustre"]["targets"]
    return found


def test_who_serves_lustre_leaves_when_its_targets_are_empty(servers: dict[str, Facts], tmp_path: Path) -> None:
    """The word is for each host by its name; who serves no target needs none."""
    gate = task("decommission", "emptied.yml", "Require that its Lustre targets are empty")
    assert {name: len(targets(facts)) > 0 for name, facts in servers.items() if "cluster_storage_lustre" in facts} == {
        "storage1": True,
        "storage2": True,
    }
    for emptied, wanted in (
        ("", {"storage1", "storage2"}),
        ("gpu01, storage2", {"storage1"}),
        ("storage1,storage2", set()),
    ):
        hosts = {name: facts | {"decommission_emptied": emptied} for name, facts in servers.items()}
        found = refused(tmp_path, [gate], hosts, role="decommission")
        assert found.keys() == wanted
        for name, told in found.items():
            assert f"{name} serves {', '.join(each['name'] for each in targets(servers[name]))}:" in told
            assert f"-e decommission_emptied={name}" in told


def test_the_gate_is_before_anything_that_stops_or_removes() -> None:
    """In the role, and in the first play of its playbook, which drains nothing: there a host that is refused ends the play for all, whatever the tags."""
    confirmed, emptied, *_ = yaml.safe_load((ROLES / "decommission/tasks/main.yml").read_text(encoding="utf-8"))
    assert "ansible.builtin.assert" in confirmed
    assert emptied["ansible.builtin.import_tasks"] == "emptied.yml"
    gate, beegfs, ends, moves = yaml.safe_load((ROLES / "decommission/tasks/emptied.yml").read_text(encoding="utf-8"))
    assert {"ansible.builtin.assert"} <= gate.keys() & beegfs.keys() & ends.keys()
    assert moves["ansible.builtin.include_role"]["tasks_from"] == "ceph_leave.yml"
    first, second = yaml.safe_load((ROOT / "playbooks/decommission.yml").read_text(encoding="utf-8"))
    assert second["pre_tasks"][0]["ansible.builtin.import_role"]["name"] == "clustergen.cluster.drain"
    assert first["any_errors_fatal"] is True
    assert [task["tags"] for task in first["tasks"]] == [["always"], ["always"]]
    role = {"name": "clustergen.cluster.decommission", "tasks_from": "emptied.yml"}
    assert first["tasks"][1]["ansible.builtin.import_role"] == role
    assert "pre_tasks" not in first


def test_a_host_that_keeps_targets_is_refused_before_any_is_drained(servers: dict[str, Facts], tmp_path: Path) -> None:
    """The playbook itself, for a host that serves Lustre and one that does not: it ends for both before the play that drains."""
    local = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable}
    hosts = {name: {**local, **servers[name]} for name in ("storage1", "gpu01")}
    (tmp_path / "hosts.yml").write_text(json.dumps({"all": {"children": {"managed": {"hosts": hosts}}}}))
    for tags in ("all", "drain"):
        where = ("-i", tmp_path / "hosts.yml", "--check", "--limit", "storage1,gpu01", "--tags", tags)
        book = ROOT / "playbooks/decommission.yml"
        done = ansible_playbook(*where, book, "-e", "decommission_sure=storage1,gpu01")
        assert done.returncode == 2, done.stdout + done.stderr
        assert "-e decommission_emptied=storage1" in done.stdout
        assert "Remove hosts from the cluster" not in done.stdout


def test_no_device_is_two_targets(servers: dict[str, Facts], tmp_path: Path) -> None:
    """As many devices as targets, whatever their order."""
    gate = task("storage", "lustre.yml", "Require a device of its own for each target")
    one, two = (each["name"] for name in ("storage1", "storage2") for each in targets(servers[name])[:1])
    given = {
        "none": {},
        "alike": {one: "/dev/disk/by-id/a", two: "/dev/disk/by-id/a"},
        "apart": {one: "/dev/disk/by-id/a", two: "/dev/disk/by-id/b"},
    }
    hosts = {name: {"storage_lustre_devices": devices} for name, devices in given.items()}
    found = refused(tmp_path, [gate], hosts)
    assert found.keys() == {"alike"}
    assert "has one device for several targets" in found["alike"]


def test_a_missing_target_is_formatted_for_its_file_system_alone(servers: dict[str, Facts], tmp_path: Path) -> None:
    """A drive that is gone looks as one that is new: without the name of the file system nothing is formatted."""
    gate = task("storage", "lustre.yml", "Require the targets, or leave to format them")
    facts = servers["storage1"]
    missing, name = targets(facts)[-1]["name"], facts["cluster_storage_lustre"]["fsname"]
    words = {"silent": ("", [missing]), "other": ("scratch", [missing]), "named": (name, [missing]), "whole": ("", [])}
    hosts = {
        host: facts | {"storage_format_lustre": word, "storage_missing": lost} for host, (word, lost) in words.items()
    }
    found = refused(tmp_path, [gate], hosts)
    assert found.keys() == {"silent", "other"}
    assert f"has no device for {missing}: " in found["silent"]
    assert f"-e storage_format_lustre={name}" in found["silent"]


def test_an_upgrade_is_over_when_targets_run_again(servers: dict[str, Facts], tmp_path: Path) -> None:
    """Those that a host usually serves are asked for; one that starts at boot and does not run is named, one that it does not start is not."""
    asked = task("upgrade", "verify.yml", "Query what is running")["clustergen.cluster.unit_states"]["units"]
    units = [each["unit"] for each in targets(servers["storage1"])]
    known = {"name": "Ask", "ansible.builtin.set_fact": {"asked": asked}}
    wanted = {
        "name": "Compare",
        "ansible.builtin.assert": {
            "that": ["units | difference(asked) | length == 0", "asked | length > units | length"]
        },
    }
    gate = task("upgrade", "verify.yml", "Start everything that starts at boot")
    down, left = units[0], units[-1]
    assert down != left
    states = {unit: {"file": "enabled"} for unit in units} | {left: {"file": "disabled"}}
    facts = servers["storage1"] | {"units": units}
    hosts = {
        "sound": facts | {"upgrade_asked": {"units": states, "to_start": []}},
        "broken": facts | {"upgrade_asked": {"units": states, "to_start": [down, left]}},
    }
    found = refused(tmp_path, [known, wanted, gate], hosts)
    assert found.keys() == {"broken"}, found
    told = json.loads(found["broken"])["msg"]
    assert f"do not run: {down}; see" in told
