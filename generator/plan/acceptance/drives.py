"""Lines of the local drives of hosts, and where these are mounted: fio writes and reads files there, and never a device."""

from collections.abc import Iterator

from generator.plan.acceptance.machines import RECORD, Machine, line_of
from generator.plan.acceptance.places import tested_hosts
from generator.plan.acceptance.records import DriveMount, Line
from generator.plan.clients import is_client
from generator.plan.plan import Plan

_WAYS = ("read", "write")
_FIO = "fio (drives.py) on files below"


def drive_mounts(plan: Plan, machine: Machine) -> tuple[DriveMount, ...]:
    """Return the mounts of a model's local drives by tier, each with its hosts where these are not all of the model; empty where it has no drives."""
    return tuple(_mounts(plan, machine)) if machine.entry.local_nvme else ()


def drive_lines(plan: Plan, machine: Machine) -> Iterator[Line]:
    """Yield the lines of local drives: what is mounted of them is measured, and no document states what it reaches."""
    mounts = drive_mounts(plan, machine)
    some = tuple(dict.fromkeys(host for each in mounts for host in each.hosts)) if all(m.hosts for m in mounts) else ()
    where = f"{_FIO} {', '.join(each.mount for each in mounts)}" if mounts else "no tier of the spec mounts them"
    for way in _WAYS if machine.entry.local_nvme else ():
        yield line_of(
            machine, f"drives-{way}", "drives", unit="GB/s", hosts=some,
            formula=f"all local data drives together: {where}; {RECORD}",
        )  # fmt: skip


def _mounts(plan: Plan, machine: Machine) -> Iterator[DriveMount]:
    model = machine.entry.model
    hosts = [host for host in tested_hosts(plan) if host.model == model]
    for tier in plan.tiers:
        mine = tuple(host.name for host in hosts if is_client(tier, host)) if tier.kind == "local-nvme" else ()
        if mine:
            yield DriveMount(model=model, mount=tier.mount, hosts=mine if len(mine) < len(hosts) else ())
