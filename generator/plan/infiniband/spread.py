"""How evenly a subnet manager spread its paths: host ports whose traffic each link between switches really carries.

A forwarding table has a route for every host port on every switch, but most are never used. So the tables are followed
from the leaves, link by link, and what flows is counted.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from generator.plan.infiniband.discovered import Fault, Names, Port
from generator.plan.infiniband.ibnet import read_links, read_tables
from generator.plan.infiniband.subnet import SubnetLink


class Spread(Struct, frozen=True):
    """Host ports on the links of a switch, up from it or down to it: least and most on one link, and the even share."""

    switch: str
    direction: str
    links: int
    least: int
    most: int
    share: int

    @property
    def even(self) -> bool:
        """Whether no link carries more than its share, rounded up."""
        return self.most <= self.share


class _Flows:
    """Follows the tables from every leaf to every host port, and counts each once on every link that leads to it from some leaf."""

    def __init__(self, planned: Sequence[SubnetLink], discovered: str, tables: Iterable[str]) -> None:
        names = Names(planned)
        self._routes = {names.switch(node): routes for node, routes in read_tables(tables)}
        self._peers: dict[Port, Port] = {}
        for first, second in read_links(discovered):
            a, b = names.port_of(first), names.port_of(second)
            self._peers |= {a: b, b: a}
        self.loads: Counter[Port] = Counter()
        self.lost: dict[str, int] = {}
        leaves = sorted({far[0] for near, far in self._peers.items() if near[0] not in self._routes})
        for lid in sorted({lid for routes in self._routes.values() for lid in routes}):
            seen: set[str] = set()
            for leaf in leaves:
                self._follow(leaf, lid, seen)

    def _follow(self, switch: str, lid: int, seen: set[str]) -> None:
        while switch not in seen:
            seen.add(switch)
            port = (switch, str(self._routes.get(switch, {}).get(lid, "")))
            far = self._peers.get(port)
            if far is None:
                self.lost[switch] = self.lost.get(switch, 0) + 1
                return
            if far[0] not in self._routes:
                return
            self.loads[port] += 1
            switch = far[0]


def spreads(planned: Sequence[SubnetLink], discovered: str, tables: Iterable[str]) -> Iterator[Spread]:
    """Give, for every switch with planned uplinks, what flows up from it and down to it over them."""
    return _spreads(planned, _Flows(planned, discovered, tables))


def _spreads(planned: Sequence[SubnetLink], flows: _Flows) -> Iterator[Spread]:
    up: dict[str, list[int]] = {}
    down: dict[str, list[int]] = {}
    for link in planned:
        if link.kind in {"leaf_spine", "spine_core"}:
            up.setdefault(link.a.device, []).append(flows.loads[link.a.device, str(link.a.number)])
            down.setdefault(link.a.device, []).append(flows.loads[link.b.device, str(link.b.number)])
    for direction, loads_of in (("up from", up), ("down to", down)):
        for switch, loads in loads_of.items():
            share = -(-sum(loads) // len(loads))
            yield Spread(switch, direction, len(loads), min(loads), max(loads), share)


def uneven(planned: Sequence[SubnetLink], discovered: str, tables: Iterable[str]) -> list[Fault]:
    """Name every switch whose links are unevenly loaded, and those from which some host port is not reached."""
    flows = _Flows(planned, discovered, tables)
    return [
        *(
            Fault("unreachable", f"{count} host ports are not reached from {switch}")
            for switch, count in flows.lost.items()
        ),
        *(
            Fault(
                "uneven",
                f"paths {each.direction} {each.switch} lead to {each.least} to {each.most} host ports over each of its {each.links} uplinks; {each.share} would be even",
            )
            for each in _spreads(planned, flows)
            if not each.even
        ),
    ]
