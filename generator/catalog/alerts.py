"""Alerts by subject: the condition, its duration, the message with the action, and a trial of the rule."""

from functools import partial
from typing import Annotated, Literal

from msgspec import Meta, Struct

from generator.catalog.facts import fact_names, read_facts
from generator.spec.base import Word

Severity = Literal["critical", "warning"]
"""Critical: work stops or data is at risk, somebody should look now. Warning: it can wait for the day."""

LOSSLESS = "lossless"
"""What a rule needs that is about queues which must not drop."""


class Trial(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a rule is tried on by `promtool test rules`."""

    series: dict[str, str]
    """The series that there are, a value a minute."""
    minutes: int
    """When the rule is looked at."""
    labels: dict[Word, str]
    """The labels of the one alert that there is then."""
    value: str = ""
    """What `{{ $value }}` is then."""


class Rule(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An alert."""

    alert: Word
    """Its name."""
    expr: str
    """What is wrong, in PromQL."""
    minutes: Annotated[int, Meta(ge=0)] = 0
    """For how long it has to be."""
    severity: Severity
    """Who receives an alert, and when."""
    summary: str
    """What to say."""
    action: str
    """What to do."""
    labels: dict[Word, str] = {}
    """Those that are added to the labels of the series."""
    part: Word | None = None
    """The part of its group that it is evaluated with."""
    needs: tuple[Word, ...] = ()
    """Subjects whose series it asks for as well, `lossless` (queues that must not drop), or series that not every system of switches streams: it is left out where one of them is not monitored."""
    explained_by: dict[Word, tuple[Word, ...]] = {}
    """Alerts whose cause brings this one about, with the labels that both share then: it is left unsaid beside them. Nothing else silences an alert."""
    trial: Trial
    """What shows that it works."""


class RecordTrial(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a recorded series is tried on by `promtool test rules`."""

    series: dict[str, str]
    """The series that there are, a value a minute."""
    minutes: int
    """When it is looked at."""
    samples: dict[str, float]
    """All that it is then: the value by labels, as `{rail="0"}`."""


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A series that Prometheus computes from others, for rules and pictures."""

    record: str
    """Its name, as `level:metric:operation` (Prometheus, Recording rules)."""
    expr: str
    """What it is, in PromQL."""
    part: Word | None = None
    """The part of its group that it is evaluated with."""
    trial: RecordTrial | None = None
    """What shows that it is what its name says; nothing where the trials of alerts do."""


class RuleGroup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rules of one subject, which are one file. Prometheus evaluates its parts beside each other, each in the order of the file, so one that takes long is divided."""

    group: Word
    """Its name."""
    step_minutes: Annotated[int, Meta(ge=1)] = 1
    """Minutes between values of planted series, and between evaluations of a trial: longer where trials last for days."""
    records: tuple[Record, ...] = ()
    """Those that are computed first, in the order of the file."""
    rules: tuple[Rule, ...] = ()
    """In the order of the file."""


read_alerts = partial(read_facts, RuleGroup, "alerts")
"""Return the alerts of a subject."""
alert_subjects = partial(fact_names, "alerts")
"""Return the name of every subject that there are alerts of."""
