"""Consequences of a change, as lines: parts to buy, drains, schedulers, files."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from generator.change.difference import Difference
from generator.change.file_effects import FileEffect
from generator.change.files import FileChange
from generator.change.parts import Part
from generator.change.records import Change, Kind
from generator.change.reloads import Reload
from generator.change.renames import Renames
from generator.change.taken_over import TakenOver
from generator.change.touched import Joins
from generator.model.naming import kind_of
from generator.plan.counts import counted
from generator.render.change.words import MARKS, folded, shortened

_MOST_ADDRESSES = 40


def rename_lines(renames: Renames, changes: Sequence[Change], *, every: bool) -> Iterator[str]:
    """Yield the renames, those of one kind on a line; `every`: a line each."""
    if changes:
        yield from (f"! host group {was} -> {now}" for was, now in renames.groups.items())
    alike: dict[tuple[str, str, str], list[tuple[str, str]]] = {}
    for change in changes:
        was, now = change.fields[0].before, change.fields[0].after
        key = ("", was, now) if every else (change.fields[0].why, kind_of(was)[0], kind_of(now)[0])
        alike.setdefault(key, []).append((was, now))
    for pairs in alike.values():
        yield f"! {counted(len(pairs), 'device')}: {folded(was for was, _ in pairs)} -> {folded(now for _, now in pairs)}"


def release_lines(renames: Renames) -> Iterator[str]:
    """Yield the groups whose places are released."""
    for group in sorted(renames.released):
        yield f"~ {group}: its ports, addresses and rack units become free for others"


def part_lines(parts: Iterable[Part]) -> Iterator[str]:
    """Yield the parts to buy, and those left over."""
    for part in parts:
        length = f" {part.length_m:g} m" if part.length_m is not None else ""
        number = f", {part.part}" if part.part else ""
        verb = "to buy" if part.more > 0 else "left over"
        yield f"{'+' if part.more > 0 else '-'} {abs(part.more):,} {verb}: {part.kind} {part.model}{length}{number} ({part.before:,} -> {part.after:,}, without spares)"


def drain_lines(found: Difference) -> Iterator[str]:
    """Hosts that are drained for their own change, and switches that are taken out, with the hosts behind them."""
    if found.hosts:
        yield f"! {counted(len(found.hosts), 'host')}: {folded(found.hosts)}"
    alike: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for drain in found.switches:
        alike.setdefault((drain.why, drain.hosts), []).append(drain.switch)
    for (why, hosts), switches in alike.items():
        behind = (
            f"; {'each' if len(switches) > 1 else 'it'} connects {counted(len(hosts), 'host')}: {folded(hosts)}"
            if hosts
            else ""
        )
        yield f"! {counted(len(switches), 'switch')}: {folded(switches)} (for changes of {', '.join(why)}){behind}"


def taken_lines(taken: Sequence[TakenOver], *, every: bool) -> Iterator[str]:
    """Print the addresses that go from one device to another while both stay."""
    for each in taken if every else taken[:_MOST_ADDRESSES]:
        yield f"! {each.device} {each.interface} ({each.fabric}) gets {each.address} of {each.of}, which stays"
    if not every and len(taken) > _MOST_ADDRESSES:
        yield f"and {counted(len(taken) - _MOST_ADDRESSES, 'more address')}"


def scheduler_lines(joins: Iterable[Joins]) -> Iterator[str]:
    """Hosts that join or leave a scheduler."""
    for each in joins:
        for mark, verb, hosts in (
            ("+", "joins", each.join),
            ("-", "leaves", each.leave),
            ("!", "changes its part in", each.other),
        ):
            if hosts:
                yield f"{mark} {each.scheduler}: {counted(len(hosts), 'host')} {verb if len(hosts) == 1 else _plural(verb)}: {folded(hosts)}"


def reload_lines(reloads: Iterable[Reload]) -> Iterator[str]:
    """Commands for daemons after their files are placed, in this order."""
    for each in reloads:
        what = "a restart that does not interrupt jobs" if each.restart else "nothing restarts"
        turn = ", one after the other" if len(each.hosts) > 1 else ""
        yield f"{'~' if each.restart else '+'} {each.scheduler}: `{each.command}` on {folded(each.hosts)}{turn}: {what}"


def _plural(verb: str) -> str:
    return {"joins": "join", "leaves": "leave"}.get(verb, "change their part in")


def file_lines(files: Sequence[FileChange], *, every: bool) -> Iterator[str]:
    """Print the files by what placing them does, with the devices whose they are; those that follow rows of the plan are counted."""
    alike: dict[tuple[Kind, FileEffect, str], list[FileChange]] = {}
    for file in files:
        if file.kind is not None:
            alike.setdefault((file.kind, file.effect, file.why), []).append(file)
    for kind, mark in MARKS.items():
        for effect in FileEffect:
            for (_, _, why), group in ((key, group) for key, group in alike.items() if key[:2] == (kind, effect)):
                devices = folded(device for file in group for device in file.devices)
                places = shortened(sorted({_place(file) for file in group}))
                yield f"{mark} {effect}: {places}{' of ' if devices else ''}{devices} ({why})"
    rest = [file for file in files if file.kind is None]
    if rest:
        counts = Counter(_HOW[file.how] for file in rest)
        numbers = ", ".join(f"{count:,} {how}" for how, count in counts.items())
        yield f"  {counted(len(rest), 'file')} that people read, of added or removed devices, or that follow from the changes above: {numbers}"
    if every:
        yield from (f"    {_HOW[file.how]}: {file.path}" for file in files)


def _place(file: FileChange) -> str:
    """Return the path of a file on its device; for one of the whole cluster, its path in the tree."""
    return file.path.split("/", 2)[-1] if file.devices and not file.path.startswith("ansible/") else file.path


_HOW = {"added": "added", "gains": "with more lines", "rewritten": "with changed lines", "removed": "removed"}
