"""SONiC's own YANG modules as judge of a config_db.json, through the real yanglint.

The way of each table into a module is read out of the schema files, so that a newer schema needs no edit here.
The rules of conversion are those of sonic-yang-mgmt (sonic-net/sonic-buildimage@086b03bd), except where it forgives:
a table without a module, which it drops, is an error here.
"""

import re
import subprocess
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ConfigDb = Mapping[str, Any]

# Leaf-lists that SONiC stores as one text (sonic-yang-mgmt, LEAF_LIST_WITH_STRING_VALUE_DICT); all others are lists.
PACKED_LEAF_LISTS = {
    ("MIRROR_SESSION", "src_ip"): ",",
    ("NTP", "src_intf"): ";",
    ("BGP_ALLOWED_PREFIXES", "prefixes_v4"): ",",
    ("BGP_ALLOWED_PREFIXES", "prefixes_v6"): ",",
    ("BUFFER_PORT_EGRESS_PROFILE_LIST", "profile_list"): ",",
    ("BUFFER_PORT_INGRESS_PROFILE_LIST", "profile_list"): ",",
    ("PORT", "adv_speeds"): ",",
    ("PORT", "adv_interface_types"): ",",
}

_TOKEN = re.compile(
    r"""(?P<skip>\s+ | //[^\n]* | /\*.*?\*/)
      | (?P<mark>[{};])
      | "(?P<double>(?:[^"\\]|\\.)*)"
      | '(?P<single>[^']*)'
      | (?P<bare>(?:(?!//|/\*)[^\s{};"'])+)""",
    re.DOTALL | re.VERBOSE,
)
_ESCAPES = {r"\n": "\n", r"\t": "\t", r"\"": '"', r"\\": "\\"}
_XML_NAME = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)


class UnknownTable(Exception):
    """A table that no module has: SONiC would load it without a check."""


class Misshapen(Exception):
    """A row or a field that has no place in the schema's tree, so that it cannot even be put to yanglint."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One YANG statement: a keyword, its argument, and the block under it (RFC 7950, section 6.3)."""

    keyword: str
    argument: str
    block: tuple["Statement", ...] = ()

    def all(self, *keywords: str) -> Iterator["Statement"]:
        return (child for child in self.block if child.keyword in keywords)

    def text(self, keyword: str) -> str:
        return next((child.argument for child in self.all(keyword)), "")

    def everywhere(self, keyword: str) -> Iterator["Statement"]:
        for child in self.block:
            if child.keyword == keyword:
                yield child
            yield from child.everywhere(keyword)


@dataclass(frozen=True, slots=True)
class Node:
    """A place for values: container, list, leaf or leaf-list, with groupings and choices already folded in."""

    kind: str
    name: str
    keys: tuple[str, ...] = ()
    children: dict[str, "Node"] = field(default_factory=dict)

    def lists(self) -> list["Node"]:
        return [child for child in self.children.values() if child.kind == "list"]

    def map_list(self) -> "Node | None":
        """The list inside a list of a two-column map: {"AZURE": {"26": "3"}} is dscp 26, tc 3."""
        inner = self.lists() if self.kind == "list" else []
        return inner[0] if len(inner) == 1 and len(inner[0].keys) == 1 and len(inner[0].children) == 2 else None

    def strangers(self, row: ConfigDb) -> int:
        """How many fields of a row this node has no child for."""
        return 0 if self.map_list() else sum(name not in self.children for name in row)


@dataclass(frozen=True, slots=True)
class Table:
    module: str
    namespace: str
    node: Node


def parse(text: str) -> Statement:
    """Read one module. A folded text keeps its line breaks: no name or key list is read by its layout."""
    block = _block(_tokens(text))
    if len(block) != 1:
        raise ValueError(f"a YANG file holds one module, and this has {len(block)} statements")
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
    """The statements up to the closing brace, or to the end of the file."""
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


def read_tables(schema_dir: Path) -> dict[str, Table]:
    """Every table of a schema folder: a container under the container that is named after its module."""
    modules = {path.stem: parse(path.read_text(encoding="utf-8")) for path in sorted(schema_dir.glob("*.yang"))}
    tables: dict[str, Table] = {}
    for name, module in modules.items():
        for top in module.all("container"):
            for child in _children(top, module, modules).values():
                if child.kind != "container" or top.argument != name:
                    continue
                if child.name in tables:
                    raise ValueError(f"both {tables[child.name].module} and {name} hold a table {child.name}")
                tables[child.name] = Table(name, module.text("namespace"), child)
    return tables


def _children(parent: Statement, module: Statement, modules: Mapping[str, Statement]) -> dict[str, Node]:
    found: dict[str, Node] = {}
    for child in parent.block:
        if child.text("config") == "false":
            continue
        if child.keyword in ("choice", "case"):
            found |= _children(child, module, modules)
        elif child.keyword == "uses":
            found |= _children(*_grouping(child.argument, module, modules), modules)
        elif child.keyword in ("container", "list", "leaf", "leaf-list"):
            below = _children(child, module, modules)
            found[child.argument] = Node(child.keyword, child.argument, tuple(child.text("key").split()), below)
    return found


def _grouping(name: str, module: Statement, modules: Mapping[str, Statement]) -> tuple[Statement, Statement]:
    """The grouping that a `uses` names, and the module to read it in."""
    prefix, _, bare = name.rpartition(":")
    homes = {imported.text("prefix"): imported.argument for imported in module.all("import")}
    home = modules[homes[prefix]] if prefix in homes else module
    return next(grouping for grouping in home.everywhere("grouping") if grouping.argument == bare), home


class SonicYang:
    """A schema folder, read once, that accepts a config_db or says what is wrong with it."""

    def __init__(self, schema_dir: Path, yanglint: str | Path = "yanglint") -> None:
        self.tables = read_tables(schema_dir)
        modules = sorted(str(path) for path in schema_dir.glob("*.yang"))
        # -Q: without the warnings of modules that are checked before the modules they refer to are loaded.
        self._command = [str(yanglint), "-Q", "-p", str(schema_dir), "-t", "config", *modules]

    def check(self, config_db: ConfigDb) -> list[str]:
        """List what is wrong, in yanglint's words: nothing if the schema accepts it. It stops at its first fault."""
        try:
            document = self.to_xml(config_db)
        except Misshapen as fault:
            return [str(fault)]
        with tempfile.NamedTemporaryFile("w", suffix=".xml", encoding="utf-8") as file:
            file.write(document)
            file.flush()
            run = subprocess.run([*self._command, file.name], capture_output=True, text=True, check=False)
        if run.returncode == 0:
            return []
        faults = [line for line in run.stderr.splitlines() if line.startswith("libyang err")]
        if not faults:
            raise RuntimeError(f"yanglint gave {run.returncode} and no reason: {run.stderr[-400:]}")
        return faults

    def check_all(self, config_dbs: Mapping[str, ConfigDb]) -> dict[str, list[str]]:
        """`check` for many devices, two at a time."""
        with ThreadPoolExecutor(max_workers=2) as pool:
            return dict(zip(config_dbs, pool.map(self.check, config_dbs.values()), strict=True))

    def to_xml(self, config_db: ConfigDb) -> str:
        """The document that yanglint reads: one element a module, in the order in which the tables come."""
        unknown = sorted(set(config_db) - set(self.tables))
        if unknown:
            raise UnknownTable(f"no SONiC YANG module has a table {', '.join(unknown)}")
        modules: dict[str, ET.Element] = {}
        for name, rows in config_db.items():
            table = self.tables[name]
            root = modules.setdefault(table.module, ET.Element(table.module, {"xmlns": table.namespace}))
            _fill(ET.SubElement(root, name), table.node, rows, (name,))
        return "\n".join(ET.tostring(module, encoding="unicode") for module in modules.values()) + "\n"


def _fill(element: ET.Element, node: Node, rows: object, path: tuple[str, ...]) -> None:
    """Put rows into a container: each into a list of its number of keys, or into the child of its name."""
    if not isinstance(rows, Mapping):
        raise Misshapen(f"{'/'.join(path)}: holds rows, and is given {rows!r}")
    for key, row in rows.items():
        place = _place(node, key, row)
        if place is None or place.kind != "list":
            _put(element, node.children.get(key), key, row, (*path, key))
            continue
        entry = ET.SubElement(element, place.name)
        for name, part in zip(place.keys, key.split("|"), strict=True):
            ET.SubElement(entry, name).text = part
        pairs = place.map_list()
        for name, content in row.items():
            if pairs is not None:
                _put_pair(entry, pairs, name, content, (*path, key, name))
            else:
                _put(entry, place.children.get(name), name, content, (*path, key, name))


def _place(node: Node, key: str, row: object) -> Node | None:
    """Where a row goes: the first list that knows all its fields; else the child of its name; else the nearest list."""
    if not isinstance(row, Mapping):
        return node.children.get(key)
    # sonic-yang-mgmt reads a lone list only under the name <table>_LIST.
    lists = [each for each in node.lists() if len(node.lists()) > 1 or each.name == f"{node.name}_LIST"]
    fitting = [each for each in lists if len(each.keys) == key.count("|") + 1]
    nearest = min(fitting, key=lambda each: each.strangers(row), default=None)
    if nearest is not None and nearest.strangers(row) == 0:
        return nearest
    return node.children.get(key, nearest)


def _put_pair(entry: ET.Element, pairs: Node, key: str, content: object, path: tuple[str, ...]) -> None:
    pair = ET.SubElement(entry, pairs.name)
    ET.SubElement(pair, pairs.keys[0]).text = key
    ET.SubElement(pair, next(name for name in pairs.children if name not in pairs.keys)).text = _text(content, path)


def _put(element: ET.Element, node: Node | None, name: str, content: object, path: tuple[str, ...]) -> None:
    """Put one field. One that the schema does not have goes in under its own name, for yanglint to refuse."""
    if _XML_NAME.fullmatch(name) is None or (node is None and isinstance(content, Mapping)):
        raise Misshapen(f"{'/'.join(path)}: the schema has no place for {name}")
    if node is not None and node.kind == "container":
        _fill(ET.SubElement(element, name), node, content, path)
    elif node is not None and node.kind == "leaf-list":
        for value in _values(content, path):
            ET.SubElement(element, name).text = value
    else:
        ET.SubElement(element, name).text = _text(content, path)


def _values(content: object, path: tuple[str, ...]) -> list[str]:
    """The values of a leaf-list. SONiC writes an empty one as [""]."""
    separator = PACKED_LEAF_LISTS.get((path[0], path[-1]))
    if isinstance(content, str) and separator is not None:
        return [part.strip() for part in content.split(separator)]
    if not isinstance(content, list):
        raise Misshapen(f"{'/'.join(path)}: the schema has a list here, and is given {content!r}")
    return [text for text in (_text(value, path) for value in content) if text]


def _text(content: object, path: tuple[str, ...]) -> str:
    if isinstance(content, bool) or not isinstance(content, str | int):
        raise Misshapen(f"{'/'.join(path)}: the schema has one text here, and is given {content!r}")
    return str(content)
