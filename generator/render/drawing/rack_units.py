"""Which scalable unit of compute a rack belongs to, in the whole envelope."""

from generator.plan.draft import Draft


def scalable_units(plan: Draft) -> dict[str, int]:
    """Give the scalable unit, from 0, of every rack that holds hosts or leaves of just one."""
    compute, floor = plan.cluster.shapes.get("compute"), plan.cluster.floor
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
