"""The change as sections of lines, in the order in which an operator reads it."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from generator.change.cables import Work
from generator.change.cords import TABLE as CORDS
from generator.change.difference import Difference
from generator.change.file_steps import interrupted
from generator.change.label_forms import TABLE as LABELS
from generator.change.records import Change, Kind
from generator.change.rename_steps import TABLE as RENAMED
from generator.change.touched import touched
from generator.plan.counts import counted
from generator.render.change.after import (
    drain_lines,
    file_lines,
    part_lines,
    release_lines,
    reload_lines,
    rename_lines,
    scheduler_lines,
    taken_lines,
)
from generator.render.change.cables import cable_lines
from generator.render.change.cost import cost_lines
from generator.render.change.rows import row_lines
from generator.render.change.steps import step_lines
from generator.render.change.words import KIND_WORDS, MARKS


class Section(Struct, frozen=True):
    """A heading, how many changes of each kind are below it, and the lines."""

    title: str
    counts: tuple[tuple[Kind, int], ...]
    lines: tuple[str, ...]

    @property
    def summary(self) -> str:
        """The title with its counts: `Switches: 2 added, 1 changed with effect`."""
        counts = ", ".join(f"{count:,} {KIND_WORDS[kind].partition(',')[0]}" for kind, count in self.counts if count)
        return f"{self.title}: {counts}" if counts else self.title


_NAMES = "Renamed"
_TABLES = (
    ("Cluster", ("cluster",)),
    (_NAMES, (RENAMED,)),
    ("Switches", ("switches", "ports", "lags")),
    ("Hosts", ("hosts", "retired")),
    ("Racks", ("racks",)),
    ("Cables and links", ("cables", "links", "harnesses")),
    ("Transceivers and parts", ("optics",)),
    ("Power", ("cords",)),
    ("Labels", (LABELS,)),
    ("Addresses", ("addresses",)),
    ("VLANs and routing instances", ("vlans", "vrfs")),
    ("Sessions and AS numbers", ("sessions", "asns", "filters", "limits", "ways")),
    ("Pools", ("layouts", "prefixes")),
    ("Allowed connections", ("zones", "flows", "egress")),
    ("RoCE classes", ("roce", "marking")),
    ("InfiniBand", ("subnets", "partitions")),
    ("Storage", ("tiers",)),
    ("Schedulers", ("schedulers", "daemons", "kubernetes")),
)
_CABLES = "Cables and links"
_PARTS = "Transceivers and parts"
_SCHEDULERS = "Schedulers"
STEPS = "In this order"
_OTHERS = "Other sections of the plan"


def headline(found: Difference) -> str:
    """Return one sentence with the counts of work, and whether anything existing is affected."""
    name, counts = found.new["name"], found.counts
    if not any(counts.values()):
        anew = f" except for {counted(len(found.files), 'changed file')}" if found.files else ""
        return f"{name}: nothing changes{anew}."
    works = _works(found)
    if not sum(count for kind, count in counts.items() if kind is not Kind.ADDED):
        return f"{name}: {works or 'no device and no cable to add'}; nothing existing changes."
    stopped = _interrupted(found)
    others = [
        (noun, {name for step in found.steps if step.kind in kinds for name in step.of}) for kinds, noun in _STOPPED
    ]
    nouns = [counted(len(names), noun) for noun, names in (("device", stopped), *others) if names]
    notices = f"{_listed(nouns)} interrupted" if nouns else "nothing is interrupted"
    drained = f"{counted(len(found.hosts), 'host')} to drain" if found.hosts else "no host to drain"
    closed = ", and hosts may ask less outside of the cluster" * any(step.kind == "egress" for step in found.steps)
    return f"{name}: {works or 'no device to change'}; {notices}, {drained}{closed}."


_STOPPED = (({"owner", "home"}, "account"), ({"unknown"}, "reader"))
"""Steps that interrupt others than devices, and what these are."""


def _works(found: Difference) -> str:
    """Count devices and cables by kind of work: `8 hosts and 88 cables to add, 2 switches to change`."""
    counts: dict[str, dict[str, int]] = {
        verb: {}
        for verb in ("rename", "relabel", "replace", "add", "plug in", "change", "move", "exchange", "unplug", "remove")
    }
    renamed = {change.key[0] for change in found.changes if change.table == RENAMED}
    replaced = {name for step in found.steps for name in step.replaced}
    for verb, names in (("rename", renamed), ("replace", replaced)):
        counts[verb] = dict(_devices(found, names))
    if found.renames.racks:
        counts["relabel"]["rack"] = len(found.renames.racks)
    for change in found.changes:
        noun = {"hosts": "host", "switches": "switch", "cables": "cable"}.get(change.table)
        if noun and change.whole:
            verb = "add" if change.kind is Kind.ADDED else "remove"
            counts[verb][noun] = counts[verb].get(noun, 0) + 1
    if found.labels.places:
        counts["relabel"] |= _relabelled(found)
    for cable in found.cables:
        if verb := {Work.MOVE: "move", Work.EXCHANGE: "exchange"}.get(cable.work, ""):
            counts[verb]["cable"] = counts[verb].get("cable", 0) + 1
        if cable.legs:
            verb = str(cable.work)
            counts[verb]["leg of a splitter"] = counts[verb].get("leg of a splitter", 0) + len(cable.legs)
    if cords := sum(change.table == CORDS for change in found.changes):
        counts["move"]["power cord"] = cords
    counts["change"] = dict(_devices(found, _changed(found) - renamed - replaced))
    if schedulers := {
        change.row["scheduler"] for change in found.changes if change.table in _OF_SCHEDULERS and not change.whole
    }:
        counts["change"]["scheduler"] = len(schedulers)
    parts = (
        (verb, [counted(count, noun, _PLURALS.get(noun, "")) for noun, count in nouns.items()])
        for verb, nouns in counts.items()
    )
    return ", ".join(f"{_listed(nouns)} to {verb}" for verb, nouns in parts if nouns)


def _relabelled(found: Difference) -> dict[str, int]:
    """Count what gets labels of another form: racks and devices that stay, and cables and power cords on which nothing else is done."""
    stay = {row["name"] for section in ("hosts", "switches", "racks") for row in found.new[section]}
    counts = {"rack": sum(row["name"] in stay for row in found.old["racks"]) if found.labels.every else 0}
    counts |= dict(_devices(found, stay)) | {"cable": sum(cable.work is Work.RELABEL for cable in found.cables)}
    counts["power cord"] = len(found.power.labelled) if found.labels.every else 0
    return {noun: count for noun, count in counts.items() if count}


_PLURALS = {"leg of a splitter": "legs of splitters"}
_OF_SCHEDULERS = frozenset({"daemons", "kubernetes"})


def _devices(found: Difference, names: set[str]) -> Iterator[tuple[str, int]]:
    """Count hosts and switches among names of devices that stay."""
    for noun, section in (("host", "hosts"), ("switch", "switches")):
        if number := sum(row["name"] in names for row in found.old[section]):
            yield noun, number


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)


def _changed(found: Difference) -> set[str]:
    """Name the devices that stay and change: their records, their links and addresses, or their files. Who is only drained for others does not change."""
    names = {
        change.row["name"]
        for change in found.changes
        if change.table in ("hosts", "switches") and not change.whole and change.kind is not Kind.ADDED
    }
    files = (file for file in found.files or () if file.kind not in (None, Kind.ADDED))
    mine = touched(found.old, found.new, found.changes)
    names |= {name for name, why in mine.items() if why != ("ports",)} | interrupted(found.files or ()).keys()
    names |= {name for step in found.steps if step.kind not in _OTHERS_WORK for name in step.devices}
    return names | {device for file in files for device in file.devices}


_OTHERS_WORK = frozenset({"add", "leave"})
"""Steps whose devices come or go; those of all others change in them."""


def _interrupted(found: Difference) -> set[str]:
    """Return the devices that the change interrupts."""
    names = {*found.hosts, *(name for step in found.steps if step.kind == "rename" for name in step.was)}
    names |= {*(drain.switch for drain in found.switches), *interrupted(found.files or ())}
    for step in found.steps:
        names |= {*step.out, *(name for wait in step.waits for name in wait.hosts)}
        names |= {*(step.devices if step.unplug or step.again or step.reused or step.anew else ())}
    return {found.renames.devices.get(name, name) for name in names}


def closing(found: Difference) -> str:
    """The count line."""
    counts = ", ".join(f"{count:,} {kind}" for kind, count in found.counts.items())
    return f"{counted(sum(found.counts.values()), 'change')}: {counts}; {counted(len(found.hosts), 'host')} to drain, {counted(len(found.steps), 'step')}"


def sections(found: Difference, *, every: bool, files: bool = False) -> Iterator[Section]:
    """Yield the sections that are not empty; `every`: each change on a separate line; `files`: each file."""
    by_table: dict[str, list[Change]] = {}
    for change in found.changes:
        by_table.setdefault(change.table, []).append(change)
    known = {table for _, names in _TABLES for table in names}
    others = tuple(table for table in by_table if table not in known)
    for title, names in (*_TABLES, (_OTHERS, others)):
        mine = [change for name in names for change in by_table.get(name, ())]
        lines: list[str] = []
        if title == _CABLES:
            lines += cable_lines(found.cables, every=every)
        if title == _NAMES:
            lines += rename_lines(found.renames, mine, every=every)
        elif title == _SCHEDULERS:
            lines += scheduler_lines(found.joins)
            lines += [line for name in names[1:] for line in row_lines(by_table.get(name, ()), every=every)]
            lines += reload_lines(found.reloads)
        else:
            for name in names:
                if name != "cables":  # reported as work, above
                    lines += row_lines(by_table.get(name, ()), every=every)
        if title == _PARTS:
            lines += part_lines(found.parts)
        if mine or lines:
            yield Section(title, _counts(mine), tuple(lines))
    yield from _after(found, every=every, files=files or every)


def _after(found: Difference, *, every: bool, files: bool) -> Iterator[Section]:
    """Yield what follows from the changes."""
    drained = tuple(drain_lines(found))
    if drained:
        yield Section("To drain", (), drained)
    cost = tuple(cost_lines(found.cost))
    if cost:
        yield Section("What it costs", (), cost)
    if found.taken:
        yield Section("Addresses that move to another device", (), tuple(taken_lines(found.taken, every=every)))
    steps = tuple(step_lines(found.steps, every=every))
    if found.renames.released:
        yield Section("Released", (), tuple(release_lines(found.renames)))
    if steps:
        yield Section(STEPS, (), steps)
    if found.files:
        yield Section("Files", (), tuple(file_lines(found.files, every=files)))
    notes = tuple(_notes(found))
    if notes:
        yield Section("Not compared", (), notes)


def _notes(found: Difference) -> Iterator[str]:
    for name in found.unsaid:
        yield f"{name}: one of the plans has a format without this section"
    if found.files is None:
        yield "files: one side is only a plan.json, or a folder without manifest.json; pass the spec or the rendered tree"


def _counts(changes: Sequence[Change]) -> tuple[tuple[Kind, int], ...]:
    return tuple((kind, sum(1 for change in changes if change.kind is kind)) for kind in MARKS)
