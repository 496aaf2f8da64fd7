"""Kubernetes whose pods cannot go on through a change: their network is built anew, or all of it is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from generator.change.records import Change
from generator.change.step import Step
from generator.change.tables import PlanRows
from generator.plan.states import INSTALLED

_KUBERNETES = "kubernetes"
_RENEWS: Mapping[str, str] = {
    "installer": "found",
    "pods": "found",
    "services": "found",
    "cni": "pods",
    "pod_routing": "pods",
}
"""What a field's change takes: Kubernetes founded anew, or the network of its pods."""


def renewals(old: PlanRows, new: PlanRows, changes: Iterable[Change]) -> Iterator[Step]:
    """Yield one step for all hosts that stay: a pod on the old network and one on the new do not reach each other.

    Workers are drained for it; those that are in service afterwards have jobs again.
    """
    rows = [change for change in changes if change.table == _KUBERNETES and change.before and change.after]
    fields = {each.name for change in rows for each in change.fields}
    kinds = {_RENEWS[name] for name in fields if name in _RENEWS}
    hosts, workers = (_names(old, part) & _names(new, part) for part in ("", "worker"))
    if not kinds or not hosts:
        return
    serving = {row["name"] for row in new["hosts"] if row.get("state", INSTALLED) == INSTALLED}
    yield Step(
        kind="found" if "found" in kinds else "pods",
        devices=_in_order(old, hosts),
        drain=_in_order(old, workers),
        undrain=_in_order(old, workers & serving),
        switches=tuple(_told(old, new, rows[0], fields)),
        leave=(_KUBERNETES,),
        join=(_KUBERNETES,),
    )


def in_turn(renewed: Sequence[Step], handovers: Sequence[Step]) -> Iterator[Step]:
    """Put handovers around what is renewed: who leaves Kubernetes is drained before its pods end, who joins finds it as it will be."""
    leaving = [step for step in handovers if renewed and _KUBERNETES in step.leave]
    yield from leaving
    yield from renewed
    yield from (step for step in handovers if step not in leaving)


def _names(plan: PlanRows, part: str) -> set[str]:
    rows = (row for row in plan.get("schedulers", ()) if row["scheduler"] == _KUBERNETES)
    return {row["host"] for row in rows if part in {"", row["part"]}}


def _in_order(plan: PlanRows, names: set[str]) -> tuple[str, ...]:
    return tuple(row["name"] for row in plan["hosts"] if row["name"] in names)


def _told(old: PlanRows, new: PlanRows, change: Change, fields: set[str]) -> Iterator[str]:
    """Name the frontend's switches that stay, where what they route to, or no longer do, is pods."""
    routed = "bgp" in {row["pod_routing"] for row in (change.before, change.after) if row}
    if routed and fields & {"pod_routing", "pods"}:
        there = {row["name"] for row in old["switches"]}
        yield from (row["name"] for row in new["switches"] if "frontend" in row["carries"] and row["name"] in there)
