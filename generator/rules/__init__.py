"""Rules over the finished plan: one function a rule, one file a subject; all of them run."""

from collections.abc import Iterator
from functools import cache

from generator.plan.draft import Draft
from generator.source.diagnostic import Diagnostic, Severity
from generator.source.rule import discover
from generator.spec.checks.rule import Check, RuleKind

plan_rule, plan_warning = RuleKind[Draft]("plan"), RuleKind[Draft]("plan", Severity.WARNING)


@cache
def plan_checks() -> tuple[Check[Draft], ...]:
    """Find every rule of this folder."""
    return tuple(sorted(discover(__name__, __path__, Check), key=lambda check: check.rule.slug))


def check_plan(plan: Draft) -> Iterator[Diagnostic]:
    """Hold a plan against every rule."""
    for check in plan_checks():
        yield from check(plan)
