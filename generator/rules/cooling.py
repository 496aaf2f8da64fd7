"""Heat of racks against the capacity of air and liquid."""

from collections.abc import Iterator

from generator.model.rack_limits import Limit, heat_limits, liquid_share
from generator.plan.draft import Draft
from generator.plan.power import device_loads
from generator.plan.power.heat import rack_heat
from generator.rules import plan_rule, plan_warning
from generator.rules.fixes import LIQUID_KW, RACK_KW, either, full_racks, per_rack_key, raised, worst_of_others
from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding
from generator.spec.cooling import CoolingSpec

_MOST = {"air_kw_per_rack": RACK_KW, "liquid_kw_per_rack": LIQUID_KW}
"""The largest value of each limit in the spec, kW."""
_DESCRIBED = Note("the cooling is described here", ("cooling",))


@plan_rule(
    title="A rack that emits more heat than its cooling removes",
    why="Hosts throttle, then shut down, and heat the air of their neighbours.",
    fix="Lower per_rack, or give the rack more cooling.",
)
def rack_heat_exceeded(plan: Draft) -> Iterator[Finding]:
    """A full rack of hosts, and every rack as installed, stays within what air and liquid take."""
    cooling = plan.spec.cooling
    if cooling.air_kw_per_rack is None and cooling.liquid_kw_per_rack is None:
        return
    for rack in full_racks(plan):
        model = rack.group.model
        for limit, each in heat_limits(cooling, rack.watts, liquid_share(model)):
            total = rack.count * each
            what = (
                f"a rack of {model.model} gives off {total:g} kW"
                if rack.whole
                else f"{rack.count} x {each:g} kW of {model.model} = {total:g} kW"
            )
            if total > limit.value + 1e-9:
                yield Finding(
                    message=f"{what} of heat in one rack, and {limit.words} is {limit.value:g} kW",
                    loc=per_rack_key(rack.group),
                    notes=(_DESCRIBED,),
                    help=either(0 if rack.whole else int(limit.value / each), _raised(cooling, limit, total)),
                )
    devices = device_loads(plan)
    heats = rack_heat(plan, devices)
    watts_of = {name: load.power_w / 1000 for name, load in devices.items()}
    for key, part in (("air_kw_per_rack", "air_w"), ("liquid_kw_per_rack", "liquid_w")):
        most, values = getattr(cooling, key), {name: getattr(heat, part) / 1000 for name, heat in heats.items()}
        over = worst_of_others(plan, values, most, watts_of) if most is not None else None
        if over:
            yield Finding(
                message=f"rack {over.rack} gives off {over.value:.1f} kW{over.more}, and cooling.{key} is {most:g} kW",
                loc=("cooling", key),
                help=over.advice(raised(f"cooling.{key}", over.value, _MOST[key])),
            )


def _raised(cooling: CoolingSpec, limit: Limit, kw: float) -> str:
    """Report which key to raise, and to what; of the sum of both it is the liquid that can take more."""
    air = cooling.air_kw_per_rack
    if " + " in limit.words and air is not None:
        return raised("cooling.liquid_kw_per_rack", kw - air, _MOST["liquid_kw_per_rack"])
    return raised(limit.words, kw, _MOST[limit.words.removeprefix("cooling.")])


@plan_warning(
    title="Heat with an unknown split between air and liquid",
    why="A limit for air or liquid cannot be checked while the share of each is unknown.",
    fix="State liquid_percent in a catalog file of your own.",
)
def heat_undivided(plan: Draft) -> Iterator[Finding]:
    """Where a limit or a loop is stated, the share of every compute host is known."""
    cooling = plan.spec.cooling
    air, liquid = cooling.air_kw_per_rack, cooling.liquid_kw_per_rack
    if air is None and liquid is None and not cooling.loops:
        return
    both = air is not None and liquid is not None
    how = "is compared with the sum of both limits" if both else "is not compared with a limit"
    how = f"{how}, and is not counted for any loop" if cooling.loops else how
    for group in plan.cluster.groups:
        if group.role == "compute" and liquid_share(group.model) is None:
            yield Finding(
                message=f"no document of the catalog states which share of the heat of {group.model.model} goes into liquid: it {how}",
                loc=(*group.origin, "model"),
                notes=(_DESCRIBED,),
                help="state liquid_percent in a catalog file of your own",
            )
