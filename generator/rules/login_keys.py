"""Keys of the people who log in first, on systems of switches that take few."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.provisioning.places import KEYS_TAKEN
from generator.rules import plan_warning
from generator.spec.checks.rule import Finding, KeyFinding


@plan_warning(
    title="More login keys than a switch takes",
    why="The configuration of some systems has few keys for one user. Whoever has a later key logs in there by password only.",
    fix="List the keys of those who look after these switches first.",
)
def login_keys_beyond(plan: Draft) -> Iterator[Finding]:
    """Every system of a switch takes all keys."""
    keys = plan.spec.services.root_keys
    for system, most in KEYS_TAKEN.items():
        if len(keys) > most and any(switch.os == system for switch in plan.switches):
            yield KeyFinding(
                message=f"services.root_keys has {len(keys)} keys, and switches with {system} take the first {most}",
                loc=("services", "root_keys"),
                help="list the keys of those who look after these switches first; others log in there by password",
            )
