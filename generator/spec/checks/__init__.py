"""Design rules that the spec alone can break: one function a rule, one file a subject; all of them run."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from generator.source.diagnostic import Diagnostic
from generator.spec.checks.rule import SpecCheck
from generator.spec.cluster import ClusterSpec


@cache
def spec_checks() -> tuple[SpecCheck, ...]:
    """Find every rule of this folder."""
    found = []
    for module in iter_modules(__path__):
        parts = vars(import_module(f"{__name__}.{module.name}")).values()
        found += [part for part in parts if isinstance(part, SpecCheck)]
    return tuple(sorted(found, key=lambda check: check.rule.slug))


def check_spec(spec: ClusterSpec) -> Iterator[Diagnostic]:
    """Hold a spec against every rule."""
    for check in spec_checks():
        yield from check(spec)
