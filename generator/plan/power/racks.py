"""The feeds of every rack: what its devices put on them."""

from generator.catalog.model import Host as HostModel
from generator.catalog.model import Switch as SwitchModel
from generator.model.circuit import find_circuit
from generator.model.groups import HostGroup
from generator.plan.draft import Draft
from generator.plan.plan import Plan
from generator.plan.power.feeds import Draw, FeedLoad, feed_loads
from generator.plan.power.loads import DeviceLoad, rack_products
from generator.spec.power import PowerSpec


def rack_feeds(plan: Plan, devices: dict[str, DeviceLoad]) -> dict[str, tuple[FeedLoad, ...]]:
    """Return the load of every feed of every rack, as installed."""
    circuit = plan.site.circuit
    draws: dict[str, list[Draw]] = {rack.name: [] for rack in plan.racks}
    supplies = supplies_by_model(plan)
    turns = {name: turn for turn, name in enumerate(_kinds(plan))}
    for host in plan.hosts:
        watts = devices[host.name].power_w
        if watts:
            draws[host.rack].append(Draw(watts, supplies[host.model], host.ordinal + turns[host.group]))
    for switch in plan.switches:
        watts = devices[switch.name].power_w
        if watts:
            turn = turns[f"{switch.fabric} {switch.tier}"]
            draws[switch.rack].append(Draw(watts, supplies[switch.model], switch.ordinal + turn))
    for (rack, _model), watts in rack_products(plan).items():
        draws[rack].append(Draw(watts, None))
    return {rack: feed_loads(mine, plan.site.power, circuit) for rack, mine in draws.items()}


def full_rack_feeds(plan: Draft, group: HostGroup, count: int, power: PowerSpec | None = None) -> tuple[FeedLoad, ...]:
    """Return the load of the feeds of a rack with that many of a group's hosts; `power` is another room than the spec's."""
    model, power = group.model, power or plan.site.power
    watts = model.power_w.max or model.power_w.typical
    draws = [Draw(watts, _count(model), ordinal) for ordinal in range(count)] if watts else []
    product = model.rack_power_w.max or model.rack_power_w.typical
    if not watts and product:
        draws = [Draw(product, None)]
    return feed_loads(draws, power, find_circuit(power, plan.catalog))


def supplies_by_model(plan: Plan) -> dict[str, int | None]:
    """Return the number of power supplies of every model; nothing where the catalog has none."""
    hosts = {host.model: _count(plan.hardware.get(HostModel, host.model)) for host in plan.hosts}
    return hosts | {s.model: _count(plan.hardware.get(SwitchModel, s.model)) for s in plan.switches}


def _count(model: HostModel | SwitchModel) -> int | None:
    return model.supplies.count if model.supplies else None


def _kinds(plan: Plan) -> list[str]:
    """Every kind of device, in a fixed order: groups, then tiers of fabrics."""
    tiers = [f"{fabric} {tier}" for fabric in plan.fabrics for tier in ("leaf", "spine", "core")]
    return [*plan.groups, *tiers]
