"""The tutorial of the first failure: every command of docs/failure.md runs in its order, and prints each line that the page has.

Playbooks are started by the real ansible-playbook on the inventory of the tree: those that need hosts up to the list of their hosts and tasks, which
`test_host_repair` and `test_ansible_switches` run to the end; the one that refuses, whole.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.twin.needs import require

pytestmark = pytest.mark.proof

PAGE = ROOT / "docs" / "failure.md"
_BLOCK = re.compile(r"^```(console|yaml)\n(.*?)^```", re.MULTILINE | re.DOTALL)
_SECONDS = re.compile(r"\b[0-9]+(\.[0-9]+)? s\b")
_HOST = re.compile(r"^ {6}(\S+)$", re.MULTILINE)


def steps() -> Iterator[tuple[str, list[str]]]:
    """Yield what the page has somebody do: a command with the lines that it shows, or a line for `assets.yaml`."""
    for kind, text in _BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if kind == "yaml":
            yield "assets", [text]
            continue
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, *shown = part.rstrip("\n").split("\n")
            yield command, shown


def printed(words: list[str], folder: Path) -> tuple[int, str]:
    env = os.environ | {
        "PYTHONPATH": str(ROOT),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "COLUMNS": "100",
        "ANSIBLE_CONFIG": str(folder / "build" / "ansible" / "ansible.cfg"),
    }
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=300)
    return done.returncode, done.stdout + done.stderr


def lines(text: str) -> list[str]:
    """Return lines without trailing blanks, every duration as one word."""
    return [_SECONDS.sub("N s", line.rstrip()) for line in text.split("\n")]


def play(words: list[str], folder: Path) -> tuple[int, str]:
    """Start a playbook: whole if it refuses, and else up to the names of its hosts and tasks."""
    if "drain.yml" in words[1] and not any(word.startswith("ladder_sure") for word in words):
        return printed(words, folder)
    code, text = printed([*words, "--list-hosts", "--list-tasks"], folder)
    limit = words[words.index("--limit") + 1] if "--limit" in words else ""
    found = set(_HOST.findall(text.partition("    tasks:")[0].rpartition("    hosts (")[2]))
    assert not limit or found == {limit}, text
    assert re.search(r"^ {6}\S.*TAGS: ", text, re.MULTILINE), text
    return code, text


def test_every_command_of_the_page_prints_what_the_page_has(tmp_path: Path, program: Callable[[str], str]) -> None:
    require(program)
    shutil.copy(ROOT / "examples" / "small-4-hosts" / "cluster.yaml", tmp_path)
    ran: list[str] = []
    for command, shown in steps():
        if command == "assets":
            (tmp_path / "assets.yaml").write_text(shown[0], encoding="utf-8")
            continue
        words = [word for word in shlex.split(command) if word != "sudo"]
        ran.append(" ".join(words[:2]))
        if words[0] == "clustergen":
            code, text = printed([sys.executable, "-m", "generator", *words[1:]], tmp_path)
            assert code == (4 if words[1] == "plan" else 0), (command, text)
        elif words[0] == "ansible-playbook":
            code, text = play(words, tmp_path)
            assert code == (2 if shown else 0), (command, text)
        else:
            code, text = printed(words, tmp_path)
            assert code == 0, (command, text)
        there = lines(text)
        places = [there.index(line) for line in lines("\n".join(shown)) if line] if shown else []
        assert places == sorted(places), command
    assert {"clustergen twin", "clustergen plan", "clustergen show", "clustergen explain"} <= set(ran)
    books = {f"build/ansible/playbooks/{name}.yml" for name in ("drain", "replace", "return", "switches", "provision")}
    assert {f"ansible-playbook {book}" for book in books} <= set(ran)


def test_alerts_that_the_page_names_are_rendered_for_this_cluster(tmp_path: Path) -> None:
    code, text = printed(
        [
            sys.executable,
            "-m",
            "generator",
            "render",
            str(ROOT / "examples" / "small-4-hosts" / "cluster.yaml"),
            "-o",
            "build",
        ],
        tmp_path,
    )
    assert code == 0, text
    rules = "".join(
        path.read_text(encoding="utf-8")
        for path in (tmp_path / "build" / "monitoring" / "prometheus" / "rules").iterdir()
    )
    for name in ("LinkDown", "LeafLinksDown", "BondDegraded", "HostDown"):
        assert f"alert: {name}\n" in rules
        assert name in PAGE.read_text(encoding="utf-8")
