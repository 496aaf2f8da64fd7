"""Representatives of zones: one station of each kind, and partners for them on the same rail."""

from collections.abc import Iterable, Iterator

from generator.verify.reach.cabling import Cabling
from generator.verify.reach.signatures import Signatures
from generator.verify.reach.stations import Station
from generator.verify.systems.records import Port, SwitchFiles


class Zones:
    """The stations that are tried. `unjudged`: zones whose switches have no files, such as those of InfiniBand; `unasked`: kinds beyond the limit."""

    def __init__(self, cabling: Cabling, stations: Iterable[Station], seen: Signatures) -> None:
        """Choose: the first station of every look, and the last of a zone, which has another leaf where there are two."""
        self._cabling = cabling
        self._spokesmen: dict[str, list[Station]] = {}
        self._partners: dict[tuple[str, int, str], list[Station]] = {}
        kinds: set[tuple[str, object, object]] = set()
        last: dict[tuple[str, int], Station] = {}
        unknown: dict[str, None] = {}
        self.unasked = 0
        stations = list(stations)
        pod = next((each for each in stations if each.behind), None)
        for each in stations:
            if not cabling.known(each):
                unknown[each.zone] = None
                continue
            look = (each.zone, _look(cabling, each, seen), _pod_routing(cabling, each, pod))
            if look not in kinds:
                kinds.add(look)
                others = self._spokesmen.setdefault(each.zone, [])
                if len(others) < _MOST:
                    others.append(each)
                else:
                    self.unasked += 1
            last[each.zone, each.family] = each
            partners = self._partners.setdefault((each.zone, each.family, each.interface), [])
            if len(partners) < _PARTNERS and all(other.device != each.device for other in partners):
                partners.append(each)
        for (zone, _), station in last.items():
            if station not in self._spokesmen[zone]:
                self._spokesmen[zone].append(station)
        self.unjudged = [zone for zone in unknown if zone not in self._spokesmen]

    @property
    def tenants(self) -> list[str]:
        """Tenants of the represented zones."""
        return sorted({tenant for zone in self._spokesmen if (tenant := _tenant(zone))})

    def questions(self) -> Iterator[tuple[str, str]]:
        """Yield every ordered pair of zones. With many tenants, each is compared with its neighbours by name, not with all."""
        place = {tenant: number for number, tenant in enumerate(self.tenants)}
        for source in self._spokesmen:
            for to in self._spokesmen:
                one, other = (place.get(_tenant(zone)) for zone in (source, to))
                apart = 0 if one is None or other is None else abs(one - other)
                if len(place) <= MOST_TENANTS or min(apart, len(place) - apart) <= 1:
                    yield source, to

    @property
    def names(self) -> list[str]:
        """The represented zones."""
        return list(self._spokesmen)

    def of(self, zone: str, family: int) -> list[Station]:
        """The representatives of a zone in an IP version."""
        return [each for each in self._spokesmen[zone] if each.family == family]

    def pairs(self, source: str, to: str) -> Iterator[tuple[Station, Station]]:
        """Pair all representatives of a zone with one of the other, in both directions, never a device with itself."""
        asked: set[tuple[Station, Station]] = set()
        ends = [(a, b) for a in self._ends(source) for b in self._ends(to) if self._joined(a, b)]
        wanted: list[tuple[Station | None, Station | None]] = [
            (self._partner(source, b), b) for b in self._spokesmen[to]
        ]
        wanted += [(a, self._partner(to, a)) for a in self._spokesmen[source]]
        for a, b in (*wanted, *ends):
            if a and b and (a, b) not in asked:
                asked.add((a, b))
                yield a, b

    def _ends(self, zone: str) -> list[Station]:
        """The first and the last representative of a zone, on different rails where it has several."""
        found = self._spokesmen[zone]
        return [found[0], found[-1]] if len(found) > 1 else found

    def _joined(self, a: Station, b: Station) -> bool:
        """Whether cables lead from one leaf to the other: separate rails and planes need not reach each other."""
        if a.device == b.device or a.family != b.family:
            return False
        ours, theirs = ({name for name, _ in self._cabling.attachments(each)[0]} for each in (a, b))
        return any(self._cabling.joined(one, other) for one in ours for other in theirs)

    def _partner(self, zone: str, other: Station | None) -> Station | None:
        """Find one of another device: on the same rail or side where the zone has it, as fabrics need not join rails."""
        if other is None:
            return None
        like = self._partners.get((zone, other.family, other.interface), [])
        able = (each for each in (*like, *self.of(zone, other.family)) if each.device != other.device)
        return next(able, None)


MOST_TENANTS = 8
"""The most tenants that are all compared with each other."""
_PARTNERS = 2
_MOST = 200
"""The most kinds of one zone that are tried: with more, all hosts differ, which is reported."""


def _tenant(zone: str) -> str:
    return zone.partition("@")[2]


def _look(cabling: Cabling, station: Station, seen: Signatures) -> object:
    """Return the kind of a station: two stations with equal treatment have equal kinds."""
    attachments, tag = cabling.attachments(station)
    ports = []
    for attachment in attachments:
        port, switch = cabling.port(attachment), cabling.switch(attachment[0])
        if port and switch:
            filters = tuple((each.name, each.lines) for each in port.lists)
            vlan = port.carries(tag)
            vnis = (switch.vrf_vnis.get(port.vrf), switch.vlan_vnis.get(vlan) if vlan else None)
            routed = (_announced(switch, port, station), vlan is not None and _has_gateway(switch, vlan, station))
            ports.append((filters, port.vrf, vnis, port.untagged, frozenset(port.tagged), routed))
    return (
        station.family,
        station.host,
        station.interface,
        tag,
        seen.of(station.device) if station.host else None,
        tuple(ports),
    )


def _pod_routing(cabling: Cabling, station: Station, pod: Station | None) -> object:
    """Return the policy for pods' networks at the leaves of a station: whether they accept and announce its own, or any, and accept those of others."""
    if pod is None:
        return None
    of = station if station.behind else pod
    assert of.behind
    names = dict.fromkeys(name for name, _ in cabling.attachments(station)[0])
    said = []
    for switch in filter(None, map(cabling.switch, names)):
        learned, network = switch.learned, of.neighbours
        said.append(
            (learned.takes(of.behind.address, network, of.asn), learned.tells(network, of.asn), learned.hears(network))
        )
    return tuple(said)


def _announced(switch: SwitchFiles, port: Port, station: Station) -> bool:
    return any(
        family == station.family and first <= station.address <= last
        for family, (first, last) in switch.announced.get(port.vrf, ())
    )


def _has_gateway(switch: SwitchFiles, vlan: int, station: Station) -> bool:
    return any(
        family == station.family and first <= station.address <= last
        for family, _, (first, last) in switch.vlans.get(vlan, Port()).subnets
    )
