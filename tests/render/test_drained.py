"""A switch in maintenance asks its neighbours to use other ways, in the words of its system; nobody else's file changes."""

import difflib
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.render.cumulus.grammar import fault
from tests.conftest import tree_of
from tests.eos_specs import eos_cluster
from tests.judges.nvue import flattened
from tests.render.cumulus_specs import on_cumulus
from tests.specs import Spec, cluster, plan_data

AWAY = "compute-leaf2"
WORDS: dict[str, tuple[Spec, dict[str, set[str]]]] = {
    "sonic": (cluster(4), {"frr.conf": {"+ bgp graceful-shutdown"}, "config_db.json": {'"graceful_shutdown": "true"'}}),
    "cumulus": (
        on_cumulus(cluster(4)),
        {
            "frr.conf": {"+ bgp graceful-shutdown"},
            "nv-set.sh": {"+nv set maintenance unit all-protocols state maintenance"},
            "startup.yaml": {"+    maintenance:", "+          state: maintenance"},
        },
    ),
    "eos": (eos_cluster(4), {"running.cfg": {"+      quiesce"}}),
}


def _changed(before: dict[str, str], after: dict[str, str]) -> dict[str, list[str]]:
    """Return the lines that differ of every file below `switches/` that does."""
    return {
        path: list(difflib.unified_diff(text.splitlines(), after[path].splitlines(), n=0, lineterm=""))[2:]
        for path, text in before.items()
        if path.startswith("switches/") and after[path] != text
    }


@pytest.mark.parametrize("system", WORDS)
def test_a_switch_in_maintenance_is_drained(tmp_path: Path, system: str) -> None:
    """Each of its files says so, in a few lines; those of all other switches stand."""
    spec, words = WORDS[system]
    trees = [tree_of(plan_data(spec | {"states": {"maintenance": names}}, tmp_path)) for names in ([], [AWAY])]
    changed = _changed(*trees)
    assert changed.keys() == {f"switches/{AWAY}/{file}" for file in words}
    for path, lines in changed.items():
        text = "\n".join(lines)
        assert all(word in text for word in words[path.rpartition("/")[2]]), text
        assert len([line for line in lines if line[0] in "+-"]) <= 4, text


def test_nvue_takes_it(tmp_path: Path) -> None:
    """The state of a maintenance unit is a command of every release that has it."""
    for version in ("5.13", "5.16"):
        spec = on_cumulus(cluster(4), version) | {"states": {"maintenance": [AWAY]}}
        words = list(flattened(tree_of(plan_data(spec, tmp_path))[f"switches/{AWAY}/startup.yaml"]))
        assert ("maintenance", "unit", "all-protocols", "state", "maintenance") in [tuple(each) for each in words]
        assert [said for each in words if (said := fault(each, version))] == []


@pytest.mark.parametrize("line", ["bgp graceful-shutdown", "bgp graceful-shutdwn"])
def test_frr_takes_it_and_no_other_word(tmp_path: Path, program: Callable[[str], str], line: str) -> None:
    """FRR's own reader takes the line, and refuses a misspelt one."""
    text = tree_of(plan_data(cluster(4) | {"states": {"maintenance": [AWAY]}}, tmp_path))[f"switches/{AWAY}/frr.conf"]
    (tmp_path / "vtysh.conf").touch()
    (tmp_path / "frr.conf").write_text(text.replace("\n bgp graceful-shutdown\n", f"\n {line}\n"))
    command = [program("vtysh"), "-C", "--config_dir", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode == 0 and not done.stderr) == (line == "bgp graceful-shutdown"), done.stdout + done.stderr
