"""Storage tiers as classes of volumes, where a driver takes what the plan knows of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.plan.hosts.mounts import mounts_of
from generator.plan.hosts.names import Names
from generator.plan.kubernetes.workers import kubernetes_hosts
from generator.plan.plan import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class VolumeClass:
    """A class: who provides volumes of it, with what. `late`: a volume is chosen when its pod has a host."""

    name: str
    provisioner: str
    parameters: tuple[tuple[str, str], ...] = ()
    options: tuple[str, ...] = ()
    late: bool = False
    keeps: bool = False


def volume_classes(plan: Plan) -> Iterator[VolumeClass]:
    """Give the class of every tier that hosts of Kubernetes mount and a driver is known for.

    NFS: the driver of kubernetes-csi (csi-driver-nfs, `nfs.csi.k8s.io`) makes a folder a volume in what hosts mount. Drives of hosts: volumes
    that somebody lays out on them. Drivers of parallel file systems want secrets and names that no spec has.
    """
    names, clients = Names(plan), kubernetes_hosts(plan)
    for tier in plan.tiers:
        if not tier.mount or not any(host.role in tier.clients for host in clients):
            continue
        if tier.kind == "local-nvme":
            yield VolumeClass(name=tier.name, provisioner="kubernetes.io/no-provisioner", late=True)
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
