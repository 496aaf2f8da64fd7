"""Every line that starts a playbook, of README, the manual and READMEs of a tree: ansible-playbook takes it with the rendered tree, its hosts, tags and variables exist."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.playbook_lines import Line, lines
from tests.playbooks.plays import ansible_playbook

pytestmark = pytest.mark.proof
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
EXAMPLE = "roce-256"
TOLD = "failure.md"
"""A page about another cluster: test_first_failure.py runs its lines there."""
"""Whose names the pages have."""


@pytest.fixture(scope="module")
def list_tasks(rendered: Callable[[str], Path]) -> Callable[[Line], list[str]]:
    """Return what is wrong with a line. Ansible lists a line's plays once, whatever variables it sets."""
    tree = rendered(EXAMPLE)
    known: dict[tuple[str, str, str], list[str]] = {}
    texts = "\n".join(
        path.read_text(encoding="utf-8", errors="replace")
        for path in sorted((tree / "ansible").rglob("*"))
        if path.is_file()
    )
    words = set(re.findall(r"\w+", texts))

    def faults(line: Line) -> list[str]:
        key = line.book, line.limit, line.tags
        if key not in known:
            known[key] = _listed(tree, line)
        return [*known[key], *(f"no role or playbook reads {name}" for name in line.variables if name not in words)]

    return faults


def _listed(tree: Path, line: Line) -> list[str]:
    book = tree / "ansible" / "playbooks" / line.book
    if not book.is_file():
        return [f"no playbook {line.book}"]
    limit = ["--limit", line.limit] if line.limit else []
    tags = ["--tags", line.tags] if line.tags else []
    asked: tuple[str | Path, ...] = ("-i", tree / "ansible" / "inventory", book, *limit)
    done = ansible_playbook(*asked, *tags, "--list-tasks", "--list-hosts")
    found = [] if done.returncode == 0 else [f"exit {done.returncode}: {done.stderr.strip()[-300:]}"]
    unmatched = re.findall(r"Could not match supplied host pattern, ignoring: (\S+)", done.stderr)
    found += [f"the inventory has no {name}" for name in line.limit.split(",") if name in unmatched]
    if limit and not re.search(r"hosts \([1-9]", done.stdout):
        found.append(f"no play is for {line.limit}")
    if tags:
        whole = ansible_playbook(*asked, "--list-tags")
        there = {tag.strip() for tags in re.findall(r"TAGS: \[(.*?)\]", whole.stdout) for tag in tags.split(",")}
        found += [f"no task has the tag {tag}" for tag in line.tags.split(",") if tag not in there]
    return found


def test_every_line_is_one_that_ansible_takes(
    rendered: Callable[[str], Path], list_tasks: Callable[[Line], list[str]], proven: Callable[[str, str], None]
) -> None:
    found = lines([*(page for page in PAGES if page.name != TOLD), *sorted(rendered(EXAMPLE).rglob("*.md"))])
    assert len(found) > 60
    assert {line.text: line.unknown for line in found if line.unknown} == {}
    assert {f"{page}: {line.text}": wrong for line, page in found.items() if (wrong := list_tasks(line))} == {}
    proven("ansible-playbook", f"{len(found)} lines of pages: playbook, hosts, tags and variables exist")


PLANTED = {
    "ansible-playbook build/ansible/playbooks/drane.yml --limit gpu07": "no playbook drane.yml",
    "`drain.yml --limit gpu7 -e ladder_sure=gpu7`": "the inventory has no gpu7",
    "`acceptance.yml --limit storage_leaf`": "no play is for storage_leaf",
    "ansible-playbook ... provision.yml --tags redfisch": "no task has the tag redfisch",
    "`drain.yml --limit gpu07 -e ladder_shure=gpu07`": "no role or playbook reads ladder_shure",
}


@pytest.mark.parametrize("text", PLANTED)
def test_a_planted_wrong_name_is_found(text: str, list_tasks: Callable[[Line], list[str]], tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"Then {text}\n", encoding="utf-8")
    (line,) = lines([page])
    assert any(PLANTED[text] in each for each in list_tasks(line)), list_tasks(line)


def test_an_option_that_the_reader_does_not_know_is_reported(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("`site.yml --limits gpu01`\n", encoding="utf-8")
    (line,) = lines([page])
    assert line.unknown == ("--limits",)
