"""The bill of materials: devices, cables and transceivers, counted as they are bought."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from operator import attrgetter

from msgspec import Struct

from generator.catalog.model import Cable, CatalogEntry, Host, Optic, Switch, SwitchSystem
from generator.plan.cabling.guards import untaken
from generator.plan.cabling.harnesses import adapters
from generator.plan.fixtures import plan_fixtures
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.power.cords import cords_by_rack, pdu_racks
from generator.plan.power.loads import installed_models

UNCHOSEN_PDU = "pdu-chosen-on-site"
"""The model of rack PDUs where the spec names none."""


class BomItem(Struct, frozen=True):
    """One line: `count` is installed, `spares` are additional; `length_m` for cables; `part` is empty where no document gives it.

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


@once
def bill_of_materials(plan: Plan) -> tuple[BomItem, ...]:
    """Return every line for what is installed, by kind and model. A cable is counted once, regardless of its links."""
    return (*_devices(plan), *_racks(plan), *_power(plan), *cabling_lines(plan))


def _devices(plan: Plan) -> Iterator[BomItem]:
    for kind, entry, counted in (
        ("host", Host, Counter(host.model for host in plan.hosts)),
        ("switch", Switch, Counter(switch.model for switch in plan.switches)),
    ):
        for model, count in sorted(counted.items()):
            found: CatalogEntry = plan.hardware.get(entry, model)
            yield BomItem(kind, model, found.vendor, found.title, None, "", count)


@once
def cabling_lines(plan: Plan) -> tuple[BomItem, ...]:
    """Return the lines of cables, adapters and transceivers."""
    return tuple(_cabling(plan))


def _cabling(plan: Plan) -> Iterator[BomItem]:
    refused = dict(_refused(plan))
    per_cent = plan.site.cabling.spares_percent
    pieces = (*plan.cables, *plan.harnesses, *(pdu for pdu in plan.pdus if pdu.model))
    cables = Counter(map(attrgetter("model", "length_m", "part"), pieces))
    for (model, length, part), count in sorted(cables.items()):
        cable = plan.hardware.get(Cable, model)
        yield BomItem(
            kind=cable.kind,
            model=model,
            vendor=cable.vendor,
            description=cable.title + refused.get(model, ""),
            length_m=length,
            part=part,
            count=count,
            spares=spares_for(count, per_cent),
            fibre=cable.fibre or "",
            connector=cable.connector or "",
            polarity=cable.polarity or "",
        )
    yield from _adapters(plan, per_cent)
    for model, count in sorted(Counter(chain.from_iterable(map(dict.values, plan.optics.values()))).items()):
        optic = plan.hardware.get(Optic, model)
        yield BomItem(
            kind="transceiver",
            model=model,
            vendor=optic.vendor,
            description=optic.title + refused.get(model, ""),
            length_m=None,
            part=optic.part or "",
            count=count,
            spares=spares_for(count, per_cent),
            fibre=optic.fibre,
            connector=optic.connector,
        )


def _refused(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield the notes on pieces in ports that may refuse them, by model."""
    counted: Counter[tuple[str, str]] = Counter()
    for each in untaken(plan):
        counted[each.model, each.system] += each.count
    for (model, system), count in sorted(counted.items()):
        found = plan.hardware.get(SwitchSystem, system)
        yield (
            model,
            f"; {count} ends are in ports of {found.title}, which may refuse transceivers that {' or '.join(found.takes)} has not coded",
        )


def _adapters(plan: Plan, per_cent: int) -> Iterator[BomItem]:
    """Yield the adapters in which cords meet the tails of harnesses; no document at hand numbers them, or the panels that hold them."""
    for connector, count in sorted(Counter(adapters(plan)).items()):
        yield BomItem(
            kind="adapter",
            model=f"adapter-{connector}",
            vendor="generic",
            description="Adapter in a panel, where a cord meets the tail of a harness; the panels are chosen on site",
            length_m=None,
            part="",
            count=count,
            spares=spares_for(count, per_cent),
            connector=connector,
        )


def _racks(plan: Plan) -> Iterator[BomItem]:
    """Yield the racks that are delivered whole, and what comes with them beside the hosts; no document numbers their parts."""
    every = {group.name: plan.hardware.get(Host, group.model) for group in plan.groups.values()}
    groups = {name: model for name, model in every.items() if model.rack_fixtures}
    models = {model.model: model for model in groups.values()}
    racks = {(host.rack, host.model) for host in plan.hosts if host.group in groups}
    delivered = Counter(model for _, model in racks)
    of_rack = dict(sorted(racks))
    parts = Counter((of_rack[part.rack], part.what) for part in plan_fixtures(plan))
    for name, count in sorted(delivered.items()):
        model = models[name]
        with_it = [f"{part.count} x {part.what}" for part in model.rack_fixtures]
        inside = [f"{model.per_rack} x {model.title}" if model.per_rack else model.title, *with_it]
        description = f"Rack as delivered, with {', '.join(inside)}: their own lines are its contents"
        yield BomItem("rack", name, model.vendor, description, None, "", count)
    for (name, what), count in sorted(parts.items()):
        description = f"{what}, delivered in the rack of {models[name].title}"
        yield BomItem("fixture", name, models[name].vendor, description[0].upper() + description[1:], None, "", count)


def _power(plan: Plan) -> Iterator[BomItem]:
    """Yield the power strips, and the cords by what they feed; the catalog has no inlet of a supply and no outlet of a strip to order a cord by."""
    circuit, power = plan.site.circuit, plan.site.power
    strips = len(pdu_racks(plan)) * power.pdus_per_feed * power.feeds
    if strips:
        sockets = f", {circuit.sockets} sockets" if circuit and circuit.sockets else ""
        description = (
            f"Rack PDU for {circuit.words}{sockets}" if circuit else "Rack PDU; the spec states no circuit and no model"
        )
        yield BomItem("pdu", pdu_model(plan), "", description, None, "", strips)
    counted = Counter((cord.model, cord.kind) for mine in cords_by_rack(plan).values() for cord in mine)
    titles = {name: model.title for name, model in installed_models(plan).items()}
    for (model, kind), count in sorted(counted.items()):
        what = {"supply": "Power cord of a supply of", "shelf": "Supply line of a power shelf of a rack of"}[kind]
        description = f"{what} {titles[model]}; its connectors and length are not in the catalog"
        yield BomItem("cord", cord_model(model), "", description, None, "", count)


def cord_model(model: str) -> str:
    """Name the cords of a model: no document numbers them."""
    return f"cord-{model}"


def pdu_model(plan: Plan) -> str:
    """Return the model of the rack PDUs: the spec's, or a name for one that is chosen on site."""
    return (plan.site.circuit.pdu if plan.site.circuit else "") or UNCHOSEN_PDU


def spares_for(count: int, per_cent: int) -> int:
    """Return the spares of a line: the percentage rounded up, so at least one if any are stated."""
    return -(-count * per_cent // 100)
