"""The site's own with the real Ansible: its variables, roles, files and hooks, whatever the folder, the inventories and their order."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli.main import main
from generator.render.stages import stages
from tests.conftest import ROOT, example
from tests.twin.ssh_hosts import require

FACTS = "{{ site_banner }}|{{ site_mark | default('-') }}|{{ lookup('ansible.builtin.file', 'note.txt') }}|{{ cluster_tree | realpath }}"
PROBE = f"""---
- name: Show what the site has
  hosts: "managed:&{{{{ stage_hosts | default('all') }}}}"
  gather_facts: false
  roles: [banner]
  tasks:
    - name: Show it
      ansible.builtin.debug:
        msg: "{FACTS}"
      tags: [site_probe]
"""
SITE = {
    "group_vars/all.yml": "---\nsite_banner: ours\n",
    "host_vars/gpu1.yml": "---\nsite_mark: one\n",
    "roles/banner/tasks/main.yml": "---\n- name: Show the banner\n  ansible.builtin.debug: {msg: of a role}\n  tags: [site_probe]\n",
    "files/note.txt": "a note",
    "hosts.yml": "lobby: {hosts: {door1: {site_mark: door}}}\n",
    **{f"hooks/{stage}-before.yml": PROBE for stage in stages()},
}


def _device(name: str, role: str, address: str) -> dict[str, object]:
    """Return the variables of a device as nb_inventory has them."""
    slug = role.lower()
    return {
        "ansible_host": address,
        "primary_ip4": address,
        "device_roles": [slug],
        "device_types": ["server"],
        "manufacturers": ["acme"],
        "racks": ["A7"],
        "sites": ["atlas"],
        "site": "atlas",
        "role": slug,
        "status": {"label": "Active", "value": "active"},
        "tags": [],
        "services": [],
        "interfaces": [{"name": "eth0", "mac_address": "02:00:00:00:00:01", "mtu": 1500}],
        "config_context": [{"ntp": ["192.0.2.123"]}],
        "custom_fields": {"owner": name},
        "is_virtual": False,
    }


NETBOX = {
    "_meta": {
        "hostvars": {
            "gpu1": _device("gpu1", "GPU", "192.0.2.1"),
            "gpu2": _device("gpu2", "GPU", "192.0.2.2") | {"rack": "A7", "serial_number": "of NetBox"},
            "compute-leaf1": _device("compute-leaf1", "Leaf", "192.0.2.3"),
            "door2": _device("door2", "Door", "192.0.2.4"),
        }
    },
    "all": {"children": ["ungrouped", "device_roles_gpu", "device_roles_leaf", "racks_A7", "sites_atlas", "tags_managed_by_us"]},
    "device_roles_gpu": {"hosts": ["gpu1", "gpu2"]},
    "device_roles_leaf": {"hosts": ["compute-leaf1"]},
    "racks_A7": {"hosts": ["gpu1", "gpu2", "door2"]},
    "sites_atlas": {"hosts": ["gpu1", "gpu2", "door2", "compute-leaf1"], "vars": {"site_of": "NetBox"}},
    "tags_managed_by_us": {"hosts": ["door2"]},
}  # fmt: skip
"""What `ansible-inventory -i nb_inventory.yml --list` prints of netbox.netbox: devices by role, rack, site and tag under names of its own, with NetBox's facts."""


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site's repository: the spec, what is the site's own, its NetBox inventory, and the tree in a folder."""
    home = tmp_path_factory.mktemp("repository")
    for path, text in SITE.items():
        file = home / "site" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (home / "netbox").mkdir()
    script = home / "netbox" / "devices"
    script.write_text(f"#!/bin/sh\ncat <<'END'\n{json.dumps(NETBOX)}\nEND\n")
    script.chmod(0o755)
    shutil.copy(example("small-4-hosts"), home / "cluster.yaml")
    made = CliRunner().invoke(main, ["--quiet", "render", str(home / "cluster.yaml"), "-o", str(home / "build")])
    assert made.exit_code == 0, made.output
    return home


def run(*command: str | Path, cwd: Path, **more: str) -> str:
    """Run a program of Ansible's and return what it prints."""
    environment = {**os.environ, "ANSIBLE_NOCOLOR": "1", "NO_COLOR": "1", **more}
    said = subprocess.run(
        [*map(str, command)], cwd=cwd, check=False, capture_output=True, text=True, timeout=300, env=environment
    )
    assert said.returncode == 0, said.stdout + said.stderr
    assert "could not be parsed" not in said.stderr.lower()
    assert "unable to parse" not in said.stderr.lower()
    return said.stdout


def listed(program: Callable[[str], str], repository: Path, *inventories: str) -> dict[str, dict[str, object]]:
    sources = [word for inventory in inventories for word in ("-i", inventory)]
    found = run(program("ansible-inventory"), *sources, "--list", cwd=repository, ANSIBLE_CONFIG="build/ansible.cfg")
    inventory: dict[str, dict[str, object]] = json.loads(found)
    return inventory


def probed(program: Callable[[str], str], stage: str, inventories: list[str], cwd: Path, **more: str) -> list[str]:
    """Run the hooks alone, in a stage's own playbook, and return the messages of gpu1."""
    sources = [word for inventory in inventories for word in ("-i", inventory)]
    book = f"{'' if cwd.name == 'build' else 'build/'}ansible/playbooks/{stage}.yml"
    said = run(
        program("ansible-playbook"),
        *sources,
        book,
        "-c",
        "local",
        "--limit",
        "gpu1",
        "--tags",
        "site_probe",
        "--skip-tags",
        "always",  # arguments of roles whose plays do not run
        cwd=cwd,
        **more,
    )
    return re.findall(r'"?msg"?: "?([^"\n]+)', said)


@pytest.mark.parametrize("order", [("site", "build/ansible/inventory"), ("build/ansible/inventory", "site")])
def test_inventories_merge_in_either_order(
    order: tuple[str, str], repository: Path, program: Callable[[str], str]
) -> None:
    """Hosts of both are there, and its other folders are taken for no inventory; its variables reach our hosts."""
    found = listed(program, repository, *order)
    assert found["lobby"]["hosts"] == ["door1"]
    assert "gpu1" in found["gpu"]["hosts"]  # type: ignore[operator]
    assert found["_meta"]["hostvars"]["gpu1"]["site_banner"] == "ours"  # type: ignore[index]


def test_netbox_merges(repository: Path, program: Callable[[str], str]) -> None:
    """Its groups and facts stand beside ours; every variable that ours states is ours when it comes last, and no group of ours has another host."""
    ours = listed(program, repository, "build/ansible/inventory")
    found = listed(program, repository, "netbox", "site", "build/ansible/inventory")
    facts, stated = (each["_meta"]["hostvars"] for each in (found, ours))
    assert found["device_roles_gpu"]["hosts"] == ["gpu1", "gpu2"]
    assert facts["gpu1"]["custom_fields"] == {"owner": "gpu1"}  # type: ignore[index]
    for host, variables in stated.items():  # type: ignore[attr-defined]
        assert {name: facts[host][name] for name in variables} == variables, host  # type: ignore[index]
    for group in ours.keys() - {"_meta", "all"}:
        assert found[group] == ours[group], group


def test_playbooks_touch_the_hosts_of_the_plan(repository: Path, program: Callable[[str], str]) -> None:
    """Play by play, whatever devices and groups NetBox and the site have."""
    asked = ("build/ansible/playbooks/site.yml", "--list-hosts")
    found = {}
    for inventories in ((), ("netbox", "site")):
        sources = [word for inventory in (*inventories, "build/ansible/inventory") for word in ("-i", inventory)]
        said = run(program("ansible-playbook"), *sources, *asked, cwd=repository, ANSIBLE_CONFIG="build/ansible.cfg")
        plays = re.sub(r"TAGS: .*", "", said).split("\n\n")
        found[inventories] = [sorted(play.splitlines()) for play in plays]
    alone, merged = found.values()
    assert merged == alone
    named = {line.strip() for play in merged for line in play}
    assert {"gpu1", "compute-leaf1"} <= named
    assert not {"door1", "door2"} & named


def test_every_stage_runs_its_hook(repository: Path, program: Callable[[str], str]) -> None:
    """With the site's role, variables and file; another inventory names the hosts first, and the tree is found all the same. A cluster without TLS has no stage of certificates."""
    order = ["netbox", "build/ansible/inventory"]
    said = probed(program, "site", order, repository, ANSIBLE_CONFIG="build/ansible.cfg")
    run_here = [stage for stage in stages() if stage != "certificates"]
    assert said == ["of a role", f"ours|one|a note|{(repository / 'build').resolve()}"] * len(run_here)


def test_the_tree_is_a_project(repository: Path, program: Callable[[str], str], tmp_path: Path) -> None:
    """As AWX runs it: from the tree's own folder, by its ansible.cfg, with an inventory that comes from a database."""
    exported = run(
        program("ansible-inventory"), "-i", repository / "build/ansible/inventory", "--list", "--export", cwd=tmp_path
    )
    script = tmp_path / "awx"
    script.write_text(f"#!/bin/sh\ncat <<'END'\n{exported}\nEND\n")
    script.chmod(0o755)
    tree = repository / "build"
    assert probed(program, "hosts", [str(script)], tree)[-1] == f"ours|one|a note|{tree.resolve()}"


def test_a_folder_of_inventories_runs_from_the_top(
    repository: Path, program: Callable[[str], str], tmp_path: Path
) -> None:
    """As inventories/README.md has it: `inventories/<site>/` of a checkout, with the commands of that page."""
    folder = tmp_path / "inventories" / "atlas"
    folder.parent.mkdir()
    shutil.copytree(repository, folder, ignore=shutil.ignore_patterns("build"))
    page = (ROOT / "inventories" / "README.md").read_text(encoding="utf-8")
    render, setting, play = re.findall(r"^(?:clustergen render|export|ansible-playbook) .*", page, re.MULTILINE)
    where = dict([setting.removeprefix("export ").split("=", 1)])
    words = [word.replace(str(Path("inventories")), str(tmp_path / "inventories"), 1) for word in render.split()[1:]]
    made = CliRunner().invoke(main, ["--quiet", *words])
    assert made.exit_code == 0, made.output
    book = next(word for word in play.split() if word.endswith("/site.yml"))
    only = ("--limit", "gpu1", "-c", "local", "--tags", "site_probe", "--skip-tags", "always")
    assert "ours|one|a note" in run(program("ansible-playbook"), book, *only, cwd=tmp_path, **where)


def test_a_named_tree_is_taken(repository: Path, program: Callable[[str], str], tmp_path: Path) -> None:
    """`-e cluster_tree=...` comes before whatever is found."""
    command = (program("ansible"), "-i", repository / "build/ansible/inventory", "gpu1", "-c", "local")
    show = ("-m", "ansible.builtin.debug", "-a", "msg={{ cluster_host_files[0] }}")
    assert f"{repository}/build/ansible/inventory/../../host_groups/gpu" in run(*command, *show, cwd=tmp_path)
    assert '"/srv/tree/host_groups/gpu"' in run(*command, *show, "-e", "cluster_tree=/srv/tree", cwd=tmp_path)


def test_the_example_is_good_ansible(program: Callable[[str], str], tmp_path: Path) -> None:
    """ansible-lint at its strictest, and the syntax of the stages that import its hooks."""
    shutil.copytree(ROOT / "examples" / "site", tmp_path / "site")
    shutil.copy(example("small-4-hosts"), tmp_path / "cluster.yaml")
    tree = tmp_path / "build"
    assert (
        CliRunner().invoke(main, ["--quiet", "render", str(tmp_path / "cluster.yaml"), "-o", str(tree)]).exit_code == 0
    )
    books = tree / "ansible" / "playbooks"
    lint = [program("ansible-lint"), "--offline", "--profile", "production"]
    run(*lint, books / "hosts-after.yml", books / "verify-before.yml", "roles/site_banner", cwd=tree / "ansible")
    for stage in ("hosts", "verify"):
        listed = run(program("ansible-playbook"), f"ansible/playbooks/{stage}.yml", "--list-tasks", cwd=tree)
        assert "the site wants on every host" in listed


def test_fresh_hosts_are_there_for_a_role_of_the_site(
    repository: Path, program: Callable[[str], str], tmp_path: Path
) -> None:
    """`python -m tests.twin.hosts`: the command has the hosts by the tree's inventory, its end is that of the command, and none is booted whom the tree does not have."""
    require(program)
    play = tmp_path / "mine.yml"
    play.write_text(
        "- hosts: gpu\n  gather_facts: false\n  tasks:\n"
        "  - ansible.builtin.copy: {dest: /etc/mine, content: 'of {{ cluster_rack }}', mode: '0644'}\n"
        "  - ansible.builtin.slurp: {src: /etc/mine}\n    register: read\n"
        '  - ansible.builtin.debug: {msg: "{{ inventory_hostname }} is {{ read.content | b64decode }}"}\n',
        encoding="utf-8",
    )
    bed = [sys.executable, "-m", "tests.twin.hosts", str(repository / "build")]
    mine = ["ansible-playbook", "-i", str(repository / "build/ansible/inventory"), "--limit", "gpu1", str(play)]
    done = subprocess.run([*bed, "gpu1", "--", *mine], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"gpu1 is of [A-Z][0-9]+", done.stdout)
    failing = subprocess.run([*bed, "gpu1", "--", "false"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert failing.returncode == 1
    unknown = subprocess.run([*bed, "gpu77", "--", "true"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (unknown.returncode, "has no host gpu77" in unknown.stderr) == (2, True)
