"""Heads of playbooks: the usage lines in the comments of each name that playbook, and tags and variables that exist."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.conftest import ROOT

BOOKS = ROOT / "playbooks"
IMPORTED = {"announce", "result", "secrets", "waves"}
"""Playbooks that others import, and nobody starts."""
_STARTED = re.compile(r"ansible-playbook .*?([a-z_]+)\.yml")
_SET = re.compile(r"-e '?\{?\"?([a-z_]+)[\"=]")
_TAGS = re.compile(r"--tags ((?:[a-z_]+(?:,| \| )?)+)")


def head(text: str) -> str:
    """Return the comments before the first play."""
    return "\n".join(line for line in text.partition("\n- ")[0].splitlines() if line.startswith("#"))


def code() -> str:
    """Return what playbooks, roles and plugins have besides comments."""
    files = [path for suffix in ("yml", "py", "j2") for path in BOOKS.rglob(f"*.{suffix}")]
    lines = (line for path in files for line in path.read_text("utf-8").splitlines())
    return "\n".join(line for line in lines if not line.lstrip().startswith("#"))


def tags(value: object) -> Iterator[str]:
    """Yield every tag of a YAML document."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key == "tags":
                yield from [each] if isinstance(each, str) else each
            else:
                yield from tags(each)
    elif isinstance(value, list):
        for each in value:
            yield from tags(each)


def all_tags() -> set[str]:
    documents = (yaml.safe_load(path.read_text("utf-8")) for path in BOOKS.rglob("*.yml"))
    return {tag for document in documents for tag in tags(document)}


def faults(name: str, text: str, words: set[str], known: set[str]) -> Iterator[str]:
    """Yield what is wrong with the head of a playbook."""
    found = head(text)
    books = _STARTED.findall(found)
    if name not in IMPORTED and name not in books:
        yield "no line starts it"
    yield from (f"no playbook {book}" for book in books if not (BOOKS / f"{book}.yml").is_file())
    yield from (f"no role or playbook reads {each}" for each in _SET.findall(found) if each not in words)
    named = {tag for match in _TAGS.findall(found) for tag in re.split(r",| \| ", match) if tag}
    yield from (f"no task has the tag {tag}" for tag in sorted(named - known))


@pytest.fixture(scope="module")
def words() -> set[str]:
    return set(re.findall(r"\w+", code()))


@pytest.fixture(scope="module")
def known() -> set[str]:
    return all_tags()


@pytest.mark.parametrize("path", sorted(BOOKS.glob("*.yml")), ids=lambda path: path.stem)
def test_a_head_names_what_there_is(path: Path, words: set[str], known: set[str]) -> None:
    assert list(faults(path.stem, path.read_text("utf-8"), words, known)) == []


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("ansible-playbook playbooks/drane.yml", "no playbook drane"),
        ("ansible-playbook playbooks/drain.yml -e ladder_shure=gpu07", "no role or playbook reads ladder_shure"),
        ("ansible-playbook playbooks/drain.yml --tags dhcp,redfisch", "no task has the tag redfisch"),
        ("ansible-playbook playbooks/site.yml", "no line starts it"),
    ],
)
def test_a_planted_fault_is_found(line: str, fault: str, words: set[str], known: set[str]) -> None:
    assert fault in list(faults("drain", f"# Out of service:\n#   {line}\n- hosts: all\n", words, known))
