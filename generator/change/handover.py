"""Hosts that go from one scheduler to another: what runs on them ends in the one before the other has them."""

from collections.abc import Iterable, Iterator

from generator.change.records import Change
from generator.change.step import Step
from generator.change.tables import PlanRows

_COMPUTES = frozenset({"compute", "worker"})
"""Parts in schedulers that jobs run on."""


def leaving(old: PlanRows, new: PlanRows, changes: Iterable[Change]) -> dict[str, tuple[str, ...]]:
    """Return the schedulers that each host leaves, of those that stay in service: a state says itself who is out."""
    states = {row["name"]: row.get("state") for row in new["hosts"]}
    stay = {row["name"] for row in old["hosts"] if row["name"] in states and row.get("state") == states[row["name"]]}
    found: dict[str, tuple[str, ...]] = {}
    for change in changes:
        row = change.row
        gone = change.table == "schedulers" and change.after is None
        if gone and row["host"] in stay and row["part"] in _COMPUTES:
            found[row["host"]] = (*found.get(row["host"], ()), row["scheduler"])
    return {row["name"]: found[row["name"]] for row in old["hosts"] if row["name"] in found}


def handovers(old: PlanRows, new: PlanRows, changes: Iterable[Change]) -> Iterator[Step]:
    """Yield a step for the hosts of each rack that leave the same schedulers for the same others: a rack at a time, as jobs run on the others."""
    changes = list(changes)
    joins: dict[str, tuple[str, ...]] = {}
    for change in changes:
        if change.table == "schedulers" and change.before is None and change.row["part"] in _COMPUTES:
            host = change.row["host"]
            joins[host] = (*joins.get(host, ()), change.row["scheduler"])
    racks = {row["name"]: row["rack"] for row in old["hosts"]}
    together: dict[tuple[str, tuple[str, ...], tuple[str, ...]], tuple[str, ...]] = {}
    for host, leave in leaving(old, new, changes).items():
        key = (racks[host], leave, joins.get(host, ()))
        together[key] = (*together.get(key, ()), host)
    for (_, leave, join), hosts in together.items():
        yield Step(kind="handover", devices=hosts, drain=hosts, leave=leave, join=join, undrain=hosts if join else ())
