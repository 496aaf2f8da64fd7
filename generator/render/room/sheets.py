"""The two tables of the room: one row per rack, and one row per feed of a rack."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from generator.model.circuit import Circuit
from generator.model.room import row_name
from generator.plan.cabling.rack_sheet import RackSheet
from generator.plan.power.feeds import FeedLoad
from generator.spec.power import PowerSpec

_RACK: Mapping[str, Callable[[RackSheet], object]] = {
    "rack": lambda sheet: sheet.rack.name,
    "row": lambda sheet: row_name(sheet.rack.row),
    "position": lambda sheet: sheet.rack.position + 1,
    "x_m": lambda sheet: sheet.x_m,
    "y_m": lambda sheet: sheet.y_m,
    "front": lambda sheet: sheet.front,
    "cold_aisle": lambda sheet: sheet.aisle,
    "use": lambda sheet: sheet.rack.use,
    "hosts": lambda sheet: sheet.hosts,
    "switches": lambda sheet: sheet.switches,
    "fixtures": lambda sheet: sheet.fixtures,
    "units": lambda sheet: sheet.rack.units,
    "units_reserved": lambda sheet: sheet.units_reserved,
    "units_used": lambda sheet: sheet.units_used,
    "units_kept": lambda sheet: sheet.units_kept,
    "units_free": lambda sheet: sheet.units_free,
    "weight_kg": lambda sheet: round(sheet.weight_kg, 2),
    "weight_unknown": lambda sheet: sheet.weightless,
    "power_kw": lambda sheet: _kw(sheet.load.power_w),
    "power_unknown": lambda sheet: len(sheet.load.unknown),
    "optics_unknown": lambda sheet: sheet.load.unknown_optics,
    "heat_air_kw": lambda sheet: _kw(sheet.heat.air_w),
    "heat_liquid_kw": lambda sheet: _kw(sheet.heat.liquid_w),
    "heat_undivided_kw": lambda sheet: _kw(sheet.heat.undivided_w),
    "heat_btu_per_h": lambda sheet: round(sheet.heat.btu_per_h),
    "airflow_cfm": lambda sheet: sheet.heat.airflow_cfm,
    "airflow_unknown": lambda sheet: sheet.heat.airflow_unknown,
}
"""Each column of a rack; `_unknown` columns count the devices that the figure before them leaves out."""
RACK_COLUMNS = tuple(_RACK)
FEED_COLUMNS = (
    "rack", "feed", "pdu", "circuit", "pdus", "limit_kw", "normal_kw", "normal_percent", "failover_kw",
    "failover_percent", "l1_kw", "l2_kw", "l3_kw", "imbalance_percent", "failover_fullest_phase_kw", "without_phase_kw",
    "cords", "sockets", "devices_unknown",
)  # fmt: skip


def rack_rows(sheets: Iterable[RackSheet]) -> Iterator[tuple[object, ...]]:
    """Yield a row for each rack."""
    for sheet in sheets:
        yield tuple(cell(sheet) for cell in _RACK.values())


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
