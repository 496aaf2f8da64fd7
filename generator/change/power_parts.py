"""Power strips and cords of a plan's rows, as the bill counts them (`plan/power/cords`)."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.change.tables import PlanRows
from generator.plan.cabling.bom import UNCHOSEN_PDU, cord_model
from generator.plan.sections import CHOICES

_Product = tuple[str, str, float | None]


def power_pieces(plan: PlanRows) -> Iterator[_Product]:
    """Yield every strip and every cord."""
    hardware, site = plan[CHOICES]["hardware"], plan[CHOICES]["site"]
    hosts: Mapping[str, Any] = hardware["hosts"]
    devices = [*plan["hosts"], *plan["switches"]]
    power = site["power"]
    strips = (power["pdus_per_rack"] or power["feeds"]) // power["feeds"] * power["feeds"]
    model = (site["circuit"] or {}).get("pdu") or UNCHOSEN_PDU
    yield from [("pdu", model, None)] * (strips * len(strip_racks(plan)))
    models: Mapping[str, Any] = {**hosts, **hardware["switches"]}
    for row in devices:
        yield from [("cord", cord_model(row["model"]), None)] * _count(models[row["model"]], "supplies")
    shelves = {row["rack"]: row["model"] for row in plan["hosts"] if _count(hosts[row["model"]], "rack_supplies")}
    for model in shelves.values():
        yield from [("cord", cord_model(model), None)] * _count(hosts[model], "rack_supplies")


def strip_racks(plan: PlanRows) -> frozenset[str]:
    """Return the racks that need strips: all but those with only devices that were delivered with the rack."""
    hosts: Mapping[str, Any] = plan[CHOICES]["hardware"]["hosts"]
    whole = {
        each
        for model in {row["model"] for row in plan["hosts"]}
        if (parts := hosts[model].get("rack_fixtures"))
        for each in (model, *(part["model"] for part in parts if part.get("model")))
    }
    return frozenset(row["rack"] for row in (*plan["hosts"], *plan["switches"]) if row["model"] not in whole)


def _count(model: Mapping[str, Any], fact: str) -> int:
    found = model.get(fact)
    return found["count"] if found else 0
