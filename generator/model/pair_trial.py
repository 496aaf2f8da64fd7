"""Trial of a pair of compute leaves: whether it can carry other fabrics, their demands, and a fix where it cannot."""

from collections.abc import Sequence

from msgspec import Struct, field

from generator.catalog.load import Catalog
from generator.model.converged import most_that_fits, size_converged
from generator.model.demand import Demand, make_demand
from generator.model.groups import HostGroup
from generator.model.joins import joins
from generator.model.members import cage_of, count_planes, fitting_models, host_members, such_as
from generator.model.resolve import resolve_switches
from generator.source.diagnostic import Problems
from generator.spec.base import FabricName
from generator.spec.cluster import ClusterSpec
from generator.spec.fabrics import CarriedName, FabricSpec


class Trial(Struct, frozen=True):
    """Fabrics on one pair: their demands, or the reason `against` it and the `fix`."""

    demands: dict[str, Demand] = field(default_factory=dict)
    against: str = ""
    fix: str = ""


def carried_by_compute(spec: ClusterSpec, names: tuple[CarriedName, ...]) -> ClusterSpec:
    """Return the spec with the fabrics that the leaves of compute carry."""
    return spec.model_copy(update={"fabrics": spec.fabrics.carrying(names)})


def is_broken(spec: ClusterSpec, catalog: Catalog, groups: Sequence[HostGroup]) -> bool:
    """Whether compute itself cannot be planned, which is reported elsewhere."""
    problems = Problems()
    _demands(spec, (), catalog, groups, problems)
    return bool(problems.errors)


def try_pair(names: tuple[CarriedName, ...], spec: ClusterSpec, catalog: Catalog, groups: Sequence[HostGroup]) -> Trial:
    """Put fabrics on one pair of compute leaves, as if the spec asked for it."""
    assert spec.fabrics.compute is not None
    against = against_pair(spec.fabrics.compute, groups)
    if against:
        return Trial(against=against)
    problems = Problems()
    found = _demands(carried_by_compute(spec, names), names, catalog, groups, problems)
    if problems.errors:
        return Trial(against=problems.errors[0].message)
    if "compute" not in found:
        return Trial(against="no host has a port on compute")
    stray = _stray(found, catalog, groups)
    if stray:
        return stray
    sized = size_converged(found)
    if isinstance(sized, dict):
        return Trial(found)
    group, most = most_that_fits(found)
    return Trial(against=sized[0].message, fix=f"plan at most {most} hosts of {group}" if most else "")


def against_pair(compute: FabricSpec, groups: Sequence[HostGroup]) -> str:
    """Return why the compute fabric cannot be a pair at any size; empty where it can."""
    if compute.technology == "infiniband":
        return "compute is InfiniBand, whose leaves carry no Ethernet"
    for key in compute.against_a_pair():
        return f"fabrics.compute states {key}: {getattr(compute, key)}, and a pair is two leaves joined directly"
    planes = count_planes("compute", compute, groups)
    if planes > 1:
        return f"the rails of its hosts are split over {planes} planes, and a pair is one"
    rails = max((len(group.ports_on("compute")) for group in groups), default=0)
    return "its hosts have one port, which has no rails to share between two leaves" if rails == 1 else ""


def _demands(
    spec: ClusterSpec,
    names: tuple[CarriedName, ...],
    catalog: Catalog,
    groups: Sequence[HostGroup],
    problems: Problems,
) -> dict[str, Demand]:
    """Return the demands of compute and of the fabrics on its leaves."""
    found: dict[str, Demand] = {}
    every = spec.fabrics.given()
    choices = resolve_switches("compute", every["compute"], catalog, problems)
    wanted: tuple[FabricName, ...] = ("compute", *names)
    for name in wanted if choices else ():
        assert choices is not None
        fabric, (leaf, os) = every[name], choices["leaf"]
        planes = count_planes(name, fabric, groups)
        members = host_members(name, fabric, groups, leaf, os, catalog, problems, planes)
        demand = make_demand(name, fabric, tuple(members), choices, planes) if members else None
        if isinstance(demand, Demand):
            found[name] = demand
        else:
            problems.add(*(demand or ()))
    return found


def _stray(demands: dict[str, Demand], catalog: Catalog, groups: Sequence[HostGroup]) -> Trial | None:
    """Return the failed trial for a carried port that no cable of the catalog joins to the leaves of compute, with host models whose ports fit; None where all fit."""
    for name, demand in demands.items():
        leaf = demand.leaf
        for member, port in ((m, p) for m in demand.members for p in m.ports) if name != "compute" else ():
            cage = cage_of(leaf.model, leaf.os, port)
            if not joins(port, cage, "ethernet", catalog):
                group = next(each for each in groups if each.name == member.name)
                others = fitting_models(name, demand.spec, group, leaf.model, leaf.os, catalog, 1)
                return Trial(
                    against=f"no cable and no transceivers of the catalog join {port.name} of {group.model.model} ({port.speed_gbps:g} Gb/s in {port.form_factor}) "
                    f"to the {cage} cages of {leaf.model.model}",
                    fix=f"choose another host model for {group.name}{such_as(others)}" if others else "",
                )
    return None
