"""Evidence for controls of security frameworks in a rendered tree: lines that are found in its files, never assumed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product

from msgspec import Struct

from generator.catalog.control import Evidence, Place, every_evidence, framework_names, read_framework
from generator.plan.hosts.configured import configured_hosts
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.hosts.sharing import own_place, shared_place
from generator.render.lines import csv_table
from generator.render.templates import Templates

PAGE, TABLE = "docs/controls.md", "docs/controls.csv"
NOT_ANSWERED = "not answered here"
COLUMNS = ("framework", "control", "asks", "answer", "does", "devices", "file", "line", "anchor")
_BELOW = {"tree": ("",), "host": ("hosts/*/", "host_groups/*/"), "switch": ("switches/*/",)}
_MANY = {"host": "hosts", "switch": "switches"}
_COMMENTS = (b"#", b"!", b"//")


class _Folder(Struct):
    """Places of evidence by their paths, a name at a time: names with a `*` are apart, as any of them may fit."""

    places: list[tuple[str, Place]] = []
    names: dict[str, "_Folder"] = {}
    patterns: dict[str, "_Folder"] = {}

    def at(self, names: Sequence[str], depth: int = 0) -> list[tuple[str, Place]]:
        """Return the places of a path, whose first `depth` names lead here, each with the name of its evidence."""
        if depth == len(names):
            return self.places
        name = names[depth]
        found = self.names[name].at(names, depth + 1) if name in self.names else []
        fitting = (folder for pattern, folder in self.patterns.items() if _fits(name, pattern))
        return (
            [*found, *(each for folder in fitting for each in folder.at(names, depth + 1))] if self.patterns else found
        )


class Sighting(Struct, frozen=True, order=True):
    """A file in which evidence may be. `line` is 0 where the file does not have it: a host's own file then hides its group's."""

    evidence: str
    path: str
    line: int
    anchor: str


class Answer(Struct, frozen=True):
    """Evidence that a tree has: the first line that shows it, and on how many devices it is where each needs it."""

    name: str
    does: str
    seen: Sighting
    devices: str


def look(path: str, data: bytes | bytearray) -> tuple[Sighting, ...]:
    """Return the evidence in one file, in its text as it is written: a large plan has no second one."""
    places = _places().at(path.split("/"))
    found = [_offset(data, place) for _, place in places]
    lines = _lines(data, found)
    return tuple(Sighting(name, path, lines[at], place.anchor) for (name, place), at in zip(places, found, strict=True))


def is_looked_into(path: str) -> bool:
    """Whether evidence may be in a file."""
    return bool(_places().at(path.split("/")))


def control_files(plan: Plan, sightings: Iterable[Sighting], templates: Templates) -> Iterator[Artifact]:
    """Yield the page for people and the table for programs, from what was seen in all other files."""
    found = answers(plan, sightings)
    yield Artifact(TABLE, csv_table(COLUMNS, list(_rows(found))))
    frameworks = []
    for name in framework_names():
        framework = read_framework(name)
        every = framework.controls.items()
        answered = [(number, each.asks, [found[by] for by in each.by if by in found]) for number, each in every]
        frameworks.append({
            "title": framework.title,
            "wording": framework.wording,
            "scope": framework.scope,
            "answered": [row for row in answered if row[2]],
            "open": [row[:2] for row in answered if not row[2]],
        })  # fmt: skip
    yield Artifact(PAGE, templates.render("docs/controls.md.j2", name=plan.name, frameworks=frameworks))


def answers(plan: Plan, sightings: Iterable[Sighting]) -> dict[str, Answer]:
    """Return the evidence that a tree has, by name."""
    by_name: dict[str, list[Sighting]] = {}
    for each in sorted(sightings):
        by_name.setdefault(each.evidence, []).append(each)
    made = (
        (name, _answer(plan, name, each, by_name[name])) for name, each in every_evidence().items() if name in by_name
    )
    return {name: answer for name, answer in made if answer is not None}


def _answer(plan: Plan, name: str, evidence: Evidence, seen: list[Sighting]) -> Answer | None:
    if evidence.per == "tree":
        shown, devices = [each for each in seen if each.line], ""
    else:
        of, below = _devices(plan, evidence.per), _by_folder(seen)
        having = [each for folders in of for each in _on_device(folders, below)]
        shown, devices = sorted(set(having)), f"{len(having)} of {len(of)} {_MANY[evidence.per]}"
    return Answer(name, evidence.does, shown[0], devices) if shown else None


def _devices(plan: Plan, per: str) -> list[tuple[str, ...]]:
    """Return the folders of every device, the one that takes precedence last."""
    if per == "switch":
        return [(f"switches/{switch.name}",) for switch in plan.switches]
    return [(shared_place(host.group), own_place(host)) for host in configured_hosts(plan)]


def _by_folder(seen: list[Sighting]) -> dict[str, list[Sighting]]:
    """Return what was seen by the folder of a device or a group."""
    below: dict[str, list[Sighting]] = {}
    for each in seen:
        below.setdefault("/".join(each.path.split("/", 2)[:2]), []).append(each)
    return below


def _on_device(folders: tuple[str, ...], below: Mapping[str, list[Sighting]]) -> Iterator[Sighting]:
    """Yield the first sighting on a device, if there is one; of a file that several of its folders have, the last counts."""
    there = {(each.path[len(folder) :], each.anchor): each for folder in folders for each in below.get(folder, ())}
    yield from sorted(each for each in there.values() if each.line)[:1]


def _rows(found: Mapping[str, Answer]) -> Iterator[tuple[object, ...]]:
    for name in framework_names():
        framework = read_framework(name)
        for number, control in framework.controls.items():
            head = (framework.title, number, control.asks)
            answered = [found[by] for by in control.by if by in found]
            for each in answered:
                yield (*head, each.name, each.does, each.devices, each.seen.path, each.seen.line, each.seen.anchor)
            if not answered:
                yield (*head, NOT_ANSWERED, "", "", "", None, "")


def _offset(text: bytes | bytearray, place: Place) -> int:
    """Return where the first anchor is that is in no comment; -1 if there is none."""
    if place.unless and place.unless.encode() in text:
        return -1
    anchor = place.anchor.encode()
    at = text.find(anchor)
    while at >= 0:
        begin = text.rfind(b"\n", 0, at) + 1
        if not text[begin:at].lstrip().startswith(_COMMENTS):
            return at
        at = text.find(anchor, at + 1)
    return -1


def _lines(text: bytes | bytearray, offsets: Iterable[int]) -> dict[int, int]:
    """Return the number of the line of every offset, 0 for -1: what lies between two offsets is counted once."""
    numbers, line, last = {-1: 0}, 1, 0
    for at in sorted(set(offsets) - {-1}):
        line += text.count(b"\n", last, at)
        numbers[at], last = line, at
    return numbers


@cache
def _places() -> _Folder:
    """Return every place of evidence, by its path from the root of a tree."""
    root = _Folder()
    for name, each in every_evidence().items():
        for place, below in product(each.found, _BELOW[each.per]):
            folder = root
            for part in f"{below}{place.files}".split("/"):
                folder = (folder.patterns if "*" in part else folder.names).setdefault(part, _Folder())
            folder.places.append((name, place))
    return root


def _fits(name: str, pattern: str) -> bool:
    """Whether a name is one with a `*` in it for any text."""
    before, _, after = pattern.partition("*")
    return len(name) >= len(pattern) - 1 and name.startswith(before) and name.endswith(after)
