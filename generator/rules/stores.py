"""Storage tiers that are designed: hosts that hold and carry what is wanted, and uplinks that let it through."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.store_uplinks import Crossing, crossing
from generator.plan.stores import hosts_wanted, served_tiers
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding
from generator.workload.tier_figures import ServedTier
from generator.workload.tiers import KEYS, RATES, Measured

_UNITS = {"capacity": "TB", "read": "GB/s", "write": "GB/s"}
_VERBS = {"capacity": "hold", "read": "read", "write": "write"}
_BOUNDS = {"ports": "bounded by its ports", "drives": "bounded by its drives", "host": "what the catalog states of one"}


def _stated(plan: Draft, what: Measured) -> Iterator[ServedTier]:
    """Yield the tiers of which the spec states this, as far as hosts are installed for them."""
    return (tier for tier in served_tiers(plan) if tier.hosts and tier.need.basis.get(what) == "stated")


def _fix(tier: ServedTier) -> str:
    hosts = hosts_wanted(tier)
    if tier.host.alone:
        return f"set storage.{tier.need.name}.source to the name of a redundant NFS service, or lower what is wanted"
    if hosts is None:
        return f"serve it by hosts with drives, and with ports on {tier.need.fabric}"
    more = f", and max: {hosts}" if hosts > tier.most else ""
    return f"state count: {hosts}{more} in hosts.{tier.need.group} (one failure domain more than needed), or lower what is wanted"


def _sum(tier: ServedTier, what: Measured) -> str:
    """Report what is wanted, of which tiers."""
    parts = [f"{each.name} {each.value(what):,.4g}" for each in tier.beside(what)]
    return f"{tier.wanted(what):,.4g} {_UNITS[what]}" + (f" ({', '.join(parts)})" if len(parts) > 1 else "")


def _hosts(tier: ServedTier) -> str:
    return f"{tier.serving(tier.hosts)} {'host' if tier.serving(tier.hosts) == 1 else 'hosts'}"


def _capacity(tier: ServedTier) -> str:
    host, found = tier.host, tier.host.protection
    of = f" x {found.data}/{found.data + found.parity}" if found else " raw, as no protection is stated"
    return f"{_hosts(tier)} x {host.drives} drives, {host.raw_tb:,.5g} TB each{of}, 80 % full at most"


def _ports(tier: ServedTier, what: Measured) -> str:
    limits = tier.host.limits(what)
    name = min(limits, key=lambda each: limits[each], default="ports")
    return f"{_hosts(tier)} x {limits.get(name, 0):,.4g} GB/s, {_BOUNDS[name]}"


def _short(tier: ServedTier, what: Measured) -> Finding | None:
    if tier.wanted(what) <= tier.delivered(what, tier.hosts) * (1 + 1e-9):
        return None
    arithmetic = _capacity(tier) if what == "capacity" else _ports(tier, what)
    names = " and ".join(each.name for each in tier.beside(what))
    place = ("storage", tier.need.name, KEYS[what])
    stated = tier.need.basis.get(what) == "stated"
    able = f"{tier.need.group} {_VERBS[what]}s {tier.delivered(what, tier.hosts):,.4g} at most"
    return Finding(
        message=f"{names} must {_VERBS[what]} {_sum(tier, what)}, and {able}: {arithmetic}",
        loc=place if stated else ("storage", tier.need.name),
        at_key=not stated,
        help=_fix(tier),
    )


@plan_rule(
    title="A storage tier that its hosts cannot hold",
    why="Usable capacity is what the protection leaves of the drives, and a file system that is more than 80 % full loses rate and room to rebuild.",
    fix="Serve it by more hosts, or by hosts with more or larger drives.",
)
def tier_too_small(plan: Draft) -> Iterator[Finding]:
    """The installed hosts hold what tiers state."""
    for tier in _stated(plan, "capacity"):
        if found := _short(tier, "capacity"):
            yield found


@plan_rule(
    title="A storage tier that its hosts cannot carry",
    why="No more than the ports of its hosts and their drives carry reaches a client.",
    fix="Serve it by more hosts, or by hosts with faster ports or drives.",
)
def tier_too_slow(plan: Draft) -> Iterator[Finding]:
    """The installed hosts read and write what tiers state, as far as it is known what they can."""
    for what in RATES:
        for tier in _stated(plan, what):
            if found := _short(tier, what):
                yield found


@plan_rule(
    title="A storage tier that the uplinks of its fabric cannot carry",
    why="What clients on other leaves read crosses the uplinks of the leaves that the tier's hosts are on.",
    fix="Lower the oversubscription of the fabric, install more spines, or spread the hosts over more leaves.",
)
def tier_uplinks(plan: Draft) -> Iterator[Finding]:
    """Leaves with a tier's hosts have uplinks for what leaves them."""
    for what in RATES:
        for tier in _stated(plan, what):
            found = crossing(plan, tier.need)
            over = [each for each in tier.beside(what) if each.fabric == tier.need.fabric]
            wanted = sum(each.value(what) for each in over)
            if found and wanted * found.away > found.uplink_gbs * (1 + 1e-9):
                names = " and ".join(each.name for each in over)
                yield _crossing(tier, names, what, wanted, found)


def _crossing(tier: ServedTier, names: str, what: Measured, wanted: float, found: Crossing) -> Finding:
    return Finding(
        message=f"{names} must {what} {wanted:,.4g} GB/s, {100 * found.away:.3g} % of it for clients on other leaves: {wanted * found.away:,.4g} GB/s; "
        f"the {found.leaves} leaves that {tier.need.group} is on have {found.links} uplinks, {found.uplink_gbs:,.4g} GB/s",
        loc=("storage", tier.need.name, KEYS[what]),
        help=f"lower fabrics.{tier.need.fabric}.oversubscription, or what is wanted to {found.uplink_gbs / found.away:,.4g} GB/s",
    )


@plan_warning(
    title="A storage tier without a failure domain to spare",
    why="While one host (or a pair on one enclosure) is away, the others have to hold and carry everything.",
    fix="Serve it by one failure domain more.",
)
def tier_without_reserve(plan: Draft) -> Iterator[Finding]:
    """What is stated of a tier holds with one failure domain less, too."""
    told: set[str] = set()
    for what in KEYS:
        for tier in _stated(plan, what):
            wanted, left = tier.wanted(what), tier.delivered(what, tier.reserve)
            enough = wanted <= tier.delivered(what, tier.hosts) * (1 + 1e-9)
            if enough and wanted > left * (1 + 1e-9) and tier.need.name not in told:
                told.add(tier.need.name)
                away = min(tier.host.together, tier.serving(tier.hosts))
                yield Finding(
                    message=f"{tier.need.name} must {_VERBS[what]} {_sum(tier, what)}, and with {away} of {tier.serving(tier.hosts)} hosts away {tier.need.group} {_VERBS[what]}s {left:,.4g} at most",
                    loc=("storage", tier.need.name, KEYS[what]),
                    help=_fix(tier),
                )


@plan_warning(
    title="A storage tier that does not suffice for the workloads",
    why="Runs wait while checkpoints are written and read, and while data comes.",
    fix="Serve it by more hosts, or state what the site accepts.",
)
def tier_behind_workloads(plan: Draft) -> Iterator[Finding]:
    """The installed hosts hold and carry what the workloads of the spec need on the GPUs that are installed."""
    for tier in served_tiers(plan):
        for what in KEYS if tier.hosts else ():
            if tier.need.basis.get(what) == "workloads" and (found := _short(tier, what)):
                yield KeyFinding(message=found.message, loc=found.loc, help=found.help)
                break
