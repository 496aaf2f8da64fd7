"""Values of the design document: the plan's records, counted and folded into rows."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from generator.catalog.model import Host as HostModel
from generator.plan.cabling.bom import bill_of_materials
from generator.plan.clients import client_roles, why_apart
from generator.plan.counts import counted
from generator.plan.plan import Plan
from generator.plan.power import typical_models
from generator.plan.records import Host, Switch
from generator.render.artifact import Grade
from generator.render.drawing.bundles import Bundles
from generator.render.drawing.contents import Contents
from generator.render.drawing.design_fabrics import fabric_rows
from generator.render.drawing.design_monitoring import monitoring_values
from generator.render.drawing.words import kilowatts, ranges, span
from generator.render.escape import markdown, markdown_line, markdown_message

_GRADES = {
    Grade.APPLIED: "the real program ran with it",
    Grade.PARSED: "the real program's own check accepted it",
    Grade.SCHEMA: "it fits the schema that the program's makers publish",
    Grade.GRAMMAR: "it fits the grammar of its format",
    Grade.RENDERED: "it was written, and nothing has judged it",
}
NONE = "-"


def design_values(
    plan: Plan, summary: Mapping[str, Any], bundles: Mapping[str, Bundles], racks: Sequence[Contents]
) -> dict[str, Any]:
    """Return every value of the template, as text or as rows of text."""
    limit = plan.site.power.rack_kw
    return {
        "cluster": plan.name,
        "description": markdown_line(plan.description),
        "numbers": list(_numbers(plan, summary)),
        "groups": list(_groups(plan)),
        "fabrics": list(fabric_rows(plan, summary, bundles)),
        "pools": list(_pools(plan)),
        "asns": list(_asns(plan)),
        "vlans": list(_vlans(plan)),
        "roce": list(_roce(plan)),
        "tiers": list(_tiers(plan)),
        "rack_units": plan.site.racks.units,
        "reserved": ranges(plan.site.racks.reserved_units),
        "racks": list(_racks(racks)),
        "unknown": list(_unknown(plan, racks)),
        "typical": ", ".join(typical_models(plan)),
        "feed": f"the feeds of one carry {limit:,.1f} kW" if limit else "what the feeds of one carry is not stated",
        "monitoring": monitoring_values(plan),
        "bom": list(_bom(plan)),
        "waiting": [markdown_message(entry) for entry in plan.waiting_for],
        "warnings": [f"`{warning.code}`: {markdown_message(warning.message)}" for warning in plan.warnings],
        "grades": [{"grade": str(grade), "says": says} for grade, says in _GRADES.items()],
    }


def _numbers(plan: Plan, summary: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    fabrics = summary["fabrics"].values()
    tiers = ("leafs", "spines", "cores")
    power = summary["power_kw"]
    rows: list[tuple[str, int | str, int | str]] = [
        ("GPUs", summary["gpus"], summary["gpus_max"]),
        ("hosts", len(plan.hosts), sum(group.max for group in plan.groups.values())),
        ("switches", len(plan.switches), sum(f["envelope"][tier] for f in fabrics for tier in tiers)),
        ("links", len(plan.links), sum(sum(f["envelope"]["links"].values()) for f in fabrics)),
        ("cables", len(plan.cables), sum(sum(f["envelope"]["cables"].values()) for f in fabrics)),
        ("racks", summary["racks"], len(plan.site.slots)),
        ("IT power at most, kW", f"{power['it_max']:,.1f}", NONE),
        (f"facility power at a PUE of {plan.site.power.pue:g}, kW", f"{power['facility']:,.1f}", NONE),
    ]
    for what, *counts in rows:
        installed, envelope = (f"{count:,}" if isinstance(count, int) else count for count in counts)
        yield {"what": what, "installed": installed, "envelope": envelope}


def _groups(plan: Plan) -> Iterator[dict[str, Any]]:
    for group in plan.groups.values():
        model = plan.hardware.get(HostModel, group.model)
        mine = [host for host in plan.hosts if host.group == group.name]
        power = {host.power_w for host in mine if host.power_w is not None}
        units = ranges(host.su + 1 for host in mine if host.su is not None)
        yield {
            "name": group.name,
            "role": group.role,
            "model": f"{group.model} ({markdown(model.title)})",
            "installed": f"{len(mine):,}",
            "max": f"{group.max:,}",
            "gpus": model.gpu_count,
            "power": f"{power.pop():,g}" if power else "not known" if mine else NONE,
            "names": span([host.name for host in mine]) or NONE,
            "units": units or NONE,
        }


def _pools(plan: Plan) -> Iterator[dict[str, str]]:
    for layout in plan.layouts:
        fields = ", ".join(f"{f.name} {counted(f.bits, 'bit')} ({f.used} of {f.room})" for f in layout.fields if f.bits)
        yield {"name": layout.pool, "prefix": str(layout.prefix), "fields": fields, "use": markdown_message(layout.use)}


def _asns(plan: Plan) -> Iterator[dict[str, Any]]:
    for (fabric, tier), group in groupby(plan.asns, lambda entry: (entry.fabric, entry.tier)):
        mine = list(group)
        numbers = sorted({entry.asn for entry in mine})
        yield {
            "fabric": fabric,
            "tier": tier,
            "count": len(numbers),
            "first": numbers[0],
            "last": numbers[-1],
            "holders": span([entry.holder for entry in mine]),
        }


def _vlans(plan: Plan) -> Iterator[dict[str, Any]]:
    for vlan in plan.vlans:
        yield {
            "vlan": vlan.vlan,
            "name": vlan.name,
            "vni": NONE if vlan.vni is None else vlan.vni,
            "fabric": vlan.fabric,
            "prefix": vlan.prefix,
            "gateway": vlan.gateway or NONE,
            "description": markdown(vlan.description),
        }


def _roce(plan: Plan) -> Iterator[dict[str, Any]]:
    for roce in plan.roce.values():
        marks = {
            "kmin": {row.kmin_bytes for row in roce.marking},
            "kmax": {row.kmax_bytes for row in roce.marking},
            "pmax": {row.pmax_percent for row in roce.marking},
        }
        none = "not known" if roce.marks else "off"
        yield {
            "fabric": roce.fabric,
            "dscp": roce.dscp,
            "priority": roce.priority,
            "cnp_dscp": roce.cnp_dscp,
            "cnp_priority": roce.cnp_priority,
            "lossless": "yes" if roce.lossless else "no",
            **{name: " or ".join(f"{mark:,}" for mark in sorted(values)) or none for name, values in marks.items()},
        }


def _tiers(plan: Plan) -> Iterator[dict[str, Any]]:
    for tier in plan.tiers:
        yield {
            "name": tier.name,
            "kind": tier.kind,
            "product": markdown(tier.product) or NONE,
            "mount": tier.mount or NONE,
            "group": tier.group or ("the site" if plan.site.storage[tier.name].s3 else "each client itself"),
            "fabric": tier.fabric or NONE,
            "clients": ", ".join(client_roles(plan.groups.values(), tier)) or NONE,
            "apart": [why_apart(tier, group) for group in tier.apart],
        }


def _racks(racks: Sequence[Contents]) -> Iterator[dict[str, Any]]:
    for _, group in groupby(racks, lambda each: (each.rack.row, each.alike)):
        mine = list(group)
        first = mine[0]
        unknown = counted(len(first.load.unknown), "device") if first.load.unknown else "none"
        yield {
            "names": span([each.rack.name for each in mine]),
            "count": len(mine),
            "use": first.rack.use,
            "devices": first.devices,
            "units": first.units_used,
            "power_kw": kilowatts(first.load.power_w),
            "unknown": unknown,
        }


def _unknown(plan: Plan, racks: Sequence[Contents]) -> Iterator[dict[str, str]]:
    """Return the devices without published power, by model."""
    names = {name for each in racks for name in each.load.unknown}
    by_model: dict[str, list[str]] = {}
    devices: tuple[Host | Switch, ...] = (*plan.hosts, *plan.switches)
    for device in devices:
        if device.name in names:
            by_model.setdefault(device.model, []).append(device.name)
    for model, unknown in by_model.items():
        yield {"model": model, "devices": f"{len(unknown)}, {span(unknown)}"}


def _bom(plan: Plan) -> Iterator[dict[str, str]]:
    for kind, group in groupby(bill_of_materials(plan), lambda item: item.kind):
        mine = list(group)
        metres = sum(item.count * item.length_m for item in mine if item.length_m is not None)
        yield {
            "kind": kind,
            "lines": str(len(mine)),
            "pieces": f"{sum(item.count for item in mine):,}",
            "metres": f"{metres:,.0f}" if metres else NONE,
        }
