"""Fat tree: all ports of a host on one leaf, or, dual-homed, in turn on the two leaves of a pair."""

from collections.abc import Iterator

from generator.model.topology.shape import Spread, Topology


def _homes(ports: int, leaves_per_host: int) -> Iterator[Spread]:
    homes = min(ports, leaves_per_host)
    why = "all ports of a host are on one leaf" if homes == 1 else "the ports of a host are on the two leaves of a pair"
    yield Spread(leaves=homes, leaf_of=tuple(port % homes for port in range(ports)), why=why)


TOPOLOGY = Topology(name="fat-tree", title="fat tree", spreads=_homes, uplinks=True, reserve=False, one_su=False)
