"""Rules over the finished plan: one function a rule, one file a subject; all of them run."""

from collections.abc import Iterator
from functools import cache

from generator.plan.draft import Draft
from generator.rules.rule import PlanCheck
from generator.source.diagnostic import Diagnostic
from generator.source.rule import discover


@cache
def plan_checks() -> tuple[PlanCheck, ...]:
    """Find every rule of this folder."""
    return tuple(sorted(discover(__name__, __path__, PlanCheck), key=lambda check: check.rule.slug))


def check_plan(plan: Draft) -> Iterator[Diagnostic]:
    """Hold a plan against every rule."""
    for check in plan_checks():
        yield from check(plan)
