"""The steps of a plan taken on a running twin with traffic on it: what is lost in each is held against what the step announces.

Hosts may lose packets from their drain to their undrain, and a port while the step has its cable or its switch out; a bond then goes on with its other
port within the interval of its monitor. Nobody else loses any.
"""

from __future__ import annotations

import contextlib
import time
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec.structs import replace

from generator.twin.twin import NotConvergedError
from tests.twin import growth_stream
from tests.twin.floor import Floor
from tests.twin.growth_traffic import Traffic
from tests.twin.walked import BOND

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from generator.change.step import Step
    from generator.twin.tree import End, Rail
    from tests.twin.growth_traffic import Flow
    from tests.twin.walked import WalkedTwin

CONVERGE_S = 60.0
FAILS_OVER_S = 1.5
"""A bond's monitor looks ten times a second; the rest is room for a busy machine, and for the leaf that hears the bond's next packet."""
_SETTLES_S = 0.6
_WARM_S = 1.0
"""A flow's first packets find neighbours that nobody has asked for: they are sent before the step begins."""


@dataclass
class Taken:
    """A step that was taken: what it lost in spite of its word, and what it lost as it had said, in packets."""

    name: str
    sent: int = 0
    announced: int = 0
    faults: list[str] = field(default_factory=list)


class Walk:
    """The way from the earlier tree to the later one, step by step."""

    def __init__(self, twin: WalkedTwin, steps: Sequence[Step]) -> None:
        names = twin.tree.before.names
        self.twin = twin
        self.steps = [replace(x, drain=tuple(names.get(name, name) for name in x.drain)) for x in steps]
        self._floor = Floor(twin.tree.before.root, twin.tree.after.root, names)
        self.idle: set[str] = set()
        self._dead = ""
        after = twin.tree.after
        self._instances = {rail.nic: rail.vrf for rail in after.rails("")}
        later = set(after.switches("")) | {nic.device for nic, _ in after.host_links("")}
        here = {*twin.switches, *twin.hosts}
        self.new = later - here
        self.stay = later & here

    def replace(self, switch: str) -> None:
        """A switch has died and another one comes in its place, with the later tree's files: the walk begins without it."""
        self._settle()
        self.twin.fail(switch)
        self._settle()
        self._dead = switch

    def through(self) -> list[Taken]:
        """Take all steps, and those that the plan has none for: what only adds, and files that nobody notices."""
        taken = []
        self._settle()
        for number, step in enumerate(self.steps, 1):
            if found := self._take(f"{number} {step.kind} {','.join(step.devices)[:60]}", step):
                taken.append(found)
        taken.append(self._take_rest())
        return taken

    def _take(self, name: str, step: Step) -> Taken | None:
        twin = self.twin
        there = {*twin.switches, *twin.hosts, *self.new}
        devices = [each for each in step.devices if each in there]
        loads = [each for each in dict.fromkeys((*devices, *step.out)) if step.kind in _LOAD and twin.differs(each)]
        loads = devices if step.kind == "rename" else loads
        carried, taken_places = self._floor.take(step)
        cables = {*step.unplug, *step.plug, *step.anew}
        mine = {link.cable for link in twin._in.values()} | {link.cable for link in twin._later.values()}
        if not devices and not loads and not cables & mine:
            self.idle |= set(step.drain)
            self.idle -= set(step.undrain)
            return Taken(name, faults=taken_places) if taken_places else None
        self.idle |= set(step.drain)
        flows = self._flows()
        with self._judged(name, step, flows) as taken:
            taken.faults += taken_places
            if step.kind == "limits":
                for switch in devices:
                    twin.tell_limits(switch)
            elif step.kind == "add":
                self._add(devices, step.plug)
            else:
                taken.faults += self._work(step, devices, loads, [each for each in carried if each in there])
            self._settle()
            time.sleep(_SETTLES_S)
        self.idle -= set(step.undrain)
        return taken

    def _add(self, devices: Sequence[str], cables: Collection[str]) -> None:
        """New switches are held back until they know every way: FRR announces routes before the kernel has them."""
        twin = self.twin
        there = set(twin.switches)
        twin.set_up(devices)
        new = [switch for switch in twin.switches if switch not in there]
        twin.hold(new)
        twin.plug_cables(cables)
        self._settle()
        twin.release(new)
        self._wait_still()

    def _work(self, step: Step, devices: Sequence[str], loads: Sequence[str], carried: Sequence[str]) -> list[str]:
        """Others go round the switches first; then cables, places and files, and they come back when they know every way. Return what is wrong."""
        twin = self.twin
        switches = [each for each in dict.fromkeys((*loads, *carried)) if each in twin.switches]
        twin.hold(switches)
        self._wait_still()
        twin.unplug_cables(step.unplug, step.plug)
        if self._dead not in devices:
            twin.darken(twin.pairs_of((*step.again, *step.reused)))
        if step.kind == "leave":
            twin.take_away(devices)
        left = [
            f"{each} is carried with cables in it that the step does not unplug"
            for each in carried
            if twin.cabled(each)
        ]
        for switch in switches:
            if switch in carried:
                twin.carry(switch)
        for device in step.replaced:
            twin.renew(device)
        quiet = step.kind == "files" and not {*step.drain, *step.undrain}
        for device in loads:
            if quiet:
                twin.gain(device)
            else:
                twin.load(device)
        twin.hold(switches)
        twin.plug_cables(step.plug)
        twin.relight()
        self._settle()
        twin.release(switches)
        return left

    def _take_rest(self) -> Taken:
        """What the plan has no step for: it interrupts nobody, as it says."""
        twin = self.twin
        with self._judged("the rest", None, self._flows()) as taken:
            if self._dead:
                twin.come_back(self._dead)
                self._settle()
                twin.release([self._dead])
            self._add(sorted(self.new - {*twin.switches, *twin.hosts}), {link.cable for link in twin._later.values()})
            for host in sorted(self.stay & set(twin.hosts) - twin.tree.loaded):
                twin.gain(host)
            time.sleep(_SETTLES_S)
        late = sorted(device for device in self.stay if device in twin.switches and twin.differs(device))
        taken.faults += [f"{device} has no step in which it loads its files" for device in late]
        there, wanted = twin.pairs()
        taken.faults += [f"{' to '.join(map(str, pair))} is still in" for pair in there - wanted]
        taken.faults += [f"{host} is still drained" for host in sorted(self.idle & self.stay)]
        taken.faults += self._floor.end()
        return taken

    @contextlib.contextmanager
    def _judged(self, name: str, step: Step | None, flows: dict[Flow, float]) -> Iterator[Taken]:
        """Run the flows meanwhile, and count; a flow may lose what it sends in this many seconds."""
        taken = Taken(name)
        allowed = self._allowed(step, flows)
        try:
            with Traffic(self.twin.bottle, list(flows)) as traffic:
                time.sleep(_WARM_S)
                with traffic.window(name):
                    yield taken
                tallies = traffic.count()
        except NotConvergedError as error:
            taken.faults.append(str(error))
            return
        for each in tallies:
            most = allowed[each.flow] / growth_stream.EACH_S
            taken.sent += each.sent
            taken.announced += each.lost if most else 0
            if each.lost > most:
                near, far = each.flow
                taken.faults.append(f"{near.nic} to {far.nic}: {each.lost} of {each.sent} lost, {most:.0f} announced")

    def _allowed(self, step: Step | None, flows: dict[Flow, float]) -> dict[Flow, float]:
        gone = set(step.devices) if step and step.kind == "leave" else set()
        apart = {*step.out, *gone} if step else set()
        cables = {*step.unplug, *step.plug, *step.anew, *step.loose} if step else set()

        def seconds(end: End) -> float:
            if end.device in self.idle | gone:
                return CONVERGE_S * 10
            links = self.twin.cables_of(end)
            down = [x for x in links if x.cable in cables or apart & {x.a.device, x.b.device}]
            if not down:
                return 0.0
            return FAILS_OVER_S if end.interface == BOND and len(down) < len(links) else CONVERGE_S * 10

        return {flow: max(seconds(rail.nic) for rail in flow) for flow in flows}

    def _flows(self) -> dict[Flow, float]:
        """From every host that has jobs two on each fabric: on one port to the next host, and to another one behind another leaf."""
        of: defaultdict[str, defaultdict[str, list[Rail]]] = defaultdict(lambda: defaultdict(list))
        for fabric, rail in self.twin.ends():
            if rail.nic.device not in self.idle and rail.nic.device not in self.new:
                of[fabric][rail.nic.device].append(rail)
        found: dict[Flow, float] = {}
        for hosts in of.values():
            names = sorted(hosts)
            for number, name in enumerate(names):
                own = sorted(hosts[name], key=lambda rail: rail.nic.interface)
                near = own[number % len(own)]
                others = [rail for hop in range(1, len(names)) for rail in hosts[names[(number + hop) % len(names)]]]
                others = [x for x in others if self._instance(x) == self._instance(near)]
                same = [x for x in others if x.nic.interface == near.nic.interface]
                across = [x for x in others if x.leaf.device != near.leaf.device]
                for far in (*same[:1], *across[number % 3 : number % 3 + 1]):
                    found[near, far] = 0.0
        return found

    def _instance(self, rail: Rail) -> str:
        return self._instances.get(rail.nic, "")

    def _settle(self) -> None:
        """Wait for every session that both ends know of, and for tables that are what they were."""
        begin = time.monotonic()
        while missing := self.twin.missing_sessions():
            if time.monotonic() - begin > CONVERGE_S:
                raise NotConvergedError(CONVERGE_S, [" ".join(each) for each in sorted(missing)])
            time.sleep(0.2)
        while holding := self.twin.holding_back():
            if time.monotonic() - begin > CONVERGE_S:
                raise NotConvergedError(CONVERGE_S, [f"{switch} holds its routes back" for switch in holding])
            time.sleep(0.5)
        self._wait_still()

    def _wait_still(self) -> None:
        """FRR tells its peers once a second at most (`coalesce-time`)."""
        begin = time.monotonic()
        before = self.twin.tables()
        while time.monotonic() - begin < CONVERGE_S:
            time.sleep(1.3)
            now = self.twin.tables()
            if now == before:
                return
            before = now


_LOAD = frozenset({"switch", "release", "push", "host", "files", "install", "found", "pods", "rename"})
