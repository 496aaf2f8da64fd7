"""Cables from the plan, and the files of both ends, read on first use."""

from functools import cache

from generator.verify.reach.read_hosts import read_host
from generator.verify.reach.stations import Attachment, Station
from generator.verify.rendered import Rendered
from generator.verify.systems.records import Port, SwitchFiles

_BETWEEN_HOSTS = "host_leaf"
_LEAF = "leaf"


class Cabling:
    """Cables, switches and hosts. `switch` and `host` read a device's files once."""

    def __init__(self, known: Rendered) -> None:
        """Take the cables of a tree's plan, and read no file yet."""
        plan, self._signatures = known.plan, known.signatures
        self._ridden: dict[tuple[tuple[str, str], str], tuple[list[str], int | None]] = {}
        self.far: dict[Attachment, Attachment] = {}
        self._island: dict[str, str] = {}
        for link in plan["links"]:
            a, b = ((link[end]["device"], link[end]["interface"]) for end in "ab")
            if link["kind"] == _BETWEEN_HOSTS:
                self.far[a] = b
            else:
                self._join(a[0], b[0])
        self.switch = cache(lambda name: found.forwarding() if (found := known.switch(name)) else None)
        self.host = cache(lambda name: read_host(known.hosts, name))
        self.names = [row["name"] for row in plan["switches"]]
        self._transit = {row["name"] for row in plan["switches"] if row["tier"] != _LEAF}
        self.joined_to = cache(self._joined_to)

    def _join(self, a: str, b: str) -> None:
        low, high = sorted((self._root(a), self._root(b)))
        self._island[high] = low

    def _root(self, name: str) -> str:
        while self._island.get(name, name) != name:
            name = self._island[name]
        return name

    def joined(self, one: str, other: str) -> bool:
        """Whether two switches are of one fabric: cables between switches lead from one to the other."""
        return self._root(one) == self._root(other)

    def _joined_to(self, name: str) -> list[SwitchFiles]:
        return [switch for each in self.names if self.joined(each, name) and (switch := self.switch(each))]

    def transit(self, one: str) -> list[SwitchFiles]:
        """Return the spines and cores that cables join to a switch."""
        return [switch for switch in self.joined_to(one) if switch.name in self._transit]

    def attachments(self, station: Station) -> tuple[list[Attachment], int | None]:
        """Return the switch ports below a station, and the tag that its frames have."""
        ports, tag = self._below(station)
        return [self.far[key] for port in ports if (key := (station.device, port)) in self.far], tag

    def _below(self, station: Station) -> tuple[list[str], int | None]:
        """Find what an interface rides on. Hosts of one look have it alike, so one of them is read."""
        if not station.host:
            return [station.interface], None
        key = (self._signatures.of(station.device), station.interface)
        if key not in self._ridden:
            network = self.host(station.device)
            self._ridden[key] = network.ports(station.interface) if network else ([station.interface], None)
        return self._ridden[key]

    def port(self, attachment: Attachment) -> Port | None:
        """Find a switch port; None where its switch has no file."""
        switch = self.switch(attachment[0])
        return switch.port(attachment[1]) if switch else None

    def known(self, station: Station) -> bool:
        """Whether the switches of a station have files: an InfiniBand switch has none."""
        attachments, _ = self.attachments(station)
        return bool(attachments) and all(self.switch(name) is not None for name, _ in attachments)
