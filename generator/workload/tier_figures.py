"""Every figure of a storage tier with its formula, inputs and source: requirements, figures of its hosts, and effects of losses."""

from collections.abc import Iterator
from math import inf

from msgspec import Struct

from generator.workload.data import FILL
from generator.workload.figure import Figure
from generator.workload.tier_hosts import TierHost
from generator.workload.tier_measures import BASES, RATES, Measured
from generator.workload.tiers import TierNeed

_PAIR = 2
_GB_A_TB = 1000
"""GB of a TB."""
_FILL_SOURCE = "a distributed file system is planned to be so full at most (stas00/ml-engineering)"


class ServedTier(Struct, frozen=True, kw_only=True):
    """A tier on the hosts that serve it: `hosts` now, `most` in the envelope."""

    need: TierNeed
    host: TierHost
    hosts: int
    most: int
    sharing: tuple[TierNeed, ...]
    """All tiers that these hosts serve, this one among them."""

    def delivered(self, what: Measured, hosts: int) -> float:
        """Return the figure of this number of hosts: TB at the planned fill level, or GB/s."""
        return (
            self.holding(hosts) * self.host.capacity
            if what == "capacity"
            else self.serving(hosts) * self.host.rate(what)
        )

    def serving(self, hosts: int) -> int:
        """Return how many of these hosts serve it."""
        return min(hosts, 1) if self.host.alone else hosts

    @property
    def pair(self) -> bool:
        """Whether two hosts export it in turn, from one enclosure."""
        return self.host.alone and self.need.spec.nfs is not None

    def holding(self, hosts: int) -> int:
        """Return how many of these hosts' drives have its data: of a pair, those of both."""
        return min(hosts, 1) * _PAIR if self.pair else self.serving(hosts)

    def beside(self, what: Measured) -> tuple[TierNeed, ...]:
        """Return the tiers of these hosts, including this one, whose figure is as firm: stated figures are not combined with recommendations."""
        firm = BASES[: BASES.index(self.need.basis.get(what, "guidance")) + 1]
        return tuple(need for need in self.sharing if need.value(what) and need.basis[what] in firm)

    def wanted(self, what: Measured) -> float:
        """Return what these tiers are to do together, recommendations for runs among it."""
        return sum(need.value(what) for need in self.beside(what))

    def needed(self, what: Measured) -> float:
        """Return the requirement of these tiers together: stated figures, and needs of workloads without recommendations."""
        return sum(need.needed(what) for need in self.beside(what))

    @property
    def grown(self) -> float:
        """The capacity of these tiers after their growth, TB."""
        return self.wanted("capacity") + sum(need.growth.value for need in self.sharing if need.growth)

    @property
    def domains(self) -> int:
        """Failure domains that serve it; the last may be incomplete."""
        return -(-self.serving(self.hosts) // self.host.together)

    @property
    def reserve(self) -> int:
        """Hosts that are left to serve it when one failure domain is lost, or one host of a pair."""
        if self.pair:
            return self.serving(self.hosts)
        return max(0, self.serving(self.hosts) - self.host.together)


def figures(tier: ServedTier) -> Iterator[Figure]:
    """Yield the figures of a tier."""
    yield from tier.need.figures.values()
    yield from tier.need.needs.values()
    yield from (each for each in (tier.need.metadata, tier.need.growth) if each)
    yield from _growth(tier)
    yield from _capacity(tier)
    for what in RATES:
        yield from _rate(tier, what)
    yield from _losses(tier)


def _capacity(tier: ServedTier) -> Iterator[Figure]:
    host, hosts = tier.host, tier.holding(tier.hosts)
    if not host.raw_tb:
        return
    yield Figure(
        "raw capacity", hosts * host.raw_tb, "TB", "hosts * raw", {"hosts": hosts, "raw": host.raw_tb}, f"{host.drives} drives each; {host.source}",
    )  # fmt: skip
    if host.protection is None:
        return
    parts = {"data": host.protection.data, "parity": host.protection.parity}
    usable = hosts * host.raw_tb * (host.usable or 0.0)
    yield Figure(
        "usable capacity", usable, "TB", "hosts * raw * data / (data + parity)", {"hosts": hosts, "raw": host.raw_tb, **parts},
        f"storage.{tier.need.name}.protection; metadata and spare space of the product are not taken off",
    )  # fmt: skip
    yield Figure("full at 80 %", usable * FILL, "TB", f"usable * {FILL}", {"usable": usable}, _FILL_SOURCE)


def _growth(tier: ServedTier) -> Iterator[Figure]:
    growth, host = tier.need.spec.growth, tier.host
    if growth is None or not host.capacity:
        return
    now, held = tier.wanted("capacity"), tier.delivered("capacity", tier.hosts)
    a_year = sum(float(need.spec.growth.tb_a_year) for need in tier.sharing if need.spec.growth)
    yield Figure(
        "years until the installed hosts are full", max(0.0, held - now) / a_year, "years", "max(0, held - now) / a_year",
        {"held": held, "now": now, "a_year": a_year}, "80 % of what the protection leaves; all tiers of these hosts together",
    )  # fmt: skip
    yield Figure(
        "to hold when it has grown",
        tier.grown,
        "TB",
        "now + growth",
        {"now": now, "growth": tier.grown - now},
        "the figures above",
    )


def _rate(tier: ServedTier, what: Measured) -> Iterator[Figure]:
    limits = tier.host.limits(what)
    if not limits:
        return
    each = min(limits.values())
    formula = f"min({', '.join(limits)})" if len(limits) > 1 else next(iter(limits))
    known = (
        tier.host.source
        if tier.host.knows(what)
        else f"{tier.host.source}; what its drives do is not known, so this is the most"
    )
    yield Figure(f"a host {what}s", each, "GB/s", formula, limits, known)
    yield Figure(
        f"all hosts {what}",
        tier.serving(tier.hosts) * each,
        "GB/s",
        "hosts * each",
        {"hosts": tier.serving(tier.hosts), "each": each},
        "the figures above",
    )
    if tier.pair:
        source = "the other host serves it alone; the loss of the enclosure stops it"
        yield Figure(f"{what} with one host of the pair less", each, "GB/s", "each", {"each": each}, source)
        return
    yield Figure(
        f"{what} with one failure domain less", tier.reserve * each, "GB/s", "max(0, hosts - together) * each",
        {"hosts": tier.serving(tier.hosts), "together": tier.host.together, "each": each}, "hosts of one failure domain are lost together",
    )  # fmt: skip


def _losses(tier: ServedTier) -> Iterator[Figure]:
    host, hosts = tier.host, tier.serving(tier.hosts)
    if not host.drives or not hosts:
        return
    yield Figure(
        "share of capacity and rate in one failure domain", min(hosts, host.together) / hosts, "", "min(hosts, together) / hosts",
        {"hosts": hosts, "together": host.together}, "what is gone while it is away",
    )  # fmt: skip
    if host.protection is None:
        return
    data, size = host.protection.data, host.raw_tb / host.drives
    rate = tier.delivered("read", tier.reserve)
    domain = [("failure domain", host.drives * host.together)] if tier.reserve and not tier.pair else []
    for lost, drives in (("drive", 1), *domain):
        moved = drives * size * FILL * (data + 1)
        yield Figure(
            f"rebuild traffic of a lost {lost}", moved, "TB", f"drives * size * {FILL} * (data + 1)", {"drives": drives, "size": size, "data": data},
            "each lost part is made of `data` others that are read, and written once; drives are 80 % full",
        )  # fmt: skip
        if rate:
            yield Figure(
                f"least time of a rebuild of a lost {lost}", moved * _GB_A_TB / rate, "s", f"moved * {_GB_A_TB} / rate", {"moved": moved, "rate": rate},
                "if all hosts that are left did nothing else: products take longer",
            )  # fmt: skip


def unknown_of(tier: ServedTier) -> Iterator[str]:
    """Yield the required figures that no document gives."""
    if tier.need.spec.files is not None and tier.need.metadata is None:
        yield "room for metadata"


def least_hosts(tier: ServedTier, what: Measured, wanted: float) -> float:
    """Return how many hosts hold or carry so much; infinite where one does nothing."""
    each = tier.host.capacity if what == "capacity" else tier.host.rate(what)
    return wanted / each if each else inf
