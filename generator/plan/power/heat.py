"""Heat: all power becomes heat, and goes into air or into liquid."""

from msgspec import Struct

from generator.catalog.model import Host as HostModel
from generator.model.rack_limits import liquid_share
from generator.plan.plan import Plan
from generator.plan.power.loads import DeviceLoad, rack_products

BTU_PER_KWH = 3412.14
"""1 kW is 3,412.14 BTU/h (International Table BTU)."""
PUMPED = frozenset({"liquid", "hybrid"})
"""Kinds of cooling of hosts that need a coolant loop."""


class RackHeat(Struct):
    """Heat of a rack, W, into air and into liquid; the division of `undivided_w` is not documented.

    `airflow_cfm` adds up the hosts whose airflow is published; `airflow_unknown` counts the other devices.
    """

    air_w: float = 0.0
    liquid_w: float = 0.0
    undivided_w: float = 0.0
    airflow_cfm: float = 0.0
    airflow_unknown: int = 0

    @property
    def total_w(self) -> float:
        """All heat, W."""
        return self.air_w + self.liquid_w + self.undivided_w

    @property
    def btu_per_h(self) -> float:
        """All heat, BTU/h."""
        return self.total_w / 1000 * BTU_PER_KWH

    def add(self, watts: float, share: float | None) -> None:
        """Add a load whose share in liquid is 0 to 1, or not known."""
        if share is None:
            self.undivided_w += watts
        else:
            self.air_w += watts * (1 - share)
            self.liquid_w += watts * share


def rack_heat(plan: Plan, devices: dict[str, DeviceLoad]) -> dict[str, RackHeat]:
    """Return the heat of every rack. Switches are taken as air-cooled: no switch of the catalog is known not to be."""
    heats = {rack.name: RackHeat() for rack in plan.racks}
    models = {host.model: plan.hardware.get(HostModel, host.model) for host in plan.hosts}
    for host in plan.hosts:
        model, heat = models[host.model], heats[host.rack]
        heat.add(devices[host.name].power_w, liquid_share(model))
        heat.airflow_cfm += model.airflow_cfm or 0.0
        heat.airflow_unknown += model.airflow_cfm is None
    for switch in plan.switches:
        heats[switch.rack].add(devices[switch.name].power_w, 0.0)
        heats[switch.rack].airflow_unknown += 1
    for (rack, name), watts in rack_products(plan).items():
        heats[rack].add(watts, liquid_share(models[name]))
    return heats
