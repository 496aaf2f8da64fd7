"""Hosts that can be installed from the network: those in the table of hosts whose drive the spec names. No drive is guessed: what is on it is lost."""

import re
from collections.abc import Iterator

from generator.plan.hosts.configured import system_of
from generator.plan.hosts.resolvers import resolvers_inband
from generator.plan.hosts.setup import family_of
from generator.plan.plan import Plan
from generator.plan.provisioning.machines import machines_of
from generator.plan.provisioning.mirrors import mirrors_of
from generator.plan.provisioning.records import Install, Places

_PLAIN = re.compile(r"[A-Za-z0-9._-]+")
"""Serial numbers that iPXE compares as they are; others hold something that a script would have to escape, and are not compared."""


def installs_of(plan: Plan, places: Places) -> Iterator[Install]:
    """Yield the first starts in the plan's order; none where no host serves their files, or nobody could log in."""
    keys = tuple(" ".join(key.split(" ")[:2]) for key in plan.site.services.root_keys)
    if not places.boot or not keys:
        return
    hosts = {host.name: host for host in plan.hosts}
    resolvers = resolvers_inband(plan)
    for machine in machines_of(plan):
        disk = plan.groups[machine.group].system_disk
        if disk is None:
            continue
        system = system_of(plan, hosts[machine.name])
        yield Install(
            machine=machine,
            domain=plan.domain,
            system=system,
            family=family_of(system),
            disk=disk,
            serial=serial if _PLAIN.fullmatch(serial := plan.site.assets[machine.name].serial) else "",
            resolvers=resolvers,
            answers=places.of_host(machine.name),
            keys=keys,
            mirrors=mirrors_of(plan.site.services.mirror, system),
        )


def undecided_groups(plan: Plan) -> list[str]:
    """Name the groups of hosts that are in the table and have no drive to be installed on."""
    groups = {machine.group for machine in machines_of(plan)}
    return sorted(group for group in groups if plan.groups[group].system_disk is None)
