"""How a rule is written: a generator of findings over a spec or a plan, under a decorator that explains it."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from generator.source.diagnostic import Diagnostic, Note, Severity
from generator.source.rule import Rule, register
from generator.source.span import Loc
from generator.spec.cluster import ClusterSpec

Subject = TypeVar("Subject")
"""The subject of a rule: a spec or a plan."""
Key = TypeVar("Key", bound=Hashable)
Holder = TypeVar("Holder")


class Finding(Struct, frozen=True, kw_only=True):
    """One violation: the sentence, its place, the fix, and the other ends of a conflict."""

    message: str
    loc: Loc
    help: str
    at_key: bool = False
    label: str = ""
    notes: tuple[Note, ...] = ()

    def under(self, rule: Rule) -> Diagnostic:
        """Name the rule, and weigh it."""
        return Diagnostic(code=rule.slug, severity=rule.severity, **asdict(self))


class KeyFinding(Finding, frozen=True, kw_only=True):
    """A violation that is shown at a key, not at the value behind it."""

    at_key: bool = True


def repeated(holders: Iterable[tuple[Key, Holder]]) -> Iterator[tuple[Key, Holder, Holder]]:
    """Yield each repeated key: (key, its first holder, this one)."""
    first: dict[Key, Holder] = {}
    for key, holder in holders:
        if first.setdefault(key, holder) != holder:
            yield key, first[key], holder


class Check(Struct, Generic[Subject], frozen=True):
    """A rule and the function that finds its violations."""

    rule: Rule
    find: Callable[[Subject], Iterator[Finding]]

    def __call__(self, subject: Subject) -> Iterator[Diagnostic]:
        """Run the rule; many findings at one place are one problem, with the count."""
        return folded(finding.under(self.rule) for finding in self.find(subject))


_FEW = 5
"""Violations of a rule at one place that are separate problems."""


def folded(problems: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield problems of one rule; those at one place, where they are more than a few, as the first of them, which counts and names the next ones."""
    found: dict[tuple[Loc, bool, str], list[Diagnostic]] = {}
    for problem in problems:
        found.setdefault((problem.loc, problem.at_key, problem.label), []).append(problem)
    for same in found.values():
        first, others = same[0], same[1:]
        if len(same) <= _FEW:
            yield from same
            continue
        notes = [Note(each.message) for each in others[: _FEW - 1]]
        if more := len(others) - len(notes):
            notes.append(Note(f"and {more:,} more of this kind at this place"))
        yield replace(first, notes=(*first.notes, *notes))


class RuleKind(Struct, Generic[Subject], frozen=True):
    """Rules of one stage and one weight."""

    stage: str
    severity: Severity = Severity.ERROR

    def __call__(
        self, *, title: str, why: str, fix: str, names: tuple[str, ...] = (), absent: tuple[str, ...] = ()
    ) -> Callable[[Callable[[Subject], Iterator[Finding]]], Check[Subject]]:
        """Make a rule of a function, whose name is the rule's slug with underscores for its dashes."""

        def check(find: Callable[[Subject], Iterator[Finding]]) -> Check[Subject]:
            slug = find.__name__.replace("_", "-")
            weight = self.severity
            rule = register(
                slug, title=title, why=why, fix=fix, stage=self.stage, severity=weight, names=names, absent=absent
            )
            return Check(rule, find)

        return check


spec_rule, spec_warning = RuleKind[ClusterSpec]("spec"), RuleKind[ClusterSpec]("spec", Severity.WARNING)
