"""Warnings about spines and cores of which most ports have no link, as a number of uplinks divides evenly over many switches only."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.model.fabric_shape import FabricShape
from generator.model.sizing import size_fabric
from generator.source.diagnostic import Diagnostic, Severity

_TIMES = 2
"""From this multiple of the switches that have the ports for all uplinks, their number is worth a warning."""
_STEPS, _STEP = 20, 0.05
"""How far from its present value another ratio is tried."""
Key = Literal["oversubscription", "spine_oversubscription"]


class _Tier(Struct, frozen=True, kw_only=True):
    """A tier above another: `links` of each switch below end on `count` switches, of which `enough` have the ports for them."""

    name: str
    below: str
    key: Key
    links: int
    count: int
    enough: int
    used: int
    ports: int
    all: int


def sparse_tiers(shapes: dict[str, FabricShape]) -> Iterator[Diagnostic]:
    """Yield a warning for each such tier. Numbers that are stated, or that an earlier plan has fixed, stay without one."""
    for name, shape in shapes.items():
        if shape.carrier or shape.demand.spec.spines or shape.demand.baseline_fabric:
            continue
        for tier in _sparse(shape):
            yield Diagnostic(
                code="ports-idle",
                loc=("fabrics", name),
                at_key=True,
                message=f"each {tier.name} of {name} has links at {tier.used} of its {tier.ports} ports: the {tier.links} uplinks of a {tier.below} divide evenly over no fewer than "
                f"{tier.count} {tier.name}s, and {tier.enough} {'have' if tier.enough > 1 else 'has'} the ports for them",
                help=_fewer(shape, tier),
                severity=Severity.WARNING,
            )


def _sparse(shape: FabricShape) -> Iterator[_Tier]:
    upper = shape.upper
    if upper is None:
        return
    down, up = shape.demand.spine.radix - upper.spine_uplinks, shape.demand.core.radix
    tiers = [
        _Tier(name="spine", below="leaf", key="oversubscription", links=shape.uplinks, count=upper.spines,
              enough=-(-upper.pod_leaves * shape.uplinks // down), used=upper.pod_leaves * upper.per_pair, ports=down, all=shape.spines),
        _Tier(name="core", below="spine", key="spine_oversubscription", links=upper.spine_uplinks, count=upper.group,
              enough=-(-upper.pods * upper.spine_uplinks // up), used=upper.pods * upper.core_per_pair, ports=up, all=shape.cores),
    ]  # fmt: skip
    yield from (tier for tier in tiers if tier.count and tier.count >= _TIMES * tier.enough)


def _fewer(shape: FabricShape, tier: _Tier) -> str:
    """Return the fix: the nearest ratio with fewer switches in all, if there is one."""
    spec = shape.demand.spec
    now: float = getattr(spec, tier.key)
    steps = (sign * step for step in range(1, _STEPS + 1) for sign in (-1, 1))
    for ratio in (round(now + step * _STEP, 2) for step in steps):
        if ratio < 1:
            continue
        sized = size_fabric(replace(shape.demand, spec=spec.model_copy(update={tier.key: ratio})))
        if (
            isinstance(sized, FabricShape)
            and sized.upper
            and not [*_sparse(sized)]
            and _switches(sized) < _switches(shape)
        ):
            fewer = _switches(shape) - _switches(sized)
            return f"set fabrics.{shape.name}.{tier.key} to {ratio:g}, which saves {fewer} switches, or leave these ports for a larger envelope"
    return f"choose another leaf or spine, or another envelope: its {tier.all} {tier.name}s have room for more {'hosts' if tier.name == 'spine' else 'pods'}"


def _switches(shape: FabricShape) -> int:
    return shape.leaves + shape.spines + shape.cores
