"""Hosts that stay drained from their first step to the last one, as no path works until both of its ends have their new settings."""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from generator.change.parked import Rail, rail_of
from generator.change.patch import Task
from generator.change.records import Change, Key, Kind
from generator.change.replaced import renewed
from generator.change.touched import MANAGEMENT


class Held(Struct, frozen=True):
    """`hosts` that are held; those of them with a link that is reconfigured at both ends (`anew`), with files that wait for those of their switches (`late`), or `installed` anew in their own step, with all of their files."""

    hosts: frozenset[str] = frozenset()
    anew: frozenset[str] = frozenset()
    late: frozenset[str] = frozenset()
    installed: frozenset[str] = frozenset()


def held_hosts(
    tasks: Sequence[Task],
    changes: Iterable[Change],
    hosts: Collection[str],
    loads: Collection[str],
    waiting: Collection[str],
) -> Held:
    """Return the hosts with a link that is reconfigured at both ends, that has another address at another switch, or in place of which another port has one, those whose instance or VLAN number changes, and those `waiting` for a gateway at another address.

    One leaf of a pair has the new number first: until both have it, hosts behind one do not reach those behind the other. `hosts` are those that stay.
    """
    every, changes = frozenset(hosts), [*changes]
    anew = {x.before["a"]["device"] for x in tasks if x.resets and x.before is not None}
    moved = {x.before["a"]["device"] for x in tasks if x.readdressed and x.before is not None} | _recabled(tasks)
    others = _between(changes) | moved | {*waiting}
    late = {name for name in others if name in loads} | {*waiting}
    return Held(every & (anew | others), every & anew, every & late, every & {*renewed(changes)})


def _between(changes: Iterable[Change]) -> set[str]:
    """Return the devices with a port whose routing instance or VLAN number changes."""
    found: set[str] = set()
    tagged: dict[Key, set[Kind]] = {}
    for change in changes:
        if change.table == "ports" and change.row["fabric"] != MANAGEMENT:
            names = {field.name for field in change.fields}
            if "tagged" in names:
                tagged.setdefault(change.key, set()).add(change.kind)
            if names & {"vrf", "tenant", "vlan"} or tagged.get(change.key, set()) >= {Kind.ADDED, Kind.REMOVED}:
                found.add(change.row["peer"])
    return found


def _recabled(tasks: Iterable[Task]) -> set[str]:
    """Return the lower devices that lose a link of a rail and get one at another port, which is no path before their new files."""
    gone, come = set[Rail](), set[Rail]()
    for task in tasks:
        if task.after is None and task.before is not None:
            gone.add(rail_of(task.before))
        elif task.before is None and task.after is not None:
            come.add(rail_of(task.after))
    return {device for device, fabric, _ in gone & come if fabric != MANAGEMENT}
