"""Steady traffic between NICs of a twin while something is done to it, every packet counted there and back."""

from __future__ import annotations

import contextlib
import json
import time
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from tests.twin import growth_stream

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from generator.twin.bottle import Bottle
    from generator.twin.tree import Rail
    from generator.twin.twin import Twin

    Flow = tuple[Rail, Rail]


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A time that something was done in, on the monotonic clock."""

    name: str
    begin: float
    end: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """What became of a flow's packets that were sent in a window. Lost is what did not come back."""

    window: str
    flow: Flow
    sent: int
    lost: int


class Traffic:
    """Flows between NICs, from the beginning of the context until they are counted or it ends."""

    def __init__(self, bottle: Bottle, flows: Sequence[Flow]) -> None:
        self.windows: list[Window] = []
        self._bottle = bottle
        self._flows: defaultdict[str, list[Flow]] = defaultdict(list)
        for flow in flows:
            self._flows[flow[0].nic.device].append(flow)
        self._heard: defaultdict[str, set[str]] = defaultdict(set)
        for _, far in flows:
            self._heard[far.nic.device].add(str(far.address.ip))
        self._running: dict[str, subprocess.Popen[str]] = {}
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> Self:
        for host in sorted({*self._flows, *self._heard}):
            self._running[host] = self._bottle.start("python3", growth_stream.__file__, netns=host)
            self._stack.callback(_end, self._running[host])
            flows = [[str(near.address.ip), str(far.address.ip)] for near, far in self._flows[host]]
            self._say(host, {"answer": sorted(self._heard[host]), "flows": flows})
        for host in self._running:
            assert self._hear(host) == "ready", f"{host} does not send"
        for host in self._running:
            self._say(host, "go")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @contextlib.contextmanager
    def window(self, name: str) -> Iterator[None]:
        """What is sent meanwhile is counted under this name."""
        begin = time.monotonic()
        yield
        self.windows.append(Window(name=name, begin=begin, end=time.monotonic()))

    def count(self) -> list[Tally]:
        """Send no more, and tell each flow's part of every window; a packet that a full socket lost is not the fabric's, and fails here."""
        for host in self._running:
            self._say(host, [[each.begin, each.end] for each in self.windows])
        said = {host: json.loads(self._hear(host)) for host in self._running}
        full = {host: each["dropped"] for host, each in said.items() if each["dropped"]}
        assert not full, f"this machine is too slow to hear: {full}"
        return [
            Tally(window=window.name, flow=flow, sent=sent, lost=lost)
            for host, each in said.items()
            for flow, windows in zip(self._flows[host], each["counts"], strict=True)
            for window, (sent, lost) in zip(self.windows, windows, strict=True)
        ]

    def _say(self, host: str, what: object) -> None:
        stdin = self._running[host].stdin
        assert stdin is not None
        stdin.write(json.dumps(what) + "\n")
        stdin.flush()

    def _hear(self, host: str) -> str:
        process = self._running[host]
        assert process.stdout is not None
        line = process.stdout.readline().strip()
        if not line:
            _, error = process.communicate()
            message = f"the traffic of {host} ended: {error.strip()}"
            raise RuntimeError(message)
        return line


def flows_of(twin: Twin) -> list[Flow]:
    """From every host three: on one rail to the next host, and to two others on rails of other leaves; each host begins on another rail."""
    rails = [twin.rails_of({host}) for host in twin.hosts]
    flows = []
    for number, own in enumerate(rails):
        near = own[number % len(own)]
        one, *others = (rails[(number + hop) % len(rails)] for hop in (1, 2, 3))
        flows += [(near, far) for far in one if far.nic.interface == near.nic.interface]
        for turn, rail in enumerate(others, number):
            across = [far for far in rail if far.leaf.device != near.leaf.device]
            flows.append((near, across[turn % len(across)]))
    assert {rail.leaf.device for flow in flows for rail in flow} == set(twin.leaves)
    return flows


def _end(process: subprocess.Popen[str]) -> None:
    """Close a sender's pipes, which ends it: a signal would reach nsenter alone."""
    process.communicate()
