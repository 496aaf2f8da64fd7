"""Cables of NetBox, from its API and its tables: those between two existing interfaces."""

from collections.abc import Mapping
from typing import Any

from generator.adopt.survey import End, Place, Survey
from generator.adopt.values import metres

_CABLE = "dcim.interface"
_OTHER_CABLES = frozenset(
    f"dcim.{each}" for each in ("powerport", "poweroutlet", "powerfeed", "consoleport", "consoleserverport")
)
"""Terminations of cables that are no part of a plan."""
_PLANNED, _LEAVING = "planned", "decommissioning"
"""States of a cable other than connected."""
_CORRECT = "correct it in NetBox"


def text_of(value: Any, *keys: str) -> str:
    """Return the text of a value, or of the first of its keys that has one."""
    if isinstance(value, dict):
        return next((str(value[key]) for key in keys if value.get(key)), "")
    return str(value) if isinstance(value, str | int | float) else ""


def pick(row: Mapping[str, str], *names: str) -> str:
    """Return the first column of some that a row has."""
    return next((row[name] for name in names if row.get(name)), "")


def read_cable(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    """Take a cable of the API."""
    ends: list[End] = []
    names: list[str] = []
    kinds: set[str] = set()
    for side in ("a_terminations", "b_terminations"):
        every = row.get(side)
        for each in every if isinstance(every, list) else ():
            thing = each.get("object") if isinstance(each, dict) else None
            kinds.add(text_of(each, "object_type"))
            if isinstance(thing, dict) and (name := text_of(thing.get("device"), "name")):
                names.append(name)
                ends.append((name, text_of(thing.get("name"))))
        if not isinstance(every, list) or len(every) != 1:
            kinds.add("")
    about = f"cable {text_of(row.get('id'))}"
    if kinds and kinds <= _OTHER_CABLES:
        survey.leave("power and console cables", place)
    elif kinds == {_CABLE} and len(ends) == 2 and all(port for _, port in ends):
        length = text_of(row.get("length")), text_of(row.get("length_unit"), "value") or "m"
        _take_cable(
            ends, (about, text_of(row.get("label")), *length, text_of(row.get("status"), "value")), place, survey
        )
    else:
        survey.remark(
            f"{about} does not join two interfaces",
            place,
            "cables to patch panels are not traced; list the two devices in a cabling list",
            *(name.partition(".")[0].lower() for name in names),
        )


def _take_cable(ends: list[End], said: tuple[str, str, str, str, str], place: Place, survey: Survey) -> None:
    """Take a cable between two existing interfaces; `said` is its name, label, length, unit and status."""
    about, label, length, unit, status = said
    named = [(survey.device(name, place), port) for name, port in ends]
    if not all(name for name, _ in named):
        return
    devices = [name for name, _ in named]
    if status.lower() == _PLANNED:
        survey.remark(
            f"{about} is planned in NetBox: {' '.join(named[0])} to {' '.join(named[1])}",
            place,
            "it is not read; if it is there, set its status to connected, else remove it from the export",
            *devices,
        )
        return
    if status.lower() == _LEAVING:
        survey.remark(
            f"{about} is {_LEAVING} in NetBox: {' '.join(named[0])} to {' '.join(named[1])}",
            place,
            "it is read as if it stayed; if it is gone, remove it from the export",
            *devices,
        )
    metre = metres(length, unit)
    if length and metre is None:
        survey.remark(f"{about} has no length that is read: {length[:20]} {unit[:20]}", place, _CORRECT, *devices)
    survey.cable(named[0], named[1], place, label, metre)


def read_cable_row(row: Mapping[str, str], place: Place, survey: Survey) -> None:
    """Take a row of a table of cables."""
    ends: list[End] = []
    for side in "AB":
        name = pick(row, f"Device {side}", f"side_{side.lower()}_device")
        ends.append((name, pick(row, f"Termination {side}", f"side_{side.lower()}_name")))
    types = {pick(row, f"side_{side}_type").lower() for side in "ab"}
    if types <= _OTHER_CABLES:
        survey.leave("power and console cables", place)
    elif all(name and port for name, port in ends) and types <= {"", _CABLE}:
        length = pick(row, "Length", "length"), pick(row, "length_unit") or "m"
        said = ("cable", pick(row, "Label", "label"), *length, pick(row, "Status", "status"))
        _take_cable(ends, said, place, survey)
    else:
        survey.remark(
            "a cable that does not join two interfaces",
            place,
            "complete the row, or list its two devices in a cabling list",
            *(name.partition(".")[0].lower() for name, _ in ends),
        )
