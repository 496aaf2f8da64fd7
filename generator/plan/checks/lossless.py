"""What a lossless fabric needs to know of its platform."""

from collections.abc import Iterator

from generator.catalog.model import Switch as SwitchModel
from generator.plan.checks.rule import plan_rule
from generator.plan.plan import Plan
from generator.source.diagnostic import Severity
from generator.spec.checks.rule import Finding


@plan_rule(
    "ecn-unknown",
    title="No published marking thresholds",
    severity=Severity.WARNING,
    why="Without ECN only PFC holds the fabric lossless; thresholds of another platform may be wrong by a factor.",
    fix="State roce.ecn for the fabric.",
)
def ecn_unknown(plan: Plan) -> Iterator[Finding]:
    """Every RoCE fabric has thresholds."""
    for name, roce in plan.roce.items():
        if roce.kmin_bytes is None:
            model = plan.cluster.shapes[name].demand.leaf.model.model
            yield Finding(
                message=f"no published ECN thresholds are known for {model}: {name} is rendered with PFC and without marking",
                loc=("fabrics", name, "leaf", "model"),
                help=f"state fabrics.{name}.roce.ecn with your vendor's values",
            )


@plan_rule(
    "headroom-unknown",
    title="A cable without a headroom row",
    severity=Severity.WARNING,
    why="PFC needs a buffer for what is under way when the pause is sent; SONiC takes it from the platform's table by speed and length.",
    fix="Use shorter cables, or add the row to the platform's pg_profile_lookup.ini and to a catalog file of yours.",
)
def headroom_unknown(plan: Plan) -> Iterator[Finding]:
    """Every lossless port of a platform with the traditional model finds its speed and length in the table."""
    models = {switch.name: plan.catalog.get(SwitchModel, switch.model) for switch in plan.switches}
    longest: dict[tuple[str, str, float], float] = {}
    for port in plan.ports:
        if port.fabric in plan.roce:
            key = (port.fabric, models[port.switch].model, port.speed_gbps)
            longest[key] = max(longest.get(key, 0.0), port.length_m)
    for (fabric, model, speed), length in longest.items():
        platform = plan.catalog.get(SwitchModel, model).os.sonic
        if (
            platform
            and platform.buffer_model == "traditional"
            and not any(row.speed_gbps == speed and row.length_m >= length for row in platform.headroom)
        ):
            yield Finding(
                message=f"{platform.hwsku} has no lossless headroom for {speed:g} Gb/s over {length:g} m ({fabric})",
                loc=("fabrics", fabric, "leaf", "model"),
                help="add a row for that speed and length to the platform, and to a catalog file of yours",
            )
