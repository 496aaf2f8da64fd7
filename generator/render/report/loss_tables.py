"""Effects of losing each device and each part of the facility; equal losses are one row."""

from collections.abc import Iterable, Mapping
from typing import Any

from generator.analysis.analyse import FabricAnalysis
from generator.analysis.service_hosts import service_hosts
from generator.analysis.without import Without
from generator.plan.hostlist import fold
from generator.plan.plan import Plan
from generator.plan.power.outages import Outage, outages
from generator.plan.power.running import FULL, OFF, REDUCED, UNKNOWN
from generator.render.report.tables import bar, number, percent, table

_LONGEST = 60
"""Letters of a list of names, beyond which their number, the first and the last are printed."""


def loss_tables(plan: Plan, fabrics: Mapping[str, FabricAnalysis]) -> list[dict[str, Any]]:
    """Return the table of switches, that of hosts with services, and that of the facility."""
    return [_switches(fabrics), _services(plan), _facility(plan)]


def _switches(fabrics: Mapping[str, FabricAnalysis]) -> dict[str, Any]:
    rows = [_switch_row(name, each) for name, fabric in fabrics.items() for each in fabric.without]
    listed = sum(len(each.switches) for fabric in fabrics.values() for each in fabric.without)
    more = sum(len(plane.graph.names) for fabric in fabrics.values() for plane in fabric.planes) - listed
    note = (
        "Switches with equal losses share a row; bandwidth is that of one device on this fabric, the largest share of any. "
        "Uplinks: the largest share that a switch of the tier below loses."
    )
    if more:
        note += f" {more:,} more switches have smaller losses, or no links."
    columns = "fabric | ~without one of | #of | ~devices that lose a port | #of its bandwidth, % | | #cut off | #uplinks of a lower switch, %"
    return table("The network without each switch", columns, rows, note)


def _switch_row(fabric: str, each: Without) -> list[str]:
    touched = ", ".join(f"{count:,} of {group}" for group, count in each.touched) or "none"
    drawn = bar([("lost", each.part, "bad")], 1.0, width=60)
    uplinks = percent(each.uplinks) if each.uplinks else "-"
    return [fabric, names(each.switches), f"{len(each.switches):,}", touched, percent(each.part), drawn, f"{each.cut_off:,}", uplinks]  # fmt: skip


def _services(plan: Plan) -> dict[str, Any]:
    rows = [
        [each.service, names(each.hosts), f"{len(each.hosts):,}", each.without_one, "yes" if each.single else "no"]
        for each in service_hosts(plan)
    ]
    return table("Services without one of their hosts", "service | ~hosts | #of | ~without one | single point", rows)


def _facility(plan: Plan) -> dict[str, Any]:
    alike: dict[Any, list[Outage]] = {}
    for each in outages(plan):
        alike.setdefault(_effect(each), []).append(each)
    rows = [_outage_row(plan, group) for group in alike.values()]
    note = (
        "Reduced: fewer supplies have power than full load needs. Unknown: no document states how many supplies a device has or needs. "
        "kW left: the load of all that is not off, at full load."
    )
    columns = (
        "without | ~name | #racks | #compute hosts: full load | #reduced | #off | #unknown | #other devices: off | "
        "#unknown | #kW left | ~arithmetic"
    )
    return table("Power and cooling without one part", columns, rows, note)


def _effect(each: Outage) -> tuple[Any, ...]:
    """The columns after the name."""
    counts = tuple(len(each.compute[state]) for state in (FULL, REDUCED, OFF, UNKNOWN))
    return each.kind, len(each.racks), counts, each.others[OFF], each.others[UNKNOWN], number(each.kw), each.note


def _outage_row(plan: Plan, group: list[Outage]) -> list[str]:
    kind, racks, counts, off, unknown, kw, note = _effect(group[0])
    where = f"all {racks:,}" if racks == len(plan.racks) else f"{racks:,}"
    named = ", ".join(each.name for each in group)
    return [kind, _short(named, [each.name for each in group]), where, *(f"{count:,}" for count in counts), f"{off:,}", f"{unknown:,}", kw, note or "-"]  # fmt: skip


def names(devices: Iterable[str]) -> str:
    """Fold names; where that is long, their number, the first and the last."""
    found = list(devices)
    return _short(fold(found).replace(",", ", "), found)


def _short(folded: str, found: list[str]) -> str:
    return folded if len(folded) <= _LONGEST else f"{len(found):,} from {found[0]} to {found[-1]}"
