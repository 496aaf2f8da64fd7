"""The Ansible tree as its readers take it: ansible-lint's strictest profile, every playbook's syntax, every group, from any working directory."""

import json
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from tests.conftest import ROOT
from tests.role_pages import pages

BOOKS = sorted(path.stem for path in (ROOT / "playbooks").glob("*.yml"))
ROLES = sorted(path.name for path in (ROOT / "playbooks" / "roles").iterdir() if path.is_dir())


def run(*command: str, cwd: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a program of Ansible's, without colours."""
    environment = {**os.environ, "NO_COLOR": "1", "ANSIBLE_NOCOLOR": "1", **more}
    return subprocess.run(command, cwd=cwd, check=False, capture_output=True, text=True, timeout=600, env=environment)


@pytest.mark.parametrize(("example", "parts"), [("roce-16", ()), ("ib-256", ("inventory",))])
def test_lint_at_its_strictest(
    example: str,
    parts: tuple[str, ...],
    rendered: Callable[[str], Path],
    program: Callable[[str], str],
    proven: Callable[[str, str], None],
) -> None:
    """The whole folder, inventory included, offline; of a second tree what differs, as playbooks are the same in all."""
    command = [program("ansible-lint"), "--offline", "--profile", "production", *parts]
    said = run(*command, cwd=rendered(example) / "ansible")
    assert said.returncode == 0, said.stdout + said.stderr
    assert "0 failure(s), 0 warning(s)" in said.stdout + said.stderr, said.stdout
    files = re.search(r"in (\d+) files", said.stderr + said.stdout)
    proven("ansible-lint, production", f"{example}: {files[1] if files else '?'} files")


def test_lint_bites(rendered: Callable[[str], Path], program: Callable[[str], str], tmp_path: Path) -> None:
    """A task without a name and a file without a mode are seen."""
    role = tmp_path / "roles" / "bad" / "tasks"
    role.mkdir(parents=True)
    (role / "main.yml").write_text("---\n- copy:\n    content: x\n    dest: /tmp/x\n", encoding="utf-8")
    (tmp_path / "ansible.cfg").write_text(
        (rendered("roce-256") / "ansible" / "ansible.cfg").read_text(), encoding="utf-8"
    )
    said = run(program("ansible-lint"), "--offline", "--profile", "production", cwd=tmp_path)
    assert said.returncode != 0
    assert "name[missing]" in said.stdout + said.stderr


def test_syntax_from_anywhere(rendered: Callable[[str], Path], program: Callable[[str], str], tmp_path: Path) -> None:
    """The command of the documents, for every playbook, from a folder that knows nothing of the tree: roles are found without a configuration."""
    ansible = rendered("roce-256") / "ansible"
    books = [str(ansible / "playbooks" / f"{book}.yml") for book in BOOKS]
    command = (program("ansible-playbook"), "-i", str(ansible / "inventory"), "--syntax-check", *books)
    said = run(*command, cwd=tmp_path)
    assert said.returncode == 0, said.stderr
    assert re.findall(r"^playbook: (.+)$", said.stdout, re.MULTILINE) == books


def test_site_has_every_stage(rendered: Callable[[str], Path], program: Callable[[str], str], tmp_path: Path) -> None:
    """In order, and each reaches whom it is for."""
    tree = rendered("roce-256")
    book = str(tree / "ansible" / "playbooks" / "site.yml")
    said = run(
        program("ansible-playbook"), "-i", str(tree / "ansible" / "inventory"), book, "--list-hosts", cwd=tmp_path
    )
    plays = re.findall(r"play #\d+ \((.*?)\).*\n\s+pattern: .*\n\s+hosts \((\d+)\)", said.stdout)
    counts = {pattern: int(count) for pattern, count in plays}
    assert counts["managed:&all"] == 45
    assert counts["role_control:&all"] == 3
    # A run sorts hosts into these two groups before the first such play
    sorted_ones = {pattern for pattern in counts if pattern.startswith("waves_fresh:waves_in_use:&")}
    assert {pattern.split("&")[1].strip(":!") for pattern in sorted_ones} >= {
        "managed",
        "gpus",
        "role_storage",
        "slurm_controller",
    }


def test_every_role_says_what_it_takes() -> None:
    """Roles that take variables have an argument spec; every role has its licence and platforms."""
    for role in ROLES:
        folder = ROOT / "playbooks" / "roles" / role
        meta = yaml.safe_load((folder / "meta" / "main.yml").read_text(encoding="utf-8"))["galaxy_info"]
        assert meta["license"] == "Apache-2.0", role
        assert meta["platforms"], role
        assert (folder / "meta" / "argument_specs.yml").exists(), role
    for path in sorted((ROOT / "playbooks").rglob("*.yml")):
        for role, entry in re.findall(
            r"name: clustergen\.cluster\.(\w+)(?:,|\n(?:\s+apply: .*\n)?)\s+tasks_from: (\w+)",
            path.read_text(encoding="utf-8"),
        ):
            specs = (ROOT / "playbooks" / "roles" / role / "meta" / "argument_specs.yml").read_text(encoding="utf-8")
            assert entry in yaml.safe_load(specs)["argument_specs"], f"{path}: {role} has no argument spec for {entry}"
    for path, text in pages():
        assert path.read_text(encoding="utf-8") == text, f"{path}: make generated"


def test_names_are_whole() -> None:
    """No role by its path, none by a name that a site's own may have."""
    for path in (ROOT / "playbooks").rglob("*.yml"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\.\./roles|role_path|noqa", text), path
        for keyword, name in re.findall(r"(import_role|include_role):(?: \{|\n\s+)name: ([^\s,]+)", text):
            assert name.startswith("clustergen.cluster."), (path, keyword, name)


def test_a_built_collection_runs_without_a_tree(program: Callable[[str], str], tmp_path: Path) -> None:
    """Installed from its tarball into an empty folder: a role is found by its full name, and holds its variables to its argument spec."""
    tarball = collection(tmp_path)
    where = {"ANSIBLE_COLLECTIONS_PATH": str(tmp_path / "there"), "HOME": str(tmp_path)}
    galaxy = (program("ansible-galaxy"), "collection", "install", "--offline", "-p", str(tmp_path / "there"))
    installed = run(*galaxy, str(tarball), cwd=tmp_path, **where)
    assert installed.returncode == 0, installed.stdout + installed.stderr
    task = {
        "name": "Write a file",
        "ansible.builtin.include_role": {"name": "clustergen.cluster.report", "tasks_from": "place"},
    }
    play = [{"name": "Use it", "hosts": "localhost", "gather_facts": False, "tasks": [task]}]
    (tmp_path / "play.yml").write_text(yaml.safe_dump(play), encoding="utf-8")
    given = {"report_folder": str(tmp_path / "out"), "ansible_python_interpreter": sys.executable}
    command = (program("ansible-playbook"), "-i", "localhost,", "-c", "local", "play.yml", "-e", json.dumps(given))
    refused = run(*command, cwd=tmp_path, **where)
    assert refused.returncode != 0
    assert "missing required arguments: report_files" in refused.stdout + refused.stderr
    done = run(*command, "-e", '{"report_files": {"a.md": "text"}}', cwd=tmp_path, **where)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "out" / "a.md").read_text(encoding="utf-8") == "text"
    documented = run(program("ansible-doc"), "-t", "module", "clustergen.cluster.rendered_files", cwd=tmp_path, **where)
    assert "MODULE clustergen.cluster.rendered_files" in documented.stdout, documented.stderr


def test_a_built_collection_names_no_repository_but_its_publisher_s(
    program: Callable[[str], str], tmp_path: Path
) -> None:
    program("ansible-galaxy")
    theirs = "https://git.example.net/clustergen.git"
    for given, said in (((), None), ((f"REPOSITORY={theirs}",), theirs)):
        with tarfile.open(collection(tmp_path, *given)) as built:
            manifest = built.extractfile("MANIFEST.json")
            assert manifest
            assert json.load(manifest)["collection_info"]["repository"] == said


def collection(dist: Path, *given: str) -> Path:
    """Build the collection into a folder."""
    built = run("make", "-o", "setup", "collection", f"DIST={dist}", *given, cwd=ROOT)
    assert built.returncode == 0, built.stdout + built.stderr
    (tarball,) = dist.glob("*.tar.gz")
    return tarball


def test_a_secret_that_is_not_there_says_which(
    rendered: Callable[[str], Path], program: Callable[[str], str], tmp_path: Path
) -> None:
    """Its variable, what it is for, and how to give it."""
    inventory = str(rendered("roce-256") / "ansible" / "inventory")
    show = ("-m", "ansible.builtin.debug", "-a", "msg={{ clustergen_munge_key }}", "-c", "local", "control1")
    missing = run(program("ansible"), "-i", inventory, *show, cwd=tmp_path)
    assert missing.returncode != 0
    assert "CLUSTERGEN_MUNGE_KEY" in missing.stdout + missing.stderr
    given = run(program("ansible"), "-i", inventory, *show, cwd=tmp_path, CLUSTERGEN_MUNGE_KEY="there")
    assert given.returncode == 0
    assert "there" in given.stdout
