"""Reader of YANG modules: statements with their blocks (RFC 7950, section 6.3), as far as the conversion of tables needs them."""

import re
from collections.abc import Iterator

from msgspec import Struct

_TOKEN = re.compile(
    r"""(?P<skip>\s+ | //[^\n]* | /\*.*?\*/)
      | (?P<mark>[{};])
      | "(?P<double>(?:[^"\\]|\\.)*)"
      | '(?P<single>[^']*)'
      | (?P<bare>(?:(?!//|/\*)[^\s{};"'])+)""",
    re.DOTALL | re.VERBOSE,
)
_ESCAPES = {r"\n": "\n", r"\t": "\t", r"\"": '"', r"\\": "\\"}


class Statement(Struct, frozen=True):
    """One YANG statement: a keyword, its argument, and the block below it."""

    keyword: str
    argument: str
    block: tuple["Statement", ...] = ()

    def all(self, *keywords: str) -> Iterator["Statement"]:
        """Yield the statements of the block that have one of these keywords."""
        return (child for child in self.block if child.keyword in keywords)

    def text(self, keyword: str) -> str:
        """Return the argument of the first statement with this keyword in the block, or an empty text."""
        return next((child.argument for child in self.all(keyword)), "")

    def everywhere(self, keyword: str) -> Iterator["Statement"]:
        """Yield the statements with this keyword at any depth."""
        for child in self.block:
            if child.keyword == keyword:
                yield child
            yield from child.everywhere(keyword)


def parse(text: str) -> Statement:
    """Read one module. A folded text keeps its line breaks: no name or key list depends on its layout.

    Raises ValueError: the text is not YANG, or has several modules.
    """
    block = _block(_tokens(text))
    if len(block) != 1:
        raise ValueError(f"a YANG file has one module, and this one has {len(block)} statements")
    return block[0]


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise ValueError(f"not YANG at line {text.count(chr(10), 0, at) + 1}: {text[at : at + 40]!r}")
        at = token.end()
        kind = token.lastgroup or ""
        if kind == "double":
            yield "quoted", re.sub(r"\\.", lambda escape: _ESCAPES.get(escape[0], escape[0]), token["double"])
        elif kind != "skip":
            yield "quoted" if kind == "single" else kind, token[kind]


def _block(tokens: Iterator[tuple[str, str]]) -> tuple[Statement, ...]:
    """Read the statements up to the closing brace, or to the end of the file."""
    statements = []
    for kind, keyword in tokens:
        if (kind, keyword) == ("mark", "}"):
            break
        argument = ""
        for part_kind, part in tokens:
            if part_kind == "mark":
                statements.append(Statement(keyword, argument, _block(tokens) if part == "{" else ()))
                break
            if (part_kind, part) != ("bare", "+"):
                argument += part
    return tuple(statements)
