"""Pins until the design is as the site is: what differs is pinned, what cannot be pinned is left out with the reason, and so on."""

import copy
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from generator.adopt.design import Design, look_at
from generator.adopt.findings import Comparison, Difference, Findings, PinPath, compare
from generator.adopt.ground import Ground, at_home
from generator.adopt.kinds import Kinds
from generator.adopt.names import as_called, pattern_of
from generator.adopt.seating import Ports, Seats
from generator.adopt.site_map import SiteMap
from generator.adopt.support import Unstated, unstated
from generator.adopt.survey import Survey
from generator.catalog.load import Catalog
from generator.model.naming import device_name, kind_of
from generator.model.room import place_name, place_of_rack, rack_name
from generator.plan.draft import Draft
from generator.source.diagnostic import Diagnostic, SpecError
from generator.source.span import Loc

_ROUNDS = 40
_ROWS = 60
"""Rows of racks that are looked through for a place that has no name yet."""


class Pins(Struct):
    """Pins by their place, and those that cannot be kept, with the reason."""

    kept: dict[PinPath, Any] = field(default_factory=dict)
    refused: dict[PinPath, str] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """Return them in the form of `pins.yaml`."""
        tree: dict[str, Any] = {}
        for path, value in sorted(self.kept.items(), key=lambda each: _order(each[0])):
            below = tree
            for key in path[:-1]:
                below = below.setdefault(key, {})
            below[path[-1]] = value
        if "links" in tree:
            tree["links"] = [{"a": a, **rest} for a, rest in tree["links"].items()]
        return {
            key: tree[key]
            for key in ("names", "devices", "racks", "links", "prefixes", "gateways", "vnis")
            if key in tree
        }

    def refuse(self, problems: Sequence[Diagnostic]) -> bool:
        """Leave out what problems are about; false where none of them is about a pin."""
        below: dict[PinPath, list[PinPath]] = {}
        for path in self.kept:
            for length in range(2, len(path) + 1):
                below.setdefault(path[:length], []).append(path)
        ends = list(dict.fromkeys(path[1] for path in sorted(self.kept, key=_order) if path[0] == "links"))
        before = len(self.kept)
        for problem in problems:
            for loc in (problem.loc, *(note.loc for note in problem.notes)):
                paths = below.get(_nearest(loc, ends, below), ())
                for path in (each for each in paths if each in self.kept):
                    del self.kept[path]
                    # the message of a pattern leaves what may be there to its fix
                    more = f": {problem.help}" if problem.code == "bad-name" and problem.help else ""
                    self.refused[path] = problem.message + more
                if paths:
                    break
        return len(self.kept) < before


def _nearest(loc: Loc, ends: Sequence[str], below: Mapping[PinPath, object]) -> PinPath:
    """Return the place of pins that a place of a problem is about, or is in; empty where it is about none."""
    path = tuple(map(str, loc[1:])) if loc and loc[0] == "pins" else ()
    if path[:1] == ("links",) and len(path) > 1:
        index = int(path[1])
        path = ("links", ends[index], *(path[2:] if path[2:] != ("a",) else ())) if index < len(ends) else ()
    while len(path) > 1 and path not in below:
        path = path[:-1]
    return path


def _order(path: PinPath) -> tuple[Any, ...]:
    kind, number = kind_of(path[1].partition(" ")[0])
    return (path[0], kind, number, path[1:])


class Adopted(Struct, frozen=True):
    """The end of the rounds: the last design, the pins in it, and the differences that it does not explain."""

    design: Design
    pins: Pins
    findings: Findings
    unstated: list[Unstated]
    """Values of the design without a source."""


def pin_site(
    ground: Ground, catalog: Catalog, survey: Survey, kinds: Kinds, seats: Seats, site: SiteMap, before: Design
) -> Adopted:
    """Pin every difference between site and design. Raises DocumentError: problems of the spec that no pin is to blame for."""
    pins = Pins()
    pins.kept.update(_names(seats, before))
    bands = {name: survey.value("pool", name) for name in ("management", "bmc")}
    pins.kept.update({("prefixes", name): str(prefix) for name, prefix in bands.items() if prefix})
    pins.kept.update({("prefixes", name): str(prefix) for name, prefix in site.prefixes.items()})
    pins.kept.update({("vnis", name): vni for name, vni in site.vnis.items()})
    pins.kept.update(_racks(survey, seats, site, before))
    for _ in range(_ROUNDS):
        design = look_at(_plan(ground, catalog, pins))
        here = Comparison(survey, kinds, seats, Ports(design, kinds, site))
        findings = compare(here)
        asked = {
            each.pin: each.value
            for each in findings.differences
            if each.pin and each.pin not in pins.refused and pins.kept.get(each.pin) != each.value
        }
        if not asked:
            break
        pins.kept.update(asked)
    return Adopted(design, pins, _explained(findings, pins, seats), unstated(here, pins.data(), ground.data))


def _plan(ground: Ground, catalog: Catalog, pins: Pins) -> Draft:
    """Make the plan, without the pins that cannot be kept."""
    while True:
        try:
            return ground.plan(catalog, pins.data())
        except SpecError as error:
            if not pins.refuse(error.problems):
                raise at_home(ground, error.problems) from None


def _explained(findings: Findings, pins: Pins, seats: Seats) -> Findings:
    """Add to every difference why it is not pinned, with the names that the site has for devices."""
    left = [replace(each, reason=each.reason or as_called(_why(each, pins), seats.of)) for each in findings.differences]
    return replace(findings, differences=left)


def _why(each: Difference, pins: Pins) -> str:
    return pins.refused.get(each.pin) or pins.refused.get(each.pin[:3]) or "the design cannot be pinned there"


def _names(seats: Seats, design: Design) -> Iterator[tuple[PinPath, Any]]:
    """Yield the patterns of names, by kind as pins call it, and the names that follow none: the spec may name any device."""
    names: dict[str, dict[int, str]] = {}
    for device, key in seats.of.items():
        kind, ordinal = kind_of(key)
        names.setdefault(kind, {})[ordinal] = device
    usual: dict[str, dict[int, str]] = {}
    for key, name in design.names.items():
        kind, ordinal = kind_of(key)
        usual.setdefault(kind, {})[ordinal] = name
    for kind, of in names.items():
        pattern = pattern_of(of, usual[kind])
        if pattern:
            yield ("names", kind), copy.deepcopy(pattern.model_dump())
        for ordinal, name in of.items():
            if name != (pattern.name(ordinal) if pattern else usual[kind].get(ordinal)):
                yield ("devices", device_name(kind, ordinal, 1), "name"), name


def _racks(survey: Survey, seats: Seats, site: SiteMap, design: Design) -> dict[PinPath, str]:
    """Name places by the racks of the site: from the map, else the place where most of a rack's devices would be."""
    votes: dict[str, Counter[str]] = {}
    for (_, device), fact in survey.about("rack"):
        if device in seats.of:
            votes.setdefault(str(fact.value), Counter())[str(design.values["rack", seats.of[device]])] += 1
    stated = dict(site.racks)
    left = {rack: each for rack, each in votes.items() if rack not in stated.values()}
    taken = set(stated)
    spec = design.draft.spec.racks
    for rack, place in [(rack, place_of_rack(rack)) for rack in left]:
        slot = place_name(spec, *place) if place else ""
        if place and slot not in taken and (rack == slot or (place[1] < spec.per_row and slot not in left)):
            taken.add(slot)
            stated.update({} if rack == slot else {slot: rack})
            del left[rack]
    asked = sorted((-count, rack, slot) for rack, each in left.items() for slot, count in each.items())
    for _, rack, slot in asked:
        if rack in left and slot not in taken:
            stated[slot] = rack
            taken.add(slot)
            del left[rack]
    for rack in sorted(left):
        slot = _free(left[rack].most_common(1)[0][0], taken, design)
        if slot:
            stated[slot] = rack
            taken.add(slot)
    return {("racks", slot): rack for slot, rack in stated.items()}


def _free(near: str, taken: set[str], design: Design) -> str:
    """Return the first place without a name in a row, or in one behind it."""
    per_row = design.draft.spec.racks.per_row
    row = (place_of_rack(near) or (0, 0))[0]
    digits = max(2, len(str(per_row)))
    names = (rack_name(row + n // per_row, n % per_row, digits) for n in range(_ROWS * per_row))
    return next((name for name in names if name not in taken), "")
