"""Storage tiers as classes of volumes, if there is a driver and its values are known."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.catalog.chart import VolumeDriver, driver_of, volume_drivers
from generator.plan.clients import is_client
from generator.plan.hosts.beegfs import beegfs_systems
from generator.plan.hosts.exports import servers_of
from generator.plan.hosts.mounts import mounts_of, source_of
from generator.plan.hosts.names import Names
from generator.plan.hosts.scale import scale_clusters
from generator.plan.kubernetes.workers import kubernetes_hosts, worker_groups
from generator.plan.plan import Plan
from generator.plan.records import Tier
from generator.spec.storage import TierSpec, VolumesSpec

NFS_DRIVER = "nfs.csi.k8s.io"
"""csi-driver-nfs of kubernetes-csi."""
_FOLDER = ".volumes"
"""Where volumes are below a mount point: no account and no tenant has this name."""
_OPEN = (("mountPermissions", "0777"),)
"""The driver's root is nobody on our exports, so it cannot give a volume to the pod's user."""
MANAGEMENT, FILE_SYSTEM = "sysMgmtdHost", "volBackendFs"
"""Of BeeGFS: the address of the management service. Of Storage Scale: the name of the file system."""


class VolumeClass(Struct, frozen=True, kw_only=True):
    """A storage class: its provisioner and parameters. `late`: a volume is bound when its pod has a host."""

    name: str
    provisioner: str
    parameters: tuple[tuple[str, str], ...] = ()
    options: tuple[str, ...] = ()
    late: bool = False
    keeps: bool = False


def volume_classes(plan: Plan) -> Iterator[VolumeClass]:
    """Yield the class of every tier that hosts of Kubernetes mount and a driver is known for.

    NFS: the driver of kubernetes-csi (csi-driver-nfs, `nfs.csi.k8s.io`) makes a folder a volume in what hosts mount; where hosts of the cluster export it, in
    a folder of nobody's, which only root of clients enters. Drives of hosts: volumes that an administrator creates on them. Drivers of parallel file systems need names, and the name of a secret: the spec's `volumes`.
    """
    for tier in plan.tiers:
        clients = [host for host in kubernetes_hosts(plan) if is_client(tier, host)]
        spec, driver = _driver(plan, tier)
        if not clients:
            continue
        if tier.kind == "local-nvme":
            yield VolumeClass(name=tier.name, provisioner="kubernetes.io/no-provisioner", late=True)
        elif tier.kind == "parallel" and spec.volumes and driver and driver.makes:
            named = {**parameters_served(plan, tier.name), **spec.volumes.parameters}
            if named.keys() >= {*driver.parameters}:  # else the host that serves the tier first is not installed
                given = (*sorted(named.items()), *_secret(spec.volumes, driver))
                yield VolumeClass(name=tier.name, provisioner=driver.driver, parameters=given, keeps=True)
        elif tier.kind == "nfs":
            mounts = mounts_of(plan, Names(plan), clients[0])
            mount = next((each for each in mounts if each.tier == tier.name and ":/" in each.what), None)
            if mount:
                server, _, share = mount.what.rpartition(":/")
                ours = servers_of(plan, tier)
                where = f"{tier.mount}/{_FOLDER}" if ours else f"/{share}"
                yield VolumeClass(
                    name=tier.name,
                    provisioner=NFS_DRIVER,
                    parameters=(("server", server.strip("[]")), ("share", where), *(_OPEN if ours else ())),
                    options=tuple(mount.options.split(",")),
                    keeps=True,
                )


def volume_folders(plan: Plan) -> list[str]:
    """Return the folders on exporting hosts in which the driver makes volumes."""
    made = volume_classes(plan) if plan.site.kubernetes else ()
    classes = {each.name for each in made if each.provisioner == NFS_DRIVER}
    return [f"{tier.mount}/{_FOLDER}" for tier in plan.tiers if tier.name in classes and servers_of(plan, tier)]


def tier_drivers() -> list[str]:
    """Return the names of all drivers by which pods get volumes of tiers."""
    return [NFS_DRIVER, *(each.driver for each in volume_drivers())]


def whole_volumes(plan: Plan) -> Iterator[tuple[str, str, VolumeDriver]]:
    """Yield tiers whose driver makes no volumes, with the file system that it mounts: a volume is bound to one claim, so each workspace has one."""
    for tier in plan.tiers:
        spec, driver = _driver(plan, tier)
        source = source_of(plan, tier) if tier.kind == "parallel" else ""
        reached = any(group.name not in tier.apart for group in worker_groups(plan))
        if spec.volumes and source and driver and not driver.makes and reached:
            yield tier.name, source, driver


def apart_workers(plan: Plan, name: str) -> tuple[str, ...]:
    """Return the groups of workers whose pods cannot have volumes of a tier, as no port leads to it."""
    tier = next(each for each in plan.tiers if each.name == name)
    return tuple(group.name for group in worker_groups(plan) if group.name in tier.apart)


def _driver(plan: Plan, tier: Tier) -> tuple[TierSpec, VolumeDriver | None]:
    """Return the driver of a tier's product, with the stated values."""
    spec = plan.site.storage[tier.name]
    return spec, driver_of(spec.product)


def _secret(volumes: VolumesSpec, driver: VolumeDriver) -> Iterator[tuple[str, str]]:
    """Yield the secret's name and place for each of its uses."""
    if volumes.secret and volumes.secret_namespace:
        for use in driver.secret_uses:
            yield f"csi.storage.k8s.io/{use}-secret-name", volumes.secret
            yield f"csi.storage.k8s.io/{use}-secret-namespace", volumes.secret_namespace


def keys_served(spec: TierSpec) -> tuple[str, ...]:
    """Return the parameters that need not be stated, by the keys of a tier."""
    return (*([MANAGEMENT] if spec.beegfs else []), *([FILE_SYSTEM] if spec.scale else []))


def parameters_served(plan: Plan, name: str) -> Mapping[str, str]:
    """Return the parameters that follow from the hosts that serve a tier; empty where none of ours do, or not yet."""
    system, cluster = beegfs_systems(plan).get(name), scale_clusters(plan).get(name)
    return {
        **({MANAGEMENT: system.address} if system else {}),
        **({FILE_SYSTEM: cluster.device} if cluster else {}),
    }
