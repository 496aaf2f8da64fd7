"""Reading of plan files: other files are refused. All formats of earlier releases are read."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.source.reading import ReadingError, read_json

PLAN = "plan.json"
MOST_BYTES = 1024 * 1024 * 1024
"""The largest `plan.json` that is read, bytes: several times that of 131,072 GPUs."""
READ = (1, 2, 3, 4)
"""Formats of `plan.json` that are read: 1 is the first; 2 adds the numbering, the hosts of each scheduler, and harnesses; 3 has every choice, so
that its tree can be rendered from it alone; 4 adds the baseline of the plan."""
_NEEDED: Mapping[str, tuple[str, ...]] = {
    "racks": ("name", "row", "position", "use", "units"),
    "hosts": ("name", "role", "model", "rack", "unit"),
    "switches": ("name", "fabric", "tier", "model", "rack", "unit", "carries"),
    "links": (
        "fabric", "kind", "index", "a", "b", "speed_gbps", "mtu_bytes", "rail", "plane", "cable", "medium", "length_m", "part", "label_a", "label_b",
    ),
    "ports": (
        "switch", "cage", "port", "interface", "fabric", "kind", "vrf", "group", "address", "peer", "peer_interface", "peer_address", "peer_asn",
    ),
    "cables": ("cable", "fabric", "kind", "model", "medium", "length_m", "part", "links"),
    "addresses": ("address", "length", "device", "interface", "use", "vlan"),
}  # fmt: skip
"""Sections that every plan has, and the fields of their rows that comparisons read."""
_WHERE_THERE: Mapping[str, tuple[str, ...]] = {
    "vlans": ("vlan", "name", "prefix"),
    "prefixes": ("prefix", "fabric", "kind", "name"),
    "layouts": ("pool", "prefix"),
    "asns": ("asn", "holder"),
    "roce": ("fabric", "marking"),
    "filters": ("fabric", "lines"),
    "lags": ("switch", "host"),
    "harnesses": ("rack", "unit", "device", "cage", "ports", "model", "length_m", "part", "tail_connector"),
    "schedulers": ("scheduler", "host", "part"),
    "daemons": ("scheduler", "controller", "version", "new_hosts"),
    "kubernetes": ("scheduler", "cni"),
}
_OF_A_BASELINE: Mapping[str, int] = {
    "layouts": 1, "prefixes": 1, "vlans": 1, "asns": 1, "roce": 1, "vrfs": 1, "zones": 1, "flows": 1, "filters": 1, "tiers": 1, "subnets": 1,
    "partitions": 1, "retired": 2, "harnesses": 2, "schedulers": 2, "limits": 2, "numbering": 2, "daemons": 3, "kubernetes": 3, "lineage": 4,
}  # fmt: skip
"""Additional sections of a plan that is a baseline, by the first format that has them."""
_MOST_REPORTED = 20
_AS_RENDERED = "\nhelp: use the plan.json as it was rendered"
_END = ("device", "rack", "unit", "cage", "port", "ports", "interface", "form_factor", "address", "ipv6", "optic")
_OF_END = frozenset(_END)


class PlanFileError(Exception):
    """A file that is not a usable plan; the message has the fix."""


def read_rows(
    path: Path, otherwise: str = ": pass a spec, a rendered tree, or the plan.json of a tree"
) -> Mapping[str, Any]:
    """Read a plan.json of any format for a comparison; `otherwise` is the end of the message for an unreadable file. Raises PlanFileError: it is none."""
    if path.name == PLAN and not path.exists():
        raise PlanFileError(f"{path} does not exist: render the spec to {path.parent} first")
    return read_sections(path, otherwise)


def read_sections(path: Path, otherwise: str) -> Mapping[str, Any]:
    """Read a plan.json of any format; `otherwise` is the end of the message for an unreadable file. Raises PlanFileError: it is none."""
    try:
        plan = read_json(path, MOST_BYTES)
    except ReadingError as error:
        raise PlanFileError(f"{path} {error.reason}{otherwise}") from None
    if wrong := fault(plan):
        raise PlanFileError(f"{path} {wrong}{_AS_RENDERED if _no_plan(plan) == '' else ''}")
    assert isinstance(plan, dict)
    return plan


def fault(plan: Any) -> str:
    """Return why a value is not a plan, to be put after its name; empty where it is one."""
    if wrong := _no_plan(plan):
        return wrong
    from generator.change.references import contradictions  # noqa: PLC0415  (as below)
    from generator.change.shapes import misshapen  # noqa: PLC0415  (the records of all rooms; most commands read no plan)

    checks = (_faults, misshapen, contradictions)
    return next((wrong for check in checks for wrong in check(plan)), "")


def _no_plan(plan: Any) -> str:
    """Return why a value is not a plan of a known format; empty where it is one."""
    if not isinstance(plan, Mapping) or "format" not in plan:
        return "is not a plan of clustergen: a plan.json has its `format` in its second line"
    if type(plan["format"]) is not int or plan["format"] < 1:
        return f"is not a plan of clustergen: its format is {plan['format']!r}"
    if plan["format"] > READ[-1]:
        known = f"{', '.join(map(str, READ[:-1]))} and {READ[-1]}"
        return f"has plan format {plan['format']}, but this release reads {known}: use the release that wrote it, or a later one"
    return ""


def read_baseline_sections(path: Path) -> Mapping[str, Any]:
    """Read a plan.json as a baseline: it must have every section of its format, with rows of the right shape, and none twice.

    Raises PlanFileError: it is not one; every fault with file and line.
    """
    try:
        plan = read_json(path, MOST_BYTES)
    except ReadingError as error:
        raise PlanFileError(f"{path} {error.reason}, so it is not a plan of clustergen") from None
    found = (
        [wrong]
        if (wrong := _no_plan(plan))
        else list(_baseline_faults(plan)) or [each for each in (fault(plan),) if each]
    )
    if found:
        lines = _lines_of(path)
        messages = [f"{path}{_line(lines, each)} {each}" for each in found[:_MOST_REPORTED]]
        messages += [f"{path} has {len(found) - _MOST_REPORTED} more such faults"] * (len(found) > _MOST_REPORTED)
        raise PlanFileError("\nerror: ".join(messages) + _AS_RENDERED)
    assert isinstance(plan, dict)
    return plan


def _baseline_faults(plan: Mapping[str, Any]) -> Iterator[str]:
    from generator.change.references import twice  # noqa: PLC0415  (as in `fault`)
    from generator.change.shapes import misshapen  # noqa: PLC0415  (as in `fault`)

    first = {**dict.fromkeys(_NEEDED, 1), **_OF_A_BASELINE}
    for name in (
        name for name, since in first.items() if since <= plan["format"] and not isinstance(plan.get(name), list)
    ):
        yield f"is not a complete plan: it has no list `{name}`"
    yield from _unnamed(plan)
    yield from misshapen(plan)
    yield from twice(plan)


def _unnamed(plan: Mapping[str, Any]) -> Iterator[str]:
    texts = (name for name in ("name", "domain") if not isinstance(plan.get(name), str))
    yield from (f"is not a complete plan: it has no `{name}`" for name in texts)


def _lines_of(path: Path) -> Mapping[str, int]:
    """Return the line on which each section begins, as clustergen writes them."""
    heads = enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
    return {line.split('"', 2)[1]: number for number, line in heads if line.startswith('  "') and line.endswith('": [')}


def _line(lines: Mapping[str, int], said: str) -> str:
    """Return the line of the row that a fault is about, with a colon before it; empty where the file is not written in lines."""
    found = re.search(r"row (\d+) of `(\w+)`|rows \d+ and (\d+) of `(\w+)`", said)
    number, section = (found[1] or found[3], found[2] or found[4]) if found else ("", "")
    return f":{lines[section] + int(number)}" if section in lines else ""


def _faults(plan: Mapping[str, Any]) -> Iterator[str]:
    for section, fields in {**_NEEDED, **_WHERE_THERE}.items():
        rows = plan.get(section, None if section in _NEEDED else [])
        if not isinstance(rows, list):
            yield f"is not a complete plan: it has no list `{section}`"
            return
        needed = frozenset(fields)
        for number, row in enumerate(rows, 1):
            if not _has(row, needed):
                missing = next(name for name in fields if not isinstance(row, dict) or name not in row)
                yield f"is not a complete plan: row {number} of `{section}` has no `{missing}`"
                return
    for number, link in enumerate(plan["links"], 1):
        if not (_has(link["a"], _OF_END) and _has(link["b"], _OF_END)):
            yield f"is not a complete plan: row {number} of `links` has an end without `{'`, `'.join(_END[:3])}` or the like"
            return
    yield from _unnamed(plan)


def _has(row: Any, fields: frozenset[str]) -> bool:
    return isinstance(row, dict) and fields <= row.keys()
