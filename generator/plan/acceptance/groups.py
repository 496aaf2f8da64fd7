"""Groups of hosts that run a collective together: those on the same leaves, those of a pod, and all of a model.

Hosts of two tenants, or of two schedulers, are in no group together: they do not reach each other, or have no job together.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct

from generator.plan.acceptance.places import Seat, seats_of
from generator.plan.acceptance.records import Scope
from generator.plan.hostlist import fold
from generator.plan.plan import Plan

_FEWEST = 2
_USUAL = "slurm"
"""The scheduler that the name of a group does not tell."""
_KEYS: dict[Scope, Callable[[Seat], str]] = {
    "leaf": lambda seat: fold(dict.fromkeys(seat.leaves)),
    "unit": lambda seat: f"pod{seat.pod + 1}",
    "all": lambda _: "all",
}
"""What hosts of a group have in common, by scope, which is the first part of its name."""


class HostGroup(Struct, frozen=True, kw_only=True):
    """Hosts of one model that run a collective together. The name is the same after growth."""

    scope: Scope
    name: str
    model: str
    hosts: tuple[str, ...]


def groups_of(plan: Plan) -> Iterator[HostGroup]:
    """Yield the groups of at least two hosts: leaf after leaf, pod after pod, then all. Spares are in none."""
    kept = [seat for seat in seats_of(plan) if seat.run in plan.scheduled.schedulers]
    for scope, key in _KEYS.items():
        found: dict[tuple[str, str, str, str], list[str]] = {}
        for seat in kept:
            found.setdefault((key(seat), seat.model, seat.tenant, seat.run), []).extend(seat.hosts)
        for (place, model, tenant, run), hosts in found.items():
            if len(hosts) >= _FEWEST:
                name = "/".join(filter(None, (place, tenant, "" if run == _USUAL else run)))
                yield HostGroup(scope=scope, name=name, model=model, hosts=tuple(hosts))
