"""The bandwidth between two tiers: the read rate of the source, the write rate of the target, and the capacity of ports and uplinks between them."""

from collections.abc import Iterator

from msgspec import Struct

from generator.plan.draft import Draft
from generator.plan.records import Tier
from generator.plan.store_uplinks import crossing
from generator.plan.stores import served_tiers
from generator.plan.transfers import Feed
from generator.workload.figure import Figure
from generator.workload.tier_measures import Measured

_SECONDS = 3600
_GB_A_TB = 1000
_BITS = 8
_UNITS_SOURCE = "each direction of a port by itself; uplinks: those of the leaves of the tier's hosts / share of clients on other leaves"


class FeedPath(Struct, frozen=True):
    """The need of a transfer, if stated, and the bandwidth of its path, if known."""

    needed: Figure | None
    carried: Figure | None


def feed_path(plan: Draft, feed: Feed) -> FeedPath:
    """Return the figures of a feed; what no document states is left out of the path."""
    limits = dict(_limits(plan, feed))
    formula = f"min({', '.join(limits)})" if len(limits) > 1 else next(iter(limits), "")
    carried = (
        Figure(f"the path to {feed.target.name} carries", min(limits.values()), "GB/s", formula, limits, _UNITS_SOURCE)
        if limits
        else None
    )
    return FeedPath(_needed(feed), carried)


def _needed(feed: Feed) -> Figure | None:
    spec = feed.spec
    if spec.tb is None or spec.hours is None:
        return None
    inputs = {"tb": float(spec.tb), "hours": float(spec.hours), "copies": spec.hosts if feed.everywhere else 1}
    value = inputs["tb"] * inputs["copies"] * _GB_A_TB / (inputs["hours"] * _SECONDS)
    return Figure(
        f"the transfer to {feed.target.name} needs", value, "GB/s", f"tb * copies * {_GB_A_TB} / (hours * {_SECONDS})", inputs,
        f"storage.{feed.source.name}.feeds.{feed.target.name}",
    )  # fmt: skip


def _limits(plan: Draft, feed: Feed) -> Iterator[tuple[str, float]]:
    """Yield every part of the path that is known, GB/s, by its name in the formula."""
    sides: tuple[tuple[Tier, Measured, str], ...] = ((feed.source, "read", "source"), (feed.target, "write", "target"))
    for tier, what, side in sides:
        served = next((each for each in served_tiers(plan) if each.need.name == tier.name), None)
        if served is None:
            continue
        if rate := served.delivered(what, served.hosts):
            yield f"{side}_{what}s", rate
        ports = min(
            (_ports(plan, each.group, served.need.fabric, served.need.standby) for each in feed.copying), default=0
        )
        if ports:
            yield f"{side}_ports", feed.spec.hosts * ports / _BITS
        if found := crossing(plan, served.need):
            yield f"{side}_uplinks", found.uplink_gbs / found.away


def _ports(plan: Draft, group: str, fabric: str, standby: bool) -> float:
    members = plan.fabrics[fabric].members if fabric in plan.fabrics else ()
    speeds = next((each.speeds_gbps for each in members if each.name == group), ())
    return (max if standby else sum)(speeds) if speeds else 0.0
