"""One sheet per rack: its place, the contents of its units, weight, power and heat."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from generator.catalog.model import Host as HostModel
from generator.catalog.model import Switch as SwitchModel
from generator.model.units import room_units
from generator.plan.fixtures import plan_fixtures
from generator.plan.plan import Plan
from generator.plan.power.heat import RackHeat, rack_heat
from generator.plan.power.loads import DeviceLoad, RackLoad, rack_loads
from generator.plan.records import Rack


class RackSheet(Struct, frozen=True, kw_only=True):
    """A rack. `x_m` runs along its row and `y_m` across the rows, m, from the first rack of row A; `front` is its direction.

    Units: `reserved` are kept free by the spec or are below the first one for devices, `used` have installed devices, `kept` are for the rest of the
    envelope. `weightless` counts devices and fixtures whose weight no document gives.
    """

    rack: Rack
    x_m: float
    y_m: float
    front: str
    aisle: int
    hosts: int
    switches: int
    fixtures: int
    units_reserved: int
    units_used: int
    units_kept: int
    weight_kg: float
    weightless: int
    load: RackLoad
    heat: RackHeat

    @property
    def units_free(self) -> int:
        """Units that nothing takes, in the whole envelope."""
        return self.rack.units - self.units_reserved - self.units_used - self.units_kept


def rack_sheets(plan: Plan, devices: dict[str, DeviceLoad]) -> Iterator[RackSheet]:
    """Yield the sheet of every rack that has something in it, row by row."""
    spec = plan.site.racks
    hosts, switches = (Counter(device.rack for device in kind) for kind in (plan.hosts, plan.switches))
    fixtures: Counter[str] = Counter()
    used: Counter[str] = Counter()
    for device in plan.devices:
        used[device.rack] += device.height_u
    for fixture in plan_fixtures(plan):
        fixtures[fixture.rack] += 1
        used[fixture.rack] += fixture.height_u
    kept = _kept_units(plan)
    known, unknown = rack_weights(plan)
    loads, heats = rack_loads(plan, devices), rack_heat(plan, devices)
    for rack in plan.racks:
        paired = spec.fronts == "paired"
        yield RackSheet(
            rack=rack,
            x_m=round(rack.position * spec.width_m, 3),
            y_m=round(rack.row * spec.row_pitch_m, 3),
            front="+y" if paired and rack.row % 2 == 0 else "-y",
            aisle=(rack.row // 2 if paired else rack.row) + 1,
            hosts=hosts[rack.name],
            switches=switches[rack.name],
            fixtures=fixtures[rack.name],
            units_reserved=spec.units - room_units(spec),
            units_used=used[rack.name],
            units_kept=kept[rack.name],
            weight_kg=known[rack.name],
            weightless=unknown[rack.name] + fixtures[rack.name],
            load=loads[rack.name],
            heat=heats[rack.name],
        )


def _kept_units(plan: Plan) -> Counter[str]:
    """Count the units of each rack that wait for devices of the envelope."""
    kept: Counter[str] = Counter()
    for place in plan.free_places:
        kept[place.rack] += place.height_u
    return kept


def rack_weights(plan: Plan) -> tuple[dict[str, float], Counter[str]]:
    """Return the known weight in each rack, kg, and the number of devices whose weight is not known."""
    weights = {host.model: plan.hardware.get(HostModel, host.model).weight_kg for host in plan.hosts}
    weights |= {switch.model: plan.hardware.get(SwitchModel, switch.model).weight_kg for switch in plan.switches}
    known = {rack.name: 0.0 for rack in plan.racks}
    unknown: Counter[str] = Counter()
    for device in plan.devices:
        weight = weights[device.model]
        if weight is None:
            unknown[device.rack] += 1
        else:
            known[device.rack] += weight
    return known, unknown
