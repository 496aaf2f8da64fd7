# Copyright the clustergen authors. Licensed under Apache-2.0.

"""What hosts, switches and BMCs answer, held to a shape at the door: what does not fit is left out and counted, never repeated.

A shape is the name of a kind of value (`mac`, `serial`, ...), a list of one shape, or a mapping of keys to shapes. `key?` may be absent or null, and
stays so; any other is there. A mapping whose only key is a kind in angle brackets, `<name>`, takes any keys of that kind; `<name?>` leaves others
out without a word.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

Shape = Any
_WORDS = r"[A-Za-z0-9 .,:_+()/@=%-]"
_KINDS: dict[str, tuple[int, str]] = {
    "serial": (64, r"[A-Za-z0-9](?:[A-Za-z0-9 ._-]*[A-Za-z0-9.])?"),
    # IEEE 802: no group's; IPoIB shows 20 octets (RFC 4391, section 9.1.1)
    "mac": (59, r"(?i:[0-9a-f][02468ace](?::[0-9a-f]{2}){5}|[0-9a-f]{2}(?::[0-9a-f]{2}){19})"),
    # EUI-64, no group's
    "guid": (18, r"0x[0-9a-f][02468ace][0-9a-f]{14}"),
    "pci": (16, r"[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]"),
    "hex": (8, r"[0-9a-f]+"),
    "number": (20, r"-?[0-9]+"),
    "address": (64, r"[0-9a-f:.]+(?:/[0-9]{1,3})?"),
    # IFNAMSIZ less the zero (Linux, if.h)
    "interface": (15, r"[A-Za-z0-9][A-Za-z0-9_.:@-]*"),
    "name": (253, r"[A-Za-z0-9][A-Za-z0-9_.-]*"),
    "unit": (255, r"[A-Za-z0-9][A-Za-z0-9:_.@\\-]*"),
    "path": (1023, r"/[A-Za-z0-9._/@:+~-]*"),
    # DSP0266: the service's root, segments below it; no way up, no other host
    "resource": (255, r"/redfish/v1(?:/(?!\.\.?(?:/|$))[A-Za-z0-9._~-]+)*/?"),
    "etag": (130, r'(?:W/)?"?[!#-~]+"?'),
    # sinfo(1): a word, then a sign
    "state": (64, r"[A-Za-z_]+[*~#!%$@^+-]{0,2}"),
    "line": (240, rf"[A-Za-z0-9(/+-]{_WORDS}*"),
    "document": (1 << 20, r"(?s:.*)"),
}
"""Of each kind of text how long it may be, and its grammar; empty text fits all of them."""
_LIST, _MAPPING = 1024, 4096
"""Entries that a host may give; the largest of catalog and plan has some hundreds."""
_TOLD = 5


def held_to(value: Any, shape: Shape) -> Any:
    """Return a value with all that fits a shape; what does not is empty in its place, entries of free mappings and beyond the limits are not there."""
    return _held(value, shape, "", [])


def left_out(value: Any, shape: Shape) -> list[str]:
    """Name the places of what does not fit, with its kind and size alone: the names are the shape's own."""
    places: list[str] = []
    _held(value, shape, "", places)
    more = len(places) - _TOLD
    return places if more <= 0 else [*places[:_TOLD], f"and {more} more"]


def told(text: Any, length: int = 200) -> str:
    """Return a text as one line for people: what is no printable character in escapes, cut to a length, no command of a build log."""
    words = " ".join(str(text)[: 4 * length].split())
    line = "".join(each if each.isprintable() else each.encode("unicode_escape").decode("ascii") for each in words)
    # GitHub reads lines that begin with ::command::, or have ##[command]
    line = re.sub(r"::(?=[A-Za-z])|##(?=\[)", lambda found: " ".join(found[0]), line)
    return line if len(line) <= length else f"{line[: length - 3]}..."


def told_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the rows of a report with every text as one line."""
    return [{key: each if isinstance(each, bool) else told(each) for key, each in row.items()} for row in rows]


def resources(collection: dict[str, Any], most: int) -> list[str]:
    """Name the members of a collection of Redfish's that was held to its shape, no more than so many."""
    return [each["@odata.id"] for each in collection["Members"] if each["@odata.id"]][:most]


def odd_answers(places: list[str], host: str) -> list[dict[str, Any]]:
    """Return the row of a report for a host whose answer had what does not fit; none where all of it did."""
    hint = "check the host: its firmware is damaged, or another machine answers at its address"
    row = {"host": host, "what": "its answer", "planned": "names, numbers and addresses", "hint": hint, "fault": False}
    return [{**row, "found": f"left out: {'; '.join(places)}"}] if places else []


def _held(value: Any, shape: Shape, place: str, places: list[str]) -> Any:
    if isinstance(shape, str):
        return _kind(value, shape, place, places)
    if isinstance(shape, list):
        if not isinstance(value, list):
            return _refused(value, [], place, places)
        if len(value) > _LIST:
            places.append(f"{place}: all beyond {_LIST} entries")
        return [_held(each, shape[0], f"{place}[{at}]", places) for at, each in enumerate(value[:_LIST])]
    there = value if hasattr(value, "items") else _refused(value, {}, place, places)
    free = next((key for key in shape if key.startswith("<")), "")
    return _free(there, free, shape[free], place, places) if free else dict(_keys(there, shape, place, places))


def _keys(value: Mapping[str, Any], shape: Mapping[str, Shape], place: str, places: list[str]) -> Iterator[Any]:
    for said, inner in shape.items():
        key = said.removesuffix("?")
        if value.get(key) is None and key != said:
            yield from [(key, None)] if key in value else ()
        else:
            yield key, _held(value.get(key), inner, f"{place}.{key}".lstrip("."), places)


def _free(value: Mapping[str, Any], key: str, inner: Shape, place: str, places: list[str]) -> dict[str, Any]:
    kind, silent = key.strip("<>?"), key.endswith("?>")
    fitting = {each: one for each, one in list(value.items())[:_MAPPING] if _fits(each, kind) and each}
    if len(fitting) < len(value) and not silent:
        places.append(f"{place}: {len(value) - len(fitting)} names".lstrip(": "))
    return {str(each): _held(one, inner, f"{place}.{kind}", places) for each, one in fitting.items()}


def _kind(value: Any, kind: str, place: str, places: list[str]) -> Any:
    if kind == "flag":
        return value if isinstance(value, bool) else _refused(value, False, place, places)
    if kind == "count":
        fits = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 63
        return int(value) if fits else _refused(value, 0, place, places)
    return str(value) if _fits(value, kind) else _refused(value, "", place, places)


def _fits(value: Any, kind: str) -> bool:
    longest, grammar = _KINDS[kind]
    return isinstance(value, str) and len(value) <= longest and (not value or bool(re.fullmatch(grammar, value)))


def _refused(value: Any, empty: Any, place: str, places: list[str]) -> Any:
    if value is not None:
        size = f"text of {len(value)} characters" if isinstance(value, str) else f"a {_NAMES.get(type(value), 'value')}"
        places.append(f"{place or 'the answer'}: {size}")
    return empty


_NAMES: dict[type, str] = {bool: "truth value", int: "number", float: "number", list: "list", dict: "mapping"}


class FilterModule:
    """What Ansible takes from this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """Name the filters."""
        return {each.__name__: each for each in (held_to, left_out, told, told_rows, odd_answers, resources)}
