"""Refused topologies, with figures of the cluster."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from generator.catalog.load import Catalog
from generator.model.build import build
from generator.model.fabric_shape import FabricShape
from generator.model.refused_topologies import refusal
from generator.source.diagnostic import Diagnostic, SpecError
from generator.spec.cluster import ClusterSpec
from generator.spec.words import REFUSED_TOPOLOGY


def with_arithmetic(problems: Sequence[Diagnostic], partial: ClusterSpec | None, catalog: Catalog) -> list[Diagnostic]:
    """Return the problems, with the arithmetic for each refused topology; unchanged if the rest of the spec cannot be built."""
    if partial is None or all(problem.code != REFUSED_TOPOLOGY for problem in problems):
        return list(problems)
    try:
        shapes = build(partial, catalog).shapes
    except SpecError:
        return list(problems)
    return [_with_arithmetic(problem, shapes) if problem.code == REFUSED_TOPOLOGY else problem for problem in problems]


def _with_arithmetic(problem: Diagnostic, shapes: Mapping[str, FabricShape]) -> Diagnostic:
    shape = shapes.get(str(problem.loc[1]))
    if shape is None or shape.carrier:
        return problem
    message, advice = refusal(problem.message.split()[-1], shape)
    return replace(problem, message=message, help=advice)
