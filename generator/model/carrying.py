"""Fabrics that the two leaves of compute carry in addition, if the spec does not state them.

The rule: storage and frontend that hosts need and the spec gives no leaves are carried where compute is Ethernet and the whole
envelope fits one pair of its leaves. It follows from the envelope, never from what is installed; `carries: []` excludes it.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.catalog.load import Catalog
from generator.model.converged import count_ports
from generator.model.groups import HostGroup
from generator.model.pair_trial import Trial, against_pair, carried_by_compute, is_broken, try_pair
from generator.model.resolve import resolve_groups
from generator.source.diagnostic import Diagnostic, Problems, Severity
from generator.spec.cluster import ClusterSpec
from generator.spec.fabrics import CarriedName

RULE = "if hosts need storage or frontend and the spec has no leaves for them, one pair of compute leaves carries them, where compute is Ethernet and the whole envelope fits; `carries: []` prevents it"
_NAMES: tuple[CarriedName, ...] = ("storage", "frontend")


class Carrying(Struct, frozen=True, kw_only=True):
    """The spec with the decision, and its rule in words.

    `lacking`: fabrics that hosts need and that get no leaves, reported by `warning`; `could`: fabrics that no host needs and that a pair could carry.
    """

    spec: ClusterSpec
    why: str = ""
    derived: bool = False
    warning: Diagnostic | None = None
    lacking: tuple[CarriedName, ...] = ()
    could: tuple[CarriedName, ...] = ()


def decide_carrying(spec: ClusterSpec, catalog: Catalog) -> Carrying:
    """Decide what the leaves of compute carry; problems of names and speeds are reported when they are resolved."""
    compute = spec.fabrics.compute
    if compute is None:
        return Carrying(spec=spec)
    if "carries" in compute.model_fields_set:
        return Carrying(spec=spec, why="stated")
    absent = tuple(name for name in _NAMES if getattr(spec.fabrics, name) is None)
    if not absent:
        return _none(spec, "storage and frontend have leaves of their own")
    problems = Problems()
    groups = resolve_groups(spec, catalog, problems)
    if problems.errors or (compute.technology != "infiniband" and is_broken(spec, catalog, groups)):
        return Carrying(
            spec=carried_by_compute(spec, () if against_pair(compute, groups) else absent)
        )  # nothing is built, so nothing else is reported
    needed = {name: who for name in absent if (who := _who_needs(name, spec, groups))}
    names = tuple(needed) or absent
    trial = try_pair(names, spec, catalog, groups)
    if not needed:
        why = f"only hosts that compute have ports on {_and(absent)}, and nothing of the spec is reached there"
        return replace(_none(spec, why), could=() if trial.against else names)
    if trial.against:
        said = _none(spec, trial.against)
        ethernet = compute.technology != "infiniband"
        return replace(said, warning=_warning(needed, trial), lacking=names) if ethernet else said
    why = f"derived: hosts need {_and(names)}, the spec has no leaves for {_them(names)}, and the envelope fits one pair: {count_ports(trial.demands)}"
    return Carrying(spec=carried_by_compute(spec, names), why=why, derived=True)


def _none(spec: ClusterSpec, why: str) -> Carrying:
    return Carrying(spec=carried_by_compute(spec, ()), why=why)


def _who_needs(name: CarriedName, spec: ClusterSpec, groups: Sequence[HostGroup]) -> list[str]:
    """Return the names of the groups that need a fabric; empty where none does.

    Storage is needed where compute hosts and storage hosts have ports on it; the frontend where other hosts than compute have, where a scheduler
    runs, or where a segment uses it.
    """
    there = [group for group in groups if group.ports_on(name)]
    roles = {group.role for group in there}
    if name == "storage":
        meet = {"compute", "storage"} <= roles
    else:
        wanted = spec.segments or spec.scheduler.slurm is not None or spec.scheduler.kubernetes is not None
        meet = bool(roles - {"compute"} or (roles and wanted))
    asked = any(tier.fabric == name for tier in spec.storage.values())
    return [group.name for group in there] if meet or asked else []


def _warning(needed: dict[CarriedName, list[str]], trial: Trial) -> Diagnostic:
    names = tuple(needed)
    who = "; ".join(
        f"{_and(groups)} {'has' if len(groups) == 1 else 'have'} ports on {name}" for name, groups in needed.items()
    )
    fewer = f", {trial.fix}, so that a pair does" if trial.fix else ""
    return Diagnostic(
        code="fabric-needed",
        severity=Severity.WARNING,
        loc=("fabrics",),
        at_key=True,
        message=f"{who}; the spec has no leaves for {_them(names)}, and no pair of compute leaves can carry {_them(names)}: {trial.against}",
        help=f"add {_and([f'fabrics.{name}' for name in names])}{fewer}, or state carries: [] under fabrics.compute to leave the ports uncabled",
    )


def _them(names: Sequence[str]) -> str:
    return "it" if len(names) == 1 else "them"


def _and(names: Sequence[str]) -> str:
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)
