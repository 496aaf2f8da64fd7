"""What the catalog states of the models that a plan has: those of its envelope, and what they are cabled with."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from generator.catalog.load import Catalog
from generator.catalog.model import Cable, CatalogEntry, Gpu, Host, Nic, Optic, Switch, SwitchSystem
from generator.model.cluster import Cluster
from generator.plan.cabling.records import Cable as PlannedCable
from generator.plan.cabling.records import Link

_Key = tuple[type[CatalogEntry], str]
Entry = TypeVar("Entry", bound=CatalogEntry)


@dataclass(frozen=True, slots=True)
class Hardware:
    """The entries by kind and model."""

    entries: Mapping[_Key, CatalogEntry]

    def find(self, kind: type[Entry], model: str) -> Entry | None:
        """Return the entry of a model; nothing where the plan has none of that kind and name."""
        entry = self.entries.get((kind, model))
        assert entry is None or isinstance(entry, kind)
        return entry

    def every(self, kind: type[Entry]) -> list[Entry]:
        """List the entries of a kind."""
        return [entry for entry in self.entries.values() if isinstance(entry, kind)]

    def get(self, kind: type[Entry], model: str) -> Entry:
        """Return the entry of a model that the plan has."""
        entry = self.entries[kind, model]
        assert isinstance(entry, kind)
        return entry


def plan_hardware(cluster: Cluster, links: Iterable[Link], cables: Iterable[PlannedCable]) -> Hardware:
    """Take from the catalog what the plan names, and no more."""
    named = dict.fromkeys([*_devices(cluster), *_cabling(links, cables)])
    return Hardware(dict(_found(cluster.catalog, named)))


def with_cables(hardware: Hardware, catalog: Catalog, models: Iterable[str]) -> Hardware:
    """Add what is sold with the links' own cables: harnesses."""
    return Hardware({**hardware.entries, **dict(_found(catalog, ((Cable, model) for model in models)))})


def _found(catalog: Catalog, named: Iterable[_Key]) -> Iterator[tuple[_Key, CatalogEntry]]:
    for kind, model in named:
        if (entry := catalog.find(kind, model)) is not None:
            yield (kind, model), entry


def _devices(cluster: Cluster) -> Iterator[_Key]:
    for group in cluster.groups:
        yield Host, group.model.model
        yield from ((Nic, port.nic) for port in group.model.ports if port.nic)
        if group.model.gpus:
            yield Gpu, group.model.gpus.model
    for shape in cluster.shapes.values():
        yield from ((Switch, each.model.model) for each in (shape.demand.leaf, shape.demand.spine, shape.demand.core))
    for switch in cluster.switches:
        yield Switch, switch.model.model
        if switch.os:
            yield SwitchSystem, switch.os


def _cabling(links: Iterable[Link], cables: Iterable[PlannedCable]) -> Iterator[_Key]:
    yield from ((Optic, model) for model in sorted({end.optic for link in links for end in (link.a, link.b)}) if model)
    yield from ((Cable, model) for model in sorted({cable.model for cable in cables}))
