"""Storage tiers as classes of volumes, where a driver takes what the plan or the spec knows of them."""

from collections.abc import Iterator

from msgspec import Struct

from generator.catalog.chart import VolumeDriver, driver_of
from generator.plan.hosts.mounts import mounts_of
from generator.plan.hosts.names import Names
from generator.plan.kubernetes.workers import kubernetes_hosts
from generator.plan.plan import Plan
from generator.spec.storage import VolumesSpec


class VolumeClass(Struct, frozen=True, kw_only=True):
    """A class: who provides volumes of it, with what. `late`: a volume is chosen when its pod has a host."""

    name: str
    provisioner: str
    parameters: tuple[tuple[str, str], ...] = ()
    options: tuple[str, ...] = ()
    late: bool = False
    keeps: bool = False


class WholeVolume(Struct, frozen=True, kw_only=True):
    """A file system as one volume, for the claim of its tier's name in one namespace."""

    tier: str
    namespace: str
    driver: str
    handle: str
    filesystem: str


def volume_classes(plan: Plan) -> Iterator[VolumeClass]:
    """Yield the class of every tier that hosts of Kubernetes mount and a driver is known for.

    NFS: the driver of kubernetes-csi (csi-driver-nfs, `nfs.csi.k8s.io`) makes a folder a volume in what hosts mount. Drives of hosts: volumes
    that somebody lays out on them. Drivers of parallel file systems want names, and the name of a secret: the spec's `volumes`.
    """
    names, clients = Names(plan), kubernetes_hosts(plan)
    for tier in plan.tiers:
        if not tier.mount or not any(host.role in tier.clients for host in clients):
            continue
        if tier.kind == "local-nvme":
            yield VolumeClass(name=tier.name, provisioner="kubernetes.io/no-provisioner", late=True)
        elif tier.kind == "parallel":
            spec = plan.site.storage[tier.name]
            driver = driver_of(spec.product)
            if spec.volumes and driver and driver.makes:
                given = (*sorted(spec.volumes.parameters.items()), *_secret(spec.volumes, driver))
                yield VolumeClass(name=tier.name, provisioner=driver.driver, parameters=given, keeps=True)
        elif tier.kind == "nfs":
            host = next(host for host in clients if host.role in tier.clients)
            mount = next((each for each in mounts_of(plan, names, host) if each.tier == tier.name), None)
            if mount and ":/" in mount.what:
                server, _, share = mount.what.rpartition(":/")
                yield VolumeClass(
                    name=tier.name,
                    provisioner="nfs.csi.k8s.io",
                    parameters=(("server", server.strip("[]")), ("share", f"/{share}")),
                    options=tuple(mount.options.split(",")),
                    keeps=True,
                )


def whole_volumes(plan: Plan) -> Iterator[WholeVolume]:
    """Yield the volumes of tiers whose driver makes none: a volume is bound to one claim, so each workspace has one."""
    for tier in plan.tiers:
        spec = plan.site.storage[tier.name]
        driver = driver_of(spec.product)
        if tier.kind != "parallel" or spec.volumes is None or driver is None or driver.makes or not spec.source:
            continue
        for each in plan.workloads.workspaces:
            yield WholeVolume(
                tier=tier.name,
                namespace=each.name,
                driver=driver.driver,
                handle=spec.source,
                filesystem=driver.filesystem,
            )


def _secret(volumes: VolumesSpec, driver: VolumeDriver) -> Iterator[tuple[str, str]]:
    """Yield the secret's name and place for each of its uses."""
    if volumes.secret and volumes.secret_namespace:
        for use in driver.secret_uses:
            yield f"csi.storage.k8s.io/{use}-secret-name", volumes.secret
            yield f"csi.storage.k8s.io/{use}-secret-namespace", volumes.secret_namespace
