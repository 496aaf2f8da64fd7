"""The PUE that follows from the stated parts of a facility, beside the figure that the spec states for the whole."""

from collections.abc import Iterator

from msgspec import Struct

from generator.plan.plan import Plan
from generator.plan.power.heat import rack_heat
from generator.plan.power.loads import device_loads, rack_loads
from generator.plan.power.ups import ups_loads


class Part(Struct, frozen=True, kw_only=True):
    """The power of one part in addition to the IT load, kW, and its formula; where a figure is missing, `kw` is None and `how` names it."""

    name: str
    kw: float | None
    how: str


class Pue(Struct, frozen=True, kw_only=True):
    """The parts, and the resulting PUE; `stated` is `power.pue`, or its default."""

    it_kw: float
    parts: tuple[Part, ...]
    stated: float

    @property
    def missing(self) -> tuple[str, ...]:
        """The figures that are missing for the PUE of the parts."""
        return tuple(part.how for part in self.parts if part.kw is None)

    @property
    def facility_kw(self) -> float:
        """IT power and all parts that are known, kW."""
        return self.it_kw + sum(part.kw or 0.0 for part in self.parts)

    @property
    def computed(self) -> float | None:
        """Facility power divided by IT power; nothing while a figure is missing."""
        return self.facility_kw / self.it_kw if self.it_kw and not self.missing else None


def pue_of(plan: Plan) -> Pue | None:
    """Return the parts; None where the spec states none."""
    power, cooling = plan.site.power, plan.site.cooling
    stated = (
        *(ups.efficiency for ups in power.ups.values()),
        *(loop.cdu_power_w for loop in cooling.loops.values()),
        *(cooling.air_kw_per_kw, cooling.liquid_kw_per_kw),
    )
    if not power.losses and not power.other_kw and all(each is None for each in stated):
        return None
    devices = device_loads(plan)
    it_kw = sum(load.power_w for load in rack_loads(plan, devices).values()) / 1000
    parts = (*_ups(plan), *_losses(plan, it_kw), *_cooling(plan), *_pumps(plan), *_others(plan))
    return Pue(it_kw=it_kw, parts=parts, stated=power.pue)


def _ups(plan: Plan) -> Iterator[Part]:
    for load in ups_loads(plan):
        share, name = load.spec.efficiency, f"losses of UPS {load.name}"
        if share is None:
            yield Part(name=name, kw=None, how=f"power.ups.{load.name}.efficiency")
        else:
            kw = load.normal_kw * (1 / share - 1)
            yield Part(name=name, kw=kw, how=f"{load.normal_kw:,.1f} kW x (1 / {share:g} - 1)")
        if load.spec.other_kw:
            yield Part(name=f"other loads of UPS {load.name}", kw=load.spec.other_kw, how="stated")


def _losses(plan: Plan, it_kw: float) -> Iterator[Part]:
    for name, share in plan.site.power.losses.items():
        yield Part(name=f"losses: {name}", kw=it_kw * share, how=f"{it_kw:,.1f} kW x {share:g}")


def _cooling(plan: Plan) -> Iterator[Part]:
    heats = rack_heat(plan, device_loads(plan)).values()
    cooling = plan.site.cooling
    for name, key, heat_kw, share in (
        ("air", "air_kw_per_kw", sum(heat.air_w for heat in heats) / 1000, cooling.air_kw_per_kw),
        ("liquid", "liquid_kw_per_kw", sum(heat.liquid_w for heat in heats) / 1000, cooling.liquid_kw_per_kw),
    ):
        if heat_kw and share is None:
            yield Part(name=f"heat in {name}", kw=None, how=f"cooling.{key}")
        elif heat_kw and share is not None:
            yield Part(name=f"heat in {name}", kw=heat_kw * share, how=f"{heat_kw:,.1f} kW x {share:g}")
    if any(heat.undivided_w for heat in heats):
        yield Part(name="heat in both", kw=None, how="liquid_percent of hosts whose share no document states")


def _pumps(plan: Plan) -> Iterator[Part]:
    for name, loop in plan.site.cooling.loops.items():
        if loop.cdu_power_w is None:
            yield Part(name=f"CDUs of loop {name}", kw=None, how=f"cooling.loops.{name}.cdu_power_w")
        else:
            kw = loop.cdus * loop.cdu_power_w / 1000
            yield Part(name=f"CDUs of loop {name}", kw=kw, how=f"{loop.cdus} x {loop.cdu_power_w / 1000:g} kW")


def _others(plan: Plan) -> Iterator[Part]:
    for name, kw in plan.site.power.other_kw.items():
        yield Part(name=name, kw=kw, how="stated")


def facility_kw(plan: Plan) -> float:
    """Return the power of the facility, kW: by the stated parts if they are complete, else by the stated PUE."""
    parts = pue_of(plan)
    if parts and parts.computed is not None:
        return parts.facility_kw
    return sum(load.power_w for load in rack_loads(plan).values()) / 1000 * plan.site.power.pue
