"""Vendor locks: switches whose system accepts only transceivers and cables of some vendors, unless it is unlocked."""

from collections.abc import Iterator

from msgspec import Struct

from generator.catalog.load import Catalog
from generator.catalog.model import Cable, Optic, SwitchSystem
from generator.model.cluster import Cluster
from generator.model.demand import Tier
from generator.model.fabric_shape import FabricShape
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Switch
from generator.spec.cabling import CablingSpec

Guard = tuple[str, tuple[str, ...]]
"""The maker of a switch, and the vendors whose pieces its system takes: empty where it takes any."""
_HOST: Guard = ("", ())


def guards(cluster: Cluster, shape: FabricShape) -> dict[str, tuple[Guard, Guard]]:
    """Return the vendor locks at both ends of a fabric's links, by their kind."""
    demand = shape.demand
    leaf, spine, core = (
        _guard(cluster.catalog, cluster.spec.cabling, tier) for tier in (demand.leaf, demand.spine, demand.core)
    )
    return {
        "host_leaf": (_HOST, leaf),
        "leaf_spine": (leaf, spine),
        "spine_core": (spine, core),
        "leaf_leaf": (leaf, leaf),
    }


def _guard(catalog: Catalog, cabling: CablingSpec, tier: Tier) -> Guard:
    system = catalog.get(SwitchSystem, tier.os) if tier.os else None
    return tier.model.vendor, system.takes if system and not unlocked(cabling, system.model) else ()


def unlocked(cabling: CablingSpec, system: str) -> bool:
    """Whether the site has a licence by which a system takes transceivers and cables of any vendor."""
    return system in cabling.transceiver_licences


class Untaken(Struct, frozen=True, kw_only=True):
    """Transceivers or cables of a model in ports of a fabric's switches whose system may refuse them: `count` ends."""

    fabric: str
    system: str
    model: str
    count: int


@once
def untaken(plan: Plan) -> tuple[Untaken, ...]:
    """Return the pieces in ports whose system accepts only those of its own vendors, by fabric and model."""
    guarded = {switch.name: found for switch in plan.switches if (found := _guarded(plan, switch))}
    if not guarded:
        return ()
    counted: dict[tuple[str, str, str], set[tuple[str, str]]] = {}
    for fabric, device, cage, piece in _ends(plan):
        system = guarded.get(device)
        if system and not {*system.takes} & {*piece.codes}:
            key = (fabric, system.model, piece.model)
            counted.setdefault(key, set()).add((device, cage))
    return tuple(
        Untaken(fabric=fabric, system=system, model=model, count=len(cages))
        for (fabric, system, model), cages in sorted(counted.items())
    )


def _guarded(plan: Plan, switch: Switch) -> SwitchSystem | None:
    system = plan.hardware.find(SwitchSystem, switch.os) if switch.os else None
    return system if system and system.takes and not unlocked(plan.site.cabling, system.model) else None


def _ends(plan: Plan) -> Iterator[tuple[str, str, str, Optic | Cable]]:
    """Yield the piece in the cage at each end of every link: fabric, device, cage and piece."""
    cables = {cable.cable: plan.hardware.get(Cable, cable.model) for cable in plan.cables}
    for link in plan.links:
        cable = cables[link.cable]
        for end in (link.a, link.b):
            if end.optic:
                yield link.fabric, end.device, end.cage, plan.hardware.get(Optic, end.optic)
            elif cable.ends and cable.kind != "copper":
                yield link.fabric, end.device, end.cage, cable
