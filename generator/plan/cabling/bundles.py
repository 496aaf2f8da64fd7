"""Bundles: cables of one kind that run together from one rack to another, and the trunks that replace them."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from generator.catalog.model import Cable
from generator.model.device import LinkKind
from generator.plan.cabling.cables import FABRIC_LETTERS, KIND_LETTERS
from generator.plan.cabling.records import Link
from generator.plan.plan import Plan


class Bundle(Struct, frozen=True, kw_only=True):
    """Installed cables of one model and purpose between two racks, named by the racks and the letters of the cables' usual ids.

    A pre-bundled trunk is made to the longest of them; `trunks` of them and `loose` cables pulled singly make up `cables`.
    """

    bundle: str
    fabric: str
    kind: LinkKind
    from_rack: str
    to_rack: str
    medium: str
    model: str
    fibre: str
    connector: str
    polarity: str
    cables: int
    cable_ids: str
    shortest_m: float
    longest_m: float
    trunks: int
    trunk_cables: int
    trunk_length_m: float | None
    loose: int


def plan_bundles(plan: Plan) -> Iterator[Bundle]:
    """Yield every bundle, by the places of its racks. Each leg of a splitter is in the bundle of its own rack."""
    found: dict[tuple[str, str, str, str], dict[str, Link]] = {}
    models = {cable.cable: cable.model for cable in plan.cables}
    for link in plan.links:
        if link.a.rack != link.b.rack:
            letters = FABRIC_LETTERS[link.fabric] + KIND_LETTERS[link.kind]  # a pinned id may have any
            key = (link.a.rack, link.b.rack, letters, models[link.cable])
            found.setdefault(key, {}).setdefault(link.cable, link)
    order = {rack.name: (rack.row, rack.position) for rack in plan.racks}
    for key in sorted(found, key=lambda key: (order[key[0]], order[key[1]], key[2:])):
        yield _bundle(plan, key, found[key])


def _bundle(plan: Plan, key: tuple[str, str, str, str], cables: dict[str, Link]) -> Bundle:
    from_rack, to_rack, letters, model = key
    entry = plan.hardware.get(Cable, model)
    lengths = [link.length_m for link in cables.values()]
    first = next(iter(cables.values()))
    size = plan.site.cabling.trunk_cables
    trunks, loose = divmod(len(cables), size) if entry.kind == "fibre" else (0, len(cables))
    return Bundle(
        bundle=f"{from_rack}-{to_rack}-{letters}",
        fabric=first.fabric,
        kind=first.kind,
        from_rack=from_rack,
        to_rack=to_rack,
        medium=entry.kind,
        model=model,
        fibre=entry.fibre or "",
        connector=entry.connector or "",
        polarity=entry.polarity or "",
        cables=len(cables),
        cable_ids=id_ranges(cables),
        shortest_m=min(lengths),
        longest_m=max(lengths),
        trunks=trunks,
        trunk_cables=size if trunks else 0,
        trunk_length_m=max(lengths) if trunks else None,
        loose=loose,
    )


def id_ranges(ids: Iterable[str]) -> str:
    """Write cable ids shortly: `CH001-CH008 CH017`. A pinned id may have other letters, or no number."""
    runs: list[list[str]] = []
    before: tuple[str, int, int] | None = None
    for stem, number, width, each in sorted(map(_parts, ids)):
        if width and before == (stem, number - 1, width):
            runs[-1][1:] = [each]
        else:
            runs.append([each])
        before = (stem, number, width)
    return " ".join("-".join(run) for run in runs)


def _parts(cable: str) -> tuple[str, int, int, str]:
    """Return the text of an id before its number, the number, how many digits it has, and the id."""
    stem = cable.rstrip("0123456789")
    digits = cable[len(stem) :]
    return stem, int(digits or 0), len(digits), cable
