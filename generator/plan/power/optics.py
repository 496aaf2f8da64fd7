"""Transceivers and active cables: what burns power in a cage."""

from collections.abc import Iterator

from generator.catalog.model import Cable, Optic
from generator.plan.plan import Plan

_ACTIVE = frozenset({"acc", "aoc"})


def cage_powers(plan: Plan) -> Iterator[tuple[str, str, float | None]]:
    """Yield what sits in each cage and burns power: (device, model, W); no figure where no document gives one.

    An active cable is counted at each of its ends.
    """
    seated = plan.optics
    watts = {model: plan.hardware.get(Optic, model).power_w for model in set(seated.values())}
    for (device, _rack, _cage), model in seated.items():
        yield device, model, watts[model]
    active = {cable.cable: cable.model for cable in plan.cables if cable.medium in _ACTIVE}
    ends = {model: plan.hardware.get(Cable, model).power_w for model in set(active.values())}
    seen = set()
    for link in plan.links if active else ():
        if link.cable in active:
            for end in (link.a, link.b):
                if (link.cable, end.device, end.cage) not in seen:
                    seen.add((link.cable, end.device, end.cage))
                    yield end.device, active[link.cable], ends[active[link.cable]]
