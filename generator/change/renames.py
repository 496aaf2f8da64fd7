"""Renames between two plans: the rows and files of the earlier one, under the names of the later."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from generator.change.records import Row
from generator.change.tables import PlanRows
from generator.model.naming import device_name, kind_of
from generator.plan.lineage import Event
from generator.spec.tenants import unfold

_DEVICES: Mapping[str, tuple[str, ...]] = {
    "hosts": ("name",), "retired": ("name",), "switches": ("name",), "ports": ("switch", "peer"), "lags": ("switch", "host"),
    "harnesses": ("device",), "addresses": ("device",), "asns": ("holder",), "partitions": ("host",), "schedulers": ("host",),
    "daemons": ("controller",), "links": ("a.device", "b.device"),
    "pdus": ("leaf",),
}  # fmt: skip
"""The fields that name devices, by section."""
_GROUPS: Mapping[str, tuple[str, ...]] = {
    "hosts": ("group",), "retired": ("group",), "tiers": ("group",), "accounts": ("hosts",),
}  # fmt: skip
"""The fields that name host groups, by section: one, or a list of them."""
_RACKS: Mapping[str, tuple[str, ...]] = {
    "racks": ("name",), "hosts": ("rack",), "retired": ("rack",), "switches": ("rack",), "links": ("a.rack", "b.rack"),
    "pdus": ("rack", "leaf_rack"), "harnesses": ("rack",),
}  # fmt: skip
"""The fields that name racks, by section."""
_STRIPS: Mapping[str, tuple[str, ...]] = {
    "pdus": ("name", "strip", "cable"), "ports": ("peer", "cable"), "addresses": ("device",),
}  # fmt: skip
"""The fields that name managed power strips, or their cables, by section: they are called after their racks."""
_NUMBERING: Mapping[str, str] = {
    "digits": "of", "block": "kind", "run": "member", "row": "group", "optics": "kind", "place": "device", "turn": "of",
}  # fmt: skip
"""The field that names a group, or a device, by what is numbered."""
_OF_HOSTS = r"role\..*|.*\.host_leaf"
"""Blocks of numbers whose kinds are host groups; of others they are parts of fabrics."""
_RACK_DEVICES = "role.nvsw"
"""The blocks of devices that come with racks, and are called after the group of the hosts there."""


class Renames(Struct, frozen=True):
    """Renames of groups, and of devices by their own name or with their group."""

    groups: Mapping[str, str] = field(default_factory=dict)
    devices: Mapping[str, str] = field(default_factory=dict)
    released: frozenset[str] = frozenset()
    """Groups whose seats and numbers may be given to others."""
    racks: Mapping[str, str] = field(default_factory=dict)
    leaving: Mapping[str, str] = field(default_factory=dict)
    """Devices that are removed in the same change and keep their old names until then. Only the ports reserved for them have the new ones."""

    def __bool__(self) -> bool:
        """Return whether anything was renamed or released."""
        return bool(self.groups or self.devices or self.released or self.racks)

    def rows(self, plan: PlanRows) -> PlanRows:
        """Return the sections of a plan with the later names in all rows that a comparison or a baseline reads."""
        if not self:
            return plan
        found = {name: self._section(name, plan[name]) for name in {**_DEVICES, **_GROUPS, **_RACKS} if name in plan}
        strips = self._strips(plan.get("pdus", ())) if self.racks else {}
        for section, fields in ((each, _STRIPS[each]) for each in _STRIPS if strips and each in found):
            found[section] = [_changed(row, [(each, strips) for each in fields]) for row in found[section]]
        found["hosts"] = [self._with_origin(row) for row in found["hosts"]]
        return {**plan, **found, **({"numbering": self.numbering(plan["numbering"])} if "numbering" in plan else {})}

    def _strips(self, pdus: Iterable[Row]) -> dict[str, str]:
        """Return the names of strips in renamed racks, and those of their cables."""
        found: dict[str, str] = {}
        for row in (each for each in pdus if each["rack"] in self.racks):
            strip = self.racks[row["rack"]] + row["strip"].removeprefix(row["rack"])
            found |= {row["strip"]: strip, row["name"]: strip.lower()}
            found[row["cable"]] = strip.lower() + row["cable"].removeprefix(row["name"])
        return found

    def undone(self) -> "Renames":
        """Return the renames that give devices and racks their earlier names."""
        devices, racks = ({now: was for was, now in names.items()} for names in (self.devices, self.racks))
        return Renames(devices=devices, racks=racks)

    def numbering(self, rows: Iterable[Row]) -> list[Row]:
        """Return the numbering of a plan with the later names."""
        return [self._numbered(row) for row in rows if not self._given_up(row)]

    def _given_up(self, row: Row) -> bool:
        """Whether a row holds rack units of a released group."""
        return row["what"] in ("row", "place") and row.get("group") in self.released

    def _numbered(self, row: Row) -> Row:
        row = self._in_racks(row) if self.racks else row
        key = _NUMBERING.get(row["what"], "")
        if not key or (row["what"] == "block" and not re.fullmatch(_OF_HOSTS, row["of"])):
            return row
        names = self.devices if row["what"] == "place" else self.groups
        if row["what"] == "place" and row.get("group") in self.groups:
            row = {**row, "group": self.groups[row["group"]]}
        head, space, name = row[key].rpartition(" ")  # of links, the plane comes first
        if name in self.released and row["what"] in ("block", "run"):
            return {**row, key: head + space}
        return {**row, key: f"{head}{space}{names[name]}"} if name in names else row

    def _in_racks(self, row: Row) -> Row:
        """Return a row of the numbering with the later names of racks: one, a list, or a list for each side."""
        match row:
            case {"rack": str(rack)}:
                return {**row, "rack": self.racks.get(rack, rack)}
            case {"racks": racks}:
                return {**row, "racks": [self._rack_names(each) for each in racks]}
        return row

    def _rack_names(self, racks: str | list[str]) -> str | list[str]:
        return (
            self.racks.get(racks, racks) if isinstance(racks, str) else [self.racks.get(each, each) for each in racks]
        )

    def path(self, path: str) -> str:
        """Return the path of a file of a tree under the later names."""
        folder = path.partition("/")[0]
        if folder in _OF_DEVICES or path.startswith(_VARS_OF_HOSTS):
            head = path[: path.index("/") + 1] if folder in _OF_DEVICES else _VARS_OF_HOSTS
            name = path.removeprefix(head).partition("/")[0].partition(".")[0]
            return head + self.devices.get(name, name) + path[len(head) + len(name) :]
        for head in (_OF_GROUPS, _VARS_OF_GROUPS):
            if path.startswith(head):
                name = path.removeprefix(head).partition("/")[0].partition(".")[0]
                return head + self.groups.get(name, name) + path[len(head) + len(name) :]
        return path

    def _with_origin(self, row: Row) -> Row:
        """Return a host whose place in the spec is under the later name of its group."""
        head, *rest = row.get("origin") or ("",)
        return {**row, "origin": [head, self.groups.get(rest[0], rest[0]), *rest[1:]]} if head == "hosts" else row

    def _section(self, section: str, rows: Sequence[Row]) -> list[Row]:
        changes = [(key, self.devices) for key in _DEVICES.get(section, ())]
        changes += [("peer", self.leaving)] if section == "ports" and self.leaving else []
        changes += [(key, self.groups) for key in _GROUPS.get(section, ())]
        changes += [(key, self.racks) for key in _RACKS.get(section, ())]
        return [_changed(row, changes) for row in rows]


_OF_DEVICES = frozenset({"hosts", "switches"})
_VARS_OF_HOSTS = "ansible/inventory/host_vars/"
_OF_GROUPS = "host_groups/"
_VARS_OF_GROUPS = "ansible/inventory/group_vars/"


def _changed(row: Row, changes: Iterable[tuple[str, Mapping[str, str]]]) -> Row:
    found: dict[str, Any] = {}
    for key, names in changes:
        end, _, name = key.rpartition(".")
        holder: Any = found.get(end, row[end]) if end else row
        value: Any = holder.get(name)
        if isinstance(value, list):
            other: Any = [names.get(each, each) for each in value]
            other = sorted(other) if value == sorted(value) else other
        else:
            other = names.get(value, value)
        if other != value:
            found[end or name] = {**holder, name: other} if end else other
    return {**row, **found} if found else row


def renames_of(plan: PlanRows, events: Iterable[Event]) -> Renames:
    """Return the renames of events for a plan, in order; those whose old name it does not have are already done."""
    names = Names(plan)
    groups: dict[str, str] = {}
    devices: dict[str, str] = {}
    released: set[str] = set()
    for event in events:
        if event.what == "release":
            released |= names.release(event.of)
            continue
        for old, new in zip(unfold(event.of), unfold(event.to), strict=False):
            for kind, before, after in names.rename(old, new):
                known = groups if kind == "group" else devices
                first = next((was for was, now in known.items() if now == before), before)
                known[first] = after
    return Renames(groups, devices, frozenset(released))


def _renamed_racks(old: Iterable[Row], new: Iterable[Row]) -> dict[str, str]:
    """Return the racks that have another name at the same place."""
    names = {(row["row"], row["position"]): str(row["name"]) for row in new}
    found = {str(row["name"]): names.get((row["row"], row["position"]), str(row["name"])) for row in old}
    return {was: now for was, now in found.items() if was != now}


class Names:
    """The names in an earlier plan, as renames change them."""

    def __init__(self, plan: PlanRows) -> None:
        """Read groups from the numbers that roles have given, and devices from the places that they have."""
        numbering = plan.get("numbering", ())
        blocks = [row for row in numbering if row["what"] == "block" and row["of"].startswith("role.") and row["kind"]]
        self.groups = {row["kind"]: None for row in blocks} | {row["group"]: None for row in _hosts(plan)}
        self._beside = {row["kind"] for row in blocks if row["of"] == _RACK_DEVICES}
        self.devices: dict[str, str] = {row["device"]: "" for row in numbering if row["what"] == "place"}
        self.devices |= {row["peer"]: "" for row in plan.get("ports", ()) if row["peer"]}
        self.devices |= {row["name"]: "switch" for row in plan.get("switches", ())}
        self.devices |= {row["name"]: row["group"] for row in _hosts(plan)}

    def rename(self, old: str, new: str) -> list[tuple[str, str, str]]:
        """Rename a group with the devices that are called after it, or a device; return the changed names: (`group` or `device`, before, after)."""
        if old not in self.groups:
            return self._device(old, new)
        found = [("group", old, new)]
        found += [("group", each, new + each[len(old) :]) for each in self._beside if each.startswith(f"{old}-")]
        for _, before, after in list(found):
            self.groups = {after if each == before else each: None for each in self.groups}
            for name in [
                name for name, group in self.devices.items() if group in ("", before) and _called(name, before)
            ]:
                found += self._device(name, device_name(after, kind_of(name)[1], _digits(name)))
            self.devices = {name: after if group == before else group for name, group in self.devices.items()}
        self._beside = {new + each[len(old) :] if each.startswith(f"{old}-") else each for each in self._beside}
        return found

    def release(self, group: str) -> set[str]:
        """Return a group, with those that come with its racks, that has numbers and no hosts."""
        found = {group} | {each for each in self._beside if each.startswith(f"{group}-")}
        return found & set(self.groups) - set(self.devices.values())

    def _device(self, old: str, new: str) -> list[tuple[str, str, str]]:
        if old not in self.devices:
            return []
        self.devices[new] = self.devices.pop(old)
        return [("device", old, new)]


def _hosts(plan: PlanRows) -> list[Row]:
    return [row for section in ("hosts", "retired") for row in plan.get(section, ()) if "group" in row]


def _digits(name: str) -> int:
    return len(name) - len(name.rstrip("0123456789"))


def _called(name: str, group: str) -> bool:
    """Return whether a device has the default name in its group."""
    return (
        kind_of(name)[0] == group and _digits(name) > 0 and device_name(group, kind_of(name)[1], _digits(name)) == name
    )


def renames_between(old: PlanRows, new: PlanRows) -> Renames:
    """Return the renames since an earlier plan, from the history of the later one."""
    before, after = (
        [Event(row["what"], row["of"], row.get("to", "")) for row in plan.get("history", ())] for plan in (old, new)
    )
    racks = _renamed_racks(old.get("racks", ()), new.get("racks", ()))
    if before == after:
        return Renames(racks=racks)
    shared = len(before) if after[: len(before)] == before else 0
    found = renames_of(old, after[shared:])
    stood, there = ({row["name"] for key in ("hosts", "switches") for row in plan[key]} for plan in (old, new))
    devices = {was: now for was, now in found.devices.items() if was not in there}
    leaving = {was: now for was, now in devices.items() if was in stood and now not in there}
    devices = {was: now for was, now in devices.items() if was not in leaving}
    return Renames(found.groups, devices, found.released, racks, leaving)
