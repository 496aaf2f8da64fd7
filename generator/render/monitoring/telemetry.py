"""gNMIc's file, and the rules by which Prometheus names its series: one name for a counter on all systems."""

from collections.abc import Iterator
from typing import Any

from generator.catalog.exporter import read_exporter
from generator.catalog.telemetry import Telemetry as Facts
from generator.catalog.telemetry import TelemetryPath, read_telemetry
from generator.plan.monitoring.jobs import LOCAL
from generator.plan.monitoring.records import Streamed, Telemetry
from generator.plan.monitoring.telemetry import CA, CERTIFICATE, KEY, PASSWORD, USER

_NAME = "__name__"
_KEPT = "switch_.+"
_MOST_QUEUES = 32
_LIFE = 3
"""For how many intervals a series lives without a new value: two lost ones hide none."""
_LIFE_OF_CHANGES = 900
"""Seconds for which a value is kept where switches only send changes: as far as alerts look back."""
_SAMPLE, _ON_CHANGE = "sample", "on_change"
_ENDS = {_SAMPLE: "", _ON_CHANGE: "-changes"}
"""How the names of subscriptions of a mode end."""
_PRIORITY = "{priority}"
_LOGIN = {"username": f"${{{USER}}}", "password": f"${{{PASSWORD}}}", "auth-scheme": "Basic"}
"""gNMIc reads both from its environment (pkg/config/targets.go, expandTargetEnv)."""
_WORD = "^[A-Za-z].*$"


def collector(telemetry: Telemetry, interval_seconds: int) -> dict[str, Any]:
    """Return gNMIc's file: a target for each switch, and the subscriptions of each release. It holds no secret, only where they are."""
    subscriptions = {
        name: wanted
        for system, version in sorted({(each.system, each.version) for each in telemetry.switches})
        for name, wanted in _subscriptions(system, version, telemetry.priorities, interval_seconds).items()
    }
    changes = any(each["stream-mode"] == _ON_CHANGE for each in subscriptions.values())
    processors = dict(_processors(telemetry))
    return {
        "log": True,
        "tls-ca": CA,
        "tls-cert": CERTIFICATE,
        "tls-key": KEY,
        "targets": {each.name: _target(each, telemetry.priorities, interval_seconds) for each in telemetry.switches},
        "subscriptions": subscriptions,
        **({"processors": processors} if processors else {}),
        "outputs": {
            "prometheus": {
                "type": "prometheus",
                "listen": f"{LOCAL}:{read_exporter('gnmic').port}",
                "path": "/metrics",
                "timeout": f"{interval_seconds}s",
                "expiration": f"{max(_LIFE * interval_seconds, _LIFE_OF_CHANGES if changes else 0)}s",
                **({"event-processors": list(processors)} if processors else {}),
            }
        },
    }


def _target(switch: Streamed, priorities: tuple[int, ...], interval_seconds: int) -> dict[str, Any]:
    return {
        "address": switch.address,
        "tls-server-name": switch.server_name,
        **(_LOGIN if read_telemetry(switch.system).login else {}),
        "subscriptions": list(_subscriptions(switch.system, switch.version, priorities, interval_seconds)),
        "event-tags": {name: value for name, value in switch.labels.items() if name != "instance"},
    }


def _subscriptions(
    system: str, version: str, priorities: tuple[int, ...], interval_seconds: int
) -> dict[str, dict[str, Any]]:
    """Return the subscriptions of a release by name: all paths of one have the same mode in gNMIc, and each is a request of its own to the switch."""
    facts, found = read_telemetry(system), dict[str, dict[str, Any]]()
    for each in facts.paths:
        if not each.there(version):
            continue
        name = f"{system}-{version}{_ENDS[each.mode]}{f'-{each.apart}' if each.apart else ''}"
        wanted = {
            **({"target": facts.target} if facts.target else {}),
            "paths": [],
            "mode": "stream",
            "stream-mode": each.mode,
            **({"sample-interval": f"{interval_seconds}s"} if each.mode == _SAMPLE else {}),
            "encoding": facts.encoding,
        }
        found.setdefault(name, wanted)["paths"] += _paths(each, priorities)
    return found


def _paths(path: TelemetryPath, priorities: tuple[int, ...]) -> list[str]:
    if _PRIORITY not in path.path:
        return [path.path]
    return [path.path.replace(_PRIORITY, str(priority)) for priority in priorities]


def _processors(telemetry: Telemetry) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what makes numbers of states that are sent as words: gNMIc's output for Prometheus drops words."""
    for system in sorted({each.system for each in telemetry.switches}):
        for name, state in read_telemetry(system).states.items():
            steps = ((f"^{state.good}$", "1"), (_WORD, "0"))
            replaced = [{"replace": {"apply-on": "value", "old": old, "new": new}} for old, new in steps]
            yield name, {"event-strings": {"value-names": [f"{state.path}$"], "transforms": replaced}}


def renamed(telemetry: Telemetry) -> list[dict[str, Any]]:
    """Return `metric_relabel_configs`: labels first, then names, then the filter of kept series."""
    systems = [read_telemetry(name) for name in sorted({each.system for each in telemetry.switches})]
    labels = dict(sorted({pair for facts in systems for pair in facts.labels.items()}))
    rules = [{"source_labels": ["source"], "target_label": "instance"}]
    rules += [{"source_labels": [old], "regex": "(.+)", "target_label": new} for old, new in labels.items()]
    rules += [rule for facts in systems for rule in _names(facts)]
    rules.append({"source_labels": [_NAME], "regex": _KEPT, "action": "keep"})
    rules += [*_left_out("queue", telemetry.queues), *_left_out("priority", telemetry.priorities)]
    return [*rules, {"regex": "|".join(["source", "subscription_name", "target", *labels]), "action": "labeldrop"}]


def _names(facts: Facts) -> Iterator[dict[str, Any]]:
    for name, sources in facts.series.items():
        for source in sources:
            found = {"source_labels": [_NAME], "regex": source.match}
            for number, label in enumerate(source.labels, 1):
                yield {**found, "target_label": label, "replacement": f"${number}"}
            yield {**found, "target_label": _NAME, "replacement": name}


def _left_out(label: str, kept: tuple[int, ...]) -> Iterator[dict[str, Any]]:
    """Drop the numbers that no class of the plan uses; names that are not numbers are kept."""
    others = [str(number) for number in range(_MOST_QUEUES) if number not in kept]
    yield {"source_labels": [label], "regex": "|".join(others), "action": "drop"}
