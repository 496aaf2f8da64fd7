"""Facts of hosts for roles: of the system, by group those of its first host, by host the differences; of hardware, by group.

Preflight compares the variable `cluster_hardware` of `group_vars/<group>.yml` with the delivered hosts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from generator.plan.hosts.architecture import architecture_of
from generator.plan.hosts.balancers import BALANCER_PACKAGES
from generator.plan.hosts.caches import LUSTRE_UNITS, SERVICE
from generator.plan.hosts.ceph import ceph_clusters, ceph_packages
from generator.plan.hosts.certificates import CERTIFICATE, has_tls, host_certificate_facts
from generator.plan.hosts.configured import configured_hosts, system_of
from generator.plan.hosts.directory import CA_FILE, directory_of
from generator.plan.hosts.exports import Export, exports_of
from generator.plan.hosts.hardware import Hardware, hardware_of
from generator.plan.hosts.lustre import FileSystem, file_systems
from generator.plan.hosts.mounts import Mount, escaped, label_of
from generator.plan.hosts.nfs_pairs import Pair, pair_of
from generator.plan.hosts.pair_resources import pair_packages
from generator.plan.hosts.records import Family
from generator.plan.hosts.roce import gpu_of
from generator.plan.hosts.scale import scale_clusters
from generator.plan.hosts.setup import HostSetup, Setups
from generator.plan.hosts.software import host_packages, host_units, storage_packages
from generator.plan.hosts.users import accounts_of
from generator.plan.kubernetes.storage import volume_folders
from generator.plan.once import once
from generator.plan.operations.host_waves import host_waves
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.states import PLANNED
from generator.render.encode import plain
from generator.render.inventory_beegfs import beegfs_client_facts, beegfs_server_facts
from generator.render.inventory_s3 import s3_authority_facts, s3_bucket_facts

Facts = Mapping[str, Any]
_ARM = "arm64"
"""The architecture that an inventory states; without it, roles take amd64."""
_NOBODY = 65534
"""Whom a file server takes root of a client for (exports(5), anonuid)."""
_PORT = ("name", "fabric", "speed_gbps", "nic", "pci", "rdma")
_ACCOUNT = ("name", "uid", "who", "groups", "home", "sudo")
_SOLE: dict[Family, tuple[str, ...]] = {
    "ubuntu": ("/etc/netplan/*.yaml",),
    "debian": ("/etc/systemd/network/*.network", "/etc/systemd/network/*.netdev"),
    "redhat": ("/etc/NetworkManager/system-connections/*.nmconnection",),
}
"""netplan merges all of its files, and the others take the first that matches: what an installer left for DHCP would stay in effect beside ours."""


@once
def system_facts(plan: Plan) -> tuple[Mapping[str, Facts], Mapping[str, Facts]]:
    """Return the facts of each group of hosts, and those of each host in which it differs from its group."""
    setups, waves = Setups(plan), host_waves(plan)
    groups: dict[str, Facts] = {}
    hosts: dict[str, dict[str, Any]] = {}
    made: dict[int, Facts] = {}
    for host in configured_hosts(plan):
        setup = setups.of(host)
        if id(setup) not in made:
            made[id(setup)] = _facts(plan, setup, host)
        facts = made[id(setup)]
        hosts[host.name] = {"upgrade_wave": waves[host.name], **host_certificate_facts(plan, host)}
        hosts[host.name] |= beegfs_server_facts(plan, host)
        hosts[host.name] |= s3_bucket_facts(plan, host)
        if host.state == PLANNED:  # in no group with this fact
            hosts[host.name]["host_group"] = host.group
        if exports := tuple(exports_of(plan, host)):
            hosts[host.name] |= _served(plan, exports)
        if (directory := directory_of(plan, host)) and directory.homes:
            hosts[host.name]["directory_homes"] = True
        if pair := pair_of(plan, host):
            hosts[host.name]["storage_pair"] = _pair(plan, pair, host)
        for served in file_systems(plan).values():
            if host.name in served.nids:
                hosts[host.name]["storage_lustre"] = _targets(served, host)
        if store := _store(plan, host):
            hosts[host.name]["storage_ceph"] = store
        for cluster in scale_clusters(plan).values():
            if host.name == cluster.admin:
                hosts[host.name]["storage_scale_admin"] = True
        usual = groups.setdefault(host.group, facts)
        if facts is not usual:
            hosts[host.name] |= {key: value for key, value in facts.items() if usual[key] != value}
    return groups, hosts


def _served(plan: Plan, exports: Iterable[Export]) -> Facts:
    """Return the folders that a host exports, and those in them that a client's root cannot make."""
    paths = [export.path for export in exports]
    slurm, backups = plan.slurm, plan.site.backups
    wanted = [(slurm.state, slurm.state_uid)] if slurm is not None and slurm.state_uid else []
    wanted += [(backups.repository, _NOBODY)] if backups is not None else []
    wanted += [(folder, _NOBODY) for folder in volume_folders(plan)]
    mine = [(path, uid) for path, uid in wanted if any(PurePosixPath(path).is_relative_to(each) for each in paths)]
    # Folders on the way are root's: another owner could lead root elsewhere
    folders = {each: {"path": each, "uid": 0, "mode": "0755"} for path, _ in mine for each in _between(paths, path)}
    folders |= {path: {"path": path, "uid": uid, "mode": "0700"} for path, uid in mine}
    return {"storage_serves": paths, **({"storage_folders": [*folders.values()]} if folders else {})}


def _between(exports: Sequence[str], path: str) -> Iterator[str]:
    """Yield the folders between an export and a path, the outermost first."""
    for each in reversed(PurePosixPath(path).parents):
        if str(each) not in exports and any(each.is_relative_to(export) for export in exports):
            yield str(each)


def _pair(plan: Plan, pair: Pair, host: Host) -> Facts:
    """Return the tier that a host exports in turn with another one. BMCs may have certificates of the cluster's authority."""
    return {
        "tier": pair.tier,
        "mount": pair.mount,
        "device": pair.device,
        "filesystem": pair.filesystem,
        "first": host.name == pair.first,
        "packages": list(pair_packages(pair)),
        **({"verifies_bmcs": True} if pair.bmc_verify and has_tls(plan) else {}),
    }


def _targets(served: FileSystem, host: Host) -> Facts:
    """Return the targets that a host usually serves, in the order in which they are started; units of its partner's are placed and not started."""
    mine = [target for target in served.of(host.name) if target.usual == host.name]
    return {
        "fsname": served.fsname,
        "targets": [
            {"name": each.name, "kind": each.kind, "device": each.device, "unit": f"{escaped(each.place)}.mount"}
            for each in mine
        ],
    }


def _store(plan: Plan, host: Host) -> Facts:
    """Return the object store of which a host is a server; empty where it is none."""
    for cluster in ceph_clusters(plan).values():
        for mine in (each for each in cluster.hosts if each.name == host.name):
            certificate = {"certificate": CERTIFICATE} if cluster.tls and mine.gateway else {}
            balances = (
                {"balances": {"authority": cluster.authority, "reports": plan.site.monitoring.enabled}}
                if cluster.addresses and mine.gateway
                else {}
            )
            return {
                "tier": cluster.tier,
                "admin": cluster.admin,
                "monitors": [each.name for each in cluster.monitors],
                "gateway": mine.gateway,
                "reports": mine.monitor and plan.site.monitoring.enabled,
                "packages": [*ceph_packages(mine), *(BALANCER_PACKAGES if balances else ())],
                **certificate,
                **balances,
            }
    return {}


def _facts(plan: Plan, setup: HostSetup, host: Host) -> Facts:
    units, gpu = host_units(setup), gpu_of(plan, host)
    local = [mount for mount in setup.mounts if mount.what.startswith("/dev/")]
    packages, architecture = host_packages(setup), architecture_of(plan, host)
    of_gpu = {"gpu_packages": list(setup.packages), "gpu_units": list(units.drivers)}
    return {
        "host_group": host.group,
        "hosts_system": system_of(plan, host),
        **({"hosts_architecture": architecture} if architecture == _ARM else {}),
        "hosts_packages": list(packages) if gpu else sorted({*packages, *setup.packages}),
        "hosts_units_run": list(units.run),
        "hosts_units_stop": list(units.stop),
        "hosts_sole": list(_SOLE[setup.family]),
        **({"gpu_vendor": gpu.vendor_kind, **of_gpu} if gpu else {}),
        "storage_packages": list(storage_packages(setup)),
        "storage_units": list(units.mounts),
        "storage_local": [_local(each) for each in local],
        **({"storage_cache": SERVICE} if setup.cache else {}),
        **({"storage_lustre_cache": list(LUSTRE_UNITS)} if setup.lustre_cache else {}),
        **_scale(plan, host),
        **beegfs_client_facts(plan, host),
        **s3_authority_facts(plan, host),
        **_user_facts(plan, host),
        **_directory_facts(plan, host),
    }


def _local(mount: Mount) -> Facts:
    """Return a local tier: its mount, its device, and the encrypted device, if any."""
    facts: Facts = {"unit": f"{mount.unit}.mount", "device": mount.what, "filesystem": mount.filesystem}
    volume = mount.volume
    if volume is None:
        return facts
    of_volume = {fact: getattr(volume, fact) for fact in ("name", "uuid", "source", "unit", "key", "key_file")}
    return {**facts, "label": label_of(mount.tier), "volume": {"tier": volume.tier, **of_volume}}


def _scale(plan: Plan, host: Host) -> Facts:
    """Return the Storage Scale cluster that a host is a node of; empty where it is of none."""
    mine = next((each for each in scale_clusters(plan).values() if host.name in each.nodes), None)
    if mine is None:
        return {}
    caches = {"caches_by": mine.admin} if host.group in mine.cache_devices else {}
    return {"storage_scale": {"device": mine.device, "mount": mine.mount, "serves": host.group == mine.group, **caches}}


def _user_facts(plan: Plan, host: Host) -> Facts:
    """Return the accounts of a host, for the role `users`; empty where the spec names none. Keys and sudo are files of the host."""
    accounts = accounts_of(plan, host)
    facts = {
        "users_groups": [{"name": each.name, "gid": each.gid} for each in accounts.groups],
        "users_accounts": [{fact: getattr(each, fact) for fact in _ACCOUNT} for each in accounts.present],
        "users_makes_homes": accounts.makes_homes if accounts.present else None,
        "users_absent": list(accounts.absent),
    }
    return {key: value for key, value in facts.items() if value not in (None, [])}


def _directory_facts(plan: Plan, host: Host) -> Facts:
    """Return the facts of the site's directory for the role `directory`; empty where the site states none."""
    directory = directory_of(plan, host)
    if directory is None:
        return {}
    own = {"directory_ca_file": CA_FILE} if directory.ca_file == CA_FILE else {}
    return {"directory_packages": list(directory.packages), **own}


def hardware_facts(plan: Plan, group: str) -> Facts:
    """Return the facts of one group of hosts; empty where nothing is to be compared. What no document states has no key."""
    hardware = hardware_of(plan, group)
    return {"hardware": _hardware(hardware)} if hardware else {}


def _hardware(hardware: Hardware) -> Facts:
    gpu, cpu = hardware.gpu, hardware.cpu
    facts = {
        "model": hardware.model,
        "title": hardware.title,
        "gpus": {
            "count": hardware.gpu_count,
            **({"model": gpu.model, "title": gpu.title, "maker": gpu.vendor_kind} if gpu else {}),
        },
        "cpu": _stated(plain(cpu)) if cpu else None,
        "memory_gb": hardware.memory_gb,
        "drives": plain(hardware.drives),
        "ports": [_stated({name: getattr(port, name) for name in _PORT}) for port in hardware.ports],
        "assumed": list(hardware.assumed),
    }
    return _stated(facts)


def _stated(facts: Facts) -> Facts:
    return {name: fact for name, fact in facts.items() if fact is not None}
