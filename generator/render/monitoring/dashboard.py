"""A dashboard for Grafana, to be imported: it asks which Prometheus it is for, and which racks."""

from collections.abc import Sequence
from typing import Any

from generator.plan.monitoring.records import Panel

_SCHEMA = 36
"""Grafana's number of this form of the file (9.0); later releases read it, too."""
_SOURCE = {"type": "prometheus", "uid": "${source}"}
_COLUMNS, _WIDTH, _HEIGHT = 24, 8, 8


def dashboard(cluster: str, panels: Sequence[Panel]) -> dict[str, Any]:
    """Return the whole file: panels three in a row."""
    return {
        "title": f"{cluster}: at a glance",
        "uid": f"clustergen-{cluster}"[:40],
        "schemaVersion": _SCHEMA,
        "version": 1,
        "editable": True,
        "refresh": "1m",
        "time": {"from": "now-6h", "to": "now"},
        "tags": ["clustergen"],
        "templating": {"list": [_source(), _rack()]},
        "panels": [_panel(number, panel) for number, panel in enumerate(panels)],
    }


def _source() -> dict[str, Any]:
    return {"name": "source", "label": "Prometheus", "type": "datasource", "query": "prometheus"}


def _rack() -> dict[str, Any]:
    query = {"query": 'label_values(up{job="host"}, rack)', "refId": "rack"}
    return {
        "name": "rack",
        "label": "Rack",
        "type": "query",
        "datasource": _SOURCE,
        "query": query,
        "refresh": 2,
        "multi": True,
        "includeAll": True,
        "allValue": ".*",
        "current": {"text": ["All"], "value": ["$__all"]},
    }


def _panel(number: int, panel: Panel) -> dict[str, Any]:
    row, column = divmod(number * _WIDTH, _COLUMNS)
    table = panel.form == "table"
    target = {
        "refId": "A",
        "datasource": _SOURCE,
        "expr": panel.expr,
        "legendFormat": panel.legend or "__auto",
        **({"instant": True, "format": "table"} if table or panel.form == "stat" else {}),
    }
    return {
        "id": number + 1,
        "title": panel.title,
        "type": panel.form,
        "datasource": _SOURCE,
        "gridPos": {"x": column, "y": row * _HEIGHT, "w": _WIDTH, "h": _HEIGHT},
        "fieldConfig": {"defaults": {"unit": panel.unit}, "overrides": []},
        "targets": [target],
    }
