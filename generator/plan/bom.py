"""The bill of materials: devices, cables and transceivers, counted as they are bought."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog.model import Cable, CatalogEntry, Host, Optic, Switch
from generator.plan.plan import Plan
from generator.plan.power import optics


@dataclass(frozen=True, slots=True)
class BomItem:
    """One line: `count` is installed, `spares` come on top; `length_m` for cables; `part` is empty where no document gives it.

    `fibre`, `connector` and `polarity` are those of fibre, and of the fibre that a transceiver takes.
    """

    kind: str
    model: str
    vendor: str
    description: str
    length_m: float | None
    part: str
    count: int
    spares: int = 0
    fibre: str = ""
    connector: str = ""
    polarity: str = ""

    @property
    def order(self) -> int:
        """Pieces to buy."""
        return self.count + self.spares


def bill_of_materials(plan: Plan) -> Iterator[BomItem]:
    """Give every line for what is installed, by kind and model. A cable is counted once, however many links it carries."""
    for kind, entry, counted in (
        ("host", Host, Counter(host.model for host in plan.hosts)),
        ("switch", Switch, Counter(switch.model for switch in plan.switches)),
    ):
        for model, count in sorted(counted.items()):
            found: CatalogEntry = plan.catalog.get(entry, model)
            yield BomItem(kind, model, found.vendor, found.title, None, "", count)
    per_cent = plan.spec.cabling.spares_percent
    cables = Counter((cable.model, cable.length_m, cable.part) for cable in plan.cables)
    for (model, length, part), count in sorted(cables.items()):
        cable = plan.catalog.get(Cable, model)
        yield BomItem(
            kind=cable.kind,
            model=model,
            vendor=cable.vendor,
            description=cable.title,
            length_m=length,
            part=part,
            count=count,
            spares=spares_for(count, per_cent),
            fibre=cable.fibre or "",
            connector=cable.connector or "",
            polarity=cable.polarity or "",
        )
    for model, count in sorted(Counter(optics(plan).values()).items()):
        optic = plan.catalog.get(Optic, model)
        yield BomItem(
            kind="transceiver",
            model=model,
            vendor=optic.vendor,
            description=optic.title,
            length_m=None,
            part=optic.part or "",
            count=count,
            spares=spares_for(count, per_cent),
            fibre=optic.fibre,
            connector=optic.connector,
        )


def spares_for(count: int, per_cent: int) -> int:
    """Give the spares of a line: the per cent rounded up, so at least one of what is there once any are asked for."""
    return -(-count * per_cent // 100)
