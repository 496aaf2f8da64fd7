"""Volcano's tree: the one that Kueue has as levels, an object a switch or NVLink domain.

The lowest choose hosts by label, so they stay as they are when a host comes; those above name the ones below. A domain hangs under the
lowest tier above the scalable units that holds all its hosts.
"""

from collections.abc import Iterator

from msgspec import Struct

from generator.plan.domains import nvlink_domains
from generator.plan.kubernetes.gang_scheduling import domain_label, domain_name, tier_label
from generator.plan.kubernetes.workers import worker_hosts
from generator.plan.plan import Plan
from generator.plan.tree import tiers_by_su
from generator.spec.scheduler import KubernetesSpec


class HyperNode(Struct, frozen=True, kw_only=True):
    """A node of the tree: `tier` counts from 1 at the bottom. Its members are hosts by a label (and without another), or HyperNodes by name."""

    name: str
    tier: int
    label: tuple[str, str] | None = None
    without: str = ""
    children: tuple[str, ...] = ()


def hypernodes(plan: Plan, kubernetes: KubernetesSpec) -> Iterator[HyperNode]:
    """Yield the tree of installed hosts, the lowest tier first; of that, scalable units before domains."""
    tiers, domains = tiers_by_su(plan), nvlink_domains(plan)
    without = domain_label(kubernetes) if domains else ""
    hosts = [host for host in worker_hosts(plan) if tiers.get(host.su)]
    paths: dict[str, list[tuple[str, ...]]] = {}
    for host in sorted(hosts, key=lambda host: host.name in domains):
        name = domain_name(domains[host.name]) if host.name in domains else tiers[host.su][0]
        label = domain_label(kubernetes) if host.name in domains else tier_label(kubernetes, 0)
        if name not in paths:
            yield HyperNode(name=name, tier=1, label=(label, name), without="" if host.name in domains else without)
        paths.setdefault(name, []).append(tiers[host.su])
    below: dict[tuple[int, str], dict[str, None]] = {}
    for lowest, mine in paths.items():
        child = lowest
        for level in _levels_above(mine):
            below.setdefault((level, mine[0][level]), {})[child] = None
            child = mine[0][level]
    for (level, name), children in sorted(below.items(), key=lambda each: each[0][0]):
        yield HyperNode(name=name, tier=level + 1, children=tuple(children))


def _levels_above(paths: list[tuple[str, ...]]) -> range:
    """Return the levels that a unit or domain hangs below: from the lowest whose switch all its hosts share."""
    most = len(paths[0])
    return range(next((at for at in range(1, most) if len({path[at] for path in paths}) == 1), most), most)
