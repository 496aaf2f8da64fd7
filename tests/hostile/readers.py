"""What readers of each format make of a file: its structure, and every text of ours by its mark. A text that is more than text changes the structure."""

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from html.parser import HTMLParser
from typing import Any

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.hostile.texts import MARK

Given = Mapping[str, str]
"""The texts by their marks."""
Reader = Callable[[str, Given], Any]
_BEGINS = re.compile(r"[\s\"]*[=+\-@\uff1d\uff0b\uff0d\uff20]")
_SIGNED = re.compile(r"[+-][\w.]+")
_DISARMED = re.compile(r"(^|[;\t])'(?=[\s\"]*[=+\-@])")
_DIGEST = re.compile(r"[0-9a-f]{64}")


def read_json(text: str, given: Given) -> Any:
    """Load JSON; digests are of whole files, and differ with them."""
    return _plain(json.loads(text), given)


def read_yaml(text: str, given: Given) -> Any:
    """Load every document of a file; what has a tag of its reader is taken by its text."""
    return _plain(list(yaml.load_all(text, Loader=_Yaml)), given)


def read_csv(text: str, given: Given) -> Any:
    """Return the cells, none of which begins a formula; the apostrophe that keeps one from it is taken off."""
    rows = list(csv.reader(io.StringIO(text)))
    cells = [part for row in rows for cell in row if not _SIGNED.fullmatch(cell) for part in re.split(r"[;\t]", cell)]
    assert [part for part in cells if _BEGINS.match(part)] == []
    return [[_said(_DISARMED.sub(r"\1", cell), given) for cell in row] for row in rows]


def read_html(text: str, given: Given) -> Any:
    """Return tags, attributes and texts."""
    page = _Page()
    page.feed(text)
    page.close()
    return [tuple(_said(each, given) for each in part) for part in page.parts]


def read_svg(text: str, given: Given) -> Any:
    """Return the elements with their attributes and texts; a text may be joined to a name, and cut."""
    del given
    return [
        (each.tag, sorted(each.attrib.items()), _drawn(each.text or ""), _drawn(each.tail or ""))
        for each in ET.fromstring(text).iter()
    ]


def read_rack_page(text: str, given: Given) -> Any:
    """Return the page and its one drawing; a text is drawn smaller, or pressed, where it is longer."""
    head, drawing, rest = re.split(r"(?=<svg )|(?<=</svg>)", text)
    drawn = re.sub(r' (?:font-size|textLength|lengthAdjust)="\w+"', "", drawing)
    return read_html(head + rest, given), read_svg(drawn, given)


def read_markdown(text: str, given: Given) -> Any:
    """Return the tokens of CommonMark with GitHub's tables and strikethrough."""
    return list(_tokens(MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text), given))


def read_keys(text: str, given: Given) -> Any:
    """Return the keys of an authorized_keys file: options, which stand before a key, are none, and a comment is the rest of a line."""
    lines = [line.split(" ", 2) for line in text.splitlines() if not line.startswith("#")]
    assert [line for line in lines if not line[0].startswith(("ssh-", "sk-", "ecdsa-"))] == []
    return [(kind, key, _said(comment, given)) for kind, key, comment in lines]


def read_slurm(text: str, given: Given) -> Any:
    """Return the lines that Slurm reads, where texts stand in comments alone; a comment that ends in a backslash would go on."""
    lines = text.splitlines()
    assert [line for line in lines if MARK.search(line) and (line[:1] != "#" or line.endswith("\\"))] == []
    del given
    return [line for line in lines if not line.startswith("#")]


def read_accounts(text: str, given: Given) -> Any:
    """Return the fields of each line of a file for `sacctmgr load`: `Name='text'`, divided by colons."""
    values = re.findall(r"Description='([^']*)'", text)
    assert [value for value in values if set(value) & set('":=#\\')] == []
    del given
    return re.sub(r"Description='[^']*'", "Description", text).splitlines()


READERS: tuple[tuple[str, Reader], ...] = (
    ("*.json", read_json),
    ("*.csv", read_csv),
    ("cabling/racks/*.html", read_rack_page),
    ("*.html", read_html),
    ("*.svg", read_svg),
    ("docs/*.md", read_markdown),
    ("ansible/inventory/*.yml", read_yaml),
    ("kubernetes/*.yaml", read_yaml),
    ("host_groups/*/etc/ssh/authorized_keys.d/*", read_keys),
    ("slurm/slurm.conf", read_slurm),
    ("slurm/accounts.cfg", read_accounts),
)
"""Formats in which a free text may stand. A file of any other must be the same whatever the texts say."""


def reader_of(path: str) -> Reader | None:
    """Return the reader of a file; none where no free text may stand in it."""
    return next((reader for pattern, reader in READERS if fnmatchcase(path, pattern)), None)


def _said(text: str, given: Given) -> str:
    """Put the mark of a text in its place, where it has come through as it was given, or as a regular expression that stands for it."""
    for mark in dict.fromkeys(MARK.findall(text)):
        whole = given[f"Zq{mark}z"]
        text = text.replace(whole, f"<{mark}>").replace(re.escape(whole), f"<{mark}>")
    return text


def _drawn(text: str) -> str:
    return "a text" if MARK.search(text) or "…" in (text[:1], text[-1:]) else text


def _plain(value: Any, given: Given) -> Any:
    if isinstance(value, dict):
        return {_said(str(key), given): _plain(each, given) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each, given) for each in value]
    if isinstance(value, str):
        return "digest" if _DIGEST.fullmatch(value) else _said(value, given)
    return value


def _tokens(tokens: list[Token], given: Given) -> Iterator[tuple[Any, ...]]:
    for token in tokens:
        if token.type == "inline":
            yield from _tokens(token.children or [], given)
        else:
            yield token.type, token.tag, token.level, sorted(token.attrs.items()), _said(token.content, given)


class _Yaml(yaml.SafeLoader):
    """Takes what has a tag for its text."""


_Yaml.add_multi_constructor("!", lambda loader, tag, node: f"{tag} {node.value}")


class _Page(HTMLParser):
    """Gathers what a browser would see."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[tuple[str, ...]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts.append((tag, *(f"{name}={value}" for name, value in attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.parts.append((f"/{tag}",))

    def handle_data(self, data: str) -> None:
        self.parts.append(("text", data))

    def handle_comment(self, data: str) -> None:
        self.parts.append(("comment", data))
