"""UPS systems, generators and the PUE: their load against their remaining capacity."""

import math
from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.power.pue import facility_kw, pue_of
from generator.plan.power.ups import UpsLoad, racks_on, units_left, ups_loads
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding, repeated

_SLACK = 1e-6
_ALIKE = 0.02
"""Figures of the PUE that differ by less are taken as the same."""


def units_needed(load_kw: float, each_kw: float, spare: int) -> int:
    """Return how many equal units carry a load, spare ones included."""
    return math.ceil(round(load_kw / each_kw, 9)) + spare


def unit_kw(load_kw: float, units: int) -> float:
    """Return the rating with which some units carry a load, rounded up to 0.1 kW."""
    return math.ceil(round(load_kw / max(1, units) * 10, 6)) / 10


@plan_rule(
    title="A UPS that is overloaded when a module or another feed fails",
    why="An overloaded UPS switches to its bypass or off: the load runs without batteries, or stops.",
    fix="Use more or larger modules, or move racks to another system.",
)
def ups_overloaded(plan: Draft) -> Iterator[Finding]:
    """At worst, each system carries no more than the modules that are left when its spare ones have failed."""
    for ups in ups_loads(plan):
        if ups.worst_kw > ups.spec.capacity_kw + _SLACK:
            modules = units_needed(ups.worst_kw, ups.spec.module_kw, ups.spec.spare)
            yield Finding(
                message=f"UPS {ups.name} carries up to {ups.worst_kw:,.1f} kW{_when(plan, ups)}, and its modules carry {ups.units}"
                f"{_failed(ups.spec.spare, 'module')}",
                loc=("power", "ups", ups.name, "modules"),
                help=f"set modules to {modules}, or use modules of at least {unit_kw(ups.worst_kw, ups.spec.modules - ups.spec.spare):,g} kW",
            )


def _when(plan: Draft, ups: UpsLoad) -> str:
    lost, feeds = plan.spec.power.lost_feeds, plan.spec.power.feeds
    worse = ups.worst_kw > ups.normal_kw + _SLACK
    return f" when {lost} of {feeds} feeds {'is' if lost == 1 else 'are'} lost" if worse else ""


def _failed(spare: int, unit: str) -> str:
    return f" when {spare} {unit}{' has' if spare == 1 else 's have'} failed" if spare else ""


@plan_rule(
    title="A feed of a rack on two UPS systems",
    why="A power strip has one input. The load would be counted twice.",
    fix="List each rack under one system for each feed.",
)
def feed_on_two_ups(plan: Draft) -> Iterator[Finding]:
    """Every feed of every rack is on at most one system."""
    holders = (
        ((rack, feed), name)
        for name, ups in sorted(plan.spec.power.ups.items())
        for rack in racks_on(plan, ups.racks)
        for feed in (ups.feeds or plan.spec.power.feed_names)
    )
    for (rack, feed), first, second in repeated(holders):
        yield KeyFinding(
            message=f"feed {feed} of rack {rack} is on UPS {first} and on UPS {second}",
            loc=("power", "ups", second),
            help="state `feeds` or `racks` of both, so that no feed of a rack is on two",
        )


@plan_rule(
    title="Generators that are overloaded when one fails",
    why="When mains power fails, overloaded generators stop, and everything with them.",
    fix="Use more or larger generators, or state redundancy: n and plan which load to shut down.",
)
def generators_overloaded(plan: Draft) -> Iterator[Finding]:
    """The generators that are left when the spare ones have failed carry the whole facility."""
    spec = plan.spec.power.generators
    if spec is None:
        return
    load_kw = facility_kw(plan)
    if load_kw > spec.capacity_kw + _SLACK:
        units = units_left(spec.count, spec.spare, spec.kw, spec.capacity_kw)
        yield Finding(
            message=f"the facility draws {load_kw:,.1f} kW, and its generators carry {units}{_failed(spec.spare, 'generator')}",
            loc=("power", "generators", "count"),
            help=f"set count to {units_needed(load_kw, spec.kw, spec.spare)}, or use larger generators",
        )


@plan_warning(
    title="A PUE that differs from its parts",
    why="Facility power, energy and generators are computed with a figure that the stated parts contradict.",
    fix="Set power.pue to the figure of the parts, or correct the parts.",
)
def pue_unlike_parts(plan: Draft) -> Iterator[Finding]:
    """Where all parts are stated, the stated PUE equals theirs."""
    parts = pue_of(plan)
    if parts and parts.computed is not None and abs(parts.computed - parts.stated) > _ALIKE:
        default = "" if "pue" in plan.spec.power.model_fields_set else " by default"
        yield Finding(
            message=f"power.pue is {parts.stated:g}{default}, and the stated parts make {parts.facility_kw:,.1f} kW / {parts.it_kw:,.1f} kW = "
            f"{parts.computed:.2f}",
            loc=("power", "pue"),
            help=f"set power.pue to {parts.computed:.2f}, or correct the parts: `clustergen explain SPEC power.pue` lists them",
        )
