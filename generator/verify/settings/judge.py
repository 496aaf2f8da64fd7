"""`settings`: every place that a rule asks for, looked up in the files of every switch."""

from collections.abc import Iterator
from pathlib import Path

from generator.change.formats import PlanFileError
from generator.change.tables import PlanRows
from generator.verify.reach import BROKEN
from generator.verify.rendered import rendered
from generator.verify.settings import host_ports
from generator.verify.settings.places import read_places
from generator.verify.settings.wanted import CUMULUS, EOS, FRR, SONIC, Row, SwitchRows
from generator.verify.verdict import Verdict

_NAME = "settings"
_FILES = (SONIC, CUMULUS, EOS)
_RULES = (host_ports.RULES,)


def settings(tree: Path) -> Verdict:
    """Report every setting of host ports that a switch's file has otherwise, or not at all."""
    try:
        plan = rendered(tree).plan
    except PlanFileError:
        return Verdict(_NAME, 0, ran=True, note="there is no plan.json that says what switches are set to")
    ports, reserved = _by_switch(plan["ports"]), _by_switch(plan.get("reserved_ports") or plan["ports"])
    faults: list[str] = []
    judged = 0
    for row in plan["switches"]:
        name = row["name"]
        if switch := _read(tree, plan, row, ports.get(name, []), reserved.get(name, [])):
            judged += 1
            faults += dict.fromkeys(f"switches/{name}/{each}" for each in _faults(switch))
    return Verdict(_NAME, judged, ran=True, note="host ports", faults=faults)


def _by_switch(rows: list[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["switch"], []).append(row)
    return found


def _read(tree: Path, plan: PlanRows, row: Row, ports: list[Row], reserved: list[Row]) -> SwitchRows | None:
    """Read a switch; nothing where it has no file of a known system, or one that cannot be read, which the judge of reachability reports."""
    home = tree / "switches" / row["name"]
    first = next((file for file in _FILES if (home / file).is_file()), None)
    if first is None:
        return None
    names = [first, *([FRR] if first == SONIC and (home / FRR).is_file() else [])]
    try:
        return SwitchRows(plan, row, ports, reserved, {file: read_places(home / file) for file in names})
    except BROKEN:
        return None


def _faults(switch: SwitchRows) -> Iterator[str]:
    """Yield every difference with its file and line; of a file that is not there the manifest speaks."""
    for rules in _RULES:
        for wanted in rules[switch.os](switch):
            file = wanted.file or switch.os
            places = switch.files.get(file)
            if places and (found := places.value(wanted.loc)) != wanted.value:
                yield f"{file}:{places.line(wanted.loc)}: {wanted.fault(found)}"
