"""The lines of pages that start a playbook: `ansible-playbook ... drain.yml --limit gpu07` in a block or within a sentence, or `drain.yml --limit gpu07` alone."""

import json
import re
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

_STARTED = re.compile(r"ansible-playbook ((?:[^`\n\\]|\\\n)*)")
_NAMED = re.compile(r"`([a-z_]+\.yml(?: [^`\n]*)?)`")
OTHERS = {
    "scale.yml": "of kubespray, in its checkout",
    "cluster.yml": "of kubespray, in its checkout",
    "mine.yml": "of the reader",
    "snmp.yml": "a file of SONiC",
    "requirements.yml": "a list of collections",
}
"""Names on pages that are no playbook of a tree."""
_FLAGS = ("--check", "--diff", "--list-hosts", "--list-tasks", "-b")
_VALUES = ("--limit", "--tags", "-e", "-i", "--connection")


class Line(Struct, frozen=True, kw_only=True):
    """A line as it is typed: its playbook, whom it is for, its tags, and the variables that it sets."""

    text: str
    book: str
    limit: str = ""
    tags: str = ""
    variables: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    """Options that no line has yet: whoever adds one teaches it to this reader."""


def lines(pages: Iterable[Path]) -> dict[Line, str]:
    """Return each line once, with the page that has it first."""
    found: dict[Line, str] = {}
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for match in (*_STARTED.finditer(text), *_NAMED.finditer(text)):
            for line in _read(match[1]):
                found.setdefault(line, page.name)
    return found


def _read(text: str) -> Iterator[Line]:
    """Read a line; nothing where it starts no playbook, or one of others."""
    typed = re.sub(r"\[(-[^\]]*)\]", r"\1", text.replace("\\\n", " ")).replace("HOST", "control1")
    words = shlex.split(typed, comments=True)
    given: dict[str, list[str]] = {option: [] for option in _VALUES}
    books, unknown = [], []
    rest = iter(words)
    for word in rest:
        if word in _VALUES:
            given[word].append(next(rest, ""))
        elif word.endswith(".yml"):
            books.append(word.rpartition("/")[2])
        elif word.startswith("-") and word not in _FLAGS:
            unknown.append(word)
    if books and books[0] not in OTHERS:
        variables = tuple(name for each in given["-e"] for name in _variables(each))
        yield Line(
            text=" ".join(words),
            book=books[0],
            limit=",".join(given["--limit"]),
            tags=",".join(given["--tags"]),
            variables=variables,
            unknown=tuple(unknown),
        )


def _variables(given: str) -> Iterator[str]:
    if given.startswith("{"):
        yield from json.loads(given)
    elif not given.startswith("@"):
        yield given.partition("=")[0]
