"""Escaping of foreign text in formats for people: one function per format, which all printed text passes.

Formats that are serialised (JSON, YAML) need none, and files for programs only have names of a closed alphabet, no free text.
"""

import re
from html import escape

_FORMULA = re.compile(r'(^|[;\t])(?=[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20])')
"""Where a formula would begin, in signs of full width as well; behind a semicolon too, at which spreadsheets of half the world divide."""
_SIGNED = re.compile(r"[+-][A-Za-z0-9.]+")
"""A number, or a direction such as -y, with its sign: no call of a function, and no other program."""
_SPAN = re.compile(r"(?<!`)`[^`]+`(?!`)")
_INLINE = re.compile(r"[\\`*~<\[]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)")
_BLOCK = re.compile(r"[#>+=-]|[0-9]{1,9}(?=[.)])")


def markup(text: str) -> str:
    """Return a text for the content of HTML or SVG elements; in an attribute, `html.escape` is needed."""
    return escape(text, quote=False) if "&" in text or "<" in text or ">" in text else text


def markup_message(text: str) -> str:
    """Return one of our own messages as HTML: text between backticks becomes code."""
    return _SPAN.sub(lambda span: f"<code>{span.group()[1:-1]}</code>", markup(text))


def formula_free(cell: str) -> str:
    """Return the text of a cell such that a spreadsheet takes it for text: an apostrophe is put before what would begin a formula (OWASP, CSV Injection)."""
    return cell if _SIGNED.fullmatch(cell) else _FORMULA.sub("\\1'", cell)


def markdown(text: str) -> str:
    """Return a text as one line of Markdown that shows just these characters, in a paragraph or in a cell of a table."""
    return _escaped(" ".join(text.split())).replace("|", "\\|")


def markdown_line(text: str) -> str:
    """Return a text as a whole paragraph or entry of a list: its beginning makes no heading, list or rule either."""
    line = markdown(text)
    found = _BLOCK.match(line)
    if not found:
        return line
    at = found.end() - 1 if not found.group().isdigit() else found.end()
    return f"{line[:at]}\\{line[at:]}"


def markdown_message(text: str) -> str:
    """Return one of our own messages: text between backticks becomes code, all else is escaped."""
    line, parts, at = " ".join(text.split()), [], 0
    for span in _SPAN.finditer(line):
        parts += [_escaped(line[at : span.start()]), span.group()]
        at = span.end()
    return "".join([*parts, _escaped(line[at:])]).replace("|", "\\|")


def sacctmgr_words(text: str) -> str:
    """Return a text without characters that are special in `sacctmgr load`; possibly empty."""
    return " ".join("".join(letter if letter.isalnum() or letter in ".,-" else " " for letter in text).split())


def _escaped(text: str) -> str:
    return _INLINE.sub(lambda found: f"\\{found.group()}", text)
