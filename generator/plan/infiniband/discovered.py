"""Comparison of a discovered fabric with the planned one: every wrong cable by name.

opensm does not report most wrong cables: a fabric with two uplinks swapped comes up like any other. This comparison reports them.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from generator.plan.infiniband.ibnet import Node, Plug, device_of, read_links
from generator.plan.infiniband.subnet import SubnetEnd, SubnetLink

Port = tuple[str, str]
"""A device and its port: `("gpu01", "rail0")`, `("compute-leaf1", "33")`."""


class Fault(Struct, frozen=True):
    """Something that is not as planned.

    `kind` is swapped, leaf-on-leaf, host-on-spine, moved, unplanned, missing, uneven or unreachable.
    """

    kind: str
    text: str


def find_faults(planned: Sequence[SubnetLink], discovered: str) -> list[Fault]:
    """Compare ibnetdiscover's output with the planned links."""
    return list(_Comparison(planned, discovered).faults())


def known_devices(planned: Sequence[SubnetLink], discovered: str) -> int:
    """Count the discovered ends that are in the plan: the extent of a discovery."""
    names = Names(planned)
    return sum(1 for link in read_links(discovered) for plug in link if names.port_of(plug) in names.tiers)


class Names:
    """Maps discovered ports to planned ones: by GUID, else by the node description."""

    def __init__(self, planned: Sequence[SubnetLink]) -> None:
        self.tiers: dict[Port, str] = {}
        self._device_tiers: dict[str, str] = {}
        self._by_guid: dict[str, Port] = {}
        self._by_node: dict[str, Port] = {}
        self._switches: dict[str, str] = {}
        for end in (end for link in planned for end in (link.a, link.b)):
            port = port_of(end)
            self.tiers[port] = self._device_tiers[end.device] = end.tier
            if end.tier == "host":
                self._by_node[end.node] = self._by_node[f"{end.device} {end.port}"] = port
                if end.guid:
                    self._by_guid[end.guid] = port
            elif end.guid:
                self._switches[end.guid] = end.device

    def port_of(self, plug: Plug) -> Port:
        """Return the port; an unplanned device keeps its node description."""
        node = plug.node
        if node.switch:
            return (self.switch(node), str(plug.port))
        for key in (plug.guid, node.guid):
            if key in self._by_guid:
                return self._by_guid[key]
        return self._by_node.get(node.name, (node.name, f"port {plug.port}"))

    def switch(self, node: Node) -> str:
        """Name a switch."""
        return self._switches.get(node.guid, device_of(node.name))

    def tier(self, port: Port) -> str:
        """Return the tier of a port's device; empty where it is not planned."""
        return self._device_tiers.get(port[0], "")


class _Comparison:
    def __init__(self, planned: Sequence[SubnetLink], discovered: str) -> None:
        self._names = Names(planned)
        self._links = [(link, port_of(link.a), port_of(link.b)) for link in planned]
        self._kinds = {link.kind for link in planned}
        self._planned: dict[Port, Port] = {}
        self._cables: dict[Port, str] = {}
        for link, a, b in self._links:
            self._planned |= {a: b, b: a}
            self._cables |= {a: link.cable, b: link.cable}
        self._found: dict[Port, Port] = {}
        for first, second in read_links(discovered):
            a, b = self._names.port_of(first), self._names.port_of(second)
            self._found |= {a: b, b: a}
        self._reported: set[Port] = set()

    def faults(self) -> Iterator[Fault]:
        """Yield swaps first, then misplaced cables, then missing ones."""
        for link, a, b in self._links:
            yield from self._swap(link, a, b)
        for near, far in self._found.items():
            if self._planned.get(near) != far and not {near, far} <= self._reported:
                yield self._misplaced(near, far)
        for link, a, b in self._links:
            if self._found.get(a) != b and not {a, b} & self._reported:
                yield Fault("missing", f"{link.cable} from {_say(a)} to {_say(b)} is not there (or its link is down)")

    def _swap(self, link: SubnetLink, a: Port, b: Port) -> Iterator[Fault]:
        """Find the other cable whose plug is where this one's belongs."""
        there = self._found.get(a)
        other = self._planned.get(there) if there else None
        if there is None or there == b or other is None or self._found.get(other) != b or {a, other} & self._reported:
            return
        if self._names.tier(a) != self._names.tier(other):
            return
        self._reported |= {a, b, there, other}
        yield Fault(
            "swapped",
            f"{self._swapped(link, other)}: {self._cables[a]} of {_say(a)} ends in {_say(there)} and {self._cables[other]} "
            f"of {_say(other)} in {_say(b)}; exchange the two plugs",
        )

    def _swapped(self, link: SubnetLink, other: Port) -> str:
        if link.a.tier != "host":
            return "two uplinks are swapped"
        return "two hosts are swapped across rails" if link.a.port != other[1] else "two host cables are swapped"

    def _misplaced(self, near: Port, far: Port) -> Fault:
        """Return the fault of an unplanned cable."""
        self._reported |= {near, far}
        tiers = {self._names.tier(near), self._names.tier(far)}
        where = f"{_say(near)} is cabled to {_say(far)}"
        wanted = self._wanted(near, far)
        if "" in tiers:
            return Fault("unplanned", f"{where}, and one of them is in no plan{wanted}")
        if tiers == {"leaf"} and "leaf_leaf" not in self._kinds:
            return Fault("leaf-on-leaf", f"a leaf is on a leaf: {where}{wanted}")
        if "host" in tiers and tiers & {"spine", "core"}:
            return Fault("host-on-spine", f"a host is on a spine: {where}{wanted}")
        return Fault("moved", f"{where}{wanted}")

    def _wanted(self, *ports: Port) -> str:
        """Return where the cables of some ports belong, as text. The ports where they belong count as reported."""
        said = []
        for port in ports:
            belongs = self._planned.get(port)
            if belongs:
                said.append(f"{self._cables[port]} of {_say(port)} belongs in {_say(belongs)}")
                if belongs not in self._found:
                    self._reported.add(belongs)
        return f"; {', and '.join(said)}" if said else ""


def port_of(end: SubnetEnd) -> Port:
    """Return the planned end as a device and its port: a host's by our name, a switch's by its InfiniBand number."""
    return (end.device, end.port if end.tier == "host" else str(end.number))


def _say(port: Port) -> str:
    return f"{port[0]} port {port[1]}" if port[1].isdigit() else f"{port[0]} {port[1]}"
