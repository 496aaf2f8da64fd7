"""config_db.json as the XML that yanglint reads: one element per module.

The place of each row and field is read from the schema, so a newer schema needs no edit here. The rules of conversion are those of
sonic-yang-mgmt (sonic-net/sonic-buildimage@086b03bd), with one exception: it drops a table without a module, which is an error here.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from typing import Any

from generator.verify.sonic_yang.tables import Node, Table

ConfigDb = Mapping[str, Any]

# Leaf-lists that SONiC stores as one text (sonic-yang-mgmt, LEAF_LIST_WITH_STRING_VALUE_DICT); all others are lists.
_PACKED_LEAF_LISTS = {
    ("MIRROR_SESSION", "src_ip"): ",",
    ("NTP", "src_intf"): ";",
    ("BGP_ALLOWED_PREFIXES", "prefixes_v4"): ",",
    ("BGP_ALLOWED_PREFIXES", "prefixes_v6"): ",",
    ("BUFFER_PORT_EGRESS_PROFILE_LIST", "profile_list"): ",",
    ("BUFFER_PORT_INGRESS_PROFILE_LIST", "profile_list"): ",",
    ("PORT", "adv_speeds"): ",",
    ("PORT", "adv_interface_types"): ",",
}
_XML_NAME = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)


class UnknownTable(Exception):  # noqa: N818
    """A table that no module has: SONiC would load it without a check."""


class Misshapen(Exception):  # noqa: N818
    """A row or field that has no place in the schema's tree, so yanglint cannot read it."""


def to_xml(tables: Mapping[str, Table], config_db: ConfigDb) -> str:
    """Return the document that yanglint reads, with the modules in the order of the tables.

    Raises:
        UnknownTable: no module has a table of this name.
        Misshapen: a row or field has no place in the schema.
    """
    if not isinstance(config_db, Mapping):
        raise Misshapen("the file is not an object of tables")
    unknown = sorted(set(config_db) - set(tables))
    if unknown:
        raise UnknownTable(f"no SONiC YANG module has a table {', '.join(unknown)}")
    modules: dict[str, ET.Element] = {}
    for name, rows in config_db.items():
        table = tables[name]
        root = modules.setdefault(table.module, ET.Element(table.module, {"xmlns": table.namespace}))
        _fill(ET.SubElement(root, name), table.node, rows, (name,))
    return "\n".join(ET.tostring(module, encoding="unicode") for module in modules.values()) + "\n"


def _fill(element: ET.Element, node: Node, rows: object, path: tuple[str, ...]) -> None:
    """Put rows into a container: each into the list with its number of keys, or into the child with its name."""
    if not isinstance(rows, Mapping):
        raise Misshapen(f"{'/'.join(path)}: must have rows, and is {rows!r}")
    for key, row in rows.items():
        place = _place(node, key, row)
        if place is None or place.kind != "list":
            _put(element, node.children.get(key), key, row, (*path, key))
            continue
        parts = key.split("|")
        if not isinstance(row, Mapping) or len(parts) != len(place.keys):
            raise Misshapen(f"{'/'.join((*path, key))}: the schema has no place for this row")
        entry = ET.SubElement(element, place.name)
        for name, part in zip(place.keys, parts, strict=True):
            ET.SubElement(entry, name).text = part
        pairs = place.map_list()
        for name, content in row.items():
            if pairs is not None:
                _put_pair(entry, pairs, name, content, (*path, key, name))
            else:
                _put(entry, place.children.get(name), name, content, (*path, key, name))


def _place(node: Node, key: str, row: object) -> Node | None:
    """Find the place of a row: the first list that has all its fields; else the child of its name; else the nearest list."""
    if not isinstance(row, Mapping):
        return node.children.get(key)
    # sonic-yang-mgmt reads a single list only under the name <table>_LIST.
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
    """Put one field. A field that the schema does not have keeps its own name, so yanglint refuses it."""
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
    """Return the values of a leaf-list. SONiC writes an empty one as [""]."""
    separator = _PACKED_LEAF_LISTS.get((path[0], path[-1]))
    if isinstance(content, str) and separator is not None:
        return [part.strip() for part in content.split(separator)]
    if not isinstance(content, list):
        raise Misshapen(f"{'/'.join(path)}: must be a list, and is {content!r}")
    return [text for text in (_text(value, path) for value in content) if text]


def _text(content: object, path: tuple[str, ...]) -> str:
    if isinstance(content, bool) or not isinstance(content, str | int):
        raise Misshapen(f"{'/'.join(path)}: must be one text, and is {content!r}")
    return str(content)
