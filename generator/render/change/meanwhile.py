"""Where devices and ends of cables are between the steps: switches that are set aside have rows of their own."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from generator.change.cords import plan_cords
from generator.change.difference import Difference
from generator.change.places import devices_in
from generator.change.records import Row
from generator.change.step import Step
from generator.plan.power.cords import Cord
from generator.render.change.words import Cells


class Meanwhile:
    """The devices that are set aside, with their steps and units, and the cables that are plugged into devices at other places than before."""

    def __init__(self, found: Difference, steps: Sequence[Step]) -> None:
        """Read the steps."""
        self.found = found
        self._steps = [(str(number), step) for number, step in enumerate(steps, 1) if step.kind == "aside"]
        self._units = {step.devices[0]: step.aside for _, step in self._steps if step.aside}
        self._places = {(name, cable): place for name, cable, place in self._plugged(steps)}

    def _plugged(self, steps: Sequence[Step]) -> Iterator[tuple[str, str, Row]]:
        """Yield devices with their cables and places, as long as these cables are not unplugged for good."""
        before, after = ({row["name"]: row for row in devices_in(plan)} for plan in (self.found.old, self.found.new))
        gone: set[str] = set()
        for step in steps:
            gone |= set(step.unplug)
            for name in step.devices if step.kind == "aside" else step.carried:
                place = self.device(before[name]) if step.kind == "aside" else after[name]
                yield from ((name, cable, place) for cable in step.again if cable not in gone)

    def devices(self) -> Iterator[tuple[str, Cells]]:
        """Yield racks and cells: step, units, device, model, what is done."""
        rows = {row["name"]: row for row in devices_in(self.found.old)}
        for number, step in self._steps:
            row = rows[step.devices[0]]
            to = f"in {units_text(self.device(row))} of this rack" if step.aside else "on free units of this rack"
            words = f"power off, and set aside {to} until {row['rack']}-U{row['unit']:02d} is taken"
            yield row["rack"], (number, units_text(row), row["name"], row["model"], words)

    def cords(self) -> Iterator[tuple[str, Cells]]:
        """Yield racks and cells of the cords that go back into the same PDUs: step, out, in, unit, device, cord, supply, from, to."""
        cords = list(plan_cords(self.found.old)) if self._steps else []
        for number, step in self._steps:
            for cord in (each for each in cords if each.device in step.devices and each.unit is not None):
                names = (cord.device, cord.cord, str(cord.supply), cord.there, cord.there)
                yield cord.rack, (number, "out", "in", cord_unit(cord), *names)

    def device(self, row: Row) -> Row:
        """Return a device where it is by then."""
        return {**row, "unit": self._units.get(row["name"], row["unit"])}

    def cord(self, cord: Cord) -> Cord:
        """Return a power cord where its device is by then."""
        return replace(cord, unit=self._units.get(cord.device, cord.unit))

    def links(self, links: Sequence[Row]) -> list[Row]:
        """Return the links of a cable with the places of their ends when it is unplugged."""
        return [{**link, "a": self._end(link, "a"), "b": self._end(link, "b")} for link in links]

    def _end(self, link: Row, side: str) -> Row:
        end: Row = link[side]
        place = self._places.get((end["device"], link["cable"]), end)
        return {**end, "rack": place["rack"], "unit": place["unit"]}


def units_text(row: Row) -> str:
    """Name the units of a device."""
    top = row["unit"] + (row.get("height_u") or 1) - 1
    return f"U{row['unit']:02d}" if top == row["unit"] else f"U{row['unit']:02d}-U{top:02d}"


def cord_unit(cord: Cord) -> str:
    """Name the unit of a cord's device; empty for a shelf."""
    return "" if cord.unit is None else f"U{cord.unit:02d}"
