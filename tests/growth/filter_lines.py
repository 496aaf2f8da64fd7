"""Filters as the files of switches have them, line by line: what stood in one stands in the next, with its number."""

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import yaml

from generator.plan.access.lines import FilterLine, PortFilter

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def filters_of(tree: dict[str, str]) -> dict[tuple[str, str], list[str]]:
    """Return every filter of every switch's files, by file and name: a text a line, with its name, number and priority, in the file's order."""
    found: dict[tuple[str, str], list[str]] = {}
    for path, text in tree.items():
        for name, line in _read(path, text):
            found.setdefault((path, name), []).append(line)
    return found


@lru_cache(maxsize=512)
def _read(path: str, text: str) -> tuple[tuple[str, str], ...]:
    return tuple(_lines(path, text))


def _lines(path: str, text: str) -> Iterator[tuple[str, str]]:
    if path.startswith("switches/") and path.endswith("/config_db.json"):
        for key, row in json.loads(text).get("ACL_RULE", {}).items():
            yield key.partition("|")[0], f"{key} {json.dumps(row)}"
    elif path.startswith("switches/") and path.endswith("/startup.yaml"):
        lists: dict[str, Any] = {}
        for each in yaml.load(text, Loader=_LOADER):
            lists |= each.get("set", {}).get("acl", {})
        for name, row in lists.items():
            yield from ((name, f"{number} {json.dumps(rule)}") for number, rule in row["rule"].items())
    elif path.startswith("switches/") and path.endswith("/nv-set.sh"):
        for line in (line for line in text.splitlines() if " acl " in line and " rule " in line):
            yield line.split(" acl ")[1].split()[0], line
    elif path.startswith("switches/") and path.endswith("/running.cfg"):
        name = ""
        for line in text.splitlines():
            if not line.startswith(" "):
                name = line.split()[-1] if " access-list " in line else ""
            elif name:
                yield name, line


def lost_lines(before: dict[str, str], after: dict[str, str]) -> dict[tuple[str, str], list[str]]:
    """Return the lines of filters that are no more where they were, or come in another order."""
    new = filters_of(after)
    lost = {}
    for where, lines in filters_of(before).items():
        then = new.get(where, [])
        kept = [line for line in lines if line in set(then)]
        in_order = kept == [line for line in then if line in set(lines)]
        gone = [line for line in lines if line not in set(kept)] if in_order else lines
        if gone:
            lost[where] = gone
    return lost


def assert_numbers_stand(before: PortFilter, after: PortFilter) -> list[FilterLine]:
    """Hold the numbers of one filter against those of a later one, and give the lines that it no longer has.

    Where digests meet, a newcomer may move a line or the lines of one reason; then their number is somebody else's.
    """
    gone: list[FilterLine] = []
    for old, new in ((before.lines, after.lines), (before.lines_ipv6, after.lines_ipv6)):
        says = {(line.band, line.why, line.says) for line in new}
        lost = [line for line in old if line not in set(new)]
        moved = [line for line in lost if (line.band, line.why, line.says) in says]
        assert len({(line.band, line.why) for line in moved}) <= 1, (
            f"{after.name}: {len(moved)} lines have other numbers"
        )
        taken = {number for line in new for number in (line.number, line.remark)}
        assert all({line.number, line.remark} & taken for line in moved), after.name
        gone += [line for line in lost if line not in moved]
    return gone
