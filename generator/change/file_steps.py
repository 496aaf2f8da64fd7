"""Steps for files: hosts that are interrupted by new files and that no other step takes out of service."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from generator.change.file_effects import FileEffect, rule_of
from generator.change.files import FileChange
from generator.change.records import Kind
from generator.change.sequence import batch_of
from generator.change.step import Step
from generator.change.tables import PlanRows
from generator.change.touched import GRAVE

_DRAINS = (FileEffect.TRAFFIC, FileEffect.BOOT, FileEffect.REINSTALL)
"""Effects for which a host is drained."""


def interrupted(files: Iterable[FileChange]) -> dict[str, FileEffect]:
    """Return the devices that their new files interrupt, each with the gravest effect."""
    gravity = list(FileEffect).index
    found: dict[str, FileEffect] = {}
    for file in files:
        for device in file.devices if file.kind in GRAVE and file.effect.interrupts else ():
            found[device] = max(found.get(device, file.effect), file.effect, key=gravity)
    return found


def gaining(files: Iterable[FileChange]) -> set[str]:
    """Return the devices whose files only gain something to activate: an interface, an address, a mount. Nothing existing is interrupted."""
    return {
        device
        for file in files
        for device in file.devices
        if file.kind is Kind.ADDED and rule_of(file.path).grows and rule_of(file.path).effect.interrupts
    }


def gain_steps(old: PlanRows, gains: Collection[str], done: Collection[str]) -> Iterator[Step]:
    """Yield the steps of hosts that activate additions of their files, after those of switches; no host is drained."""
    batches: dict[str, tuple[str, ...]] = {}
    for row in old["hosts"]:
        if row["name"] in gains and row["name"] not in done:
            batches[batch_of(row)] = (*batches.get(batch_of(row), ()), row["name"])
    yield from (Step(kind="files", devices=mine) for mine in batches.values())


def file_steps(old: PlanRows, felt: Mapping[str, FileEffect], done: Collection[str]) -> Iterator[Step]:
    """Yield the steps of reinstalled hosts and of other interrupted hosts, without those that earlier steps take out of service (`done`).

    `felt` has the gravest effect on each device. Compute hosts go a rack at a time, all others one by one.
    """
    hosts = [row for row in old["hosts"] if row["name"] in felt and row["name"] not in done]
    for kind in ("install", "files"):
        batches: dict[str, tuple[str, ...]] = {}
        for row in hosts:
            if (felt[row["name"]] is FileEffect.REINSTALL) is (kind == "install"):
                batches[batch_of(row)] = (*batches.get(batch_of(row), ()), row["name"])
        for mine in batches.values():
            drain = tuple(name for name in mine if felt[name] in _DRAINS)
            yield Step(kind=kind, devices=mine, drain=drain, undrain=drain)
