"""Features of Slurm by release: a key is only written for a release that has it.

Read from the source of each release (SchedMD/slurm, tags slurm-22-05-11-1 to slurm-26-05-3-1: read_config.c, NEWS, manual pages).
"""

from types import MappingProxyType

SINCE = MappingProxyType(
    {
        "reconfigure-hosts": "23.11",
        "enforce-binding": "23.11",
        "gpu-energy": "23.11",
        "dcmi": "23.11",
        "sackd": "23.11",
        "block-sizes": "24.05",
        "imex": "24.05",
        "run-in-job": "24.05",
        "detect-nvidia": "24.11",
        "topology-yaml": "25.05",
        "small-blocks": "25.05",
        "namespace": "25.11",
        "metrics": "25.11",
        "health-timeout": "26.05",
    }
)
"""The first release with each: hosts that come by `scontrol reconfigure`; SelectTypeParameters=ENFORCE_BINDING_GRES; energy of GPUs (22.05's slurmctld cannot load its plugin); DCMI as a sensor (in 23.02); sackd; BlockSizes in place of 23.11's
BlockLevels; switch/nvidia_imex; PrologFlags=RunInJob; AutoDetect=nvidia; topology.yaml and partitions with a Topology; blocks below the base size;
NamespaceType in place of JobContainerType; MetricsType; HealthCheckTimeout."""


RELEASES = ("22.05", "23.02", "23.11", "24.05", "24.11", "25.05", "25.11", "26.05")
"""All releases, in their order."""
_WIDER_SINCE = "24.11"
"""The first release that reads the state and the database of the three releases before it; earlier ones read those of two (SchedMD's Upgrade Guide)."""


def upgrades_from(version: str) -> tuple[str, ...]:
    """Return the earlier releases whose daemons can be upgraded to a release at once, the oldest first."""
    at = RELEASES.index(version)
    return RELEASES[max(0, at - (3 if version >= _WIDER_SINCE else 2)) : at]


def knows(version: str, feature: str) -> bool:
    """Return whether a release has a feature. Releases sort as text. Raises KeyError: no such feature."""
    return version >= SINCE[feature]
