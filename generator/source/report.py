"""Diagnostics as people and machines read them: text with carets, one line each, JSON, GitHub."""

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol

from generator.source.diagnostic import Diagnostic, Note, Severity
from generator.source.document import Document
from generator.source.span import Loc, Span
from generator.source.visible import blotted, visible, visible_json


class Shower(Protocol):
    """One look of problems."""

    def __call__(self, document: Document, problems: Iterable[Diagnostic], color: bool = False) -> str:
        """Show them."""


_RED, _YELLOW, _BLUE, _CYAN, _BOLD, _OFF = "\x1b[31m", "\x1b[33m", "\x1b[34m", "\x1b[36m", "\x1b[1m", "\x1b[0m"
_WIDEST = 160
_COMMAND = "::"
"""How a line begins that is a command to a runner of GitHub Actions (workflow commands, GitHub Docs)."""


def in_order(document: Document, problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sort problems by their place in the file, and drop duplicates."""

    def key(problem: Diagnostic) -> tuple[str, Span, str, str]:
        file = home_of(document, problem).name if problem.document else ""
        return (file, _place(document, problem) or Span(0, 0, 0), problem.code, problem.message)

    unique = {(p.code, p.message, p.loc, p.span): p for p in problems}
    return sorted(unique.values(), key=key)


def show_text(document: Document, problems: Iterable[Diagnostic], color: bool = False) -> str:
    """Show each problem with its line, a caret, its notes and its help."""
    return "\n".join(_one_text(document, problem, color) for problem in in_order(document, problems))


def show_concise(document: Document, problems: Iterable[Diagnostic], color: bool = False) -> str:
    """Show a line a problem: `file:line:column: severity[slug]: message`."""
    del color
    lines = []
    for problem in in_order(document, problems):
        span = _place(document, problem)
        name = visible(home_of(document, problem).name)
        place = f"{name}:{span.line}:{span.column}" if span else name
        here = "./" if name.lstrip().startswith(_COMMAND) else ""
        lines.append(f"{here}{place}: {problem.severity}[{problem.code}]: {visible(problem.message)}\n")
    return "".join(lines)


def show_json(document: Document, problems: Iterable[Diagnostic], color: bool = False) -> str:
    """Show a JSON list, one object a problem."""
    del color
    rows = [visible_json(json.dumps(_row(document, p), ensure_ascii=False)) for p in in_order(document, problems)]
    return "[\n" + ",\n".join(rows) + "\n]\n" if rows else "[]\n"


def show_github(document: Document, problems: Iterable[Diagnostic], color: bool = False) -> str:
    """Show GitHub workflow commands, which annotate the lines of a pull request."""
    del color
    lines = []
    for problem in in_order(document, problems):
        span = _place(document, problem)
        where = f",line={span.line},col={span.column},endColumn={span.end}" if span else ""
        text = visible(problem.message) + (f"\nhelp: {visible(problem.help)}" if problem.help else "")
        name = _property(visible(home_of(document, problem).name))
        lines.append(f"::{problem.severity} file={name}{where},title={_property(problem.code)}::{_data(text)}\n")
    return "".join(lines)


def _data(text: str) -> str:
    """Write the text of a workflow command, as the runner reads it back."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Write a property of a workflow command, which ends at a comma or a colon."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


FORMATS: dict[str, Shower] = {
    "text": show_text,
    "concise": show_concise,
    "json": show_json,
    "github": show_github,
}


def home_of(document: Document, problem: Diagnostic | Note) -> Document:
    """The file that the places of a problem or a note are in."""
    return problem.document if isinstance(problem.document, Document) else document


def _place(document: Document, problem: Diagnostic) -> Span | None:
    return problem.span or home_of(document, problem).span_of(problem.loc, at_key=problem.at_key)


def _one_text(document: Document, problem: Diagnostic, color: bool) -> str:
    hue = _RED if problem.severity is Severity.ERROR else _YELLOW
    head = _paint(f"{problem.severity}[{problem.code}]", hue, color)
    text = f"{head}{_paint(': ' + visible(problem.message), _BOLD, color)}\n"
    text += _excerpt(home_of(document, problem), _place(document, problem), problem.label, "^", color)
    for note in problem.notes:
        text += f"{_paint('note', _CYAN, color)}: {visible(note.message)}\n"
        span = home_of(document, note).span_of(note.loc, at_key=note.at_key)
        if span:
            text += _excerpt(home_of(document, note), span, "", "-", color)
    if problem.help:
        text += f"{_paint('help', _CYAN, color)}: {visible(problem.help)}\n"
    return text


def _excerpt(document: Document, span: Span | None, label: str, mark: str, color: bool) -> str:
    name = visible(document.name)
    if span is None:
        return f"  --> {name}\n"
    lines = _lines(document.text)
    line = lines[span.line - 1] if span.line <= len(lines) else ""
    line, start, width = _window(line, span)
    gutter = " " * len(str(span.line))
    bar = _paint("|", _BLUE, color)
    carets = _paint(" " * (start - 1) + mark * width + (f" {visible(label)}" if label else ""), _RED, color)
    return (
        f"{gutter}{_paint('-->', _BLUE, color)} {name}:{span.line}:{span.column}\n"
        f"{gutter} {bar}\n"
        f"{span.line} {bar} {line}\n"
        f"{gutter} {bar} {carets}\n"
    )


@lru_cache(maxsize=2)
def _lines(text: str) -> list[str]:
    """Split a text once for all its problems; a tab is as wide as a blank."""
    return text.replace("\t", " ").splitlines()


def _window(line: str, span: Span) -> tuple[str, int, int]:
    """Cut a very long line around the place: the text, its column, its width."""
    width = max(1, span.end - span.column)
    if len(line) <= _WIDEST:
        return blotted(line), span.column, width
    left = max(0, span.column - 1 - _WIDEST // 4)
    cut = blotted(line[left : left + _WIDEST])
    lead = "..." if left else ""
    return f"{lead}{cut}...", span.column - left + len(lead), min(width, _WIDEST // 2)


def _row(document: Document, problem: Diagnostic) -> dict[str, object]:
    span = _place(document, problem)
    return {
        "code": problem.code,
        "severity": str(problem.severity),
        "message": problem.message,
        "file": home_of(document, problem).name,
        "path": _path(problem.loc),
        **({"line": span.line, "column": span.column, "end_column": span.end} if span else {}),
        "notes": [{"message": n.message, "path": _path(n.loc)} for n in problem.notes],
        "help": problem.help,
    }


def _path(loc: Loc) -> list[str | int]:
    return list(loc)


def _paint(text: str, hue: str, color: bool) -> str:
    return f"{hue}{text}{_OFF}" if color else text
