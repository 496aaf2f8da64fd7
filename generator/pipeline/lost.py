"""Problems that only follow from faulty parts of a spec, which later rules do not see: one mistake is one report."""

from collections.abc import Iterable, Iterator
from typing import Any

from generator.source.diagnostic import Diagnostic
from generator.source.rule import RULES
from generator.source.span import Loc

_SAME = "*"


def without_lost(problems: Iterable[Diagnostic], lost: Iterable[Loc], data: Any) -> Iterator[Diagnostic]:
    """Yield the problems that the lost places of a document do not explain."""
    places = [loc for loc in lost if loc]
    yield from (problem for problem in problems if not any(_follows(problem, loc, data) for loc in places))


def _follows(problem: Diagnostic, lost: Loc, data: Any) -> bool:
    """Whether a problem is around a lost place, has its other end there, or belongs to a rule that misses what was there."""
    if problem.loc == lost[: len(problem.loc)] or any(note.loc[: len(lost)] == lost for note in problem.notes):
        return True
    rule = RULES[problem.code]
    if any(_within(lost, place, problem.loc) for place in rule.absent):
        return True
    named = {*problem.loc[1:], *_names(data, problem.loc)}
    return any(_within(lost, place, problem.loc) and _name(lost, place) in {None, *named} for place in rule.names)


def _within(lost: Loc, place: str, here: Loc) -> bool:
    """Whether a lost place is in one of a rule's, or around it; `*` is the entry of the problem `here`."""
    keys = enumerate(place.split("."))
    own = [here[number] if key == _SAME and number < len(here) else key for number, key in keys]
    return all(one == other for one, other in zip(lost, own, strict=False))


def _name(lost: Loc, place: str) -> str | int | None:
    """Return the name of the entry that is lost; None if all are."""
    depth = len(place.split("."))
    return lost[depth] if len(lost) > depth else None


def _names(data: Any, loc: Loc) -> Iterator[str]:
    """Yield the name that is written at a place."""
    for key in loc:
        try:
            data = data[key]
        except (KeyError, IndexError, TypeError):
            return
    if isinstance(data, str):
        yield data
