"""Workloads: figures by name, jobs of every size, and the loss at other intervals between checkpoints."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from generator.plan.launches.records import SizedWorkload
from generator.plan.plan import Plan
from generator.render.report.tables import Drawn, percent, table

_WIDTH, _HEIGHT, _LEFT, _BELOW = 480, 160, 48, 24


def workload_sections(plan: Plan) -> list[dict[str, Any]]:
    """Return a section for each workload."""
    return [
        {
            "name": each.name,
            "title": each.title,
            "tables": list(_tables(each)),
            "curve": _curve(each) if each.curve else "",
        }
        for each in plan.sized
    ]


def _tables(each: SizedWorkload) -> Iterator[dict[str, Any]]:
    yield table("Requirements on the installed hosts", "figure | value", [list(row) for row in each.figures])
    if not each.jobs:
        return
    rows = [
        [
            f"{job.gpus:,}", f"{job.a_day:.2g}", _minutes(job.waiting_s), f"{100 * job.waiting:.1f}",
            _minutes(job.background_s), f"{100 * job.background:.1f}",
        ]
        for job in each.jobs
    ]  # fmt: skip
    columns = "#GPUs | #interruptions a day | #minutes between checkpoints | #goodput, % | #minutes, in the background | #goodput, %"
    note = "All jobs write to the storage that the workload needs. In the background: training waits only for the copy in the hosts' memory."
    yield table("Jobs of other sizes", columns, rows, note)


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:,.3g}" if seconds < 60_000 else f"{seconds / 60:,.0f}"


def _curve(each: SizedWorkload) -> Drawn:
    """Draw the share of the time that is lost over the interval between checkpoints, both on the scale of logarithms' equal steps."""
    shares = [share for _, share in each.curve]
    top = max(shares) or 1.0
    points = [(_x(at, each.curve), _y(share, top)) for at, share in enumerate(shares)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    best = min(range(len(shares)), key=lambda at: shares[at])
    label = escape(
        f"Share of the time lost by minutes between checkpoints: {percent(shares[best])} % at {_minutes(each.curve[best][0])} minutes is the least"
    )
    marks = "".join(
        f'<text x="{_x(at, each.curve):.1f}" y="{_HEIGHT - 6}" text-anchor="middle" font-size="10" fill="currentColor">{_minutes(each.curve[at][0])}</text>'
        for at in range(0, len(points), 2)
    )
    sides = "".join(
        f'<text x="{_LEFT - 4}" y="{_y(share, top) + 3:.1f}" text-anchor="end" font-size="10" fill="currentColor">{percent(share)} %</text>'
        for share in (top, shares[best])
    )
    x, y = points[best]
    return Drawn(
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" role="img" aria-label="{label}"><title>{label}</title>'
        f'<polyline points="{line}" fill="none" stroke="currentColor" stroke-width="1.5"/>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="currentColor"/>{marks}{sides}</svg>'
    )


def _x(at: int, curve: Sequence[tuple[float, float]]) -> float:
    return _LEFT + at * (_WIDTH - _LEFT - 16) / max(1, len(curve) - 1)


def _y(share: float, top: float) -> float:
    return 12 + (1 - share / top) * (_HEIGHT - _BELOW - 16)
