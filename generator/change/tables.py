"""A plan's sections as tables: every row under its key, so that order has no effect."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, TypeAlias

from generator.change.effects import apart
from generator.change.records import Key, Row

Table: TypeAlias = dict[Key, Row]
PlanRows: TypeAlias = Mapping[str, Any]
"""A plan as its `plan.json` has it."""

IDENTITY: Mapping[str, tuple[str, ...]] = {
    "layouts": ("pool",),
    "prefixes": ("fabric", "kind", "name"),
    "vlans": ("vlan",),
    "asns": ("holder",),
    "roce": ("fabric",),
    "vrfs": ("fabric", "name"),
    "zones": ("name",),
    "flows": ("source", "to", "service"),
    "egress": ("source", "why", "service"),
    "racks": ("name",),
    "hosts": ("name",),
    "retired": ("name",),
    "switches": ("name",),
    "filters": ("fabric", "prefix", "length"),
    "ports": ("switch", "cage", "port"),
    "lags": ("switch", "host"),
    "harnesses": ("device", "cage", "ports"),
    "ways": ("name",),
    "pdus": ("name",),
    "addresses": ("device", "interface", "use", "vlan"),
    "tiers": ("name",),
    "subnets": ("name",),
    "partitions": ("subnet", "partition", "host"),
    "schedulers": ("scheduler", "host"),
    "limits": ("fabric",),
    "daemons": ("scheduler", "controller"),
    "accounts": ("name",),
    "kubernetes": ("scheduler",),
    "account_groups": ("name",),
}
"""The key fields of each section. Links and cables are paired by their ends (`links`)."""
_BY_ENDS = frozenset({"links", "cables"})


def tables(plan: PlanRows) -> dict[str, Callable[[], Table]]:
    """Return the function that makes the table of each section, except those that are paired by ends or made from several sections."""
    found: dict[str, Callable[[], Table]] = {"cluster": lambda: _scalars(plan)}
    for section, value in plan.items():
        if section not in _BY_ENDS and section not in apart() and isinstance(value, Mapping | list | tuple):
            found[section] = partial(_table, section, value)
    found["marking"] = lambda: _index(_marking(plan), ("fabric", "model", "speed_gbps"))
    found["optics"] = lambda: _index(_optics(plan), ("device", "cage"))
    found["sessions"] = lambda: _index(_sessions(plan), ("a", "a_interface", "b", "b_interface"))
    return found


def _scalars(plan: PlanRows) -> Table:
    return {
        (name,): {name: value}
        for name, value in plan.items()
        if not isinstance(value, Mapping | list | tuple) and name not in apart()
    }


def _table(section: str, value: Any) -> Table:
    if isinstance(value, Mapping):
        return {(str(name),): {"value": each} for name, each in value.items()}
    special = _SPECIAL.get(section)
    rows: Iterable[Row] = special(value) if special else value
    return _index(rows, IDENTITY.get(section))


def _index(rows: Iterable[Row], names: Sequence[str] | None) -> Table:
    """Put rows under their keys; a repeated key gets a number."""
    every = list(rows)
    keys = list(map(_key_of(names) if names else _content, every))
    found: Table = dict(zip(keys, every, strict=True))
    if len(found) == len(every):
        return found
    found = {}
    for key, row in zip(keys, every, strict=True):
        own, count = key, 1
        while own in found:
            count += 1
            own = (*key, count)
        found[own] = row
    return found


def _key_of(names: Sequence[str]) -> Callable[[Row], Key]:
    """Return what reads the fields of these names; a field that rows of an earlier format lack counts as null."""
    every = itemgetter(*names)

    def key(row: Row) -> Key:
        try:
            found = every(row)
        except KeyError:
            return tuple(map(row.get, names))
        return found if len(names) > 1 else (found,)

    return key


def _content(row: Any) -> Key:
    """Return the key of a row of an unknown section: its whole content, so that it can only be added or removed."""
    return (json.dumps(row, sort_keys=True),)


def _without(name: str) -> Callable[[Sequence[Row]], Iterator[Row]]:
    def rows(section: Sequence[Row]) -> Iterator[Row]:
        return ({field: value for field, value in row.items() if field != name} for row in section)

    return rows


def _filter_lines(section: Sequence[Row]) -> Iterator[Row]:
    return ({"fabric": row["fabric"], **line} for row in section for line in row["lines"])


_SPECIAL: Mapping[str, Callable[[Sequence[Row]], Iterator[Row]]] = {
    "roce": _without("marking"),
    "filters": _filter_lines,
}
"""Sections whose rows hold rows."""


def _marking(plan: PlanRows) -> Iterator[Row]:
    """Return the thresholds inside the RoCE rows, each under its switch model and speed."""
    return ({"fabric": roce["fabric"], **row} for roce in plan.get("roce", ()) for row in roce["marking"])


def _optics(plan: PlanRows) -> Iterator[Row]:
    """Return the transceiver of every cage once, regardless of its number of links."""
    found: dict[tuple[str, str], str] = {}
    for link in plan["links"]:
        for end in (link["a"], link["b"]):
            if end["optic"]:
                found.setdefault((end["device"], end["cage"]), end["optic"])
    return ({"device": device, "cage": cage, "optic": optic} for (device, cage), optic in found.items())


def _sessions(plan: PlanRows) -> Iterator[Row]:
    """Yield every BGP session once, both ends of which are installed; a port without an installed peer is no session."""
    ends = {
        (row["switch"], row["interface"]): row for row in plan["ports"] if row["group"] and row["peer_asn"] is not None
    }
    for near, row in ends.items():
        far = (row["peer"], row["peer_interface"])
        peer = ends.get(far)
        if peer is not None and near < far:
            yield {
                "a": near[0], "a_interface": near[1], "b": far[0], "b_interface": far[1], "fabric": row["fabric"], "vrf": row["vrf"],
                "a_group": row["group"], "b_group": peer["group"], "a_asn": peer["peer_asn"], "b_asn": row["peer_asn"],
                "a_address": row["address"], "b_address": peer["address"],
                "a_peer": row["peer_address"], "b_peer": peer["peer_address"],
            }  # fmt: skip
