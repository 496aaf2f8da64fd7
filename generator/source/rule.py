"""A rule's entry in the reference: its requirement, the reason, and the fix.

Code that reports a `Diagnostic` registers the slug here first, so the reference is complete by construction, and an undocumented slug cannot be
emitted (there is a test).
"""

from collections.abc import Iterable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeVar

from msgspec import Struct

from generator.source.diagnostic import Severity


class Rule(Struct, frozen=True, kw_only=True):
    """One named demand on a spec. `stage` is where it is checked: source, spec, model or plan.

    What it finds may follow from a part of the spec that is faulty itself, and missing for the rule: a name of `names`, or anything of `absent`. Both are
    keys with dots between them; `*` is the entry that the rule's finding is in.
    """

    slug: str
    title: str
    why: str
    fix: str
    stage: str
    severity: Severity = Severity.ERROR
    names: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


RULES: dict[str, Rule] = {}
Check = TypeVar("Check")


def discover(package: str, paths: Iterable[str], kind: type[Check]) -> Iterator[Check]:
    """Yield every object of a kind that the modules of a package hold: adding a check is adding a file there."""
    for module in iter_modules(paths):
        parts = vars(import_module(f"{package}.{module.name}")).values()
        yield from (part for part in parts if isinstance(part, kind))


def register(
    slug: str,
    *,
    title: str,
    why: str,
    fix: str,
    stage: str,
    severity: Severity = Severity.ERROR,
    names: tuple[str, ...] = (),
    absent: tuple[str, ...] = (),
) -> Rule:
    """Enter a rule; each slug belongs to one rule only."""
    if slug in RULES:
        message = f"two rules are called {slug}"
        raise ValueError(message)
    rule = Rule(slug=slug, title=title, why=why, fix=fix, stage=stage, severity=severity, names=names, absent=absent)
    RULES[slug] = rule
    return rule
