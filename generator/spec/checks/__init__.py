"""Design rules that the spec alone can break: one function a rule, one file a subject; all of them run."""

from collections.abc import Iterator
from functools import cache

from generator.source.diagnostic import Diagnostic
from generator.source.rule import discover
from generator.spec.checks.rule import Check
from generator.spec.cluster import ClusterSpec


@cache
def spec_checks() -> tuple[Check[ClusterSpec], ...]:
    """Find every rule of this folder."""
    return tuple(sorted(discover(__name__, __path__, Check), key=lambda check: check.rule.slug))


def check_spec(spec: ClusterSpec) -> Iterator[Diagnostic]:
    """Hold a spec against every rule."""
    for check in spec_checks():
        yield from check(spec)
