"""Replaced hardware: a device keeps its name, and gets another serial number or model, or other MAC addresses and GUIDs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from generator.change.images import KIND, images
from generator.change.records import Change, FieldChange, Kind
from generator.change.renames import Renames
from generator.change.step import Step
from generator.change.tables import PlanRows
from generator.plan.sections import CHOICES

SERIAL = "serial"
_WHY = "it is replaced by other hardware"
_PORT = "the port is on other hardware"
EXCHANGED = frozenset({_WHY, _PORT})
"""Reasons of changed fields that mean replaced hardware."""
MODEL = "model"
_DEVICES = ("hosts", "switches")
SWITCHED = ("switch", KIND)
"""Kinds of steps of one switch."""


def hardware(change: Change) -> tuple[FieldChange, ...]:
    """Return the fields of a device that belong to other hardware, before and after."""
    if change.table not in _DEVICES or change.whole:
        return ()
    return tuple(field for field in change.fields if field.why in EXCHANGED or field.name == MODEL)


def replacements(raw: PlanRows, old: PlanRows, new: PlanRows, renames: Renames) -> Iterator[Change]:
    """Yield a change for each device of both plans whose known hardware differs; `raw` is the earlier plan under its own names.

    A fact that was unknown before is no replacement: the hardware was delivered, or its label was read.
    """
    before = {renames.devices.get(name, name): facts for name, facts in _facts(raw).items()}
    after = _facts(new)
    for section in ("hosts", "switches"):
        rows = {row["name"]: row for row in new[section]}
        for row in old[section]:
            name = row["name"]
            if (
                name in rows
                and name in before
                and name in after
                and (fields := tuple(_fields(before[name], after[name])))
            ):
                yield Change(Kind.EFFECT, section, (name,), row, rows[name], fields)


def _facts(plan: PlanRows) -> Mapping[str, Mapping[str, str]]:
    """Return the known facts of each device's hardware by kind: its serial number, the MAC address of a port."""
    site = plan.get(CHOICES, {}).get("site", {})
    return {name: dict(_of(asset)) for name, asset in site.get("assets", {}).items()}


def _of(asset: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield SERIAL, str(asset.get(SERIAL) or "").strip().upper()
    yield from ((f"MAC of {port}", mac) for port, mac in sorted(asset.get("macs", {}).items()))
    yield "GUID", asset.get("guid") or ""
    yield from ((f"GUID of {port}", guid) for port, guid in sorted(asset.get("guids", {}).items()))


def _fields(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[FieldChange]:
    for what, was in before.items():
        now = after.get(what, "")
        if was and now and was != now:
            yield FieldChange(what, was, now, effect=True, why=_WHY if what == SERIAL else _PORT)


def exchanged(changes: Iterable[Change]) -> dict[str, Change]:
    """Return the changes of devices that are replaced, or whose adapters are, by name: all fields in one change."""
    found: dict[str, Change] = {}
    for change in changes:
        if fields := hardware(change):
            name = change.key[0]
            known = found[name].fields if name in found else ()
            found[name] = Change(Kind.EFFECT, change.table, (name,), change.before, change.after, (*known, *fields))
    return found


def renewed(changes: Iterable[Change]) -> list[str]:
    """Name the devices that are replaced themselves, and not only an adapter of theirs."""
    return [
        name for name, change in exchanged(changes).items() if any(x.name in (SERIAL, MODEL) for x in change.fields)
    ]


def with_hands(steps: Iterable[Step], old: PlanRows, changes: Sequence[Change], renames: Renames) -> Iterator[Step]:
    """Yield steps with the devices whose hardware is exchanged in them, and the cables that are unplugged for it and plugged into the same ports; and with the switches that get another system, or another release of theirs, and their earlier names."""
    before = {now: was for was, now in renames.devices.items()}
    found, anew, whole, ways = exchanged(changes), systems(changes), set(renewed(changes)), images(changes)
    cables: dict[str, dict[str, None]] = {name: {} for name in found}
    for link in old["links"] if found else ():
        for end in ("a", "b"):
            if link[end]["device"] in cables:
                cables[link[end]["device"]][link["cable"]] = None
    pulled: set[str] = set()
    for step in steps:
        own = step.devices if step.kind in ("host", *SWITCHED) else ()
        mine = [name for name in own if name in found]
        named = {*step.unplug, *step.again, *pulled}
        pulled = (pulled | set(step.unplug)) - set(step.plug)
        reused = {cable: None for name in mine for cable in cables[name] if cable not in named}
        new = [name for name in mine if name in whole]
        parts = tuple(name for name in mine if name not in new)
        systemed = tuple(name for name in own if name in anew and name not in new)
        released = tuple(name for name in own if name in ways and name not in new)
        if mine or systemed or released:
            same = {ways[name] for name in released}
            yield replace(
                step,
                replaced=tuple(new),
                parts=parts,
                reused=tuple(reused),
                installed=systemed,
                released=released,
                of=same.pop() if len(same) == 1 else step.of,
                was=tuple(before[name] for name in own if name in before) if step.kind in SWITCHED else (),
            )
        else:
            yield step


def systems(changes: Iterable[Change]) -> set[str]:
    """Return the switches that get another operating system."""
    return {
        change.key[0]
        for change in changes
        if change.table == "switches" and not change.whole and any(field.name == "os" for field in change.fields)
    }
