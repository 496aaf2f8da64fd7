"""Coolant loops: the heat that each takes up, as installed, and the flow that this needs."""

from collections import Counter

from msgspec import Struct

from generator.catalog.model import Host as HostModel
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.power.envelope import envelope_racks
from generator.plan.power.heat import PUMPED, rack_heat
from generator.plan.power.loads import device_loads
from generator.plan.power.ups import racks_on, units_left
from generator.spec.loops import Coolant, LoopSpec
from generator.spec.rack_ranges import rack_names

KJ_PER_LITRE_K: dict[Coolant, float] = {"water": 4.15, "pg25": 3.98}
"""Heat that a litre takes up per kelvin, kJ: water at 40 degrees Celsius (0.992 kg/l x 4.18 kJ/(kg K)), and with 25 per cent of propylene glycol
at 35 degrees (about 1.02 kg/l x 3.9 kJ/(kg K), as quoted in public thermal models of NVL72 racks)."""


class Cooled(Struct, frozen=True, kw_only=True):
    """The liquid-cooled hosts of one model on a loop: `count` hosts, in `racks` racks."""

    model: str
    count: int
    racks: int
    supply_c_max: float | None
    lpm_each: float | None
    """The flow for one host, or one rack of the product, at the loop's temperature; None where no document states it."""
    per: str

    @property
    def lpm(self) -> float | None:
        """The flow for all of them, litres per minute."""
        return None if self.lpm_each is None else self.lpm_each * (self.racks if self.per == "rack" else self.count)


class LoopHeat(Struct, frozen=True, kw_only=True):
    """The heat of one loop, kW, installed and in the envelope; `undivided_kw` is heat whose share in liquid is not documented: it is in no sum."""

    name: str
    spec: LoopSpec
    racks: tuple[str, ...]
    heat_kw: float
    envelope_kw: float
    undivided_kw: float
    cooled: tuple[Cooled, ...]

    @property
    def units(self) -> str:
        """The capacity without the spare CDUs, as text."""
        return units_left(self.spec.cdus, self.spec.spare, self.spec.cdu_kw, self.spec.capacity_kw)

    @property
    def needed_lpm(self) -> float | None:
        """The flow that keeps the rise within `rise_k`, litres per minute."""
        rise, kj = self.spec.rise_k, KJ_PER_LITRE_K[self.spec.coolant]
        return None if rise is None else self.heat_kw * 60 / (kj * rise)

    @property
    def rise_k(self) -> float | None:
        """The rise at the flow that is left when the spare CDUs have failed, K."""
        flow, kj = self.spec.flow_lpm, KJ_PER_LITRE_K[self.spec.coolant]
        return self.heat_kw * 60 / (kj * flow) if flow else None

    @property
    def hosts_lpm(self) -> float | None:
        """The flow that documents of the hosts require, litres per minute; None where one has no figure."""
        flows = [each.lpm for each in self.cooled]
        known = [flow for flow in flows if flow is not None]
        return sum(known) if known and len(known) == len(flows) else None


@once
def loop_heats(plan: Plan) -> tuple[LoopHeat, ...]:
    """Return the heat of every loop; empty where the spec states none."""
    loops = plan.site.cooling.loops
    if not loops:
        return ()
    heats, cooled = rack_heat(plan, device_loads(plan)), liquid_racks(plan)
    found = []
    for name, spec in loops.items():
        racks = tuple(rack for rack in racks_on(plan, spec.racks) if rack in cooled)
        named = {rack for _, rack in rack_names(spec.racks)}
        found.append(
            LoopHeat(
                name=name,
                spec=spec,
                racks=racks,
                heat_kw=sum(heats[rack].liquid_w for rack in racks) / 1000,
                envelope_kw=sum(
                    full.liquid_kw for rack, full in envelope_racks(plan).items() if not named or rack in named
                ),
                undivided_kw=sum(heats[rack].undivided_w for rack in racks) / 1000,
                cooled=_cooled(plan, spec, [cooled[rack] for rack in racks]),
            )
        )
    return tuple(found)


@once
def liquid_racks(plan: Plan) -> dict[str, Counter[str]]:
    """Return the liquid-cooled hosts of every rack that has some, counted by model. What comes with such a rack is cooled with it."""
    found: dict[str, Counter[str]] = {}
    for host in plan.hosts:
        entry = plan.hardware.get(HostModel, host.model)
        if entry.cooling in PUMPED and entry.system is None:
            found.setdefault(host.rack, Counter())[host.model] += 1
    return found


@once
def rack_liquid_kw(plan: Plan) -> dict[str, float]:
    """Return the heat of every rack that goes into liquid, kW, as far as documents state it."""
    return {rack: heat.liquid_w / 1000 for rack, heat in rack_heat(plan, device_loads(plan)).items()}


def _cooled(plan: Plan, spec: LoopSpec, racks: list[Counter[str]]) -> tuple[Cooled, ...]:
    found = []
    for model in sorted({model for rack in racks for model in rack}):
        fact = plan.hardware.get(HostModel, model).liquid
        found.append(
            Cooled(
                model=model,
                count=sum(rack[model] for rack in racks),
                racks=sum(1 for rack in racks if rack[model]),
                supply_c_max=fact.supply_c_max if fact else None,
                lpm_each=fact.lpm_at(spec.supply_c) if fact and spec.supply_c is not None else None,
                per=fact.per if fact else "host",
            )
        )
    return tuple(found)
