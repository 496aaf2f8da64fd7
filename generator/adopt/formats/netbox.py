"""NetBox: answers of its REST API as JSON, and its tables as CSV, as exported or as for its import forms.

Fields are those of NetBox 4's serializers and tables (netbox-community/netbox: dcim and ipam, `api/serializers_`, `tables`, `forms/bulk_import`).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.adopt.formats.cabling import head_of, rows
from generator.adopt.netbox_cables import pick, read_cable, read_cable_row, text_of
from generator.adopt.source_file import Format, Options, SourceFile
from generator.adopt.survey import Place, Survey
from generator.adopt.taking import take, take_address
from generator.adopt.values import address6, whole

_NOT_THERE = {"planned", "inventory", "decommissioning", "offline"}
_NOWHERE = "addresses that NetBox has on no interface of a device"
_OTHER_MACS = "MAC addresses that are not the primary one of an interface of a device"
_NO = {"", "false", "0", "no", "off"}
"""Values of an unset checkbox in a table."""
_NAMED = {"device", "device_type", "platform", "rack", "role", "status"}
"""Keys of objects that are read by name."""
_NAMES = {"name", "slug", "model", "display", "label", "value"}
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
    "mac": (frozenset({"MAC Address", "Interface", "Parent"}), frozenset({"mac_address", "device", "interface"})),
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


def _is_empty(data: Any) -> bool:
    """Whether an answer of the API has no object: a table that the site does not use."""
    return isinstance(data, dict) and data.get("count") == 0 and data.get("results") == []


def _recognises(file: SourceFile, options: Options) -> bool:
    del options
    if file.data is not None:
        return any(_kind(row) for row in _results(file.data)[:1]) or _is_empty(file.data)
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
        bare: dict[str, Place] = {}
        for row, place in file.items():
            for key in _bare(row):
                bare.setdefault(key, place)
            _READERS[_kind(row)](row, place, survey)
        if bare:
            survey.remark(
                f"objects that state {', '.join(sorted(bare))} by reference, without a name, as Nautobot answers without depth: none of it is read",
                next(iter(bare.values())),
                "export again with ?depth=1",
            )
        return
    kind = _table(file)
    for line, row in rows(file):
        _ROWS[kind](row, file.place(line), survey)


def _bare(row: Any) -> Iterator[str]:
    """Yield the keys of an object whose values are references without a name."""
    for key, value in row.items() if isinstance(row, dict) else ():
        if key in _NAMED and isinstance(value, dict) and "url" in value and not _NAMES & set(value):
            yield key


def _device(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    name = survey.device(row.get("name"), place)
    if not row.get("name"):
        what = " ".join(filter(None, (text_of(row.get("id")), text_of(row.get("device_type"), "slug", "model"))))
        where = " unit ".join(filter(None, (text_of(row.get("rack"), "name"), text_of(row.get("position")))))
        survey.remark(
            f"a device without a name in NetBox: {what or 'no id'}, in {where or 'no rack'}",
            place,
            "name it there, or export without it (?name__empty=false)",
        )
    status = text_of(row.get("status"), "value", "name").lower()
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
    if group := text_of(role, "slug", "name"):
        survey.belongs(name, group.replace(" ", "-"), place)
    survey.state(("model", name), text_of(row.get("device_type"), "slug", "model"), place)
    survey.state(("rack", name), text_of(row.get("rack"), "name"), place)
    take(survey, ("unit", name), row.get("position"), whole, place)
    survey.state(("serial", name), text_of(row.get("serial")), place)
    system = text_of(row.get("platform"), "slug", "name").lower()
    survey.state(("os", name), next((each for each in ("sonic", "cumulus", "eos") if each in system), None), place)


def _interface(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    name = survey.device(text_of(row.get("device"), "name"), place)
    port = text_of(row.get("name"))
    if name and port:
        mac = text_of(row.get("primary_mac_address"), "mac_address") or text_of(row.get("mac_address"))
        survey.state(("mac", name, port), mac.lower(), place)


def _address(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    said = row.get("assigned_object")
    thing = said if isinstance(said, dict) else {}
    device = text_of(thing.get("device"), "name")
    if not device:
        survey.leave(_NOWHERE, place)
    elif name := survey.device(device, place):
        take_address(survey, name, text_of(thing.get("name")), row.get("address"), place)


def _mac(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    """A MAC address is a separate object since NetBox 4.2; one that is not its interface's primary one is counted."""
    said = row.get("assigned_object")
    thing = said if isinstance(said, dict) else {}
    device, port = text_of(thing.get("device"), "name"), text_of(thing.get("name"))
    if not (device and port) or row.get("is_primary") is False:
        survey.leave(_OTHER_MACS, place)
    elif name := survey.device(device, place):
        survey.state(("mac", name, port), text_of(row.get("mac_address")).lower(), place)


def _vlan(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    if name := text_of(row.get("name")):
        take(survey, ("vlan", name), row.get("vid"), whole, place)


def _prefix(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    role = text_of(row.get("role"), "slug", "name")
    if role and address6(row.get("prefix")):
        survey.leave("IPv6 prefixes (those of the design follow from addressing.ipv6)", place)
    elif role:
        survey.state(("pool", role), text_of(row.get("prefix")), place)


def _nothing(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    """Racks have no facts beyond those of their devices."""
    del row, place, survey


def _unknown(row: Mapping[str, Any], place: Place, survey: Survey) -> None:
    """Count an object of another kind."""
    del row
    survey.leave("objects of NetBox that are of no kind that is read", place)


def _device_row(row: Mapping[str, str], place: Place, survey: Survey) -> None:
    fields = {
        "name": pick(row, "Name", "name"),
        "role": pick(row, "Role", "role").lower(),
        "device_type": pick(row, "Type", "device_type"),
        "rack": pick(row, "Rack", "rack"),
        "position": pick(row, "Position", "position").removeprefix("U"),
        "serial": pick(row, "Serial number", "serial"),
        "platform": pick(row, "Platform", "platform"),
        "status": pick(row, "Status", "status"),
    }
    _device(fields, place, survey)


def _address_row(row: Mapping[str, str], place: Place, survey: Survey) -> None:
    device, port = pick(row, "Parent", "Device/VM", "device"), pick(row, "Interface", "interface")
    if not (device and port):
        survey.leave(_NOWHERE, place)
    elif name := survey.device(device, place):
        take_address(survey, name, port, pick(row, "IP Address", "address"), place)


def _mac_row(row: Mapping[str, str], place: Place, survey: Survey) -> None:
    column = next((each for each in ("Primary", "is_primary") if each in row), None)
    device, port = pick(row, "Parent", "device"), pick(row, "Interface", "interface")
    fields = {
        "mac_address": pick(row, "MAC Address", "mac_address"),
        "assigned_object": {"device": {"name": device}, "name": port},
        "is_primary": column is None or row[column].lower() not in _NO,
    }
    _mac(fields, place, survey)


def _interface_row(row: Mapping[str, str], place: Place, survey: Survey) -> None:
    fields = {
        "device": pick(row, "Device", "device"),
        "name": pick(row, "Name", "name"),
        "mac_address": pick(row, "MAC Address", "mac_address"),
    }
    _interface(fields, place, survey)


def _vlan_row(row: Mapping[str, str], place: Place, survey: Survey) -> None:
    _vlan({"name": pick(row, "Name", "name"), "vid": pick(row, "VID", "vid")}, place, survey)


def _prefix_row(row: Mapping[str, str], place: Place, survey: Survey) -> None:
    _prefix({"prefix": pick(row, "Prefix", "prefix"), "role": pick(row, "Role", "role").lower()}, place, survey)


_READERS = {
    "cable": read_cable,
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
    "cable": read_cable_row,
    "device": _device_row,
    "address": _address_row,
    "mac": _mac_row,
    "vlan": _vlan_row,
    "prefix": _prefix_row,
    "interface": _interface_row,
}
FORMAT = Format("netbox", "export of NetBox (JSON or CSV)", _recognises, _read)
