"""Tables of config_db.json, by SONiC's YANG modules: where each row and field belongs in the schema's tree."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from generator.source.broken import said_of
from generator.verify.sonic_yang.statements import Statement, parse

_SONIC = "sonic-"
"""Modules of SONiC; those of the IETF are part of libyang."""


class ModelsError(Exception):
    """A folder that cannot be used: it has no modules, or lacks one that another imports."""


class Node(Struct, frozen=True):
    """A place for values: container, list, leaf or leaf-list, with groupings and choices expanded."""

    kind: str
    name: str
    keys: tuple[str, ...] = ()
    children: dict[str, "Node"] = field(default_factory=dict)

    def lists(self) -> list["Node"]:
        """Return the lists directly below."""
        return [child for child in self.children.values() if child.kind == "list"]

    def map_list(self) -> "Node | None":
        """Return the list inside a list of a two-column map: {"AZURE": {"26": "3"}} is DSCP 26, traffic class 3."""
        inner = self.lists() if self.kind == "list" else []
        return inner[0] if len(inner) == 1 and len(inner[0].keys) == 1 and len(inner[0].children) == 2 else None

    def strangers(self, row: Mapping[str, Any]) -> int:
        """Count the fields of a row for which this node has no child."""
        return 0 if self.map_list() else sum(name not in self.children for name in row)


class Table(Struct, frozen=True):
    """A table of config_db.json: its module, the module's namespace, and its container."""

    module: str
    namespace: str
    node: Node


def read_tables(folder: Path) -> dict[str, Table]:
    """Return every table of a folder of modules: a container in the container that is named after its module.

    Raises ModelsError: the folder has no modules, lacks one that another imports, or has a file that is not YANG.
    """
    modules = {path.stem: _module(path) for path in sorted(folder.glob("*.yang"))}
    if not modules:
        raise ModelsError(f"{folder} has no YANG modules (*.yang)")
    for name, module in modules.items():
        wanted = (each.argument for each in module.all("import") if each.argument.startswith(_SONIC))
        if missing := [each for each in wanted if each not in modules]:
            raise ModelsError(f"{folder} lacks {missing[0]}.yang, which {name}.yang imports")
    tables: dict[str, Table] = {}
    for name, module in modules.items():
        for top in module.all("container"):
            for child in _children(top, module, modules).values():
                if child.kind != "container" or top.argument != name:
                    continue
                if child.name in tables:
                    raise ModelsError(f"both {tables[child.name].module} and {name} have a table {child.name}")
                tables[child.name] = Table(name, module.text("namespace"), child)
    return tables


def _module(path: Path) -> Statement:
    try:
        return parse(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ModelsError(f"{path} {said_of(error)}") from error
    except ValueError as error:
        raise ModelsError(f"{path} cannot be read: {error}") from error


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
    """Return the grouping that a `uses` names, and the module that has it."""
    prefix, _, bare = name.rpartition(":")
    homes = {imported.text("prefix"): imported.argument for imported in module.all("import")}
    home = modules[homes[prefix]] if prefix in homes else module
    for grouping in home.everywhere("grouping"):
        if grouping.argument == bare:
            return grouping, home
    raise ModelsError(f"{module.argument}.yang uses {name}, and {home.argument}.yang has no such grouping")
