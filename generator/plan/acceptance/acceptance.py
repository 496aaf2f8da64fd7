"""Acceptance of installed hosts: lines and rounds."""

from collections.abc import Iterator, Sequence

from generator.plan.acceptance.coverage import Tested
from generator.plan.acceptance.drives import drive_mounts
from generator.plan.acceptance.lines import plan_lines
from generator.plan.acceptance.machines import machines_of
from generator.plan.acceptance.places import COMPUTE, Seat, seats_of, tested_hosts
from generator.plan.acceptance.programs import plan_programs
from generator.plan.acceptance.records import Acceptance, Round, Stage
from generator.plan.acceptance.schedule import TURNS, Pair, pairs_of
from generator.plan.acceptance.tiers import tier_mounts
from generator.plan.draft import Draft
from generator.plan.plan import Plan

BURN_IN_HOURS = 72
"""Full load at temperature: the shorter of two published lengths, 72 and 168 hours (aidatacenterguide.com, clustermax.ai)."""
_ENOUGH = 0.999
"""The expected share of a leaf's uplinks that the first turn across spines uses."""
_MOST_FLOWS = 64
"""Queue pairs of one pair of ports: more only divide the same bandwidth further."""


def plan_acceptance(plan: Draft) -> Acceptance | None:
    """Return the tests and their rounds; None where no host with GPUs is installed."""
    if not tested_hosts(plan):
        return None
    lines = plan_lines(plan)
    return Acceptance(
        lines=lines,
        rounds=plan_rounds(plan),
        mounts=tier_mounts(plan, lines),
        programs=plan_programs(plan),
        burn_in_hours=BURN_IN_HOURS,
        drives=tuple(mount for each in machines_of(plan) for mount in drive_mounts(plan, each)),
    )


def plan_rounds(plan: Plan) -> tuple[Round, ...]:
    """Return the rounds in their order: two within leaves, then two across spines where leaves are connected."""
    seats = seats_of(plan)
    return tuple(_rounds(plan, seats)) if seats else ()


def _rounds(plan: Plan, seats: Sequence[Seat]) -> Iterator[Round]:
    tested, hosts = Tested(plan, seats), sum(len(seat.hosts) for seat in seats)
    for stage, flows in _stages(plan, seats):
        for turn in range(TURNS):
            pairs = list(pairs_of(seats, stage, turn))
            if pairs:
                tested.add(pairs, flows)
                alone = hosts - 2 * len(pairs)
                yield Round(
                    name=f"{stage}{turn + 1}",
                    stage=stage,
                    turn=turn,
                    flows=flows,
                    pairs=len(pairs),
                    alone=alone,
                    covers=tested.coverage(),
                )


def _stages(plan: Plan, seats: Sequence[Seat]) -> Iterator[tuple[Stage, int]]:
    yield "leaf", 1
    if any(link.fabric == COMPUTE and link.kind != "host_leaf" for link in plan.links):
        yield "spine", _flows(plan, seats, list(pairs_of(seats, "spine", 0)))


def _flows(plan: Plan, seats: Sequence[Seat], pairs: Sequence[Pair]) -> int:
    """Return the smallest power of two of flows with which one turn is expected to use each leaf's uplinks; one where the path depends only on the destination."""
    flows = 1
    while flows < _MOST_FLOWS and plan.fabrics[COMPUTE].technology != "infiniband":
        tested = Tested(plan, seats)
        tested.add(pairs, flows)
        if tested.least_used() >= _ENOUGH:
            break
        flows *= 2
    return flows
