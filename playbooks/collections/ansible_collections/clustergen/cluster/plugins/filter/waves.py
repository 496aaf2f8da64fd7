"""Waves over hosts and switches: how large each one is, when one is held back, and which hosts a run leaves out; and what a run is allowed and given."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from ansible.errors import AnsibleFilterError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

Groups = "Mapping[str, Sequence[str]]"
_FAILED, _HELD, _LOST = "waves_failed_", "waves_held", "waves_lost"
_FRESH, _IN_USE = "waves_fresh", "waves_in_use"
_SWITCHES, _SINGLY, _SYSTEM = "switch_wave_", "singly", "os_"
_SHOWN = 1000
ALLOW = ("network", "switches", "switch_release", "boot", "release")
"""Words of `-e allow=`: what a run may do although it can interrupt work (docs/operations.md)."""


def wave_sizes(groups: Groups, hostvars: Mapping[str, Any], of: str, within: str, without: str = "") -> list[int]:
    """Return the sizes of a stage's batches: all fresh hosts, then those in use by the inventory's steps (`waves_serial`)."""
    members = set(groups.get(of, ())).intersection(groups.get(within, ())).difference(groups.get(without, ()))
    fresh, used = ([name for name in groups.get(kind, ()) if name in members] for kind in (_FRESH, _IN_USE))
    steps = [_size(str(step), len(used)) for step in hostvars[used[0]]["waves_serial"]] if used else []
    return [len(fresh), *steps] if fresh else steps or [1]


def _size(step: str, of: int) -> int:
    """Return a number of hosts from a number or a share, one at least."""
    return max(1, of * int(step[:-1]) // 100 if step.endswith("%") else int(step))


def waves_over(
    groups: Groups, stage: str, counted: str, hosts: Sequence[str], batch: Sequence[str], most_percent: float
) -> list[str]:
    """Return the hosts of a group that have failed in earlier waves of a stage, where they are more than may fail; else none."""
    begun = set(hosts[: hosts.index(batch[0])]).intersection(groups.get(counted, ())) if batch else set()
    failed = sorted(begun.intersection(groups.get(_FAILED + stage, ())))
    return failed if failed and 100 * len(failed) > float(most_percent) * len(begun) else []


def waves_out(groups: Groups) -> list[str]:
    """Return the hosts and switches on which a stage has failed, and those whose wave was held back."""
    return sorted({host for name, hosts in groups.items() if name.startswith((_FAILED, _HELD)) for host in hosts})


def waves_lost(groups: Groups, hosts: Sequence[str], here: Sequence[str]) -> list[str]:
    """Return the hosts of a play that are not `here` any more, and that no wave has counted as failed or lost yet."""
    known = {*here, *groups.get(_LOST, ()), *waves_out(groups)}
    return [name for name in hosts if name not in known]


def waves_fault(result: Mapping[str, Any], task: str, no_log: object = False) -> str:
    """Return a task's name and why it failed, of a loop its first failure: one line without control characters.

    What a program printed follows the message that Ansible has for it, except for a task with `no_log`.
    """
    rows = [row for row in result.get("results", ()) if isinstance(row, dict) and row.get("failed")] or [result]
    message = str(rows[0].get("msg") or "").strip()
    hidden = no_log or any(each.get("_ansible_no_log") for each in (result, rows[0]))
    printed = "" if hidden else str(rows[0].get("stderr") or rows[0].get("stdout") or "").strip()
    parts = [message.rstrip("."), printed] if printed and printed not in message else [message]
    said = ": ".join(part for part in parts if part) or "no message"
    text = "".join(c if c.isprintable() else " " for c in f"{task}: {said}")
    return text if len(text) <= _SHOWN else text[:_SHOWN] + " ..."


def switch_waves(groups: Groups, names: Sequence[str]) -> list[list[str]]:
    """Return the waves of switches in their order, each with those of `names` that it has, by their systems; the last ones have a switch each."""
    asked = set(names)
    keys = [name.removeprefix(_SWITCHES) for name in groups if name.startswith(_SWITCHES)]
    numbered = [groups[_SWITCHES + key] for key in sorted((key for key in keys if key.isdigit()), key=int)]
    waves = [[name for name in wave if name in asked] for wave in numbered]
    singly = [[name] for name in groups.get(_SWITCHES + _SINGLY, ()) if name in asked]
    return [[name for some in _by_system(groups, wave) for name in some] for wave in waves if wave] + singly


def switch_sizes(groups: Groups) -> list[int]:
    """Return the sizes of the batches of the queue of switches: of each wave one switch, then the others of each system.

    Ansible runs one role after the other for the hosts of a batch: a switch would be confirmed before those with another role are looked at.
    """
    waves = switch_waves(groups, groups.get("waves_switches", ()))
    return [size for wave in waves for size in (1, *map(len, _by_system(groups, wave[1:])))] or [1]


def _by_system(groups: Groups, wave: Sequence[str]) -> list[list[str]]:
    """Return the switches of a wave by their systems (groups `os_*`), in the order of the first switch of each."""
    systems = {name: key for key, members in groups.items() if key.startswith(_SYSTEM) for name in members}
    found: dict[str, list[str]] = {}
    for name in wave:
        found.setdefault(systems.get(name, ""), []).append(name)
    return list(found.values())


def switch_held(groups: Groups, lost: Sequence[str]) -> list[str]:
    """Return the switches that must not be changed while others are not reached: those of the same fabric in other waves."""
    queue = groups.get("waves_switches", ())
    waves = switch_waves(groups, queue)
    fabrics = [set(members) for name, members in groups.items() if name.startswith("fabric_")]
    held: set[str] = set()
    for name in lost:
        near = {each for fabric in fabrics if name in fabric for each in fabric}
        held |= near.difference(*(wave for wave in waves if name in wave))
    return sorted(held.intersection(queue))


def switch_ill(names: Sequence[str], hostvars: Mapping[str, Any]) -> list[str]:
    """Return the switches that have not been found well in this run."""
    return [name for name in names if "switch_push_well" not in hostvars[name]]


def secrets_missing(
    hostvars: Mapping[str, Any],
    groups: Groups,
    hosts: Sequence[str],
    run_tags: Sequence[str],
    skip_tags: Sequence[str],
    of: Sequence[str],
) -> list[str]:
    """Return every secret that the chosen stages ask for and that is not given: its variable of the environment.

    `of` names the stages of a playbook, all if it is empty; a secret is looked up as the first host of the run that needs it.
    """
    missing = []
    for place, asked in enumerate(hostvars[hosts[0]]["cluster_secrets_asked"]):
        stage = asked["tags"][0]
        chosen = set(asked["tags"]).intersection(run_tags) or ("all" in run_tags and stage != "redfish")
        need = [name for name in hosts if name in set(groups.get(asked["hosts"], ()))]
        if (not of or stage in of) and chosen and stage not in skip_tags and need:
            given = hostvars[need[0]]["cluster_secrets_asked"][place]["given"]
            if str(given) != "True":
                missing.append(asked["name"].upper())
    return list(dict.fromkeys(missing))  # two stages may ask for one


def waves_untouched(seen: Sequence[str], given: object) -> bool:
    """Return whether a host that told this of itself is adopted, and stays as it is without the word for it."""
    return "adopted" in seen and "up" not in seen and "boot" not in allowed(given)


def allow_refused(given: object) -> str:
    """Return why the words of `-e allow=` are refused, empty where a run knows them all."""
    unknown = [word for word in _words(given) if word not in ALLOW]
    shown = []
    for word in unknown:
        near = get_close_matches(word.lower(), ALLOW, 1)
        shown.append(f"{word!r}" + (f" (did you mean {near[0]}?)" if near else ""))
    return f"allow has {', '.join(shown)}, and its words are {', '.join(ALLOW)}" if shown else ""


def allowed(given: object) -> list[str]:
    """Return the words of `-e allow=`; one that no run knows is an error."""
    if refused := allow_refused(given):
        raise AnsibleFilterError(refused)
    return _words(given)


def _words(given: object) -> list[str]:
    """Return the words of a text with commas between them, or of a list, without the blanks around them."""
    words = given if isinstance(given, list | tuple) else str(given or "").split(",")
    return [word for word in (str(each).strip() for each in words) if word]


_FILTERS = (
    allow_refused,
    allowed,
    waves_untouched,
    wave_sizes,
    waves_over,
    waves_out,
    waves_lost,
    waves_fault,
    switch_waves,
    switch_sizes,
    switch_held,
    switch_ill,
    secrets_missing,
)


class FilterModule:
    """What Ansible asks for."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """Return the filters by name."""
        return {each.__name__: each for each in _FILTERS}
