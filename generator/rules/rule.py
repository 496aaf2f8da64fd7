"""How a rule over the plan is written: as one over the spec, with the plan in its hands."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from generator.plan.draft import Draft
from generator.source.diagnostic import Diagnostic, Severity
from generator.source.rule import Rule, register
from generator.spec.checks.rule import Finding


class PlanCheck(Struct, frozen=True):
    """A rule and the function that finds its violations."""

    rule: Rule
    find: Callable[[Draft], Iterator[Finding]]

    def __call__(self, plan: Draft) -> Iterator[Diagnostic]:
        """Run it."""
        return (finding.under(self.rule) for finding in self.find(plan))


def plan_rule(
    slug: str, *, title: str, why: str, fix: str, severity: Severity = Severity.ERROR
) -> Callable[[Callable[[Draft], Iterator[Finding]]], PlanCheck]:
    """Make a rule of a function over the plan."""
    rule = register(slug, title=title, why=why, fix=fix, stage="plan", severity=severity)
    return lambda find: PlanCheck(rule, find)
