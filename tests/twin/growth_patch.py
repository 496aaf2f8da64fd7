"""A patch panel: cables that are moved while the ports that they are in stay what they are.

A veth pair has both of its ends for ever, and a new pair would be new ports, with other addresses; no switch does that to its daemons. So a port whose
cable is to move is a pair with its far end in a namespace of the panel, and a cable is a bridge between two of those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.twin.bottle import Bottle
    from tests.twin.tree import End, Tree

PLACE = "patch"
# No snooping: there is no querier, and neighbours are found by multicast.
_CABLE = "type bridge forward_delay 0 mcast_snooping 0"


class PatchPanel:
    """Jacks by the port that they belong to, and cables by both."""

    def __init__(self, bottle: Bottle) -> None:
        self._bottle = bottle
        self._jacks: dict[End, str] = {}
        self._cables: dict[frozenset[End], str] = {}
        self._made = 0

    def open(self) -> None:
        self._bottle.must("ip", "netns", "add", PLACE)

    def __contains__(self, port: End) -> bool:
        return port in self._jacks

    def add(self, tree: Tree, port: End, place: str) -> None:
        """Make a port, in the namespace `place`; it is dark until a cable is in it."""
        jack = self._jacks[port] = f"jack{len(self._jacks)}"
        mtu = f"mtu {tree.mtu_bytes(port)}"
        self._ip(f"link add dev {jack} {mtu} type veth peer name {port.interface} {mtu} netns {place}")

    def plug(self, a: End, b: End) -> None:
        self._made += 1
        cable = self._cables[frozenset((a, b))] = f"cable{self._made}"
        jacks = (self._jacks[a], self._jacks[b])
        lines = [f"link add dev {cable} {_CABLE}", f"link set dev {cable} up"]
        lines += [line for jack in jacks for line in (f"link set dev {jack} master {cable}", f"link set dev {jack} up")]
        self._ip(*lines)

    def unplug(self, a: End, b: End) -> None:
        """Both ends go dark."""
        cable = self._cables.pop(frozenset((a, b)))
        self._ip(*(f"link set dev {self._jacks[port]} down" for port in (a, b)), f"link del dev {cable}")

    def _ip(self, *lines: str) -> None:
        self._bottle.must("ip", "-batch", "-", netns=PLACE, stdin="".join(f"{line}\n" for line in lines))
