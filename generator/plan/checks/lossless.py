"""What a lossless fabric needs to know of its platform."""

from collections.abc import Iterator

from generator.catalog.model import Switch as SwitchModel
from generator.plan.checks.rule import plan_rule
from generator.plan.plan import Plan
from generator.source.diagnostic import Severity
from generator.spec.checks.rule import Finding


@plan_rule(
    "ecn-unknown", title="No published marking thresholds", severity=Severity.WARNING,
    why="Without ECN only PFC holds the fabric lossless; thresholds of another platform may be wrong by a factor.",
    fix="State roce.ecn for the fabric.",
)  # fmt: skip
def ecn_unknown(plan: Plan) -> Iterator[Finding]:
    """Every RoCE fabric has thresholds."""
    for name, roce in plan.roce.items():
        if roce.kmin_bytes is None:
            model = plan.cluster.shapes[name].demand.leaf.model.model
            yield Finding(message=f"no published ECN thresholds are known for {model}: {name} is rendered with PFC and without marking",
                          loc=("fabrics", name, "leaf", "model"), help=f"state fabrics.{name}.roce.ecn with your vendor's values")  # fmt: skip


@plan_rule(
    "headroom-unknown", title="A cable without a headroom row", severity=Severity.WARNING,
    why="PFC needs a buffer for what is under way when the pause is sent; SONiC takes it from the platform's table by speed and length.",
    fix="Use shorter cables, or add the row to the platform's pg_profile_lookup.ini and to a catalog file of yours.",
)  # fmt: skip
def headroom_unknown(plan: Plan) -> Iterator[Finding]:
    """Every lossless SONiC port finds its speed and length in the platform's table."""
    models = {switch.name: plan.catalog.get(SwitchModel, switch.model) for switch in plan.switches}
    said = set()
    for port in plan.ports:
        platform = models[port.switch].os.sonic if port.fabric in plan.roce else None
        if platform is None or (port.fabric, port.speed_gbps, port.length_m) in said:
            continue
        said.add((port.fabric, port.speed_gbps, port.length_m))
        if not any(row.speed_gbps == port.speed_gbps and row.length_m >= port.length_m for row in platform.headroom):
            yield Finding(message=f"{platform.hwsku} has no lossless headroom for {port.speed_gbps:g} Gb/s over {port.length_m:g} m ({port.fabric})",
                          loc=("fabrics", port.fabric, "leaf", "model"), help="use shorter cables, or give the platform a row for that length")  # fmt: skip
