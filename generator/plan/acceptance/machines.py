"""The models of hosts that are tested, with their published figures and lines."""

from msgspec import Struct

from generator.catalog.acceptance import AcceptanceFact
from generator.catalog.model import Gpu
from generator.catalog.model import Host as HostEntry
from generator.plan.acceptance.places import COMPUTE, tested_hosts
from generator.plan.acceptance.records import Line, Scope
from generator.plan.plan import Plan

RECORD = "measure and record"
"""The formula where no document gives a figure."""


class Machine(Struct, frozen=True, kw_only=True):
    """A model of installed hosts with GPUs: `speeds_gbps` of the compute links of one, `hosts` of it on the fabric."""

    entry: HostEntry
    gpu: Gpu
    gpus: int
    speeds_gbps: tuple[float, ...]
    hosts: int
    spans: bool
    """Whether its NVLink domain spans hosts."""


def machines_of(plan: Plan) -> list[Machine]:
    """Return the models of tested hosts, in the order of the plan."""
    hosts = tested_hosts(plan)
    found = []
    for model in dict.fromkeys(host.model for host in hosts):
        mine = [host for host in hosts if host.model == model]
        entry = plan.hardware.get(HostEntry, model)
        if entry.gpus is None:
            continue
        links = [link for link in plan.links_of[mine[0].name] if link.fabric == COMPUTE]
        found.append(
            Machine(
                entry=entry,
                gpu=plan.hardware.get(Gpu, entry.gpus.model),
                gpus=mine[0].gpus,
                speeds_gbps=tuple(link.speed_gbps for link in links if link.kind == "host_leaf"),
                hosts=len(mine),
                spans=entry.nvlink_domain_hosts is not None,
            )
        )
    return found


def fact_of(machine: Machine, test: str) -> AcceptanceFact | None:
    """Return the published figure of a test on these ports, or nothing."""
    speed = min(machine.speeds_gbps, default=None)
    facts = (fact for fact in machine.gpu.acceptance if fact.test == test)
    return next((fact for fact in facts if fact.speed_gbps in {None, speed}), None)


def line_of(
    machine: Machine,
    test: str,
    scope: Scope,
    *,
    formula: str,
    unit: str = "",
    expected: float | None = None,
    line: float | None = None,
    source: str = "",
    hosts: tuple[str, ...] = (),
) -> Line:
    """Return a line of a model, or of some of its hosts; without a source there is no published figure."""
    return Line(
        test=test,
        scope=scope,
        model=machine.entry.model,
        unit=unit,
        expected=expected,
        line=line,
        formula=formula,
        source=source,
        hosts=hosts,
    )
