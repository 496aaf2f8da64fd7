"""States: of existing devices, each in at most one state, and in one that its kind supports."""

import difflib
from collections.abc import Iterator

from generator.model.groups import HostGroup
from generator.plan.draft import Draft
from generator.plan.states import envelope_switch_names
from generator.rules import plan_rule
from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding
from generator.spec.states import State, entries
from generator.spec.tenants import unfold


@plan_rule(
    title="A state of an unknown device",
    why="With a misspelt name, the intended device would stay in service.",
    fix="Name devices as `clustergen show SPEC hosts` and `clustergen show SPEC switches` do.",
)
def state_device_unknown(plan: Draft) -> Iterator[Finding]:
    """Every entry names hosts or switches of the envelope."""
    known = {*_host_groups(plan), *envelope_switch_names(plan.cluster)}
    for state, entry, loc, names in _entries(plan):
        name = next((name for name in names if name not in known), None)
        if name is not None:
            why, fix = "no device has that name", _meant(name, known)
            if group := _beyond(plan, name):
                last = group.host_name(group.max - 1)
                why = f"the envelope of {group.name} ends at {last}"
                one = f"one of {group.host_name(0)} to {last}" if group.max > 1 else last
                fix = f"name {one}, or raise hosts.{group.name}.max"
            yield Finding(message=f"{_wish(state, entry, name)}, and {why}", loc=loc, help=fix)


@plan_rule(
    title="A device in two states",
    why="A device cannot be present and absent at the same time; the spec does not show which of the two is meant.",
    fix="Leave the device in one list.",
)
def state_twice(plan: Draft) -> Iterator[Finding]:
    """No device has two states; the first such device of two entries is named."""
    seen: dict[str, tuple[State, str, Loc]] = {}
    for state, entry, loc, names in _entries(plan):
        clashes: dict[tuple[State, str, Loc], str] = {}
        for name in names:
            first = seen.setdefault(name, (state, entry, loc))
            if first[0] != state:
                clashes.setdefault(first, name)
        for (other, _, place), name in clashes.items():
            yield Finding(
                message=f"{name} is to be {_words(other)} and {_words(state)}",
                loc=loc,
                notes=(Note(f"{_words(other)} here", place),),
                help=f"leave {name} in one of states.{other} and states.{state}",
            )


@plan_rule(
    title="A state that the kind of device cannot have",
    why="Hosts need the ports of their switches, and the number of switches follows from the hosts: a switch is removed with its hosts.",
    fix="Put the switch into `maintenance`, or retire the hosts that need it.",
)
def state_kind(plan: Draft) -> Iterator[Finding]:
    """Only hosts are retired."""
    switches = set(envelope_switch_names(plan.cluster))
    for state, _, loc, names in _entries(plan):
        name = next((name for name in names if state == "retired" and name in switches), None)
        if name is not None:
            yield Finding(
                message=f"{name} is to be retired, and it is a switch: only hosts are retired",
                loc=loc,
                help=f"put {name} into states.maintenance while its hardware is away; a switch leaves the plan with the last host that needs it",
            )


@plan_rule(
    title="A state of a device that is not installed",
    why="A free place of the envelope is neither planned nor in maintenance, so the entry would have no effect.",
    fix="Include the host in `count` or `positions`, or remove it from the list.",
)
def state_of_nothing(plan: Draft) -> Iterator[Finding]:
    """Planned devices and those in maintenance have a place within `count`; retired ones only one in the envelope."""
    there = {device.name for device in plan.devices}
    hosts = _host_groups(plan)
    retired = {name for state, _, _, names in _entries(plan) if state == "retired" for name in names}
    empty = {*hosts, *envelope_switch_names(plan.cluster)} - there - retired
    for state, entry, loc, names in _entries(plan):
        if entry in plan.groups and not there.isdisjoint(names):
            continue  # a group by its name: its installed hosts
        name = next((name for name in names if state != "retired" and name in empty), None)
        if name is not None:
            why = "no installed host needs this switch"
            fix = f"remove {name} from states.{state} until hosts that need it are installed"
            if group := hosts.get(name):
                why = f"hosts.{group.name} has {group.spec.count} of {group.max} places taken, not this one"
                fix = _taken(group, name, names[-1])
            yield Finding(
                message=f"{_wish(state, entry, name)}, and {why}",
                loc=loc,
                notes=(Note("the places are taken here", (*group.origin, "count")),) if group else (),
                help=fix,
            )


def _entries(plan: Draft) -> Iterator[tuple[State, str, Loc, list[str]]]:
    """Yield every entry of `states` with its names: (state, entry, its place, names)."""
    for state, index, entry in entries(plan.spec.states):
        yield state, entry, ("states", state, index), names_of(plan, entry)


def names_of(plan: Draft, entry: str) -> list[str]:
    """Return the names of an entry of a list of hosts: all of a group, a range, or one name."""
    group = plan.groups.get(entry)
    return [group.host_name(n) for n in range(group.max)] if group else list(unfold(entry))


def _host_groups(plan: Draft) -> dict[str, HostGroup]:
    return {group.host_name(n): group for group in plan.cluster.groups for n in range(group.max)}


def _beyond(plan: Draft, name: str) -> HostGroup | None:
    """Return the group of a name beyond its envelope."""
    stem = name.rstrip("0123456789")
    found = (g for g in plan.cluster.groups if stem != name and g.host_name(0).rstrip("0123456789") == stem)
    return next((g for g in found if int(name[len(stem) :]) > g.max), None)


def _meant(name: str, known: set[str]) -> str:
    names = "`clustergen show SPEC hosts` and `clustergen show SPEC switches` print the names"
    return next((f"did you mean {close}?" for close in difflib.get_close_matches(name, sorted(known), n=1)), names)


def _taken(group: HostGroup, name: str, last: str) -> str:
    if group.spec.positions is not None:
        places = f"hosts.{group.name}.positions"
        return f"add the place of {name} to {places} and to hosts.{group.name}.count, or remove it from the list"
    count = f"hosts.{group.name}.count to {int(last[len(last.rstrip('0123456789')) :])}"
    return f"set {count}, or list the places that are taken in hosts.{group.name}.positions"


def _wish(state: State, entry: str, name: str) -> str:
    return f"{'' if name == entry else f'{entry}: '}{name} is to be {_words(state)}"


def _words(state: State) -> str:
    return "in maintenance" if state == "maintenance" else state
