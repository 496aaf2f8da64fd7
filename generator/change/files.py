"""Files of two trees: which come and go, which only gain lines, which are written anew."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from generator.change.records import Kind
from generator.change.tables import PlanRows

_OF_DEVICES = ("hosts/", "switches/", "ansible/inventory/host_vars/")


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file that is not as it was. `how` is added, gains (no line is lost), rewritten or removed; `device` whose file it is.

    `kind` is set for files of devices that are in both plans. Files of the whole cluster follow the plan, whose rows say what they do.
    """

    path: str
    how: str
    device: str
    kind: Kind | None


_KINDS = {"added": Kind.ADDED, "gains": Kind.ADDED, "rewritten": Kind.EFFECT, "removed": Kind.REMOVED}
Read = Callable[[str], bytes]
"""Gives a file of a tree by its path."""


def compare_files(
    old: Mapping[str, str], new: Mapping[str, str], stay: set[str], read: tuple[Read, Read]
) -> Iterator[FileChange]:
    """Compare two trees: digests by path; `stay` names the devices of both, `read` reads the files of devices on both sides."""
    for path in sorted({*old, *new}):
        if old.get(path) == new.get(path):
            continue
        device = owner(path)
        how = "rewritten"
        if path not in old or path not in new:
            how = "added" if path not in old else "removed"
        elif device and gains(read[0](path), read[1](path)):
            how = "gains"
        yield FileChange(path, how, device, _KINDS[how] if device in stay else None)


def owner(path: str) -> str:
    """Name the device that a file is of; nothing for files of the whole cluster."""
    for folder in _OF_DEVICES:
        if path.startswith(folder):
            return path.removeprefix(folder).partition("/")[0].removesuffix(".yml")
    return ""


def gains(before: bytes, after: bytes) -> bool:
    """Tell whether every line is there still, whatever came between them. A comma behind the last row of a list is no change."""
    return _lines(before) <= _lines(after)


def _lines(data: bytes) -> Counter[bytes]:
    return Counter(line.rstrip(b",") for line in data.splitlines())


def devices_of(plans: Iterable[PlanRows]) -> set[str]:
    """Name the devices that are in all of the plans."""
    found = [{row["name"] for part in ("hosts", "switches") for row in plan[part]} for plan in plans]
    return set.intersection(*found)
