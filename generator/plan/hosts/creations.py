"""Storage that a run of the playbooks creates only on request: what is missing on the first day, and the options that create it."""

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from generator.catalog.model import Host as HostModel
from generator.plan.clients import is_client
from generator.plan.counts import counted
from generator.plan.hosts.beegfs import beegfs_systems
from generator.plan.hosts.ceph import ceph_clusters
from generator.plan.hosts.lustre import FileSystem, file_systems
from generator.plan.hosts.nfs_pairs import pairs
from generator.plan.hosts.scale import scale_clusters
from generator.plan.plan import Plan
from generator.plan.records import Tier
from generator.plan.states import INSTALLED

_SERVERS = "role_storage"
"""The group of hosts in the inventory that serve tiers."""
_DEVICE, _SLOT = "/dev/disk/by-id/...", "/dev/disk/by-path/..."


class Creation(Struct, frozen=True, kw_only=True):
    """The creation of a tier. `limit`: the hosts of the run for Ansible's `--limit`, empty for all; `options`: those that request it."""

    tier: str
    what: str
    limit: str
    options: str


def creations(plan: Plan) -> Iterator[Creation]:
    """Yield them by tier; hosts that serve Lustre, NFS as a pair, Ceph, BeeGFS or Storage Scale are ours, and each host has its local drives."""
    for tier in plan.tiers:
        name = tier.name
        if name in file_systems(plan):
            yield _lustre(file_systems(plan)[name])
        elif name in pairs(plan):
            yield _served(name, "the file system of an NFS pair", f"-e storage_format_nfs={name}")
        elif name in ceph_clusters(plan):
            yield _served(name, "a Ceph cluster", f"-e storage_create_ceph={name}")
        elif name in beegfs_systems(plan):
            yield _served(name, "services of BeeGFS on folders that you mount", f"-e storage_create_beegfs={name}")
        elif name in scale_clusters(plan):
            device = scale_clusters(plan)[name].device
            options = f"-e storage_create_scale={device} -e storage_scale_license=true"
            what = "a Storage Scale file system; you accept IBM's license"
            yield Creation(tier=name, what=what, limit="", options=options)
        elif tier.kind == "local-nvme":
            yield from _local(plan, tier)


def _served(tier: str, what: str, options: str) -> Creation:
    return Creation(tier=tier, what=what, limit=_SERVERS, options=options)


def _lustre(served: FileSystem) -> Creation:
    """Return the formatting of the targets: the devices of those for which the spec has none are named in the run."""
    options = f"-e storage_format_lustre={served.fsname}"
    unnamed = [each.name for each in served.targets if not each.device]
    if not unnamed:
        return _served(served.tier, "Lustre targets", options)
    what = f"Lustre targets, {len(unnamed):,} of them with a device that you name"
    return _served(served.tier, what, f'{options} -e \'{{"storage_lustre_devices": {{"{unnamed[0]}": "{_DEVICE}"}}}}\'')


def _local(plan: Plan, tier: Tier) -> Iterator[Creation]:
    """Yield the file systems on drives of each group whose model has any. Slots have the same names on hosts of one model, so that one run does for a group."""
    found = Counter(
        host.group
        for host in plan.hosts
        if host.state == INSTALLED and is_client(tier, host) and plan.hardware.get(HostModel, host.model).local_nvme
    )
    for group, count in found.items():
        kind = "encrypted local drives" if plan.site.storage[tier.name].encryption else "local drives"
        what = f"{kind} of {counted(count, 'host')}, which you name by their slots"
        options = f'-e storage_make_local=true -e \'{{"storage_local_disks": ["{_SLOT}"]}}\''
        yield Creation(tier=tier.name, what=what, limit=group, options=options)
