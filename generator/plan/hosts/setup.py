"""Settings of a host's system except its network, in one record: equal hosts have equal records."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct, field

from generator.plan.access.firewall import forwarding
from generator.plan.hosts.audit import Audit, audit_of
from generator.plan.hosts.caches import LUSTRE_UNITS, SERVICE, Cache, LustreCache, cache_of, lustre_cache_of
from generator.plan.hosts.clock import Clock, clock_of
from generator.plan.hosts.configured import system_of
from generator.plan.hosts.encryption import Volume, volume_packages
from generator.plan.hosts.logs import LogTls, collects_logs, listens_plainly, log_tls
from generator.plan.hosts.mounts import TLS, Mount, mounts_of
from generator.plan.hosts.names import KNOW_ALL, Names
from generator.plan.hosts.nccl import nccl_settings, settings_file
from generator.plan.hosts.records import Family, Name
from generator.plan.hosts.roce import RocePort, disables_acs, rdma_names, roce_ports
from generator.plan.hosts.tuning import (
    driver_packages,
    has_nvidia_gpus,
    kernel_arguments,
    module_lines,
    runs_fabric_manager,
    sysctls,
)
from generator.plan.plan import Plan
from generator.plan.records import Host

_NETWORKD = tuple(f"enable systemd-{name}.service" for name in ("networkd", "networkd-wait-online", "resolved"))
"""netplan writes for systemd-networkd, too; the resolvers of its files are read by systemd-resolved alone (systemd.network(5), `DNS=`)."""
_UNITS: dict[Family, tuple[str, ...]] = {
    "ubuntu": ("disable ufw.service", *_NETWORKD),
    "debian": ("disable ufw.service", "disable networking.service", *_NETWORKD),
    "redhat": ("disable firewalld.service", "enable NetworkManager.service"),
}
"""The units that run a host's network, and those that conflict with it or would drop packets that the firewall accepts."""


class HostSetup(Struct, frozen=True, kw_only=True):
    """The settings of a host. `family` determines the paths of its files and the service of its network."""

    family: Family
    roce: tuple[RocePort, ...]
    rdma: bool
    """Whether it has a port for RDMA: its programs then lock memory."""
    rdma_names: tuple[tuple[str, str], ...]
    """PCI address and name of its RDMA devices, where documents give both: rendered files use these names."""
    kernel_names: bool
    """Whether some have a documented name and no address: the documented name is the kernel's, so nothing may rename it."""
    acs_off: bool
    nccl: Mapping[str, str]
    nccl_file: str
    """Path, below the root, of the file with them: NCCL and RCCL read different ones."""
    sysctl: Mapping[str, str]
    tunnel: bool
    """Whether it is the gateway of burst hosts, which passes packets on."""
    boot: tuple[str, ...]
    modules: tuple[str, ...]
    persistence: bool
    fabric_manager: bool
    packages: tuple[str, ...]
    """Packages for its hardware, in addition to those of its programs."""
    mounts: tuple[Mount, ...]
    cache: Cache | None
    """What of its mounts of NFS its local drives cache."""
    lustre_cache: LustreCache | None
    """And of those of Lustre."""
    volume_packages: tuple[str, ...]
    """Packages to open encrypted drives."""
    clock: Clock | None
    collects_logs: bool
    """Whether it takes logs in: those of switches and BMCs, and over TLS those of hosts."""
    collects_plainly: bool
    """Whether it takes them in plain text, too."""
    log_tls: LogTls | None
    """How it sends its journal over TLS, and takes logs in."""
    audit: Audit | None
    """What its kernel records."""
    known: tuple[Name, ...]
    """Whom its file of names lists beside itself."""
    knows_all: bool

    @property
    def debian(self) -> bool:
        """Whether its files have the places of Debian and Ubuntu, else those of Red Hat's family."""
        return self.family != "redhat"

    @property
    def volumes(self) -> tuple[Volume, ...]:
        """The encrypted volumes that it mounts."""
        return volumes_of(self.mounts)

    @property
    def tls(self) -> bool:
        """Whether it mounts NFS over TLS, whose handshakes tlshd makes for the kernel (nfs(5), `xprtsec`)."""
        return any(option in TLS for mount in self.mounts for option in mount.options.split(","))

    def presets(self) -> Iterator[str]:
        """Yield the lines of its systemd preset: what runs, and what must not."""
        yield "enable clustergen-firewall.service"
        yield "disable nftables.service"
        yield "enable lldpd.service"
        yield from _UNITS[self.family]
        if self.roce:
            yield f"enable clustergen-roce@.service {' '.join(port.interface for port in self.roce)}"
            yield "disable lldpad.service"
            yield "disable lldpad.socket"
        if self.acs_off:
            yield "enable clustergen-acs.service"
        if self.persistence:
            yield "enable nvidia-persistenced.service"
        if self.fabric_manager:
            yield "enable nvidia-fabricmanager.service"
        if self.clock:
            yield f"enable {'chrony' if self.debian else 'chronyd'}.service"
        if self.collects_logs or self.log_tls:
            yield "enable rsyslog.service"
        if self.audit:
            yield "enable auditd.service"
        if self.tls:
            yield "enable tlshd.service"
        if self.cache:
            yield f"enable {SERVICE}"
            yield "disable cachefilesd.service"
        if self.lustre_cache:
            yield from (f"enable {unit}" for unit in LUSTRE_UNITS)
        yield from (f"enable {mount.unit}.mount" for mount in self.mounts)


class Setups(Struct, dict=True):
    """The setups of a plan's hosts, each made once for all hosts that are alike."""

    plan: Plan
    _made: dict[object, HostSetup] = field(default_factory=dict)

    @cached_property
    def names(self) -> Names:
        """The names for hosts."""
        return Names(self.plan)

    def of(self, host: Host) -> HostSetup:
        """Return the setup of a host. Hosts of a group differ only by their cabling; control and login hosts also by their names of others."""
        ports = tuple((each.name, each.kind, each.rdma) for each in self.plan.interfaces_of[host.name])
        key = (host.group, ports, host.name if host.role in KNOW_ALL else "", bool(host.inband), bool(host.management))
        if key not in self._made:
            self._made[key] = self._make(host)
        return self._made[key]

    def _make(self, host: Host) -> HostSetup:
        plan = self.plan
        named = rdma_names(plan, host)
        mounts = tuple(mounts_of(plan, self.names, host))
        servers = {mount.server for mount in mounts if mount.server and mount.server.address}
        own = {name.names[0] for name in self.names.own(host)}
        known = [name for name in self.names.known(host.role) if name.names[0] not in own]
        system = system_of(plan, host)
        family = family_of(system)
        logs = log_tls(plan, host, ubuntu=family == "ubuntu")
        return HostSetup(
            family=family,
            roce=tuple(roce_ports(plan, host)),
            rdma=any(each.kind == "infiniband" or each.fabric in plan.roce for each in plan.interfaces_of[host.name]),
            rdma_names=named,
            kernel_names=not {each.rdma for each in plan.interfaces_of[host.name]} <= {"", *dict(named).values()},
            acs_off=disables_acs(plan, host),
            nccl=nccl_settings(plan, host),
            nccl_file=settings_file(plan, host),
            sysctl=dict(sysctls(plan, host)),
            tunnel=bool(forwarding(plan, host).tunnel),
            boot=kernel_arguments(plan, host),
            modules=tuple(module_lines(plan, host)),
            persistence=has_nvidia_gpus(plan, host),
            fabric_manager=runs_fabric_manager(plan, host),
            packages=tuple(driver_packages(plan, host)),
            mounts=mounts,
            cache=cache_of(plan, host),
            lustre_cache=lustre_cache_of(plan, host),
            volume_packages=volume_packages(volumes_of(mounts), family, system),
            clock=clock_of(plan, self.names, host),
            collects_logs=collects_logs(plan, host),
            collects_plainly=collects_logs(plan, host) and listens_plainly(plan),
            log_tls=logs,
            audit=audit_of(plan, host, volumes_of(mounts), sends=bool(logs and logs.targets)),
            known=(*known, *sorted(servers - set(known), key=lambda name: name.names)),
            knows_all=host.role in KNOW_ALL,
        )


def volumes_of(mounts: Iterable[Mount]) -> tuple[Volume, ...]:
    """Return the encrypted volumes that mounts are on."""
    return tuple(each.volume for each in mounts if each.volume)


def family_of(system: str) -> Family:
    """Return the family of `ubuntu-24.04`."""
    name = system.partition("-")[0]
    return "ubuntu" if name == "ubuntu" else "debian" if name == "debian" else "redhat"
