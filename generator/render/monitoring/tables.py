"""Tables of dashboards: a question for each column, whose answers Grafana joins by a label (its transformations: joinByField, groupingToMatrix)."""

from string import ascii_uppercase
from typing import Any

from generator.plan.monitoring.pictures import Column, Matrix, Table

SOURCE = {"type": "prometheus", "uid": "${source}"}
_RED, _GREEN = "red", "green"


def table(found: Table, link: str) -> dict[str, Any]:
    """Return a table: frames of several questions call their values `Value #A`, that of one `Value`."""
    names = {_value(found, place): column.title for place, column in enumerate(found.columns)}
    shown = {found.key: found.key_title, **dict(found.labels)}
    kept = "|".join([*shown, "Value.*"])
    return {
        "title": found.title,
        "type": "table",
        "datasource": SOURCE,
        "targets": [_target(ascii_uppercase[place], column.expr) for place, column in enumerate(found.columns)],
        "transformations": [
            {"id": "filterFieldsByName", "options": {"include": {"pattern": f"^({kept})$"}}},
            {"id": "joinByField", "options": {"byField": found.key, "mode": "outer"}},
            {"id": "organize", "options": {"renameByName": {**shown, **names}}},
        ],
        "options": {"showHeader": True, "sortBy": [{"displayName": found.key_title, "desc": False}]},
        "fieldConfig": {
            "defaults": {},
            "overrides": [*map(_column_format, found.columns), *([_row_link(found.key_title, link)] if link else [])],
        },
    }


def matrix(found: Matrix) -> dict[str, Any]:
    """Return a table whose columns are the values of a label."""
    options = {"columnField": found.column, "rowField": found.row, "valueField": "Value"}
    return {
        "title": found.title,
        "type": "table",
        "datasource": SOURCE,
        "targets": [_target("A", found.expr)],
        "transformations": [{"id": "groupingToMatrix", "options": options}],
        "options": {"showHeader": True},
        "fieldConfig": {"defaults": {"unit": found.unit}, "overrides": []},
    }


def _value(found: Table, place: int) -> str:
    return f"Value #{ascii_uppercase[place]}" if len(found.columns) > 1 else "Value"


def _target(name: str, expr: str) -> dict[str, Any]:
    return {"refId": name, "datasource": SOURCE, "expr": expr, "instant": True, "format": "table"}


def _column_format(column: Column) -> dict[str, Any]:
    """Set the unit of a column, and its colour for a bad value."""
    steps = [{"color": _GREEN, "value": None}, {"color": _RED, "value": column.bad}]
    coloured = [
        {"id": "thresholds", "value": {"mode": "absolute", "steps": steps}},
        {"id": "custom.cellOptions", "value": {"type": "color-text"}},
    ]
    properties = [{"id": "unit", "value": column.unit}, *(coloured if column.bad is not None else [])]
    return {"matcher": {"id": "byName", "options": column.title}, "properties": properties}


def _row_link(title: str, link: str) -> dict[str, Any]:
    where = {"title": "Open ${__value.text}", "url": link}
    return {"matcher": {"id": "byName", "options": title}, "properties": [{"id": "links", "value": [where]}]}
