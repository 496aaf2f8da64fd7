"""The state of the cables during a change: the cable in each port, and the links that are down."""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct, field

from generator.change.links import Port, port_of
from generator.change.parked import Parked, Rail, rail_of
from generator.change.records import Row


class Task(Struct, frozen=True, eq=False):
    """A link that changes. One of `before` and `after` may be missing."""

    before: Row | None
    after: Row | None

    @property
    def needs(self) -> tuple[Port, ...]:
        """The ports that must be free before it can be plugged in."""
        return _ports(self.after)

    @property
    def holds(self) -> tuple[Port, ...]:
        """The ports that it is plugged into before."""
        return _ports(self.before)

    @property
    def stays(self) -> bool:
        """Whether the cable stays in both of its ports: only the settings of the ports change."""
        before, after = self.before, self.after
        if before is None or after is None or self.holds != self.needs:
            return False
        here, there = (
            (*(row[name] for name in _PIECE), row["a"]["optic"], row["b"]["optic"]) for row in (before, after)
        )
        return here == there

    @property
    def carried(self) -> bool:
        """Whether a device at one of its ends is moved to another rack or unit, so that the cable is unplugged even if it stays in the same ports."""
        ends = ("a", "b")
        return (
            self.before is not None
            and self.after is not None
            and any(self.before[end][name] != self.after[end][name] for end in ends for name in _PLACE)
        )

    @property
    def resets(self) -> bool:
        """Whether settings of both ports change while the cable stays: an address, an MTU."""
        return self.stays and _settings(self.before) != _settings(self.after)

    @property
    def readdressed(self) -> bool:
        """Whether the cable moves, and its lower end has another address or interface: it is no path until that device has its new files."""
        if self.before is None or self.after is None or self.stays:
            return False
        return any(self.before["a"][name] != self.after["a"][name] for name in _OWN)


_PIECE = ("medium", "length_m", "part")
_PLACE = ("rack", "unit")
_OWN = ("interface", "address", "ipv6")
_NAMES = frozenset({"cable", "label_a", "label_b", "index", "a", "b"})


def _settings(link: Row | None) -> list[Row]:
    """The settings of the ports of a link: all but its place and names."""
    rows = [] if link is None else [link["a"], link["b"], link]
    return [{name: value for name, value in row.items() if name not in {*_PLACE, *_NAMES}} for row in rows]


def _ports(link: Row | None) -> tuple[Port, ...]:
    return () if link is None else (port_of(link["a"]), port_of(link["b"]))


class Patch(Struct):
    """The current patching: the owner of each port, unplugged tasks, and every link that is up or will be again."""

    links: Sequence[Row]
    tasks: Sequence[Task]
    held: dict[Port, Task | None] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)
    """Devices that are not installed yet."""
    renewed: set[str] = field(default_factory=set)
    """Devices that are still of the earlier model, or at the earlier place: only cables that they have already are plugged into them."""
    standing: set[str] = field(default_factory=set)
    """Hosts that exist: a new link is no path of theirs until they have their new files."""
    unused: set[int] = field(default_factory=set)
    """The identities of such links that are plugged in."""
    up: dict[str, dict[int, Row]] = field(default_factory=dict)
    """By device: the links on it, by identity, that are plugged in."""
    rails: dict[Rail, int] = field(default_factory=dict)
    """How many links of each rail are plugged in and in use."""
    _of: dict[str, list[Task]] = field(default_factory=dict)
    _loose: dict[int, Task] = field(default_factory=dict)
    """By number, in the order of unplugging."""
    parked: Parked = field(default_factory=Parked)
    """The unplugged links that were up before."""
    _next: int = 0
    _fresh: list[int] = field(default_factory=list)
    """Unplugged tasks to try again, as their obstacle is gone."""
    _stopped: dict[Port | str, list[int]] = field(default_factory=dict)
    """All others by their obstacle: a port that is in use, or a device that is absent or renewed."""

    def __post_init__(self) -> None:
        """Plug everything as in the earlier plan."""
        for link in self.links:
            self._enter(link)
            for port in _ports(link):
                self.held[port] = None
        for task in self.tasks:
            for port in task.holds:
                self.held[port] = task
                self._of.setdefault(port[0], []).append(task)

    def unplug(self, tasks: Iterable[Task]) -> list[Task]:
        """Unplug links at both ends; those that will be plugged again are kept as loose."""
        done = []
        for task in tasks:
            if task.before is not None:
                for port in task.holds:
                    del self.held[port]
                    self._fresh += self._stopped.pop(port, ())
                self._leave(task.before)
                done.append(task)
            if task.after is not None:
                self._loose[self._next] = task
                if task.before is not None:
                    self.parked.add(self._next, task.before)
                self._fresh.append(self._next)
                self._next += 1
        return done

    def arrive(self, devices: Iterable[str]) -> None:
        """Add devices that are now installed, of their later model and at their later place."""
        for device in devices:
            self.absent.discard(device)
            self.renewed.discard(device)
            self._fresh += self._stopped.pop(device, ())

    def still(self, tasks: Iterable[Task], leaving: Collection[str]) -> list[Task]:
        """Return the tasks that are plugged in as before, and all others on devices that leave."""
        wanted = {id(task): task for task in tasks}
        wanted |= {id(task): task for device in leaving for task in self._of.get(device, ())}
        return [task for task in wanted.values() if all(self.held.get(port) is task for port in task.holds)]

    def plug(self) -> list[Task]:
        """Plug in all loose tasks whose ports are free."""
        done = []
        for number in sorted(self._fresh):
            task = self._loose[number]
            needs = task.needs
            stop = next(
                (port if port in self.held else port[0] for port in needs if self._blocks(port, task.holds)), None
            )
            if stop is not None:
                self._stopped.setdefault(stop, []).append(number)
                continue
            assert task.after is not None
            self.held.update(dict.fromkeys(needs, task))
            if task.before is None and task.after["a"]["device"] in self.standing:
                self.unused.add(id(task.after))
            self._enter(task.after)
            del self._loose[number]
            self.parked.remove(number)
            done.append(task)
        self._fresh.clear()
        return done

    def _blocks(self, port: Port, before: Collection[Port]) -> bool:
        return port in self.held or port[0] in self.absent or (port[0] in self.renewed and port not in before)

    def on(self, devices: Collection[str]) -> list[Row]:
        """Return the links that are plugged in on devices, once each, in the order of the devices' names."""
        found: dict[int, Row] = {}
        for device in sorted(devices):
            found.update(self.up.get(device, {}))
        return list(found.values())

    def _enter(self, link: Row) -> None:
        for end in (link["a"], link["b"]):
            self.up.setdefault(end["device"], {})[id(link)] = link
        rail = rail_of(link)
        self.rails[rail] = self.rails.get(rail, 0) + (id(link) not in self.unused)

    def _leave(self, link: Row) -> None:
        for end in (link["a"], link["b"]):
            del self.up[end["device"]][id(link)]
        self.rails[rail_of(link)] -= 1
