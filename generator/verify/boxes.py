"""Whether a switch's file fits its box: its platform, the cables in its ports, and the protection of BFD.

`switches.yml` identifies a factory switch by its platform (`switch_configurations`), so a file with another one is refused by its box. Which cables negotiate
is in `plan/records`. SONiC's image has no trap for BFD, whose packets then share the policer of all that hosts send to the switch (copp_cfg.j2 of sonic-buildimage 202511, `ip2me`).
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from generator.change.formats import PlanFileError
from generator.plan.records import negotiates
from generator.source.span import Loc
from generator.verify.reach import BROKEN, UnreadableError
from generator.verify.rendered import Rendered, rendered
from generator.verify.settings.places import read_places
from generator.verify.systems.records import SwitchPorts
from generator.verify.verdict import Verdict

_NAME = "boxes"
_BFD = ("bfd", "bfdv6")
_IMAGE_QUEUE = 4
"""The highest queue that a group of SONiC's image has (copp_cfg.j2)."""
_SESSION_PPS = 10
"""Three times what FRR sends for a session: a packet in 300 ms."""
_PORT: Mapping[str, Loc] = {
    "config_db.json": ("PORT", "{}", "autoneg"),
    "startup.yaml": ("interface", "{}", "link", "auto-negotiate"),
    "running.cfg": ("interface {}", "speed"),
}
"""The place of a port's setting of negotiation."""
_LOCAL: Loc = ("DEVICE_METADATA", "localhost")
Row = Mapping[str, Any]
Found = Iterator[tuple[Loc, str]]
"""Faults, each with its place in a switch's file."""


def boxes(tree: Path) -> Verdict:
    """Report every switch whose file is for another box, leaves a copper cable without negotiation, or does not protect its BFD from hosts."""
    known = rendered(tree)
    try:
        plan = known.plan
    except PlanFileError:
        return Verdict(_NAME, 0, ran=False, note="the tree has no plan.json with the models of its switches")
    models = plan.get("choices", {}).get("hardware", {}).get("switches", {})
    cabled: dict[str, list[Row]] = {}
    for port in plan["ports"]:
        cabled.setdefault(port["switch"], []).append(port)
    faults: list[str] = []
    judged = 0
    for row in plan["switches"]:
        if (said := _ends(known, row["name"])) is None:
            continue
        judged += 1
        mine = cabled.get(row["name"], [])
        file = tree / "switches" / said.file
        found = [*_negotiation(mine, said)]
        if file.name == "config_db.json":
            tables = json.loads(file.read_text(encoding="utf-8"))
            found += _platform(tables, row["model"], models.get(row["model"], {}).get("os", {}).get("sonic"))
            found += _bfd(tables, sum(1 for port in mine if port["group"]))
        if found:
            places = read_places(file)
            faults += [f"switches/{said.file}:{places.line(loc)}: {each}" for loc, each in found]
    return Verdict(
        _NAME, judged, ran=True, note="platforms, negotiation and BFD of switches", faults=faults, unit="switches"
    )


def _ends(known: Rendered, name: str) -> SwitchPorts | None:
    """Return the ports of a switch's file; None where it cannot be read, which the judge of both ends reports."""
    switch = known.switch(name)
    try:
        return switch.ends() if switch else None
    except (UnreadableError, *BROKEN):
        return None


def _negotiation(cabled: list[Row], said: SwitchPorts) -> Found:
    """Compare the negotiation of each port with its planned cable."""
    place = _PORT[Path(said.file).name]
    for port in cabled:
        name, medium, speed = port["interface"], port.get("medium", ""), port.get("speed_gbps", 0.0)
        end = said.ports.get(name)
        if end is None or end.negotiates == negotiates(medium, speed):
            continue
        loc = tuple(each.format(name) if isinstance(each, str) else each for each in place)
        if end.negotiates:
            yield loc, f"{name} negotiates its speed, but the other end of {medium or 'its cable'} does not"
        else:
            yield (
                loc,
                f"{name} does not negotiate its speed, but {speed:g}G over {medium} comes up only if both ends do",
            )


def _platform(tables: Row, model: str, known: Row | None) -> Found:
    """Compare platform and SKU with those of the model; a model that SONiC does not know has neither."""
    local = tables.get("DEVICE_METADATA", {}).get("localhost", {})
    if known is None:
        return
    if local.get("platform") != known["platform"]:
        yield (
            (*_LOCAL, "platform"),
            f"the platform is {local.get('platform', 'not said')}, and {model} is {known['platform']}: switches.yml refuses another platform for this switch",
        )
    skus = [known["hwsku"], *(other["hwsku"] for other in known["others"])]
    if local.get("hwsku") not in skus:
        yield (*_LOCAL, "hwsku"), f"the SKU is {local.get('hwsku', 'not said')}, and {model} has {' or '.join(skus)}"


def _bfd(tables: Row, sessions: int) -> Found:
    """Compare the traps of BFD with those that a switch with sessions needs: one that always exists, in a separate group."""
    if not sessions:
        return
    traps: dict[str, Row] = tables.get("COPP_TRAP", {})
    holders = {each: name for each in _BFD for name, row in traps.items() if each in _ids(row)}
    for protocol in _BFD:
        if protocol not in holders:
            yield (
                ("COPP_TRAP",),
                f"{protocol} has no trap of its own, so it shares one policer with all packets that hosts send to the switch",
            )
    for name in dict.fromkeys(holders.values()):
        group = traps[name].get("trap_group", "")
        if traps[name].get("always_enabled") != "true":
            yield (
                ("COPP_TRAP", name, "always_enabled"),
                f"{name} is not always enabled: no SONiC feature installs it for FRR's BFD",
            )
        shared = [other for other, row in traps.items() if row.get("trap_group") == group and _ids(row) - {*_BFD}]
        if shared or group not in tables.get("COPP_GROUP", {}):
            yield (
                ("COPP_TRAP", name, "trap_group"),
                f"BFD shares the group {group} with {', '.join(shared) or 'traps of the image'}, so other packets can end its sessions",
            )
        else:
            yield from _rate(group, tables["COPP_GROUP"][group], sessions)


def _rate(group: str, row: Row, sessions: int) -> Found:
    here: Loc = ("COPP_GROUP", group)
    if int(row.get("queue", 0)) <= _IMAGE_QUEUE:
        yield (
            (*here, "queue"),
            f"{group} has queue {row.get('queue', 0)}, and the image's own groups have up to {_IMAGE_QUEUE}",
        )
    if int(row.get("cir", 0)) < sessions * _SESSION_PPS:
        yield (
            (*here, "cir"),
            f"{group} passes {row.get('cir', 0)} packets a second, but {sessions} sessions need {sessions * _SESSION_PPS}",
        )


def _ids(trap: Row) -> set[str]:
    return set(trap.get("trap_ids", "").split(","))
