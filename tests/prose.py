"""What people read, judged by proselint: redundancy, clichés, repeated words, malapropisms, misspellings, inconsistent spelling (`python -m tests.words`, part of `make lint`).

Read is what the word list is held against, with messages of `tests/errors` and pages of golden trees beside it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from proselint.checks import __register__
from proselint.config import DEFAULT
from proselint.registry import CheckRegistry
from proselint.tools import LintFile

OFF = {
    "typography.symbols": "files are ASCII: straight quotes, x and three points are theirs",
    "typography.diacritical_marks": "'resume' is the verb, and 'to resume a host' a term of Slurm",
    "typography.punctuation.exclamation": "it counts `!=` of expressions",
    "typography.punctuation.hyperbole": "it finds `?!` of regular expressions",
    "dates_times.am_pm": "it reads '9094 among' as a time",
    "dates_times.dates": "it reads a number before 'from' as a date",
    "industrial_language.commercialese": "it finds `inst.`, a prefix of Anaconda's options",
    "spelling.able_atable": "'allocatable' is the term of Kubernetes",
    "misc.preferred_forms": "'sans-serif' is a keyword of CSS",
}
"""Checks that do not suit technical English in ASCII, each with its reason. All others are on."""
OFF_IN_CODE = {
    "lexical_illusions": "`done` and `done`, `0 0`: words of a program repeat",
    "typography.punctuation.spacing": "indentation and alignment",
    "spelling.consistency": "`color` is a keyword",
}
"""Further checks that do not suit templates, playbooks and scripts: their prose stands among code."""
EXCEPT = {
    ("generator/render/kubernetes/kubeadm.py", "and etcd"): "not 'and et cetera': etcd is a program",
    ("generator/render/drawing/canvas.py", "color"): "the keyword of CSS",
    ("generator/spec/users.py", "rpc rpc"): "two names of accounts, in a list",
    ("generator/workload/serving.py", "0 0"): "digits of two formats",
}
"""Findings that are none, each with its reason; a test reports those that are not found any more."""
_CODE = re.compile(r"^(templates|playbooks)/|\.ya?ml$")
_BREAK = re.compile(r"^[ \t]*$", re.MULTILINE)
"""A blank line: the end of a paragraph, and of a phrase."""
_QUOTES = re.compile(r"\B['\"]|['\"]\B")
"""Quotation marks: proselint passes over what is quoted, and a single mark would hide the rest of a file."""
_NAME = re.compile(r"\b\w*_\w*\b|\b[\w-]+(?:\.[\w-]+)+\b|\bsystemd-\w+")
"""Names with an underscore or an inner dot, of keys, programs, files and domains; `systemd-analyze` is spelt as it is."""
_NO_TEXT = "\x00"
"""What `tests/words.py` puts where something is no prose."""
_WORDS = re.compile(r"(?:[A-Za-z][a-z'-]+[ ,;:.]+){2}")
"""A text has two words in a row; one name or pattern is none."""


class Remark(NamedTuple):
    """What proselint says about a place."""

    path: str
    line: int
    check: str
    message: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text!r}: {self.message} ({self.check})"


def remarks(texts: Iterable[tuple[str, int, str]]) -> Iterator[Remark]:
    """Yield what proselint finds in texts, each with its file and first line. Those of one kind are read as one document, so that one word has one spelling in all."""
    kinds: tuple[list[tuple[str, int, str]], ...] = ([], [])
    for each in texts:
        if _WORDS.search(each[2]):
            kinds[bool(_CODE.search(each[0]))].append(each)
    for kind, off in zip(kinds, (OFF, OFF | OFF_IN_CODE), strict=True):
        yield from _judged(kind, off)


def _judged(texts: Iterable[tuple[str, int, str]], off: Iterable[str]) -> Iterator[Remark]:
    lines: list[str] = []
    places: list[tuple[str, int]] = []
    starts: list[int] = []
    for path, first, text in texts:
        starts.append(len(lines))
        places.append((path, first))
        prose = _BREAK.sub("#", _QUOTES.sub(" ", _NAME.sub("#", text.replace(_NO_TEXT, "#"))))
        lines += [*prose.split("\n"), "#"]
    document = "\n".join(lines).encode(errors="replace").decode()
    for found in LintFile("texts", document).lint(_config(off)) if lines else ():
        check, at = found.check_result, found.pos[0] - 1
        part = bisect_right(starts, at) - 1
        path, first = places[part]
        text = " ".join(f"\n{document}\n"[check.span[0] : check.span[1]].split())
        if (path, text) not in EXCEPT:
            yield Remark(path, first + at - starts[part], check.check_path, " ".join(check.message.split()), text)


def _config(off: Iterable[str]) -> Any:
    registry = CheckRegistry()
    if not registry.checks:
        registry.register_many(__register__)
    # Keys are tried in their order, and the first that fits counts
    others = {name: on for name, on in DEFAULT["checks"].items() if name not in off}
    return {"max_errors": 1_000_000, "checks": dict.fromkeys(off, False) | others}


_TAGS = re.compile(r"<(style|script|svg|title)\b.*?</\1>|<[^>]*>|&[a-z#0-9]+;", re.DOTALL)


def page(text: str) -> str:
    """Return the text of an HTML page, line for line; a tag ends a phrase, except those within one."""
    text = re.sub(r"</?(strong|em|b|a|small|span)\b[^>]*>", "", text)
    return _TAGS.sub(lambda tag: "\n" * tag[0].count("\n") + _NO_TEXT, text)


_QUOTED = re.compile(r"^ *```.*?^ *```|``.+?``|`[^`\n]*`|\]\([^)]*\)", re.MULTILINE | re.DOTALL)
"""Code of a Markdown page, and where its links lead."""


def markdown(text: str) -> str:
    """Return the prose of a Markdown page, line for line."""
    return _QUOTED.sub(lambda code: "\n" * code[0].count("\n") + _NO_TEXT, text)


def rendered(root: Path) -> Iterator[tuple[str, int, str]]:
    """Yield the messages of `tests/errors` and the pages of golden trees: each with its path, the line that it begins on, and its prose."""
    for path in sorted((root / "tests" / "errors").glob("*.txt")):
        shown = re.sub(r"^( *\d* \||  -->).*", _NO_TEXT, path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        yield path.relative_to(root).as_posix(), 1, re.sub(r"`[^`\n]*`", _NO_TEXT, shown)
    for path in sorted((root / "tests" / "golden").rglob("*.html")):
        yield path.relative_to(root).as_posix(), 1, page(path.read_text(encoding="utf-8"))
    for path in sorted((root / "tests" / "golden").rglob("*.md")):
        yield path.relative_to(root).as_posix(), 1, markdown(path.read_text(encoding="utf-8"))
