"""Volumes for pods of a tier that hosts of the cluster serve."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.kubernetes.storage import parameters_served
from generator.rules import plan_rule
from generator.spec.checks.rule import Finding, KeyFinding


@plan_rule(
    title="Volumes of another file system than their tier",
    why="Pods would write to the file system that the driver mounts, and hosts to the one that hosts of the cluster serve.",
    fix="Remove the parameter: it follows from the hosts that serve the tier.",
)
def volumes_elsewhere(plan: Draft) -> Iterator[Finding]:
    """Parameters that follow from the hosts of a tier are those."""
    for name, tier in plan.spec.storage.items():
        stated = tier.volumes.parameters if tier.volumes else {}
        for key, value in parameters_served(plan, name).items():
            if stated.get(key, value) != value:
                yield KeyFinding(
                    message=f"volumes of storage.{name} have {key} {stated[key]}, and {tier.hosts} serves the tier with {value}",
                    loc=("storage", name, "volumes", "parameters", key),
                    help=f"remove {key}, or beegfs or scale where other hosts serve the tier",
                )
