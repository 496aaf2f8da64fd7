"""The site's own Ansible beside the spec: taken along whole, never touched, and refused where nothing would read it."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli.main import main
from generator.cli.site import read_site
from generator.render.stages import stages
from tests.conftest import ROOT, example

SITE = {
    "group_vars/all.yml": "---\nsite_banner: ours\n",
    "host_vars/gpu1.yml": "---\nsite_mark: one\n",
    "roles/banner/tasks/main.yml": "---\n- name: Show the banner\n  ansible.builtin.debug: {msg: hello}\n",
    "hooks/hosts-before.yml": "---\n- name: Greet\n  hosts: managed\n  roles: [banner]\n",
    "hooks/verify-after.yml": "---\n- name: Part\n  hosts: managed\n  tasks: []\n",
    "hooks/tasks/more.yml": "---\n[]\n",
    "files/note.txt": "a note\n",
}


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A spec with a site beside it."""
    for path, text in SITE.items():
        file = tmp_path / "site" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (tmp_path / "site" / "files" / "key.gpg").write_bytes(b"\x99\x01\xff")
    (tmp_path / "site" / "files" / "tool").write_text("#!/bin/sh\n")
    (tmp_path / "site" / "files" / "tool").chmod(0o755)
    (tmp_path / "site" / "README.md").write_text("ours\n")
    (tmp_path / "site" / "hosts.yml").write_text("lobby: {hosts: {door1: }}\n")
    (tmp_path / "site" / "roles" / ".gitkeep").touch()
    shutil.copy(example("small-4-hosts"), tmp_path / "cluster.yaml")
    return tmp_path / "cluster.yaml"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["--quiet", *map(str, arguments)], catch_exceptions=False)


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {str(p): (p.read_bytes(), p.stat().st_mtime_ns) for p in sorted(folder.rglob("*")) if p.is_file()}


def test_a_render_takes_it_along_and_leaves_it_alone(spec: Path) -> None:
    """Content and mode, binary files too; the manifest says whose they are; every render and comparison leaves the source as it was."""
    tree, before = spec.parent / "build", state(spec.parent / "site")
    for arguments in ((), ("--force",), ("--only", "ansible"), ("--only", "ip"), ("--check",)):
        result = run("render", spec, "-o", tree, *arguments)
        assert result.exit_code == 0, result.output
        assert state(spec.parent / "site") == before
        entries = json.loads((tree / "manifest.json").read_text())["files"]
        theirs = {entry["site"]: path for path, entry in entries.items() if "site" in entry}
        assert set(theirs) == {f"site/{path}" for path in (*SITE, "files/key.gpg", "files/tool")}
        assert theirs["site/roles/banner/tasks/main.yml"] == "ansible/roles/banner/tasks/main.yml"
        for source, path in theirs.items():
            assert (tree / path).read_bytes() == (spec.parent / source).read_bytes()
    assert (tree / "ansible" / "playbooks" / "files" / "tool").stat().st_mode & 0o777 == 0o755


def test_stages_import_the_hooks_that_there_are(spec: Path) -> None:
    """First and last in the stage's playbook; every other playbook is as it ships; without the hook so is this one."""
    tree = spec.parent / "build"
    assert run("render", spec, "-o", tree).exit_code == 0
    books = tree / "ansible" / "playbooks"
    with_hook = {book.name: book.read_text() for book in books.glob("*.yml")}
    shutil.rmtree(spec.parent / "site")
    assert run("render", spec, "-o", tree).exit_code == 0
    without = {book.name: book.read_text() for book in books.glob("*.yml")}
    assert with_hook.keys() - without.keys() == {"hosts-before.yml", "verify-after.yml"}
    assert {name for name in without if without[name] != with_hook[name]} == {"hosts.yml", "verify.yml"}
    head, _, plays = without["hosts.yml"].partition("---\n")
    assert with_hook["hosts.yml"].startswith(f"{head}---\n- name: Run the site's own plays before hosts\n")
    assert with_hook["hosts.yml"].endswith(plays)
    assert with_hook["verify.yml"].startswith(without["verify.yml"])


def test_a_comparison_has_the_sites_files(spec: Path) -> None:
    """A tree and the spec that it was rendered from are alike, and a new file of the site's is missing in the tree."""
    tree = spec.parent / "build"
    run("render", spec, "-o", tree)
    assert run("plan", tree, spec).exit_code == 0
    (spec.parent / "site" / "files" / "second").write_text("x\n")
    difference = run("render", spec, "-o", tree, "--check")
    assert difference.exit_code == 1
    assert "missing: ansible/playbooks/files/second" in difference.output


@pytest.mark.parametrize(
    ("path", "text", "reason"),
    [
        ("hooks/host-before.yml", "", "is not a hook"),
        ("hooks/hosts-during.yml", "", "is not a hook"),
        ("hooks/announce-before.yml", "", "is not a hook"),
        ("hooks/more/x.yml", "", "is not a hook"),
        ("role/x.yml", "", "none of the site's folders"),
        ("group_vars/gpu.yml", "clustergen_munge_key: MTIz\n", "in plain text"),
        ("host_vars/gpu1.yml", 'clustergen_bmc_password: "calvin"\n', "in plain text"),
    ],
)
def test_what_nothing_would_read_is_refused(spec: Path, path: str, text: str, reason: str) -> None:
    file = spec.parent / "site" / path
    file.parent.mkdir(exist_ok=True, parents=True)
    file.write_text(text)
    result = run("render", spec, "-o", spec.parent / "build")
    assert result.exit_code == 1
    assert reason in result.output
    assert not (spec.parent / "build").exists()


@pytest.mark.parametrize("place", ["site", "site/files", "site/files/passwd"])
def test_links_lead_nowhere(spec: Path, place: str) -> None:
    link = spec.parent / place
    if link.is_dir():
        shutil.rmtree(link)
    link.symlink_to("/etc/passwd" if "passwd" in place else "/etc/ssh")
    result = run("render", spec, "-o", spec.parent / "build")
    assert result.exit_code == 1
    assert not (spec.parent / "build").exists()


def test_secrets_that_are_sealed_are_taken(spec: Path) -> None:
    """A vaulted value, a lookup, and the name of a variable of another kind."""
    sealed = 'clustergen_munge_key: !vault |\n  $ANSIBLE_VAULT\nclustergen_bmc_password: "{{ vault_bmc }}"\n'
    (spec.parent / "site" / "group_vars" / "control.yml").write_text(sealed)
    assert run("render", spec, "-o", spec.parent / "build").exit_code == 0


def test_stages_are_those_of_the_site_playbook() -> None:
    assert {"hosts", "switches", "verify"} <= set(stages())
    assert not {"announce", "site", "decommission", "upgrade"} & set(stages())


def test_no_site_is_none(tmp_path: Path) -> None:
    assert read_site(tmp_path / "site").files == ()


def test_the_example_is_one(spec: Path) -> None:
    """The folder that the documentation says to copy is taken as it is."""
    shutil.rmtree(spec.parent / "site")
    shutil.copytree(ROOT / "examples" / "site", spec.parent / "site")
    assert run("render", spec, "-o", spec.parent / "build").exit_code == 0
    assert (spec.parent / "build/ansible/roles/site_banner/tasks/main.yml").exists()
