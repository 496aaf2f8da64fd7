"""Racks: units, power and weight."""

from collections.abc import Iterator

from generator.model.floor import host_height
from generator.model.groups import HostGroup
from generator.model.units import room_units, stack
from generator.plan.cabling.rack_sheet import rack_weights
from generator.plan.draft import Draft
from generator.plan.fixtures import fixture_units
from generator.plan.power import device_loads, rack_loads, unpowered
from generator.rules import plan_rule, plan_warning
from generator.rules.fixes import RACK_KG, RACK_KW, either, full_racks, per_rack_key, raised, worst_of_others
from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding

_TALLER = "use taller racks: raise racks.units or lower racks.first_unit"


@plan_rule(
    title="More hosts than rack units",
    why="The hosts would not fit into the rack.",
    fix="Lower per_rack, or use taller racks.",
)
def rack_overfull(plan: Draft) -> Iterator[Finding]:
    """per_rack x (height + gap) fits the usable units beside fixtures, and no single device is taller than they are."""
    racks = plan.spec.racks
    room = room_units(racks)
    ends = ("that are not reserved between", "and") if racks.reserved_units else ("from", "to")
    where = f"the {room} units {ends[0]} U{racks.first_unit} {ends[1]} U{racks.units}"
    for group in plan.cluster.groups:
        height, gap = host_height(group), group.spec.gap_units
        per_rack, fixtures = _per_rack(plan, group), fixture_units(group)
        if fixtures and per_rack > (group.model.per_rack or per_rack):
            continue  # more than a rack that is sold whole is the next rule's
        fits = min(len(stack(racks, per_rack, height, gap)), (room - fixtures + gap) // (height + gap))
        if per_rack > fits:
            gaps = f" with gaps of {gap}" if gap else ""
            beside = f", {fixtures} of which hold what comes with the rack" if fixtures else ""
            yield Finding(
                message=f"{per_rack} x {height} units of {group.model.model}{gaps} do not fit {where}{beside}",
                loc=per_rack_key(group) if fits > 0 else (*group.origin, "model"),
                notes=(Note("the rack is described here, or by default", ("racks", "units")),),
                help=f"set per_rack to {fits}" if fits > 0 and not fixtures else _TALLER,
            )
    tallest = max((switch.height_u for switch in plan.switches), default=0)
    if tallest and not stack(racks, 1, tallest, 0):
        said = f"a switch of {tallest} units does not fit {where}"
        yield Finding(message=said, loc=("racks", "units"), help=_TALLER)


@plan_rule(
    title="An NVLink domain in two racks, or two deliveries in one",
    why="The switch trays of a domain are in its rack and are wired there at the factory; the power of the domain would be counted once per rack.",
    fix="Remove per_rack, or set it to the number of hosts of the complete NVLink domains in one rack.",
)
def domain_split(plan: Draft) -> Iterator[Finding]:
    """A stated per_rack is a whole number of NVLink domains, and no more than a rack that is sold whole holds."""
    for group in plan.cluster.groups:
        model, stated = group.model, group.spec.per_rack
        domain = model.nvlink_domain_hosts or 1
        whole = model.per_rack if model.rack_fixtures else None
        if not stated or (stated % domain == 0 and stated <= (whole or stated)):
            continue
        what = (
            f"racks of {stated} cut an NVLink domain of {domain} x {model.model}"
            if stated % domain
            else f"{stated} hosts in one rack, and {model.model} is delivered in racks of {whole}"
        )
        right = whole or max(domain, stated // domain * domain)
        yield Finding(message=what, loc=per_rack_key(group), help=f"leave per_rack out, or set it to {right}")


@plan_rule(
    title="A rack over its feed",
    why="Breakers trip at the maximum draw, not at the typical one.",
    fix="Lower per_rack, or give the rack more power.",
)
def rack_power_exceeded(plan: Draft) -> Iterator[Finding]:
    """A full rack of hosts, and every rack as installed, stays within power.rack_kw."""
    limit = plan.spec.power.rack_kw
    if limit is None:
        return
    for rack in full_racks(plan):
        each_kw, total_kw, model = rack.watts / 1000, rack.count * rack.watts / 1000, rack.group.model.model
        what = f"{rack.count} x {each_kw:g} kW of {model} = {total_kw:g} kW in one rack"
        more = raised("power.rack_kw", total_kw, RACK_KW)
        if rack.count * rack.watts > limit * 1000:
            yield Finding(
                message=f"{f'a rack of {model} draws {total_kw:g} kW' if rack.whole else what}, and its feed carries {limit:g} kW",
                loc=(*rack.group.origin, "model") if rack.whole else per_rack_key(rack.group),
                notes=(Note("the feed is here", ("power", "rack_kw")),),
                help=f"{more}: the rack is sold whole" if rack.whole else either(int(limit * 1000 // rack.watts), more),
            )
    devices = device_loads(plan)
    loads = {name: load.power_w / 1000 for name, load in rack_loads(plan, devices).items()}
    over = worst_of_others(plan, loads, limit, {name: load.power_w / 1000 for name, load in devices.items()})
    if over:
        yield Finding(
            message=f"rack {over.rack} draws {over.value:.1f} kW{over.more}, and its feed carries {limit:g} kW",
            loc=("power", "rack_kw"),
            help=over.advice(raised("power.rack_kw", over.value, RACK_KW)),
        )


@plan_rule(
    title="A rack above its weight limit",
    why="Racks and raised floors have a load limit that is not visible.",
    fix="Lower per_rack, or strengthen the floor and raise racks.max_kg.",
)
def rack_too_heavy(plan: Draft) -> Iterator[Finding]:
    """A full rack of hosts, and every rack as installed, stays within racks.max_kg, as far as weights are known."""
    limit = plan.spec.racks.max_kg
    if limit is None:
        return
    for group in plan.cluster.groups:
        weight, per_rack = group.model.weight_kg or 0, _per_rack(plan, group)
        if group.role == "compute" and per_rack * weight > limit:
            yield Finding(
                message=f"{per_rack} x {weight:g} kg of {group.model.model} = {per_rack * weight:g} kg in one rack, and it may hold {limit:g} kg",
                loc=per_rack_key(group),
                notes=(Note("the limit is here", ("racks", "max_kg")),),
                help=either(int(limit // weight), raised("racks.max_kg", per_rack * weight, RACK_KG)),
            )
    over = worst_of_others(plan, rack_weights(plan)[0], limit)
    if over:
        yield Finding(
            message=f"rack {over.rack} holds {over.value:g} kg{over.more}, and it may hold {limit:g} kg",
            loc=("racks", "max_kg"),
            help=over.advice(raised("racks.max_kg", over.value, RACK_KG)),
        )


@plan_warning(
    title="Devices without a published power draw, and a limit of power or heat",
    why="Rack and facility power do not include them, so the limit may be exceeded. Without a limit, `waiting_for` lists them.",
    fix="State power_w in a catalog file of your own.",
)
def power_unknown(plan: Draft) -> Iterator[Finding]:
    """Every device has a figure, or is in a rack that has one, where something is compared with a limit."""
    power, cooling = plan.spec.power, plan.spec.cooling
    limits = (power.rack_kw, power.pdu, power.circuit, power.ups, power.generators, cooling.air_kw_per_rack)
    if not any((*limits, cooling.liquid_kw_per_rack, cooling.loops)):
        return
    for model, loc in unpowered(plan).items():
        yield KeyFinding(
            message=f"no document of the catalog gives the power of {model}; sums leave it out, and are compared with limits",
            loc=loc,
            help="state power_w in a catalog file of your own",
        )


@plan_rule(
    title="Existing devices outside of the racks' new size",
    why="Existing devices keep their rack units, but in this spec the racks end below them, or the rows before them.",
    fix="State the real size of racks with devices.",
)
def place_outside(plan: Draft) -> Iterator[Finding]:
    """Every device is within the units of its rack, and every rack within its row."""
    racks = plan.spec.racks
    high = [device for device in plan.devices if device.unit + device.height_u - 1 > racks.units]
    if high:
        first = high[0]
        yield Finding(
            message=f"{len(high)} devices, such as {first.name} at U{first.unit} of {first.rack}, are above U{racks.units}, where racks now end",
            loc=("racks", "units"),
            help=f"state units: {max(device.unit + device.height_u - 1 for device in high)} or more, as the existing racks have",
        )
    far = [rack for rack in plan.racks if rack.position >= racks.per_row]
    if far:
        yield Finding(
            message=f"{len(far)} racks, such as {far[0].name}, are beyond the {racks.per_row} of a row",
            loc=("racks", "per_row"),
            help=f"state per_row: {max(rack.position for rack in far) + 1} or more, as the existing rows have",
        )


def _per_rack(plan: Draft, group: HostGroup) -> int:
    """Hosts of a group in one rack; others than compute hosts are stacked one by one."""
    return plan.cluster.floor.per_rack[group.name].count if group.role == "compute" else 1
