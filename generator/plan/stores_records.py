"""Storage tiers in the plan: what each must do, and what its hosts do."""

from msgspec import Struct

from generator.spec.base import FabricName
from generator.workload.tier_measures import Measured


class StoreRow(Struct, frozen=True, kw_only=True):
    """One thing that a tier must do, TB or GB/s: what is wanted and why, what all of its hosts do, with one failure domain less, and those of the envelope. None: not known."""

    what: Measured
    wanted: float
    basis: str
    now: float | None
    reserve: float | None
    envelope: float | None


class Store(Struct, frozen=True, kw_only=True):
    """One row of `plan.json`: a tier of which somebody states what it must do, or workloads need it. `beside` are other tiers on its hosts."""

    name: str
    group: str
    fabric: FabricName
    product: str
    hosts: int
    hosts_max: int
    beside: tuple[str, ...]
    rows: tuple[StoreRow, ...]
    figures: tuple[tuple[str, str], ...]
