"""A patch panel: cables that are moved while the ports that they are in stay what they are.

A veth pair has both of its ends for ever, and a new pair would be new ports, with other addresses; no switch does that to its daemons. So a port whose
cable is to move is a pair with its far end in a namespace of the panel, and a cable is a bridge between two of those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from generator.twin.bottle import Bottle
    from generator.twin.tree import End

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

    def ports(self, device: str) -> list[End]:
        """The ports of a device that were made here."""
        return [port for port in self._jacks if port.device == device]

    def add(self, ports: Iterable[tuple[End, str, int]]) -> None:
        """Make ports, each in a namespace and with an MTU in bytes; they are dark until a cable is in them."""
        lines = []
        for port, place, mtu_bytes in ports:
            jack = self._jacks[port] = f"jack{len(self._jacks)}"
            far = f"{port.interface} mtu {mtu_bytes} netns {place}"
            lines.append(f"link add dev {jack} mtu {mtu_bytes} type veth peer name {far}")
        self._ip(lines)

    def plug(self, pairs: Iterable[frozenset[End]]) -> None:
        lines = []
        for pair in pairs:
            self._made += 1
            cable = self._cables[pair] = f"cable{self._made}"
            lines += [f"link add dev {cable} {_CABLE}", f"link set dev {cable} up"]
            for jack in (self._jacks[port] for port in pair):
                lines += [f"link set dev {jack} master {cable}", f"link set dev {jack} up"]
        self._ip(lines)

    def unplug(self, pairs: Iterable[frozenset[End]]) -> None:
        """Both ends go dark."""
        lines = []
        for pair in pairs:
            lines += [f"link set dev {self._jacks[port]} down" for port in pair]
            lines.append(f"link del dev {self._cables.pop(pair)}")
        self._ip(lines)

    def _ip(self, lines: Iterable[str]) -> None:
        self._bottle.must("ip", "-batch", "-", netns=PLACE, stdin="".join(f"{line}\n" for line in lines))
