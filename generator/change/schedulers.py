"""Steps for schedulers: hosts that move from one to another, and changes of Kubernetes that its pods do not survive."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from generator.change.records import Change
from generator.change.step import Step, StepKind
from generator.change.tables import PlanRows
from generator.change.work import pushes
from generator.plan.states import INSTALLED

_COMPUTES = frozenset({"compute", "worker"})
"""Parts in schedulers that jobs run on."""


def leaving(old: PlanRows, new: PlanRows, changes: Iterable[Change]) -> dict[str, tuple[str, ...]]:
    """Return the schedulers that each host leaves, for hosts that stay in service: a state itself takes hosts out."""
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


_KUBERNETES = "kubernetes"
_RENEWS: Mapping[str, StepKind] = {
    "installer": "found",
    "pods": "found",
    "services": "found",
    "cni": "pods",
    "pod_routing": "pods",
    "api_address": "api",
    "gpu_driver": "gpus",
    "mig": "gpus",
    "rail_networks": "gpus",
}
"""The step that a changed field needs: Kubernetes installed again, the network of its pods, the address of its API, or the GPUs and rails of pods."""
_SWITCHES = frozenset({"found", "pods"})
"""Steps that may need new files on switches of the frontend."""


def renewals(old: PlanRows, new: PlanRows, changes: Iterable[Change]) -> Iterator[Step]:
    """Yield one step of each kind for all hosts that stay: a pod on the old network and one on the new do not reach each other, and one file has the settings of all GPUs.

    Workers are drained for it, for GPUs those that have GPUs; those in service afterwards get jobs again. A new installation of Kubernetes includes all other steps.
    """
    rows = [change for change in changes if change.table == _KUBERNETES and change.before and change.after]
    fields = {each.name for change in rows for each in change.fields}
    kinds = {_RENEWS[name] for name in fields if name in _RENEWS}
    hosts, workers = (_names(old, part) & _names(new, part) for part in ("", "worker"))
    equipped = {row["name"] for row in old["hosts"] if row["gpus"]}
    serving = {row["name"] for row in new["hosts"] if row.get("state", INSTALLED) == INSTALLED}
    turns: tuple[StepKind, ...] = ("found",) if "found" in kinds else ("pods", "api", "gpus")
    for kind in turns:
        mine = (hosts, workers) if kind != "gpus" else (workers & equipped, workers & equipped)
        if kind in kinds and mine[0]:
            yield Step(
                kind=kind,
                devices=_in_order(old, mine[0]),
                drain=_in_order(old, mine[1]),
                undrain=_in_order(old, mine[1] & serving),
                switches=tuple(_routing_switches(old, new, rows[0], fields)) if kind in _SWITCHES else (),
                leave=(_KUBERNETES,),
                join=(_KUBERNETES,),
            )


def one_by_one(plan: PlanRows, renewed: Iterable[Step], loads: Collection[str]) -> Iterator[Step]:
    """Yield the steps of renewals, with separate steps before them for switches whose new files interrupt them (`loads`): no two of a pair are out at once.

    Workers are drained in the first of these and have jobs again where Kubernetes is renewed.
    """
    for step in renewed:
        first, workers = step.drain, set(step.drain)
        before = pushes(plan, step.switches, loads)
        for push in before:
            others = (tuple(name for name in names if name not in workers) for names in (push.drain, push.undrain))
            drain, undrain = others
            yield replace(push, drain=(*first, *drain), undrain=undrain)
            first = ()
        yield replace(step, drain=first, switches=tuple(name for name in step.switches if name not in loads))


def in_turn(renewed: Sequence[Step], handovers: Sequence[Step]) -> Iterator[Step]:
    """Put handovers around renewals: hosts leave Kubernetes before its pods end, and join it in its new state."""
    leaving = [step for step in handovers if renewed and _KUBERNETES in step.leave]
    yield from leaving
    yield from renewed
    yield from (step for step in handovers if step not in leaving)


def _names(plan: PlanRows, part: str) -> set[str]:
    rows = (row for row in plan.get("schedulers", ()) if row["scheduler"] == _KUBERNETES)
    return {row["host"] for row in rows if part in {"", row["part"]}}


def _in_order(plan: PlanRows, names: set[str]) -> tuple[str, ...]:
    return tuple(row["name"] for row in plan["hosts"] if row["name"] in names)


def _routing_switches(old: PlanRows, new: PlanRows, change: Change, fields: set[str]) -> Iterator[str]:
    """Return the frontend's existing switches if they begin or cease to route to pods."""
    routed = "bgp" in {row["pod_routing"] for row in (change.before, change.after) if row}
    if routed and fields & {"pod_routing", "pods"}:
        there = {row["name"] for row in old["switches"]}
        yield from (row["name"] for row in new["switches"] if "frontend" in row["carries"] and row["name"] in there)
