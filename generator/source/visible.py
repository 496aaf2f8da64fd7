"""Foreign text on a terminal or in the log of a CI job: invisible characters and commands are escaped."""

import re

_HIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f]|[^\x00-\x7f]")
"""Control characters, and candidates for Unicode's, which are then looked up."""
_RUNNER = "##["
"""The prefix that a runner of GitHub Actions reads as a command anywhere in a line of a log (ActionCommand.cs of actions/runner, TryParse)."""
_BLOT = "\N{REPLACEMENT CHARACTER}"
_BASIC = 0x10000


def visible(text: str) -> str:
    """Return a text with escapes for control sequences and invisible characters: control characters, marks of direction, odd blanks and line ends."""
    return _HIDDEN.sub(_python, text).replace(_RUNNER, "#\\x23[")


def visible_json(text: str) -> str:
    """Return JSON with such characters as the escapes that JSON has; its value is the same."""
    return _HIDDEN.sub(_json, text).replace(_RUNNER, "#\\u0023[")


def blotted(line: str) -> str:
    """Return a line with a blot for each such character: as long as it was, so that a caret below it stays in its place."""
    return "".join(c if c.isprintable() else _BLOT for c in line).replace(_RUNNER, f"#{_BLOT}[")


def _python(found: re.Match[str]) -> str:
    letter = found.group()
    if letter.isprintable():
        return letter
    number = ord(letter)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < _BASIC else f"\\U{number:08x}"


def _json(found: re.Match[str]) -> str:
    letter = found.group()
    if letter.isprintable():
        return letter
    pair = letter.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{int.from_bytes(pair[at : at + 2]):04x}" for at in range(0, len(pair), 2))
