"""Sentences of rules about storage tiers: requirements, figures of the installed hosts, and fixes."""

from generator.plan.stores import hosts_wanted
from generator.workload.figure import rounded
from generator.workload.tier_figures import ServedTier
from generator.workload.tier_measures import KEYS, Measured

UNITS = {"capacity": "TB", "read": "GB/s", "write": "GB/s"}
VERBS = {"capacity": "hold", "read": "read", "write": "write"}
_BOUNDS = {"ports": "bounded by its ports", "drives": "bounded by its drives", "host": "what the catalog states of one"}


def place_of(tier: ServedTier, what: Measured) -> tuple[str, ...]:
    """Return the key that states it: the number of files alone needs capacity, too."""
    spec = tier.need.spec
    key = "files" if what == "capacity" and spec.capacity_tb is None and spec.files else KEYS[what]
    return ("storage", tier.need.name, key)


def fix_of(tier: ServedTier, *, recommended: bool = True) -> str:
    """Report how many hosts suffice."""
    hosts = hosts_wanted(tier, recommended=recommended)
    if tier.host.alone:
        return f"set storage.{tier.need.name}.source to the name of a redundant NFS service, or lower the requirement"
    if hosts is None:
        return f"serve it by hosts with drives, and with ports on {tier.need.fabric}"
    more = f", and max: {hosts}" if hosts > tier.most else ""
    return f"state count: {hosts}{more} in hosts.{tier.need.group} (one failure domain more than needed), or lower the requirement"


def wanted_text(tier: ServedTier, what: Measured) -> str:
    """Return the requirement with its tiers, as text."""
    beside = tier.beside(what)
    parts = [f"{each.name} {rounded(each.value(what))}" for each in beside] if len(beside) > 1 else []
    if what == "capacity":
        parts += [
            f"{rounded(each.metadata.value)} of it metadata of {each.spec.files:,} files"
            for each in beside
            if each.metadata
        ]
    return f"{rounded(tier.wanted(what))} {UNITS[what]}" + (f" ({', '.join(parts)})" if parts else "")


def _hosts(hosts: int) -> str:
    return f"{hosts} {'host' if hosts == 1 else 'hosts'}"


def capacity_text(tier: ServedTier, hosts: int) -> str:
    """Return the capacity of this number of hosts, as arithmetic."""
    host, found = tier.host, tier.host.protection
    of = f" x {found.data}/{found.data + found.parity}" if found else " raw, as no protection is stated"
    return f"{_hosts(tier.holding(hosts))} x {host.drives} drives, {host.raw_tb:,.5g} TB each{of}, 80 % full at most"


def _ports(tier: ServedTier, what: Measured) -> str:
    limits = tier.host.limits(what)
    name = min(limits, key=lambda each: limits[each], default="ports")
    return f"{_hosts(tier.serving(tier.hosts))} x {rounded(limits.get(name, 0))} GB/s, {_BOUNDS[name]}"


def able_text(tier: ServedTier, what: Measured) -> str:
    """Return the figures of the installed hosts, with the arithmetic."""
    arithmetic = capacity_text(tier, tier.hosts) if what == "capacity" else _ports(tier, what)
    return f"{tier.need.group} {VERBS[what]}s {rounded(tier.delivered(what, tier.hosts))} at most: {arithmetic}"
