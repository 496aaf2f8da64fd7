"""YAML that every reader understands alike: block style, keys in their order, doubtful strings quoted."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from generator.render.encode import encode, quote

_BRANCHES = (dict, list)
_PLAIN = re.compile(r"[A-Za-z/_][A-Za-z0-9/_.,\[\]-]*")
_WORDS = {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
"""Words that YAML 1.1 readers do not read as text, in any case of letters."""
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""Characters that are escaped inside quotes: control characters, line breaks of Unicode, non-characters."""


class Script(str):
    """A program in lines, which is printed as such: it begins with a letter, and ends with a line break."""

    __slots__ = ()


def yaml_text(value: Any, header: str = "") -> str:
    """Print plain values as one YAML document; `header` goes above it, each line a comment.

    Implemented here because a cluster has tens of thousands of entries, and PyYAML's own emitter takes
    seconds for them; the tests read everything back with PyYAML.
    """
    comment = "".join(f"# {line}".rstrip() + "\n" for line in header.splitlines())
    lines: list[str] = []
    if value and isinstance(value, _BRANCHES):
        _add(lines, value, "")
    else:
        lines.append(_scalar(value))
    return f"{comment}---\n" + "\n".join(lines) + "\n"


def _add(lines: list[str], value: Any, pad: str) -> None:
    """Add the lines of a mapping or list; lists are indented below their key."""
    below = pad + "  "
    if isinstance(value, dict):
        for key, each in value.items():
            if each and isinstance(each, _BRANCHES):
                lines.append(f"{pad}{_scalar(key)}:")
                _add(lines, each, below)
            elif isinstance(each, Script):
                lines.append(f"{pad}{_scalar(key)}: |")
                lines += _lines(each, below)
            else:
                lines.append(f"{pad}{_scalar(key)}: {_scalar(each)}")
        return
    for each in value:
        if each and isinstance(each, _BRANCHES):
            first = len(lines)
            _add(lines, each, below)
            lines[first] = f"{pad}- {lines[first][len(below) :]}"
        elif isinstance(each, Script):
            lines.append(f"{pad}- |")
            lines += _lines(each, below)
        else:
            lines.append(f"{pad}- {_scalar(each)}")


def _lines(script: str, pad: str) -> Iterator[str]:
    return (f"{pad}{line}".rstrip() for line in script.splitlines())


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return _text(value if type(value) is str else str(value))
    return str(value) if type(value) is int else encode(value)


@lru_cache(4096)
def _text(text: str) -> str:
    """Print a text; most come back in every document, as keys and words."""
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return _ESCAPED.sub(lambda match: f"\\u{ord(match.group()):04x}", quote(text))
