"""A cabling list: CSV with a row for each cable, whose columns are ours or named with --column."""

import csv
import io
from collections.abc import Collection, Iterator, Mapping

from generator.adopt.source_file import Format, Options, SourceError, SourceFile
from generator.adopt.survey import Survey
from generator.adopt.taking import take
from generator.adopt.values import metres, whole
from generator.plan.counts import counted

COLUMNS = {
    "a_device": "a_device",
    "a_port": "a_interface",
    "b_device": "b_device",
    "b_port": "b_interface",
    "cable": "cable_id",
    "length_m": "length_m",
    "a_rack": "a_rack",
    "a_unit": "a_unit",
    "b_rack": "b_rack",
    "b_unit": "b_unit",
}
"""Fields of a row, and their columns in `cabling/cables.csv`."""
_ENDS = ("a_device", "a_port", "b_device", "b_port")


def rows(file: SourceFile, used: Collection[str] = ()) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield every row with the line that it ends in, by its head.

    Raises SourceError: a column of `used` that is there twice, and rows that have more or fewer cells than the head.
    """
    # StringIO ends lines as csv does; str.splitlines also at letters that cells may have, such as U+2028
    reader = csv.reader(io.StringIO(file.text, newline=""), delimiter=delimiter(file), strict=True)
    try:
        head = [each.strip() for each in next(reader, [])]
        if twice := next((name for name in used if head.count(name) > 1), None):
            reason = f"has {head.count(twice)} columns called {twice[:40]!r}: give each a name of its own"
            raise SourceError(reason, 1)
        for row in reader:
            if any(cell.strip() for cell in row):
                if len(row) != len(head):
                    reason = f"has {counted(len(row), 'cell')} in this row, but {counted(len(head), 'column')}"
                    raise SourceError(reason, reader.line_num)
                yield reader.line_num, dict(zip(head, (cell.strip() for cell in row), strict=True))
    except csv.Error:
        reason = "is not CSV: a quote is not closed, text follows one, or a cell is too long"
        raise SourceError(reason, reader.line_num) from None


def delimiter(file: SourceFile) -> str:
    """Return the separator between the cells of the header: a spreadsheet's own list separator, or a tab."""
    head = file.text.partition("\n")[0]
    return max(",;\t", key=head.count)


def head_of(file: SourceFile) -> set[str]:
    """Return the names of the columns."""
    if file.data is not None:
        return set()
    return {each.strip().strip('"') for each in file.text.partition("\n")[0].rstrip("\r").split(delimiter(file))}


def _named(options: Options) -> Mapping[str, str]:
    return {**COLUMNS, **options.columns}


def _recognises(file: SourceFile, options: Options) -> bool:
    return {_named(options)[each] for each in _ENDS} <= head_of(file)


def _read(file: SourceFile, survey: Survey, options: Options) -> None:
    column = _named(options)
    for line, row in rows(file, column.values()):
        place = file.place(line)
        cells = {what: row.get(name, "") for what, name in column.items()}
        a, b = (survey.device(cells[f"{side}_device"], place) for side in "ab")
        for side, device in (("a", a), ("b", b)):
            if device:
                survey.state(("rack", device), cells[f"{side}_rack"], place)
                take(survey, ("unit", device), cells[f"{side}_unit"].removeprefix("U"), whole, place)
        if a and b and cells["a_port"] and cells["b_port"]:
            ends = (a, cells["a_port"]), (b, cells["b_port"])
            length = metres(cells["length_m"])
            if cells["length_m"] and length is None:
                what = f"{a} {cells['a_port']} length: {cells['length_m'][:40]!r} is none that is read"
                survey.remark(what, place, "write metres, or cm or ft behind the number", a, b)
            survey.cable(*ends, place, cells["cable"], length)
        else:
            lacking = next(
                each
                for each in _ENDS
                if not cells[each] or (each == "a_device" and not a) or (each == "b_device" and not b)
            )
            survey.remark(f"a cable without its {column[lacking]}", place, "complete the row, or remove it", a, b)


FORMAT = Format("cabling", "cabling list (CSV)", _recognises, _read)
