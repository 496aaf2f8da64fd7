"""The order in which the hosts of a room are powered off and on again, and the hosts that each failure of the facility would stop.

Clients of a tier are off before its servers, and control hosts, which serve names, time and schedulers, are last; border hosts come after them, as
they are the route to the site. The start is not the exact reverse: storage comes before control hosts, whose services wait for their tiers. All of it follows from the plan, so
`plan.json` has no section for it.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.plan.clients import client_roles
from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.lustre import file_systems
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.power.outages import OutageKind, outages
from generator.plan.records import Host, Tier
from generator.plan.states import PLANNED

_NAMES = {
    "feed": "feed",
    "UPS": "ups",
    "module of UPS": "ups_module",
    "CDU of loop": "cdu",
    "loop": "loop",
}
"""Failures that stop known hosts, as groups of the inventory call them. Without a generator, a share of the load has to go, and which is the site's choice."""
_SCALE = "mmshutdown -a"
"""Of IBM Storage Scale: it unmounts the file systems on all nodes of the cluster and stops the daemons."""
_BORDER, _FABRIC, _METADATA, _STORAGE, _FIRST, _CONTROL, _LOGIN, _COMPUTE = range(8)
"""The order of a start: ranks."""


class PowerStep(Struct, frozen=True, kw_only=True):
    """Hosts that are powered off together. `number` counts from 1; `serves` is whether hosts of earlier steps depend on them. `check` shows that they are up again."""

    number: int
    title: str
    hosts: tuple[str, ...]
    serves: bool
    why: str
    start: int
    check: str


class StoppedFirst(Struct, frozen=True, kw_only=True):
    """A tier that people stop before its hosts are powered off, as its program is not started from here. `how` is the command where a document states it."""

    tier: str
    group: str
    product: str
    how: str


class Loss(Struct, frozen=True, kw_only=True):
    """A failure: the hosts that it stops, those for which no document states the effect, and those that continue at reduced load."""

    kind: OutageKind
    name: str
    group: str
    hosts: tuple[str, ...]
    reduced: tuple[str, ...]
    note: str


class _Step(Struct, frozen=True):
    """A step before it has its numbers. Lower ranks start first; those of one rank start in the reverse of the order in which they stop."""

    title: str
    hosts: list[str]
    why: str
    rank: int
    check: str


@once
def power_steps(plan: Plan) -> tuple[PowerStep, ...]:
    """Return the steps in the order of a shutdown, without empty ones."""
    made = [step for step in _steps(plan) if step.hosts]
    starts = sorted(range(len(made)), key=lambda place: (made[place].rank, -place))
    return tuple(
        PowerStep(
            number=place + 1,
            title=step.title,
            hosts=tuple(step.hosts),
            serves=step.rank < _LOGIN,
            why=step.why,
            start=starts.index(place) + 1,
            check=step.check,
        )
        for place, step in enumerate(made)
    )


def stopped_first(plan: Plan) -> Iterator[StoppedFirst]:
    """Yield the tiers on hosts of ours whose servers are no program of this cluster: their product's own procedure comes before the power."""
    groups = {host.group for host in _hosts(plan)}
    for tier in plan.tiers:
        if tier.group in groups and tier.kind in {"parallel", "object"} and tier.name not in file_systems(plan):
            how = _SCALE if plan.site.storage[tier.name].scale else ""
            yield StoppedFirst(tier=tier.name, group=tier.group, product=tier.product, how=how)


def losses(plan: Plan) -> Iterator[Loss]:
    """Yield every failure that stops known hosts, in the order of docs/power.md."""
    ours = {host.name for host in _hosts(plan)}
    for each in outages(plan):
        if each.kind in _NAMES:
            yield Loss(
                kind=each.kind,
                name=each.name,
                group=f"without_{_NAMES[each.kind]}_{each.name.lower().replace('-', '_')}",
                hosts=tuple(name for name in each.stopped if name in ours),
                reduced=tuple(name for name in each.slowed if name in ours),
                note=each.note,
            )


def _steps(plan: Plan) -> Iterator[_Step]:
    checks, control, first = _checks(plan), _of(plan, "control"), _first_control(plan)
    yield _Step("compute hosts", _of(plan, "compute"), "they use all others", _COMPUTE, checks["compute"])
    yield _Step("login hosts", _of(plan, "login"), "they mount the tiers, too", _LOGIN, "users log in")
    yield from _storage(plan)
    others = _of(plan, "manager", "gateway")
    yield _Step(
        "managers and gateways", others, "storage needs their fabrics", _FABRIC, "the links of their fabrics are up"
    )
    later = [name for name in control if name not in first]
    yield _Step(
        "control hosts except the first", later, "the first serves DNS and the job queue", _CONTROL, checks["control"]
    )
    mine = [name for name in control if name in first]
    yield _Step("first control host", mine, "all others are off", _FIRST, checks["control"])
    yield _Step(
        "border hosts", _of(plan, "border"), "you reach the cluster through them", _BORDER, "you reach the cluster"
    )


def _storage(plan: Plan) -> Iterator[_Step]:
    """Yield the groups, those that use the tiers of others first. Lustre stops metadata targets before the others, and starts them before (Operations Manual)."""
    served: dict[str, list[Tier]] = {}
    for host in _hosts(plan):
        if host.role == "storage":
            served.setdefault(host.group, [tier for tier in plan.tiers if tier.group == host.group])
    storing = {tier.name for tier in plan.tiers if "storage" in client_roles(plan.groups.values(), tier)}
    for group in sorted(served, key=lambda each: (any(tier.name in storing for tier in served[each]), each)):
        tiers = ", ".join(tier.name for tier in served[group])
        names = [host.name for host in _hosts(plan) if host.group == group]
        title, check = f"storage hosts of {group}", "systemctl is-system-running"
        if tiers:
            title, check = f"{title} ({tiers})", f"a client mounts {tiers}"
        first = [name for name in names if name in _metadata(plan)]
        others = [name for name in names if name not in first]
        if first and others:
            yield _Step(f"{title}, metadata targets", first, "Lustre stops these targets first", _METADATA, check)
            yield _Step(f"{title}, other targets", others, "Lustre stops object targets last", _STORAGE, check)
        else:
            yield _Step(title, names, "their clients are off", _STORAGE, check)


@once
def _metadata(plan: Plan) -> frozenset[str]:
    """Name the hosts that serve a management or metadata target."""
    targets = [target for each in file_systems(plan).values() for target in each.targets]
    return frozenset(target.usual for target in targets if target.kind != "ost")


def _first_control(plan: Plan) -> set[str]:
    """Name the control host with Slurm's queue, and the one with the accounting database; without Slurm the first of each group."""
    slurm = plan.slurm
    if slurm is not None and slurm.controllers:
        database = {slurm.database.host} if slurm.database is not None and slurm.database.ours else set()
        return {slurm.controllers[0].name, *database}
    return {host.name for host in _hosts(plan) if host.role == "control" and host.ordinal == 0}


def _checks(plan: Plan) -> Mapping[str, str]:
    """Return what shows that compute and control hosts are up."""
    commands: dict[str, list[str]] = {"compute": [], "control": []}
    if plan.slurm is not None:
        commands = {"compute": ["`sinfo -R`"], "control": ["`scontrol ping`"]}
    if plan.kubernetes is not None:
        commands["compute"].append("`kubectl get nodes`")
        commands["control"].append("`kubectl get --raw /readyz`")
    return {role: " and ".join(found) or "`systemctl is-system-running`" for role, found in commands.items()}


def _of(plan: Plan, *roles: str) -> list[str]:
    return [host.name for host in _hosts(plan) if host.role in roles]


@once
def _hosts(plan: Plan) -> tuple[Host, ...]:
    """Return the hosts that have a system of ours to shut down: no appliances, and nothing that is only planned."""
    return tuple(host for host in configured_hosts(plan) if host.state != PLANNED)
