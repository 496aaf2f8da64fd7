"""The medium of a cable: what reaches, fits both cages, and costs least, by the catalog's price order."""

from dataclasses import dataclass
from functools import cached_property

from generator.catalog.load import Catalog
from generator.catalog.model import Cable, Optic


@dataclass(frozen=True, slots=True)
class Socket:
    """One side of a cable: the cage's form factor, the links in it, and how many cages of that kind it ends in."""

    form_factor: str
    ports: int
    cages: int = 1


@dataclass(frozen=True, slots=True)
class Medium:
    """What is bought: the cable, its length, and the transceivers at its ends where it is fibre."""

    cable: Cable
    length_m: float
    optic_a: Optic | None = None
    optic_b: Optic | None = None

    @property
    def kind(self) -> str:
        """dac, acc, aoc, fibre or copper."""
        return self.cable.kind

    @property
    def part(self) -> str:
        """The vendor's part number, or nothing where it is not known."""
        return self.cable.parts.get(f"{self.length_m:g}", "")

    @property
    def name(self) -> str:
        """What to order, in words."""
        return f"{self.cable.model} {self.length_m:g} m"


class Media:
    """Chooses media from a catalog; the same question is answered once."""

    def __init__(self, catalog: Catalog, technology: str) -> None:
        """Keep what is sold for the technology ("ethernet" or "infiniband")."""
        self._catalog = catalog
        self._technology = technology
        self._known: dict[tuple[object, ...], Medium | None] = {}

    @cached_property
    def cables(self) -> list[Cable]:
        """Cables for the technology, cheapest first."""
        return [cable for cable in self._catalog.cables if self._technology in cable.technologies]

    @cached_property
    def optics(self) -> list[Optic]:
        """Transceivers for the technology."""
        return [optic for optic in self._catalog.optics if self._technology in optic.technologies]

    def assembly(self, a: Socket, b: Socket, speed_gbps: float, length_m: float) -> Medium | None:
        """Choose a ready-made cable from one `b` cage to one or several `a` cages, if one is long enough."""
        key = ("assembly", a, b, speed_gbps, length_m)
        if key not in self._known:
            self._known[key] = self._assembly(a, b, speed_gbps, length_m)
        return self._known[key]

    def fibre(self, a: Socket, b: Socket, speed_gbps: float, length_m: float) -> Medium | None:
        """Choose a pair of transceivers that understand each other, and the fibre between them."""
        key = ("fibre", a, b, speed_gbps, length_m)
        if key not in self._known:
            self._known[key] = self._fibre(a, b, speed_gbps, length_m)
        return self._known[key]

    def fibre_between(self, medium: Medium, length_m: float) -> Medium:
        """Give the same transceivers with the fibre that one link needs."""
        key = ("between", medium.optic_a, medium.optic_b, length_m)
        if key not in self._known:
            optics = (medium.optic_a, medium.optic_b)
            self._known[key] = self._strung(optics, length_m)
        found = self._known[key]
        assert found is not None
        return found

    def _strung(self, optics: tuple[Optic | None, Optic | None], length_m: float) -> Medium | None:
        """String the cheapest fibre that is long enough between two transceivers."""
        one, two = optics
        assert one and two
        for cable in self.cables:
            if cable.kind == "fibre" and (cable.fibre, cable.connector) == (one.fibre, one.connector):
                reach = min(one.reach_m, two.reach_m)
                sold = next((length for length in cable.lengths_m if length_m <= length <= reach), None)
                if sold is not None:
                    return Medium(cable, sold, one, two)
        return None

    def longest_m(self, a: Socket, b: Socket, speed_gbps: float) -> float:
        """The longest link that anything in the catalog makes between two cages; 0 where nothing fits."""
        assemblies = [max(cable.lengths_m) for cable in self.cables if _fits(cable, a, b, speed_gbps)]
        fibres = [self._longest_between(one, two) for one, two in self._pairs(a, b, speed_gbps)]
        return max(assemblies + fibres, default=0.0)

    def _longest_between(self, one: Optic, two: Optic) -> float:
        """The longest fibre on sale that two transceivers still reach over."""
        reach = min(one.reach_m, two.reach_m)
        fits = [c for c in self.cables if c.kind == "fibre" and (c.fibre, c.connector) == (one.fibre, one.connector)]
        return max((length for cable in fits for length in cable.lengths_m if length <= reach), default=0.0)

    def _assembly(self, a: Socket, b: Socket, speed_gbps: float, length_m: float) -> Medium | None:
        for cable in self.cables:
            if _fits(cable, a, b, speed_gbps):
                sold = next((length for length in cable.lengths_m if length >= length_m), None)
                if sold is not None:
                    return Medium(cable, sold)
        return None

    def _fibre(self, a: Socket, b: Socket, speed_gbps: float, length_m: float) -> Medium | None:
        strung = [self._strung(pair, length_m) for pair in self._pairs(a, b, speed_gbps)]
        return min((medium for medium in strung if medium), key=_preference, default=None)

    def _pairs(self, a: Socket, b: Socket, speed_gbps: float) -> list[tuple[Optic, Optic]]:
        return [
            (one, two)
            for one in self.optics
            for two in self.optics
            if _seats(one, a, speed_gbps)
            and _seats(two, b, speed_gbps)
            and (one.signal, one.fibre, one.connector) == (two.signal, two.fibre, two.connector)
        ]


def _preference(medium: Medium) -> tuple[float, int, int, str]:
    """Shortest reach first: multimode before single mode, and no more reach than is needed."""
    one, two = medium.optic_a, medium.optic_b
    assert one and two
    return (one.reach_m + two.reach_m, medium.cable.price_order, int(medium.length_m), one.model + two.model)


def _seats(optic: Optic, socket: Socket, speed_gbps: float) -> bool:
    return socket.form_factor in optic.form_factors and optic.ports == socket.ports and optic.speed_gbps == speed_gbps


def _fits(cable: Cable, a: Socket, b: Socket, speed_gbps: float) -> bool:
    if cable.speed_gbps != speed_gbps or len(cable.ends) != 1 + a.cages:
        return False
    for trunk, legs in ((cable.ends[0], cable.ends[1:]), (cable.ends[-1], cable.ends[:-1])):
        if (
            b.form_factor in trunk.form_factors
            and trunk.ports == b.ports
            and all(a.form_factor in leg.form_factors and leg.ports == a.ports for leg in legs)
        ):
            return True
    return False
