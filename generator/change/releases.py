"""Steps that install another release of a scheduler: controllers one after the other, then the hosts that jobs run on, each drained."""

from collections.abc import Iterable, Iterator

from generator.change.records import Change
from generator.change.sequence import batch_of
from generator.change.step import Step
from generator.change.tables import PlanRows

_TABLES = frozenset({"daemons", "kubernetes"})
"""Tables whose rows have the release of a scheduler."""
_COMPUTES = frozenset({"compute", "worker"})


def released(changes: Iterable[Change]) -> tuple[str, ...]:
    """Return the schedulers that get another release."""
    found = (
        change.row["scheduler"]
        for change in changes
        if change.table in _TABLES and any(field.name == "version" for field in change.fields)
    )
    return tuple(dict.fromkeys(found))


def upgrades(old: PlanRows, new: PlanRows, changes: Iterable[Change], founded: bool = False) -> Iterator[Step]:
    """Yield the steps of each scheduler, compute hosts a rack at a time; none of Kubernetes where it is `founded` by another step."""
    for scheduler in released(changes):
        if founded and scheduler == "kubernetes":
            continue
        parts = [
            {row["host"]: row["part"] for row in plan.get("schedulers", ()) if row["scheduler"] == scheduler}
            for plan in (old, new)
        ]
        stay = [row for row in old["hosts"] if row["name"] in parts[0].keys() & parts[1].keys()]
        first = tuple(row["name"] for row in stay if parts[0][row["name"]] not in _COMPUTES)
        if first:
            yield Step(kind="upgrade", devices=first, leave=(scheduler,), join=(scheduler,))
        batches: dict[str, tuple[str, ...]] = {}
        for row in stay:
            if row["name"] not in first:
                batches[batch_of(row)] = (*batches.get(batch_of(row), ()), row["name"])
        for hosts in batches.values():
            yield Step(kind="upgrade", devices=hosts, drain=hosts, undrain=hosts, leave=(scheduler,), join=(scheduler,))
