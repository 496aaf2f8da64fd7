"""How many hosts serve storage tiers, where a spec leaves that out: as many as the tiers need, within the envelope."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from generator.catalog.load import Catalog
from generator.catalog.model import Host
from generator.spec.cluster import ClusterSpec
from generator.spec.hosts import HostGroupSpec
from generator.workload.tier_hosts import counted, tier_host
from generator.workload.tiers import TierNeed, tier_needs


class TierCount(Struct, frozen=True):
    """Hosts that the tiers of a group need, and the figure that decides."""

    hosts: int
    decides: str


def needed_hosts(spec: ClusterSpec, catalog: Catalog, *, most: bool = False) -> Mapping[str, TierCount]:
    """Return the hosts that the tiers of each group need, for the installed GPUs or those of the envelope; groups without sized tiers are left out."""
    served: dict[str, list[TierNeed]] = {}
    for need in tier_needs(spec, catalog, most=most):
        served.setdefault(need.group, []).append(need)
    found: dict[str, TierCount] = {}
    for name, needs in served.items():
        host = catalog.find(Host, spec.hosts[name].model)
        if host is not None:
            count = TierCount(*counted([(need, tier_host(need, host, catalog)) for need in needs]))
            found |= {name: count} if count.hosts else {}
    return found


def with_counts(spec: ClusterSpec, catalog: Catalog) -> ClusterSpec:
    """Return a spec in which the groups that leave `count` out have as many hosts as their tiers need, at most `max`; without `max`, as many as the envelope's GPUs need.

    With an unknown host model, groups that serve tiers get one host, so that only the model is reported.
    """
    left_out = [name for name, group in spec.hosts.items() if not group.counted]
    if not left_out:
        return spec
    if any(catalog.find(Host, group.model) is None for group in spec.hosts.values()):
        served = {tier.hosts for tier in spec.storage.values()}
        return _counted(spec, {name: TierCount(1, "") for name in left_out if name in served})
    now, most = needed_hosts(spec, catalog), needed_hosts(spec, catalog, most=True)
    return _counted(spec, {name: now[name] for name in left_out if name in now}, most)


def _counted(
    spec: ClusterSpec, now: Mapping[str, TierCount], most: Mapping[str, TierCount] = MappingProxyType({})
) -> ClusterSpec:
    groups: dict[str, HostGroupSpec] = {}
    for name, found in now.items():
        group = spec.hosts[name]
        envelope = group.max or max(found.hosts, most[name].hosts if name in most else 0)
        groups[name] = group.model_copy(update={"count": min(found.hosts, envelope), "max": envelope})
    return spec.model_copy(update={"hosts": {**spec.hosts, **groups}}) if groups else spec
