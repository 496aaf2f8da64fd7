"""Services outside of the cluster that the spec names for hosts: who uses each, by which services, and where it is stated."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from msgspec import Struct

from generator.model.cluster import Cluster
from generator.plan.access.services import https_at
from generator.plan.addressing.segments import INBAND
from generator.plan.clients import client_roles
from generator.plan.tiers import plan_tiers
from generator.source.span import Loc
from generator.spec.backups import kind_of
from generator.spec.backups import server_of as backup_server
from generator.spec.directory import server_of
from generator.spec.mirrors import MirrorSpec
from generator.spec.monitoring import MonitoringSpec
from generator.spec.oidc import issuer_of
from generator.spec.s3 import endpoint_of
from generator.spec.slurm import InfluxSpec, SlurmSpec

_NAMES, _TIME = ("dns", "dns-tcp"), ("ntp",)
_CONTROL = f"{INBAND}/control"
_BOTH = (INBAND, "management")
_PORTS = {"http": 80, "https": 443}
_LDAP = {389: "ldap", 636: "ldaps"}
_SQL = "tcp/3306"
"""MySQL and MariaDB; slurmdbd.conf states no other port (StoragePort's default)."""
_SLACK, _PAGERDUTY = "hooks.slack.com", "events.pagerduty.com"
"""Hosts of Slack's incoming webhooks and of PagerDuty's events (their own documentation; Alertmanager's `pagerduty_url`)."""


class Asked(Struct, frozen=True, kw_only=True):
    """A service: `host` is a name or an address, `sources` are the parties that use it, and `loc` is the key that states it."""

    host: str
    services: tuple[str, ...]
    sources: tuple[str, ...]
    loc: Loc

    @property
    def why(self) -> str:
        """The key as people write it, without places in lists."""
        return ".".join(part for part in self.loc if isinstance(part, str))


def asked_outside(cluster: Cluster) -> Iterator[Asked]:
    """Yield every service that hosts use; those on hosts of the cluster are among them. Logs of hosts go to control hosts only, those of switches are not theirs."""
    spec = cluster.spec
    services = spec.services
    for index, address in enumerate(services.dns):
        yield Asked(host=str(address), services=_NAMES, sources=_BOTH, loc=("services", "dns", index))
    for index, source in enumerate(services.ntp):
        yield Asked(host=source, services=_TIME, sources=_BOTH, loc=("services", "ntp", index))
    for index, uri in enumerate(services.directory.uris if services.directory else ()):
        _, host, port = server_of(uri)
        ldap = (_LDAP.get(port, f"tcp/{port}"),)
        yield Asked(host=host, services=ldap, sources=(INBAND,), loc=("services", "directory", "uris", index))
    yield from _mirrors(services.mirror)
    if spec.scheduler.kubernetes and spec.scheduler.kubernetes.oidc:
        host, port = issuer_of(spec.scheduler.kubernetes.oidc.issuer)
        yield _of_control(host, port, ("scheduler", "kubernetes", "oidc", "issuer"))
    if spec.scheduler.slurm:
        yield from _slurm(spec.scheduler.slurm)
    yield from _tiers(cluster)
    if spec.backups and (host := backup_server(spec.backups.repository)):
        loc: Loc = ("backups", "repository")
        if kind_of(spec.backups.repository) == "sftp":
            yield Asked(host=host, services=("ssh",), sources=(_CONTROL,), loc=loc)
        else:
            yield _of_url(spec.backups.repository.partition(":")[2], loc)
    if spec.monitoring.enabled:
        yield from _monitoring(spec.monitoring)


def _mirrors(mirror: MirrorSpec) -> Iterator[Asked]:
    for key in type(mirror).model_fields:
        if url := getattr(mirror, key):
            yield _of_url(url, ("services", "mirror", key), INBAND)


def _slurm(spec: SlurmSpec) -> Iterator[Asked]:
    """Yield the database of slurmdbd, the store of jobs' time series, the repository of the packages, and an endpoint of the provider of burst hosts."""
    place: Loc = ("scheduler", "slurm")
    if spec.accounting and spec.database:
        yield Asked(host=spec.database, services=(_SQL,), sources=(_CONTROL,), loc=(*place, "database"))
    if (store := spec.gather and spec.gather.influxdb) and isinstance(store, InfluxSpec):
        service = (f"tcp/{store.port}",)
        loc = (*place, "gather", "influxdb", "server")
        yield Asked(host=store.server, services=service, sources=(f"{INBAND}/compute", _CONTROL), loc=loc)
    if spec.packages:
        yield _of_url(spec.packages.repository, (*place, "packages", "repository"), INBAND)
    if spec.burst and spec.burst.cloud and spec.burst.cloud.endpoint:
        yield _of_url(spec.burst.cloud.endpoint, (*place, "burst", "cloud", "endpoint"))


def _tiers(cluster: Cluster) -> Iterator[Asked]:
    """Yield object stores of the site, and servers of NFS that the spec names as the source of a tier."""
    for tier in plan_tiers(cluster):
        spec = cluster.spec.storage[tier.name]
        roles = tuple(f"{INBAND}/{role}" for role in client_roles(cluster.groups, tier))
        for index, url in enumerate(spec.s3.endpoints if spec.s3 else ()):
            host, port = endpoint_of(url)
            sources = tuple(sorted({*roles, _CONTROL}))
            loc = ("storage", tier.name, "s3", "endpoints", index)
            yield Asked(host=host, services=(https_at(port),), sources=sources, loc=loc)
        if spec.kind == "nfs" and spec.source:
            server = spec.source.partition(":/")[0].strip("[]")
            yield Asked(host=server, services=("nfs",), sources=roles, loc=("storage", tier.name, "source"))


def _monitoring(spec: MonitoringSpec) -> Iterator[Asked]:
    """Yield the receivers of alerts and of series."""
    receivers = spec.receivers
    place: Loc = ("monitoring", "receivers")
    if spec.remote_write:
        yield _of_url(spec.remote_write.url, ("monitoring", "remote_write", "url"))
    if receivers.webhook:
        yield _of_url(receivers.webhook, (*place, "webhook"))
    if receivers.email:
        host, _, port = receivers.email.relay.partition(":")
        yield Asked(host=host, services=(f"tcp/{port}",), sources=(_CONTROL,), loc=(*place, "email", "relay"))
    if receivers.slack:
        yield _of_control(_SLACK, _PORTS["https"], (*place, "slack"))
    if receivers.pagerduty:
        yield _of_control(_PAGERDUTY, _PORTS["https"], (*place, "pagerduty"))
    if receivers.watchdog:
        yield _of_url(receivers.watchdog.url, (*place, "watchdog", "url"))


def _of_url(url: str, loc: Loc, source: str = _CONTROL) -> Asked:
    parts = urlsplit(url)
    port = parts.port or _PORTS[parts.scheme]
    service = "http" if port == _PORTS["http"] else https_at(port)
    return Asked(host=parts.hostname or url, services=(service,), sources=(source,), loc=loc)


def _of_control(host: str, port: int, loc: Loc) -> Asked:
    return Asked(host=host, services=(https_at(port),), sources=(_CONTROL,), loc=loc)
