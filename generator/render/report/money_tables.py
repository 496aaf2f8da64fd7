"""Money: the bill with prices and subtotals, figures of a year and of runs, the comparison with an offer, and missing prices."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from generator.analysis.costs import Costs, costs
from generator.plan.money.bill import PricedLine
from generator.plan.plan import Plan
from generator.render.report.tables import number, table

_MOST = 40
"""Missing lines that are named; `clustergen prices` writes all of them."""


def money_section(plan: Plan) -> dict[str, Any]:
    """Return the tables of a site with stated prices, and the missing ones; without prices, neither."""
    found = costs(plan)
    if found is None:
        return {"stated": False, "of": "", "total": "", "tables": [], "missing": [], "more": 0, "notes": []}
    money = found.money
    of = ", ".join(each for each in (money.currency or "currency not stated", money.date or "date not stated") if each)
    return {
        "stated": True,
        "of": of,
        "total": _total(found),
        "tables": list(_tables(found)),
        "missing": list(found.missing[:_MOST]),
        "more": max(0, len(found.missing) - _MOST),
        "notes": list(found.notes),
    }


def _total(found: Costs) -> str:
    """Sum the bill, and state how many of its lines have no price."""
    missing = sum(line.missing for line in found.bill)
    but = f", without {missing:,} of {len(found.bill):,} lines that have no price" if missing else ""
    return f"{number(sum(line.total for line in found.bill))}{but}"


def _tables(found: Costs) -> Iterator[dict[str, Any]]:
    yield _bill(found)
    rows = [[each.name, each.amount, each.formula] for each in found.figures]
    note = "Inputs and sources: clustergen explain cluster.yaml money."
    yield table("Costs", "figure | #value | ~formula", rows, note)
    if found.compared:
        yield _offer(found)


def _bill(found: Costs) -> dict[str, Any]:
    rows: list[list[str]] = []
    for kind, group in groupby(found.bill, lambda line: line.item.kind):
        lines = list(group)
        rows += [_line(line) for line in lines]
        priced = sum(line.total for line in lines)
        open_lines = sum(line.missing for line in lines)
        state = f"{open_lines} without a price" if open_lines else "all have a price"
        rows.append([f"{kind}, subtotal", state, "", f"{sum(line.item.order for line in lines):,}", "", number(priced)])
    rows.append(["total", "", "", "", "", number(sum(line.total for line in found.bill))])
    columns = "kind | ~model | #length, m | #to order, with spares | #unit price | #total"
    return table("Bill of materials with prices", columns, rows, "Before discount, freight and tax.")


def _line(line: PricedLine) -> list[str]:
    item = line.item
    length = f"{item.length_m:g}" if item.length_m is not None else "-"
    if line.price is None:
        price, total = ("in another line", "-") if line.inside else ("missing", "-")
    else:
        price, total = f"{line.price:,.2f}", number(line.total)
    return [item.kind, item.model, length, f"{item.order:,}", price, total]


def _offer(found: Costs) -> dict[str, Any]:
    rows = [
        [
            f"{100 * each.utilisation:.0f}",
            f"{each.own:,.2f}",
            f"{each.offer:,.2f}",
            "own" if each.own < each.offer else "the offer",
        ]
        for each in found.compared
    ]
    columns = "#utilisation, % | #cost of an own used GPU-hour | #price of the offer | cheaper"
    note = "The cost of the year is the same in each row: capital, running costs and the average load of prices.yaml."
    return table("Own GPU-hour and offer, by utilisation", columns, rows, note)
