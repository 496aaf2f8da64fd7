"""Bisection bandwidth, by maximum flow on the graph of installed links.

Definition. Divide the bandwidth of a fabric's host ports into two equal halves. Every port of the first half sends to the second half, at most at
its line rate, as much as the network carries, over all links at once, each at its speed in each
direction: that is a maximum flow. The bisection bandwidth is the least of these flows over all halvings. Half of the host
bandwidth is the most that it can be ("full").

Two readings are given. `hosts`: a host is in one half with all its ports, as jobs are placed. `ports`: the halves may run through
a host, one rail against another, without the links between its GPUs.

Rail against rail is tried too, with the ports that have one; where other ports are on the same switches it is reported separately, with its own full
value, and is no bound for all ports.

There are too many halves to try. The flow is computed for the natural ones (`halves`), and its least value is an
upper bound. `floor_gbps` is a proven lower bound, from the routing of `spread`. Where both agree the value is exact; where they do not, both are
reported.
"""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from generator.analysis.flow import Ends, max_flows
from generator.analysis.graph import SwitchGraph
from generator.analysis.halves import Halving, Unit, floor_gbps, halvings, host_units, port_units, rail_halving
from generator.analysis.spread import even_shares

_CLOSE = 1e-6


class Tried(NamedTuple):
    """A halving and its flow, Gb/s."""

    halving: Halving
    gbps: float


class Bisection(Struct, frozen=True, kw_only=True):
    """The bisection bandwidth of one plane in one reading, one direction, Gb/s.

    `tried` has every halving with its flow; `worst` is the first with the least flow, of those in which all ports take part.
    """

    reading: str
    full_gbps: float
    gbps: float
    floor_gbps: float
    worst: Halving
    tried: tuple[Tried, ...]

    @property
    def exact(self) -> bool:
        """Whether no other halving can have less."""
        return self.gbps - self.floor_gbps <= _CLOSE * max(1.0, self.full_gbps)

    @property
    def part(self) -> float:
        """Its share of full, 0 to 1."""
        return self.gbps / self.full_gbps if self.full_gbps else 1.0

    @property
    def halvings(self) -> list[Halving]:
        """The halvings that were tried, without duplicates."""
        return list({(halving.first, halving.rails): halving for halving, _ in reversed(self.tried)}.values())[::-1]


def bisections(graph: SwitchGraph) -> list[Bisection]:
    """Return both readings; one if every host has a single port on a single leaf, none if no host is cabled."""
    if not graph.ports:
        return []
    shares = even_shares(graph) or [0.0] * len(graph.names)
    hosts, ports = host_units(graph), port_units(graph)
    found = [_least(graph, "hosts", hosts, list(halvings(graph, hosts, shares)), shares)]
    if any(len(unit.loads) > 1 for unit in hosts):
        divisions = [*rail_halving(graph), *halvings(graph, ports, shares)]
        found.append(_least(graph, "ports", ports, divisions, shares))
    return found


def flows_between(graph: SwitchGraph, divisions: Sequence[Halving]) -> list[float]:
    """Return the flow between the halves of each halving, Gb/s; ports that have failed in the graph do not count."""
    return max_flows(graph.gbps, [_ends(graph, halving) for halving in divisions])


def _ends(graph: SwitchGraph, halving: Halving) -> Ends:
    down = graph.rail_gbps if halving.rails else graph.down_gbps
    first = [min(mine, all_) for mine, all_ in zip(halving.first, down, strict=True)]
    return first, [all_ - mine for mine, all_ in zip(first, down, strict=True)]


def _least(
    graph: SwitchGraph, reading: str, units: list[Unit], divisions: list[Halving], shares: list[float]
) -> Bisection:
    tried = [Tried(*each) for each in zip(divisions, flows_between(graph, divisions), strict=True)]
    worst = min((each for each in tried if not each.halving.rails), key=lambda each: round(each.gbps, 6))
    return Bisection(
        reading=reading,
        full_gbps=graph.host_gbps / 2,
        gbps=worst.gbps,
        floor_gbps=floor_gbps(units, shares),
        worst=worst.halving,
        tried=tuple(tried),
    )
