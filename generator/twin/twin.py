"""The twin: one fabric of a rendered tree, running."""

import contextlib
import time
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from pathlib import Path
from types import TracebackType
from typing import Self

from generator.twin import bfd, echoes, frr, host_network, kernel_tables, router_macs, wiring
from generator.twin.bottle import Bottle
from generator.twin.echoes import Address, Pair
from generator.twin.expect import Routes, expected_ports
from generator.twin.kernel_tables import Fib
from generator.twin.neighbours import room_for_neighbours
from generator.twin.switch_config import DEFAULT, Network
from generator.twin.threads import each
from generator.twin.tree import End, Link, Rail, Tree

_LINES = 250
"""Of one batch: `ip` opens a file for each namespace that a line names, up to two, and closes none before its end. A process may usually open 1,024."""


class NotConvergedError(Exception):
    """The kernel's tables did not converge to the expected routes within the time limit."""

    def __init__(self, timeout_s: float, found: list[str]) -> None:
        """Keep what differs."""
        super().__init__(f"after {timeout_s:.0f} s: {'; '.join(found)}")
        self.found = found


class Twin:
    """Every switch of one fabric as a namespace with its own zebra, staticd, bfdd and bgpd, and every cabled host."""

    def __init__(self, root: Path, fabric: str, tree: Tree | None = None, bottle: Bottle | None = None) -> None:
        """Read the fabric, and start nothing yet."""
        self.tree = tree or Tree(root)
        self.fabric = fabric
        self.switches = self.tree.switches(fabric)
        self.links = self.tree.fabric_links(fabric)
        self.host_links = self.tree.host_links(fabric)
        self.rails = self.tree.rails(fabric)
        self.hosts = tuple(sorted({nic.device for nic, _ in self.host_links}))
        self.leaves = tuple(sorted({leaf.device for _, leaf in self.host_links}))
        self.dead: set[str] = set()
        self.cut: set[Link] = set()
        self.notes: list[str] = []
        self.bfd_ms = bfd.FILE_MS
        self.bottle = bottle or Bottle()
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> Self:
        self._stack.enter_context(self.bottle)
        if problem := self._stack.enter_context(room_for_neighbours(2 * self.most_links())):
            self.notes.append(problem)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def most_links(self) -> int:
        """How many cables there will ever be at once."""
        return len(self.links) + len(self.host_links)

    def stop(self) -> None:
        """End every process and namespace of the twin."""
        self._stack.close()

    def up(self) -> None:
        """Wire the fabric, set the hosts up by their files and start every switch from its unmodified frr.conf."""
        self.wire()
        each(self._start, self.switches)

    def wire(self) -> None:
        """All of it but the daemons."""
        self.make(self.switches, self.hosts)
        self.cable()
        for switch in self.switches:
            for place, text in wiring.switch_setup(self.tree, self.fabric, switch).items():
                self._batch(text, netns=place)
        for host in self.hosts:
            self.dress(host, {nic.interface for nic, _ in self.host_links if nic.device == host})

    def cable(self) -> None:
        """Every cable, with its ports."""
        self._batch(wiring.veths(self.tree, self.links, self.host_links))

    def make(self, switches: Iterable[str], names: Iterable[str]) -> None:
        """The namespaces of switches and of hosts by these names, with the settings of their kernels."""
        switches, names = tuple(switches), tuple(names)
        self._batch(wiring.namespaces((*(name for switch in switches for name in self.places(switch)), *names)))
        for switch in switches:
            settings = wiring.switch_sysctls(self.tree.config(switch))
            for place in self.places(switch):
                # -e: a kernel before 6.11 has no seed
                self.bottle.must("sysctl", "-eqw", *settings, netns=place)
        for host in names:
            rendered = host_network.read_sysctls(self.tree.host_file(host, "etc/sysctl.d"))
            # -e: some keys belong to the whole machine and are not there in a namespace
            self.bottle.must("sysctl", "-eqw", *wiring.HOST_SYSCTLS, *rendered, netns=host)

    def dress(self, host: str, there: AbstractSet[str]) -> None:
        """Configure the existing interfaces by the host's own file."""
        for version, text in host_network.setup(self.tree.host(host), there).items():
            # without a family, `ip` takes that of each address, but holds every rule for one of IPv4
            family = ("-6",) if version == 6 else ()
            self.bottle.must("ip", *family, "-batch", "-", netns=host, stdin=text)

    def places(self, switch: str) -> tuple[str, ...]:
        """The switch's namespaces: its own, and one a tenant's routing instance."""
        return tuple(wiring.namespace(switch, vrf) for vrf in (DEFAULT, *self.tree.config(switch).vrfs))

    def kill(self, switch: str) -> None:
        """The switch dies: its daemons without a goodbye, and every link of it."""
        frr.signal(self.bottle, switch, "KILL")
        self._ports(switch, "down")
        frr.clear(self.bottle, switch, self.places(switch))
        self.dead.add(switch)

    def revive(self, switch: str) -> None:
        """The switch boots again from the same file."""
        self._ports(switch, "up")
        self._start(switch)
        self.dead.discard(switch)

    def freeze(self, switch: str) -> None:
        """Freeze the daemons while every link stays up: only BFD or a hold timer can detect this."""
        frr.signal(self.bottle, switch, "STOP")
        self.dead.add(switch)

    def thaw(self, switch: str) -> None:
        """Continue the daemons."""
        frr.signal(self.bottle, switch, "CONT")
        self.dead.discard(switch)

    def set_port(self, end: End, state: str) -> None:
        """Take one port up or down, as a cable that is plugged or pulled."""
        place = wiring.place(self.tree, end) if end.device in self.switches else end.device
        self._batch(f"link set dev {end.interface} {state}\n", netns=place)

    def pull(self, link: Link) -> None:
        """Take a cable between switches out, and expect routes without it."""
        self.set_port(link.a, "down")
        self.cut.add(link)

    def plug(self, link: Link) -> None:
        """Put a cable between switches back in."""
        self.set_port(link.a, "up")
        self.cut.discard(link)

    def unplug(self, cables: Iterable[tuple[End, End]]) -> None:
        """Take host cables out: both ends are dark."""
        for end in (end for cable in cables for end in cable):
            self.set_port(end, "down")

    def recable(self, wrong: Iterable[tuple[End, End]]) -> None:
        """Plug NICs into other leaf ports; each must be one that another of these NICs had."""
        pairs = list(wrong)
        for nic, _ in pairs:
            self._batch(f"link del dev {nic.interface}\n", netns=nic.device)
        self._batch("".join(wiring.host_veth(self.tree, nic, leaf) for nic, leaf in pairs))
        for nic, leaf in pairs:
            self._batch(f"link set dev {nic.interface} up\n", netns=nic.device)
            self.set_port(leaf, "up")

    def dark(self) -> tuple[set[Link], set[tuple[End, End]]]:
        """The cables between switches and those to hosts without a carrier, by the kernel at both ends."""
        names = [*(place for switch in self.switches for place in self.places(switch)), *self.hosts]
        shining = {
            (name.partition(".")[0], port) for name in names for port in kernel_tables.carriers(self.bottle, name)
        }

        def lit(*ends: End) -> bool:
            return all((end.device, end.interface) in shining for end in ends)

        return (
            {link for link in self.links if not lit(link.a, link.b)},
            {(nic, leaf) for nic, leaf in self.host_links if not lit(nic, leaf)},
        )

    def expected(self, leaf: str) -> Routes:
        """The ports that `leaf` must use for each other switch, by the cables that are in and the switches that live."""
        alive = (link for link in self.links if link not in self.cut and not {link.a.device, link.b.device} & self.dead)
        return expected_ports(alive, leaf)

    def fib(self, switch: str, version: int = 4, vrf: str = DEFAULT) -> Fib:
        """The kernel's own table, which is what forwards: prefix -> the ports of its next hops."""
        return kernel_tables.fib(self.bottle, wiring.namespace(switch, vrf), version)

    def announced(self, switch: str, vrf: str) -> set[Network]:
        """The prefixes that a switch's routing instance brings into BGP here."""
        return self.tree.config(switch).announced(vrf)

    def differences(self) -> list[str]:
        """Differences between the kernel tables of working switches and the cables: on a leaf for all others, on a spine for leaves, on both for tenants."""
        living = [switch for switch in self.switches if switch not in self.dead]
        return [
            line
            for lines in each(lambda switch: list(kernel_tables.differences(self, switch)), living)
            for line in lines
        ]

    def wait_converged(self, timeout_s: float) -> float:
        """Wait until every leaf's kernel table is as the cables are, and return the seconds that it took."""
        begin, without = time.monotonic(), set[router_macs.Lost]()
        while True:
            found = self.differences()
            seconds = time.monotonic() - begin
            gone = set() if found else router_macs.lost(self)
            if not found and not gone:
                return seconds
            if seconds > timeout_s:
                raise NotConvergedError(timeout_s, found or [f"no router MAC in {vrf} of {leaf}" for leaf, vrf in gone])
            # a route may be there an instant before its MAC
            router_macs.learn_again(self, without & gone)
            without = gone - without
            time.sleep(0.2 if found else 1)

    def ping(
        self, device: str, source: Address, targets: Iterable[Address], *, size_bytes: int = echoes.SIZE_BYTES
    ) -> set[Address]:
        """The targets that do not answer a ping of `size_bytes`, never fragmented, sent from `source` on `device`."""
        return echoes.silent(self.bottle, device, source, targets, size_bytes)

    def silent_loopbacks(self, *, size_bytes: int = echoes.SIZE_BYTES) -> list[str]:
        """Every loopback of a living switch that does not answer a living leaf's own."""
        found = []
        for leaf in self.leaves:
            others: dict[Address, str] = {
                self.tree.loopback(name).ip: name for name in self.switches if name not in {leaf, *self.dead}
            }
            source = self.tree.loopback(leaf).ip
            silent = self.ping(leaf, source, others, size_bytes=size_bytes) if leaf not in self.dead else set()
            found += [f"{leaf} to {others[ip]}" for ip in silent]
        return found

    def silent_rails(
        self, *, size_bytes: int = echoes.SIZE_BYTES, sources: AbstractSet[str] = frozenset()
    ) -> list[str]:
        """Every NIC that does not answer a NIC of another host, over all pairs, rail to rail and across rails; of some hosts alone."""
        pairs = self.silent_pairs(self.rails_of(sources or set(self.hosts)), size_bytes=size_bytes)
        return [f"{near} to {far}" for near, far in pairs]

    def silent_pairs(
        self,
        sources: Iterable[Rail],
        *,
        version: int = 4,
        size_bytes: int = echoes.SIZE_BYTES,
        retries: int = echoes.RETRIES,
    ) -> set[Pair]:
        """The pairs of NICs of different hosts in which the second does not answer the first, one of `sources`."""
        return echoes.silent_pairs(self.bottle, sources, self.rails, version, size_bytes, retries)

    def rails_of(self, devices: AbstractSet[str]) -> list[Rail]:
        """Return the routed NICs of some hosts."""
        return [rail for rail in self.rails if rail.nic.device in devices]

    def show(self, switch: str, command: str) -> str:
        """The output of the switch's vtysh."""
        return frr.show(self.bottle, switch, command)

    def _start(self, switch: str) -> None:
        vrfs = {vrf: wiring.namespace(switch, vrf) for vrf in self.tree.config(switch).vrfs}
        home = self.tree.switch_dir(switch)
        frr.start(self.bottle, switch, home, vrfs)
        if slower := bfd.lines((home / "frr.conf").read_text(encoding="utf-8"), self.bfd_ms):
            frr.tell(self.bottle, switch, slower)

    def _ports(self, switch: str, state: str) -> None:
        lines: dict[str, str] = {}
        ports = [end for link in self.links for end, _ in link.ends() if end.device == switch]
        for end in (*ports, *(leaf for _, leaf in self.host_links if leaf.device == switch)):
            place = wiring.place(self.tree, end)
            lines[place] = lines.get(place, "") + f"link set dev {end.interface} {state}\n"
        for place, text in lines.items():
            self._batch(text, netns=place)

    def _batch(self, text: str, netns: str | None = None) -> None:
        lines = text.splitlines(keepends=True)
        for first in range(0, len(lines), _LINES):
            self.bottle.must("ip", "-batch", "-", netns=netns, stdin="".join(lines[first : first + _LINES]))
