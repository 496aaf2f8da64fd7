# Copyright the clustergen authors. Licensed under Apache-2.0.

"""What a delivered host has, held against what the plan says of its group: GPUs, processors, memory, drives.

A row is a difference: `what`, `planned`, `found`, `hint`, and whether it is a `fault`. What a profile of the catalog assumes, and what nobody
but the firmware's own text says, is told and does not fail a host.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Row = dict[str, Any]
Facts = dict[str, Any]

_MEMORY_SHARE = 0.95
"""Part of the planned memory that a kernel must see: it keeps some for itself, and a planned GB may be a GiB or not."""
_DRIVE_SHARE = 0.03
"""Part of its size by which a drive may differ from the planned one: makers round."""
_MARKS = re.compile(r"\((r|tm|c)\)|\bcpu\b|\bprocessor\b|@.*$", re.IGNORECASE)


def hardware_differences(found: Facts, planned: Facts, host: str) -> list[Row]:
    """Return the rows of one host beside its ports; none where nothing was planned (an appliance)."""
    assumed = set(planned.get("assumed", ()))
    rows = [
        *_gpus(found["gpus"], planned.get("gpus", {})),
        *_softer(_cpu(found["cpu"], planned.get("cpu", {})), "cpu" in assumed),
        *_softer(_memory(found["memory"], planned.get("memory_gb")), "memory_gb" in assumed),
        *_softer(_drives(found["drives"], planned.get("drives", ())), "local_nvme" in assumed),
    ]
    return [{"host": host, **row} for row in rows]


def not_stated(planned: Facts) -> list[str]:
    """Report what no document states of a group's hosts, so that nobody has judged it."""
    told = [("processors", planned.get("cpu")), ("memory", planned.get("memory_gb")), ("drives", planned.get("drives"))]
    lacking = [what for what, fact in told if not fact]
    ports = [port["name"] for port in planned.get("ports", ()) if not port.get("pci")]
    lacking += [f"PCI addresses of {', '.join(ports)}"] if ports else []
    if planned.get("gpus", {}).get("count"):
        lacking += [
            *([] if planned["gpus"].get("pci_ids") else ["PCI ids of the GPU's model"]),
            "PCI addresses of GPUs",
        ]
    return [*lacking, *(["firmware of NICs"] if planned.get("ports") else [])]


def _row(what: str, planned: object, found: object, hint: str, *, fault: bool = True) -> Row:
    return {"what": what, "planned": str(planned), "found": str(found), "hint": hint, "fault": fault}


def _softer(rows: Iterator[Row], assumed: bool) -> Iterator[Row]:
    """Take a difference from a mere assumption as what it is."""
    for row in rows:
        hint = "the plan uses an assumed value: add a catalog file for this host model"
        yield {**row, "fault": False, "hint": hint} if assumed else row


def _gpus(found: list[Facts], planned: Facts) -> Iterator[Row]:
    wanted, maker = planned.get("count", 0), planned.get("maker", "")
    seen = {"nvidia": "10de", "amd": "1002"}.get(maker, "")
    mine = [gpu for gpu in found if gpu["vendor"] == seen] if seen else found
    if len(mine) != wanted:
        at = f" (at {', '.join(gpu['pci'] for gpu in mine)})" if mine else ""
        hint = (
            "reseat the tray, read the BMC's log, then power-cycle the host"
            if len(mine) < wanted
            else "check whether the host is of another model"
        )
        yield _row("GPUs", f"{wanted} x {planned['title']}" if wanted else "none", f"{len(mine)}{at}", hint)
    kinds = sorted({f"{gpu['vendor']}:{gpu['device']}" for gpu in mine})
    known = planned.get("pci_ids", ())
    if wanted and len(kinds) > 1:
        yield _row("GPU models", planned["title"], ", ".join(kinds), "the GPUs of one host are of several models")
    elif known and kinds and kinds[0] not in known:
        yield _row("GPU model", f"{planned['title']} ({', '.join(known)})", kinds[0], "another model was delivered")


def _cpu(found: Facts, planned: Facts) -> Iterator[Row]:
    if not planned:
        return
    sockets, cores = planned["sockets"], planned["sockets"] * planned["cores_per_socket"]
    threads = cores * planned["threads_per_core"]
    if found["sockets"] != sockets:
        yield _row("CPU sockets", sockets, found["sockets"], "a processor is missing or disabled")
    if found["cores"] != cores:
        yield _row("CPU cores", cores, found["cores"], "another model, or cores are disabled in the firmware")
    elif found["threads"] != threads:
        hint = "set SMT (Hyper-Threading) in the firmware to the plan's value, or correct the catalog"
        yield _row("CPU threads", threads, found["threads"], hint)
    if planned.get("title") and found["title"] and not _same_words(planned["title"], found["title"]):
        yield _row(
            "CPU model", planned["title"], found["title"], "only the name differs; the counts match", fault=False
        )


def _same_words(planned: str, found: str) -> bool:
    words: Callable[[str], set[str]] = lambda text: set(_MARKS.sub(" ", text).lower().split())  # noqa: E731
    return words(planned) <= words(found)


def _memory(found: Facts, planned: float | None) -> Iterator[Row]:
    """Judge the modules where the firmware lists them, else what the kernel has."""
    if planned is None:
        return
    modules = found["modules"]
    gigabytes = (sum(modules) or found["bytes"]) / 1e9
    if gigabytes < planned * _MEMORY_SHARE:
        count = f" in {len(modules)} modules" if modules else ""
        yield _row(
            "memory",
            f"{planned:g} GB",
            f"{gigabytes:.0f} GB{count}",
            "a module is missing or failed memory training: see the BMC's log",
        )


def _drives(found: list[Facts], planned: list[Facts]) -> Iterator[Row]:
    """Judge by size: boot drives are not in the plan, so more drives are no difference."""
    for kind in planned:
        wanted = kind["size_tb"] * 1e12
        like = [drive for drive in found if abs(drive["bytes"] - wanted) <= wanted * _DRIVE_SHARE]
        if len(like) < kind["count"]:
            others = [f"{drive['name']} of {drive['bytes'] / 1e12:.2f} TB" for drive in found if drive not in like]
            beside = f", beside {', '.join(others)}" if others else ""
            hint = "reseat the drives; a bay may be empty"
            yield _row(f"drives of {kind['size_tb']:g} TB", kind["count"], f"{len(like)}{beside}", hint)


class FilterModule:
    """What Ansible takes from this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """Name the filters."""
        return {"hardware_differences": hardware_differences, "hardware_not_stated": not_stated}
