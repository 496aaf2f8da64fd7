"""Two allocations of one fabric held against each other: what was there, and is it there still."""

from collections.abc import Iterable
from dataclasses import dataclass

Row = tuple[str, str, str]
"""A device, what for (the device at the other end of a link, or a name of its own such as Loopback0), and what it was given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allocation:
    """What a tool gave the devices of a fabric: addresses, ports towards peers, AS numbers."""

    devices: frozenset[str]
    addresses: frozenset[Row]
    ports: frozenset[Row]
    asns: frozenset[Row]


@dataclass(frozen=True, slots=True)
class Share:
    """How many existing records a change kept, and how many it did not."""

    kept: int
    changed: int

    @property
    def percent(self) -> float | None:
        """The share that changed; None where there was nothing to change."""
        every = self.kept + self.changed
        return 100 * self.changed / every if every else None


@dataclass(frozen=True, slots=True)
class Moved:
    """What a change did to what existed."""

    addresses: Share
    ports: Share
    asns: Share


def allocation(addresses: Iterable[Row], ports: Iterable[Row], asns: Iterable[Row]) -> Allocation:
    """Gather rows; a device is one that has any."""
    rows = tuple(frozenset(kind) for kind in (addresses, ports, asns))
    devices = frozenset(row[0] for kind in rows for row in kind)
    return Allocation(devices=devices, addresses=rows[0], ports=rows[1], asns=rows[2])


def compare(before: Allocation, after: Allocation) -> Moved:
    """Count the records of devices that are there before and after.

    A link counts while both of its ends do: what faces a leaf that was removed is gone, not changed. The address of a link is
    known by its two devices, not by its interface: where a port slides on and the newcomer gets its address, both ends of
    the old link have another one.
    """

    def share(old: frozenset[Row], new: frozenset[Row]) -> Share:
        existing = {row for row in old if row[0] in after.devices and _stands(row[1])}
        return Share(len(existing & new), len(existing - new))

    def _stands(towards: str) -> bool:
        return towards not in before.devices or towards in after.devices

    return Moved(
        share(before.addresses, after.addresses), share(before.ports, after.ports), share(before.asns, after.asns)
    )
