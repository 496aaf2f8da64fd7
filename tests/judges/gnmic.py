"""A judge of gNMIc's file: the keys that its release reads, for it passes over a key that it does not know without a word.

The keys are those of the structures that the file is decoded into (openconfig/gnmic@0e753af5, v0.46.0): pkg/config/config.go (GlobalFlags, Config),
pkg/api/types/target.go, pkg/api/types/subscription.go, pkg/outputs/prometheus_output/prometheus_output/prometheus_output.go,
pkg/formatters/event_strings/event_strings.go; how a value is written is in its documentation (docs/user_guide: subscriptions.md, targets/targets.md,
outputs/prometheus_output.md, event_processors/event_strings.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

_FILE = {
    "log",
    "tls-ca",
    "tls-cert",
    "tls-key",
    "targets",
    "subscriptions",
    "outputs",
    "processors",
    "api-server",
    "retry",
    "timeout",
    "max-msg-size",
}
_TARGET = {"name", "address", "timeout", "insecure", "tls-ca", "tls-cert", "tls-key", "skip-verify", "tls-server-name", "subscriptions", "outputs"} | {
    "buffer-size", "retry-timer", "tls-min-version", "tags", "event-tags", "gzip", "encoding", "metadata", "tcp-keepalive", "username", "password", "auth-scheme",
}  # fmt: skip
_SUBSCRIPTION = {"name", "models", "prefix", "target", "set-target", "paths", "mode", "stream-mode", "encoding", "qos", "sample-interval"} | {
    "heartbeat-interval", "suppress-redundant", "updates-only", "outputs", "depth",
}  # fmt: skip
_OUTPUT = {"type", "name", "listen", "tls", "path", "expiration", "metric-prefix", "append-subscription-name", "export-timestamps"} | {
    "override-timestamps", "add-target", "target-template", "strings-as-labels", "debug", "event-processors", "timeout", "cache", "num-workers",
    "buffer-size", "enable-metrics",
}  # fmt: skip
_STRINGS = {"value-names", "tag-names", "values", "tags", "debug", "transforms"}
_STEP = {"apply-on", "keep", "old", "new"}
_DURATION = re.compile(r"([0-9]+(ms|s|m|h))+")
_ADDRESS = re.compile(r"[0-9.]+:[0-9]{1,5}")
_PATH = re.compile(r"/?([A-Za-z_*][\w.*-]*(\[[\w-]+=[^\]]+\])*)(/[A-Za-z_*][\w.*-]*(\[[\w-]+=[^\]]+\])*)*")


def faults(file: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is wrong with a file."""
    yield from _keys("the file", file, _FILE)
    for name, target in file["targets"].items():
        yield from _keys(name, target, _TARGET)
        if not _ADDRESS.fullmatch(target["address"]):
            yield f"{name}: {target['address']} is not an address with a port"
        yield from (
            f"{name}: no subscription {each}" for each in target["subscriptions"] if each not in file["subscriptions"]
        )
        if name != name.lower():
            yield f"{name}: names of targets are read in lower case"
    for name, wanted in file["subscriptions"].items():
        yield from _keys(name, wanted, _SUBSCRIPTION)
        yield from _values(name, wanted)
    for name, output in file["outputs"].items():
        yield from _keys(name, output, _OUTPUT)
        yield from (
            f"{name}: {output[key]} is not a duration"
            for key in ("expiration", "timeout")
            if not _DURATION.fullmatch(output[key])
        )

        names = output.get("event-processors", ())
        yield from (f"{name}: no processor {each}" for each in names if each not in file.get("processors", {}))
    for name, processor in file.get("processors", {}).items():
        yield from _keys(name, processor, {"event-strings"})
        yield from _strings(name, processor.get("event-strings", {}))


def _strings(name: str, wanted: Mapping[str, Any]) -> Iterator[str]:
    yield from _keys(name, wanted, _STRINGS)
    for step in wanted.get("transforms", ()):
        yield from _keys(name, step, {"replace"})
        yield from _keys(name, step.get("replace", {}), _STEP)
        if step.get("replace", {}).get("apply-on") not in {"name", "value"}:
            yield f"{name}: a replacement is of a name or a value"


def _keys(place: str, mapping: Mapping[str, Any], known: set[str]) -> Iterator[str]:
    yield from (f"{place}: gNMIc does not read {key}" for key in mapping if key not in known)


def _values(name: str, wanted: Mapping[str, Any]) -> Iterator[str]:
    for key, known in (
        ("mode", {"once", "stream", "poll"}),
        ("stream-mode", {"sample", "target_defined", "on_change"}),
        ("encoding", {"json", "json_ietf", "proto", "ascii", "bytes"}),
    ):
        if wanted[key] not in known:
            yield f"{name}: {wanted[key]} is no {key}"
    if wanted["stream-mode"] == "sample" and not _DURATION.fullmatch(str(wanted["sample-interval"])):
        yield f"{name}: {wanted['sample-interval']} is not a duration"
    yield from (f"{name}: {each} is not a path" for each in wanted["paths"] if not _PATH.fullmatch(each))
    if len(set(wanted["paths"])) != len(wanted["paths"]):
        yield f"{name}: a path twice"
