"""The table of hosts for other provisioning systems: hosts that boot in-band, with their MAC address, place, and BMC.

Control hosts are not included: they are installed first. A host is included when its boot MAC address is known. Those of the table whose drive
the spec names can be installed from the network. No drive is guessed, as its contents are lost.
"""

import re
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Interface

from generator.plan.hosts.architecture import architecture_of
from generator.plan.hosts.configured import configured_hosts, system_of
from generator.plan.hosts.resolvers import resolvers_inband
from generator.plan.hosts.setup import family_of
from generator.plan.plan import Plan
from generator.plan.provisioning.mirrors import mirrors_of
from generator.plan.provisioning.records import Install, Machine, Places

_RACKS = 100
"""Racks of a row at most (`racks.per_row`)."""
_PLAIN = re.compile(r"[A-Za-z0-9._-]+")
"""Serial numbers that iPXE compares as they are; others hold something that a script would have to escape, and are not compared."""


def machines_of(plan: Plan) -> Iterator[Machine]:
    """Yield the machines in the plan's order."""
    racks = {rack.name: rack.row * _RACKS + rack.position + 1 for rack in plan.racks}
    for host in configured_hosts(plan):
        bond = next((port for port in plan.interfaces_of[host.name] if port.kind == "bond"), None)
        if host.role == "control" or bond is None or not bond.mac:
            continue
        known = plan.site.assets[host.name].macs
        address = IPv4Interface((bond.address, bond.length))
        yield Machine(
            name=host.name,
            group=host.group,
            number=int(IPv4Address(bond.address)) - int(address.network.network_address),
            cabinet=racks[host.rack],
            unit=host.unit,
            mac=bond.mac,
            address=bond.address,
            length=bond.length,
            netmask=str(address.netmask),
            gateway=bond.gateway,
            bmc=host.bmc,
            bmc_mac=known.get("bmc", ""),
            architecture=architecture_of(plan, host),
        )


def installs_of(plan: Plan, places: Places) -> Iterator[Install]:
    """Yield the first starts in the plan's order; empty where no host serves their files, or no account could log in."""
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
