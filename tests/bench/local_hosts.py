"""Runs over many hosts with local connections: the modules' answers are canned, so that the controller's own work is measured.

What stands for a host is a program in the place of its Python: it takes the module that the controller sends, and prints that module's answer.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.ssh_play import Play, read_play

_CALLBACKS = Path(__file__).parents[1] / "twin" / "callbacks"
_LISTS: dict[str, list[str]] = {key: [] for key in ("missing", "to_enable", "to_start", "to_stop")}
_ADDRESS = "192.0.2.9"
"""By which a fresh host is reached, on a port that its installer called so."""
_UNITS = ["chrony.service", "clustergen-firewall.service"]
Answers = dict[str, dict[str, object]]
"""What modules answer, by a pattern of sh over the module's name and those of its arguments that `_MARKS` has, the first one that fits."""
_MARKS = r'"_ansible_module_name": "[a-z_.]*"|"set": "users"|clustergen/up'
_OF_ALL: Answers = {
    "rendered_files*users*|*users*rendered_files": {"changed": False, "changed_paths": [], "replaced_paths": [], "to_apply": []},
}  # fmt: skip
UNCHANGED: Answers = {
    **_OF_ALL,
    "clustergen/up": {"changed": False, "rc": 0, "stdout": "up", "stderr": ""},
    "rendered_files": {"changed": False, "changed_paths": [], "replaced_paths": [], "to_apply": []},
    "packages_missing": {"changed": False, "missing": []},
    "unit_states": {"changed": False, "units": {}, **_LISTS},
    "host_live": {"changed": False, "up": True, "due": [], "name": "NAME", "settings": [], "firewall": False, "addresses": {}},
    "command": {"changed": False, "rc": 0, "stdout": "", "stderr": ""},
}  # fmt: skip
"""Of a host that is as planned."""


def fresh(paths: list[str]) -> Answers:
    """Return the answers of a fresh host, for which each of the plan's files is new. It asks for a boot, which a run with local connections cannot make."""
    placed = {"changed": True, "changed_paths": paths, "replaced_paths": [], "to_apply": paths}
    return {
        **_OF_ALL,
        "rendered_files": placed,
        "packages_missing": {"changed": False, "missing": ["chrony", "nftables"]},
        "unit_states": {"changed": True, "units": {}, **_LISTS, "to_enable": _UNITS, "to_start": _UNITS},
        "host_live": {"changed": True, "up": False, "due": [], "name": "debian", "settings": ["vm.swappiness"], "firewall": True, "addresses": {"eno1": [_ADDRESS]}},
        "file_effects": {"changed": True, "ran": ["update-initramfs -u"]},
        "apt": {"changed": True, "stdout": "", "stderr": ""},
        "hostname": {"changed": True, "name": "NAME"},
        "stat": {"changed": False, "stat": {"exists": False}},
        "copy": {"changed": True},
        "command": {"changed": False, "rc": 0, "stdout": "", "stderr": ""},
    }  # fmt: skip


def tree_of(count: int, folder: Path) -> Path:
    """Render a cluster of so many compute hosts."""
    spec = cluster(count, count, storage=8, login=2)
    folder.mkdir(parents=True, exist_ok=True)
    write_tree(render_tree(plan_data(spec, folder), TEMPLATES), folder / "build")
    return folder / "build"


def files_of(tree: Path, host: str, group: str) -> list[str]:
    """Return the absolute paths of the files that a host of a group gets."""
    folders = (tree / "host_groups" / group, tree / "hosts" / host)
    return sorted(f"/{path.relative_to(folder)}" for folder in folders for path in folder.rglob("*") if path.is_file())


def run_stage(tree: Path, scratch: Path, forks: int, answers: Answers) -> Play:
    """Run the stage `hosts` on every compute host; returns what it took, or fails where the stage does."""
    scratch.mkdir()
    notes, stand_in = scratch / "notes", scratch / "stand-in"
    places = scratch / "hosts"
    places.mkdir()
    stand_in.write_text(_program(answers), encoding="utf-8")
    stand_in.chmod(0o755)
    names = [path.stem for path in (tree / "ansible" / "inventory" / "host_vars").glob("*.yml")]
    for name in names:
        (places / name).symlink_to(stand_in)
    local = {"ansible_connection": "local", "ansible_become": False, "ansible_host": _ADDRESS}
    local["ansible_python_interpreter"] = f"{places}/{{{{ inventory_hostname }}}}"
    command = [
        *(str(Path(sys.executable).parent / "ansible-playbook"), "-i", str(tree / "ansible" / "inventory")),
        *(str(tree / "ansible" / "playbooks" / "site.yml"), "--tags", "hosts", "--limit", "role_compute"),
        *("-e", json.dumps({**local, "hosts_may_reboot": "never"})),
    ]
    variables = {
        **os.environ,
        "HOME": str(scratch),
        "ANSIBLE_CONFIG": str(tree / "ansible" / "ansible.cfg"),
        "ANSIBLE_FORKS": str(forks),
        # ansible.cfg has it for SSH alone
        "ANSIBLE_PIPELINING": "1",
        "ANSIBLE_CALLBACK_PLUGINS": str(_CALLBACKS),
        "ANSIBLE_CALLBACKS_ENABLED": "noted",
        "CLUSTERGEN_NOTED": str(notes),
    }
    start = time.monotonic()
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    return read_play(notes, done.returncode, done.stdout, done.stderr, time.monotonic() - start).must()


def _program(answers: Answers) -> str:
    """Return the stand-in: the module's name is in its text, the host's in the name that the program is called by."""
    cases = "\n".join(f"*{name}*) said='{json.dumps(answer)}' ;;" for name, answer in answers.items())
    return f"""#!/bin/sh
asked=$(grep -aoE '{_MARKS}')
case $asked in
{cases}
*) said='{{"failed": true, "msg": "no answer stands ready"}}' ;;
esac
printf '%s\\n' "$said" | sed "s/NAME/${{0##*/}}/"
"""
