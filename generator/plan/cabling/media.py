"""The medium of a cable: what reaches, fits both cages, and costs least, by the catalog's price order."""

from collections.abc import Iterable, Iterator
from functools import cached_property, partial

from generator.catalog.load import Catalog
from generator.catalog.model import Cable, Optic
from generator.plan.cabling.light_paths import (
    LightPath,
    Medium,
    Socket,
    fanned_out,
    fittings,
    plain,
    side_by_side,
    through_panels,
)

__all__ = ["Media", "Medium", "Socket"]


class Media:
    """Chooses media from a catalog; the same question is answered once."""

    def __init__(self, catalog: Catalog, technology: str) -> None:
        """Keep the products for the technology ("ethernet" or "infiniband")."""
        self._catalog = catalog
        self._technology = technology
        self._known: dict[tuple[object, ...], Medium | None] = {}
        self._fitting: dict[tuple[Socket, Socket, float], list[Cable]] = {}

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

    def fibre(
        self,
        a: Socket,
        b: Socket,
        speed_gbps: float,
        length_m: float,
        *,
        paired: bool = False,
        fan: bool = False,
        optics: tuple[str, str] | None = None,
    ) -> Medium | None:
        """Choose a pair of transceivers that understand each other, and the fibre between them.

        `paired`: all links of both cages run between the two. `fan`: the `b` cage is shared by several `a` cages. With `optics` the
        two models are chosen already.
        """
        key = ("fibre", a, b, speed_gbps, length_m, paired, fan, optics)
        if key not in self._known:
            choices = self._choices(a, b, speed_gbps, paired=paired, fan=fan)
            strung = ([_strung(path, length_m) for path in paths if _of(path, optics)] for paths in choices)
            prefer = partial(_preference, a, b)
            best = (min((m for m in media if m), key=prefer, default=None) for media in strung)
            # the fewest pieces first, of what both ends take before what one may refuse
            self._known[key] = _least_refused((medium for medium in best if medium), a, b)
        return self._known[key]

    def fibre_between(self, medium: Medium, length_m: float) -> Medium:
        """Return the same transceivers with the fibre that one link needs."""
        assert medium.path
        key = ("between", medium.path, length_m)
        if key not in self._known:
            self._known[key] = _strung(medium.path, length_m)
        found = self._known[key]
        assert found is not None
        return found

    def of_length(self, medium: Medium, length_m: float, a: Socket, b: Socket, speed_gbps: float) -> Medium | None:
        """Return the cable in a stated length: between the same transceivers, or ready-made between the same cages; None where none is sold."""
        if medium.path:
            cords = medium.path.cords if length_m <= medium.path.room_m else ()
            return next((Medium(cord, length_m, medium.path) for cord in cords if length_m in cord.lengths_m), None)
        sold = (cable for cable in self._assemblies(a, b, speed_gbps) if length_m in cable.lengths_m)
        return next((Medium(cable, length_m) for cable in sold), None)

    def longest_m(self, a: Socket, b: Socket, speed_gbps: float) -> float:
        """The longest link between two cages with products of the catalog, m; 0 where nothing fits."""
        assemblies = [max(cable.lengths_m) for cable in self._assemblies(a, b, speed_gbps)]
        paths = [
            path
            for paths in self._choices(a, b, speed_gbps, paired=False, fan=a.cages == b.ports > 1)
            for path in paths
        ]
        fibres = [length for path in paths for cord in path.cords for length in cord.lengths_m if length <= path.room_m]
        return max(assemblies + fibres, default=0.0)

    def seats(self, socket: Socket, speed_gbps: float) -> bool:
        """Whether a transceiver fills that cage with just these links."""
        return any(fittings(self.optics, socket, speed_gbps))

    def _choices(
        self, a: Socket, b: Socket, speed_gbps: float, *, paired: bool, fan: bool
    ) -> Iterator[list[LightPath]]:
        """Yield the light paths between two cages, kind after kind: the fewest pieces first."""
        pairs = [
            (one, two)
            for one in fittings(self.optics, a, speed_gbps)
            for two in fittings(self.optics, b, speed_gbps)
            if (one.signal, one.optic.fibre) == (two.signal, two.optic.fibre)
        ]
        kinds = [(plain, True), (side_by_side, paired), (fanned_out, fan), (through_panels, True)]
        for kind, allowed in kinds:
            if allowed:
                yield [path for one, two in pairs for path in kind(self.cables, one, two)]

    def _assembly(self, a: Socket, b: Socket, speed_gbps: float, length_m: float) -> Medium | None:
        sold = (
            Medium(cable, length)
            for cable in self._assemblies(a, b, speed_gbps)
            if (length := next((each for each in cable.lengths_m if each >= length_m), None)) is not None
        )
        return _least_refused(sold, a, b)

    def _assemblies(self, a: Socket, b: Socket, speed_gbps: float) -> list[Cable]:
        """Return the ready-made cables between one `b` cage and one or several `a` cages, cheapest first."""
        key = (a, b, speed_gbps)
        if key not in self._fitting:
            self._fitting[key] = [cable for cable in self.cables if _fits(cable, a, b, speed_gbps)]
        return self._fitting[key]


def refusals(medium: Medium, a: Socket, b: Socket) -> int:
    """Count the ends of a link at which the switch may refuse the plug; twisted pair has no identification."""
    if medium.path:
        return a.refuses(medium.path.one.optic) + b.refuses(medium.path.two.optic)
    return 0 if medium.cable.kind == "copper" else a.refuses(medium.cable) + b.refuses(medium.cable)


def _least_refused(media: Iterable[Medium], a: Socket, b: Socket) -> Medium | None:
    """Return the first of the media that the fewest ends may refuse; those behind one that both take are not made."""
    found: dict[int, Medium] = {}
    for medium in media:
        refused = refusals(medium, a, b)
        found.setdefault(refused, medium)
        if refused == 0:
            break
    return found[min(found)] if found else None


def _of(path: LightPath, optics: tuple[str, str] | None) -> bool:
    return optics is None or (path.one.optic.model, path.two.optic.model) == optics


def _strung(path: LightPath, length_m: float) -> Medium | None:
    """String the cheapest cord that is long enough, and short enough for the transceivers."""
    for cord in path.cords:
        sold = next((length for length in cord.lengths_m if length_m <= length <= path.room_m), None)
        if sold is not None:
            return Medium(cord, sold, path)
    return None


def _preference(a: Socket, b: Socket, medium: Medium) -> tuple[int, float, int, int, int, str]:
    """Sort key: accepted by both ends first, then the shortest reach: multimode before single mode, and no more reach than is needed.

    Of two equal ones, the one that the maker of the switch sells.
    """
    assert medium.path
    one, two = medium.path.one, medium.path.two
    ends = ((a, one.optic), (b, two.optic))
    return (
        refusals(medium, a, b),
        one.reach_m + two.reach_m,
        medium.cable.price_order,
        int(medium.cable_m),
        sum(bool(socket.vendor) and optic.vendor != socket.vendor for socket, optic in ends),
        one.optic.model + two.optic.model,
    )


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
