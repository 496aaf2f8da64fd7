"""Catalog entries of the models in a plan: those of its envelope, and their cables."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from generator.catalog.load import Catalog
from generator.catalog.model import Cable, CatalogEntry, Gpu, Host, Nic, Optic, Switch, SwitchSystem
from generator.model.cluster import Cluster
from generator.plan.cabling.records import Link

Kind = type[CatalogEntry]
Entry = TypeVar("Entry", bound=CatalogEntry)
_FIELDS: Mapping[Kind, str] = {
    Host: "hosts",
    Gpu: "gpus",
    Nic: "nics",
    Switch: "switches",
    SwitchSystem: "systems",
    Optic: "optics",
    Cable: "cables",
}


class Hardware(Struct, frozen=True, kw_only=True):
    """The entries by model, kind by kind."""

    hosts: Mapping[str, Host]
    gpus: Mapping[str, Gpu]
    nics: Mapping[str, Nic]
    switches: Mapping[str, Switch]
    systems: Mapping[str, SwitchSystem]
    optics: Mapping[str, Optic]
    cables: Mapping[str, Cable]

    def find(self, kind: type[Entry], model: str) -> Entry | None:
        """Return the entry of a model; None where the plan has none of that kind and name."""
        entries: Mapping[str, Entry] = getattr(self, _FIELDS[kind])
        return entries.get(model)

    def get(self, kind: type[Entry], model: str) -> Entry:
        """Return the entry of a model that the plan has. Raises LookupError: it has none, as a plan that was changed."""
        entry = self.find(kind, model)
        if entry is None:
            raise LookupError(f"no {_FIELDS[kind]} {model!r}")
        return entry


def plan_hardware(cluster: Cluster, links: Iterable[Link], cables: Iterable[str]) -> Hardware:
    """Return the catalog entries that the plan uses, and no others; `cables` by their models."""
    found: dict[str, dict[str, Any]] = {name: {} for name in _FIELDS.values()}
    for kind, model in dict.fromkeys([*_devices(cluster), *_cabling(links, cables)]):
        if (entry := cluster.catalog.find(kind, model)) is not None:
            found[_FIELDS[kind]][model] = entry
    return Hardware(**found)


def with_cables(hardware: Hardware, catalog: Catalog, models: Iterable[str]) -> Hardware:
    """Add harnesses."""
    return replace(hardware, cables={**hardware.cables, **{model: catalog.get(Cable, model) for model in models}})


def _devices(cluster: Cluster) -> Iterator[tuple[Kind, str]]:
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


def _cabling(links: Iterable[Link], cables: Iterable[str]) -> Iterator[tuple[Kind, str]]:
    yield from ((Optic, model) for model in sorted({end.optic for link in links for end in (link.a, link.b)}) if model)
    yield from ((Cable, model) for model in sorted({*cables} - {""}))
