"""What people read, held against the word list of `docs/style.md` and proselint (`python -m tests.words`, part of `make lint`).

Read are the manual, the README and its neighbours, the prose of templates, playbooks and roles with their comments, the texts of rules, alerts and effects in YAML, and of the code
each string that a program can print: messages, help texts, and the descriptions of the spec's keys. Code, names in backquotes and
what docstrings say to maintainers are left out.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.conftest import ROOT
from tests.prose import Remark, markdown, remarks, rendered

STYLE = ROOT / "docs" / "style.md"
_GENERATED = ("docs/reference.md", "docs/style.md")
"""The reference is printed from the descriptions of keys, which are read where they are written; the word list names what it forbids."""
_ROW = re.compile(r"^\| `([^`|]+)` \|[^|]*\|([^|]*)\|$", re.MULTILINE)
_HOLES = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_BACKQUOTED = re.compile(r"`[^`]*`")


class Finding(NamedTuple):
    """A phrase that the list forbids, where it is written."""

    path: str
    line: int
    phrase: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: `{self.phrase}`: docs/style.md has what to write instead"


def word_list(text: str) -> dict[str, re.Pattern[str]]:
    """Read the phrases of the list: words, each with its other forms behind a `/`; the third column has what may follow a phrase."""
    return {phrase: _pattern(phrase, _BACKQUOTED.findall(allowed)) for phrase, allowed in _ROW.findall(text)}


def _pattern(phrase: str, allowed: list[str]) -> re.Pattern[str]:
    words = r"\s+".join(f"(?:{'|'.join(map(re.escape, word.split('/')))})" for word in phrase.split())
    behind = "".join(rf"(?!\s+{each.strip('`')}\b)" for each in allowed)
    return re.compile(rf"(?<![\w-]){words}(?![\w-]){behind}", re.IGNORECASE)


def find(path: str, text: str, words: dict[str, re.Pattern[str]], first: int = 1) -> Iterator[Finding]:
    """Find the phrases of the list in a text that begins on line `first` of a file."""
    lower = text.lower()
    for phrase, pattern in words.items():
        if not any(
            form in lower for form in phrase.split(maxsplit=1)[0].split("/")
        ):  # most phrases, in a tenth of the time
            continue
        for match in pattern.finditer(text):
            yield Finding(path, first + text.count("\n", 0, match.start()), phrase)


def _blank(pattern: re.Pattern[str], text: str) -> str:
    """Take out what is no prose, and keep the lines."""
    return pattern.sub(lambda match: "\n" * match[0].count("\n") + "\x00", text)


def template(text: str) -> str:
    """Return what a template prints whatever its values are."""
    return _blank(_BACKQUOTED, _blank(_HOLES, text))


def strings(source: str, *, described: bool) -> Iterator[tuple[int, str]]:
    """Yield the strings of a module that are printed, with the lines they begin on.

    Docstrings of commands are their help; with `described`, docstrings of classes and what is written below a field are printed, too.
    """
    tree = ast.parse(source)
    silent = set() if described else {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    silent -= {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and _is_command(node) and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.lineno, _blank(_BACKQUOTED, node.value)


def _is_command(node: ast.FunctionDef) -> bool:
    """Return whether click prints the docstring of a function."""
    calls = [each.func for each in node.decorator_list if isinstance(each, ast.Call)]
    return any(isinstance(call, ast.Attribute) and call.attr in {"command", "group"} for call in calls)


def read(root: Path) -> Iterator[tuple[str, int, str]]:
    """Yield each text that people read: its file, the line that it begins on, and its prose."""
    pages = [
        *(root / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
        *sorted((root / "docs").glob("*.md")),
    ]
    for page in pages:
        if (name := page.relative_to(root).as_posix()) not in _GENERATED:
            yield name, 1, markdown(page.read_text(encoding="utf-8"))
    for path in sorted((root / "templates").rglob("*.j2")):
        yield path.relative_to(root).as_posix(), 1, template(path.read_text(encoding="utf-8"))
    playbooks = root / "playbooks"
    for path in sorted(each for end in ("yml", "j2", "sh") for each in playbooks.rglob(f"*.{end}")):
        yield path.relative_to(root).as_posix(), 1, template(path.read_text(encoding="utf-8"))
    generator = root / "generator"
    facts = [
        *sorted((generator / "catalog" / "alerts").glob("*.yaml")),
        *sorted((generator / "catalog" / "access").glob("*.yaml")),
    ]
    for path in [*facts, *sorted(generator.glob("change/*.yaml")), *sorted(generator.glob("model/*.yaml"))]:
        yield path.relative_to(root).as_posix(), 1, _blank(_BACKQUOTED, path.read_text(encoding="utf-8"))
    for path in sorted(generator.rglob("*.py")):
        described = path.relative_to(generator).parts[0] == "spec"
        for line, text in strings(path.read_text(encoding="utf-8"), described=described):
            yield path.relative_to(root).as_posix(), line, text


def findings(root: Path = ROOT) -> list[Finding | Remark]:
    """Find everything that the list forbids, file by file, and then what proselint says."""
    words = word_list(STYLE.read_text(encoding="utf-8"))
    texts = [*read(root), *rendered(root)]
    listed = [found for path, line, text in texts for found in find(path, text, words, line)]
    return [*listed, *remarks(texts)]


if __name__ == "__main__":
    found = findings()
    print(*found, sep="\n", end="\n" if found else "")
    sys.exit(bool(found))
