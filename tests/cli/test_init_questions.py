"""`clustergen init`: a flag for each question, the conversation on a terminal, and one spec whichever of the two has the answers."""

import errno
import os
import pty
import re
import select
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result

from generator.catalog.model import Switch
from generator.cli import init
from generator.cli.init import command
from generator.cli.main import main
from generator.cli.starter.questions import QUESTIONS
from generator.pipeline.read import read_plan
from generator.spec.load import load_spec
from tests.ours import CATALOG

LONGEST_S = 30


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments], catch_exceptions=False)


def starter(tmp_path: Path, options: str) -> tuple[dict[str, Any], list[str]]:
    """Return the spec that options give, and the names of the warnings that its plan has."""
    path = tmp_path / "cluster.yaml"
    result = run("init", *shlex.split(options))
    assert result.exit_code == 0, result.output
    path.write_text(result.stdout, encoding="utf-8")
    return yaml.safe_load(result.stdout), [warning.code for warning in read_plan(path, CATALOG)[0].warnings]


@pytest.mark.parametrize(
    "options",
    [
        "--gpus 8 --max-gpus 8",
        "--gpus 16",
        "--gpus 512",
        "--gpus 16 --fabric infiniband --storage-fabric infiniband",
        "--gpus 16 --os cumulus --name atlas --domain atlas.example.org --tenants blue=1,red=3",
        "--gpus 16 --layout converged",
        "--gpus 16 --storage none",
        "--gpus 16 --storage parallel",
        "--gpus 16 --storage object,nfs --scheduler kubernetes",
        "--gpus 16 --scheduler both",
        "--gpus 16 --scheduler none",
        "--gpus 16 --generations dgx-b200=16:64,dgx-a100=8",
        "--gpus 8 --host hgx-h100",
    ],
)
def test_a_starter_has_no_warning(tmp_path: Path, options: str) -> None:
    assert starter(tmp_path, options)[1] == []


def test_each_flag_reaches_the_spec(tmp_path: Path) -> None:
    spec, _ = starter(
        tmp_path,
        "--gpus 16 --max-gpus 96 --generations dgx-b200=8:16 --tenants blue=3,red=10 --storage nfs,object --scheduler both --name atlas "
        "--domain gpu.example.org --storage-fabric infiniband --topology fat-tree --switch sn5610",
    )
    assert (spec["name"], spec["domain"]) == ("atlas", "gpu.example.org")
    assert spec["hosts"]["gpu"] == {"model": "dgx-h100", "count": 2, "max": 12}
    assert spec["hosts"]["dgx-b200"] == {"model": "dgx-b200", "count": 1, "max": 2}
    assert spec["tenants"] == {
        "blue": {"hosts": ["gpu[01-03]"]},
        "red": {"hosts": ["gpu[04-12]", "dgx-b200-1"]},
        "others": {"hosts": ["dgx-b200-2"]},
    }
    assert sorted(spec["storage"]) == ["home", "objects"]
    assert spec["scheduler"] == {"slurm": {}, "kubernetes": {}, "shared_hosts": True}
    assert spec["fabrics"]["storage"]["technology"] == "infiniband"
    assert spec["fabrics"]["compute"]["topology"] == "fat-tree"
    assert spec["fabrics"]["compute"]["leaf"] == {"model": "sn5610", "os": "sonic"}


@pytest.mark.parametrize("system", ["eos", "cumulus"])
def test_the_switches_of_a_vendors_system_are_that_vendors(tmp_path: Path, system: str) -> None:
    spec, warnings = starter(tmp_path, f"--gpus 64 --os {system}")
    models = {
        fabric[tier]["model"] for fabric in spec["fabrics"].values() for tier in ("leaf", "spine") if tier in fabric
    }
    assert len({CATALOG.get(Switch, model).vendor for model in models}) == 1
    assert warnings == []


def test_what_the_catalog_does_not_know_is_an_input_that_is_missing(tmp_path: Path) -> None:
    """A switch without a published power is no warning of the starter: the tree waits for it, until a limit of power is stated that it may exceed."""
    result = run("init", "--gpus", "16", "--os", "eos")
    assert result.stderr == ""
    path = tmp_path / "cluster.yaml"
    path.write_text(result.stdout, encoding="utf-8")
    draft = read_plan(path, CATALOG)[0]
    assert [line for line in draft.waiting_for if line.startswith("power of ")] == [
        "power of 7060dx5-64s, 7060x6-64pe: no document of the catalog states it, so sums of power leave it out; state power_w in a catalog file of your own"
    ]
    path.write_text(f"{result.stdout}power: {{rack_kw: 60}}\n", encoding="utf-8")
    assert {warning.code for warning in read_plan(path, CATALOG)[0].warnings} == {"power-unknown"}


def test_a_warning_that_answers_cause_is_announced() -> None:
    announced = run("init", "--gpus", "16", "--tenants", "blue=1", "--scheduler", "kubernetes").stderr
    assert "the spec has warnings: tenants-share-pods; `clustergen validate` prints them" in announced
    assert run("init", "--gpus", "16").stderr == ""


def test_hosts_of_no_stated_tenant_have_one_over_infiniband(tmp_path: Path) -> None:
    spec, warnings = starter(
        tmp_path, "--gpus 64 --max-gpus 256 --fabric infiniband --storage-fabric infiniband --tenants others=1,red=2"
    )
    assert spec["tenants"] == {
        "others": {"hosts": ["gpu01"]},
        "red": {"hosts": ["gpu[02-03]"]},
        "others2": {"hosts": ["gpu[04-32]"]},
    }
    assert "tenant-leftover" not in warnings
    assert list(starter(tmp_path, "--gpus 64 --tenants red=2")[0]["tenants"]) == ["red"]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("--host dgx-h10", "did you mean dgx-h100 or hgx-h100?"),
        ("--generations dgx-b200", "'dgx-b200' is not MODEL=GPUS"),
        ("--generations dgx-b200=8:4", "MAX is not less than GPUS"),
        ("--generations dgx-b200=64000000", "GPUS is from 1 to 1000000"),
        ("--generations dgx-h100=8", "dgx-h100 is the model of --host; state all of its GPUs in --gpus"),
        ("--generations dgx-b200=8,dgx-b200=8", "dgx-b200 is there twice"),
        ("--generations b200=8", "b200 is not a GPU host"),
        ("--switch sn5600 --os eos", "sn5600 is not a roce switch of the catalog that runs eos; known: 7050cx4-24d8"),
        ("--storage tape", "'tape' is not a kind of storage tier"),
        ("--host hgx-h100 --storage nfs", "hgx-h100 has no port for a storage fabric"),
        ("--layout converged --max-gpus 4096", "too few; choose separate, or lower --max-gpus"),
        ("--layout converged --fabric infiniband", "a converged pair carries Ethernet alone"),
        ("--tenants blue=9", "they need 9 hosts, and the envelope has 8"),
        ("--tenants blue=1,blue=2", "a tenant is there twice"),
        ("--tenants Blue=1", "'Blue' is not a valid name"),
        ("--name 7up", "'7up' is not a valid name"),
        ("--name null", "'null' is not a valid name"),
        ("--tenants true=1", "'true' is not a valid name"),
        ("--domain Example", "'Example' is not a DNS domain"),
    ],
)
def test_an_answer_that_does_not_fit_is_explained(options: str, reason: str) -> None:
    result = run("init", "--gpus", "16", *shlex.split(options))
    assert result.exit_code == 2
    assert reason in " ".join(result.stderr.split())


@pytest.mark.parametrize("name", ["no", "on", "y", "e1", "inf", "nan"])
def test_names_that_look_like_something_else_are_texts(tmp_path: Path, name: str) -> None:
    path = tmp_path / "cluster.yaml"
    assert run("init", "--gpus", "8", "--name", name, "--tenants", f"{name}=1", "-o", path).exit_code == 0
    spec = load_spec(path).spec
    assert (spec.name, [*spec.tenants]) == (name, [name])


def test_a_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    result = run("init", "--gpus", "16", "-o", tmp_path / "none" / "cluster.yaml")
    assert result.exit_code == 1
    assert "cannot be written: no such file or directory; choose another place" in result.stderr


def test_a_starter_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cluster.yaml"

    def full(_target: Path, _text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(init, "replace_file", full)
        result = run("init", "--gpus", "16", "-o", path)
    assert result.exit_code == 1
    assert f"{path} cannot be written: no space left on device" in result.stderr
    path.symlink_to("nowhere")
    assert run("init", "--gpus", "16", "-o", path).exit_code == 1
    assert path.is_symlink()


def test_a_dash_is_standard_output_and_the_next_command_can_be_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    plain = run("init", "--gpus", "16")
    assert run("init", "--gpus", "16", "-o", "-").stdout == plain.stdout
    assert list(tmp_path.iterdir()) == []
    assert (
        "next: clustergen render 'my cluster.yaml' -o build"
        in run("init", "--gpus", "16", "-o", "my cluster.yaml").stdout
    )


def test_every_question_has_an_option_with_help() -> None:
    options = {parameter.name: parameter for parameter in command.params}
    for question in QUESTIONS:
        assert getattr(options[question.option], "help", None), question.option
    assert set(options) - {question.option for question in QUESTIONS} == {"interactive", "output"}


def test_without_a_terminal_nothing_is_asked() -> None:
    result = run("init", "--interactive")
    assert result.exit_code == 2
    assert "--interactive needs a terminal" in result.stderr
    assert "use --interactive, which asks" in run("init").stderr


def converse(folder: Path, options: list[str], answers: list[str]) -> str:
    """Answer the questions of `init --interactive` on a terminal, one line whenever it waits, and return what was on the screen."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "generator", "init", "--interactive", *options],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )
    os.close(theirs)
    screen, seen, left, end = "", 0, list(answers), time.monotonic() + LONGEST_S
    while time.monotonic() < end:
        if select.select([ours], [], [], 0.1)[0]:
            try:
                screen += os.read(ours, 65_536).decode()
            except OSError:  # Linux answers so once the other end is closed
                break
        elif left and screen[seen:].endswith("]: "):
            seen = len(screen)
            os.write(ours, left.pop(0).encode() + b"\n")
    os.close(ours)
    assert process.wait(LONGEST_S) == 0, screen
    assert not left, screen
    return screen.replace("\r\n", "\n")


def test_a_conversation_gives_the_bytes_of_its_flags(tmp_path: Path) -> None:
    """Wrong answers are explained and asked again; a stated option is not asked; Enter takes the default."""
    (tmp_path / "cluster.yaml").write_text("mine", encoding="utf-8")
    answers = ["7up", "atlas", "", "16x", "16", "8", "64", "dgx-h10", "dgx-h100", "dgx-b200=16"]
    answers += ["", "fattree", "", "sn56000", "auto", "tape", "nfs,parallel", "", "", "both", "blue=99", "blue=2,red=1"]
    answers += ["", "new.yaml"]
    screen = converse(tmp_path, ["--os", "cumulus"], answers)
    for reason in (
        "'7up' is not a valid name",
        "'16x' is not a valid integer range",
        "8 is less than --gpus 16",
        "dgx-h10 is not a GPU host of the catalog; did you mean dgx-h100",
        "'fattree' is not one of",
        "sn56000 is not a roce switch",
        "'tape' is not a kind of storage tier",
        "they need 99 hosts",
        "cluster.yaml exists; choose another name",
    ):
        assert f"Error: {reason}" in screen
    assert "Operating system" not in screen
    assert (tmp_path / "cluster.yaml").read_text(encoding="utf-8") == "mine"
    written = (tmp_path / "new.yaml").read_bytes()
    flags = re.search(r"The same as flags: clustergen (.*)", screen)
    assert flags
    again = shlex.split(flags[1])
    assert again[-2:] == ["-o", "new.yaml"]
    assert run(*again[:-2]).stdout_bytes == written
    spec = yaml.safe_load(written)
    assert spec["name"] == "atlas"
    assert spec["tenants"] == {"blue": {"hosts": ["gpu[1-2]"]}, "red": {"hosts": ["gpu3"]}}


def test_answers_that_make_no_spec_are_asked_again(tmp_path: Path) -> None:
    """What only the whole plan shows ends no conversation: earlier answers are the defaults of the next round."""
    kept = [""] * len(QUESTIONS)
    first = [*kept[:4], "mi355x-8gpu", "", "infiniband", *kept[:7]]  # the layout is not asked on InfiniBand
    again = ["", "", "8", *kept[:3], "roce", *kept[:8]]
    screen = converse(tmp_path, ["-o", "cluster.yaml"], [*first, *again])
    assert "error[nic-protocol]" in screen
    assert "Host model (`clustergen catalog list hosts`) [mi355x-8gpu]: " in screen
    spec = yaml.safe_load((tmp_path / "cluster.yaml").read_text(encoding="utf-8"))
    assert spec["hosts"]["gpu"] == {"model": "mi355x-8gpu", "count": 1, "max": 8}


def test_all_defaults_are_the_starter_of_16_gpus(tmp_path: Path) -> None:
    screen = converse(tmp_path, [], [""] * (len(QUESTIONS) + 1))
    assert "--gpus 16 --max-gpus 64" in screen
    assert (tmp_path / "cluster.yaml").read_bytes() == run("init", "--gpus", "16").stdout_bytes
