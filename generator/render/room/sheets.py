"""The two tables of the room: one row a rack, and one row a feed of a rack."""

from collections.abc import Iterable, Iterator, Mapping

from generator.model.circuit import Circuit
from generator.plan.cabling.rack_sheet import RackSheet
from generator.plan.power.feeds import FeedLoad
from generator.spec.power import PowerSpec

RACK_COLUMNS = (
    "rack",
    "row",
    "position",
    "x_m",
    "y_m",
    "front",
    "cold_aisle",
    "use",
    "hosts",
    "switches",
    "fixtures",
    "units",
    "units_reserved",
    "units_used",
    "units_kept",
    "units_free",
    "weight_kg",
    "weight_unknown",
    "power_kw",
    "power_unknown",
    "optics_unknown",
    "heat_air_kw",
    "heat_liquid_kw",
    "heat_undivided_kw",
    "heat_btu_per_h",
    "airflow_cfm",
    "airflow_unknown",
)
FEED_COLUMNS = (
    "rack",
    "feed",
    "pdu",
    "circuit",
    "pdus",
    "limit_kw",
    "normal_kw",
    "normal_percent",
    "failover_kw",
    "failover_percent",
    "l1_kw",
    "l2_kw",
    "l3_kw",
    "imbalance_percent",
    "failover_fullest_phase_kw",
    "without_phase_kw",
    "cords",
    "sockets",
    "devices_unknown",
)


def rack_rows(sheets: Iterable[RackSheet]) -> Iterator[tuple[object, ...]]:
    """Yield a row for each rack; `_unknown` columns count the devices that the figure before them leaves out."""
    for sheet in sheets:
        rack, heat = sheet.rack, sheet.heat
        yield (
            rack.name,
            rack.name.rstrip("0123456789"),
            rack.position + 1,
            sheet.x_m,
            sheet.y_m,
            sheet.front,
            sheet.aisle,
            rack.use,
            sheet.hosts,
            sheet.switches,
            sheet.fixtures,
            rack.units,
            sheet.units_reserved,
            sheet.units_used,
            sheet.units_kept,
            sheet.units_free,
            round(sheet.weight_kg, 2),
            sheet.weightless,
            _kw(sheet.load.power_w),
            len(sheet.load.unknown),
            sheet.load.unknown_optics,
            _kw(heat.air_w),
            _kw(heat.liquid_w),
            _kw(heat.undivided_w),
            round(heat.btu_per_h),
            heat.airflow_cfm,
            heat.airflow_unknown,
        )


def feed_rows(
    sheets: Iterable[RackSheet],
    feeds: Mapping[str, tuple[FeedLoad, ...]],
    power: PowerSpec,
    circuit: Circuit | None,
) -> Iterator[tuple[object, ...]]:
    """Yield a row for each feed of each rack; limits and phases are empty where the spec states no circuit."""
    limit_w = circuit.usable_kw * power.pdus_per_feed * 1000 if circuit else None
    sockets = circuit.sockets * power.pdus_per_feed if circuit and circuit.sockets else None
    for sheet in sheets:
        for load in feeds[sheet.rack.name]:
            phases: list[float | None] = [_kw(watts) for watts in load.phases] if load.phases else [None] * 3
            uneven = load.imbalance_percent
            yield (
                sheet.rack.name,
                load.feed,
                circuit.pdu if circuit else None,
                circuit.words if circuit else None,
                power.pdus_per_feed,
                _kw(limit_w) if limit_w else None,
                _kw(load.normal_w),
                _percent(load.normal_w, limit_w),
                _kw(load.failover_w) if power.lost_feeds else None,
                _percent(load.failover_w, limit_w) if power.lost_feeds else None,
                *phases,
                None if uneven is None or not load.phases else round(uneven, 1),
                _kw(max(load.failover_phases)) if load.failover_phases and power.lost_feeds else None,
                _kw(load.unphased_w),
                load.cords,
                sockets,
                len(sheet.load.unknown),
            )


def _kw(watts: float) -> float:
    """Print W as kW, to the watt."""
    return round(watts / 1000, 3)


def _percent(watts: float, limit_w: float | None) -> float | None:
    return round(100 * watts / limit_w, 1) if limit_w else None
