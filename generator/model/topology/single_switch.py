"""Single switch: everything on one leaf, and no uplinks."""

from collections.abc import Iterator

from generator.model.topology.shape import Spread, Topology


def _one(ports: int, _leaves_per_host: int) -> Iterator[Spread]:
    yield Spread(leaves=1, leaf_of=(0,) * ports, why="every port on the one switch")


TOPOLOGY = Topology(
    name="single-switch", title="single switch", spreads=_one, uplinks=False, reserve=False, one_su=True
)
