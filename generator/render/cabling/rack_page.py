"""The page of one rack: front and rear to scale, one line of notes a device, then its cords, and the cable of every port of its hosts."""

from collections.abc import Iterator
from typing import Any

from generator.plan.cabling.ends import port_text
from generator.plan.cabling.plugs import cage_order
from generator.plan.cabling.rack_sheet import rack_weights
from generator.plan.counts import counted
from generator.plan.plan import Plan
from generator.plan.power.cords import Cord, cords_by_rack, pdu_names, pdu_racks, whole_models, without_cords
from generator.plan.power.loads import installed_models
from generator.plan.records import Host, Switch
from generator.render.cabling.rack_devices import devices_of, unit_range
from generator.render.cabling.rack_drawing import RackDrawing
from generator.render.drawing.contents import FIXTURE, Contents, contents_of
from generator.render.drawing.palette import KEPT
from generator.render.drawing.words import kilowatts
from generator.render.escape import markup

_PROFILE = "generic"
"""The vendor of a profile: no product, so its rear is not documented."""


class RackPages:
    """Makes the pages of all racks; what several of them need is found once."""

    def __init__(self, plan: Plan) -> None:
        """Look at a plan."""
        self._plan = plan
        self._devices = devices_of(plan)
        self._models = installed_models(plan)
        self._cords, self._uncorded = cords_by_rack(plan), without_cords(plan)
        self._weights, self._unweighed = rack_weights(plan)
        self._strips = {rack: pdu_names(plan, rack) for rack in pdu_racks(plan)}
        self._drawing = RackDrawing(plan, self._models, whole_models(plan))

    def pages(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the name of every rack with the values of its page."""
        for contents in contents_of(self._plan):
            yield contents.rack.name, self._page(contents)

    def _page(self, contents: Contents) -> dict[str, Any]:
        rack = contents.rack.name
        devices, cords = self._devices[rack], self._cords[rack]
        by_device: dict[str, list[Cord]] = {}
        for cord in cords:
            by_device.setdefault(cord.device, []).append(cord)
        return {
            "rack": markup(rack),
            "facts": self._facts(contents),
            "drawing": self._drawing.draw(contents, {name: len(mine) for name, mine in by_device.items()}),
            "scale": self._drawing.scale,
            "profiles": self._profiles(devices),
            "documented": any(self._drawing.cages(device.model) for device in devices),
            "strips": ", ".join(map(markup, self._strips.get(rack, ()))),
            "cords": [_cord(cord) for cord in cords],
            "uncorded": ", ".join(map(markup, self._uncorded[rack])),
            "ports": [self._ports(device) for device in devices],
        }

    def _facts(self, contents: Contents) -> str:
        """Return contents, power and weight of the rack, and the number of devices of unknown weight."""
        rack, load = contents.rack.name, contents.load
        kept = sum(slot.paint is KEPT for slot in contents.slots)
        places = f", {counted(kept, 'place')} kept" if kept else ""
        power = f"{kilowatts(load.power_w)} kW at most" if load.power_w else "power not known"
        more = f", and {counted(len(load.unknown), 'device')} of unknown power" if load.unknown else ""
        fixtures = sum(slot.paint is FIXTURE for slot in contents.slots)
        unknown = self._unweighed[rack] + fixtures
        weight = f"{self._weights[rack]:,.1f} kg" if self._weights[rack] else "Weight not known"
        but = f" without {counted(unknown, 'device')} whose weight is not in the catalog" if unknown else ""
        but = but if self._weights[rack] else ""
        return f"{counted(contents.devices + fixtures, 'device')}{places}; {power}{more}. {weight}{but}."

    def _profiles(self, devices: list[Host | Switch]) -> str:
        """Return the models whose ports are not documented, as they are profiles and no products."""
        models = {device.model for device in devices if self._models[device.model].vendor == _PROFILE}
        return ", ".join(map(markup, sorted(models)))

    def _ports(self, device: Host | Switch) -> tuple[str, str, str]:
        """The ports of a device that have a cable, with the cable of each: a host's as the catalog lists them, a switch's by their numbers."""
        name = device.name
        ends = [(link.a if link.a.device == name else link.b, link.cable) for link in self._plan.links_of[name]]
        if isinstance(device, Switch):
            ends.sort(key=lambda each: (*cage_order(each[0].cage), each[0].port))
        ports = [f"{markup(port_text(end))}&nbsp;<b>{cable}</b>" for end, cable in ends]
        return unit_range(device), markup(name), "; ".join(ports)


def _cord(cord: Cord) -> tuple[str, str, str, str, str, str]:
    unit = "" if cord.unit is None else f"U{cord.unit:02d}"
    return cord.cord, unit, markup(cord.device), str(cord.supply), cord.pdu or f"feed {cord.feed}", cord.phase
