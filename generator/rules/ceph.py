"""Object stores with Ceph: the drives of their hosts, racks, and connections in plain text."""

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
