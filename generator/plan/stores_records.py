"""Storage tiers in the plan: their requirements, and what their hosts deliver."""

from msgspec import Struct

from generator.spec.base import FabricName
from generator.workload.tier_measures import Measured


class StoreRow(Struct, frozen=True, kw_only=True):
    """A requirement of a tier, TB or GB/s, with its reason, and the figures of all hosts, without one failure domain, and of the envelope. None: not known."""

    what: Measured
    wanted: float
    basis: str
    now: float | None
    reserve: float | None
    envelope: float | None


class Store(Struct, frozen=True, kw_only=True):
    """One row of `plan.json`: a tier with stated requirements, or with those of workloads. `beside` are other tiers on its hosts."""

    name: str
    group: str
    fabric: FabricName
    product: str
    hosts: int
    hosts_max: int
    beside: tuple[str, ...]
    rows: tuple[StoreRow, ...]
    figures: tuple[tuple[str, str], ...]
