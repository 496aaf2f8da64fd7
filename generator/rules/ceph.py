"""Object stores with Ceph: the drives of their hosts, racks, and connections in plain text."""

from collections import Counter
from collections.abc import Iterator

from generator.catalog.model import Host as HostModel
from generator.plan.draft import Draft
from generator.rules import plan_rule, plan_warning
from generator.spec.ceph import COPIES
from generator.spec.checks.rule import Finding, KeyFinding


@plan_rule(
    title="More drives than a host has",
    why="Every host of the group has the same drives, which the catalog counts.",
    fix="State as many `devices` as the host model has drives, or another model.",
)
def ceph_drives(plan: Draft) -> Iterator[Finding]:
    """The catalog's host has a drive for each device, where its drives are known."""
    for tier in plan.tiers:
        spec, group = plan.spec.storage[tier.name].ceph, plan.groups.get(tier.group)
        model = plan.catalog.get(HostModel, group.model) if spec and group else None
        drives = sum(each.count for each in model.local_nvme) if model and model.local_nvme else 0
        if spec and model and drives and len(spec.devices) > drives:
            yield KeyFinding(
                message=f"storage.{tier.name} has {len(spec.devices)} devices on each host, and {model.title} has {drives} drive{'s' * (drives != 1)}",
                loc=("storage", tier.name, "ceph", "devices"),
                help=f"remove {len(spec.devices) - drives} of them",
            )


@plan_rule(
    title="A Ceph cluster with too few racks",
    why="With `across: rack`, each copy, or part of the protection, is in another rack. Without so many racks, nothing is written.",
    fix="Spread the hosts over more racks, or use `across: host`.",
)
def ceph_racks(plan: Draft) -> Iterator[Finding]:
    """The installed hosts are in as many racks as there are parts."""
    for tier in plan.tiers:
        spec, protection = plan.spec.storage[tier.name].ceph, plan.spec.storage[tier.name].protection
        if spec is None or spec.across != "rack":
            continue
        racks = {host.rack for host in plan.hosts if host.group == tier.group}
        parts = protection.data + protection.parity if protection else COPIES
        if len(racks) < parts:
            yield KeyFinding(
                message=f"storage.{tier.name} has {parts} {'parts' if protection else 'copies'}, each in another rack, and the hosts of {tier.group} are in {len(racks)} rack{'s' * (len(racks) != 1)}",
                loc=("storage", tier.name, "ceph"),
                help="remove across: rack, or place the hosts in more racks",
            )


@plan_warning(
    title="Monitors in one rack",
    why="More than half of the monitors must run. With `across: rack` the data survives the loss of a rack, but nobody reads it if half of the monitors or more were there. Monitors are on the first hosts of the group.",
    fix="Place these hosts in different racks, or use `across: host`.",
)
def ceph_monitors_together(plan: Draft) -> Iterator[Finding]:
    """No rack has half of the monitors or more, where a rack may fail as a whole."""
    for tier in plan.tiers:
        spec = plan.spec.storage[tier.name].ceph
        if spec is None or spec.across != "rack":
            continue
        monitors = [host for host in plan.hosts if host.group == tier.group and host.ordinal < spec.monitors]
        racks = Counter(host.rack for host in monitors).most_common(1)
        lost = [host.name for host in monitors if host.rack == racks[0][0]]
        if 2 * len(lost) >= spec.monitors:
            yield KeyFinding(
                message=f"{len(lost)} of {spec.monitors} monitors of storage.{tier.name} are in rack {racks[0][0]}, and the store stops with it: {', '.join(lost)}",
                loc=("storage", tier.name, "ceph"),
                help=f"place the first {spec.monitors} hosts of {tier.group} in different racks, or remove across: rack"
                if spec.monitors > 1
                else "set monitors: 3",
            )


@plan_warning(
    title="Buckets over plain text",
    why="Requests are signed, but what is stored and read can be seen on the network.",
    fix="State `services.tls`, so that gateways have certificates.",
)
def ceph_plain(plan: Draft) -> Iterator[Finding]:
    """Gateways answer over TLS."""
    for tier in plan.tiers:
        if plan.spec.storage[tier.name].ceph and plan.spec.services.tls is None:
            yield KeyFinding(
                message=f"the gateways of storage.{tier.name} answer without TLS, as the spec has no services.tls",
                loc=("storage", tier.name, "ceph"),
                help="add tls: {} to services",
            )


@plan_rule(
    title="An object store without its first hosts",
    why="Monitors and gateways are on the first hosts of the group, by their places. Without one of them its monitors would be fewer than the spec has; without the first one, nobody has the administrator's key.",
    fix="Exchange the host under its name: remove it from `states.retired`, reinstall it, and run the playbook.",
)
def ceph_retired(plan: Draft) -> Iterator[Finding]:
    """No host with a monitor or gateway is retired, and those that stay are enough for all parts."""
    for tier in plan.tiers:
        spec, protection = plan.spec.storage[tier.name].ceph, plan.spec.storage[tier.name].protection
        gone = [each for each in plan.retired if each.group == tier.group]
        if spec is None or not gone:
            continue
        for each in (each for each in gone if each.ordinal < max(spec.monitors, spec.gateways)):
            has = "a monitor" if each.ordinal < spec.monitors else "a gateway"
            yield KeyFinding(
                message=f"{each.name} has {has} of storage.{tier.name}, and is retired",
                loc=("storage", tier.name, "ceph"),
                help=f"remove {each.name} from states.retired, and exchange the host in its place",
            )
        parts = protection.data + protection.parity if protection else COPIES
        left = sum(host.group == tier.group for host in plan.hosts)
        if left < parts:
            yield KeyFinding(
                message=f"storage.{tier.name} has {parts} {'parts' if protection else 'copies'}, each on another host, and {tier.group} has {left} host{'s' * (left != 1)} that are not retired",
                loc=("storage", tier.name, "ceph"),
                help=f"install {parts - left} more of {tier.group}, or remove hosts from states.retired",
            )


@plan_rule(
    title="An object store that hosts cannot serve",
    why="Daemons of Ceph need an operating system that is configured here, and an IP address on the fabric of the tier. Files of the store would be left out silently.",
    fix="Use hosts that are no appliances, and state `ipoib` for an InfiniBand fabric.",
)
def ceph_unserved(plan: Draft) -> Iterator[Finding]:
    """Hosts of the store are configured here, and have an address on its fabric."""
    for tier in plan.tiers:
        if plan.spec.storage[tier.name].ceph is None or tier.group not in plan.groups:
            continue
        loc, model = ("storage", tier.name, "ceph"), plan.catalog.get(HostModel, plan.groups[tier.group].model)
        if model.appliance:
            yield KeyFinding(message=f"storage.{tier.name} would be served by {model.title}, which is an appliance", loc=loc, help="remove ceph")  # fmt: skip
            continue
        hosts = (host.name for host in plan.hosts if host.group == tier.group)
        without = [name for name in hosts if not any(each.fabric == tier.fabric and each.address for each in plan.interfaces_of.get(name, ()))]  # fmt: skip
        if without:
            yield KeyFinding(
                message=f"{without[0]} serves storage.{tier.name}, and has no IP address on the {tier.fabric} fabric",
                loc=loc,
                help=f"state ipoib for fabrics.{tier.fabric}",
            )
