"""Platform data that a lossless fabric needs."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from generator.catalog.model import SonicPlatform
from generator.plan.draft import Draft
from generator.plan.once import once
from generator.plan.qos.headroom import headroom, lower_bound
from generator.plan.qos.records import Roce
from generator.plan.qos.watchdog import lossless_ports, port_speeds
from generator.plan.records import SwitchPort
from generator.plan.sonic import platform_of, port_headroom
from generator.rules import plan_warning
from generator.spec.checks.rule import Finding


@plan_warning(
    title="No published marking thresholds",
    why="Without ECN only PFC keeps the fabric lossless; thresholds of another platform may be wrong by a large factor.",
    fix="State `roce.ecn` for the fabric.",
)
def ecn_unknown(plan: Draft) -> Iterator[Finding]:
    """Every port of a marked class has thresholds."""
    for name, roce in plan.roce.items():
        asked = plan.spec.fabrics.given()[name].roce.marking
        for what in _unmarked(plan, name, roce) if asked else ():
            yield Finding(
                message=f"no published ECN thresholds are known for {what}",
                loc=("fabrics", name, "leaf", "model"),
                help=f"state fabrics.{name}.roce.ecn with your vendor's values",
            )


def _unmarked(plan: Draft, name: str, roce: Roce) -> Iterator[str]:
    """Yield the switch models that have no thresholds: at all, or for the speeds of some of their ports."""
    leaf = plan.cluster.shapes[name].demand.leaf
    if not roce.marking:
        kept = "with PFC and without marking" if roce.lossless else "without marking"
        yield from (f"{leaf.model.model}: {name} is rendered {kept}",) if leaf.os else ()
        return
    models = {switch.name: switch.model for switch in plan.switches if switch.os}
    there = port_speeds(plan)
    pairs = sorted({(models[at], speed) for fabric, at, speed in there if fabric == roce.fabric and at in models})
    for model, found in groupby((pair for pair in pairs if roce.marking_of(*pair) is None), key=itemgetter(0)):
        speeds = " and ".join(f"{speed:g}" for _, speed in found)
        yield f"{model} at {speeds} Gb/s: those ports of {name} are rendered without marking"


@plan_warning(
    title="A cable without known headroom",
    why="PFC needs buffer space for packets that are in flight when the pause is sent; SONiC takes its size from the platform's table, and this platform has none.",
    fix="Choose a switch whose headroom is published, or add the table to a catalog file of yours.",
)
def headroom_unknown(plan: Draft) -> Iterator[Finding]:
    """Every lossless port of a platform with the traditional model has headroom, from its table or computed from it."""
    for port, platform in _longest(plan):
        if platform.buffer_model == "traditional" and port_headroom(platform, port) is None:
            yield Finding(
                message=f"{platform.hwsku} has no lossless headroom for {port.speed_gbps:g} Gb/s over {port.length_m:g} m ({port.fabric})",
                loc=("fabrics", port.fabric, "leaf", "model"),
                help="add its headroom table and buffer pools to a catalog file of yours",
            )


@plan_warning(
    title="Headroom below what IEEE 802.3 allows",
    why="A pause takes effect only after the cable's delay, the peer's response time and a whole packet on each side; packets that arrive until then need buffer space.",
    fix="Use shorter cables, or watch the ingress drop counters of the lossless group under load and ask the vendor.",
)
def headroom_below_bound(plan: Draft) -> Iterator[Finding]:
    """The platform's own table is at or above the bound. What is computed here is above it by its form."""
    for port, platform in _longest(plan):
        tabled = headroom(platform, port.speed_gbps, port.length_m, port.mtu_bytes)
        bound = lower_bound(port.speed_gbps, port.length_m, port.mtu_bytes)
        if tabled and bound and tabled.xoff < bound:
            yield Finding(
                message=f"{platform.hwsku} keeps {tabled.xoff} bytes of headroom for {port.speed_gbps:g} Gb/s over {port.length_m:g} m "
                f"({port.fabric}), and IEEE 802.3 requires at least {bound}",
                loc=("fabrics", port.fabric, "leaf", "model"),
                help="the table is the vendor's own: watch the ingress drops of the lossless group, or choose another switch",
            )


@once
def _longest(plan: Draft) -> tuple[tuple[SwitchPort, SonicPlatform], ...]:
    """Return the lossless SONiC port with the longest cable of every fabric, platform and speed."""
    found: dict[tuple[str, str, float], tuple[SwitchPort, SonicPlatform]] = {}
    for switch in plan.switches:
        platform = platform_of(plan, switch) if switch.os == "sonic" else None
        for port in lossless_ports(plan, switch) if platform else ():
            assert platform is not None
            key = (port.fabric, switch.model, port.speed_gbps)
            if key not in found or port.length_m > found[key][0].length_m:
                found[key] = (port, platform)
    return tuple(found.values())
