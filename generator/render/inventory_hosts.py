"""What the roles read of a host's system: by group what its first host has, by host what differs from that."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.plan.hosts.configured import configured_hosts, system_of
from generator.plan.hosts.exports import exports_of
from generator.plan.hosts.roce import gpu_of
from generator.plan.hosts.setup import HostSetup, Setups
from generator.plan.hosts.software import host_packages, host_units, storage_packages
from generator.plan.operations.host_waves import host_waves
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.render.artifact import ROOT_ONLY
from generator.render.hosts.private import PRIVATE, SOLE
from generator.render.inventory_users import user_facts

Facts = Mapping[str, Any]


def system_facts(plan: Plan) -> tuple[Mapping[str, Facts], Mapping[str, Facts]]:
    """Give the facts of each group of hosts, and those of each host in which it differs from its group."""
    setups, waves = Setups(plan), host_waves(plan)
    groups: dict[str, Facts] = {}
    hosts: dict[str, dict[str, Any]] = {}
    made: dict[int, Facts] = {}
    for host in configured_hosts(plan):
        setup = setups.of(host)
        facts = made.setdefault(id(setup), dict(_facts(plan, setup, host)))
        hosts[host.name] = {"upgrade_wave": waves[host.name]}
        if exports := tuple(exports_of(plan, setups.names, host)):
            hosts[host.name] |= {"storage_serves": [export.path for export in exports]}
        usual = groups.setdefault(host.group, facts)
        if facts is not usual:
            hosts[host.name] |= {key: value for key, value in facts.items() if usual[key] != value}
    return groups, hosts


def _facts(plan: Plan, setup: HostSetup, host: Host) -> Iterator[tuple[str, Any]]:
    units, gpu = host_units(setup), gpu_of(plan, host)
    yield "host_group", host.group
    yield "hosts_system", system_of(plan, host)
    yield "hosts_packages", list(host_packages(setup))
    yield "hosts_units_run", list(units.run)
    yield "hosts_units_stop", list(units.stop)
    yield "hosts_sole", list(SOLE[setup.family])
    if gpu is not None:
        yield "gpu_vendor", gpu.vendor_kind
        yield "gpu_packages", list(setup.packages)
        yield "gpu_units", list(units.drivers)
    else:
        yield "hosts_packages", sorted({*host_packages(setup), *setup.packages})
    yield "storage_packages", list(storage_packages(setup))
    yield "storage_units", list(units.mounts)
    yield (
        "storage_local",
        [
            {"unit": f"{mount.unit}.mount", "device": mount.what, "filesystem": mount.filesystem}
            for mount in setup.mounts
            if mount.what.startswith("/dev/")
        ],
    )
    yield from user_facts(plan, host)


def file_modes() -> dict[str, str]:
    """Give the modes of a host's files by pattern, for files that are not as others: those that their programs want to be root's alone."""
    return dict.fromkeys(PRIVATE, f"{ROOT_ONLY:04o}")
