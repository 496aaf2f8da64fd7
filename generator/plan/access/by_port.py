"""What hosts ask outside of the cluster where the spec states no address for it: opened by its ports, at every address there (`egress.outside: ports`).

A flow that is forgotten here stops a site that renders its tree again. What is stated for it (name servers, mirrors) closes it.
"""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from generator.model.cluster import Cluster
from generator.plan.access.directory import server_zone
from generator.plan.access.records import SITE, Zone
from generator.plan.addressing.segments import INBAND
from generator.plan.clients import client_roles
from generator.plan.provisioning.mirrors import mirror_keys
from generator.plan.tiers import plan_tiers
from generator.spec.storage import TierSpec
from generator.workload.clients import ways_to

_CONTROL, _COMPUTE, _LOGIN = (f"{INBAND}/{role}" for role in ("control", "compute", "login"))
_OUTSIDE = "egress.outside"
_NFS_4 = ("vers=4", "nfsvers=4")


class ByPort(Struct, frozen=True, kw_only=True):
    """Services that parties use at addresses that nobody states. `why` is the key from which it follows."""

    services: tuple[str, ...]
    sources: tuple[str, ...]
    why: str


def asked_anywhere(cluster: Cluster, zones: Iterable[Zone]) -> Iterator[ByPort]:
    """Yield all of it: names and time, archives and registries, burst hosts and their provider, storage of the site."""
    zones = tuple(zones)
    yield from _names_and_time(cluster, zones)
    if not mirrored(cluster):
        yield ByPort(services=("http", "https"), sources=(INBAND,), why=_OUTSIDE)
    yield from _burst(cluster)
    yield from _tiers(cluster, zones)


def mirrored(cluster: Cluster) -> bool:
    """Whether hosts get packages and images from `services.mirror`: archives of every stated system, images and files of Kubernetes."""
    mirror = cluster.spec.services.mirror
    stated = {key for key in type(mirror).model_fields if getattr(mirror, key)}
    systems = {group.spec.os for group in cluster.groups if group.spec.os}
    needed = [set(mirror_keys(system, {"amd64", "arm64"})) for system in systems]
    if kubernetes := cluster.spec.scheduler.kubernetes:
        needed += [{"registry"}, *([{"files"}] if kubernetes.installer == "kubespray" else ())]
    return bool(stated) and all(stated & each for each in needed)


def _names_and_time(cluster: Cluster, zones: tuple[Zone, ...]) -> Iterator[ByPort]:
    """Yield name servers where no one of the site is stated: control hosts ask those of the internet for all others. Without control hosts, hosts ask as their image has it."""
    services = cluster.spec.services
    served = any(zone.party == _CONTROL and zone.prefixes for zone in zones)
    asking = (_CONTROL if served else INBAND,)
    if not any(server_zone(cluster, zones, str(each)) == SITE for each in services.dns):
        yield ByPort(services=("dns", "dns-tcp"), sources=asking, why=_OUTSIDE)
    if not served and not services.ntp:
        yield ByPort(services=("ntp",), sources=asking, why=_OUTSIDE)


def _burst(cluster: Cluster) -> Iterator[ByPort]:
    """Yield burst hosts that no tunnel joins with the cluster, so that they have addresses of the site, and the API of their provider."""
    slurm, kubernetes = cluster.spec.scheduler.slurm, cluster.spec.scheduler.kubernetes
    if slurm and slurm.burst:
        why, cloud = "scheduler.slurm.burst", slurm.burst.cloud
        if cloud is None or cloud.endpoint is None:
            yield ByPort(services=("https",), sources=(_CONTROL,), why=why)
        if cloud is None or cloud.wireguard is None:
            yield ByPort(services=("slurmd",), sources=(_COMPUTE, _LOGIN), why=why)
            yield ByPort(services=("slurmd", "srun", "icmp"), sources=(_CONTROL,), why=why)
    if kubernetes and kubernetes.burst:
        why = "scheduler.kubernetes.burst"
        yield ByPort(services=("kubelet", "vxlan"), sources=(_CONTROL,), why=why)
        yield ByPort(services=("vxlan",), sources=(_COMPUTE,), why=why)


def _tiers(cluster: Cluster, zones: tuple[Zone, ...]) -> Iterator[ByPort]:
    """Yield tiers that servers of the site have, whose ports no document states in full, nor the spec the addresses of all of them."""
    for tier in plan_tiers(cluster):
        spec = cluster.spec.storage[tier.name]
        away = any(server_zone(cluster, zones, each) == SITE for each in _servers(spec.source or ""))
        if away and "frontend" in ways_to(cluster.spec, spec) and not _by_one_port(spec):
            roles = tuple(f"{INBAND}/{role}" for role in client_roles(cluster.groups, tier))
            yield ByPort(services=("any",), sources=roles, why=f"storage.{tier.name}")


def _servers(source: str) -> list[str]:
    """Return the servers in what is mounted: `a:/home`, `a,b/fast`, `10.0.0.1@tcp:10.0.0.2@tcp:/fast`, `[2001:db8::1]:/home`."""
    head = source.partition("/")[0]
    return re.findall(r"(?<=\[)[^]]+", head) or [each.partition("@")[0] for each in re.split("[:,]", head) if each]


def _by_one_port(tier: TierSpec) -> bool:
    """Whether a tier is NFS of version 4, whose one port is known. What is mounted as `nfs` with options that name no version may fall back to version 3 (nfs(5)), which has several."""
    stated = tier.options is None or any(each.startswith(_NFS_4) for each in tier.options.split(","))
    return tier.kind == "nfs" and (stated or tier.filesystem != "nfs")
