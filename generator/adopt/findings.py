"""Comparison of the site with its design: agreements, differences, and the pins that would remove them."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from ipaddress import ip_address
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from generator.adopt.design import Port
from generator.adopt.kinds import Kinds
from generator.adopt.seating import Ports, Seats
from generator.adopt.survey import Cable, End, Place, Survey

PinPath = tuple[str, ...]
"""The path of a pin: `("devices", "gpu3", "rack")`, `("links", "gpu3 rail0", "b")`."""
SUBJECTS = {
    "names": "names",
    "places": "racks and units",
    "addresses": "addresses",
    "numbers": "AS numbers, loopbacks, tunnel ends, VNIs",
    "cables": "cables",
    "labels": "ids of cables",
    "lengths": "lengths of cables",
}
"""Counted subjects, with their titles."""
_PLACES = ("rack", "unit")
_NUMBERS = ("asn", "loopback", "vtep")
_OOB = "eth0"
_MANY = 2
"""Leaves that have the same address in a VLAN, where it is a gateway's."""
_TIERS = ("leaf", "spine", "core")


class Difference(Struct, frozen=True):
    """A difference between site and design; `pin` is the pin that would keep it, where there is one."""

    subject: str
    about: str
    said: Any
    designed: Any
    place: Place
    pin: PinPath = ()
    value: Any = None
    reason: str = ""


class Findings(Struct):
    """The count of each subject, and every difference."""

    found: dict[str, int] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    """Designed links that no source shows, where sources show links of the same fabric and kind."""
    absent: list[str] = field(default_factory=list)
    """Devices that the design has and no source names."""

    def listed(self, subject: str) -> int:
        """Count the differences of a subject."""
        return sum(1 for each in self.differences if each.subject == subject)


def compare(here: "Comparison") -> Findings:
    """Hold everything that was read against the design."""
    found = Findings()
    for subject, differences in (
        ("names", here.names()),
        ("places", here.values("places", _PLACES)),
        ("numbers", (*here.values("numbers", _NUMBERS), *here.vnis())),
        ("addresses", here.addresses()),
        ("cables", here.cables()),
        ("labels", here.labels()),
        ("lengths", here.lengths()),
    ):
        every = list(differences)
        found.found[subject] = len(every)
        found.differences += [each for each in every if each is not None]
    found.unseen = list(here.unseen())
    seated = set(here.seats.of.values())
    found.absent = sorted(name for key, name in here.design.names.items() if key not in seated)
    return found


class Comparison:
    """Comparison of the survey with a design, with names mapped by `ports`. Each method yields the difference of each fact of a subject, or None where it agrees."""

    def __init__(self, survey: Survey, kinds: Kinds, seats: Seats, ports: Ports) -> None:
        self.survey, self.kinds, self.seats, self.ports, self.design = survey, kinds, seats, ports, ports.design
        self.switch_keys = {self.design.keys[switch.name] for switch in self.design.draft.switches}
        self.inband = {self.design.keys[host.name]: host.inband for host in self.design.draft.hosts}
        self.stated: dict[Port, str] = {}
        self.gateways: dict[tuple[str, str], set[str]] = {}
        for (_, device, said, *_), fact in survey.about("address"):
            if key := seats.of.get(device):
                port = ports.of(device, said, key)
                self.stated.setdefault((key, port), fact.value)
                self.gateways.setdefault((port, fact.value), set()).add(key)
        self.stated6: dict[Port, str] = {}
        for (_, device, said, value), _ in survey.about("address6"):
            if said and (key := seats.of.get(device)):
                self.stated6.setdefault((key, ports.of(device, said, key)), value)
        self.joined = [(cable, self._end(cable.a), self._end(cable.b)) for cable in survey.cables]

    def _end(self, end: End) -> Port:
        """Return an end by its name in the design; empty where it has none."""
        key = self.seats.of.get(end[0], "")
        return key, self.ports.of(*end, key) if key else ""

    def _say(self, port: Port | None) -> str:
        return f"{self.design.names[port[0]]} {port[1]}" if port and port[0] in self.design.names else "nothing"

    def names(self) -> Iterator[Difference | None]:
        """Compare names of devices."""
        for device, key in self.seats.of.items():
            name = self.design.names.get(key)
            if name == device:
                yield None
            else:
                place = self.survey.devices[device]
                yield Difference("names", key, device, name, place, ("devices", key, "name"), device)

    def values(self, subject: str, whats: tuple[str, ...]) -> Iterator[Difference | None]:
        """Compare values that a device has one of."""
        for what in whats:
            for (_, device), fact in self.survey.about(what):
                if not (key := self.seats.of.get(device)):
                    continue
                designed = self.design.values.get((what, key))
                if designed == fact.value:
                    yield None
                    continue
                pin = ("devices", key, what) if designed or what in _PLACES else ()
                reason = "" if pin else "the design has none there"
                yield Difference(subject, f"{device} {what}", fact.value, designed, fact.place, pin, fact.value, reason)

    def vnis(self) -> Iterator[Difference | None]:
        """Compare the VXLAN network of each VLAN that leaves of the frontend have."""
        known = {each.vlan: each for each in self.design.draft.vlans if each.vni is not None}
        for (_, device, vlan), fact in self.survey.about("vni"):
            there = known.get(int(vlan)) if device in self.seats.of else None
            if there and there.vni == fact.value:
                yield None
            elif there:
                pin = ("vnis", there.name)
                yield Difference(
                    "numbers", f"{device} VLAN {vlan} vni", fact.value, there.vni, fact.place, pin, fact.value
                )

    def addresses(self) -> Iterator[Difference | None]:
        """Compare addresses of interfaces, and those that devices are reached by."""
        for (_, device, said, *more), fact in self.survey.about("address"):
            if key := self.seats.of.get(device):
                port = self.ports.of(device, said, key)
                found = self._address(device, key, port, said, fact.value, fact.place)
                further = found and more and (key, port) not in self.design.gateways
                yield replace(found, pin=(), reason="a further address of the port") if found and further else found
        for (_, device, said, value), fact in self.survey.about("address6"):
            if key := self.seats.of.get(device):
                yield self._address6(device, key, said, value, fact.place)
        for (_, device), fact in self.survey.about("reached"):
            if not (key := self.seats.of.get(device)) or self._has(key, fact.value):
                yield from (None,) if key else ()
                continue
            port = _OOB if (key, _OOB) in self.design.addresses else self._inband(key)
            yield self._address(device, key, port, "ansible_host", fact.value, fact.place)

    def _has(self, key: str, address: str) -> bool:
        """Whether a device has an address in the design: of a port, of a VLAN as its gateway, or its loopback."""
        return self.design.values.get(("loopback", key)) == address or (key, address) in self._devices

    def _inband(self, key: str) -> str:
        holder = self.design.holders.get(self.inband.get(key, ""))
        return holder[1] if holder and holder[0] == key else ""

    def _address(self, device: str, key: str, port: str, said: str, value: str, place: Place) -> Difference | None:
        about, designed = f"{device} {said}", self.design.addresses.get((key, port))
        if segment := self._shared(key, port, value):
            gateway = next(each.gateway for each in self.design.draft.vlans if each.name == segment)
            same = gateway == value
            return None if same else Difference("addresses", about, value, gateway, place, ("gateways", segment), value)
        if designed == value or (key, port, value) in self.design.every:
            return None
        if designed is None:
            reason = (
                "the device has no address there"
                if port
                else "the device has no port of that name; map it with ports: of --map"
            )
            return Difference("addresses", about, value, None, place, reason=reason)
        pin = () if self._follows(key, port, value, self.stated) else ("devices", key, "addresses", port)
        return Difference("addresses", about, value, designed, place, pin, value)

    def _address6(self, device: str, key: str, said: str, value: str, place: Place) -> Difference | None:
        """Compare an IPv6 address, that of a port or, without one, a loopback."""
        port = self.ports.of(device, said, key) if said else ""
        if (key, port, value) in self.design.every6 or (not said and (key, value) in self._devices6):
            return None
        mine = sorted(each for at, there, each in self.design.every6 if (at, there) == (key, port) and each)
        about, designed = f"{device} {said}".strip(), ", ".join(mine) or None
        if mine:
            pin: PinPath = ("devices", key, "addresses_ipv6", port) if port else ("devices", key, "loopback_ipv6")
            pin = () if port and self._follows(key, port, value, self.stated6) else pin
            return Difference("addresses", about, value, designed, place, pin, value)
        some = any(each for _, _, each in self.design.every6)
        reason = "the design has no IPv6" + (
            " address there" if some else ": state addressing.ipv6 under spec: of --map"
        )
        return Difference("addresses", about, value, designed, place, reason=reason)

    @cached_property
    def _devices(self) -> set[tuple[str, str]]:
        return {(key, value) for key, _, value in self.design.every}

    @cached_property
    def _devices6(self) -> set[tuple[str, str]]:
        return {(key, value) for key, _, value in self.design.every6}

    def _shared(self, key: str, port: str, value: str) -> str:
        """Return the segment whose gateway an address is, which all leaves have; empty for an address of a leaf's own."""
        segment, own = self.design.gateways.get((key, port), ("", False))
        return "" if own and len(self.gateways.get((port, value), ())) < _MANY else segment

    def _follows(self, key: str, port: str, value: str, stated: Mapping[Port, str]) -> bool:
        """Whether the other end of a link is stated, too, and has the other address of the pair: one of the two is enough."""
        peer = self.design.peers.get((key, port))
        if peer is None or key not in self.switch_keys or peer[0] in self.switch_keys:
            return False
        far = stated.get(peer)
        return far is not None and int(ip_address(far)) ^ 1 == int(ip_address(value))

    def cables(self) -> Iterator[Difference | None]:
        """Compare both ends of cables."""
        for cable, a, b in self.joined:
            yield None if self.design.peers.get(a) == b and a[1] and b[1] else self._cable(cable, a, b)

    def _cable(self, cable: Cable, a: Port, b: Port) -> Difference:
        about, said = " ".join(cable.a), " ".join(cable.b)
        for (device, port), (key, ours) in ((cable.a, a), (cable.b, b)):
            if not key:
                reason = f"{device} has no place in the design"
                return Difference("cables", about, said, None, cable.place, reason=reason)
            if not ours:
                reason = f"the design has no use for {device} {port}: raise max of the hosts that it is for, or map it with ports: of --map if the port has another name"
                return Difference("cables", about, said, None, cable.place, reason=reason)
        lower, upper = sorted((a, b), key=lambda end: (self._height(end), self.design.order[end[0]]))
        there = self.design.peers.get(lower)
        kinds = self.design.kinds_of
        if there and kinds[there[0]] == kinds[upper[0]] and upper in self.design.links:
            pin = ("links", " ".join(lower), "b")
            return Difference("cables", about, said, self._say(there), cable.place, pin, " ".join(upper))
        reason = f"the design has {self._say(lower)} on {self._say(there)} and {self._say(upper)} on {self._say(self.design.peers.get(upper))}"
        return Difference("cables", about, said, self._say(there), cable.place, reason=reason)

    def _height(self, end: Port) -> int:
        """Return how far above hosts a device is: leaves are 1."""
        tier = self.design.kinds_of[end[0]].rpartition("-")[2] if end[0] in self.switch_keys else ""
        return _TIERS.index(tier) + 1 if tier in _TIERS else 0

    def _designed(self) -> Iterator[tuple[Cable, Port]]:
        """Yield cables that are as designed, with the lower end."""
        for cable, a, b in self.joined:
            if self.design.peers.get(a) == b and (link := self.design.links.get(a)):
                yield cable, a if self.design.keys[link.a.device] == a[0] and link.a.interface == a[1] else b

    def labels(self) -> Iterator[Difference | None]:
        """Compare ids of cables that are as designed."""
        for cable, lower in self._designed():
            if cable.label:
                designed = self.design.links[lower].cable
                pin = ("links", " ".join(lower), "cable")
                same = designed == cable.label
                yield (
                    None
                    if same
                    else Difference("labels", " ".join(cable.a), cable.label, designed, cable.place, pin, cable.label)
                )

    def lengths(self) -> Iterator[Difference | None]:
        """Compare lengths of cables that are as designed."""
        for cable, lower in self._designed():
            if cable.length_m is not None:
                designed = self.design.links[lower].length_m
                pin = ("links", " ".join(lower), "length_m")
                same = abs(designed - cable.length_m) < 0.005
                yield (
                    None
                    if same
                    else Difference(
                        "lengths", " ".join(cable.a), cable.length_m, designed, cable.place, pin, cable.length_m
                    )
                )

    def unseen(self) -> Iterator[str]:
        """Yield designed links without a seen end, of fabrics and kinds of which others were seen."""
        seen = {port for _, a, b in self.joined for port in (a, b)}
        shown = {(link.fabric, link.kind) for port in seen if (link := self.design.links.get(port))}
        for link in self.design.draft.links:
            a = (self.design.keys[link.a.device], link.a.interface)
            b = (self.design.keys[link.b.device], link.b.interface)
            if (link.fabric, link.kind) in shown and a not in seen and b not in seen:
                yield f"{link.cable} {link.a.device} {link.a.interface} - {link.b.device} {link.b.interface}"
