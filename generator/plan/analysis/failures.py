"""What one failure costs: a link, a leaf, a spine, a core, a plane. Always the worst of its kind, and which one that is.

A host is cut off when none of its ports reaches the largest part that is left of any plane. Bisection is told for the
halves that have least while all is well: their flow again, on the graph without what failed. Of the things of one kind that
cut off most hosts and part the fabric most, those few that carry most are told apart by that flow.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from generator.plan.analysis.bisection import flow_between
from generator.plan.analysis.failure_cases import Case, Health, connected, host_links, planes, switches, trunks

_COMPARED = 4
"""Equally bad failures whose flows are compared at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """The worst failure of one kind. `count` is how many such things there are.

    `gbps` is the bandwidth, in each direction, of the links that go dark; `host_part` the largest part of a host's bandwidth on
    this fabric that is gone; `hosts_touched` lose a port, `hosts_cut_off` the fabric; `parts` says into how many
    pieces with hosts on them the plane falls (`parts_before`: how many it has in good health). `losses` has what it takes
    from each reading of the bisection.
    """

    kind: str
    count: int
    worst: str
    gbps: float
    hosts_touched: int
    host_part: float
    hosts_cut_off: int
    parts: int
    parts_before: int
    losses: tuple["Loss", ...]

    @property
    def lost_gbps(self) -> float:
        """The most that any reading of the bisection loses."""
        return max((loss.gbps for loss in self.losses), default=0.0)


@dataclass(frozen=True, slots=True)
class Loss:
    """What a failure takes from one reading of the bisection, of all planes: Gb/s, and what there was."""

    reading: str
    gbps: float
    before_gbps: float


def failures(health: Health) -> Iterator[Failure]:
    """Give the worst failure of every kind that the fabric has, links first, then tier by tier, then a plane."""
    kinds: dict[str, list[Case]] = {}
    for found in (host_links(health), trunks(health), *(switches(health, rank) for rank in (0, 1, 2))):
        for case in found:
            kinds.setdefault(case.kind, []).append(case)
    if len(health.graphs) > 1:
        kinds["plane"] = list(planes(health))
    for cases in kinds.values():
        yield _worst(health, cases)


def _worst(health: Health, cases: list[Case]) -> Failure:
    """Judge the cases of one kind: who is cut off, how many parts are left, what flow and bandwidth is lost."""
    judged = []
    for case in cases:
        devices, parts = connected(case.after)
        judged.append((health.cut_off(case.plane, devices), parts, case))
    most = max((cut_off, parts) for cut_off, parts, _ in judged)
    equal = [each for each in judged if each[:2] == most]
    equal.sort(key=lambda each: -each[2].gbps)
    found = [_measure(health, *each) for each in equal[:_COMPARED]]
    return max(found, key=lambda each: (each.lost_gbps, each.gbps))


def _measure(health: Health, cut_off: int, parts: int, case: Case) -> Failure:
    lost: Counter[str] = Counter()
    for port in case.ports:
        lost[port.device] += port.gbps  # type: ignore[assignment]
    losses = []
    for each in health.halves[case.plane]:
        gone = max(0.0, each.gbps - flow_between(case.after, each.worst))
        losses.append(Loss(each.reading, gone, health.gbps[each.reading]))
    return Failure(
        kind=case.kind,
        count=case.count,
        worst=case.name,
        gbps=case.gbps,
        hosts_touched=len(lost),
        host_part=max((gbps / health.host_gbps[device] for device, gbps in lost.items()), default=0.0),
        hosts_cut_off=cut_off,
        parts=parts,
        parts_before=health.reach[case.plane][1],
        losses=tuple(losses),
    )
