"""Hosts of one model that use a storage tier: their names, the bandwidth of their ports, and the program to run."""

from typing import Any

from msgspec import Struct

from generator.plan.acceptance.machines import Machine, line_of
from generator.plan.acceptance.places import tested_hosts
from generator.plan.acceptance.records import Line, Scope
from generator.plan.clients import uses
from generator.plan.plan import Plan
from generator.plan.records import Host, Tier
from generator.workload.tier_figures import ServedTier
from generator.workload.tier_measures import Measured

_BITS = 8
_PROGRAMS = {
    "object": "elbencho --s3endpoints",
    "parallel": "fio (measure.py tiers), IOR -F -C -e or elbencho --direct",
    "nfs": "fio (measure.py tiers), IOR -F -C -e or elbencho --direct",
}
"""By the kind of a tier; local drives have lines of their own."""
_DIRECT = "gdsio -x 0 (measure.py tiers)"
"""Into memory of GPUs, and from there, by the direct path alone (NVIDIA, GPUDirect Storage Benchmarking and Configuration Guide)."""


class Client(Struct, frozen=True, kw_only=True):
    """A tier as hosts of one model mount it. `ports_gbps` are those on its fabric that carry at once; `served` is left out where no host of the spec serves it."""

    tier: Tier
    machine: Machine
    hosts: tuple[str, ...]
    """The hosts of the model that mount it, in the order of the plan."""
    ports_gbps: tuple[float, ...]
    served: ServedTier | None
    gds: bool
    """Whether its programs read it straight into memory of GPUs."""

    @property
    def some(self) -> tuple[str, ...]:
        """The same hosts where they are not all of the model."""
        return self.hosts if len(self.hosts) < self.machine.hosts else ()

    @property
    def together(self) -> str:
        """Who measures at once."""
        return f"the {len(self.hosts)} hosts of the model that use it" if self.some else "all hosts of the model"

    def at(self, *, gds: bool) -> str:
        """Return what the program is run on."""
        return f"{self.tier.mount or self.tier.name}: {_DIRECT if gds else _PROGRAMS[self.tier.kind]}"

    @property
    def each_gbs(self) -> float:
        """Bandwidth of the ports of one host, GB/s; 0 where none is on the fabric."""
        return sum(self.ports_gbps) / _BITS

    @property
    def each_text(self) -> str:
        """The arithmetic of it."""
        return f"{len(self.ports_gbps)} x {min(self.ports_gbps):g} Gb/s / {_BITS}"

    @property
    def source(self) -> str:
        """Where the figures of one host come from."""
        return f"ports of {self.machine.entry.title} on {self.tier.fabric} as planned"

    def line(self, what: str, scope: Scope, **figures: Any) -> Line:
        """Return a line of these hosts."""
        return line_of(self.machine, f"tier-{self.tier.name}-{what}", scope, hosts=self.some, **figures)

    def delivered(self, what: Measured) -> float:
        """Return what all hosts of the tier deliver at most, GB/s; 0 where nothing is known."""
        return self.served.delivered(what, self.served.hosts) if self.served else 0.0


def users_of(plan: Plan, tier: Tier, model: str) -> list[Host]:
    """Return the tested hosts of a model that use a tier, in the order of the plan."""
    hosts = (host for host in tested_hosts(plan) if host.model == model)
    return [host for host in hosts if uses(tier, host)]
