"""Backups: copies that are lost together with their original are none."""

from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding, spec_rule, spec_warning
from generator.spec.cluster import ClusterSpec


@spec_rule(
    title="Backups without control hosts",
    why="Control hosts have the state that is backed up.",
    fix="Add a host group with `role: control`, or remove `backups`.",
    absent=("hosts",),
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
