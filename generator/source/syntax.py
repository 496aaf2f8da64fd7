"""What is wrong with a text that is not YAML, in our words and at the place that has to be changed."""

import unicodedata
from typing import Any

import yaml

from generator.source.diagnostic import Diagnostic
from generator.source.span import Span

_HELP = "check the indentation, the colon and a space after each key, and the quotes around this place"
_OWN_WORDS = {
    "mapping values are not allowed": "a `key: value` is where none can start",
    "did not find expected": "something is missing or indented differently before this place",
    "found character that cannot start": "this character cannot start a value: put the value in quotes",
    "found unexpected end of stream": "the file ends inside a quoted text or a bracket",
    "could not find expected ':'": "a key without its colon, or without a space after the colon",
    "found undefined": "a tag or directive that nothing defines",
    "found unknown directive": "a tag or directive that nothing defines",
    "found incompatible YAML": "a version of YAML other than 1.1 and 1.2",
    "control characters are not allowed": "a control character that YAML does not allow",
    "found unknown escape": "a backslash escape that YAML does not have",
    "found invalid Unicode": "a backslash escape that is no character",
    "found duplicate anchor": "an anchor that is defined twice",
    "found tab": "a tab used for indentation",
    "block sequence entries are not allowed": "a list item `- ` is where none can start",
}
_OPEN = {
    "while scanning a quoted scalar": ("the quote that opens here", "close the quote"),
    "while parsing a flow mapping": ("the `{` that opens here", "close it with `}`"),
    "while parsing a flow sequence": ("the `[` that opens here", "close it with `]`"),
}
"""What is open where the text breaks on a later line, and the fix."""


def syntax_problem(error: yaml.YAMLError, text: str) -> Diagnostic:
    """Return the problem of a text by what libyaml reports of it."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    reason = str(getattr(error, "problem", None) or getattr(error, "reason", None))
    began, context = getattr(error, "context_mark", None), getattr(error, "context", None)
    if context in _OPEN and mark and began and mark.line > began.line:
        what, advice = _OPEN[context]
        ends = "in the file" if "end of stream" in reason else f"before line {mark.line + 1}"
        return _problem(f"{what} is not closed {ends}", _span(began), advice)
    if context == "while scanning a simple key" and began:
        mark = began
    if mark is None:
        return _problem(_plain(reason), None, _HELP)
    lines = text.splitlines()
    line = lines[mark.line] if mark.line < len(lines) else ""
    if line[mark.column : mark.column + 1] == "\t":
        return _problem(
            "a tab is where only spaces may be",
            _span(mark),
            "indent with spaces",
        )
    for number in (mark.line, mark.line - 1):
        if 0 <= number < len(lines) and (found := invisible_in(lines[number])):
            column, name = found
            return _problem(
                f"{name} is not a space of YAML", Span(number + 1, column + 1, column + 2), "write an ordinary space"
            )
    return _problem(_plain(reason), _span(mark), _HELP)


def invisible_in(text: str) -> tuple[int, str] | None:
    """Return the first letter that looks like a space or like nothing, by its place and its name; None without one."""
    for place, letter in enumerate(text):
        if not letter.isascii() and unicodedata.category(letter) in {"Zs", "Cf"}:
            return place, f"U+{ord(letter):04X} ({unicodedata.name(letter, 'invisible').lower()})"
    return None


def _span(mark: Any) -> Span:
    return Span(mark.line + 1, mark.column + 1, mark.column + 2)


def _problem(what: str, span: Span | None, advice: str) -> Diagnostic:
    return Diagnostic(code="syntax", message=f"this is not YAML: {what}", span=span, help=advice)


def _plain(reason: str) -> str:
    return next((words for start, words in _OWN_WORDS.items() if start in reason), "the structure breaks here")
