"""A stand-in for the gNMI server of a switch: it speaks the protocol over mutual TLS, and streams counters that the caller plants.

    stand_in_switch.py ADDRESS:PORT CLIENT FOLDER COUNTERS [AUTHORIZATION]

CLIENT is the name that a client's certificate must have, empty: any that the authority of FOLDER (ca.crt, server.crt, server.key) signed. COUNTERS is a file of JSON:
by path as it is subscribed to, a list of [path of the update, value]; a value is [start, growth a second], a mapping whose leaves are such values, sent as JSON,
or a state as [word, word after some seconds, seconds]. AUTHORIZATION is the header that every request must have.
"""

from __future__ import annotations

import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

import grpc
from pygnmi.create_gnmi_path import gnmi_path_generator
from pygnmi.spec.v080 import gnmi_pb2, gnmi_pb2_grpc

if TYPE_CHECKING:
    from collections.abc import Iterator

_NANO = 1_000_000_000
_LOOK = 1.0
"""Seconds between two looks at what has changed."""


class Switch(gnmi_pb2_grpc.gNMIServicer):  # type: ignore[misc]
    """The server: Subscribe alone, in mode STREAM. What is sampled comes at its interval, what is sent on change when it has changed."""

    def __init__(self, client: str, counters: dict[str, Any], authorization: str = "") -> None:
        self._client, self._counters, self._start = client, counters, time.monotonic()
        self._authorization = authorization

    def Subscribe(self, requests: Iterator[Any], context: Any) -> Iterator[Any]:  # noqa: N802
        """Send the whole of every path that is known, at the interval that is asked for; a path that is not known ends the stream."""
        names = context.auth_context().get("x509_common_name", [])
        if self._client and self._client.encode() not in names:
            context.abort(grpc.StatusCode.UNAUTHENTICATED, f"no client is called {names}")
        if self._authorization and ("authorization", self._authorization) not in context.invocation_metadata():
            context.abort(grpc.StatusCode.UNAUTHENTICATED, "no user, or another password")
        wanted = next(requests).subscribe
        if wanted.mode != gnmi_pb2.SubscriptionList.STREAM:
            context.abort(grpc.StatusCode.UNIMPLEMENTED, "streams alone")
        paths = [_text(each.path) for each in wanted.subscription]
        if unknown := [each for each in paths if each not in self._counters]:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, f"no such path: {unknown}")
        changes = all(each.mode == gnmi_pb2.ON_CHANGE for each in wanted.subscription)
        pause = _LOOK if changes else min(each.sample_interval for each in wanted.subscription) / _NANO
        last: dict[tuple[str, str], Any] = {}
        while context.is_active():
            for path in paths:
                for name, value in self._counters[path]:
                    now = self._value(value)
                    if changes and last.get((path, name)) == now:
                        continue
                    last[path, name] = now
                    update = gnmi_pb2.Update(path=gnmi_path_generator(name), val=now)
                    yield gnmi_pb2.SubscribeResponse(
                        update=gnmi_pb2.Notification(prefix=wanted.prefix, timestamp=time.time_ns(), update=[update])
                    )
            time.sleep(pause)

    def _value(self, value: Any) -> Any:
        if isinstance(value, dict):
            return gnmi_pb2.TypedValue(json_ietf_val=json.dumps(self._grown(value)).encode())
        if isinstance(value[0], str):
            word = value[0] if time.monotonic() - self._start < value[2] else value[1]
            return gnmi_pb2.TypedValue(json_val=json.dumps(word).encode())
        return gnmi_pb2.TypedValue(uint_val=self._now(value))

    def _grown(self, value: Any) -> Any:
        """Return a mapping as SONiC has it: each value a text."""
        return (
            {name: self._grown(each) for name, each in value.items()}
            if isinstance(value, dict)
            else str(self._now(value))
        )

    def _now(self, value: list[float]) -> int:
        return round(value[0] + value[1] * (time.monotonic() - self._start))


def _text(path: Any) -> str:
    return "/".join(
        each.name + "".join(f"[{name}={value}]" for name, value in sorted(each.key.items())) for each in path.elem
    )


def main(address: str, client: str, folder: str, counters: str, authorization: str = "") -> None:
    """Serve until the end of the process."""
    own = File(folder)
    server = grpc.server(ThreadPoolExecutor(max_workers=4))
    planted = json.loads(File(counters).read_text("utf-8"))
    gnmi_pb2_grpc.add_gNMIServicer_to_server(Switch(client, planted, authorization), server)
    pair = ((own / "server.key").read_bytes(), (own / "server.crt").read_bytes())
    credentials = grpc.ssl_server_credentials([pair], (own / "ca.crt").read_bytes(), require_client_auth=True)
    server.add_secure_port(address, credentials)
    server.start()
    server.wait_for_termination()


if __name__ == "__main__":
    main(*sys.argv[1:])
