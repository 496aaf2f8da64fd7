"""A run over many hosts that are as planned, with local connections: the modules' answers are canned, so that the controller's own work is measured.

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
_ANSWERS = {
    "rendered_files": {"changed": False, "changed_paths": [], "replaced_paths": [], "to_apply": []},
    "packages_missing": {"changed": False, "missing": []},
    "unit_states": {"changed": False, "units": {}, **_LISTS},
    "host_live": {"changed": False, "up": True, "due": [], "name": "NAME", "settings": [], "firewall": False, "addresses": {}},
}  # fmt: skip


def tree_of(count: int, folder: Path) -> Path:
    """Render a cluster of so many compute hosts."""
    spec = cluster(count, count, storage=8, login=2)
    folder.mkdir(parents=True, exist_ok=True)
    write_tree(render_tree(plan_data(spec, folder), TEMPLATES), folder / "build")
    return folder / "build"


def unchanged(tree: Path, scratch: Path, forks: int) -> Play:
    """Run the stage `hosts` on every compute host."""
    notes, stand_in = scratch / "notes", scratch / "stand-in"
    places = scratch / "hosts"
    places.mkdir()
    stand_in.write_text(_program(), encoding="utf-8")
    stand_in.chmod(0o755)
    names = [path.stem for path in (tree / "ansible" / "inventory" / "host_vars").glob("*.yml")]
    for name in names:
        (places / name).symlink_to(stand_in)
    local = {"ansible_connection": "local", "ansible_become": False}
    local["ansible_python_interpreter"] = f"{places}/{{{{ inventory_hostname }}}}"
    command = [
        *(str(Path(sys.executable).parent / "ansible-playbook"), "-i", str(tree / "ansible" / "inventory")),
        *(str(tree / "ansible" / "playbooks" / "site.yml"), "--tags", "hosts", "--limit", "role_compute"),
        *("-e", json.dumps(local)),
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


def _program() -> str:
    """Return the stand-in: the module's name is in its text, the host's in the name that the program is called by."""
    cases = "\n".join(f"*{name}*) said='{json.dumps(answer)}' ;;" for name, answer in _ANSWERS.items())
    return f"""#!/bin/sh
module=$(grep -ao '"_ansible_module_name": "[a-z_]*"')
case $module in
{cases}
*) said='{{"failed": true, "msg": "no answer stands ready"}}' ;;
esac
printf '%s\\n' "$said" | sed "s/NAME/${{0##*/}}/"
"""
