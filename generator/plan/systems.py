"""Which release of its operating system a switch runs: the stated one, or the newest whose features are known."""

from generator.catalog.model import SwitchSystem
from generator.model.cluster import Cluster
from generator.model.device import TIERS, Switch, SwitchTier
from generator.spec.fabrics import SwitchChoiceSpec


def choice_of(cluster: Cluster, fabric: str, tier: SwitchTier) -> tuple[str, SwitchChoiceSpec]:
    """Return the spec of a tier's switch, and the tier where it is stated: a tier that is left out is like the one below."""
    spec = cluster.spec.fabrics.given()[fabric]
    said = ("leaf", spec.leaf)
    for each in TIERS[1 : TIERS.index(tier) + 1]:
        choice: SwitchChoiceSpec | None = getattr(spec, each)
        said = (each, choice) if choice else said
    return said


def version_of(cluster: Cluster, switch: Switch) -> str:
    """Return the release that a switch runs; empty on InfiniBand and with `os: none`."""
    if switch.os is None:
        return ""
    _, choice = choice_of(cluster, switch.fabric, switch.tier)
    return choice.version or cluster.catalog.get(SwitchSystem, switch.os).versions[-1]
