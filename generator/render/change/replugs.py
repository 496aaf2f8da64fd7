"""Cables that are unplugged because a device is carried or set aside, and go back into the same ports: rows of the sheets of its racks."""

from collections.abc import Iterator, Sequence

from generator.change.difference import Difference
from generator.change.places import devices_in
from generator.change.records import Row
from generator.change.step import Step
from generator.change.tables import PlanRows
from generator.change.trunks import harnesses_of
from generator.plan.cabling.ends import place_text
from generator.plan.cabling.plugs import cage_order
from generator.render.change.cables import port_text

_ASIDE = "aside"


class Replugs:
    """Where devices and cables are while the steps are taken."""

    def __init__(self, found: Difference) -> None:
        """Begin with the earlier plan."""
        self._old, self._new = _by_cable(found.old), _by_cable(found.new)
        self._before, self._after = _by_name(found.old), _by_name(found.new)
        self._harnesses = list(harnesses_of(found.old))
        self._plugged: set[str] = set()
        self._moved: set[str] = set()
        self._aside: dict[str, int | None] = {}

    def rows(self, steps: Sequence[Step]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield racks and cells, port by port: step, whether it is unplugged and whether it is plugged in here, device, ports, cable, medium, other ends."""
        for number, step in enumerate(steps, 1):
            stay = step.behind if step.kind == _ASIDE else ()
            again = [cable for cable in step.again if cable not in stay]
            wanted = [(name, cable) for cable in again for name in step.devices if self._ends(cable, name)]
            for name, cable in sorted(
                wanted, key=lambda each: (each[0], cage_order(self._ends(each[1], each[0])[0][0]["cage"]))
            ):
                ends = self._ends(cable, name)
                ports = " + ".join(port_text(near) for near, _, _ in ends)
                far = " + ".join(self._place(end) for _, end, _ in ends)
                kind = f"{ends[0][2]['medium']} {ends[0][2]['length_m']:g} m"
                for rack, out, back in self._racks(name, step.kind):
                    yield rack, (str(number), out, back, name, ports, cable, kind, far)
            for each in self._harnesses if step.kind == _ASIDE else ():
                if each.harness in step.trunks:
                    ports, kind = each.label.rpartition(" ")[2], f"fibre {each.length_m:g} m"
                    far = f"{each.panel}: {each.positions}"
                    yield each.rack, (str(number), "out", "in", each.device, ports, each.harness, kind, far)
            self._take(step)

    def _racks(self, name: str, kind: str) -> Iterator[tuple[str, str, str]]:
        """Yield the racks where hands are: one where a device is set aside in its rack, or stays in it; else it is unplugged in one and plugged in in the other."""
        here, there = (plan[name]["rack"] for plan in (self._before, self._after))
        if kind == _ASIDE or here == there:
            yield here, "out", "in"
        else:
            yield here, "out", ""
            yield there, "", "in"

    def _ends(self, cable: str, name: str) -> list[tuple[Row, Row, Row]]:
        """Return the ends of a cable's links at a device, their other ends and the links, as they are by now."""
        links = self._new if cable in self._plugged or cable not in self._old else self._old
        both = (("a", "b"), ("b", "a"))
        return [(x[here], x[there], x) for x in links[cable] for here, there in both if x[here]["device"] == name]

    def _place(self, end: Row) -> str:
        """Print an end where its device is by now."""
        name = end["device"]
        row = (self._after if name in self._moved or name not in self._before else self._before)[name]
        if name in self._aside:
            unit = self._aside[name]
            where = f"{row['rack']}-U{unit:02d}" if unit else row["rack"]
            return f"{where} {name} {port_text(end)} (set aside)"
        return place_text(row["rack"], row["unit"], name, port_text(end))

    def _take(self, step: Step) -> None:
        self._plugged |= set(step.plug)
        if step.kind == _ASIDE:
            self._aside |= dict.fromkeys(step.devices, step.aside)
        elif step.kind in ("host", "switch", "release"):
            for name in step.devices:
                self._aside.pop(name, None)
            self._moved |= set(step.devices) & self._after.keys()


def _by_cable(plan: PlanRows) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for link in plan["links"]:
        found.setdefault(link["cable"], []).append(link)
    return found


def _by_name(plan: PlanRows) -> dict[str, Row]:
    return {row["name"]: row for row in devices_in(plan)}
