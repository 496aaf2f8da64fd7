"""The shapes of a fabric. One file a topology: adding one is adding a file with `TOPOLOGY` in it."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from generator.model.topology.shape import Topology


@cache
def topologies() -> dict[str, Topology]:
    """Every topology by the name that specs use."""
    found = {}
    for module in iter_modules(__path__):
        topology = getattr(import_module(f"{__name__}.{module.name}"), "TOPOLOGY", None)
        if topology:
            found[topology.name] = topology
    return found
