"""What node-problem-detector looks at: its monitors, as it reads them."""

from generator.plan.kubernetes.health import (
    GPUS,
    LONGEST,
    PORTS,
    RAILS,
    RESETS,
    SECONDS,
    TIMEOUT_SECONDS,
    Condition,
    NodeHealth,
)
from generator.render.kubernetes.file import Thing

FOLDER = "/clustergen"
"""Where the detector's pod has its configuration."""


def gpu_monitor() -> Thing:
    """Return what is read in the kernel's log: it is asked from the detector's start, and five minutes before."""
    numbers = "|".join(map(str, RESETS))
    return {
        "plugin": "kmsg",
        "logPath": "/dev/kmsg",
        "lookback": "5m",
        "bufferSize": 10,
        "source": "clustergen-gpus",
        "metricsReporting": True,
        "conditions": [_condition(GPUS)],
        "rules": [
            {
                "type": "permanent",
                "condition": GPUS.type,
                "reason": "GpuXid",
                "pattern": rf"NVRM: Xid \(PCI:[0-9a-fA-F:.]+\): ({numbers}),.*",
            }
        ],
    }


def port_monitor(each: NodeHealth) -> Thing:
    """Return the check of ports: rails by themselves, as jobs need every one."""
    asked = [(RAILS, each.rails), (PORTS, each.others)]
    return {
        "plugin": "custom",
        "pluginConfig": {
            "invoke_interval": f"{SECONDS}s",
            "timeout": f"{TIMEOUT_SECONDS}s",
            "max_output_length": LONGEST,
            "concurrency": len(asked),
            "enable_message_change_based_condition_update": True,
        },
        "source": "clustergen-ports",
        "metricsReporting": True,
        "conditions": [_condition(condition) for condition, ports in asked if ports],
        "rules": [
            {
                "type": "permanent",
                "condition": condition.type,
                "reason": "NoLink",
                "path": f"{FOLDER}/ports.sh",
                "args": [",".join(port) for port in ports],
                "timeout": f"{TIMEOUT_SECONDS}s",
            }
            for condition, ports in asked
            if ports
        ],
    }


def _condition(condition: Condition) -> Thing:
    return {"type": condition.type, "reason": condition.reason, "message": condition.message}
