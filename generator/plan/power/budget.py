"""The budget of the whole: every line that is added up, and the figures that follow from the sum."""

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from generator.catalog.model import Cable, CatalogEntry, Gpu, Optic, PowerFact
from generator.catalog.model import Host as HostModel
from generator.catalog.model import Switch as SwitchModel
from generator.model.circuit import Circuit
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.power.loads import bare_switches, cage_powers, counted_whole, rack_products

BudgetKind = Literal["rack", "host", "switch", "optic"]


class BudgetLine(Struct, frozen=True, kw_only=True):
    """`count` x `each_w`, W; `basis` is the kind of the figure, `source` its origin. `each_w` is None where no document gives one."""

    kind: BudgetKind
    model: str
    count: int
    each_w: float | None
    basis: str
    source: str

    @property
    def total_w(self) -> float:
        """The contribution of the line to the sum, W."""
        return self.count * (self.each_w or 0.0)


class GpuPower(Struct, frozen=True, kw_only=True):
    """The GPUs of one model: their thermal design power, and the published IT power of whole clusters of them, W each."""

    model: str
    count: int
    tdp_w: float | None
    critical_it_w: float | None


class Budget(Struct, frozen=True, kw_only=True):
    """The lines, in the order in which they are added up, and the capacity of the racks' circuits."""

    lines: tuple[BudgetLine, ...]
    gpus: tuple[GpuPower, ...]
    circuit: Circuit | None
    circuits: int
    pue: float

    @property
    def facility_w(self) -> float:
        """Facility power, W: IT power with cooling and losses."""
        return self.it_w * self.pue

    @property
    def it_w(self) -> float:
        """IT power, W: the sum of all lines."""
        return sum(line.total_w for line in self.lines)

    def total_w(self, kind: str) -> float:
        """The sum of the lines of one kind, W."""
        return sum(line.total_w for line in self.lines if line.kind == kind)

    @property
    def provisioned_w(self) -> float | None:
        """The capacity of all circuits of all racks, W; None where the spec states no circuit."""
        return self.circuits * self.circuit.usable_kw * 1000 if self.circuit else None


@once
def make_budget(plan: Plan) -> Budget:
    """Return the budget of installed devices."""
    power = plan.site.power
    return Budget(
        lines=(*_hosts(plan), *_switches(plan), *_cages(plan)),
        gpus=tuple(_gpus(plan)),
        circuit=plan.site.circuit,
        circuits=len(plan.racks) * power.feeds * power.pdus_per_feed,
        pue=power.pue,
    )


def _hosts(plan: Plan) -> Iterator[BudgetLine]:
    racks = Counter(model for _rack, model in rack_products(plan))
    whole = counted_whole(plan)
    alone = (host.model for host in plan.hosts if host.power_w is not None or (host.rack, host.model) not in whole)
    for model, count in sorted((Counter(alone) + racks).items()):
        entry = plan.hardware.get(HostModel, model)
        if model in racks:
            yield _line("rack", entry, racks[model], "rack_power_w", entry.rack_power_w)
        else:
            yield _line("host", entry, count, "power_w", entry.power_w)


def _switches(plan: Plan) -> Iterator[BudgetLine]:
    for model, count in sorted(Counter(switch.model for switch in plan.switches).items()):
        entry = plan.hardware.get(SwitchModel, model)
        included = entry.power_w.max is not None and entry.power_w.max_includes_optics
        yield _line(
            "switch", entry, count, "power_w", entry.power_w, "optics included" if included else "without optics"
        )


def _cages(plan: Plan) -> Iterator[BudgetLine]:
    """Transceivers and active cable ends in switches whose figure does not hold them."""
    bare = bare_switches(plan)
    counts = Counter(model for device, model, _watts in cage_powers(plan) if device in bare)
    for model, count in sorted(counts.items()):
        entry: Optic | Cable = plan.hardware.find(Optic, model) or plan.hardware.get(Cable, model)
        yield _line("optic", entry, count, "power_w", PowerFact.model_construct(max=entry.power_w))


def _line(kind: BudgetKind, entry: CatalogEntry, count: int, key: str, fact: PowerFact, more: str = "") -> BudgetLine:
    """Make a line of a fact; its source is the one that the catalog names for it."""
    watts = fact.max if fact.max is not None else fact.typical
    which = "maximum" if fact.max is not None else "typical (no maximum published)"
    return BudgetLine(
        kind=kind,
        model=entry.model,
        count=count,
        each_w=watts,
        basis=", ".join(filter(None, (which, more))) if watts is not None else "",
        source=entry.sources.get(key, ""),
    )


def _gpus(plan: Plan) -> Iterator[GpuPower]:
    counts: Counter[str] = Counter()
    for host in plan.hosts:
        gpus = plan.hardware.get(HostModel, host.model).gpus
        if gpus:
            counts[gpus.model] += gpus.count
    for model, count in sorted(counts.items()):
        gpu = plan.hardware.find(Gpu, model)
        yield GpuPower(
            model=model,
            count=count,
            tdp_w=gpu.tdp_w if gpu else None,
            critical_it_w=gpu.critical_it_w if gpu else None,
        )
