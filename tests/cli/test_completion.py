"""Shell completion: what Tab proposes for models, devices, rules, pages and outputs, and what bash makes of it."""

import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import run

import pytest
from click.shell_completion import ShellComplete

from generator.cli.main import main
from generator.pipeline.reference import load_rules
from generator.source.rule import RULES
from tests.conftest import ROOT, example
from tests.ours import CATALOG

SPEC = str(example("roce-16"))


def proposed(*words: str) -> list[str]:
    """Return what is proposed for the last word of a command line; paths are left to the shell."""
    items = ShellComplete(main, {}, "clustergen", "_CLUSTERGEN_COMPLETE").get_completions([*words[:-1]], words[-1])
    return [item.value for item in items if item.type == "plain"]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (("init", "--host", ""), "hosts"),
        (("init", "--switch", ""), "switches"),
        (("size", "--gpu", ""), "gpus"),
        (("size", "--model", ""), "models"),
    ],
)
def test_models(words: tuple[str, ...], kind: str) -> None:
    assert proposed(*words) == CATALOG.names(kind)


def test_commands_of_the_twin() -> None:
    assert proposed("twin", ".", "-c", "r") == ["reach", "routes"]


def test_models_of_every_kind_and_your_own(tmp_path: Path) -> None:
    assert proposed("catalog", "show", "sn5") == ["sn5400", "sn5600", "sn5610"]
    (tmp_path / "switches").mkdir()
    (tmp_path / "switches" / "sn5999.yaml").touch()
    assert proposed("catalog", "show", "--catalog", str(tmp_path), "sn59") == ["sn5999"]


def test_devices() -> None:
    assert proposed("show", SPEC, "host", "gpu") == ["gpu01", "gpu02"]
    assert proposed("show", SPEC, "host", "compute") == []
    assert {"gpu01", "storage1", "compute-leaf1", "compute.spines", "money"} <= set(proposed("explain", SPEC, ""))
    assert proposed("explain", SPEC, "oob-l") == ["oob-leaf1", "oob-leaf2"]


def test_a_spec_that_makes_no_plan_proposes_no_device(tmp_path: Path) -> None:
    spec = tmp_path / "cluster.yaml"
    spec.write_text("clustergen: 1\n", encoding="utf-8")
    assert proposed("show", str(spec), "host", "") == []
    assert proposed("show", str(tmp_path / "none.yaml"), "host", "") == []
    assert proposed("explain", "-", "gpu") == []


def test_rules_and_specs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_rules()
    (tmp_path / "cluster.yaml").touch()
    monkeypatch.chdir(tmp_path)
    assert proposed("explain", "") == sorted(["cluster.yaml", *RULES])
    assert proposed("explain", "rack-over") == [slug for slug in sorted(RULES) if slug.startswith("rack-over")]


def test_pages_and_outputs() -> None:
    assert proposed("docs", "gro") == ["growth"]
    assert proposed("render", SPEC, "--only", "slu") == ["slurm"]


def test_bash_completes(tmp_path: Path, program: Callable[[str], str]) -> None:
    """The script that the help names, in bash itself."""
    command = tmp_path / "clustergen"
    text = f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(ROOT)!r})\nfrom generator.cli.main import run\nrun()\n"
    command.write_text(text, encoding="utf-8")
    command.chmod(0o755)
    line = "COMP_WORDS=(clustergen catalog show sn56); COMP_CWORD=3; _clustergen_completion clustergen; echo ${COMPREPLY[@]}"
    script = f'eval "$(_CLUSTERGEN_COMPLETE=bash_source clustergen)"; {line}'
    # Outside of a prompt, bash has no completion whose options could be set
    done = run(
        [program("bash"), "-c", f"compopt() {{ :; }}; {script}"],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split() == ["sn5600", "sn5610"], done.stderr
