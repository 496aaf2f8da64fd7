"""Work in each rack for a change: devices, transceivers, cables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from generator.change.cables import CableWork, Work
from generator.change.difference import Difference
from generator.change.places import devices_in
from generator.change.records import Change, Kind, Row
from generator.change.rename_steps import TABLE as RENAMED
from generator.change.replaced import hardware
from generator.change.step import Step
from generator.plan.cabling.plugs import cage_order
from generator.render.change.cables import end_text, id_text
from generator.render.change.harness_rows import harness_rows
from generator.render.change.label_rows import label_rows
from generator.render.change.meanwhile import Meanwhile, units_text
from generator.render.change.pdu_rows import pdu_pulls, pdu_rows
from generator.render.change.power_rows import moved_rows, off_rows, plugged_rows, strip_rows, unplugged_rows
from generator.render.change.replugs import Replugs
from generator.render.change.words import Cells, rack_order


class Sheet(Struct):
    """The work in one rack: rows of cells, as they are printed."""

    rack: str
    devices: list[Cells] = field(default_factory=list)
    optics: list[Cells] = field(default_factory=list)
    harnesses: list[Cells] = field(default_factory=list)
    cords: list[Cells] = field(default_factory=list)
    moved: list[Cells] = field(default_factory=list)
    """Power cords of devices that run on, which go elsewhere."""
    off: list[Cells] = field(default_factory=list)
    """Power cords of devices that are off meanwhile: carried to another place, or in need of all supplies."""
    unplugged: list[Cells] = field(default_factory=list)
    strips: list[Cells] = field(default_factory=list)
    pulls: list[Cells] = field(default_factory=list)
    moves: list[Cells] = field(default_factory=list)
    removes: list[Cells] = field(default_factory=list)
    labels: list[Cells] = field(default_factory=list)
    legs: list[Cells] = field(default_factory=list)
    """Legs of splitters whose other ends stay as they are."""
    same: list[Cells] = field(default_factory=list)
    """Cables that go back into the same ports."""


class Numbers:
    """The numbers of the steps in which devices and cables are worked on, as they are printed."""

    def __init__(self, steps: Sequence[Step]) -> None:
        """Number the steps from 1."""
        self.first = "1" if steps else ""
        self._devices: dict[str, list[int]] = {}
        self._out: dict[str, list[int]] = {}
        self._in: dict[str, list[int]] = {}
        self._cords: dict[str, list[int]] = {}
        for number, step in enumerate(steps, 1):
            if step.kind not in ("limits", "aside"):  # no work for hands, and work with rows of its own
                for name in step.devices:
                    self._devices.setdefault(name, []).append(number)
            for names, of in ((step.unplug, self._out), (step.plug, self._in), (step.cords, self._cords)):
                for name in names:
                    of.setdefault(name, []).append(number)

    def device(self, name: str) -> str:
        """Return the steps of a device."""
        return _numbers(self._devices.get(name, ()))

    def cord(self, cord: str) -> str:
        """Return the steps in which a power cord is moved."""
        return _numbers(self._cords.get(cord, ()))

    def plugged(self, cable: str) -> str:
        """Return the steps in which a cable is plugged in."""
        return _numbers(self._in.get(cable, ()))

    def cable(self, cable: CableWork) -> str:
        """Return the steps of a cable: where it is taken out, under its earlier name, and where it is plugged in. A new label waits for nothing."""
        out = (step for link in cable.before for step in self._out.get(link["cable"], ()))
        return _numbers([*out, *self._in.get(cable.cable, ())])

    def optic(self, device: str, links: Iterable[Row], side: str) -> str:
        """Return the steps of the cables in a cage; of its device, where there are none."""
        of = self._out if side == "before" else self._in
        return _numbers([step for link in links for step in of.get(link["cable"], ())]) or self.device(device)


def _numbers(steps: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(set(steps))))


def steps_of(found: Difference) -> tuple[Step, ...]:
    """Return the steps; a single one if there are only additions, as these do not depend on each other."""
    if any(step.kind in ("add", "leave", "host", "switch", "release") for step in found.steps):
        return found.steps
    there = {row["name"] for row in devices_in(found.old)}
    come = tuple(row["name"] for row in devices_in(found.new) if row["name"] not in there)
    fresh = [cable.cable for cable in found.cables if cable.work in (Work.PULL, Work.PLUG)]
    pulled = (*fresh, *pdu_pulls(found))
    return (*((Step(kind="add", devices=come, plug=pulled),) if come or pulled else ()), *found.steps)


def sheets(found: Difference, steps: Sequence[Step]) -> list[Sheet]:
    """Return a sheet for every rack that has work, rack by rack; every row begins with the numbers of its steps."""
    made: dict[str, Sheet] = {}
    numbers = Numbers(steps)

    def sheet(rack: str) -> Sheet:
        return made.setdefault(rack, Sheet(rack))

    then = Meanwhile(found, steps)
    for rack, cells in then.devices():
        sheet(rack).devices.append(cells)
    for rack, cells in _devices(then):
        sheet(rack).devices.append((numbers.device(cells[1]), *cells))
    for rack, cells in _other_form(found):
        sheet(rack).devices.append(("", *cells))
    for rack, cells in _optics(found, numbers):
        sheet(rack).optics.append(cells)
    for rack, cells in harness_rows(found, numbers):
        sheet(rack).harnesses.append(cells)
    for rack, cells in plugged_rows(found, numbers):
        sheet(rack).cords.append(cells)
    for rack, cells in moved_rows(found, numbers):
        sheet(rack).moved.append(cells)
    for rack, cells in (*then.cords(), *off_rows(found, numbers, then)):
        sheet(rack).off.append(cells)
    for rack, cells in unplugged_rows(found, numbers):
        sheet(rack).unplugged.append(cells)
    for rack, cells in strip_rows(found, numbers):
        sheet(rack).strips.append(cells)
    for cable in found.cables:
        for near, far in cable.legs:
            kind = f"{cable.row['medium']} {cable.row['length_m']:g} m"
            cells = (numbers.cable(cable), id_text(cable), str(cable.work), kind, end_text(near), end_text(far))
            sheet(near["rack"]).legs.append(cells)
    for cable in (each for each in found.cables if each.work not in _OWN_ROWS):
        cells = (numbers.cable(cable), *_cable_cells(cable, then))
        for rack in _racks(cable):
            _list(sheet(rack), cable.work).append(cells)
    for rack, cells in label_rows(found.cables):
        sheet(rack).labels.append(cells)
    for rack, work, cells in pdu_rows(found, numbers):
        _list(sheet(rack), work).append(cells)
    for rack, cells in Replugs(found).rows(steps):
        sheet(rack).same.append(cells)
    return sorted(made.values(), key=lambda each: rack_order(each.rack))


_OWN_ROWS = frozenset({Work.RELABEL, Work.PLUG, Work.UNPLUG})
"""Work that is done at single ends, and has rows for these."""


def _list(sheet: Sheet, work: Work) -> list[Cells]:
    lists = {Work.PULL: sheet.pulls, Work.REMOVE: sheet.removes, Work.RELABEL: sheet.labels}
    return lists.get(work, sheet.moves)


def _racks(cable: CableWork) -> Iterable[str]:
    """Name the racks where a cable is worked on: a new one where it is laid from, all others at every end that is or was."""
    if cable.work is Work.PULL:
        return (cable.rack,)
    return dict.fromkeys(link[end]["rack"] for link in (*cable.before, *cable.after) for end in ("a", "b"))


def _cable_cells(cable: CableWork, then: Meanwhile) -> Cells:
    kinds = dict.fromkeys(f"{row['medium']} {row['length_m']:g} m" for row in (*cable.before[:1], cable.row))
    kind = " -> ".join(kinds)
    ends = [text for links in (then.links(cable.before), cable.after) for text in _ends(links)]
    return (id_text(cable), str(cable.work), kind, cable.row["part"], *ends)


def _ends(links: Sequence[Row]) -> Cells:
    """Write both ends; a splitter has several legs at one of them."""
    if not links:
        return ("", "")
    return tuple(" + ".join(dict.fromkeys(end_text(link[end]) for link in links)) for end in ("a", "b"))


def _devices(then: Meanwhile) -> Iterator[tuple[str, Cells]]:
    """Yield the work on devices, from the lowest unit up."""
    found = then.found
    rows = {row["name"]: row for row in devices_in(found.old)}
    for change in found.changes:
        if change.table == RENAMED:
            row = rows[change.key[0]]
            yield (
                row["rack"],
                (units_text(row), row["name"], row["model"], f"new label; so far {change.fields[0].before}"),
            )
    for was, rack in found.renames.racks.items():
        yield rack, ("", rack, "rack", f"new labels of the rack, its devices, PDUs and power cords; so far {was}")
    changes = [change for change in found.changes if change.table in ("hosts", "switches")]
    made: dict[tuple[str, Cells], None] = {}
    for change in sorted(changes, key=lambda each: (each.row["unit"], each.row["name"])):
        for row, words in _of_device(change, then):
            made[row["rack"], (units_text(row), row["name"], row["model"], words)] = None
    yield from made


def _other_form(found: Difference) -> Iterator[tuple[str, Cells]]:
    """Yield racks and devices that stay where they are, whose labels get another form: that waits for no step. Those with other names have rows."""
    if found.labels.every:
        stay = {row["name"] for row in found.old["racks"]} - {*found.renames.racks.values()}
        for rack in (row["name"] for row in found.new["racks"] if row["name"] in stay):
            yield rack, ("", rack, "rack", "new labels of the rack, its panels, harnesses, PDUs and power cords")
    if found.labels.places:
        named = {*found.renames.devices.values()}
        there = {row["name"]: row for row in devices_in(found.old)}
        for row in sorted(devices_in(found.new), key=lambda each: (each["unit"], each["name"])):
            was = there.get(row["name"])
            if was and row["name"] not in named and (was["rack"], was["unit"]) == (row["rack"], row["unit"]):
                yield row["rack"], (units_text(row), row["name"], row["model"], "new labels, front and rear")


def _of_device(change: Change, then: Meanwhile) -> Iterator[tuple[Row, str]]:
    """Yield the device at its earlier or later place, and the work on it there."""
    before, after = change.before, change.after
    if before is None or after is None:
        yield change.row, "install" if before is None else "remove"
    elif change.kind is Kind.EFFECT:
        places = [f"{row['rack']}-U{row['unit']:02d}" for row in (before, after)]
        page = f"replace/{change.row['name']}.html"
        if before["model"] != after["model"]:
            if places[0] != places[1]:
                yield before, f"take out; a {after['model']} in {places[1]} replaces it; {page}"
            yield after, f"replaces {before['model']}; {page}"
        elif places[0] != places[1]:
            here = then.device(before)
            yield here, f"move to {places[1]}"
            if before["rack"] != after["rack"]:
                yield after, f"move here from {here['rack']}-U{here['unit']:02d}"
        elif others := [f"{field.name} {field.after} for {field.before}" for field in hardware(change)]:
            yield after, f"exchange: {others[0]}; {page}"


def _optics(found: Difference, numbers: Numbers) -> Iterator[tuple[str, Cells]]:
    """Yield the transceivers that are fitted, taken out or exchanged: from the lowest device up, cage by cage."""
    places: list[Mapping[str, Any]] = [
        {row["name"]: row for row in devices_in(plan)} for plan in (found.old, found.new)
    ]
    rows = []
    links = _in_cages(found)
    for change in found.changes:
        if change.table == "optics":
            device, cage = change.key[:2]
            side = "before" if change.kind is Kind.REMOVED else "after"
            step = numbers.optic(device, links.get((side, device, cage), ()), side)
            row = places[1].get(device) or places[0][device]
            words = {Kind.ADDED: "fit", Kind.REMOVED: "take out"}.get(change.kind, "exchange")
            was = f" for {change.before['optic']}" if words == "exchange" and change.before else ""
            rows.append((row, cage, (step, f"U{row['unit']:02d}", device, cage, words, change.row["optic"] + was)))
    for row, _, cells in sorted(rows, key=lambda each: (each[0]["unit"], each[0]["name"], *cage_order(each[1]))):
        yield row["rack"], cells


def _in_cages(found: Difference) -> dict[tuple[str, str, str], list[Row]]:
    """Return the links that are worked on by the cages of their ends, as they were and as they will be."""
    made: dict[tuple[str, str, str], list[Row]] = {}
    for cable in found.cables:
        for side, links in (("before", cable.before), ("after", cable.after)):
            for link in links:
                for end in (link["a"], link["b"]):
                    made.setdefault((side, end["device"], end["cage"]), []).append(link)
    return made
