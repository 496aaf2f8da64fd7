"""A spine for leaves that their own model cannot join: an example from the catalog, with the keys to state."""

from generator.catalog.load import Catalog
from generator.catalog.model import Switch
from generator.model.demand import Demand, Tier, make_tier, shared_ports
from generator.model.leaf_budget import Uplinks
from generator.model.tiers import three_tiers, two_tiers
from generator.spec.fabrics import NO_SYSTEM

_TWO = 2


def possible_spines(catalog: Catalog, demand: Demand) -> tuple[Tier, ...]:
    """Return the switches that could be a fabric's spines, where its leaves are no spines: of their system, with ports of their uplinks' speed, nearest to them first."""
    leaf = demand.leaf
    found = [
        tier
        for model in catalog.every(Switch)
        if model.technology == leaf.model.technology and (leaf.os is None or getattr(model.os, leaf.os))
        if model.model != leaf.model.model and (tier := make_tier(model, leaf.os, demand.uplink_gbps))
    ]
    return tuple(sorted(found, key=lambda tier: _distance(tier, leaf)))


def spine_advice(demand: Demand, leaves: int, leaves_per_su: int, uplinks: Uplinks) -> str:
    """Return what to state so that a fabric of so many leaves can be planned."""
    counts, spines = range(uplinks.need, uplinks.most + 1), demand.possible_spines(demand)
    for spine in spines:
        joined = [upper for count in counts if (upper := two_tiers(leaves, count, spine.radix))]
        if joined:
            two = any(count % _TWO == 0 and leaves * count // _TWO <= spine.radix for count in counts)
            more = ", and `spines: 2`" if two and min(upper.spines for upper in joined) < _TWO else ""
            return (
                f"add a spine with at least {leaves} ports at {demand.uplink_gbps:g} Gb/s to fabrics.{demand.name}, "
                f"such as `{_stated(spine)}`{more}"
            )
    for spine in spines:
        shared = shared_ports(spine, demand.uplink_gbps, demand.spec.spine_oversubscription)
        if any(three_tiers(leaves, leaves_per_su, count, shared, spine.radix) for count in counts):
            return f"add a spine to fabrics.{demand.name}, such as `{_stated(spine)}`: cores of the same model then join the pods"
    return (
        f"no switch of the catalog with ports at {demand.uplink_gbps:g} Gb/s joins so many: allow a higher "
        f"fabrics.{demand.name}.oversubscription, choose a leaf with more ports, or lower the envelope"
    )


def _distance(tier: Tier, leaf: Tier) -> tuple[bool, bool, float, str]:
    """How far a switch is from a leaf: of another vendor, with other cages, larger than needed."""
    strange, other = tier.model.vendor != leaf.model.vendor, tier.bank.form_factor != leaf.bank.form_factor
    return strange, other, len(tier.bank.cages) * tier.bank.capacity_gbps, tier.model.model


def _stated(tier: Tier) -> str:
    system = "" if tier.os == "sonic" else f", os: {tier.os or NO_SYSTEM}"
    return f"spine: {{model: {tier.model.model}{system}}}"
