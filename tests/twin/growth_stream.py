"""Steady traffic, of which every packet is counted: run by Python inside a host's namespace, it speaks lines of JSON.

First line in: {"answer": [addresses], "flows": [[source, target], ...]}. It sends back what comes to any of the addresses, and sends each flow's
packets at a steady rate, numbered, each from the next of many source ports, so that a flow takes all equal paths in turn. "ready" says that it
answers; it sends from the second line on. The third line is a list of [begin, end] on this machine's monotonic clock: it then sends no more, waits
for stragglers and prints [flow][window] -> [sent, lost], and how many packets came that its sockets had no room for.
"""

from __future__ import annotations

import contextlib
import json
import selectors
import socket
import struct
import sys
import time
from array import array
from pathlib import Path

PORT = 4791
"""RoCEv2's."""
FIRST_SOURCE_PORT = 20_000
SOURCE_PORTS = 64
EACH_S = 0.01
"""Between two packets of a flow."""
SIZE_BYTES = 256
STRAGGLERS_S = 1.0
_FOR_EVER_S = 86_400.0
_ROOM_BYTES = 8 << 20
_SEQUENCE = struct.Struct("!II")
_SO_RCVBUFFORCE = 33


class Flow:
    """One direction of a pair: what was sent when, and what came back."""

    def __init__(self, number: int, source: str, target: str) -> None:
        self.number = number
        self.to = (target, PORT)
        self.sockets = [
            _socket(source, FIRST_SOURCE_PORT + number * SOURCE_PORTS + each) for each in range(SOURCE_PORTS)
        ]
        self.sent = array("d")
        self.back = bytearray()

    def send(self) -> None:
        sequence = len(self.sent)
        self.sent.append(time.monotonic())
        self.back.append(0)
        said = _SEQUENCE.pack(self.number, sequence).ljust(SIZE_BYTES, b"\0")
        with contextlib.suppress(OSError):  # no way there by now: lost
            self.sockets[sequence % SOURCE_PORTS].sendto(said, self.to)

    def count(self, begin: float, end: float) -> tuple[int, int]:
        """Sent and lost, of what was sent in a window."""
        inside = [came for at, came in zip(self.sent, self.back, strict=True) if begin <= at < end]
        return len(inside), inside.count(0)


def _socket(address: str, port: int) -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.setsockopt(socket.SOL_SOCKET, _SO_RCVBUFFORCE, _ROOM_BYTES)
    made.bind((address, port))
    made.setblocking(False)  # noqa: FBT003
    return made


class Stream:
    """All flows of a host, and its answers to those of others."""

    def __init__(self, answer: list[str], flows: list[list[str]]) -> None:
        self.ears = [_socket(address, PORT) for address in answer]
        self.flows = [Flow(number, source, target) for number, (source, target) in enumerate(flows)]
        self.waiting = selectors.DefaultSelector()
        for ear in self.ears:
            self.waiting.register(ear, selectors.EVENT_READ, self._answer)
        for flow in self.flows:
            for mouth in flow.sockets:
                self.waiting.register(mouth, selectors.EVENT_READ, self._hear)
        self.waiting.register(sys.stdin, selectors.EVENT_READ, None)

    def serve(self, until: float) -> str:
        """Answer and hear until a moment, or until a line comes, which is given; whoever speaks no more ends it all."""
        while (left := until - time.monotonic()) > 0:
            for key, _ in self.waiting.select(left):
                if key.data is not None:
                    key.data(key.fileobj)
                elif line := sys.stdin.readline():
                    return line
                else:
                    raise SystemExit
        return ""

    def run(self) -> str:
        """Send until a line comes; what was late is sent at once."""
        begin = time.monotonic()
        for turn in range(1, sys.maxsize):
            for flow in self.flows:
                flow.send()
            # the second one, for a machine that is behind would never hear
            if line := self.serve(begin + turn * EACH_S) or self.serve(time.monotonic() + EACH_S / 20):
                return line
        return ""

    def _answer(self, ear: socket.socket) -> None:
        said, caller = ear.recvfrom(2048)
        with contextlib.suppress(OSError):
            ear.sendto(said, caller)

    def _hear(self, mouth: socket.socket) -> None:
        number, sequence = _SEQUENCE.unpack_from(mouth.recv(2048))
        self.flows[number].back[sequence] = 1


def _dropped() -> int:
    """Packets of this namespace that found their socket full."""
    return sum(int(line.split()[-1]) for line in Path("/proc/self/net/udp").read_text("ascii").splitlines()[1:])


def main() -> None:
    stream = Stream(**json.loads(sys.stdin.readline()))
    print("ready", flush=True)
    stream.serve(time.monotonic() + _FOR_EVER_S)
    windows = json.loads(stream.run())
    stream.serve(time.monotonic() + STRAGGLERS_S)
    counts = [[flow.count(*window) for window in windows] for flow in stream.flows]
    print(json.dumps({"counts": counts, "dropped": _dropped()}), flush=True)
    # others' stragglers may still come
    stream.serve(time.monotonic() + STRAGGLERS_S)


if __name__ == "__main__":
    main()
