"""Expected hardware of delivered hosts, by group of equal hosts: the catalog's facts, and which of them a profile assumes.

Facts that no document states are absent and not checked.
"""

from collections.abc import Iterator

from msgspec import Struct

from generator.catalog.model import CpuFact, HostPort, NvmeFact
from generator.catalog.model import Gpu as GpuModel
from generator.catalog.model import Host as HostModel
from generator.plan.plan import Plan
from generator.plan.records import Host

BMC = "bmc"
"""The port that belongs to the BMC: the host's own system does not see it."""
_PROFILE = "clustergen profile"
"""How the source of a fact begins that describes no product: a plain server's usual figure."""


class Hardware(Struct, frozen=True, kw_only=True):
    """Expected hardware of a host of a group. `gpu_count` is 0 where the model has none, `cpu` and `memory_gb` None where no document states them.

    `assumed` names the facts (keys of the catalog's file) that a profile of this catalog assumes, and no maker states.
    """

    model: str
    title: str
    gpu_count: int
    gpu: GpuModel | None
    cpu: CpuFact | None
    memory_gb: float | None
    drives: tuple[NvmeFact, ...]
    ports: tuple[HostPort, ...]
    assumed: tuple[str, ...]


def hardware_of(plan: Plan, group: str) -> Hardware | None:
    """Return what hosts of a group should have; nothing for an appliance, whose inside is its vendor's business, and for a group without hosts."""
    host = next(_installed(plan, group), None)
    if host is None:
        return None
    model = plan.hardware.get(HostModel, host.model)
    if model.appliance:
        return None
    return Hardware(
        model=model.model,
        title=model.title,
        gpu_count=model.gpu_count,
        gpu=plan.hardware.get(GpuModel, model.gpus.model) if model.gpus else None,
        cpu=model.cpu,
        memory_gb=model.memory_gb,
        drives=model.local_nvme,
        ports=tuple(port for port in model.ports if port.name != BMC and _used(port, host)),
        assumed=tuple(sorted(fact for fact, source in model.sources.items() if source.startswith(_PROFILE))),
    )


def _installed(plan: Plan, group: str) -> Iterator[Host]:
    return (host for host in plan.hosts if host.group == group)


def _used(port: HostPort, host: Host) -> bool:
    return port.roles is None or host.role in port.roles
