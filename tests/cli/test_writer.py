"""The writer under duress: whatever happens, the earlier tree is whole, and the message says what to do."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from generator.cli.main import main
from generator.cli.output import TreeError, write_tree
from generator.render.artifact import Artifact
from tests.conftest import example, missing
from tests.depth import turns

SPEC = str(example("roce-16"))


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments], catch_exceptions=False)


def tree(root: Path) -> dict[str, bytes]:
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def test_rendering_again_changes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "build"
    assert run("render", SPEC, "-o", out).exit_code == 0
    before = tree(out)
    assert run("render", SPEC, "-o", out).exit_code == 0
    assert tree(out) == before
    assert run("render", SPEC, "-o", out, "--check").exit_code == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == ["build"]


def test_check_says_what_differs(tmp_path: Path) -> None:
    out = tmp_path / "build"
    run("render", SPEC, "-o", out)
    (out / "README.md").write_text("mine\n")
    (out / "ip" / "asns.csv").unlink()
    (out / "ip" / "notes.txt").write_text("x\n")
    result = run("render", SPEC, "-o", out, "--check")
    assert result.exit_code == 1
    assert {"differs: README.md", "missing: ip/asns.csv", "not ours: ip/notes.txt"} <= set(result.output.splitlines())


def test_only_replaces_one_output_and_keeps_the_others(tmp_path: Path) -> None:
    out = tmp_path / "build"
    run("render", SPEC, "-o", out)
    before = tree(out)
    assert run("render", SPEC, "-o", out, "--only", "ip").exit_code == 0
    assert tree(out) == before
    assert run("render", SPEC, "-o", out, "--only", "nothing").exit_code == 2


def test_only_wants_a_tree_of_this_release(tmp_path: Path) -> None:
    """An earlier release placed hosts' files elsewhere, and its roles look for them there: half of each is no tree."""
    out = tmp_path / "build"
    run("render", SPEC, "-o", out)
    manifest = json.loads((out / "manifest.json").read_text())
    del manifest["hosts"]
    (out / "manifest.json").write_text(json.dumps(manifest))
    before = tree(out)
    result = run("render", SPEC, "-o", out, "--only", "hosts-firewall")
    assert result.exit_code == 1
    assert "written by an earlier release" in result.stderr
    assert tree(out) == before
    assert run("render", SPEC, "-o", out).exit_code == 0
    assert run("render", SPEC, "-o", out, "--only", "hosts-firewall").exit_code == 0


def test_a_check_of_one_output_sees_what_takes_its_place(tmp_path: Path) -> None:
    """A file of a host counts before its group's: one that nobody gave is told."""
    out = tmp_path / "build"
    run("render", SPEC, "-o", out)
    assert run("render", SPEC, "-o", out, "--check", "--only", "hosts-firewall").exit_code == 0
    name = next(iter(json.loads((out / "manifest.json").read_text())["hosts"]))
    own = out / "hosts" / name / "etc/clustergen/firewall.nft"
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text("# all open\n")
    result = run("render", SPEC, "-o", out, "--check", "--only", "hosts-firewall")
    assert result.exit_code == 1
    assert f"not ours: hosts/{name}/etc/clustergen/firewall.nft" in result.output


@pytest.mark.parametrize("foreign", ["notes.txt", "ip/extra.csv"])
def test_foreign_files_are_never_overwritten(tmp_path: Path, foreign: str) -> None:
    out = tmp_path / "build"
    if "/" in foreign:
        run("render", SPEC, "-o", out)
    (out / foreign).parent.mkdir(parents=True, exist_ok=True)
    (out / foreign).write_text("precious\n")
    before = tree(out)
    result = run("render", SPEC, "-o", out)
    assert result.exit_code == 1
    assert foreign in result.output
    assert "directory" in result.output
    assert tree(out) == before


def test_hand_changed_files_need_force(tmp_path: Path) -> None:
    out = tmp_path / "build"
    run("render", SPEC, "-o", out)
    (out / "README.md").write_text("edited\n")
    result = run("render", SPEC, "-o", out)
    assert result.exit_code == 1
    assert "README.md" in result.output
    assert "--force" in result.output
    assert (out / "README.md").read_text() == "edited\n"
    assert run("render", SPEC, "-o", out, "--force").exit_code == 0
    assert (out / "README.md").read_text() != "edited\n"


def test_a_manifest_of_others_is_not_ours(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"files": ["a"]}')
    result = run("render", SPEC, "-o", tmp_path)
    assert result.exit_code == 1
    assert "not a manifest of clustergen" in result.output


def test_a_bad_spec_writes_nothing(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("clustergen: 1\n")
    result = run("render", bad, "-o", tmp_path / "build")
    assert result.exit_code == 1
    assert not (tmp_path / "build").exists()


def test_a_link_to_itself_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "build").symlink_to("build")
    result = run("render", SPEC, "-o", tmp_path / "build")
    assert result.exit_code == 1
    assert "build is not a directory: choose another one with -o" in result.output
    below = run("render", SPEC, "-o", tmp_path / "build" / "x")
    assert below.exit_code == 1
    assert f"{tmp_path / 'build'} is not a directory; choose another place with -o" in below.output
    (tmp_path / "tree").mkdir()
    (tmp_path / "link").symlink_to("tree")
    linked = run("render", SPEC, "-o", tmp_path / "link")
    assert linked.exit_code == 1
    assert "link is a symbolic link, and the tree is replaced as a whole: give the directory" in linked.output


def test_no_path_leaves_the_tree(tmp_path: Path) -> None:
    for path in ("../x", "/etc/x", "a/../../x"):
        with pytest.raises(TreeError):
            write_tree([Artifact(path, "x\n")], tmp_path / "build")
    assert not (tmp_path / "build").exists()
    assert not (tmp_path / "x").exists()


_PRIVATE = (".nmconnection", "etc/netplan/60-clustergen.yaml", "slurm/slurmdbd.conf", "slurm/slurmdbd.sql")


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o000])
def test_files_have_the_modes_that_their_readers_want(tmp_path: Path, umask: int) -> None:
    """Keyfiles, netplan and what will hold a password for root alone, scripts executable, all else readable; whatever the umask, by one process and by a crew."""
    spec = tmp_path / "cluster.yaml"
    text = example("roce-16").read_text(encoding="utf-8")
    hosts = yaml.safe_load(text) | {"assets": {}}
    hosts["hosts"]["login"] = hosts["hosts"]["login"] | {"os": "rocky-9"}
    spec.write_text(json.dumps(hosts), encoding="utf-8")
    before = os.umask(umask)
    try:
        for jobs in ("1", "2"):
            out = tmp_path / jobs
            assert run("render", spec, "-o", out, "-j", jobs).exit_code == 0
            modes = {p.relative_to(out).as_posix(): p.stat().st_mode & 0o777 for p in out.rglob("*") if p.is_file()}
            private = {path for path, mode in modes.items() if mode == 0o600}
            assert private == {p for p in modes if p.endswith(_PRIVATE)}
            assert {path for path in modes if path.endswith(".sh")} <= {p for p, m in modes.items() if m == 0o755}
            assert set(modes.values()) == {0o600, 0o644, 0o755}
            entries = json.loads((out / "manifest.json").read_text(encoding="utf-8"))["files"]
            assert {path for path, entry in entries.items() if entry.get("mode") == "0600"} == private
            stated = {path for path, entry in entries.items() if "mode" in entry}
            assert stated - private == {p for p in stated if entries[p]["mode"] == "0755"}
    finally:
        os.umask(before)


def test_a_partial_render_keeps_modes_and_a_check_does_not_ask_for_them(tmp_path: Path) -> None:
    out = tmp_path / "build"
    run("render", SPEC, "-o", out)
    netplan = next(out.glob("hosts/*/etc/netplan/*.yaml"))
    assert run("render", SPEC, "-o", out, "--only", "ip").exit_code == 0
    assert netplan.stat().st_mode & 0o777 == 0o600
    assert (
        json.loads((out / "manifest.json").read_text())["files"][netplan.relative_to(out).as_posix()]["mode"] == "0600"
    )
    netplan.chmod(0o644)
    assert run("render", SPEC, "-o", out, "--check").exit_code == 0


def test_an_output_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "build").write_text("x")
    result = run("render", SPEC, "-o", tmp_path / "build")
    assert result.exit_code == 1
    assert "is not a directory" in result.output


@pytest.mark.proof
def test_writers_of_one_tree_wait_for_each_other(tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """Three at once, again and again: all end well, and what stands is whole."""
    command = [sys.executable, "-m", "generator", "-q", "render", SPEC, "-o", str(tmp_path / "build"), "-j"]
    times = turns(15)
    for _ in range(times):
        processes = [subprocess.Popen([*command, jobs], stdout=subprocess.DEVNULL) for jobs in "123"]
        assert [process.wait() for process in processes] == [0, 0, 0]
        assert run("render", SPEC, "-o", tmp_path / "build", "--check").exit_code == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == ["build"]
    proven("concurrent writers", f"{times} times 3 at once: all end well, the tree is whole")


@pytest.mark.proof
def test_an_unwritable_directory(tmp_path: Path) -> None:
    """A read-only mount stops even root."""
    if os.geteuid() != 0:
        missing("root", "mounting a read-only file system needs it")
    place = tmp_path / "ro"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", place], check=True)
    try:
        result = run("render", SPEC, "-o", place / "build")
    finally:
        subprocess.run(["umount", place], check=True)
    assert result.exit_code == 1
    assert "build cannot be written: read-only file system; choose another place with -o" in result.output


@pytest.mark.proof
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_full_disk_leaves_the_earlier_tree(jobs: int, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """A small tmpfs fills up in the middle of the second render."""
    if os.geteuid() != 0:
        missing("root", "mounting a small tmpfs needs it")
    place = tmp_path / "small"
    place.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m", "tmpfs", place], check=True)
    try:
        assert run("render", SPEC, "-o", place / "build").exit_code == 0
        before = tree(place / "build")
        with (place / "filler").open("wb") as filler:
            filler.truncate(0)
            filler.write(b"x" * (shutil.disk_usage(place).free - 600_000))
        result = run("render", SPEC, "-o", place / "build", "-j", str(jobs))
        after, left = tree(place / "build"), sorted(p.name for p in place.iterdir())
    finally:
        subprocess.run(["umount", place], check=True)
    assert result.exit_code == 1
    assert "no space left" in result.output
    assert after == before
    assert left == ["build", "filler"]
    proven("full disk", "a 12 MiB tmpfs fills during a render: the earlier tree is whole, nothing is left behind")


@pytest.mark.proof
def test_kill_9_at_any_moment_leaves_a_whole_tree(tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """Killed at moments over a render by one process and by a crew; what stands afterwards is the old tree or the new one, never a mixture."""
    out = tmp_path / "build"
    command = [sys.executable, "-m", "generator", "-q", "render", "-j"]
    assert run("render", SPEC, "-o", out).exit_code == 0
    old = tree(out)
    other = str(example("roce-64"))
    started = time.monotonic()
    subprocess.run([*command, "1", other, "-o", tmp_path / "new"], check=True, capture_output=True)
    whole = time.monotonic() - started
    new = tree(tmp_path / "new")
    outcomes = []
    moments = turns(50)
    for step in range(moments):
        jobs = "21"[step % 2]
        process = subprocess.Popen(
            [*command, jobs, other, "-o", out], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(whole * 1.1 * (step + 1) / moments)
        process.send_signal(signal.SIGKILL)
        process.wait()
        found = tree(out)
        assert found in (old, new), f"a mixture after {step}"
        outcomes.append(found == new)
        shutil.rmtree(out)
        subprocess.run([*command, "2", SPEC, "-o", out], check=True, capture_output=True)
    assert False in outcomes
    assert not list(tmp_path.glob(".build.clustergen-*")), "the next render clears what a killed one left"
    proven(
        "kill -9",
        f"{moments} moments over a render: {outcomes.count(False)} old trees, {outcomes.count(True)} new ones, no mixture",
    )
