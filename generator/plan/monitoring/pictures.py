"""Elements of dashboards: queries to Prometheus and their display, independent of Grafana except for units."""

from typing import Literal

from msgspec import Struct

Form = Literal["stat", "timeseries", "table"]


class Panel(Struct, frozen=True, kw_only=True, tag="panel"):
    """A panel: a query to Prometheus, its form, the unit of its values in Grafana's terms, and the legend."""

    title: str
    form: Form
    expr: str
    unit: str = "short"
    legend: str = ""


class Column(Struct, frozen=True, kw_only=True):
    """A column of a table: a question with one answer for each row. `bad`: the value from which it is red."""

    title: str
    expr: str
    unit: str = "short"
    bad: float | None = None


class Table(Struct, frozen=True, kw_only=True, tag="table"):
    """A row for each value of a label, with further labels of the first question, and columns that are joined by it. `link`: the board that a row leads to."""

    title: str
    key: str
    key_title: str
    columns: tuple[Column, ...]
    labels: tuple[tuple[str, str], ...] = ()
    """Labels that are shown as they are, each with its title."""
    link: str = ""


class Matrix(Struct, frozen=True, kw_only=True, tag="matrix"):
    """A question with two labels: one is the rows, the other the columns."""

    title: str
    expr: str
    row: str
    column: str
    unit: str = "short"


class Variable(Struct, frozen=True, kw_only=True):
    """A variable of a dashboard: values of a label, of which `several` may be selected. `all_by_name`: "all" means the values that the query finds, and not any value."""

    name: str
    label: str
    query: str
    several: bool = True
    all_by_name: bool = False


class Board(Struct, frozen=True, kw_only=True):
    """A dashboard: `kind` is the end of its address."""

    kind: str
    title: str
    variables: tuple[Variable, ...]
    panels: tuple[Panel | Table | Matrix, ...]
