"""Metrics of exporters: the names that alerts and dashboards may use, each with its document."""

from functools import partial
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from generator.catalog.facts import fact_names, read_facts

MetricName = Annotated[str, Meta(pattern=r"^[a-zA-Z_:][a-zA-Z0-9_:]*$")]
"""A metric as Prometheus takes it (its data model)."""
Oid = Annotated[str, Meta(pattern=r"^[0-2]([.][0-9]+)+$")]
"""An object of a MIB by its numbers."""


class Metric(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One metric of an exporter."""

    kind: Literal["gauge", "counter"]
    """Whether it goes up and down, or only up."""
    meaning: Annotated[str, Meta(pattern=r"^[^,\n]+$")]
    """What it is, with its unit; without a comma, which ends a field of dcgm-exporter's list."""
    source: str
    """Which of the exporter's `sources` gives it."""
    oid: Oid | None = None
    """The column of a table that it is read from, by SNMP."""
    index: str = ""
    """The index of that table: one of the exporter's `lookups`; several objects that make an index together have spaces between them."""


class Lookup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A column that gives the name of a row."""

    oid: Oid
    """The column."""
    by: str = ""
    """The objects of the index by which it is found, where those are fewer than the table's own."""
    kind: Literal["DisplayString", "gauge"] = "DisplayString"
    """How its value becomes text: as it is, or as a number."""


SeriesUnit = Literal[
    "host", "thread", "core", "interface", "ethernet-port", "rdma-port", "drive", "gpu", "probe", "certificate",
    "endpoint", "switch-port", "queue", "priority", "bgp-session", "bfd-session", "scrape", "sensor", "file-system",
    "unit", "mount", "job",
]  # fmt: skip
"""The unit by which series of an exporter are counted."""


class Series(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many series an exporter answers with for each of something."""

    per: SeriesUnit
    """Of what: a host, a thread of its processors, a port."""
    count: Annotated[int, Meta(ge=1)] | None
    """How many; null: no document and no measurement has it, or the plan has no number of what they are counted by."""
    what: Annotated[str, Meta(pattern=r"^[^|\n]+$")]
    """Which series these are."""
    without: tuple[str, ...] = ()
    """The options with which the exporter leaves them out."""
    source: str
    """Which of the exporter's `sources` gives the number."""


class Opening(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Connections that an exporter needs beyond those of every cluster: zones or segments, and services, as in the matrix of access."""

    source: str
    """Who opens them."""
    to: str
    """To whom."""
    services: tuple[str, ...]
    """Names of `catalog/access/services.yaml`, or protocols with a port: `udp/623`."""


class Exporter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A program that answers with metrics."""

    exporter: str
    """Its name."""
    title: str
    """What it is called by its makers."""
    port: Annotated[int, Meta(ge=1, le=65535)]
    """The TCP port that it listens on by default."""
    sources: dict[str, str]
    """Documents by short name."""
    metrics: dict[MetricName, Metric]
    """The metrics that files of ours use."""
    series: tuple[Series, ...] = ()
    """All series of an answer, those that no file of ours uses included: what a server has to hold."""
    lookups: dict[str, dict[str, Oid | Lookup]] = {}
    """By index of a table: the columns with which each of its rows is named, by label."""
    part_of: str = ""
    """The exporter that answers with these metrics beside its own: by collectors that are off by default, or from a file of a program on the host."""
    options: tuple[str, ...] = ()
    """The options by which that exporter has them."""
    relabels: tuple[dict[str, Any], ...] = ()
    """What Prometheus does with its series before it keeps them (`metric_relabel_configs`)."""
    opens: tuple[Opening, ...] = ()
    """The connections that it needs."""
    needs: str = ""
    """What it needs from the site."""
    plain: str = ""
    """Why its metrics are read in plain text beside TLS; empty: they are not."""


read_exporter = partial(read_facts, Exporter, "exporters")
"""Return the facts of an exporter."""
exporter_names = partial(fact_names, "exporters")
"""Return the name of every exporter."""
