"""Rules over the finished plan: one function a rule, one file a subject; all of them run."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from generator.plan.checks.rule import PlanCheck
from generator.plan.plan import Plan
from generator.source.diagnostic import Diagnostic


@cache
def plan_checks() -> tuple[PlanCheck, ...]:
    """Find every rule of this folder."""
    found = []
    for module in iter_modules(__path__):
        parts = vars(import_module(f"{__name__}.{module.name}")).values()
        found += [part for part in parts if isinstance(part, PlanCheck)]
    return tuple(sorted(found, key=lambda check: check.rule.slug))


def check_plan(plan: Plan) -> Iterator[Diagnostic]:
    """Hold a plan against every rule."""
    for check in plan_checks():
        yield from check(plan)
