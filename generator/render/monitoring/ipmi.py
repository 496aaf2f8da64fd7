"""ipmi.yml of Prometheus' IPMI exporter: queries to BMCs, and their user. The password is a reference, which Ansible fills in."""

from generator.plan.monitoring.jobs import IPMI_MODULE
from generator.plan.secrets import reference
from generator.render.yaml_text import yaml_text

_HEAD = """written by clustergen; change the spec, not this file
its reference is filled in on the host, whose user of the exporter alone may read it"""
_TIMEOUT_MS = 10_000
"""For how long one program of FreeIPMI may take (`session-timeout`): with two of them, a third of the time between two questions."""


def configuration(user: str) -> str:
    """Return the file: IPMI 2.0 with encryption, by a user who may only read."""
    module = {
        "user": user,
        "pass": reference("bmc_monitor_password"),
        "driver": "LAN_2_0",
        "privilege": "user",
        "timeout": _TIMEOUT_MS,
        "collectors": ["ipmi", "chassis"],
    }
    return yaml_text({"modules": {IPMI_MODULE: module}}, _HEAD)
