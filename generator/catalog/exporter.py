"""What exporters measure: the names that alerts and pictures may use, each with the document that gives it."""

from functools import partial
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from generator.catalog.facts import read_facts
from generator.spec.base import SpecModel

MetricName = Annotated[str, StringConstraints(pattern=r"^[a-zA-Z_:][a-zA-Z0-9_:]*$")]
"""A metric as Prometheus takes it (its data model)."""
Oid = Annotated[str, StringConstraints(pattern=r"^[0-2]([.][0-9]+)+$")]
"""An object of a MIB by its numbers."""


class Metric(SpecModel):
    """One metric of an exporter."""

    kind: Literal["gauge", "counter"]
    """Whether it goes up and down, or only up."""
    meaning: Annotated[str, StringConstraints(pattern=r"^[^,\n]+$")]
    """What it is, with its unit; without a comma, which ends a field of dcgm-exporter's list."""
    source: str
    """Which of the exporter's `sources` gives it."""
    oid: Oid | None = None
    """The column of a table that it is read from, by SNMP."""
    index: str = ""
    """The index of that table: one of the exporter's `lookups`."""


class Exporter(SpecModel):
    """A program that answers with metrics."""

    exporter: str
    """Its name."""
    title: str
    """What it is called by its makers."""
    port: Annotated[int, Field(ge=1, le=65535)]
    """The TCP port that it listens on by default."""
    sources: dict[str, str]
    """Documents by short name."""
    metrics: dict[MetricName, Metric]
    """The metrics that files of ours use."""
    lookups: dict[str, dict[str, Oid]] = {}
    """By index of a table: the columns with which each of its rows is named, by label."""


read_exporter = partial(read_facts, Exporter, "exporters")
"""Return the facts of an exporter."""
