"""The effect of one failed link, leaf, spine, core or plane: always the worst of its kind, with its name.

A host is cut off when none of its ports reaches the largest part that is left of any plane. The loss of bisection is the largest drop of any tried
halving below the worst halving without failures. Among the failures of one kind that cut off most hosts and leave most parts, those that carry most
are ranked by that loss.
"""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from generator.analysis.bisection import flows_between
from generator.analysis.failure_cases import Case, Health, connected, host_links, planes, switches, trunks

_NOTHING = 1e-6
"""Gb/s below which a loss is rounding."""


class Failure(Struct, frozen=True, kw_only=True):
    """The worst failure of one kind. `count` is how many such things there are.

    `gbps` is the bandwidth, in each direction, of the failed links; `host_part` the largest part of a host's bandwidth on
    this fabric that is gone; `hosts_touched` lose a port, and so do so many `apart`, by group (see `population`); `hosts_cut_off` of any
    group but the managers lose the fabric; `parts` says into how many pieces with hosts on them the plane falls
    (`parts_before`: how many it has in good health). `losses` has what it takes from each reading of the bisection.
    """

    kind: str
    count: int
    worst: str
    gbps: float
    hosts_touched: int
    apart: tuple[tuple[str, int], ...]
    host_part: float
    hosts_cut_off: int
    parts: int
    parts_before: int
    losses: tuple["Loss", ...]

    @property
    def lost_gbps(self) -> float:
        """The largest loss of any reading of the bisection, Gb/s."""
        return max((loss.gbps for loss in self.losses), default=0.0)


class Loss(Struct, frozen=True):
    """The loss of one reading of the bisection over all planes, and its value before, Gb/s."""

    reading: str
    gbps: float
    before_gbps: float


def failures(health: Health) -> Iterator[Failure]:
    """Yield the worst failure of every kind that the fabric has, links first, then tier by tier, then a plane."""
    kinds: dict[str, list[Case]] = {}
    for found in (host_links(health), trunks(health), *(switches(health, rank) for rank in (0, 1, 2))):
        for case in found:
            kinds.setdefault(case.kind, []).append(case)
    if len(health.graphs) > 1:
        kinds["plane"] = list(planes(health))
    for cases in kinds.values():
        yield _worst(health, cases)


def _worst(health: Health, cases: list[Case]) -> Failure:
    """Return the worst case of one kind: hosts cut off, parts left, flow and bandwidth lost."""
    judged = []
    for case in cases:
        devices, parts = connected(case.after)
        judged.append((health.cut_off(case.plane, devices), parts, case))
    most = max((cut_off, parts) for cut_off, parts, _ in judged)
    equal = [each for each in judged if each[:2] == most]
    equal.sort(key=lambda each: -each[2].gbps)
    worst = _measure(health, *equal[0])
    for each in equal[1:]:
        if worst.lost_gbps >= each[2].gbps:
            break  # no flow falls by more than the failed bandwidth
        found = _measure(health, *each)
        worst = found if found.lost_gbps > worst.lost_gbps else worst
    return worst


def _measure(health: Health, cut_off: int, parts: int, case: Case) -> Failure:
    lost: Counter[str] = Counter()
    for port in case.ports:
        lost[port.device] += port.gbps  # type: ignore[assignment]
    population = health.population
    apart = Counter(population.group(device) for device in lost if not population.counts(device))
    judged = [device for device in lost if population.judged(device)] or [
        device for device in lost if population.counts(device)
    ]
    return Failure(
        kind=case.kind,
        count=case.count,
        worst=case.name,
        gbps=case.gbps,
        hosts_touched=len(lost) - apart.total(),
        apart=tuple(sorted(apart.items())),
        host_part=max((lost[device] / health.host_gbps[device] for device in judged), default=0.0),
        hosts_cut_off=cut_off,
        parts=parts,
        parts_before=health.reach[case.plane][1],
        losses=tuple(_losses(health, case)),
    )


def _losses(health: Health, case: Case) -> Iterator[Loss]:
    """Yield the loss of each reading: the most by which a halving falls below its proven part before."""
    halves = health.halves[case.plane]
    halvings = [halving for each in halves for halving in each.halvings]
    flows = iter(flows_between(case.after, halvings))
    for each in halves:
        gone = max(each.part * halving.full_gbps - next(flows) for halving in each.halvings)
        yield Loss(each.reading, gone if gone > _NOTHING else 0.0, health.gbps[each.reading])
