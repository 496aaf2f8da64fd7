"""The change as sections of lines, in the order in which an operator reads it."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from generator.change.cables import Work
from generator.change.difference import Difference
from generator.change.records import Change, Kind
from generator.render.change.after import (
    drain_lines,
    file_lines,
    part_lines,
    reload_lines,
    scheduler_lines,
    step_lines,
)
from generator.render.change.cables import cable_lines
from generator.render.change.rows import row_lines
from generator.render.change.words import KIND_WORDS, MARKS, counted


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


_TABLES = (
    ("Cluster", ("cluster",)),
    ("Switches", ("switches", "ports", "lags")),
    ("Hosts", ("hosts", "retired")),
    ("Racks", ("racks",)),
    ("Cables and links", ("cables", "links", "harnesses")),
    ("Transceivers and parts", ("optics",)),
    ("Addresses", ("addresses",)),
    ("VLANs and routing instances", ("vlans", "vrfs")),
    ("Sessions and AS numbers", ("sessions", "asns", "filters", "limits")),
    ("Pools", ("layouts", "prefixes")),
    ("Who may talk to whom", ("zones", "flows")),
    ("RoCE classes", ("roce", "marking")),
    ("InfiniBand", ("subnets", "partitions")),
    ("Storage", ("tiers",)),
    ("Schedulers", ("schedulers", "daemons", "kubernetes")),
)
_CABLES = "Cables and links"
_VERBS = ((Work.MOVE, "to move"), (Work.EXCHANGE, "to exchange"))
_PARTS = "Transceivers and parts"
_SCHEDULERS = "Schedulers"
STEPS = "In this order"
_OTHERS = "Other sections of the plan"


def headline(found: Difference) -> str:
    """Say in one sentence what kind of change it is."""
    name, counts = found.new["name"], found.counts
    if not any(counts.values()):
        return f"{name}: nothing changes."
    grave = sum(count for kind, count in counts.items() if kind is not Kind.ADDED)
    text = "; ".join(part for part in (_moves(found, "come"), _moves(found, "go")) if part)
    if not grave:
        return f"{name}: only additions. {text or 'No device and no cable comes'}; nothing that is there is touched."
    drained = f"{counted(len(found.hosts), 'host')} and {counted(len(found.switches), 'switch')} to drain"
    works = [
        (counted(sum(c.work is work for c in found.cables), "cable"), verb)
        for work, verb in _VERBS
        if any(c.work is work for c in found.cables)
    ]
    text = "; ".join([*([text] if text else []), *(f"{cables} {verb}" for cables, verb in works)])
    effects = (
        f"{counted(counts[Kind.EFFECT], 'change')} with effect, {counted(counts[Kind.REMOVED], 'removal')}, {drained}"
    )
    return f"{name}: what exists changes. {f'{text}; ' if text else ''}{effects}."


def _moves(found: Difference, verb: str) -> str:
    """Count the devices and cables that come or go."""
    kind = Kind.ADDED if verb == "come" else Kind.REMOVED
    counts = dict.fromkeys(("host", "switch", "cable"), 0)
    tables = {"hosts": "host", "switches": "switch", "cables": "cable"}
    for change in found.changes:
        if change.kind is kind and change.whole and change.table in tables:
            counts[tables[change.table]] += 1
    told = [counted(count, noun) for noun, count in counts.items() if count]
    return f"{', '.join(told)} {verb}" if told else ""


def closing(found: Difference) -> str:
    """The count line."""
    counts = ", ".join(f"{count:,} {kind}" for kind, count in found.counts.items())
    return f"{counted(sum(found.counts.values()), 'change')}: {counts}; {counted(len(found.hosts), 'host')} to drain, {counted(len(found.steps), 'step')}"


def sections(found: Difference, *, every: bool) -> Iterator[Section]:
    """Yield the sections that have something to say; `every`: each change on a line of its own."""
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
        if title == _SCHEDULERS:
            lines += scheduler_lines(found.joins)
            lines += [line for name in names[1:] for line in row_lines(by_table.get(name, ()), every=every)]
            lines += reload_lines(found.reloads)
        else:
            for name in names:
                if name != "cables":  # told as work, above
                    lines += row_lines(by_table.get(name, ()), every=every)
        if title == _PARTS:
            lines += part_lines(found.parts)
        if mine or lines:
            yield Section(title, _counts(mine), tuple(lines))
    yield from _after(found, every=every)


def _after(found: Difference, *, every: bool) -> Iterator[Section]:
    """Yield what follows from the changes."""
    drained = tuple(drain_lines(found))
    if drained:
        yield Section("To drain", (), drained)
    steps = tuple(step_lines(found.steps, every=every))
    if steps:
        yield Section(STEPS, (), steps)
    if found.files:
        yield Section("Files", (), tuple(file_lines(found.files, every=every)))
    notes = tuple(_notes(found))
    if notes:
        yield Section("Not compared", (), notes)


def _notes(found: Difference) -> Iterator[str]:
    for name in found.unsaid:
        yield f"{name}: one of the plans is of a format that does not say this"
    if found.files is None:
        yield "files: one side is not a rendered tree; give --files to render it in memory"


def _counts(changes: Sequence[Change]) -> tuple[tuple[Kind, int], ...]:
    return tuple((kind, sum(1 for change in changes if change.kind is kind)) for kind in MARKS)
