"""The floor of the envelope: the scalable unit of each rack, and the places that are still free."""

from collections.abc import Iterator

from generator.model.cluster import Cluster
from generator.model.device import Place
from generator.model.planes import switch_name
from generator.plan.records import FreePlace


def scalable_units(cluster: Cluster) -> dict[str, int]:
    """Return the scalable unit, from 0, of every rack that holds hosts or leaves of just one."""
    compute, floor = cluster.shapes.get("compute"), cluster.floor
    if compute is None:
        return {}
    found: dict[str, set[int]] = {}
    seated = {run.member for run in compute.seating.runs}
    for group, runs in floor.host_runs.items():
        for run in runs if group in seated else ():
            su = compute.seating.run_of(group, run.first).su
            for slot in run.racks.values():
                found.setdefault(slot.name, set()).add(su)
    for su in range(compute.seating.sus):
        for leaf in compute.leaves_of(su):
            found.setdefault(floor.switch("compute", "leaf", leaf).rack, set()).add(su)
    return {rack: units.pop() for rack, units in found.items() if len(units) == 1}


def free_places(cluster: Cluster) -> Iterator[FreePlace]:
    """Yield the places of the envelope that are still free, hosts before switches."""
    for group in cluster.groups:
        for ordinal in sorted({*range(group.max)} - {*group.installed}):
            yield _free(group.host_name(ordinal), group.model.model, cluster.floor.host(group.name, ordinal))
    there = {(switch.fabric, switch.tier, switch.ordinal) for switch in cluster.switches}
    for (fabric, tier, ordinal), place in cluster.floor.switch_places.items():
        if (fabric, tier, ordinal) not in there:
            shape = cluster.shapes[fabric]
            chosen = {"leaf": shape.demand.leaf, "spine": shape.demand.spine, "core": shape.demand.core}[tier]
            yield _free(switch_name(shape, tier, ordinal), chosen.model.model, place)


def _free(name: str, model: str, place: Place) -> FreePlace:
    return FreePlace(name=name, model=model, rack=place.rack, unit=place.unit, height_u=place.height_u)
