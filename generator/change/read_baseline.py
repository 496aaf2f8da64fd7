"""Read the baseline from the numbering of an earlier `plan.json`."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from ipaddress import IPv4Network
from typing import Any, get_args

from generator.model.baseline import NO_BASELINE, Baseline, BaselineFabric, BaselineFloor, BaselineRow, BaselineStack
from generator.model.blocks import Block
from generator.model.device import Place
from generator.model.naming import kind_of
from generator.model.room import RackSlot
from generator.model.runs import Run, Zone
from generator.model.tiers import Upper
from generator.plan.addressing.pods import POD_ROLES, usual_cni
from generator.plan.power.turns import kind_turns
from generator.spec.scheduler import CniName

Rows = Mapping[str, Sequence[Mapping[str, Any]]]


def read_baseline(plan: Mapping[str, Any], *, released: bool = False) -> Baseline:
    """Read the baseline from the sections of a `plan.json`; it is empty where there is no numbering (format 1). With `released`, empty racks are free.

    Raises:
        KeyError, TypeError, ValueError: it is not as clustergen writes it.
    """
    rows: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in plan.get("numbering", ()):
        rows[row["what"]].append(row)
    if not rows:
        return NO_BASELINE
    _check(rows, plan)
    blocks: dict[str, list[Block]] = defaultdict(list)
    for row in rows["block"]:
        blocks[row["of"]].append(Block(row["kind"], row["first"], row["start"], row["count"]))
    return Baseline(
        digits={row["of"]: row["digits"] for row in rows["digits"]},
        blocks=blocks,
        fabrics={row["fabric"]: _fabric(row, rows, _allowed(plan, row["fabric"])) for row in rows["fabric"]},
        floor=_floor(rows, plan, released=released),
        layouts={each["pool"]: (each["prefix"], tuple(_fields(each["fields"]))) for each in plan["layouts"]},
        turns=kind_turns(plan["numbering"]),
        pdus={row["rack"]: (row["leaf"], row["first"], row["count"]) for row in rows["pdus"]},
        cni=_cni(plan, blocks),
    )


def _check(rows: Rows, plan: Mapping[str, Any]) -> None:
    """Refuse impossible values early, as later errors would not name their cause."""
    racks = {row["rack"] for row in rows["rack"]}
    named = {rack for row in rows["row"] for rack in row["racks"]}
    named |= {rack for row in rows["stack"] for side in row["racks"] for rack in side}
    numbers = [row[key] for row in rows["block"] for key in ("first", "start", "count")]
    units: dict[str, set[int]] = defaultdict(set)
    for row in rows["run"]:
        units[row["fabric"]].add(row["su"])
    for each in plan["layouts"]:
        IPv4Network(each["prefix"])
    whole = all(rows[what] for what in ("digits", "block", "fabric", "rack", "stack"))
    if not whole or not named <= racks or not all(type(number) is int for number in numbers):
        message = "rows are missing, or refer to objects that do not exist"
        raise ValueError(message)
    if any(found != set(range(len(found))) for found in units.values()):
        message = "scalable units are not counted from 0"
        raise ValueError(message)


def _cni(plan: Mapping[str, Any], blocks: Mapping[str, Sequence[Block]]) -> str:
    """Return the CNI of an earlier plan. For a plan of an earlier release that does not state it, this is the default of that time for the hosts of its envelope."""
    said = {row["cni"] for row in plan.get("kubernetes", ())}
    if unknown := said - {*get_args(CniName)}:
        message = f"no layer that joins pods has the name {' or '.join(map(repr, unknown))}"
        raise ValueError(message)
    if "kubernetes" not in plan and any(row["scheduler"] == "kubernetes" for row in plan.get("schedulers", ())):
        return usual_cni(sum(block.count for role in POD_ROLES for block in blocks.get(f"role.{role}", ())))
    return next(iter(said), "")


def _fields(texts: Iterable[str]) -> Iterable[tuple[str, int]]:
    for text in texts:
        name, _, bits = text.partition(":")
        yield name, int(bits)


def _allowed(plan: Mapping[str, Any], fabric: str) -> float | None:
    """Return the oversubscription that the spec of an earlier plan allowed."""
    choices = plan.get("choices") or {}
    said = choices.get("fabrics", {}).get(fabric, {}).get("allowed_oversubscription")
    return float(said) if isinstance(said, int | float) else None


def _fabric(row: Mapping[str, Any], rows: Rows, allowed: float | None) -> BaselineFabric:
    mine = {what: [each for each in rows[what] if each["fabric"] == row["fabric"]] for what in _OF_A_FABRIC}
    leaf, spine, core = row["models"]
    return BaselineFabric(
        models=(leaf, spine, core),
        host_gbps=row["host_gbps"],
        uplink_gbps=row["uplink_gbps"],
        leaves_per_su=row["leaves_per_su"],
        sus_per_pod=row["sus_per_pod"],
        carrier=row["carrier"],
        uplinks=row["uplinks"],
        uplink_steps=tuple(row["uplink_steps"]),
        peer_links=row["peer_links"],
        upper=Upper(*row["upper"]) if row["upper"] else None,
        runs=tuple(_run(each) for each in mine["run"]),
        trunks={(each["leaf"], each["uplink"]): (each["spine"], each["port"]) for each in mine["trunk"]},
        allowed=allowed,
        reasons=row["reasons"],
        managed={(each["tier"], each["ordinal"]): (each["leaf"], each["cage"]) for each in mine["managed"]},
        optics={(each["kind"], each["cages"]): (each["a"], each["b"]) for each in mine["optics"]},
    )


_OF_A_FABRIC = ("run", "trunk", "managed", "optics")


def _run(row: Mapping[str, Any]) -> Run:
    zones = tuple(Zone(*zone) for zone in row["zones"])
    return Run(row["member"], row["su"], row["first"], row["count"], zones, row["near"], row.get("at"))


def _floor(rows: Rows, plan: Mapping[str, Any], *, released: bool) -> BaselineFloor:
    slots = {row["rack"]: RackSlot(row["rack"], row["row"], row["position"], row["use"]) for row in rows["rack"]}
    used = {row["rack"] for row in rows["place"]} | {rack for row in rows["row"] for rack in row["racks"]}
    used |= {side[-1] for row in rows["stack"] for side in row["racks"] if side}
    return BaselineFloor(
        released=released,
        free=tuple(slot for slot in slots.values() if released and slot.name not in used),
        slots=tuple(slots.values()),
        rows=tuple(_row(row) for row in rows["row"]),
        places={row["device"]: _place(row, slots) for row in rows["place"]},
        groups=dict(_groups(rows, plan)),
        stacks={row["of"]: _stack(row) for row in rows["stack"]},
    )


def _groups(rows: Rows, plan: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the group of each host that has a place: by its name, unless a row states it."""
    kinds = {row["kind"] for row in rows["block"] if row["of"].startswith("role.")}
    yield from ((name, kind) for row in rows["place"] if (kind := kind_of(name := row["device"])[0]) in kinds)
    yield from ((row["device"], row["group"]) for row in rows["place"] if "group" in row)
    yield from ((row["name"], row["group"]) for section in ("hosts", "retired") for row in plan.get(section, ()))


def _row(row: Mapping[str, Any]) -> BaselineRow:
    return BaselineRow(
        group=row["group"],
        first=row["first"],
        count=row["count"],
        per_rack=row["per_rack"],
        height_u=row["height_u"],
        units=tuple(row["units"]),
        racks=tuple(row["racks"]),
    )


def _place(row: Mapping[str, Any], slots: Mapping[str, RackSlot]) -> Place:
    slot = slots[row["rack"]]
    return Place(rack=slot.name, row=slot.row, position=slot.position, unit=row["unit"], height_u=row["height_u"])


def _stack(row: Mapping[str, Any]) -> BaselineStack:
    (left, right), (low, high), (few, many) = row["racks"], row["edges"], row["counts"]
    return BaselineStack(racks=(tuple(left), tuple(right)), edges=(low, high), counts=(few, many))
