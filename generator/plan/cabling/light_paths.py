"""Light paths: the transceivers at both ends, how their lanes are used, and the cables between them.

Four kinds, after the vendors' documents: a cord from connector to connector; the same for several links that run
side by side; a harness whose tails go into the transceivers of as many devices; and, where both cages are divided among
different devices, a harness at each end, whose tails meet a cord in panels.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec import Struct

from generator.catalog.entry import PluggedEntry
from generator.catalog.model import Cable, Optic


class Socket(Struct, frozen=True, cache_hash=True):
    """One side of a cable: the cage's form factor, the links in it, and how many cages of that kind it ends in.

    `adapter` is the one behind a host's divided cage. `vendor` makes the switch; `takes` are the vendors whose transceivers and cables its
    system runs, empty where it runs any.
    """

    form_factor: str
    ports: int
    cages: int = 1
    adapter: str = ""
    vendor: str = ""
    takes: tuple[str, ...] = ()

    def refuses(self, piece: PluggedEntry) -> bool:
        """Whether the switch may leave a transceiver or cable dark, as no code of it is one that its system takes."""
        return bool(self.takes) and not {*self.takes} & {*piece.codes}

    @property
    def words(self) -> str:
        """Its name in `plan.json`: `2 in osfp`, with the cages of a splitter and the adapter where they matter."""
        several = f" of {self.cages}" if self.cages > 1 else ""
        return f"{self.ports} in {self.form_factor}{several}" + (f" on {self.adapter}" if self.adapter else "")


class Fitting(Struct, frozen=True):
    """A transceiver as a cage uses it: as it is sold, or split. `each` is the number of links in one of its connectors."""

    optic: Optic
    signal: str
    reach_m: int
    each: int = 1
    split: bool = False


class LightPath(Struct, frozen=True, cache_hash=True):
    """Transceivers, cords and harnesses between two cages, without a length: `cords` are those that fit, the cheapest first, each with `links` links."""

    one: Fitting
    two: Fitting
    cords: tuple[Cable, ...]
    links: int = 1
    harness_a: Cable | None = None
    harness_b: Cable | None = None

    @property
    def harness_m(self) -> float:
        """Length of the harnesses: the shortest that is sold, as a panel is in the rack of its cage."""
        return sum(harness.lengths_m[0] for harness in (self.harness_a, self.harness_b) if harness)

    @property
    def room_m(self) -> float:
        """The longest cord that the transceivers still reach over."""
        return min(self.one.reach_m, self.two.reach_m) - self.harness_m


class Medium(Struct, frozen=True, dict=True):
    """A cable to buy: its product, its length, and for fibre the transceivers at its ends."""

    cable: Cable
    cable_m: float
    path: LightPath | None = None

    @cached_property
    def kind(self) -> str:
        """dac, acc, aoc, fibre or copper."""
        return "fibre" if self.cable.kind == "harness" else self.cable.kind

    @cached_property
    def length_m(self) -> float:
        """The length that light or current runs through, m: the cable and the harnesses at its ends."""
        return self.cable_m + (self.path.harness_m if self.path else 0)

    @cached_property
    def links(self) -> int:
        """Links in one piece of fibre."""
        return self.path.links if self.path else 1

    @cached_property
    def optic_a(self) -> Optic | None:
        """The transceiver at the a end."""
        return self.path.one.optic if self.path else None

    @cached_property
    def optic_b(self) -> Optic | None:
        """The transceiver at the b end."""
        return self.path.two.optic if self.path else None

    @cached_property
    def part(self) -> str:
        """The vendor's part number; empty where it is not known."""
        return self.cable.parts.get(f"{self.cable_m:g}", "")

    @property
    def name(self) -> str:
        """The text of the order."""
        return f"{self.cable.model} {self.cable_m:g} m"


def fittings(optics: Iterable[Optic], socket: Socket, speed_gbps: float) -> Iterator[Fitting]:
    """Yield the transceivers that fill a cage with just its links, as sold and then split."""
    seated = [optic for optic in optics if socket.form_factor in optic.form_factors]
    for optic in seated:
        if (optic.ports, optic.speed_gbps) == (socket.ports, speed_gbps):
            yield Fitting(optic, optic.signal, optic.reach_m)
    for optic in seated:
        for split in optic.splits:
            named = not split.adapters or socket.adapter in split.adapters
            if (
                named
                and (split.ports, split.speed_gbps) == (socket.ports, speed_gbps)
                and split.ports % optic.ports == 0
            ):
                yield Fitting(optic, split.signal, split.reach_m, split.ports // optic.ports, split=True)


def plain(cables: Iterable[Cable], one: Fitting, two: Fitting) -> Iterator[LightPath]:
    """A cord from connector to connector, for transceivers that are used as they are sold."""
    if not one.split and not two.split and one.optic.connector == two.optic.connector:
        yield LightPath(one, two, _cords(cables, one.optic.fibre, one.optic.connector))


def side_by_side(cables: Iterable[Cable], one: Fitting, two: Fitting) -> Iterator[LightPath]:
    """A cord from connector to connector, with all the links of both: where they all run between the same two cages."""
    if one.split and two.split and one.each == two.each and one.optic.connector == two.optic.connector:
        yield LightPath(one, two, _cords(cables, one.optic.fibre, one.optic.connector), links=one.each)


def fanned_out(cables: Iterable[Cable], one: Fitting, two: Fitting) -> Iterator[LightPath]:
    """A harness on each connector of the second end, whose tails go straight into transceivers with one link each."""
    if one.each == 1:
        for harness in harnesses(cables, two):
            if harness.tail_connector == one.optic.connector:
                yield LightPath(one, two, (harness,), links=two.each)


def through_panels(cables: Iterable[Cable], one: Fitting, two: Fitting) -> Iterator[LightPath]:
    """A harness at both ends, in panels; a cord for each link between them. What crosses, crosses three times or once."""
    for near in harnesses(cables, one):
        for far in harnesses(cables, two):
            if (near.tail_connector, near.tails_meet_pins) == (far.tail_connector, far.tails_meet_pins):
                cords = _cords(cables, one.optic.fibre, near.tail_connector, pins=near.tails_meet_pins)
                yield LightPath(one, two, cords, harness_a=near, harness_b=far)


def harnesses(cables: Iterable[Cable], fitting: Fitting) -> Iterator[Cable]:
    """Yield the harnesses that share one connector's lanes out among its links, the cheapest first."""
    optic = fitting.optic
    for cable in cables:
        if (cable.kind, cable.fibre, cable.connector, cable.tails) == (
            "harness",
            optic.fibre,
            optic.connector,
            fitting.each,
        ):
            yield cable


def _cords(cables: Iterable[Cable], fibre: str, connector: str | None, *, pins: bool = False) -> tuple[Cable, ...]:
    return tuple(
        cable
        for cable in cables
        if (cable.kind, cable.fibre, cable.connector, cable.pins) == ("fibre", fibre, connector, pins)
    )
