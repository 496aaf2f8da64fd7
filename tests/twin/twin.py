"""The twin: one fabric of a rendered tree, running."""

from __future__ import annotations

import contextlib
import json
import time
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv4Network
from typing import TYPE_CHECKING, Self, TypeVar

from tests.twin import frr, wiring
from tests.twin.bottle import Bottle, BottleError
from tests.twin.expect import Routes, expected_ports
from tests.twin.kernel import room_for_neighbours
from tests.twin.tree import End, Rail, Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path
    from types import TracebackType

Fib = dict[IPv4Network, set[str]]

_T = TypeVar("_T")
_R = TypeVar("_R")


class NotConvergedError(Exception):
    """The kernel's tables did not come to what the cables say, in the time given."""

    def __init__(self, timeout_s: float, found: list[str]) -> None:
        super().__init__(f"after {timeout_s:.0f} s: {'; '.join(found)}")


class Twin:
    """Every switch of one fabric as a namespace with its own zebra, staticd, bfdd and bgpd, and every cabled host."""

    def __init__(self, root: Path, fabric: str) -> None:
        self.tree = Tree(root)
        self.fabric = fabric
        self.switches = self.tree.switches(fabric)
        self.links = self.tree.fabric_links(fabric)
        self.rails = self.tree.rails(fabric)
        self.hosts = tuple(sorted({rail.nic.device for rail in self.rails}))
        self.leaves = tuple(sorted({rail.leaf.device for rail in self.rails}))
        self.dead: set[str] = set()
        self.notes: list[str] = []
        self.bottle = Bottle()
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> Self:
        self._stack.enter_context(self.bottle)
        ends = 2 * (len(self.links) + len(self.rails))
        if problem := self._stack.enter_context(room_for_neighbours(ends)):
            self.notes.append(problem)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """End every process and namespace of the twin."""
        self._stack.close()

    def up(self) -> None:
        """Wire the fabric and start every switch from its unmodified frr.conf."""
        self._batch(wiring.namespaces((*self.switches, *self.hosts)))
        sysctls = [f"{key}={value}" for key, value in wiring.SWITCH_SYSCTLS.items()]
        for switch in self.switches:
            self.bottle.must("sysctl", "-qw", *sysctls, netns=switch)
        self._batch(wiring.veths(self.tree, self.fabric))
        for switch in self.switches:
            self._batch(wiring.switch_setup(self.tree, self.fabric, switch), netns=switch)
        for host in self.hosts:
            self._batch(wiring.host_setup(self._rails_of(host)), netns=host)
        _each(self._start, self.switches)

    def kill(self, switch: str) -> None:
        """The switch dies: its daemons without a goodbye, and every link of it."""
        frr.signal(self.bottle, switch, "KILL")
        self._ports(switch, "down")
        frr.clear(self.bottle, switch)
        self.dead.add(switch)

    def revive(self, switch: str) -> None:
        """The switch boots again from the same file."""
        self._ports(switch, "up")
        self._start(switch)
        self.dead.discard(switch)

    def freeze(self, switch: str) -> None:
        """The daemons stop answering while every link stays up: nothing but BFD or a hold timer can tell."""
        frr.signal(self.bottle, switch, "STOP")
        self.dead.add(switch)

    def thaw(self, switch: str) -> None:
        frr.signal(self.bottle, switch, "CONT")
        self.dead.discard(switch)

    def set_port(self, end: End, state: str) -> None:
        """Take one port up or down, as a cable that is plugged or pulled."""
        self._batch(f"link set dev {end.interface} {state}\n", netns=end.device)

    def expected(self, leaf: str) -> Routes:
        """The ports that `leaf` must use for each other switch, by the cables of the switches that live."""
        alive = (link for link in self.links if not {link.a.device, link.b.device} & self.dead)
        return expected_ports(alive, leaf)

    def fib(self, switch: str) -> Fib:
        """The kernel's own table, which is what forwards: prefix -> the ports of its next hops."""
        fib: Fib = {}
        for route in json.loads(self.bottle.must("ip", "-4", "-j", "route", netns=switch)):
            hops = route.get("nexthops", [route])
            prefix = "0.0.0.0/0" if route["dst"] == "default" else route["dst"]
            fib[IPv4Network(prefix)] = {hop["dev"] for hop in hops if "dev" in hop}
        return fib

    def differences(self) -> list[str]:
        """Where a leaf's kernel table is not what the cables say, for the loopbacks of all other switches."""
        found = []
        for leaf in self.leaves:
            fib = self.fib(leaf)
            for switch, ports in self.expected(leaf).items():
                loopback = self.tree.loopback(switch).network
                if (actual := fib.get(loopback, set())) != ports:
                    found.append(
                        f"{leaf} to {switch} ({loopback}): {len(actual)} next hops, {len(ports)} by the cables"
                    )
        return found

    def wait_converged(self, timeout_s: float) -> float:
        """Wait until every leaf's kernel table is what the cables say; gives the seconds that it took."""
        begin = time.monotonic()
        while found := self.differences():
            if time.monotonic() - begin > timeout_s:
                raise NotConvergedError(timeout_s, found)
            time.sleep(0.2)
        return time.monotonic() - begin

    def ping(
        self, device: str, source: IPv4Address, targets: Iterable[IPv4Address], *, size_bytes: int = 56
    ) -> set[IPv4Address]:
        """The targets that do not answer a ping of `size_bytes`, never fragmented, sent from `source` on `device`."""
        command = f"fping -u -M -r 2 -t 500 -i 1 -b {size_bytes} -S {source}".split()
        done = self.bottle.run(*command, netns=device, stdin="\n".join(map(str, targets)))
        if done.returncode not in (0, 1):
            message = f"fping on {device}: {done.stderr.strip()}"
            raise BottleError(message)
        return {IPv4Address(line.split()[0]) for line in done.stdout.splitlines()}

    def silent_loopbacks(self) -> list[str]:
        """Every loopback of a living switch that does not answer a leaf's own."""
        found = []
        for leaf in self.leaves:
            others = {self.tree.loopback(name).ip: name for name in self.switches if name not in {leaf, *self.dead}}
            found += [f"{leaf} to {others[ip]}" for ip in self.ping(leaf, self.tree.loopback(leaf).ip, others)]
        return found

    def silent_rails(self, *, size_bytes: int = 56) -> list[str]:
        """Every NIC that does not answer a NIC of another host, over all pairs, rail to rail and across rails."""

        def ask(rail: Rail) -> list[str]:
            others = {far.address.ip: _name(far) for far in self.rails if far.nic.device != rail.nic.device}
            silent = self.ping(rail.nic.device, rail.address.ip, others, size_bytes=size_bytes)
            return [f"{_name(rail)} to {others[ip]}" for ip in silent]

        return [pair for pairs in _each(ask, self.rails) for pair in pairs]

    def _start(self, switch: str) -> None:
        frr.start(self.bottle, switch, self.tree.switch_dir(switch))

    def _rails_of(self, host: str) -> list[Rail]:
        return [rail for rail in self.rails if rail.nic.device == host]

    def _ports(self, switch: str, state: str) -> None:
        ports = wiring.switch_ports(self.tree, self.fabric, switch)
        self._batch("".join(f"link set dev {port} {state}\n" for port in ports), netns=switch)

    def _batch(self, text: str, netns: str | None = None) -> None:
        self.bottle.must("ip", "-batch", "-", netns=netns, stdin=text)


def lookup(fib: Fib, address: IPv4Address) -> set[str]:
    """The ports that a table sends an address to, by its longest prefix."""
    prefixes = [prefix for prefix in fib if address in prefix]
    return fib[max(prefixes, key=lambda prefix: prefix.prefixlen)] if prefixes else set()


def _name(rail: Rail) -> str:
    return f"{rail.nic.device} {rail.nic.interface}"


def _each(do: Callable[[_T], _R], items: Iterable[_T]) -> list[_R]:
    with ThreadPoolExecutor(max_workers=8) as pool:
        return list(pool.map(do, items))
