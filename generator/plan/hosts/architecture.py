"""The architecture of a host's processors, as Debian and Ubuntu call it."""

from generator.catalog.model import Host as HostModel
from generator.plan.plan import Plan
from generator.plan.records import Host

_BY_MAKER = {"intel": "amd64", "amd": "amd64", "nvidia": "arm64"}
"""By the maker of the CPU: NVIDIA's Grace is Arm."""


def architecture_of(plan: Plan, host: Host) -> str:
    """Return it; empty where the catalog has no CPU of the model."""
    cpu = plan.hardware.get(HostModel, host.model).cpu
    return _BY_MAKER.get(cpu.maker or "", "") if cpu else ""
