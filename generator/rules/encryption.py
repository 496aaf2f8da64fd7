"""Encrypted local drives: hosts whose system or model has what opens them."""

from collections.abc import Iterator

from generator.catalog.facts import read_values
from generator.catalog.model import Host as HostModel
from generator.plan.clients import is_client
from generator.plan.draft import Draft
from generator.plan.hosts.configured import configured_hosts, system_of
from generator.plan.records import Host, Tier
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding

_WITHOUT_TPM = {"ubuntu-22.04": "whose systemd 249 was built without TPM 2.0"}
"""Ubuntu builds systemd with it since 22.10 (Launchpad bug 1969375). Debian 12 has 252, 13 257, Ubuntu 24.04 255, RHEL and Rocky 9 252, 10 257; all list it as built in."""


def _clients(plan: Draft, tier: Tier) -> Iterator[Host]:
    """Yield hosts that are configured here, and whose drives the tier is."""
    for host in configured_hosts(plan):
        model = plan.catalog.get(HostModel, host.model)
        if is_client(tier, host) and model and model.local_nvme:
            yield host


@plan_rule(
    title="Drives that a TPM opens, on a system that cannot use it",
    why="`systemd-cryptenroll` and the units of `crypttab` use the TPM of a host only if its systemd was built for it; the drives would stay closed after every boot.",
    fix="Give the hosts a newer system, or choose `key: reference`.",
)
def encryption_system(plan: Draft) -> Iterator[Finding]:
    """Clients of a tier that the TPM opens have a system with support for it."""
    for tier in plan.tiers:
        spec = plan.spec.storage[tier.name].encryption
        if spec is None or spec.key != "tpm":
            continue
        groups = {host.group: system_of(plan, host) for host in _clients(plan, tier)}
        for group, system in groups.items():
            if system in _WITHOUT_TPM:
                yield Finding(
                    message=f"drives of storage.{tier.name} are opened by the TPM, and hosts.{group} has {system}, {_WITHOUT_TPM[system]}",
                    loc=("storage", tier.name, "encryption", "key"),
                    help=f"set hosts.{group}.os to ubuntu-24.04, or key to reference",
                )


@plan_warning(
    title="Drives that a TPM opens, on a model without a known TPM",
    why="The catalog has no document that states a TPM for this model; it may have one, or take one. Where it has none, creating the storage stops before drives are formatted.",
    fix="Check that hosts of the model have `/dev/tpmrm0`, or choose `key: reference`.",
)
def encryption_tpm_unknown(plan: Draft) -> Iterator[Finding]:
    """The models of clients of a tier that the TPM opens have one."""
    for tier in plan.tiers:
        spec = plan.spec.storage[tier.name].encryption
        if spec is None or spec.key != "tpm":
            continue
        for name in dict.fromkeys(host.model for host in _clients(plan, tier)):
            if name not in read_values("tpm", "hosts"):
                yield KeyFinding(
                    message=f"drives of storage.{tier.name} are opened by the TPM, and no document states that {name} has one",
                    loc=("storage", tier.name, "encryption"),
                    help="run ls /dev/tpmrm0 on one of its hosts, or set key to reference",
                )
