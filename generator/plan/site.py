"""The site as the spec states it: facts that need no choice."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from generator.model.circuit import Circuit, find_circuit
from generator.model.cluster import Cluster
from generator.model.rack_limits import PerRack
from generator.model.room import RackSlot
from generator.plan.floor import scalable_units
from generator.spec.addressing import AddressingSpec
from generator.spec.assets import DeviceAssets
from generator.spec.backups import BackupsSpec
from generator.spec.cabling import CablingSpec
from generator.spec.cooling import CoolingSpec
from generator.spec.directory import DirectorySpec
from generator.spec.monitoring import MonitoringSpec
from generator.spec.power import PowerSpec
from generator.spec.racks import RacksSpec
from generator.spec.scheduler import KubernetesSpec
from generator.spec.services import ServicesSpec
from generator.spec.storage import TierSpec


class Site(Struct, frozen=True, kw_only=True):
    """The room, its power and services, and what was delivered into it."""

    services: ServicesSpec
    power: PowerSpec
    circuit: Circuit | None
    """The circuit of each power strip, where it is known."""
    racks: RacksSpec
    slots: tuple[RackSlot, ...]
    """The racks of the envelope with their places."""
    su_of_rack: Mapping[str, int]
    """The scalable unit of compute, from 0, of every rack that holds hosts or leaves of just one."""
    per_rack: Mapping[str, PerRack]
    """Hosts in one rack of each compute group, and why."""
    cabling: CablingSpec
    monitoring: MonitoringSpec
    backups: BackupsSpec | None
    storage: Mapping[str, TierSpec]
    """The storage tiers by name, with what their clients mount."""
    tenants: tuple[str, ...]
    """Their names, sorted."""
    kubernetes: KubernetesSpec | None
    segments: frozenset[str]
    """The names of the segments that the spec states."""
    cooling: CoolingSpec
    addressing: AddressingSpec
    assets: Mapping[str, DeviceAssets]
    """The delivered devices by name."""


def plan_site(cluster: Cluster) -> Site:
    """Return the facts of the spec and the floor."""
    spec = cluster.spec
    return Site(
        services=_services(spec.services),
        power=spec.power.model_copy(update=_by_name(spec.power, "ups", "losses", "other_kw")),
        circuit=find_circuit(spec.power, cluster.catalog),
        racks=spec.racks,
        slots=tuple(cluster.floor.racks),
        su_of_rack=scalable_units(cluster),
        per_rack=cluster.floor.per_rack,
        cabling=spec.cabling,
        monitoring=spec.monitoring,
        backups=spec.backups,
        storage=dict(_storage(spec.storage)),
        tenants=tuple(sorted(spec.tenants)),
        kubernetes=spec.scheduler.kubernetes,
        segments=frozenset(spec.segments),
        cooling=spec.cooling.model_copy(update=_by_name(spec.cooling, "loops")),
        addressing=spec.addressing,
        assets=spec.assets,
    )


def _services(services: ServicesSpec) -> ServicesSpec:
    """Return the services, with entries of the directory sorted by name."""
    if services.directory is None:
        return services
    directory = services.directory.model_copy(update=_by_name(services.directory, "access", "tenants"))
    return services.model_copy(update={"directory": directory})


def _by_name(part: PowerSpec | CoolingSpec | DirectorySpec, *keys: str) -> dict[str, dict[str, Any]]:
    """Return entries sorted by name, independent of the order in the spec."""
    return {key: dict(sorted(getattr(part, key).items())) for key in keys}


def _storage(tiers: Mapping[str, TierSpec]) -> Iterator[tuple[str, TierSpec]]:
    """Yield the tiers by name: their order and that of their clients, feeds and quotas mean nothing."""
    for name, tier in sorted(tiers.items()):
        named = {key: dict(sorted(getattr(tier, key).items())) for key in ("feeds", "quotas")}
        yield name, tier.model_copy(update={"clients": tuple(sorted(tier.clients)), **named})
