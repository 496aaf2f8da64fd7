"""Kubernetes whose pods cannot go on through a change: their network is built anew, or all of it is."""

from collections.abc import Iterable, Iterator, Mapping

from generator.plan.diff.records import Change
from generator.plan.diff.step import Step
from generator.plan.diff.tables import PlanRows

_RENEWS: Mapping[str, str] = {
    "installer": "found",
    "pods": "found",
    "services": "found",
    "cni": "pods",
    "pod_routing": "pods",
}
"""What a field's change takes: Kubernetes founded anew, or the network of its pods."""


def renewals(old: PlanRows, new: PlanRows, changes: Iterable[Change]) -> Iterator[Step]:
    """Give one step for all workers that stay: a pod on the old network and one on the new do not reach each other."""
    fields = {each.name for change in changes if change.table == "kubernetes" for each in change.fields}
    kinds = {_RENEWS[name] for name in fields if name in _RENEWS}
    workers = _workers(old) & _workers(new)
    if not kinds or not workers:
        return
    hosts = tuple(row["name"] for row in old["hosts"] if row["name"] in workers)
    yield Step(kind="found" if "found" in kinds else "pods", devices=hosts, drain=hosts, undrain=hosts)


def _workers(plan: PlanRows) -> set[str]:
    rows = (row for row in plan.get("schedulers", ()) if row["scheduler"] == "kubernetes")
    return {row["host"] for row in rows if row["part"] == "worker"}
