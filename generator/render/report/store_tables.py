"""Storage tiers: requirements and what the hosts deliver, with every figure."""

from collections.abc import Iterator
from typing import Any

from generator.plan.plan import Plan
from generator.plan.stores_records import Store, StoreRow
from generator.render.report.tables import number, table

_WHAT = {"capacity": "hold, TB", "read": "read, GB/s", "write": "write, GB/s"}
_WHY = {"stated": "stated", "workloads": "the workloads", "guidance": "recommended for this number of GPUs"}


def store_sections(plan: Plan) -> list[dict[str, Any]]:
    """Return a section for each tier with stated requirements, or with those of workloads."""
    return [{"name": each.name, "line": _line(each), "tables": list(_tables(each))} for each in plan.stores]


def _line(each: Store) -> str:
    product = f"{each.product}: " if each.product else ""
    beside = f"; the same hosts serve {', '.join(each.beside)}" if each.beside else ""
    return f"{product}{each.hosts} of {each.hosts_max} hosts of {each.group}, over {each.fabric}{beside}"


def _tables(each: Store) -> Iterator[dict[str, Any]]:
    columns = "figure | #required | required by | #installed hosts | #with one failure domain lost | #envelope"
    note = "Upper limits from ports, drives and the catalog's figures; capacity is 80 % of what protection leaves, and unknown without a stated protection."
    yield table("Required and provided", columns, [_row(row) for row in each.rows], note)
    yield table("Figures", "figure | #value", [list(figure) for figure in each.figures])


def _row(row: StoreRow) -> list[str]:
    able = [_number(value) for value in (row.now, row.reserve, row.envelope)]
    return [_WHAT[row.what], number(row.wanted), _WHY[row.basis], *able]


def _number(value: float | None) -> str:
    return "unknown" if value is None else number(value)
