"""Object stores that hosts of ours serve with Ceph: monitors, drives, gateways and pools, with identities that follow from names.

The identity of the cluster follows from its name and domain, that of an OSD from the host and the path of the drive: a host that arrives changes none, and
a run that was cut short finds what it had begun.
"""

from collections.abc import Iterator, Mapping
from ipaddress import ip_address, ip_network
from uuid import NAMESPACE_DNS, UUID, uuid5

from msgspec import Struct

from generator.plan.hosts.certificates import AUTHORITY, CERTIFICATE, KEY, has_tls
from generator.plan.hosts.configured import serving_hosts
from generator.plan.hosts.gateways import S3, is_gateway
from generator.plan.hosts.lustre import ports_of
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Host, Tier
from generator.spec.ceph import COPIES, CephSpec

_HTTP, _HTTPS = 80, 443
_REPLICATED = (
    ".rgw.root",
    "{0}.rgw.control",
    "{0}.rgw.meta",
    "{0}.rgw.log",
    "{0}.rgw.buckets.index",
    "{0}.rgw.buckets.non-ec",
)
"""Pools of a gateway's zone that cannot be erasure-coded, or gain nothing by it (Ceph documentation, Object Gateway, Pool Placement); the data pool follows."""


class Drive(Struct, frozen=True, kw_only=True):
    """A drive that is an OSD: its identity, and its path."""

    identity: str
    device: str


class CephHost(Struct, frozen=True, kw_only=True):
    """A host that serves: its address by which clients and daemons reach it, its rack, what runs there, and its drives."""

    name: str
    address: str
    rack: str
    monitor: bool
    gateway: bool
    endpoint: str
    """The address of its gateway as clients write it; empty without one."""
    frontend: str
    """Where its gateway listens (Ceph documentation, HTTP Frontends, Beast)."""
    drives: tuple[Drive, ...]


class CephCluster(Struct, frozen=True, kw_only=True):
    """A tier as a Ceph cluster. `data` and `parity` are 1 and 2 for three copies."""

    tier: str
    group: str
    identity: str
    public: str
    private: str
    """The prefix of the second port of each host, for copies among drives; empty where hosts have one port."""
    hosts: tuple[CephHost, ...]
    across: str
    data: int
    parity: int
    port: int
    tls: bool
    buckets: Mapping[str, str]
    expire_days: Mapping[str, int]
    shared: str
    """The name of all gateways in the zones of the tree."""
    system: str
    addresses: tuple[str, ...] = ()
    """Those that this name has, if they move between the gateways; else it has the gateways' own."""
    metrics: bool = False
    """Whether its managers answer Prometheus."""

    @property
    def admin(self) -> str:
        """The host with the administrator's key."""
        return self.hosts[0].name

    @property
    def monitors(self) -> tuple[CephHost, ...]:
        """The hosts with a monitor."""
        return tuple(host for host in self.hosts if host.monitor)

    @property
    def gateways(self) -> tuple[CephHost, ...]:
        """The hosts with a gateway."""
        return tuple(host for host in self.hosts if host.gateway)

    @property
    def copies(self) -> int:
        """Copies of what is not erasure-coded: as many losses are survived, and of small protection three where the parts are on so many hosts."""
        return max(self.parity + 1, min(COPIES, self.data + self.parity)) if self.data > 1 else self.parity + 1

    @property
    def least(self) -> int:
        """Copies without which nothing is read and written (`min_size`): with one alone, its loss would lose what was written last."""
        return min(2, self.copies)

    @property
    def least_parts(self) -> int:
        """Parts without which nothing is read and written (Ceph documentation, Erasure code: K+1 is recommended, to prevent the loss of writes)."""
        return self.data + min(1, self.parity)

    @property
    def replicated(self) -> tuple[str, ...]:
        """The pools with copies; that of the data among them, unless it is erasure-coded."""
        data = () if self.data > 1 else (self.data_pool,)
        return tuple(each.format(self.tier) for each in _REPLICATED) + data

    @property
    def data_pool(self) -> str:
        """The pool of the objects."""
        return f"{self.tier}.rgw.buckets.data"

    @property
    def owners(self) -> tuple[str, ...]:
        """Who owns buckets, sorted."""
        return tuple(sorted(set(self.buckets.values())))

    @property
    def authority(self) -> str:
        """Whom clients of the gateways believe; empty without TLS."""
        return AUTHORITY if self.tls else ""


def ceph_packages(host: CephHost) -> tuple[str, ...]:
    """Return the packages that a host needs, as Debian and Ubuntu have them."""
    wanted = (
        ("ceph-base", True),
        ("ceph-common", True),
        ("ceph-mgr", host.monitor),
        ("ceph-mon", host.monitor),
        ("ceph-osd", True),
        ("radosgw", host.gateway),
    )
    return tuple(name for name, needed in wanted if needed)


@once
def ceph_clusters(plan: Plan) -> Mapping[str, CephCluster]:
    """Return the Ceph clusters that hosts of ours serve, by their tiers."""
    return {tier.name: _cluster(plan, tier, spec) for tier in plan.tiers if (spec := plan.site.storage[tier.name].ceph) and not ceph_lacking(plan, tier)}  # fmt: skip


def ceph_lacking(plan: Plan, tier: Tier) -> str:
    """Return why hosts cannot serve a tier yet; empty where they can."""
    hosts = serving_hosts(plan, tier)
    if not hosts or hosts[0].ordinal:
        return f"the first host of {tier.group} is not installed, and the first monitor is there"
    without = next((host.name for host in hosts if not [*ports_of(plan, tier, host)]), None)
    return f"{without} has no IP address on the {tier.fabric} fabric; state `ipoib`" if without else ""


def _cluster(plan: Plan, tier: Tier, spec: CephSpec) -> CephCluster:
    hosts = serving_hosts(plan, tier)
    identity = UUID(spec.fsid) if spec.fsid else uuid5(NAMESPACE_DNS, f"{tier.name}.{plan.name}.{plan.domain}")
    protection = plan.site.storage[tier.name].protection
    public, private = _networks(plan, tier, hosts[0])
    return CephCluster(
        tier=tier.name,
        group=tier.group,
        identity=str(identity),
        public=public,
        private=private,
        hosts=tuple(_host(plan, tier, spec, identity, host) for host in hosts),
        across=spec.across,
        data=protection.data if protection else 1,
        parity=protection.parity if protection else COPIES - 1,
        port=spec.port,
        tls=has_tls(plan),
        buckets=dict(sorted(spec.buckets.items())),
        expire_days=dict(sorted(spec.expire_days.items())),
        shared=f"{S3}{tier.name}.{plan.domain}",
        system=plan.groups[tier.group].os,
        addresses=tuple(map(str, spec.addresses)),
        metrics=plan.site.monitoring.enabled and "ceph" in plan.site.monitoring.exporters,
    )


def _host(plan: Plan, tier: Tier, spec: CephSpec, identity: UUID, host: Host) -> CephHost:
    address, gateway, tls = (
        next(address for _, address in ports_of(plan, tier, host)),
        is_gateway(spec, host),
        has_tls(plan),
    )
    usual = spec.port == (_HTTPS if tls else _HTTP)
    keys = f" ssl_certificate={CERTIFICATE} ssl_private_key={KEY}" if tls else ""
    return CephHost(
        name=host.name,
        address=address,
        rack=host.rack,
        monitor=host.ordinal < spec.monitors,
        gateway=gateway,
        endpoint=f"{'https' if tls else 'http'}://{address}{'' if usual else f':{spec.port}'}" if gateway else "",
        frontend=f"beast {'ssl_endpoint' if tls else 'endpoint'}={address}:{spec.port}{keys}" if gateway else "",
        drives=tuple(
            Drive(identity=str(uuid5(identity, f"{host.name}:{device}")), device=device) for device in spec.devices
        ),
    )


def _networks(plan: Plan, tier: Tier, host: Host) -> tuple[str, str]:
    """Return the prefixes of the first and second port of every host: the widest ones that keep both ports apart."""
    ports = [address for _, address in ports_of(plan, tier, host)]
    widths = sorted(
        {each.prefix for each in plan.prefixes if each.fabric == tier.fabric},
        key=lambda text: (ip_network(text).prefixlen, text),
    )
    public = next(_holding(widths, ports[0], ports[1:2]))
    return public, next(_holding(widths, ports[1], ports[:1])) if len(ports) > 1 else ""


def _holding(prefixes: list[str], address: str, others: list[str]) -> Iterator[str]:
    """Yield the prefixes that hold an address and no other one; at last those that hold it."""
    holding = [each for each in prefixes if ip_address(address) in ip_network(each)]
    yield from (each for each in holding if not any(ip_address(other) in ip_network(each) for other in others))
    yield from holding
