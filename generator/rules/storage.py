"""Volumes for pods of Kubernetes by a product's driver, and clients that reach their tier."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from generator.catalog.chart import driver_of, volume_drivers
from generator.model.groups import HostGroup
from generator.plan.clients import client_roles, uses_in
from generator.plan.draft import Draft
from generator.plan.hosts.mounts import filesystem_of
from generator.plan.kubernetes.storage import apart_workers, keys_served, volume_classes
from generator.plan.kubernetes.workers import worker_groups
from generator.plan.records import Tier
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding


@plan_rule(
    title="Volumes without a driver",
    why="A class of volumes names its driver, which follows from the product of a parallel tier; NFS and local drives always have a class.",
    fix="Name a product with a known driver, or remove `volumes`.",
)
def volumes_without_driver(plan: Draft) -> Iterator[Finding]:
    """Every tier with `volumes` is parallel and of a known product, and the spec has Kubernetes."""
    known = ", ".join(each.products[0] for each in volume_drivers())
    for name, tier in plan.spec.storage.items():
        if tier.volumes is None:
            continue
        if plan.spec.scheduler.kubernetes is None:
            said = f"storage.{name} has volumes for pods, and scheduler.kubernetes is not there"
        elif tier.kind != "parallel":
            said = f"storage.{name} is {tier.kind}: drivers of products are for parallel file systems"
        elif driver_of(tier.product) is None:
            said = f"storage.{name} has volumes for pods, and no driver is known for the product {tier.product or 'that is not stated'}"
        else:
            continue
        yield KeyFinding(
            message=said,
            loc=("storage", name, "volumes"),
            help=f"remove volumes, or name a product of these: {known}",
        )


@plan_rule(
    title="A class of volumes that its driver refuses",
    why="Every driver needs names from the product's own administration; without them, a volume claim waits forever.",
    fix="State these names as the driver's documents describe.",
)
def volumes_incomplete(plan: Draft) -> Iterator[Finding]:
    """A class has what its driver requires: parameters, a secret with its namespace, or a source."""
    for name, tier in plan.spec.storage.items():
        driver = driver_of(tier.product)
        if tier.volumes is None or driver is None or tier.kind != "parallel":
            continue
        known = {*tier.volumes.parameters, *keys_served(tier)}
        wanting = [f"parameters.{each}" for each in driver.parameters if each not in known]
        wanting += ["secret"] if driver.secret and not tier.volumes.secret else []
        wanting += (
            ["secret_namespace"] if (driver.secret or tier.volumes.secret) and not tier.volumes.secret_namespace else []
        )
        wanting += ["source (of the tier)"] if not (driver.makes or tier.source or tier.lustre) else []
        if wanting:
            yield KeyFinding(
                message=f"{driver.driver} needs keys that storage.{name} does not have: {', '.join(wanting)}",
                loc=("storage", name, "volumes"),
                help=f"add {', '.join(wanting)}",
            )


@plan_warning(
    title="Cores of WEKA's client that are not stated",
    why="WEKA's client uses cores of its host exclusively. If they are counted as free, schedulers allocate them to jobs, which then share them with the client.",
    fix="State client_cores of the tier: the queues then count only the remaining cores.",
)
def weka_cores(plan: Draft) -> Iterator[Finding]:
    """Where workers of Kubernetes mount WEKA, the spec states the cores of its client."""
    if not worker_groups(plan):
        return
    for tier in plan.tiers:
        spec = plan.spec.storage[tier.name]
        using = any(uses_in(tier, role=group.role, group=group.name) for group in worker_groups(plan))
        if using and filesystem_of(spec) == "wekafs" and spec.client_cores is None:
            yield KeyFinding(
                message=f"workers of Kubernetes mount storage.{tier.name}, whose client has cores for itself, and the queues count all cores",
                loc=("storage", tier.name),
                help="add client_cores: the number that the deployment of WEKA gives to its client on each host",
            )


@plan_warning(
    title="A storage tier with clients or servers that have no port on its fabric",
    why="No route leads from one fabric into another, so these hosts do not use the tier: they have no mount of it, no health check expects one, and nothing of theirs is kept there.",
    fix="List only roles that can reach it in `clients`, use a host model with ports on its fabric, or put the tier on a fabric to which all clients are connected.",
)
def tier_out_of_reach(plan: Draft) -> Iterator[Finding]:
    """Every group of a client role has a port on a fabric that leads to the tier, and its servers one on its own."""
    for tier in plan.tiers:
        for group in (each for each in plan.cluster.groups if each.name in tier.apart):
            yield KeyFinding(
                message=f"{group.name} ({group.role}) is a client of storage.{tier.name} and has no port on the {tier.fabric} fabric, so it does not {'mount' if tier.mount else 'use'} it{_homes(plan, tier)}{_pods(plan, tier, group)}",
                loc=("storage", tier.name),
                help=f"{_without(plan, tier, group)}{_or_by_another(plan, group, tier)}",
            )
        for group in (each for each in plan.cluster.groups if each.name == tier.group):
            if group.name not in _seated(plan, tier.fabric) and not plan.spec.storage[tier.name].source:
                yield KeyFinding(
                    message=f"{group.name} ({group.role}) serves storage.{tier.name} and has no port on the {tier.fabric} fabric, so no host reaches it there",
                    loc=("storage", tier.name),
                    help=_of_hardware(plan, tier, group),
                )


@plan_warning(
    title="A storage tier without clients",
    why="Hosts of the group that serves a tier do not mount it. Without hosts of another group whose role is a client, nobody does.",
    fix="List a role in `clients` that another group of hosts has, or remove the tier.",
)
def tier_without_clients(plan: Draft) -> Iterator[Finding]:
    """Hosts of a group mount each tier that has a mount point and clients."""
    for tier in plan.tiers:
        groups = [group.name for group in plan.cluster.groups if group.role in tier.clients]
        if tier.group and tier.mount and tier.clients and set(groups) <= {tier.group}:
            roles = " or ".join(tier.clients)
            why = f"{tier.group} serves it, and no other group" if groups else "no group"
            yield KeyFinding(
                message=f"nobody mounts storage.{tier.name}: {why} of hosts has the role {roles}",
                loc=("storage", tier.name),
                help="list a role in clients that another group of hosts has, or remove the tier",
            )


def _homes(plan: Draft, tier: Tier) -> str:
    """Return where home directories are instead, where the tier has them."""
    homes = tier.mount and PurePosixPath(plan.spec.users.home).is_relative_to(tier.mount)
    return ", and home directories there are on its own drives" if homes else ""


def _pods(plan: Draft, tier: Tier, group: HostGroup) -> str:
    """Return what becomes of pods on a group's hosts that have volumes of the tier: only whole volumes keep them away."""
    waits = group.name in apart_workers(plan, tier.name) and any(
        each.name == tier.name for each in volume_classes(plan)
    )
    return f"; pods there wait for volumes of the class {tier.name} and have to select other hosts" if waits else ""


def _without(plan: Draft, tier: Tier, group: HostGroup) -> str:
    """Return the advice for a group that stays as it is, or for its hardware where others of its role use the tier."""
    if group.role in client_roles(plan.cluster.groups, tier):
        return f"use a model with ports on {tier.fabric} in hosts.{group.name}"
    return f"leave {group.role} out of its clients"


def _of_hardware(plan: Draft, tier: Tier, group: HostGroup) -> str:
    """Return the advice for servers: their ports need a fabric, or they need ports."""
    if group.ports_on(tier.fabric):
        return f"add fabrics.{tier.fabric}"
    return f"use a model with ports on {tier.fabric} in hosts.{group.name}{_or_by_another(plan, group, tier)}"


def _seated(plan: Draft, fabric: str) -> set[str]:
    """Return the groups that have ports on a fabric."""
    shape = plan.cluster.shapes.get(fabric)
    return {member.name for member in shape.demand.members} if shape else set()


def _or_by_another(plan: Draft, group: HostGroup, tier: Tier) -> str:
    """Return the further advice for a group that cannot reach a tier: the fabric that it shares with all others of the tier, or the frontend, if it can be there."""
    others = {each.name for each in plan.cluster.groups if each.name == tier.group or each.role in tier.clients}
    for fabric in ("frontend", "storage"):
        if others <= _seated(plan, fabric):
            return f", or set fabric: {fabric}"
    missing = "frontend" not in plan.cluster.shapes and any(port.fabric == "frontend" for port in group.model.ports)
    return ", or add fabrics.frontend" if missing else ""
