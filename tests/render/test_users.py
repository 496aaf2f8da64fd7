"""Accounts: on which hosts, with which files, and that nobody's change when others come and go."""

import copy
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from tests.conftest import tree_of
from tests.host_files import host_paths, host_text
from tests.lasting import lasting
from tests.specs import cluster, plan_data, shuffled

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKzKh8mvjJrzo/2HuOwhFiqhsCTDXFGWjzYdUL1/vfM9"
USERS: dict[str, Any] = {
    "groups": {"ops": 3000},
    "accounts": {
        "ada": {"uid": 2001, "keys": [KEY + " ada@desk"], "sudo": True, "groups": ["ops"], "who": "Ada L"},
        "bob": {"uid": 2002, "keys": [KEY + " bob@desk"], "hosts": ["login"]},
        "eve": {"uid": 2003, "state": "absent"},
    },
}


def _tree(folder: Path, users: dict[str, Any], **counts: int) -> dict[str, str]:
    return tree_of(plan_data(cluster(**counts) | {"users": users}, folder))


def test_files_of_accounts(tmp_path: Path, program: Callable[[str], str]) -> None:
    """Keys for each account of the host, one rule for sshd, and sudo's, which visudo reads."""
    tree = _tree(tmp_path, USERS)
    assert "etc/ssh/authorized_keys.d/bob" not in host_paths(tree, "gpu01")
    assert host_paths(tree, "login1")["etc/ssh/authorized_keys.d/bob"].splitlines()[1:] == [KEY + " bob@desk"]
    assert host_paths(tree, "login1")["etc/ssh/sshd_config.d/20-clustergen-users.conf"].splitlines()[1::2] == [
        "DenyUsers eve", "Match User ada,bob",
    ]  # fmt: skip
    rules = tmp_path / "sudoers"
    rules.write_text(host_text(tree, "gpu01", "etc/sudoers.d/clustergen"), encoding="utf-8")
    assert (
        "parsed OK"
        in subprocess.run(
            [program("visudo"), "--check", "--file", rules], capture_output=True, text=True, check=True
        ).stdout
    )
    rules.write_text("ada ALL=(ALL:ALL NOPASSWD: ALL\n", encoding="utf-8")
    assert subprocess.run([program("visudo"), "--check", "--file", rules], capture_output=True, check=False).returncode


def test_only_those_of_stated_groups_come_in(tmp_path: Path) -> None:
    """Who looks after a host keeps the way in; other groups of hosts let in whoever has an account."""
    tree = _tree(tmp_path, USERS | {"ssh_groups": {"control": ["ops"], "storage": []}})
    path = "etc/ssh/sshd_config.d/20-clustergen-users.conf"
    said = {name: host_text(tree, name, path) for name in ("control1", "storage1", "login1")}
    assert "\nAllowGroups root sudo ada ops\n" in said["control1"]
    assert "\nAllowGroups root sudo ada\n" in said["storage1"]
    assert "AllowGroups" not in said["login1"]


def test_the_inventory_names_accounts(tmp_path: Path) -> None:
    """By group of hosts; homes are made where they do not come with a mount."""
    tree = _tree(tmp_path, USERS)
    facts = {name: yaml.safe_load(tree[f"ansible/inventory/group_vars/{name}.yml"]) for name in ("gpu", "storage")}
    assert [each["name"] for each in facts["gpu"]["cluster_users_accounts"]] == ["ada"]
    assert (facts["gpu"]["cluster_users_makes_homes"], facts["storage"]["cluster_users_makes_homes"]) == (False, True)
    assert facts["gpu"]["cluster_users_absent"] == ["eve"]


def test_a_cluster_without_users_has_none_of_it(tmp_path: Path) -> None:
    """Neither files nor variables nor sections."""
    tree = _tree(tmp_path, {})
    assert not [path for path in tree if "20-clustergen-users" in path or "authorized_keys.d" in path]
    assert "users_" not in tree["ansible/inventory/group_vars/gpu.yml"]
    assert '"accounts"' not in lasting(tree["plan.json"])


def test_growth_and_newcomers_change_nobodys_files(tmp_path: Path) -> None:
    """Another host changes no file of the others; another account changes lines of nobody else."""
    small, large = (_tree(tmp_path, USERS, gpu=count) for count in (2, 9))
    mine = [
        path
        for path in small
        if path.startswith(("hosts/gpu01/", "hosts/login1/", "host_groups/", "ansible/inventory/group_vars/"))
    ]
    assert [path for path in mine if small[path] != large[path]] == []
    more = copy.deepcopy(USERS)
    more["accounts"]["aaron"] = {"uid": 2010, "keys": [KEY]}
    gained = _tree(tmp_path, more)
    ada = "host_groups/gpu/etc/ssh/authorized_keys.d/ada"
    assert gained[ada] == small[ada]
    rows = [row for row in lasting(small["plan.json"]).splitlines() if '"name": "ada"' in row]
    assert rows
    assert set(rows) <= set(gained["plan.json"].splitlines())


def test_order_means_nothing(tmp_path: Path) -> None:
    """The spec's keys in another order give the same tree."""
    spec = cluster() | {"users": USERS}
    assert tree_of(plan_data(spec, tmp_path)) == tree_of(plan_data(shuffled(spec, random.Random(5)), tmp_path))
