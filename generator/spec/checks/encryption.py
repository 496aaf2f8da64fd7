"""Encryption of local drives: which tiers can have it."""

from collections.abc import Iterator

from generator.spec.checks.rule import Finding, KeyFinding, spec_rule
from generator.spec.cluster import ClusterSpec


@spec_rule(
    title="Encryption of drives that are not local",
    why="`encryption` formats the drives of each host as LUKS2. Data of other tiers is on drives of their servers, where the product encrypts it.",
    fix="Remove `encryption`, and have the product encrypt the tier, or its drives themselves (self-encrypting drives).",
)
def encryption_misplaced(spec: ClusterSpec) -> Iterator[Finding]:
    """Only local drives are encrypted by hosts that mount them."""
    for name, tier in spec.storage.items():
        if tier.encryption and tier.kind != "local-nvme":
            yield KeyFinding(
                message=f"storage.{name} is {tier.kind} and states encryption, which is for local drives",
                loc=("storage", name, "encryption"),
                help="remove encryption, or choose kind: local-nvme",
            )
