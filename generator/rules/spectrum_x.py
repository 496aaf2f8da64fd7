"""Spectrum-X: what both ends of a fabric must be for `profile: spectrum-x`.

Documents: CumulusNetworks/docs 5.16, Equal Cost Multipath Load Sharing (adaptive routing: the Spectrum-X platform alone, Spectrum-4, 200 and 400 Gb/s); NVIDIA
Network Operator v26.4.0, Spectrum-X NIC Configuration, and v26.7.0, NVIDIA Spectrum-X Ethernet Networking Platform (lossless RoCE on the compute network).
"""

from collections.abc import Iterator

from generator.plan.balancing import SPEEDS_GBPS
from generator.plan.draft import Draft
from generator.plan.fabrics import Fabric
from generator.rules import plan_rule
from generator.spec.checks.rule import Finding, KeyFinding

SPECTRUM_X = "spectrum-x"
_HOME = "compute"
_SYSTEM = "cumulus"


@plan_rule(
    title="A fabric that cannot run Spectrum-X",
    why="Spectrum-X needs switches and adapters that are configured for each other: with one of them alone, packets are lost, or reordered packets are treated as lost.",
    fix="Use SN5400 or SN5600 on Cumulus Linux with BlueField-3 or ConnectX-8 on RoCE, or remove `profile`.",
)
def spectrum_x_unfit(plan: Draft) -> Iterator[Finding]:
    """Technology, system, speeds, balancing and classes of a fabric with the profile follow its documents; models, releases and adapters have separate rules."""
    for name, spec in plan.spec.fabrics.given().items():
        if spec.profile != SPECTRUM_X:
            continue
        fabric = plan.fabrics[name]
        if name != _HOME or spec.technology != "roce":
            yield KeyFinding(
                message=f"Spectrum-X is RoCE between GPUs, and {name} is {'no compute fabric' if name != _HOME else spec.technology}",
                loc=("fabrics", name, "profile"),
                help="remove the profile",
            )
            continue
        yield from _systems(fabric)
        if spec.load_balancing == "hash":
            yield Finding(
                message="Spectrum-X chooses paths by load, and load_balancing is hash",
                loc=("fabrics", name, "load_balancing"),
                help="remove load_balancing, or the profile",
            )
        if not spec.roce.lossless:
            yield Finding(
                message="Spectrum-X is documented with a lossless class, and roce.lossless is off; no known document describes it without one",
                loc=("fabrics", name, "roce", "lossless"),
                help="remove lossless, or the profile",
            )


def _systems(fabric: Fabric) -> Iterator[Finding]:
    """Yield tiers on another system, and links between switches at a speed that adaptive routing is not documented for."""
    for tier, chosen in fabric.models.items():
        if chosen.os != _SYSTEM:
            yield Finding(
                message=f"Spectrum-X is documented for NVIDIA Spectrum switches on Cumulus Linux, and {tier} of {fabric.name} is {chosen.model} on {chosen.os or 'none'}",
                loc=("fabrics", fabric.name, tier),
                help=f"set fabrics.{fabric.name}.{tier} to {{model: sn5600, os: cumulus}}, or remove the profile",
            )
    if fabric.joined and fabric.uplink_gbps not in SPEEDS_GBPS:
        speeds = " and ".join(f"{speed:g}" for speed in sorted(SPEEDS_GBPS))
        yield Finding(
            message=f"links between switches of {fabric.name} run at {fabric.uplink_gbps:g} Gb/s, and adaptive routing is documented at {speeds}",
            loc=("fabrics", fabric.name, "uplink_speed_gbps"),
            help=f"set fabrics.{fabric.name}.uplink_speed_gbps to 400, or remove the profile",
        )
