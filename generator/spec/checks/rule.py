"""How a rule over the spec is written: a generator of findings under a decorator that explains it."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from generator.source.diagnostic import Diagnostic, Note, Severity
from generator.source.rule import Rule, register
from generator.source.span import Loc
from generator.spec.cluster import ClusterSpec


class Finding(Struct, frozen=True, kw_only=True):
    """One violation: the sentence, its place, the way out, and the other ends of a conflict."""

    message: str
    loc: Loc
    help: str
    at_key: bool = False
    label: str = ""
    notes: tuple[Note, ...] = ()

    def under(self, rule: Rule) -> Diagnostic:
        """Name the rule, and weigh it."""
        return Diagnostic(
            code=rule.slug,
            message=self.message,
            loc=self.loc,
            help=self.help,
            at_key=self.at_key,
            label=self.label,
            notes=self.notes,
            severity=rule.severity,
        )


class SpecCheck(Struct, frozen=True):
    """A rule and the function that finds its violations."""

    rule: Rule
    find: Callable[[ClusterSpec], Iterator[Finding]]

    def __call__(self, spec: ClusterSpec) -> Iterator[Diagnostic]:
        """Run it."""
        return (finding.under(self.rule) for finding in self.find(spec))


def spec_rule(
    slug: str, *, title: str, why: str, fix: str, severity: Severity = Severity.ERROR
) -> Callable[[Callable[[ClusterSpec], Iterator[Finding]]], SpecCheck]:
    """Make a rule of a function over the spec."""
    rule = register(slug, title=title, why=why, fix=fix, stage="spec", severity=severity)
    return lambda find: SpecCheck(rule, find)
