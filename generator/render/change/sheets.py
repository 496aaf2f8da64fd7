"""What there is to do in each rack: devices, transceivers, cables, for this change only."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from generator.change.cables import CableWork, Work
from generator.change.difference import Difference
from generator.change.places import devices_in
from generator.change.records import Change, Kind, Row
from generator.plan.cabling.plugs import cage_order
from generator.render.change.cables import end_text, id_text
from generator.render.change.words import rack_order

Cells = tuple[str, ...]


class Sheet(Struct):
    """The work in one rack: rows of cells, as they are printed."""

    rack: str
    devices: list[Cells] = field(default_factory=list)
    optics: list[Cells] = field(default_factory=list)
    pulls: list[Cells] = field(default_factory=list)
    moves: list[Cells] = field(default_factory=list)
    removes: list[Cells] = field(default_factory=list)
    labels: list[Cells] = field(default_factory=list)


def sheets(found: Difference) -> list[Sheet]:
    """Return a sheet for every rack that has work, rack by rack."""
    made: dict[str, Sheet] = {}

    def sheet(rack: str) -> Sheet:
        return made.setdefault(rack, Sheet(rack))

    for rack, cells in _devices(found):
        sheet(rack).devices.append(cells)
    for rack, cells in _optics(found):
        sheet(rack).optics.append(cells)
    for cable in found.cables:
        cells = _cable_cells(cable)
        for rack in _racks(cable):
            _list(sheet(rack), cable.work).append(cells)
    return sorted(made.values(), key=lambda each: rack_order(each.rack))


def _list(sheet: Sheet, work: Work) -> list[Cells]:
    lists = {Work.PULL: sheet.pulls, Work.REMOVE: sheet.removes, Work.RELABEL: sheet.labels}
    return lists.get(work, sheet.moves)


def _racks(cable: CableWork) -> Iterable[str]:
    """Name the racks where a cable is worked on: a new one where it is laid from, all others at every end that is or was."""
    if cable.work is Work.PULL:
        return (cable.rack,)
    return dict.fromkeys(link[end]["rack"] for link in (*cable.before, *cable.after) for end in ("a", "b"))


def _cable_cells(cable: CableWork) -> Cells:
    kinds = dict.fromkeys(f"{row['medium']} {row['length_m']:g} m" for row in (*cable.before[:1], cable.row))
    kind = " -> ".join(kinds)
    ends = [text for links in (cable.before, cable.after) for text in _ends(links)]
    return (id_text(cable), str(cable.work), kind, cable.row["part"], *ends)


def _ends(links: tuple[Row, ...]) -> Cells:
    """Write both ends; a splitter has several legs at one of them."""
    if not links:
        return ("", "")
    return tuple(" + ".join(dict.fromkeys(end_text(link[end]) for link in links)) for end in ("a", "b"))


def _devices(found: Difference) -> Iterator[tuple[str, Cells]]:
    """Yield what is done with devices, from the lowest unit up."""
    changes = [change for change in found.changes if change.table in ("hosts", "switches")]
    for change in sorted(changes, key=lambda each: (each.row["unit"], each.row["name"])):
        for rack, words in _of_device(change):
            yield rack, (_units(change, rack), change.row["name"], change.row["model"], words)


def _of_device(change: Change) -> Iterator[tuple[str, str]]:
    before, after = change.before, change.after
    if before is None or after is None:
        yield change.row["rack"], "comes" if before is None else "goes"
    elif change.kind is Kind.EFFECT:
        places = [f"{row['rack']}-U{row['unit']:02d}" for row in (before, after)]
        if places[0] != places[1]:
            yield before["rack"], f"moves to {places[1]}"
            if before["rack"] != after["rack"]:
                yield after["rack"], f"comes from {places[0]}"
        elif before["model"] != after["model"]:
            yield after["rack"], f"replaces {before['model']}"


def _units(change: Change, rack: str) -> str:
    row = next(row for row in (change.before, change.after) if row is not None and row["rack"] == rack)
    top = row["unit"] + (row.get("height_u") or 1) - 1
    return f"U{row['unit']:02d}" if top == row["unit"] else f"U{row['unit']:02d}-U{top:02d}"


def _optics(found: Difference) -> Iterator[tuple[str, Cells]]:
    """Yield the transceivers that are fitted, taken out or exchanged: from the lowest device up, cage by cage."""
    places: list[Mapping[str, Any]] = [
        {row["name"]: row for row in devices_in(plan)} for plan in (found.old, found.new)
    ]
    rows = []
    for change in found.changes:
        if change.table == "optics":
            device, cage = change.key[:2]
            row = places[1].get(device) or places[0][device]
            words = {Kind.ADDED: "fit", Kind.REMOVED: "take out"}.get(change.kind, "exchange")
            was = f" for {change.before['optic']}" if words == "exchange" and change.before else ""
            rows.append((row, cage, (f"U{row['unit']:02d}", device, cage, words, change.row["optic"] + was)))
    for row, _, cells in sorted(rows, key=lambda each: (each[0]["unit"], each[0]["name"], *cage_order(each[1]))):
        yield row["rack"], cells
