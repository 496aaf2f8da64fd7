"""Streaming telemetry by system of switches: subscribed paths, and the names of the collector's series."""

import re
from functools import cache, partial
from typing import Annotated, Literal

from msgspec import Meta, Struct

from generator.catalog.exporter import MetricName
from generator.catalog.facts import fact_names, read_facts
from generator.spec.base import Word

SeriesPattern = Annotated[str, Meta(pattern=r"^[A-Za-z_(][A-Za-z0-9_.+*?()\[\]-]*$")]
"""A regular expression over names of series (RE2), which takes a name as a whole."""


class TelemetryPath(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One path that a switch is asked to stream."""

    path: str
    """As gNMIc takes it; `{priority}` stands for each lossless priority of the plan."""
    since: Word
    """The first release that has it; the oldest known one where documents name none."""
    until: Word | None = None
    """The last release that has it; null: the newest one known."""
    mode: Literal["sample", "on_change"] = "sample"
    """When a switch sends it: at each interval, or with each change where it does not keep to an interval."""
    apart: Word | None = None
    """The end of the name of a subscription of its own, where a switch may refuse the path: the others go on then. Null: it is with the others."""
    source: str
    """Which of the system's `sources` gives it."""

    def there(self, version: str) -> bool:
        """Whether a release has it: releases are numbers with points between them."""
        return _number(self.since) <= _number(version) and (
            self.until is None or _number(version) <= _number(self.until)
        )

    def carries(self, series: "TelemetrySeries") -> bool:
        """Whether a series is of it, or of a leaf below it."""
        name = _name_of(self.path)
        return f"{series.match.removeprefix(_MAY_COME)}_".startswith(f"{name}_")


_MAY_COME = "(openconfig_)?"
"""How patterns begin where gNMIc may put the module before a name."""
_KEYS = re.compile(r"\[[^]]*\]|\*")


@cache
def _name_of(path: str) -> str:
    """Return how names of a path's series begin, as patterns have it."""
    words = re.sub(r"[^A-Za-z0-9{}]+", "_", _KEYS.sub("", path)).strip("_")
    return words.replace("{priority}", "[0-7]")


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


class TelemetrySeries(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a counter becomes."""

    match: SeriesPattern
    """The name that gNMIc gives it: the path without keys, everything but letters and digits as one underscore (its documentation, Prometheus output, Metric Naming)."""
    labels: tuple[Word, ...] = ()
    """Labels that the groups of the expression are, in their order."""
    source: str
    """Which of the system's `sources` gives the counter."""


class TelemetryState(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A state that is sent as a word."""

    path: str
    """How its path without keys ends."""
    good: Annotated[str, Meta(pattern=r"^[A-Z_]+$")]
    """The word that becomes 1; every other becomes 0."""
    source: str
    """Which of the system's `sources` gives the word."""


class Telemetry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one system of switches streams."""

    system: Word
    """Its name."""
    port: Annotated[int, Meta(ge=1, le=65535)]
    """The TCP port of its gNMI server, as its configuration is rendered."""
    encoding: Literal["json", "json_ietf", "proto"]
    """What values are sent in."""
    login: bool = False
    """Whether its server asks for a user and a password with each request (HTTP Basic), beside the certificate."""
    target: str = ""
    """The target of the prefix: on SONiC the database."""
    silent_asics: tuple[str, ...] = ()
    """ASICs on which the system streams nothing."""
    paths: tuple[TelemetryPath, ...]
    """In the order in which they are subscribed to."""
    labels: dict[Word, Word] = {}
    """Labels that gNMIc makes of keys of paths, and what they are called afterwards."""
    states: dict[Word, TelemetryState] = {}
    """What becomes a number, by the name of gNMIc's processor."""
    series: dict[MetricName, tuple[TelemetrySeries, ...]]
    """By name afterwards."""
    sources: dict[str, str]
    """Documents by short name."""

    def has(self, name: str, version: str) -> bool:
        """Whether a release streams what becomes a series."""
        given = self.series.get(name, ())
        return any(path.there(version) and any(map(path.carries, given)) for path in self.paths)

    def streamed(self, version: str) -> frozenset[str]:
        """Return the series that a release streams."""
        return frozenset(name for name in self.series if self.has(name, version))


class CollectorRelease(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The release of the collector that control hosts run."""

    program: Word
    """Its name."""
    version: str
    """Its release."""
    archive: str
    """The file of the release that has the program, for x86-64."""
    sha256: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
    """Its digest."""
    source: str
    """Where its makers publish it."""
    sources: dict[str, str]
    """For each fact, the document."""


read_telemetry = partial(read_facts, Telemetry, "telemetry")
"""Return the telemetry of a system of switches; FileNotFoundError where the catalog has none."""
read_collector = partial(read_facts, CollectorRelease, "collectors")
"""Return the release of a collector."""


@cache
def telemetry_systems() -> frozenset[str]:
    """Return the systems of switches that stream; the catalog has no counters of others."""
    return frozenset(fact_names("telemetry"))
