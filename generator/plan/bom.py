"""The bill of materials: devices, cables and transceivers, counted as they are bought."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog.model import Cable, CatalogEntry, Host, Optic, Switch
from generator.plan.plan import Plan
from generator.plan.power import optics


@dataclass(frozen=True, slots=True)
class BomItem:
    """One line: `length_m` for cables; `part` is empty where no document gives it."""

    kind: str
    model: str
    vendor: str
    description: str
    length_m: float | None
    part: str
    count: int


def bill_of_materials(plan: Plan) -> Iterator[BomItem]:
    """Give every line for what is installed, by kind and model. A cable is counted once, however many links it carries."""
    for kind, entry, counted in (
        ("host", Host, Counter(host.model for host in plan.hosts)),
        ("switch", Switch, Counter(switch.model for switch in plan.switches)),
    ):
        for model, count in sorted(counted.items()):
            found: CatalogEntry = plan.catalog.get(entry, model)
            yield BomItem(kind, model, found.vendor, found.title, None, "", count)
    cables = Counter((cable.model, cable.length_m, cable.part) for cable in plan.cables)
    for (model, length, part), count in sorted(cables.items()):
        cable = plan.catalog.get(Cable, model)
        yield BomItem(cable.kind, model, cable.vendor, cable.title, length, part, count)
    for model, count in sorted(Counter(optics(plan).values()).items()):
        optic = plan.catalog.get(Optic, model)
        yield BomItem("transceiver", model, optic.vendor, optic.title, None, optic.part or "", count)
