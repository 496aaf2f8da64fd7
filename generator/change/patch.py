"""The floor while it changes: which cable is in which hole, and which links are down."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec import Struct, field

from generator.change.links import Port, port_of
from generator.change.records import Row


class Task(Struct, frozen=True, eq=False):
    """A link that is not to stay as it is. One of `before` and `after` may be missing."""

    before: Row | None
    after: Row | None

    @property
    def needs(self) -> tuple[Port, ...]:
        """The ports that must be free before it can be plugged in."""
        return _ports(self.after)

    @property
    def holds(self) -> tuple[Port, ...]:
        """The ports that it is in today."""
        return _ports(self.before)

    @property
    def stays(self) -> bool:
        """Whether the cable stays as it is, in both of its ports: only what the ports are set to changes."""
        before, after = self.before, self.after
        if before is None or after is None or self.holds != self.needs:
            return False
        here, there = (
            (*(row[name] for name in _PIECE), row["a"]["optic"], row["b"]["optic"]) for row in (before, after)
        )
        return here == there


_PIECE = ("medium", "length_m", "part")


def _ports(link: Row | None) -> tuple[Port, ...]:
    return () if link is None else (port_of(link["a"]), port_of(link["b"]))


class Patch(Struct):
    """The patch as it is: who holds each port, which tasks hang loose, and every link that is up or will be again."""

    links: Sequence[Row]
    tasks: Sequence[Task]
    held: dict[Port, Task | None] = field(default_factory=dict)
    loose: list[Task] = field(default_factory=list)
    absent: set[str] = field(default_factory=set)
    """Devices that are not there yet."""
    up: dict[str, dict[int, Row]] = field(default_factory=dict)
    """By device: the links on it, by identity, that are plugged in."""
    _of: dict[str, list[Task]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Plug everything in as the earlier plan has it."""
        for link in self.links:
            self._enter(link)
            for port in _ports(link):
                self.held[port] = None
        for task in self.tasks:
            for port in task.holds:
                self.held[port] = task
                self._of.setdefault(port[0], []).append(task)

    def unplug(self, tasks: Iterable[Task]) -> list[Task]:
        """Take links out of both of their ports; those that are to come back hang loose."""
        done = []
        for task in tasks:
            if task.before is not None:
                for port in task.holds:
                    del self.held[port]
                self._leave(task.before)
                done.append(task)
            if task.after is not None:
                self.loose.append(task)
        return done

    def still(self, tasks: Iterable[Task], leaving: Collection[str]) -> list[Task]:
        """Return those of some tasks that are plugged in as before, and all others on devices that leave: nothing stays in them."""
        wanted = {id(task): task for task in tasks}
        wanted |= {id(task): task for device in leaving for task in self._of.get(device, ())}
        return [task for task in wanted.values() if all(self.held.get(port) is task for port in task.holds)]

    def plug(self) -> list[Task]:
        """Plug in whatever hangs loose and has its ports free."""
        done = []
        waiting = []
        for task in self.loose:
            if any(port in self.held or port[0] in self.absent for port in task.needs):
                waiting.append(task)
                continue
            assert task.after is not None
            self.held.update(dict.fromkeys(task.needs, task))
            self._enter(task.after)
            done.append(task)
        self.loose = waiting
        return done

    def on(self, devices: Collection[str]) -> list[Row]:
        """Return the links that are plugged in on devices, once each."""
        found: dict[int, Row] = {}
        for device in devices:
            found.update(self.up.get(device, {}))
        return list(found.values())

    def parked(self) -> Iterator[Row]:
        """Return the links that were up before and hang loose."""
        return (task.before for task in self.loose if task.before is not None)

    def _enter(self, link: Row) -> None:
        for end in (link["a"], link["b"]):
            self.up.setdefault(end["device"], {})[id(link)] = link

    def _leave(self, link: Row) -> None:
        for end in (link["a"], link["b"]):
            del self.up[end["device"]][id(link)]
