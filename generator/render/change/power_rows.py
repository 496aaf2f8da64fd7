"""Power in each rack: PDUs that come and go, cords to plug in, to move and to take out, as rows of the sheets."""

from collections.abc import Iterator
from typing import Protocol

from generator.change.cords import MovedCord
from generator.change.difference import Difference
from generator.plan.power.cords import Cord
from generator.render.change.meanwhile import Meanwhile, cord_unit
from generator.render.change.words import Cells


class Steps(Protocol):
    """The numbers of the steps, as they are printed."""

    def device(self, name: str) -> str: ...  # noqa: D102
    def cord(self, cord: str) -> str: ...  # noqa: D102
    def plugged(self, cable: str) -> str: ...  # noqa: D102
    @property
    def first(self) -> str: ...  # noqa: D102


def plugged_rows(found: Difference, numbers: Steps) -> Iterator[tuple[str, Cells]]:
    """Yield the cords that are plugged in; the line of a shelf comes with the hosts of its rack."""
    yield from _rows(found.power.plugged, {row["rack"]: row["name"] for row in reversed(found.new["hosts"])}, numbers)


def unplugged_rows(found: Difference, numbers: Steps) -> Iterator[tuple[str, Cells]]:
    """Yield the removed cords, under the names on their labels; the line of a shelf is removed with the hosts of its rack."""
    yield from _rows(found.power.unplugged, {row["rack"]: row["name"] for row in reversed(found.old["hosts"])}, numbers)


def moved_rows(found: Difference, numbers: Steps) -> Iterator[tuple[str, Cells]]:
    """Yield the cords that are moved while their devices run."""
    for each in found.power.moved:
        if each.live:
            yield each.after.rack, (numbers.cord(each.after.cord), cord_unit(each.after), *_both(each))


def off_rows(found: Difference, numbers: Steps, then: Meanwhile) -> Iterator[tuple[str, Cells]]:
    """Yield the cords of devices that are off meanwhile: whether they are unplugged, and whether they are plugged in, in this rack."""
    for each in (cord for cord in found.power.moved if not cord.live):
        step, was, now = numbers.cord(each.after.cord), then.cord(each.before), each.after
        ends = [(was, "out", ""), (now, "", "in")] if was.rack != now.rack else [(now, "out", "in")]
        for cord, out, back in ends:
            yield cord.rack, (step, out, back, cord_unit(cord), *_both(each))


def _both(moved: MovedCord) -> Cells:
    was, cord = moved.before, moved.after
    return (cord.device, cord.cord, str(cord.supply), was.there, cord.there)


def strip_rows(found: Difference, numbers: Steps) -> Iterator[tuple[str, Cells]]:
    """Yield the PDUs that come, in the step of the first cord that is plugged into them, and those that go, in that of the last one."""
    power = found.power
    plugged = [(each, numbers.device(each.device)) for each in power.plugged]
    plugged += [(each.after, numbers.cord(each.after.cord)) for each in power.moved]
    out = [(each, numbers.device(each.device)) for each in power.unplugged]
    out += [(each.before, numbers.cord(each.after.cord)) for each in power.moved]
    for strips, cords, plan, first, what in (
        (power.strips, plugged, found.new, True, "fit it before its first cord is plugged in"),
        (power.gone, out, found.old, False, "take it out after its last cord is unplugged"),
    ):
        for rack, names in strips.items():
            others = [numbers.device(row["name"]) for row in (*plan["hosts"], *plan["switches"]) if row["rack"] == rack]
            for name in names:
                steps = [step for cord, step in cords if cord.pdu == name]
                numbered = sorted(int(step) for each in steps or others for step in each.split(", ") if step)
                yield rack, (str(numbered[0 if first else -1]) if numbered else "", name, what)


def _rows(cords: tuple[Cord, ...], hosts: dict[str, str], numbers: Steps) -> Iterator[tuple[str, Cells]]:
    for cord in cords:
        step = numbers.device(cord.device if cord.unit is not None else hosts[cord.rack])
        yield cord.rack, (step, cord_unit(cord), cord.device, cord.cord, str(cord.supply), cord.there)
