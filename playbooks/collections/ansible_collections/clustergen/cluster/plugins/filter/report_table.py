# Copyright the clustergen authors. Licensed under Apache-2.0.

"""Differences of all hosts as one table: lines for a terminal, Markdown and CSV for a file."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Row = dict[str, Any]
_COLUMNS = ("host", "what", "planned", "found", "hint")
_FORMULA = re.compile(r"[=@]|[+-](?![0-9.]+( [a-z]+)?$)")
"""What a spreadsheet would compute when it opens the file; a number with its sign and unit is none."""
_MARKUP = re.compile(r"[\\`|<\[\]]")


def report_lines(rows: list[Row]) -> list[str]:
    """Return the table in lines, as wide as it must be; a star marks what fails its host, and only that is a fault."""
    cells = [("", *_COLUMNS), *(("*" if row["fault"] else "", *_cells(row)) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells]


def report_csv(rows: list[Row]) -> str:
    """Return the table as CSV (RFC 4180 with plain newlines), with a column `fault` of yes and no."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*_COLUMNS, "fault"))
    for row in rows:
        texts = (f"'{cell}" if _FORMULA.match(cell) else cell for cell in _cells(row))
        writer.writerow((*texts, "yes" if row["fault"] else "no"))
    return text.getvalue()


def report_markdown(rows: list[Row], title: str, remarks: Iterable[str] = ()) -> str:
    """Return a page: the counts, the table, what nobody judged."""
    head = ["fault", *_COLUMNS]
    lines = [head, ["---"] * len(head)]
    lines += [
        ["yes" if row["fault"] else "no", *(_MARKUP.sub(r"\\\g<0>", cell) for cell in _cells(row))] for row in rows
    ]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines) if rows else "No difference."
    told = "".join(f"- {remark}\n" for remark in remarks)
    return f"# {title}\n\n{table}\n" + (f"\nNot checked:\n\n{told}" if told else "")


def _cells(row: Row) -> tuple[str, ...]:
    return tuple(" ".join(str(row[column]).split()) for column in _COLUMNS)


class FilterModule:
    """What Ansible takes from this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """Name the filters."""
        return {"report_lines": report_lines, "report_csv": report_csv, "report_markdown": report_markdown}
