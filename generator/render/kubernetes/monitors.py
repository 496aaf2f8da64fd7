"""How node-problem-detector runs the health program: its monitor, as it reads it."""

from generator.plan.kubernetes.health import LONGEST, SECONDS, TIMEOUT_SECONDS, Condition, NodeHealth
from generator.render.kubernetes.file import Thing

FOLDER = "/clustergen"
"""Where the detector's pod has its configuration."""
PROGRAM = "health.sh"


def health_monitor(each: NodeHealth) -> Thing:
    """Return one rule for each condition: the detector sets a condition by its last rule, so two rules would overwrite each other."""
    return {
        "plugin": "custom",
        "pluginConfig": {
            "invoke_interval": f"{SECONDS}s",
            "timeout": f"{TIMEOUT_SECONDS}s",
            "max_output_length": LONGEST,
            "concurrency": len(each.conditions),
            "enable_message_change_based_condition_update": True,
        },
        "source": "clustergen-health",
        "metricsReporting": True,
        "conditions": [_condition(condition) for condition in each.conditions],
        "rules": [
            {
                "type": "permanent",
                "condition": condition.type,
                "reason": condition.fault,
                "path": f"{FOLDER}/{PROGRAM}",
                "args": ["--for", "detector", "--condition", condition.type],
                "timeout": f"{TIMEOUT_SECONDS}s",
            }
            for condition in each.conditions
        ],
    }


def _condition(condition: Condition) -> Thing:
    return {"type": condition.type, "reason": condition.reason, "message": condition.message}
