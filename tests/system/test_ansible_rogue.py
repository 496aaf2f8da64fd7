"""Rogue hosts: whatever is asked of them, they answer with payloads, in every value that a role reads; nothing of it is executed, printed or kept.

Real: the rendered tree, its ansible.cfg, its playbooks. Made up: the connection, which is a process of this machine, and the hosts, whose interpreter answers
each module with what a rogue would.
"""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.cli.output import write_tree
from generator.data import data_dir
from generator.render.tree import render_tree
from tests.conftest import example, plan_of
from tests.depth import sample
from tests.ours import TEMPLATES
from tests.playbooks import dgx
from tests.playbooks.roles import module
from tests.twin import rogue

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.proof

HONEST = "gpu08"
MARKS = re.compile(r"rogue-line|rogue-file|rogue\(\)|\$\(touch|`touch|; touch|lookup\('pipe'|cmd\|'")
COMMAND = re.compile(r"^\s*(?:\S+:\s+)?(::\w+.*::|##\[)", re.MULTILINE)
OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")
NEVER = {"hosts_may_reboot": "never", "gpu_may_reboot": "never", "preflight_enforce": False, "verify_enforce": False}
Run = subprocess.CompletedProcess[str]


class Site:
    """A rendered tree, rogues for all of its hosts but one, and what came of runs."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.canary = folder, folder / "CANARY"
        self.tree = folder / "build"
        shutil.copy(example("roce-64"), folder / "cluster.yaml")
        self.render()
        made = folder / "hardware" / HONEST
        dgx.deliver(made, dgx.planned(self.plan), 8)
        reader = module("hardware_facts")
        self.honest = reader.read_hardware(reader.Machine(str(made)))
        hosts = {host.name: self._placed(number, host.name) for number, host in enumerate(self.plan.hosts)}
        switches = {each.name: self._placed(number, each.name) for number, each in enumerate(self.plan.switches)}
        known = {name: {"ansible_python_interpreter": str(place)} for name, place in {**hosts, **switches}.items()}
        (folder / "rogues.json").write_text(json.dumps({"all": {"hosts": known}}), encoding="utf-8")

    def render(self) -> None:
        """Render the tree anew, with the assets that are there by now."""
        self.plan = plan_of(self.folder / "cluster.yaml")
        shutil.rmtree(self.tree, ignore_errors=True)
        write_tree(render_tree(self.plan, TEMPLATES), self.tree)

    def _placed(self, number: int, name: str) -> Path | str:
        if name == HONEST:
            return "/usr/bin/python3"
        texts = [*rogue.payloads(self.canary).values(), "A" * rogue.LONG]
        text = texts[number % len(texts)]
        short = text[:4096]
        hardware = (
            rogue.careful(self.honest, short) if name.startswith("gpu") else rogue.filled(shapes("preflight"), short)
        )
        state = rogue.filled(shapes("verify"), short)
        said = rogue.answer({**hardware, "serial": text}, state, short, self._variables(short))
        return rogue.place(self.folder / "interpreters" / name, said, rogue.neighbours(text))

    def _variables(self, text: str) -> dict[str, Any]:
        """Facts that a role asks for, and variables of ours that no host may set."""
        evil = str(self.folder / "evil")
        ours = {f"{role}_reports": evil for role in ("preflight", "verify")} | {
            "cluster_tree": evil,
            "cluster_serial_number": text,
        }
        facts = {"os_family": "Debian", "distribution": text, "service_mgr": "systemd", "interfaces": [text]}
        return {**facts, "env": {"SSH_CONNECTION": text}, "pkg_mgr": "apt", "hostname": text, **ours}

    def run(self, book: str, *arguments: str, **variables: Any) -> Run:
        """Run a playbook of the tree against them, as an operator would."""
        given = {
            "ansible_connection": "local",
            "ansible_become": False,
            "preflight_root": f"{self.folder}/hardware/{{{{ inventory_hostname }}}}",
            **NEVER,
            **variables,
        }
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("ANSIBLE_")},
            "HOME": str(self.folder / "home"),
            "ANSIBLE_CONFIG": str(self.tree / "ansible" / "ansible.cfg"),
            "ANSIBLE_NOCOLOR": "1",
            "ANSIBLE_PIPELINING": "1",
            "ANSIBLE_FORKS": "4",
        }
        program = str(Path(sys.executable).parent / "ansible-playbook")
        command = [program, "-i", str(self.tree / "ansible/inventory"), "-i", str(self.folder / "rogues.json")]
        return subprocess.run(
            [*command, str(self.tree / f"ansible/playbooks/{book}.yml"), "-e", json.dumps(given), *arguments],
            env=environment,
            cwd=self.folder,
            timeout=900,
            capture_output=True,
            text=True,
            check=False,
        )

    def report(self, name: str) -> str:
        return (self.folder / "build-reports" / name).read_text(encoding="utf-8")


def shapes(role: str) -> Any:
    text = (data_dir("playbooks") / "roles" / role / "vars" / "main.yml").read_text(encoding="utf-8")
    return yaml.safe_load(text)[f"{role}_shape"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Site:
    program("ansible-playbook")
    return Site(tmp_path_factory.mktemp("rogue"))


def unharmed(site: Site, run: Run) -> None:
    """Nothing was executed, nothing is on the terminal but text, nothing is written where a host would have it."""
    said = run.stdout + run.stderr
    assert not site.canary.exists(), said[-4000:]
    assert not (site.folder / "evil").exists()
    assert not list(site.folder.parent.glob("**/rogue-file"))
    assert not OBEYED.search(said), ascii(OBEYED.search(said))
    assert not COMMAND.search(said), COMMAND.search(said)


def test_preflight_keeps_nothing_of_rogues(site: Site, proven: Callable[[str, str], None]) -> None:
    """The table names each host that said what nothing says; the completed file has the honest host alone, and clustergen takes it."""
    first = site.run("preflight")
    unharmed(site, first)
    found = yaml.safe_load(site.report("assets.found.yaml"))
    assert found[HONEST]["serial"] == "1660000008"
    assert len(found[HONEST]["macs"]) > 8
    assert set(found) == {HONEST}
    for name in ("assets.found.yaml", "preflight.csv", "preflight.md"):
        assert not MARKS.search(site.report(name)), name
        assert len(site.report(name)) < 1 << 18
    rows = list(csv.DictReader(site.report("preflight.csv").splitlines()))
    odd = {row["host"] for row in rows if row["what"] == "its answer"}
    assert odd == {host.name for host in site.plan.hosts} - {HONEST}
    proven("rogue hosts", f"{len(odd)} hosts answer preflight, verify and other stages with payloads in every value")


def test_the_next_run_on_what_was_found(site: Site) -> None:
    """With the completed file adopted, the tree rendered again and preflight run again, as later inventories have it."""
    shutil.copy(site.folder / "build-reports" / "assets.found.yaml", site.folder / "assets.yaml")
    site.render()
    again = site.run("preflight", preflight_assets=str(site.folder / "assets.yaml"))
    unharmed(site, again)
    assert set(yaml.safe_load(site.report("assets.found.yaml"))) == {HONEST}


def test_verify_tells_and_runs_nothing(site: Site) -> None:
    run = site.run("verify", "--limit", f"all,!{HONEST}")
    unharmed(site, run)
    for name in ("verify.csv", "verify.md"):
        assert not MARKS.search(site.report(name)), name
    odd = {row["host"] for row in csv.DictReader(site.report("verify.csv").splitlines()) if row["what"] == "its answer"}
    assert odd


@pytest.mark.parametrize(
    "book",
    sample(
        ["hosts", "gpu", "storage", "kubernetes", "provision", "reach", "switches"], "hosts", "provision", "switches"
    ),
)
def test_no_stage_of_the_site_is_led_astray(site: Site, book: str) -> None:
    """Each goes as far as rogues let it; preflight and verify have tests of their own."""
    run = site.run(book, "--limit", f"all,!{HONEST}")
    assert "TASK" in run.stdout
    unharmed(site, run)
