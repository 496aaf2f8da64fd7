"""Output of InfiniBand tools: the links of ibnetdiscover, the forwarding tables of opensm or dump_lfts."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

AGGREGATION = "Aggregation Node"
"""The description of SHARP's ports inside a switch, which are no cables."""
_NODE = re.compile(r'(?P<kind>Switch|Ca|Rt)\s+\d+\s+"(?P<id>[A-Z]-[0-9a-fA-F]+)"\s*#\s*"(?P<name>[^"]*)"')
_PORT = re.compile(
    r'\[(?P<port>\d+)\](?:\((?P<guid>[0-9a-fA-F]+)\))?\s+"(?P<id>[A-Z]-[0-9a-fA-F]+)"\[(?P<there>\d+)\](?:\((?P<peer>[0-9a-fA-F]+)\))?'
)
_TABLE = re.compile(r"Unicast lids .* guid (?P<guid>0x[0-9a-fA-F]+) \('?(?P<name>[^')]*)'?\)")
_ROUTE = re.compile(r"(?P<lid>0x[0-9a-fA-F]+)\s+(?P<port>\d+)\s*[#:]\s*\(?(?P<kind>Channel Adapter|Switch)")


class Node(Struct, frozen=True):
    """A device or adapter as discovered: a switch or an adapter, its node GUID, its description."""

    switch: bool
    guid: str
    name: str


class Plug(Struct, frozen=True):
    """One port of a discovered node; `guid` is the port's own, empty on switches."""

    node: Node
    port: int
    guid: str


def read_links(text: str) -> Iterator[tuple[Plug, Plug]]:
    """Yield every cable that ibnetdiscover's output shows, once."""
    nodes: dict[str, Node] = {}
    joints: dict[frozenset[tuple[str, int]], None] = {}
    guids: dict[tuple[str, int], str] = {}
    here = ""
    for line in text.splitlines():
        if node := _NODE.match(line):
            here = node["id"]
            nodes[here] = Node(node["kind"] == "Switch", normal(node["id"][2:]), node["name"])
        elif here and (port := _PORT.match(line)):
            near, far = (here, int(port["port"])), (port["id"], int(port["there"]))
            joints.setdefault(frozenset((near, far)))
            for end, guid in ((near, port["guid"]), (far, port["peer"])):
                if guid:
                    guids[end] = normal(guid)
    for joint in joints:
        ends = sorted(joint)
        if len(ends) == 2 and all(node in nodes for node, _ in ends):
            first, second = (Plug(nodes[n], p, guids.get((n, p), "")) for n, p in ends)
            if AGGREGATION not in first.node.name and AGGREGATION not in second.node.name:
                yield first, second


def normal(guid: str) -> str:
    """Return a GUID as 0x and 16 digits; tools omit leading zeros."""
    return f"0x{int(guid, 16):016x}"


def device_of(name: str) -> str:
    """Return the host name in a switch's node description: `MF0;leaf1:MQM9700/U1` is leaf1."""
    return name.partition(";")[2].partition(":")[0] if ";" in name else name


def read_tables(lines: Iterable[str]) -> Iterator[tuple[Node, dict[int, int]]]:
    """Yield every switch with its routes to host ports: LID to output port."""
    here: Node | None = None
    routes: dict[int, int] = {}
    for line in lines:
        if table := _TABLE.match(line):
            if here is not None:
                yield here, routes
            here, routes = Node(switch=True, guid=normal(table["guid"]), name=table["name"]), {}
        elif (route := _ROUTE.match(line)) and route["kind"] != "Switch":
            routes[int(route["lid"], 16)] = int(route["port"])
    if here is not None:
        yield here, routes
