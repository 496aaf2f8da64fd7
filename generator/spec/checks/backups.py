"""Backups: copies that are lost together with their original are none."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from generator.source.diagnostic import Note
from generator.spec.backups import kind_of
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule, spec_warning
from generator.spec.cluster import ClusterSpec
from generator.spec.storage import TierSpec

_REPOSITORY = ("backups", "repository")


def tiers_of(spec: ClusterSpec, path: str) -> Iterator[tuple[str, TierSpec]]:
    """Yield the shared tiers that a path of control hosts is on."""
    for name, tier in spec.storage.items():
        shared = tier.kind in {"nfs", "parallel"} and tier.mount and "control" in tier.clients
        if shared and tier.mount and PurePosixPath(path).is_relative_to(tier.mount):
            yield name, tier


@spec_rule(
    title="Backups of control hosts on their own drives",
    why="A control host that is lost loses its drives, and with them their backups.",
    fix="Use a folder of a tier of kind nfs or parallel whose clients include control and that other hosts serve, or a server of the site (sftp, rest, s3).",
)
def backups_on_own_drive(spec: ClusterSpec) -> Iterator[Finding]:
    """A repository that is a path is on a tier of other hosts."""
    if spec.backups is None or kind_of(spec.backups.repository) != "path":
        return
    path = spec.backups.repository
    tiers = list(tiers_of(spec, path))
    own = [
        (name, tier) for name, tier in tiers if tier.hosts in spec.hosts and spec.hosts[tier.hosts].role == "control"
    ]
    shared = [tier.mount for tier in spec.storage.values() if tier.mount and "control" in tier.clients]
    if not tiers:
        yield Finding(
            message=f"{path} is on the drives of the control hosts themselves: no tier that they mount has it",
            loc=_REPOSITORY,
            help=f"use a folder of {' or '.join(shared)}"
            if shared
            else "add control to the `clients` of an nfs or parallel tier, or use a server of the site",
        )
    for name, tier in own:
        yield Finding(
            message=f"{path} is on storage.{name}, which the control hosts serve from their own drives",
            loc=_REPOSITORY,
            help="use a tier that other hosts serve, or a server of the site",
            notes=(Note("the servers of the tier are stated here", ("storage", name, "hosts")),) if tier.hosts else (),
        )


@spec_rule(
    title="Backups without control hosts",
    why="Control hosts have the state that is backed up.",
    fix="Add a host group with `role: control`, or remove `backups`.",
)
def backups_of_nothing(spec: ClusterSpec) -> Iterator[Finding]:
    """Where backups are stated, there is a group of control hosts."""
    if spec.backups is not None and not any(group.role == "control" for group in spec.hosts.values()):
        yield KeyFinding(
            message="no host group has the role control, so there is no state to back up",
            loc=("backups",),
            help="add a host group with `role: control`, or remove `backups`",
        )


@spec_warning(
    title="Backups that nothing monitors",
    why="A backup that fails is noticed when it is needed.",
    fix="Set `monitoring.enabled` to true, or monitor `clustergen-backup.service` with a system of the site.",
)
def backups_unwatched(spec: ClusterSpec) -> Iterator[Finding]:
    """Backups are monitored."""
    if spec.backups is not None and not spec.monitoring.enabled:
        yield KeyFinding(
            message="monitoring is off, so no alert reports a backup that fails",
            loc=("backups",),
            help="set monitoring.enabled to true",
            notes=(Note("monitoring is switched off here", ("monitoring", "enabled")),),
        )
