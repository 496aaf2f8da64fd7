"""The shapes of a fabric. One file a topology: adding one is adding a file with `TOPOLOGY` in it."""

from functools import cache

from generator.model.topology.shape import Topology
from generator.source.rule import discover


@cache
def topologies() -> dict[str, Topology]:
    """Every topology by the name that specs use."""
    return {topology.name: topology for topology in discover(__name__, __path__, Topology)}
