"""Burst hosts: a provider with known commands, and their requirements."""

from collections.abc import Iterator

from generator.catalog.provider import read_provider
from generator.plan.draft import Draft
from generator.plan.slurm.cloud import providers
from generator.rules import plan_rule
from generator.spec.burst import CloudSpec
from generator.spec.checks.rule import Finding, KeyFinding

_PLACE = ("scheduler", "slurm", "burst", "cloud")


def _cloud(plan: Draft) -> CloudSpec | None:
    slurm = plan.spec.scheduler.slurm
    return slurm.burst.cloud if slurm is not None and slurm.burst is not None else None


@plan_rule(
    title="Burst hosts of an unknown provider",
    why="Hosts are ordered with the provider's own program, and its commands are in the catalog.",
    fix="Use one of the catalog's providers, or leave `cloud` out and complete `burst.sh`.",
)
def burst_provider_unknown(plan: Draft) -> Iterator[Finding]:
    """The provider has a file in the catalog."""
    cloud = _cloud(plan)
    if cloud is not None and cloud.provider not in providers():
        yield Finding(
            message=f"no commands of the provider {cloud.provider} are known",
            loc=(*_PLACE, "provider"),
            help=f"use one of {', '.join(providers())}, or leave `cloud` out and complete burst.sh",
        )


@plan_rule(
    title="Keys of burst hosts that the provider needs or does not have",
    why="The provider's program would refuse each order, or ignore the key.",
    fix="Add the key, or remove it.",
)
def burst_provider_keys(plan: Draft) -> Iterator[Finding]:
    """Optional keys are stated where the provider needs them, and only where it uses them."""
    cloud = _cloud(plan)
    if cloud is None or cloud.provider not in providers():
        return
    provider = read_provider(cloud.provider)
    for key in provider.needs:
        if getattr(cloud, key) is None:
            yield KeyFinding(
                message=f"{provider.title} needs `{key}`, and it is not stated", loc=_PLACE, help=f"add `{key}`"
            )
    for key in provider.ignores:
        if getattr(cloud, key) is not None:
            yield KeyFinding(
                message=f"{provider.title} does not use `{key}`", loc=(*_PLACE, key), help=f"remove `{key}`"
            )
