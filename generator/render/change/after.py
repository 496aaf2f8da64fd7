"""What follows from a change, as lines: parts to buy, drains, steps, schedulers, files."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from generator.change.difference import Difference
from generator.change.file_effects import FileEffect
from generator.change.files import FileChange
from generator.change.parts import Part
from generator.change.records import Change, Kind
from generator.change.reloads import Reload
from generator.change.renames import Renames
from generator.change.step import Step
from generator.change.taken_over import TakenOver
from generator.change.touched import Joins
from generator.model.naming import kind_of
from generator.plan.counts import counted
from generator.render.change.cluster import CLUSTER_STEPS
from generator.render.change.words import MARKS, folded, shortened

_MOST_STEPS = 40
_RENEWED = {
    "pods": "rebuild the network of pods, and restart every pod",
    "found": "reinstall Kubernetes, and apply its manifests",
    "api": "move the API to its new address, on control hosts first (`kubernetes.yml`)",
    "gpus": "apply the new settings of GPUs and rails of pods (`kubernetes.yml`)",
}
"""What is done to Kubernetes whose pods cannot go on."""


def rename_lines(renames: Renames, changes: Sequence[Change], *, every: bool) -> Iterator[str]:
    """Print who has another name, those of one kind on a line; `every`: a line each."""
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
    """Print the groups whose places are kept for nobody any more."""
    for group in sorted(renames.released):
        yield f"~ {group}: its ports, addresses and rack units become free for others"


def part_lines(parts: Iterable[Part]) -> Iterator[str]:
    """What is bought, and what is left over."""
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
    for each in taken if every else taken[:_MOST_STEPS]:
        yield f"! {each.device} {each.interface} ({each.fabric}) gets {each.address} of {each.of}, which stays"
    if not every and len(taken) > _MOST_STEPS:
        yield f"and {counted(len(taken) - _MOST_STEPS, 'more address')}"


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


def step_lines(steps: Sequence[Step], *, every: bool) -> Iterator[str]:
    """Steps in their order, each with the capacity that it takes from the fabrics."""
    for number, step in enumerate(steps if every else steps[:_MOST_STEPS], 1):
        yield f"{number}. {step_text(step)}"
    if not every and len(steps) > _MOST_STEPS:
        yield f"and {counted(len(steps) - _MOST_STEPS, 'more step')}"


def step_text(step: Step) -> str:
    """Return a step as a sentence, without its number; behind it, who waits for what hosts of the step serve."""
    waits = "; ".join(
        f"{counted(len(wait.hosts), 'host')} wait for {wait.mount} of {folded(wait.servers)}: {folded(wait.hosts)}"
        for wait in step.waits
    )
    return f"{_work_text(step)}{f' [meanwhile {waits}]' if waits else ''}"


def _work_text(step: Step) -> str:
    names = folded(step.devices)
    if step.kind == "add":
        return f"install the new devices ({names or 'none'}) and plug {counted(len(step.plug), 'cable')} into free ports: no existing device is affected"
    if step.kind == "limits":
        return f"load only the raised route limits of the new files on {names}: otherwise a session whose peer announces more routes goes down"
    if step.kind == "handover":
        return _handover(step)
    if step.kind in _RENEWED:
        return _renewal(step)
    if step.kind == "upgrade":
        return _upgrade(step)
    if step.kind == "rename":
        return _renaming(step)
    if step.kind in _PLACED:
        return _placing(step)
    if step.kind == "cords":
        return _replugging(step)
    if step.kind in CLUSTER_STEPS:
        return CLUSTER_STEPS[step.kind](step)
    parts = []
    if step.drain:
        parts.append(f"drain {folded(step.drain)}")
    if step.kind == "leave":
        parts.append(f"remove {names} permanently")
    out = [name for name in step.out if name not in step.drain]
    if out:
        parts.append(f"take {folded(out)} out of service")
    if step.kind == "switch" and not out:
        parts.append(f"at {names}")
    if step.kind == "aside":
        parts.append(
            f"set {names} aside on free units of its rack, where its cables reach: unplug {counted(len(step.again), 'cable')}, and plug them into the same ports"
        )
    elif step.replaced or step.parts:
        parts.append(_replacing(step))
    if step.installed:
        parts.append(f"install the new system of {folded(step.installed)} (a first start, then `switches.yml`)")
    if step.was:
        parts.append(f"{folded(step.was)} is now called {names}")
    if step.unplug or step.plug:
        parts.append(f"shut and unplug {len(step.unplug):,}, plug {counted(len(step.plug), 'cable')}")
    if step.again and step.kind != "aside":
        parts.append(f"unplug {counted(len(step.again), 'more cable')}, and plug them into the same ports")
    if stay := [name for name in step.anew if name not in step.reused]:
        parts.append(f"reconfigure the links of {counted(len(stay), 'cable')}, which stay in")
    if step.cords:
        parts.append(f"move {counted(len(step.cords), 'power cord')}")
    if step.loose:
        parts.append(f"{counted(len(step.loose), 'cable')} wait for a port: {folded(step.loose)}")
    parts.append(f"verify {names}" if step.kind != "leave" else "verify the remaining devices")
    if step.undrain:
        parts.append(f"undrain {folded(step.undrain)}")
    down = ", ".join(f"{each.fabric} {each.down:,} of {each.of:,}" for each in step.capacity)
    return f"{'; '.join(parts)} [links down: {down or 'none'}]"


def _renewal(step: Step) -> str:
    where = " in kubernetes" if step.kind != "gpus" else ""
    parts = [f"drain {folded(step.drain)}{where}"] if step.drain else []
    if step.switches:
        parts.append(f"load the new files of {folded(step.switches)} and of hosts' firewalls")
    parts += [_RENEWED[step.kind], f"verify {folded(step.devices)}"]
    if step.undrain:
        parts.append(f"resume {folded(step.undrain)} in the scheduler")
    return f"{'; '.join(parts)} [links down: none]"


def _upgrade(step: Step) -> str:
    names, of = folded(step.devices), " and ".join(step.join)
    if step.drain:
        return f"drain {names}; install the new release of {of}; verify {names}; undrain {names}"
    first = ", the database first" if of == "slurm" else ""
    return f"install the new release of {of} on {names}, one after the other{first}; verify {names}"


_PLACED = {
    "install": "reinstall {names} (`provision.yml`, then `site.yml`)",
    "files": "place the new files of {names} (`hosts.yml`, `gpu.yml` for drivers) and reboot those that need it",
    "gains": "place the new files of {names} (`hosts.yml`), which only add to the existing ones",
    "push": "push the new files of {names} in the waves of `switches.yml`",
}
"""What is done with files; `gains` for hosts that nobody drains."""


def _placing(step: Step) -> str:
    names = folded(step.devices)
    parts = [f"drain {folded(step.drain)}"] if step.drain else []
    quiet = step.kind == "files" and not step.drain and not step.undrain
    parts += [_PLACED["gains" if quiet else step.kind].format(names=names), f"verify {names}"]
    if step.undrain:
        parts.append(f"undrain {folded(step.undrain)}")
    down = ", ".join(f"{each.fabric} {each.down:,} of {each.of:,}" for each in step.capacity)
    return f"{'; '.join(parts)}{f' [links down: {down}]' if down else ''}"


def _replugging(step: Step) -> str:
    names, cords = folded(step.devices), counted(len(step.cords), "power cord")
    if not step.out:
        return f"move {cords} of {names}, one cord of a device at a time, while its other supplies carry it; verify that all supplies of {names} have power"
    parts = [f"drain {names}"] if step.drain else []
    parts += [f"shut {names} down, as it needs all of its supplies; move {cords}; start and verify {names}"]
    return "; ".join([*parts, f"undrain {names}"] if step.undrain else parts)


def _replacing(step: Step) -> str:
    new, parts = folded(step.replaced), f"adapters of {folded(step.parts)}" if step.parts else ""
    what = " and ".join(each for each in (new, parts) if each)
    cables = counted(len(step.reused), "cable")
    start = "`provision.yml`, then `site.yml`" if step.kind == "host" else "a first start, then `switches.yml`"
    then = [f"install {new} ({start})"] if new else []
    then += [f"place the new files of {folded(step.parts)}"] if parts else []
    return "; ".join(
        [f"power off and replace {what}: unplug {cables}, and plug them into the same ports of the new device", *then]
    )


def _renaming(step: Step) -> str:
    names, was, of = folded(step.devices), folded(step.was), " and ".join(step.leave)
    if step.out or not step.drain:
        first, last = (
            f"{verb} {folded(who)}" if who else "" for verb, who in (("drain", step.drain), ("undrain", step.undrain))
        )
        push = f"push the new files of {was}, with the name {names}, in the waves of `switches.yml`"
        down = ", ".join(f"{each.fabric} {each.down:,} of {each.of:,}" for each in step.capacity)
        words = "; ".join(part for part in (first, push, f"verify {names}", last) if part)
        return f"{words}{f' [links down: {down}]' if down else ''}"
    parts = [f"drain {was}"]
    if of:
        parts.append(f"remove {was} from {of}")
    kept = folded(name for name in step.devices if name not in step.installed)
    if step.installed:
        parts.append(f"reinstall {folded(step.installed)} (`provision.yml`, then `site.yml`)")
    if kept:
        parts.append(f"place the new files of {kept} (`hosts.yml`) and reboot")
    parts[-1] += f", so that {was} becomes {names}"
    parts.append(f"verify {names}")
    if of:
        parts.append(f"add {names} to {of}")
    return "; ".join([*parts, f"undrain {names}"])


def _handover(step: Step) -> str:
    names, leave = folded(step.devices), " and ".join(step.leave)
    parts = [f"drain {names} in {leave}", f"load the new files of {leave}, without {names}"]
    if step.join:
        join = " and ".join(step.join)
        parts += [f"then those of {join}", f"verify {names}", f"allow {join} to start jobs there"]
    return f"{'; '.join(parts)} [links down: none]"


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
        told = ", ".join(f"{count:,} {how}" for how, count in counts.items())
        yield f"  {counted(len(rest), 'file')} of added or removed devices, or that follow from the changes above: {told}"
    if every:
        yield from (f"    {_HOW[file.how]}: {file.path}" for file in files)


def _place(file: FileChange) -> str:
    """Return where a file stands on its device; one of the whole cluster by its path in the tree."""
    return file.path.split("/", 2)[-1] if file.devices and not file.path.startswith("ansible/") else file.path


_HOW = {"added": "added", "gains": "with more lines", "rewritten": "with changed lines", "removed": "removed"}
