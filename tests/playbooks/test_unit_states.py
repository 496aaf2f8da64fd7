"""`unit_states` asks systemd once, and gives it each verb once for what differs; systemctl is a program that answers as systemctl(1) says, and notes what it was told."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Any

import pytest
from ansible.module_utils import basic  # type: ignore[import-untyped]

from tests.playbooks.roles import module

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Told = Callable[..., tuple[dict[str, Any], list[str]]]

MODULE = module("unit_states")
_SYSTEMCTL = """#!/bin/sh
cd "$(dirname "$0")" || exit
case $1 in
  show)
    shift 3
    between=
    for unit; do printf "$between"; between='\\n'; cat "$unit" 2>/dev/null || cat absent; done ;;
  *)
    echo "$*" >>told
    case "$*" in *broken*) echo "Job for broken.service failed." >&2; exit 1 ;; esac ;;
esac
"""
_DROP_IN = "/etc/systemd/system/late.service.d/clustergen.conf"
_UNIT = "LoadState={}\nUnitFileState={}\nActiveState={}\nConditionResult={}\nConditionTimestampMonotonic={}\n"
UNITS = {
    "runs.service": ("loaded", "enabled", "active", "yes", 9),
    "idle.service": ("loaded", "disabled", "inactive", "no", 0),
    "static.service": ("loaded", "static", "activating", "yes", 9),
    "elsewhere.service": ("loaded", "enabled", "inactive", "no", 9),
    "late.service": ("loaded", "enabled", "inactive", "yes", 9),
    "masked.service": ("masked", "masked", "inactive", "no", 0),
    "broken.service": ("loaded", "enabled", "failed", "yes", 9),
    "absent": ("not-found", "", "inactive", "no", 0),
}


@pytest.fixture
def tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Told:
    """Run the module against the units above; return what it answers, and what systemctl was told."""
    program = tmp_path / "systemctl"
    program.write_text(_SYSTEMCTL, encoding="ascii")
    program.chmod(0o755)
    for name, states in UNITS.items():
        (tmp_path / name).write_text(_UNIT.format(*states), encoding="ascii")
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")

    def run(*, check: bool = False, **arguments: Any) -> tuple[dict[str, Any], list[str]]:
        whole = {"_ansible_check_mode": check, **arguments}
        monkeypatch.setattr(basic, "_ANSIBLE_ARGS", json.dumps({"ANSIBLE_MODULE_ARGS": whole}).encode())
        monkeypatch.setattr(basic, "_ANSIBLE_PROFILE", "legacy", raising=False)
        with pytest.raises(SystemExit):
            MODULE.main()
        told = tmp_path / "told"
        return json.loads(capsys.readouterr().out), told.read_text("ascii").splitlines() if told.exists() else []

    return run


def test_a_question_changes_nothing(tell: Told) -> None:
    """What is left out by its own conditions is not to be started; what nobody has tried yet is."""
    said, told = tell(units=[*UNITS, "runs.service"])
    assert told == []
    assert not said["changed"]
    assert said["missing"] == ["absent"]
    assert said["to_enable"] == ["idle.service"]
    assert said["to_start"] == ["idle.service", "late.service", "masked.service", "broken.service"]
    assert said["to_stop"] == ["runs.service", "static.service", "elsewhere.service", "late.service", "broken.service"]
    assert said["units"]["idle.service"] == {
        "load": "loaded",
        "file": "disabled",
        "active": "inactive",
        "meant": "no",
        "tried": "0",
    }


def test_what_is_as_it_should_be_is_left_alone(tell: Told) -> None:
    said, told = tell(
        enable=["runs.service", "static.service"],
        start=["runs.service", "elsewhere.service"],
        stop=["absent", "idle.service"],
    )
    assert (said["changed"], told) == (False, [])


WANTED = {
    "enable": ["idle.service"],
    "start": ["idle.service", "runs.service", "late.service"],
    "stop": ["static.service"],
    "disable": ["elsewhere.service", "idle.service"],
    "restart": ["runs.service", "late.service"],
    "reload": ["static.service"],
    "daemon_reload": True,
}
VERBS = [
    "disable -- static.service elsewhere.service",
    "stop -- static.service",
    "enable -- idle.service",
    "restart -- runs.service late.service",
    "reload -- static.service",
    "start -- idle.service",
]


def test_each_verb_is_given_once(tell: Told) -> None:
    """In an order in which a unit is stopped before others start, and none is started that was just restarted."""
    said, told = tell(**WANTED)
    assert told == ["daemon-reload", *VERBS]
    assert said["changed"]
    assert said["diff"]["after"].splitlines() == [
        f"{verb} {name}" for verb, _, *names in map(str.split, VERBS) for name in names
    ]


def test_a_prediction_does_nothing_and_counts_units_that_come(tell: Told) -> None:
    """A unit of a package that is only predicted is not there yet."""
    said, told = tell(check=True, **WANTED | {"enable": ["absent"], "start": ["absent"]})
    assert told == []
    assert {"enable absent", "start absent"} <= {*said["diff"]["after"].splitlines()}
    assert said["changed"]


def test_a_guard_keeps_units_from_a_restart(tell: Told) -> None:
    """It is asked where one would be restarted, before anything is done, and nowhere else."""
    refuses = ["sh", "-c", "echo no other one answers >&2; exit 1"]
    said, told = tell(guard=refuses, enable=["idle.service"], restart=["runs.service"])
    assert (said["failed"], said["msg"], told) == (True, "not restarted: runs.service: no other one answers", [])
    assert tell(guard=refuses, start=["late.service"])[1] == ["start -- late.service"]
    assert tell(guard=refuses, check=True, restart=["runs.service"])[1] == ["start -- late.service"]
    assert tell(guard=["true"], restart=["runs.service"])[1][-1] == "restart -- runs.service"


@pytest.mark.parametrize("verb", ["enable", "start", "restart", "reload"])
def test_a_unit_that_is_not_there_is_named_before_any_other_is_touched(tell: Told, verb: str) -> None:
    said, told = tell(stop=["runs.service"], **{verb: ["absent", "idle.service"]})
    assert said["failed"]
    assert "the host has no absent:" in said["msg"]
    assert told == []


def test_why_systemd_refuses_is_passed_on(tell: Told) -> None:
    said, _ = tell(start=["idle.service", "broken.service"])
    assert said["msg"] == "systemctl start idle.service broken.service: Job for broken.service failed."


def test_an_answer_about_other_units_is_no_answer(tell: Told, tmp_path: Path) -> None:
    """One block more than units: nothing is made of it."""
    with (tmp_path / "runs.service").open("a", encoding="ascii") as unit:
        unit.write("\nLoadState=loaded\n")
    said, told = tell(units=["runs.service"], start=["idle.service"])
    assert "systemctl reported 3 units instead of 2" in said["msg"]
    assert told == []


def _reads(tmp_path: Path, *, drop_in: bool = False) -> dict[str, list[str]]:
    """Return what late.service reads: options that are there, a file that is not, and, if asked, a drop-in."""
    return {"late.service": [str(tmp_path / "options"), str(tmp_path / "none"), *([_DROP_IN] if drop_in else [])]}


def _began(tmp_path: Path, written_s_ago: float, state: str, *, since_s_ago: float, unread: str = "no") -> None:
    """Have a file of late.service that is so old, and the unit in such a state since then; `left out` is by a condition."""
    file = tmp_path / "options"
    file.write_text("", encoding="ascii")
    os.utime(file, (time.time(), time.time() - written_s_ago))
    since = int((time.clock_gettime(time.CLOCK_MONOTONIC) - since_s_ago) * 1e6)
    active, meant = ("inactive", "no") if state == "left out" else (state, "yes")
    text = _UNIT.format("loaded", "enabled", active, meant, since)
    (tmp_path / "late.service").write_text(
        f"{text}InactiveExitTimestampMonotonic={0 if state == 'left out' else since}\nNeedDaemonReload={unread}\n",
        "ascii",
    )


@pytest.mark.parametrize("state", ["active", "activating", "left out"])
@pytest.mark.parametrize(
    ("written_s_ago", "told_of"),
    [(50, ["restart -- late.service"]), (70, []), (-50, [])],
    ids=["a file since", "a file before", "a file of the future"],
)
def test_a_unit_reads_what_was_written_since_it_began(
    state: str, written_s_ago: float, told_of: list[str], tell: Told, tmp_path: Path
) -> None:
    """As a run leaves it that was cut short after it had placed the file. What has read it is left alone in every run, and so is what is not meant for the machine."""
    _began(tmp_path, written_s_ago, state, since_s_ago=60)
    said, told = tell(enable=["late.service"], start=["late.service"], reads=_reads(tmp_path))
    assert (said["changed"], told) == (bool(told_of), told_of)


def test_a_change_of_owner_or_mode_restarts_nothing(tell: Told, tmp_path: Path) -> None:
    _began(tmp_path, 70, "active", since_s_ago=60)
    (tmp_path / "options").chmod(0o600)
    assert tell(start=["late.service"], reads=_reads(tmp_path))[1] == []


@pytest.mark.parametrize(
    ("state", "written_s_ago", "restart", "told_of"),
    [
        ("active", 50, [], ["daemon-reload", "restart -- late.service"]),
        ("active", 70, ["late.service"], ["daemon-reload", "restart -- late.service"]),
        ("failed", 70, [], ["daemon-reload", "start -- late.service"]),
        ("active", 70, [], []),
    ],
    ids=["outdated", "asked for", "not running", "as it should be"],
)
def test_systemd_reads_a_drop_in_before_its_unit_starts(
    state: str, written_s_ago: float, restart: list[str], told_of: list[str], tell: Told, tmp_path: Path
) -> None:
    """Also where it does not notice the drop-in, as in a folder that is new (NeedDaemonReload is `no`)."""
    _began(tmp_path, written_s_ago, state, since_s_ago=60)
    _, told = tell(start=["late.service"], restart=restart, reads=_reads(tmp_path, drop_in=True))
    assert told == told_of


def test_systemd_reads_its_files_where_it_asks_for_it(tell: Told, tmp_path: Path) -> None:
    """And does not count as changed by that."""
    _began(tmp_path, 70, "active", since_s_ago=60, unread="yes")
    said, told = tell(start=["late.service"], reads=_reads(tmp_path))
    assert (said["changed"], told) == (False, ["daemon-reload"])


def test_a_prediction_names_the_restart_and_has_nothing_read(tell: Told, tmp_path: Path) -> None:
    _began(tmp_path, 50, "active", since_s_ago=60, unread="yes")
    said, told = tell(check=True, start=["late.service"], reads=_reads(tmp_path, drop_in=True))
    assert (said["diff"]["after"], told) == ("restart late.service\n", [])
