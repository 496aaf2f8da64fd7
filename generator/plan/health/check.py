"""A check of a host, and the ladder: what is done with a host that fails one."""

from msgspec import Struct

LADDER = ("requeue", "reset", "reboot", "deep test", "hold")
"""Steps, the mildest first. A host with several faults takes the highest.

`requeue`: the job starts on another host, and the host returns as soon as the cause is gone. `reset`: reset the GPU. `reboot`: restart the host. `deep test`: run
the diagnostics of acceptance before the host gets jobs. `hold`: keep it for repair. After the repair comes `return`: several good checks in a row.
"""
RETURN = "return"
REPORT = "report"
"""The step of a check that takes no host out of service: what it finds is reported alone, as a check is that could not be read for `UNREAD_RUNS`."""
UNREAD_RUNS = 6
"""Runs in a row after which a check that reads nothing is reported: half an hour in Slurm, six minutes in Kubernetes. A driver of an operator loads in that time."""
DEADLINE_SECONDS = 35
"""All checks together. slurmd ends a health check after 60 seconds (slurm.conf(5), HealthCheckProgram); two questions to slurmctld follow."""
SEPARATOR = "|"
"""Between the fields of a line of the list."""

GPU = "GpuFault"
RAIL = "RailDown"
PORT = "PortDown"
HOST = "HostFault"
NOTICE = "HealthNotice"
"""What is reported without an effect: findings of checks with the step `report`, and checks that stay unread."""


class Check(Struct, frozen=True, kw_only=True):
    """A check of a host. It fails after `failures` of the last `runs` runs, which takes the host out of service; a run takes at most `seconds`.

    `probe` is the call of the program's function with its arguments; `limit` and `source` state the limit and its source in words.
    `condition` groups checks: it is the type of a node's condition in Kubernetes.
    """

    name: str
    probe: str
    limit: str
    source: str
    seconds: int
    step: str
    condition: str
    failures: int = 1
    runs: int = 1

    @property
    def line(self) -> str:
        """Return the check as a line of the program's list."""
        window = f"{self.failures}/{self.runs}"
        fields = (self.name, self.seconds, window, self.condition, self.step, self.probe, self.limit, self.source)
        return SEPARATOR.join(str(field).replace(SEPARATOR, "/") for field in fields)


def words(name: str, pci: str, device: str) -> str:
    """Return a port as the program reads it: name, PCI address, RDMA device; a dash for what no document states."""
    return ",".join(word or "-" for word in (name, pci, device))
