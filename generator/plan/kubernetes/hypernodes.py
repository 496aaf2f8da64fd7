"""Volcano's tree: the one that Kueue has as levels, an object a switch or NVLink domain.

The lowest choose hosts by label, so they stay as they are when a host comes; those above name the ones below. A domain hangs under the
lowest tier above the scalable units that holds all its hosts.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.plan.domains import nvlink_domains
from generator.plan.kubernetes.topology import domain_label, domain_name, tier_label
from generator.plan.kubernetes.workers import worker_hosts
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.spec.scheduler import KubernetesSpec

Tiers = Mapping[int | None, tuple[str, ...]]
"""Names of the switches above the hosts of a scalable unit, the nearest first."""


class HyperNode(Struct, frozen=True, kw_only=True):
    """A node of the tree: `tier` counts from 1 at the bottom. Its members are hosts by a label (and without another), or HyperNodes by name."""

    name: str
    tier: int
    label: tuple[str, str] | None = None
    without: str = ""
    children: tuple[str, ...] = ()


def hypernodes(plan: Plan, kubernetes: KubernetesSpec, tiers: Tiers) -> Iterator[HyperNode]:
    """Yield the tree of installed hosts, the lowest tier first."""
    domains = nvlink_domains(plan)
    hosts = [host for host in worker_hosts(plan) if tiers.get(host.su)]
    below: dict[tuple[int, str], dict[str, None]] = {}
    for host in hosts:
        path = tiers[host.su]
        if host.name not in domains:
            _join(below, path, path[0], 0)
    together: dict[int, list[Host]] = {}
    for host in hosts:
        if host.name in domains:
            together.setdefault(domains[host.name], []).append(host)
    for number, mine in together.items():
        paths = [tiers[host.su] for host in mine]
        level = next((at for at in range(1, len(paths[0])) if len({path[at] for path in paths}) == 1), None)
        if level is not None:
            _join(below, paths[0], domain_name(number), level - 1)
    yield from _lowest(kubernetes, hosts, domains, tiers)
    for (level, name), children in sorted(below.items(), key=lambda each: each[0][0]):
        yield HyperNode(name=name, tier=level + 1, children=tuple(children))


def _join(below: dict[tuple[int, str], dict[str, None]], path: tuple[str, ...], lowest: str, at: int) -> None:
    """Hang the lowest node of a path, which stands in the place of tier `at`, under all that is above it."""
    child = lowest
    for level in range(at + 1, len(path)):
        below.setdefault((level, path[level]), {})[child] = None
        child = path[level]


def _lowest(
    kubernetes: KubernetesSpec, hosts: list[Host], domains: Mapping[str, int], tiers: Tiers
) -> Iterator[HyperNode]:
    without = domain_label(kubernetes) if domains else ""
    units = dict.fromkeys(tiers[host.su][0] for host in hosts if host.name not in domains)
    for name in units:
        yield HyperNode(name=name, tier=1, label=(tier_label(kubernetes, 0), name), without=without)
    for number in dict.fromkeys(domains[host.name] for host in hosts if host.name in domains):
        name = domain_name(number)
        yield HyperNode(name=name, tier=1, label=(domain_label(kubernetes), name))
