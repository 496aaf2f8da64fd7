"""Expected answers by design: from the access matrix of the plan, the routes of the rendered files, and the current cables."""

from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address
from pathlib import Path

from generator.change.formats import PLAN, PlanFileError
from generator.plan.read_back import unfit
from generator.source.broken import said_of
from generator.twin.answer import TwinError
from generator.twin.bed import Bed
from generator.verify.reach import BROKEN
from generator.verify.reach.cabling import Cabling
from generator.verify.reach.intent import Door, Intent, read_intent
from generator.verify.reach.network import Network
from generator.verify.reach.stations import Station, read_stations
from generator.verify.rendered import Rendered

_PING = Door("icmp", 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """An address of a host on a fabric, of a port or of a bond: `address` by the plan, `own` by the host's own file."""

    host: str
    interface: str
    address: IPv4Address
    own: IPv4Address
    fabric: str
    zone: str

    def __str__(self) -> str:
        return f"{self.host} {self.interface}"


@dataclass(frozen=True, slots=True)
class Expected:
    """Whether an answer is expected, and why; `None` where only a filter would deny it, and the twin has no filters."""

    answers: bool | None
    why: str
    group: str = ""
    """The reason without names, where it has some."""

    @property
    def kind(self) -> str:
        """The reason as it is counted."""
        return self.group or self.why


class Design:
    """The design of a tree, from its plan and files."""

    def __init__(self, root: Path) -> None:
        """Read the plan. Raises TwinError: the tree has none with zones."""
        known = Rendered(root)
        try:
            self.intent: Intent = read_intent(known.plan)
            self._stations: dict[tuple[str, str], Station] = {
                (each.device, each.interface): each
                for each in read_stations(known.hosts, known.plan, self.intent)
                if each.family == 4 and not each.behind
            }
            self._network = Network(Cabling(known))
        except PlanFileError as error:
            raise TwinError(str(error)) from None
        except BROKEN as error:
            said = unfit(known.plan) or f"has no allowed connections that can be read: it {said_of(error)}"
            raise TwinError(f"{root / PLAN} {said}; render it again") from None
        self._roles: dict[str, str] = {row["name"]: row["role"] for row in known.plan["hosts"]}
        self.uplinks: list[str] = [row["name"] for row in known.plan.get("ways", ())]
        self._apart_by: dict[tuple[str, str], str] = {}

    def hosts_of(self, role: str) -> list[str]:
        """Return the hosts of a role."""
        return [host for host, its in self._roles.items() if its == role]

    def places(self, bed: Bed) -> list[Place]:
        """Return every address of the hosts that are up, by fabric and host."""
        return sorted(self._places(bed), key=lambda each: (each.fabric, each.host, each.interface))

    def _places(self, bed: Bed) -> Iterator[Place]:
        for host in bed.hosts:
            for interface in bed.tree.host(host).values():
                nic = bed.nic(host, interface.name)
                addresses = [each.ip for each in interface.addresses if isinstance(each.ip, IPv4Address)]
                if nic is None or not addresses:
                    continue
                station = self._stations.get((host, interface.name))
                planned = IPv4Address(station.address) if station else addresses[0]
                zone = self.intent.zone_of(4, int(planned))
                fabric = bed.fabric_of[nic]
                yield Place(
                    host=host, interface=interface.name, address=planned, own=addresses[0], fabric=fabric, zone=zone
                )

    def expected(self, bed: Bed, a: Place, b: Place) -> Expected:
        """Return whether b must answer a, given the failures."""
        leaves = []
        for place in (a, b):
            nic = bed.nic(place.host, place.interface)
            if nic is None or not bed.lit(nic):
                return Expected(answers=False, why=f"{place} has no carrier", group="a port has no carrier")
            leaves.append(bed.leaf_of[nic].device)
        near, far = leaves
        if near != far and far not in bed.routes(near):
            return Expected(answers=False, why=f"no cable path joins {near} and {far}")
        if self.intent.may(a.zone, b.zone, _PING):
            return Expected(answers=True, why=f"the plan allows {a.zone} to reach {b.zone}")
        if said := self._apart(a, b):
            return Expected(answers=False, why=said)
        return Expected(answers=None, why=f"only filters keep {a.zone} from {b.zone}")

    def _apart(self, a: Place, b: Place) -> str:
        """Return the reason why no route of the files joins two places that the plan isolates; empty where only filters isolate them."""
        key = (a.zone, b.zone)
        if key not in self._apart_by:
            self._apart_by[key] = self._stopped(a, b)
        return self._apart_by[key]

    def _stopped(self, a: Place, b: Place) -> str:
        one, other = (self._stations.get((place.host, place.interface)) for place in (a, b))
        if one is None or other is None:
            return ""
        stops = [path.stop for pair in ((one, other), (other, one)) for path in self._network.paths(*pair)]
        return f"the plan keeps {a.zone} from {b.zone}, and no route joins them" if any(stops) else ""
