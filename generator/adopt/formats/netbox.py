"""NetBox: answers of its REST API as JSON, and its tables as CSV, as exported or as its import forms want them.

Fields are those of NetBox 4's serializers and tables (netbox-community/netbox: dcim and ipam, `api/serializers_`, `tables`, `forms/bulk_import`).
"""

from collections.abc import Mapping
from typing import Any

from generator.adopt.formats.cabling import head_of, rows
from generator.adopt.source_file import Format, Options, SourceFile
from generator.adopt.survey import End, Place, Survey
from generator.adopt.taking import take, take_address
from generator.adopt.values import address6, metres, whole

_NOT_THERE = {"planned", "inventory", "decommissioning", "offline"}
_NOWHERE = "addresses that NetBox has on no interface of a device"
_CABLE = "dcim.interface"
_OTHER_CABLES = frozenset(
    f"dcim.{each}" for each in ("powerport", "poweroutlet", "powerfeed", "consoleport", "consoleserverport")
)
"""Terminations of cables that are no part of a plan."""
_PLANNED, _LEAVING = "planned", "decommissioning"
"""States of a cable other than connected."""
_CORRECT = "correct it in NetBox"
_HEADS: Mapping[str, tuple[frozenset[str], ...]] = {
    "cable": (
        frozenset({"Device A", "Termination A", "Device B", "Termination B"}),
        frozenset({"side_a_device", "side_a_name", "side_b_device", "side_b_name"}),
    ),
    "address": (
        frozenset({"IP Address", "Interface", "Parent"}),
        frozenset({"IP Address", "Interface", "Device/VM"}),
        frozenset({"address", "device", "interface"}),
    ),
    "device": (frozenset({"Name", "Role", "Rack", "Type"}), frozenset({"name", "role", "device_type"})),
    "interface": (frozenset({"Name", "Device", "Type"}), frozenset({"device", "name", "type"})),
    "vlan": (frozenset({"VID", "Name"}), frozenset({"vid", "name"})),
    "prefix": (frozenset({"Prefix", "Role"}), frozenset({"prefix", "role"})),
}
"""The columns by which a table is known."""


def _kind(row: Any) -> str:
    """Return what an object of the API is; empty where it is none that is read."""
    if not isinstance(row, dict):
        return ""
    if "mac_address" in row and "assigned_object" in row:
        return "mac"
    for key, kind in (
        ("a_terminations", "cable"),
        ("device_type", "device"),
        ("assigned_object", "address"),
        ("vid", "vlan"),
        ("prefix", "prefix"),
    ):
        if key in row:
            return kind
    if "device" in row and "name" in row:
        return "interface"
    return "rack" if "u_height" in row else ""


def _results(data: Any) -> list[Any]:
    found = data.get("results") if isinstance(data, dict) else data
    return found if isinstance(found, list) else []


def _recognises(file: SourceFile, options: Options) -> bool:
    del options
    if file.data is not None:
        return any(_kind(row) for row in _results(file.data)[:1])
    return bool(_table(file))


def _table(file: SourceFile) -> str:
    head = head_of(file)
    return next((kind for kind, heads in _HEADS.items() if any(each <= head for each in heads)), "")


def _read(file: SourceFile, survey: Survey, options: Options) -> None:
    del options
    if file.data is not None:
        if isinstance(file.data, dict) and file.data.get("next"):
            survey.remark(
                "an answer of NetBox that has a next page", file.place(1), "export everything in one answer: ?limit=0"
            )
        for row, place in file.items():
            _READERS[_kind(row)](row, place, survey)
        return
    kind = _table(file)
    for line, row in rows(file):
        _ROWS[kind](row, file.place(line), survey)


def _text(value: Any, *keys: str) -> str:
    """Return the text of a value, or of the first of its keys that has one."""
    if isinstance(value, dict):
        return next((str(value[key]) for key in keys if value.get(key)), "")
    return str(value) if isinstance(value, str | int | float) else ""


def _device(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    name = survey.device(row.get("name"), place)
    if not row.get("name"):
        what = " ".join(filter(None, (_text(row.get("id")), _text(row.get("device_type"), "slug", "model"))))
        where = " unit ".join(filter(None, (_text(row.get("rack"), "name"), _text(row.get("position")))))
        survey.remark(
            f"a device without a name in NetBox: {what or 'no id'}, in {where or 'no rack'}",
            place,
            "name it there, or export without it (?name__empty=false)",
        )
    status = _text(row.get("status"), "value").lower()
    if name and status in _NOT_THERE:
        survey.remark(
            f"{name} is {status} in NetBox",
            place,
            "it is read as if it were installed; where it is not, remove it from the export, or put it under ignore: of --map",
            name,
        )
    if not name:
        return
    role = row.get("role") or row.get("device_role")
    if group := _text(role, "slug", "name"):
        survey.belongs(name, group.replace(" ", "-"), place)
    survey.state(("model", name), _text(row.get("device_type"), "slug", "model"), place)
    survey.state(("rack", name), _text(row.get("rack"), "name"), place)
    take(survey, ("unit", name), row.get("position"), whole, place)
    survey.state(("serial", name), _text(row.get("serial")), place)
    system = _text(row.get("platform"), "slug", "name").lower()
    survey.state(("os", name), next((each for each in ("sonic", "cumulus", "eos") if each in system), None), place)


def _interface(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    name = survey.device(_text(row.get("device"), "name"), place)
    port = _text(row.get("name"))
    if name and port:
        mac = _text(row.get("primary_mac_address"), "mac_address") or _text(row.get("mac_address"))
        survey.state(("mac", name, port), mac.lower(), place)


def _cable(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    ends: list[End] = []
    names: list[str] = []
    kinds: set[str] = set()
    for side in ("a_terminations", "b_terminations"):
        every = row.get(side)
        for each in every if isinstance(every, list) else ():
            thing = each.get("object") if isinstance(each, dict) else None
            kinds.add(_text(each, "object_type"))
            if isinstance(thing, dict) and (name := _text(thing.get("device"), "name")):
                names.append(name)
                ends.append((name, _text(thing.get("name"))))
        if not isinstance(every, list) or len(every) != 1:
            kinds.add("")
    about = f"cable {_text(row.get('id'))}"
    if kinds and kinds <= _OTHER_CABLES:
        survey.leave("power and console cables", place)
    elif kinds == {_CABLE} and len(ends) == 2 and all(port for _, port in ends):
        length = _text(row.get("length")), _text(row.get("length_unit"), "value") or "m"
        _take_cable(ends, (about, _text(row.get("label")), *length, _text(row.get("status"), "value")), place, survey)
    else:
        survey.remark(
            f"{about} does not join two interfaces",
            place,
            "cables to patch panels are not traced; list the two devices in a cabling list",
            *(name.partition(".")[0].lower() for name in names),
        )


def _take_cable(ends: list[End], said: tuple[str, str, str, str, str], place: Place, survey: Survey) -> None:
    """Take a cable between two interfaces that is there; `said` is what it is called, its label, length, unit and status."""
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


def _address(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    said = row.get("assigned_object")
    thing = said if isinstance(said, dict) else {}
    device = _text(thing.get("device"), "name")
    if not device:
        survey.leave(_NOWHERE, place)
    elif name := survey.device(device, place):
        take_address(survey, name, _text(thing.get("name")), row.get("address"), place)


def _mac(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    """A MAC address is an object of its own since NetBox 4.2; one that is not its interface's primary one says nothing."""
    thing = row.get("assigned_object")
    name = survey.device(_text(thing.get("device"), "name"), place) if isinstance(thing, dict) else ""
    if name and isinstance(thing, dict) and row.get("is_primary") is not False and (port := _text(thing.get("name"))):
        survey.state(("mac", name, port), _text(row.get("mac_address")).lower(), place)


def _vlan(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    if name := _text(row.get("name")):
        take(survey, ("vlan", name), row.get("vid"), whole, place)


def _prefix(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    role = _text(row.get("role"), "slug", "name")
    if role and address6(row.get("prefix")):
        survey.leave("IPv6 prefixes (those of the design follow from addressing.ipv6)", place)
    elif role:
        survey.state(("pool", role), _text(row.get("prefix")), place)


def _nothing(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    """Racks say nothing that their devices do not."""
    del row, place, survey


def _unknown(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    """Count an object of another kind."""
    del row
    survey.leave("objects of NetBox that are of no kind that is read", place)


def _pick(row: Mapping[str, str], *names: str) -> str:
    return next((row[name] for name in names if row.get(name)), "")


def _device_row(row: Mapping[str, str], place: Place, survey: Survey) -> None:
    fields = {
        "name": _pick(row, "Name", "name"),
        "role": _pick(row, "Role", "role").lower(),
        "device_type": _pick(row, "Type", "device_type"),
        "rack": _pick(row, "Rack", "rack"),
        "position": _pick(row, "Position", "position").removeprefix("U"),
        "serial": _pick(row, "Serial number", "serial"),
        "platform": _pick(row, "Platform", "platform"),
        "status": _pick(row, "Status", "status"),
    }
    _device(fields, place, survey)


def _cable_row(row: Mapping[str, str], place: Place, survey: Survey) -> None:
    ends: list[End] = []
    for side in "AB":
        name = _pick(row, f"Device {side}", f"side_{side.lower()}_device")
        ends.append((name, _pick(row, f"Termination {side}", f"side_{side.lower()}_name")))
    types = {_pick(row, f"side_{side}_type").lower() for side in "ab"}
    if types <= _OTHER_CABLES:
        survey.leave("power and console cables", place)
    elif all(name and port for name, port in ends) and types <= {"", _CABLE}:
        length = _pick(row, "Length", "length"), _pick(row, "length_unit") or "m"
        said = ("cable", _pick(row, "Label", "label"), *length, _pick(row, "Status", "status"))
        _take_cable(ends, said, place, survey)
    else:
        survey.remark(
            "a cable that does not join two interfaces",
            place,
            "complete the row, or list its two devices in a cabling list",
            *(name.partition(".")[0].lower() for name, _ in ends),
        )


def _address_row(row: Mapping[str, str], place: Place, survey: Survey) -> None:
    device, port = _pick(row, "Parent", "Device/VM", "device"), _pick(row, "Interface", "interface")
    if not (device and port):
        survey.leave(_NOWHERE, place)
    elif name := survey.device(device, place):
        take_address(survey, name, port, _pick(row, "IP Address", "address"), place)


def _interface_row(row: Mapping[str, str], place: Place, survey: Survey) -> None:
    fields = {
        "device": _pick(row, "Device", "device"),
        "name": _pick(row, "Name", "name"),
        "mac_address": _pick(row, "MAC Address", "mac_address"),
    }
    _interface(fields, place, survey)


def _vlan_row(row: Mapping[str, str], place: Place, survey: Survey) -> None:
    _vlan({"name": _pick(row, "Name", "name"), "vid": _pick(row, "VID", "vid")}, place, survey)


def _prefix_row(row: Mapping[str, str], place: Place, survey: Survey) -> None:
    _prefix({"prefix": _pick(row, "Prefix", "prefix"), "role": _pick(row, "Role", "role").lower()}, place, survey)


_READERS = {
    "cable": _cable,
    "device": _device,
    "address": _address,
    "mac": _mac,
    "vlan": _vlan,
    "prefix": _prefix,
    "interface": _interface,
    "rack": _nothing,
    "": _unknown,
}
_ROWS = {
    "cable": _cable_row,
    "device": _device_row,
    "address": _address_row,
    "vlan": _vlan_row,
    "prefix": _prefix_row,
    "interface": _interface_row,
}
FORMAT = Format("netbox", "export of NetBox (JSON or CSV)", _recognises, _read)
