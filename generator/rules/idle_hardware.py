"""Keys of switches, drives and cooling that are stated where nothing follows from them."""

from collections.abc import Iterator

from generator.model.fabric_shape import FabricShape
from generator.model.rack_limits import liquid_share
from generator.plan.counts import counted
from generator.plan.draft import Draft
from generator.rules.idle import REMOVE, Idle, stated


def idle_hardware(plan: Draft) -> Iterator[Idle]:
    """Yield those of fabrics without upper tiers, of hosts that nobody installs, and of liquid that no host gives its heat to."""
    for name, shape in plan.cluster.shapes.items():
        if not shape.carrier:
            yield from _tiers(plan, name, shape)
    if not plan.spec.services.root_keys:
        for group in plan.cluster.groups:
            by_others = group.role == "control" or group.model.appliance  # reported by system-disk-unused
            for key in stated(group.spec, "system_disk") if not by_others else ():
                why = "no host is installed from the network without keys that log in afterwards"
                yield ("hosts", group.name, key), why, "state services.root_keys, or remove it"
    if all(liquid_share(group.model) == 0 for group in plan.cluster.groups):
        for key in stated(plan.spec.cooling, "liquid_kw_per_rack", "liquid_kw_per_kw"):
            yield ("cooling", key), "no host is cooled by liquid", REMOVE


def _tiers(plan: Draft, name: str, shape: FabricShape) -> Iterator[Idle]:
    """Yield the switches of upper tiers that differ from those below and that the whole envelope does not need."""
    spec = plan.spec.fabrics.given()[name]
    below = spec.leaf
    for tier, switches in (("spine", shape.spines), ("core", shape.cores)):
        choice = getattr(spec, tier) or below
        if choice != below and not switches:
            yield ("fabrics", name, tier), _without(shape), f"{REMOVE} until the fabric needs {tier}s"
        below = choice


def _without(shape: FabricShape) -> str:
    """Return why a fabric has no switches of a tier."""
    if not shape.topology.uplinks and shape.demand.spec.topology:
        return f"the topology {shape.topology.name} has leaves only"
    if shape.upper:
        return f"{counted(shape.in_plane('spine'), 'spine')} join all leaves of the envelope"
    if shape.peer_links:
        return "the two leaves of the envelope are joined directly"
    return "one leaf holds the envelope"
