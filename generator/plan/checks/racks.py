"""Racks: units and power."""

from collections.abc import Iterator

from generator.model.floor_plan import host_height
from generator.plan.checks.rule import plan_rule
from generator.plan.plan import Plan
from generator.plan.power import rack_loads
from generator.source.diagnostic import Note, Severity
from generator.spec.checks.rule import Finding


@plan_rule(
    "rack-overfull",
    title="More hosts than rack units",
    why="They do not fit.",
    fix="Lower per_rack, or use taller racks.",
)
def rack_overfull(plan: Plan) -> Iterator[Finding]:
    """per_rack x (height + gap) fits the usable units, and no single device is taller than they are."""
    racks = plan.spec.racks
    room = racks.units - racks.first_unit + 1
    for group in plan.cluster.groups:
        height, gap = host_height(group), group.spec.gap_units
        per_rack = (group.spec.per_rack or group.model.per_rack or 1) if group.role == "compute" else 1
        fits = (room + gap) // (height + gap)
        if per_rack > fits:
            loc = (*group.origin, "per_rack") if group.spec.per_rack and fits else (*group.origin, "model")
            yield Finding(
                message=f"{per_rack} x {height} units of {group.model.model}"
                + (f" with gaps of {gap}" if gap else "")
                + f" do not fit the {room} units from U{racks.first_unit} to U{racks.units}",
                loc=loc,
                notes=(Note("the rack is described here, or by default", ("racks", "units")),),
                help=f"set per_rack to {fits}"
                if fits
                else "use taller racks: raise racks.units or lower racks.first_unit",
            )
    tallest = max((switch.height_u for switch in plan.switches), default=0)
    if tallest > room:
        yield Finding(
            message=f"a switch of {tallest} units does not fit the {room} units from U{racks.first_unit} to U{racks.units}",
            loc=("racks", "units"),
            help="use taller racks: raise racks.units or lower racks.first_unit",
        )


@plan_rule(
    "rack-power-exceeded",
    title="A rack over its feed",
    why="Breakers trip at the maximum, not at the typical draw.",
    fix="Lower per_rack, or feed the rack with more.",
)
def rack_power_exceeded(plan: Plan) -> Iterator[Finding]:
    """A full rack of hosts, and every rack as installed, stays within power.rack_kw."""
    limit = plan.spec.power.rack_kw
    if limit is None:
        return
    for group in plan.cluster.groups:
        power = group.model.power_w.max or group.model.power_w.typical
        per_rack = group.spec.per_rack or group.model.per_rack
        if group.role == "compute" and power and per_rack and per_rack * power > limit * 1000:
            fits = int(limit * 1000 // power)
            yield Finding(
                message=f"{per_rack} x {power / 1000:g} kW of {group.model.model} = {per_rack * power / 1000:g} kW in one rack, and its feed carries {limit:g} kW",
                loc=(*group.origin, "per_rack") if group.spec.per_rack else (*group.origin, "model"),
                notes=(Note("the feed is here", ("power", "rack_kw")),),
                help=f"set per_rack to {fits}, or raise power.rack_kw" if fits else "raise power.rack_kw",
            )
    compute = {host.rack for host in plan.hosts if host.role == "compute"}
    for name, load in rack_loads(plan).items():
        if name not in compute and load.power_w > limit * 1000:
            yield Finding(
                message=f"rack {name} draws {load.power_w / 1000:.1f} kW, and its feed carries {limit:g} kW",
                loc=("power", "rack_kw"),
                help="raise power.rack_kw",
            )


@plan_rule(
    "power-unknown",
    title="Devices whose power nobody published",
    severity=Severity.WARNING,
    why="Rack and facility power then leave them out.",
    fix="State power_w in a catalog file of your own.",
)
def power_unknown(plan: Plan) -> Iterator[Finding]:
    """Every device has a figure."""
    models: dict[str, tuple[str | int, ...]] = {}
    for device in plan.devices:
        if device.power_w is None:
            models.setdefault(device.model, device.origin)
    for model, loc in sorted(models.items()):
        yield Finding(
            message=f"no document of the catalog gives the power of {model}; sums leave it out",
            loc=loc,
            at_key=True,
            help="state power_w in a catalog file of your own",
        )
