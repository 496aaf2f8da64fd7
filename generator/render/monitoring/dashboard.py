"""Dashboards as Grafana's JSON: one for import, which prompts for its Prometheus, and those that Grafana reads from files."""

from collections.abc import Sequence
from string import ascii_uppercase
from typing import Any

from generator.plan.monitoring.pictures import Board, Column, Matrix, Panel, Table, Variable

_SCHEMA = 36
"""Grafana's number of this form of the file (9.0); later releases read it, too."""
_COLUMNS, _WIDTH, _HEIGHT = 24, 8, 8
_TALL = 12
_UID_LENGTH = 40
SOURCE = {"type": "prometheus", "uid": "${source}"}
_RED, _GREEN = "red", "green"


def dashboard(cluster: str, panels: Sequence[Panel]) -> dict[str, Any]:
    """Return the whole file: panels three in a row."""
    variables = [_rack()]
    return _whole(f"{cluster}: at a glance", f"clustergen-{cluster}"[:_UID_LENGTH], variables, _in_threes(panels))


def board(cluster: str, found: Board) -> dict[str, Any]:
    """Return one of the dashboards that are read from files: tables over the whole width, other pictures three in a row below them."""
    wide = [each for each in found.panels if not isinstance(each, Panel)]
    drawn = [_wide(cluster, number, each) for number, each in enumerate(wide)]
    narrow = [each for each in found.panels if isinstance(each, Panel)]
    drawn += _in_threes(narrow, first=len(wide), top=_TALL * len(wide))
    variables = [_variable(each) for each in found.variables]
    return _whole(f"{cluster}: {found.title}", uid_of(cluster, found.kind), variables, drawn)


def uid_of(cluster: str, kind: str) -> str:
    """Return the end of a dashboard's address: at most 40 characters (Grafana, Dashboard JSON model)."""
    return f"{kind}-{cluster}"[:_UID_LENGTH]


def _whole(title: str, uid: str, variables: list[dict[str, Any]], panels: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "title": title,
        "uid": uid,
        "schemaVersion": _SCHEMA,
        "version": 1,
        "editable": True,
        "refresh": "1m",
        "time": {"from": "now-6h", "to": "now"},
        "tags": ["clustergen"],
        "templating": {"list": [_source(), *variables]},
        "panels": panels,
    }


def _source() -> dict[str, Any]:
    return {"name": "source", "label": "Prometheus", "type": "datasource", "query": "prometheus"}


def _rack() -> dict[str, Any]:
    query = {"query": 'label_values(up{job="host"}, rack)', "refId": "rack"}
    return {
        "name": "rack",
        "label": "Rack",
        "type": "query",
        "datasource": SOURCE,
        "query": query,
        "refresh": 2,
        "multi": True,
        "includeAll": True,
        "allValue": ".*",
        "current": {"text": ["All"], "value": ["$__all"]},
    }


def _variable(found: Variable) -> dict[str, Any]:
    """Ask for the values of a label at each look. Where several may be chosen, all are at first; Grafana puts `allValue` into a question as it is, else each name."""
    several = {
        "multi": True,
        "includeAll": True,
        **({} if found.all_by_name else {"allValue": ".*"}),
        "current": {"text": ["All"], "value": ["$__all"]},
    }
    return {
        "name": found.name,
        "label": found.label,
        "type": "query",
        "datasource": SOURCE,
        "query": {"query": found.query, "refId": found.name},
        "refresh": 2,
        "sort": 7,
        **(several if found.several else {}),
    }


def _wide(cluster: str, number: int, found: Table | Matrix) -> dict[str, Any]:
    place = {"x": 0, "y": number * _TALL, "w": _COLUMNS, "h": _TALL}
    if isinstance(found, Matrix):
        return {"id": number + 1, "gridPos": place, **matrix(found)}
    link = (
        f"/d/{uid_of(cluster, found.link)}?var-{found.link}=${{__value.text}}&${{source:queryparam}}"
        if found.link
        else ""
    )
    return {"id": number + 1, "gridPos": place, **table(found, link)}


def _in_threes(panels: Sequence[Panel], first: int = 0, top: int = 0) -> list[dict[str, Any]]:
    return [_panel(first, top, number, panel) for number, panel in enumerate(panels)]


def _panel(first: int, top: int, number: int, panel: Panel) -> dict[str, Any]:
    row, column = divmod(number * _WIDTH, _COLUMNS)
    tabular = panel.form == "table"
    target = {
        "refId": "A",
        "datasource": SOURCE,
        "expr": panel.expr,
        "legendFormat": panel.legend or "__auto",
        **({"instant": True, "format": "table"} if tabular or panel.form == "stat" else {}),
    }
    return {
        "id": first + number + 1,
        "title": panel.title,
        "type": panel.form,
        "datasource": SOURCE,
        "gridPos": {"x": column, "y": top + row * _HEIGHT, "w": _WIDTH, "h": _HEIGHT},
        "fieldConfig": {"defaults": {"unit": panel.unit}, "overrides": []},
        "targets": [target],
    }


def table(found: Table, link: str) -> dict[str, Any]:
    """Return a table: frames of several questions call their values `Value #A`, that of one `Value`.

    Grafana joins the answers of the questions by a label (its transformations: joinByField, groupingToMatrix).
    """
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
