"""A stand-in for gNMIc, which no package index at hand has: it reads the rendered file, subscribes as the file says, and answers Prometheus.

    stand_in_gnmic.py ROOT FILE

ROOT is put before the paths of certificates. Names and labels follow gNMIc's documentation (Prometheus output, Metric Naming and Metric Labels) and its source
(openconfig/gnmic@0e753af5, v0.46.0: pkg/formatters/event.go, pkg/outputs/prometheus_output/prometheus_common.go): the path without keys, every other sign
than letters and digits as one underscore; labels from keys, from the target and from its tags; JSON in paths of its own; texts that are numbers, after the
processors of the output (pkg/formatters/event_strings/event_strings.go).
"""

from __future__ import annotations

import base64
import json
import os
import re
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

import grpc
import yaml
from pygnmi.create_gnmi_path import gnmi_path_generator
from pygnmi.spec.v080 import gnmi_pb2, gnmi_pb2_grpc

from tests.twin.gnmi_names import sane

if TYPE_CHECKING:
    from collections.abc import Iterator

_NANO = 1_000_000_000
_ENCODINGS = {"json": gnmi_pb2.JSON, "json_ietf": gnmi_pb2.JSON_IETF, "proto": gnmi_pb2.PROTO}
Series = tuple[str, tuple[tuple[str, str], ...]]


def flat(prefix: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the leaves of JSON, each with its path."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from flat(f"{prefix}/{name}", each)
    else:
        yield prefix, value


def leaves(update: Any) -> Iterator[tuple[str, Any]]:
    """Yield the values of an update, each with its path without keys."""
    path = "".join(f"/{each.name}" for each in update.path.elem)
    kind = update.val.WhichOneof("value")
    value = getattr(update.val, kind)
    yield from flat(path, json.loads(value) if kind in {"json_val", "json_ietf_val"} else value)


def labels_of(path: Any) -> dict[str, str]:
    """Return the labels that keys of a path are."""
    return {sane(f"{each.name}_{key}"): value for each in path.elem for key, value in each.key.items()}


def processed(path: str, value: Any, processors: list[dict[str, Any]]) -> Any:
    """Return a value as processors of texts leave it: each replaces in every text whose name it finds, step by step."""
    for each in (processor["event-strings"] for processor in processors):
        if isinstance(value, str) and any(re.search(name, path) for name in each["value-names"]):
            for step in (transform["replace"] for transform in each["transforms"]):
                value = re.sub(step["old"], step["new"], value) if step["apply-on"] == "value" else value
    return value


class Collector:
    """All that has come, and when."""

    def __init__(self, root: str, settings: dict[str, Any]) -> None:
        self._settings, self._values, self._lock = settings, dict[Series, tuple[float, float]](), threading.Lock()
        self.output = settings["outputs"]["prometheus"]
        self._processors = [settings["processors"][name] for name in self.output.get("event-processors", ())]
        files = (File(root + settings[f"tls-{name}"]).read_bytes() for name in ("ca", "key", "cert"))
        self._credentials = grpc.ssl_channel_credentials(*files)

    def follow(self, name: str) -> None:
        """Subscribe to a target for as long as this runs, and try again where that fails."""
        target = self._settings["targets"][name]
        options = [("grpc.ssl_target_name_override", target["tls-server-name"])]
        while True:
            try:
                with grpc.secure_channel(target["address"], self._credentials, options) as channel:
                    stub = gnmi_pb2_grpc.gNMIStub(channel)
                    with ThreadPoolExecutor() as every:
                        for done in [
                            every.submit(self._take, name, each, target["event-tags"], stub)
                            for each in target["subscriptions"]
                        ]:
                            done.result()
            except grpc.RpcError as error:
                print(f"{name}: {error}", file=sys.stderr, flush=True)
                time.sleep(2)

    def _take(self, name: str, subscription: str, tags: dict[str, str], stub: Any) -> None:
        wanted = self._settings["subscriptions"][subscription]
        for response in stub.Subscribe(iter([_request(wanted)]), metadata=_login(self._settings["targets"][name])):
            notification, now = response.update, time.monotonic()
            target = {"target": notification.prefix.target} if notification.prefix.target else {}
            own = {"source": name, "subscription_name": subscription, **target, **tags}
            for update in notification.update:
                labels = tuple(sorted({**own, **labels_of(update.path)}.items()))
                for path, value in leaves(update):
                    try:
                        number = float(processed(path, value, self._processors))
                    except ValueError:
                        continue
                    with self._lock:
                        self._values[sane(path).lstrip("_"), labels] = (number, now)

    def text(self) -> str:
        """Return all that is not too old, as Prometheus reads it."""
        oldest = time.monotonic() - float(self.output["expiration"].removesuffix("s"))
        with self._lock:
            rows = [(series, value) for series, (value, when) in self._values.items() if when >= oldest]
        return "".join(
            f"{name}{{{','.join(f'{key}={json.dumps(each)}' for key, each in labels)}}} {value}\n"
            for (name, labels), value in rows
        )


def _login(target: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the header of a target with a scheme of authorization: user and password are variables of the environment (pkg/config/targets.go, pkg/api/target/target.go)."""
    if "auth-scheme" not in target:
        return []
    both = ":".join(os.path.expandvars(target[name]) for name in ("username", "password"))
    return [("authorization", f"{target['auth-scheme']} {base64.b64encode(both.encode()).decode()}")]


def _request(wanted: dict[str, Any]) -> Any:
    assert wanted["mode"] == "stream"
    mode = {"sample": gnmi_pb2.SAMPLE, "on_change": gnmi_pb2.ON_CHANGE}[wanted["stream-mode"]]
    interval = round(float(wanted.get("sample-interval", "0s").removesuffix("s")) * _NANO)
    paths = [
        gnmi_pb2.Subscription(path=gnmi_path_generator(each), mode=mode, sample_interval=interval)
        for each in wanted["paths"]
    ]
    return gnmi_pb2.SubscribeRequest(
        subscribe=gnmi_pb2.SubscriptionList(
            prefix=gnmi_pb2.Path(target=wanted.get("target", "")),
            subscription=paths,
            mode=gnmi_pb2.SubscriptionList.STREAM,
            encoding=_ENCODINGS[wanted["encoding"]],
        )
    )


def main(root: str, file: str) -> None:
    """Collect and answer until the end of the process."""
    collector = Collector(root, yaml.safe_load(File(file).read_text("utf-8")))
    for name in collector._settings["targets"]:
        threading.Thread(target=collector.follow, args=(name,), daemon=True).start()

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == collector.output["path"] else 404)
            self.end_headers()
            self.wfile.write(collector.text().encode())

        def log_message(self, *_: object) -> None:
            pass

    address, _, port = collector.output["listen"].rpartition(":")
    ThreadingHTTPServer((address, int(port)), Answer).serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
