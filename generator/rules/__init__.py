"""Rules over the finished plan: one function a rule, one file a subject; all of them run."""

from collections.abc import Iterator
from functools import cache

from generator.plan.draft import Draft
from generator.source.diagnostic import Diagnostic, Severity
from generator.source.rule import discover
from generator.spec.checks.rule import Check, RuleKind

_PLAN, SCHEDULED = "plan", "schedulers"
"""The stages of a plan that rules check."""

plan_rule, plan_warning = RuleKind[Draft](_PLAN), RuleKind[Draft](_PLAN, Severity.WARNING)
scheduled_warning = RuleKind[Draft](SCHEDULED, Severity.WARNING)
"""A warning about what schedulers run: it reads `Plan.slurm`, which only a plan without errors has."""


@cache
def plan_checks(stage: str = _PLAN) -> tuple[Check[Draft], ...]:
    """Find every rule of this folder for a stage of the plan."""
    return tuple(check for check in _checks() if check.rule.stage == stage)


@cache
def _checks() -> tuple[Check[Draft], ...]:
    return tuple(sorted(discover(__name__, __path__, Check), key=lambda check: check.rule.slug))


def check_plan(plan: Draft) -> Iterator[Diagnostic]:
    """Check a plan against every rule that does not read what schedulers run."""
    for check in plan_checks():
        yield from check(plan)


def check_scheduled(plan: Draft) -> Iterator[Diagnostic]:
    """Check a plan whose schedulers are planned against the other rules."""
    for check in plan_checks(SCHEDULED):
        yield from check(plan)
