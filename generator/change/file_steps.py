"""Steps for the sake of files: hosts and switches that nothing else of a change takes out of service, and that placing their new files interrupts."""

from collections.abc import Collection, Iterable, Iterator

from generator.change.file_effects import FileEffect
from generator.change.files import FileChange
from generator.change.step import Step
from generator.change.tables import PlanRows
from generator.change.touched import GRAVE

_DRAINS = (FileEffect.TRAFFIC, FileEffect.BOOT, FileEffect.REINSTALL)
"""Effects before which the jobs of a host end."""


def interrupted(files: Iterable[FileChange]) -> dict[str, FileEffect]:
    """Return the devices that notice their new files, each with the gravest effect."""
    gravity = list(FileEffect).index
    found: dict[str, FileEffect] = {}
    for file in files:
        for device in file.devices if file.kind in GRAVE and file.effect.interrupts else ():
            found[device] = max(found.get(device, file.effect), file.effect, key=gravity)
    return found


def file_steps(old: PlanRows, files: Collection[FileChange], done: Collection[str]) -> Iterator[Step]:
    """Yield a step for hosts that are installed anew, one for other hosts and one for switches, without those that earlier steps take out of service (`done`)."""
    felt = interrupted(files)
    hosts = tuple(row["name"] for row in old["hosts"] if row["name"] in felt and row["name"] not in done)
    for kind in ("install", "files"):
        mine = tuple(name for name in hosts if (felt[name] is FileEffect.REINSTALL) is (kind == "install"))
        drain = tuple(name for name in mine if felt[name] in _DRAINS)
        if mine:
            yield Step(kind=kind, devices=mine, drain=drain, undrain=drain)
    switches = tuple(row["name"] for row in old["switches"] if row["name"] in felt and row["name"] not in done)
    if switches:
        yield Step(kind="push", devices=switches)
