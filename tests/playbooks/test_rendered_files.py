"""`rendered_files` writes what it is given, and logs no secret: neither in the journal of the host nor in the result that `-vvv` prints."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
import yaml
from ansible.module_utils import basic  # type: ignore[import-untyped]

from tests.conftest import ROOT
from tests.playbooks.roles import module

if TYPE_CHECKING:
    from collections.abc import Callable

    Give = Callable[..., dict[str, Any]]

MODULE = module("rendered_files")
SECRET = "planted-in-slurmdbd"


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a module hands to journald or syslog."""
    lines: list[str] = []
    monkeypatch.setattr(
        basic.AnsibleModule, "log", lambda _, msg, log_args=None: lines.append(f"{msg} {json.dumps(log_args)}")
    )
    return lines


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Give:
    """Run the module here, with a state of its own."""
    monkeypatch.setattr(MODULE, "_STATE", str(tmp_path / "state"))

    def give(**arguments: Any) -> dict[str, Any]:
        whole = {"set": "t", "dest": str(tmp_path / "dest"), "_ansible_diff": True, **arguments}
        monkeypatch.setattr(basic, "_ANSIBLE_ARGS", json.dumps({"ANSIBLE_MODULE_ARGS": whole}).encode())
        monkeypatch.setattr(basic, "_ANSIBLE_PROFILE", "legacy", raising=False)
        with pytest.raises(SystemExit):
            MODULE.main()
        said: dict[str, Any] = json.loads(capsys.readouterr().out)
        return said

    return give


def file(path: str, **more: Any) -> dict[str, Any]:
    return {"path": path, "mode": "0600", "owner": "", "secret": True, **more}


def test_a_secret_is_written_and_logged_nowhere(run: Give, logged: list[str], tmp_path: Path) -> None:
    said = run(files=[file("dbd.conf")], secrets={"dbd.conf": f"StoragePass={SECRET}\n"})
    assert (tmp_path / "dest/dbd.conf").read_text(encoding="utf-8") == f"StoragePass={SECRET}\n"
    assert said["changed_paths"] == [f"{tmp_path}/dest/dbd.conf"]
    assert logged, "the module's call is logged, as every module's is"
    assert SECRET not in "".join(logged)
    assert SECRET not in json.dumps(said)


def test_a_link_beside_a_file_is_not_followed(run: Give, tmp_path: Path) -> None:
    """The user whose folder it is may have planted it: root would write to the linked file, and hand it over."""
    (tmp_path / "dest").mkdir()
    (tmp_path / "roots").write_text("root\n", encoding="utf-8")
    (tmp_path / "dest/.ipmi.yml.clustergen").symlink_to(tmp_path / "roots")
    run(files=[file("ipmi.yml")], secrets={"ipmi.yml": "pass: word\n"})
    assert (tmp_path / "roots").read_text(encoding="utf-8") == "root\n"
    assert not (tmp_path / "dest/ipmi.yml").is_symlink()
    assert (tmp_path / "dest/ipmi.yml").read_text(encoding="utf-8") == "pass: word\n"


def test_other_files_show_their_differences(run: Give, tmp_path: Path) -> None:
    """Whatever beside them is secret."""
    plain = file("motd", content="hello\n", secret=False)
    said = run(files=[plain, file("key")], secrets={"key": "hello2\n"})
    assert [each["after"] for each in said["diff"]] == ["not shown, differs\n", "hello\n"]
    assert (tmp_path / "dest/motd").read_text(encoding="utf-8") == "hello\n"
    assert run(files=[plain, file("key")], secrets={"key": "hello2\n"})["changed"] is False


def test_missing_files_are_placed_without_a_change_of_others(run: Give, tmp_path: Path) -> None:
    """The list of what is ours grows by what was placed: a later whole step changes and removes the rest."""
    old = [file(name, content=f"{name} 1\n", secret=False) for name in ("changed", "same", "gone")]
    run(files=old)
    (tmp_path / "dest/theirs").write_text("not ours\n", encoding="utf-8")
    new = {"changed": "changed 2\n", "same": "same 1\n", "fresh": "fresh 1\n", "theirs": "ours\n"}
    files = [file(name, content=text, secret=False) for name, text in new.items()]
    dest = tmp_path / "dest"
    said = run(files=files, missing=True)
    assert said["changed_paths"] == [f"{dest}/fresh"]
    assert sorted(said["left_paths"]) == [f"{dest}/{name}" for name in ("changed", "gone", "theirs")]
    there = {path.name: path.read_text(encoding="utf-8") for path in dest.iterdir()}
    before = {"changed": "changed 1\n", "same": "same 1\n", "gone": "gone 1\n", "theirs": "not ours\n"}
    assert there == before | {"fresh": "fresh 1\n"}
    assert run(files=files, missing=True)["changed"] is False
    run(files=files)
    assert {path.name: path.read_text(encoding="utf-8") for path in dest.iterdir()} == new
    run(files=[])
    assert {path.name: path.read_text(encoding="utf-8") for path in dest.iterdir()} == {"theirs": "not ours\n"}


def test_a_way_back_has_the_files_of_one_step(run: Give, tmp_path: Path) -> None:
    """A file that an earlier step removed does not come back with the one that the last step changed; what waits to be in effect is kept until it is."""
    dest, kept = tmp_path / "dest", tmp_path / "state/previous" / str(tmp_path / "dest")[1:]
    both = [file(name, content=f"{name} 1\n", secret=False) for name in ("goes", "stays")]
    steps = (both, both[1:], [file("stays", content="stays 2\n", secret=False)])
    found = []
    for files in steps:
        run(files=files)
        found.append({path.name: path.read_text(encoding="utf-8") for path in kept.iterdir()})
        run(files=files)
        assert {path.name for path in kept.iterdir()} == {*found[-1]}, "not in effect yet"
        run(settled=True)
    assert found == [
        {"goes.clustergen-new": "", "stays.clustergen-new": ""},
        {"goes": "goes 1\n"},
        {"stays": "stays 1\n"},
    ]
    assert {path.name for path in dest.iterdir()} == {"stays"}


def test_nobody_reads_a_copy_of_a_secret_while_it_is_made(
    run: Give, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy gets the mode of its file after the text, and it may be in a folder that an earlier copy made on its way to another one."""
    modes, copystat = [], shutil.copystat

    def seen(source: str, copy: str, **more: Any) -> None:
        modes.append(Path(copy).stat().st_mode & 0o077)
        copystat(source, copy, **more)

    monkeypatch.setattr(shutil, "copystat", seen)
    (tmp_path / "dest/conf").mkdir(parents=True)
    for name in ("conf/a", "key"):
        (tmp_path / "dest" / name).write_text("not ours\n", encoding="utf-8")
    for text in ("1\n", "2\n"):
        run(files=[file("conf/a"), file("key")], secrets={"conf/a": text, "key": text})
        run(settled=True)
    assert modes == [0, 0] * 3  # both kept as they were, then both before each of two steps
    folders = [
        path for name in ("before", "previous") for path in (tmp_path / "state" / name).rglob("*") if path.is_dir()
    ]
    assert {path.stat().st_mode & 0o077 for path in folders} == {0}


def test_what_a_program_refuses_is_not_placed(run: Give, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program sees the folder as it would be, with files that are not ours; nothing of the step is written, and no copy is left."""
    monkeypatch.setitem(MODULE.refused.__globals__, "_STAGE", str(tmp_path / "stage"))
    folder = tmp_path / "dest" / "conf"
    folder.mkdir(parents=True)
    (folder / "site").write_text("of the site\n", encoding="utf-8")
    check = {
        "path": f"{folder}/main$",
        "folders": [str(folder)],
        "run": f"cat {{stage}}{folder}/site; ! grep bad {{stage}}{folder}/main",
    }
    bad = run(files=[file("conf/main", content="bad\n"), file("other", content="x\n")], validate=[check])
    assert "of the site bad" in " ".join(bad["msg"].split())
    assert sorted(path.name for path in (tmp_path / "dest").rglob("*")) == ["conf", "site"]
    assert not (tmp_path / "stage").exists()
    good = run(files=[file("conf/main", content="good\n")], validate=[check])
    assert good["changed_paths"] == [str(folder / "main")]


def test_a_program_that_is_not_installed_yet_refuses_nothing_that_is_predicted(run: Give, tmp_path: Path) -> None:
    """In check mode alone: its package comes first."""
    check = {"path": "/", "folders": [], "run": "a-program-that-is-not-there"}
    assert run(files=[file("main", content="x\n")], validate=[check], _ansible_check_mode=True)["changed"]
    assert run(files=[file("main", content="x\n")], validate=[check])["failed"]
    assert not (tmp_path / "dest").exists()


DROP_IN = "/etc/systemd/system/{}.service.d/clustergen.conf"
EXPORTER = "[Service]\nRestart=on-failure\nExecStart=\nExecStart=/usr/bin/not-installed -x 1\n"


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        ({"not-installed": EXPORTER, "chrony": "[Unit]\nConditionPathExists=\n"}, ""),
        ({"not-installed": EXPORTER.replace("Restart=", "Restrat=")}, "Unknown key 'Restrat' in section [Service]"),
        ({"chrony": "[Unit]\nRequiresMountsFor=home\n"}, "RequiresMountsFor= path is not absolute"),
    ],
    ids=["right", "an unknown key", "a value that is none"],
)
def test_systemd_reads_drop_ins_before_they_are_placed(
    texts: dict[str, str], why: str, program: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without being asked for by a role, whether or not the unit and its program are there yet; in the words of systemd-analyze."""
    program("systemd-analyze")
    monkeypatch.setitem(MODULE.refused.__globals__, "_STAGE", str(tmp_path))
    wanted = {DROP_IN.format(unit): {"content": text, "mode": "0644"} for unit, text in texts.items()}
    said = MODULE.refused(Here(), wanted, [*wanted], [], MODULE._write)
    assert why in said
    assert bool(said) == bool(why), said


def test_slurm_s_files_are_read_before_they_are_placed() -> None:
    """slurm.conf on controllers and on login hosts (before 23.11), and the drop-ins of the daemons, which no rendered file is."""
    found = set()
    for path in (ROOT / "playbooks" / "roles" / "slurm" / "tasks").glob("*.yml"):
        for task in yaml.safe_load(path.read_text("utf-8")):
            files, text = task.get("clustergen.cluster.rendered_files", {}), task.get("ansible.builtin.copy", {})
            if files and "slurm.conf" in str(files | task.get("vars", {})):
                assert "slurm_validate" in files["validate"], task["name"]
                found.add(path.stem)
            if "slurm_scripts" in str(files.get("only")) or "resume.sh" in str(task.get("vars")):
                assert "slurm_reads_scripts" in files["validate"], task["name"]
                found.add(task["name"])
            if str(text.get("dest")).startswith("/etc/systemd/system/"):
                assert text["validate"] == "{{ slurm_reads_drop_in }}", task["name"]
                found.add(text["dest"])
    scripts = {"Place the controller's files", "Place what runs beside jobs", "Place scripts of jobs that are missing"}
    assert found == {
        "controller",
        "login",
        *scripts,
        *(DROP_IN.format(unit) for unit in ("slurmctld", "slurmdbd", "slurmd", "sackd")),
    }


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("prolog", "if true; then :; fi\n", ""),
        ("prolog", "if true; then\n", "prolog.sh: line 2"),
        ("burst", "if\n", ""),
    ],
)
def test_a_script_of_slurm_s_with_a_slip_in_its_syntax_is_refused(
    name: str, text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host whose prolog fails is drained. What the site writes there itself is its own."""
    monkeypatch.setitem(MODULE.refused.__globals__, "_STAGE", str(tmp_path))
    role = yaml.safe_load((ROOT / "playbooks" / "roles" / "slurm" / "vars" / "main.yml").read_text("utf-8"))
    monkeypatch.setattr(Here, "params", {"validate": role["slurm_reads_scripts"]})
    path = f"/etc/slurm/{name}.sh"
    why = MODULE.refused(Here(), {path: {"content": text, "mode": "0755"}}, [path], [], MODULE._write)
    assert said in why
    assert bool(said) == bool(why), why


@pytest.mark.parametrize(("text", "failed"), [("[Service]\nDelegate=yes\n", 0), ("[Service]\nDelegat=yes\n", 1)])
def test_a_drop_in_of_slurm_s_that_systemd_does_not_know_is_refused(
    text: str, failed: int, program: Callable[[str], str], tmp_path: Path
) -> None:
    """By the role's own command, which leaves nothing behind."""
    program("systemd-analyze")
    (tmp_path / "drop-in").write_text(text, encoding="ascii")
    role = yaml.safe_load((ROOT / "playbooks" / "roles" / "slurm" / "vars" / "main.yml").read_text("utf-8"))
    command = shlex.split(role["slurm_reads_drop_in"] % (tmp_path / "drop-in"))
    said = subprocess.run(command, env={**os.environ, "TMPDIR": str(tmp_path)}, capture_output=True, check=False)
    assert said.returncode == failed, said.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["drop-in"]


class Here:
    """As much of a module as a check needs."""

    params: ClassVar[dict[str, Any]] = {"validate": []}
    check_mode = False

    def run_command(self, command: list[str], cwd: str) -> tuple[int, str, str]:
        said = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
        return said.returncode, said.stdout, said.stderr
