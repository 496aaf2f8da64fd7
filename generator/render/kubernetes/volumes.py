"""Storage tiers as classes of volumes."""

from collections.abc import Iterable, Iterator

from generator.catalog.chart import VolumeDriver
from generator.plan.kubernetes.storage import VolumeClass, apart_workers, volume_classes, whole_volumes
from generator.plan.kubernetes.workers import GROUP
from generator.plan.plan import Plan
from generator.render.kubernetes.file import CORE, ManifestFile, Thing, given, manifest

_CLASSES = """\
Storage classes of the tiers. nfs.csi.k8s.io is csi-driver-nfs of kubernetes-csi; create volumes of no-provisioner by hand.
Of NFS that hosts of the cluster export, volumes are in the folder .volumes, which storage.yml makes for the driver. Root of a client changes no group there: pods set no fsGroup.
Hosts mount parallel file systems; their drivers have a class here if the spec has `volumes` for the tier. Create the secrets by hand."""
_VOLUMES = """\
A whole file system each, for the claim of its name in the namespace: storageClassName and volumeName as here, ReadWriteMany, 1Gi.
What a pod may do in it is a matter of its user ids: nothing parts workspaces in it."""


def volume_files(plan: Plan) -> Iterator[ManifestFile]:
    """Yield the class of every tier that has one, and whole file systems as volumes."""
    made = [*volume_classes(plan)]
    if made:
        header = _with_groups(plan, _CLASSES, (each.name for each in made))
        yield ManifestFile(path="storage-classes.yaml", header=header, proof=CORE, documents=[*map(_class, made)])
    spaces, existing = plan.workloads.workspaces, [*whole_volumes(plan)]
    whole = [_volume(space.name, *each, apart_workers(plan, each[0])) for each in existing for space in spaces]
    if whole:
        yield ManifestFile(path="volumes.yaml", header=_VOLUMES, proof=CORE, documents=whole)


def _with_groups(plan: Plan, header: str, tiers: Iterable[str]) -> str:
    """Return a header with the groups that tiers are out of reach of: a pod with a volume of a class would wait there for its mount."""
    apart = ((name, group) for name in tiers for group in apart_workers(plan, name))
    lines = (
        f"{name}: no host of {group} reaches it; pods with its volumes select another {GROUP}." for name, group in apart
    )
    return "\n".join((header, *lines))


def _class(each: VolumeClass) -> Thing:
    return manifest(
        "storage.k8s.io/v1",
        "StorageClass",
        each.name,
        provisioner=each.provisioner,
        **given(parameters=dict(each.parameters), mountOptions=list(each.options)),
        reclaimPolicy="Retain" if each.keeps else "Delete",
        volumeBindingMode="WaitForFirstConsumer" if each.late else "Immediate",
    )


def _volume(namespace: str, tier: str, handle: str, driver: VolumeDriver, apart: tuple[str, ...]) -> Thing:
    """Return a volume for one claim: `storage` has no effect, and the claim requests the same. Pods with it are on no host of the groups that are `apart`."""
    spec = {
        "capacity": {"storage": "1Gi"},
        "volumeMode": "Filesystem",
        "accessModes": ["ReadWriteMany"],
        "storageClassName": tier,
        "persistentVolumeReclaimPolicy": "Retain",
        "claimRef": {"kind": "PersistentVolumeClaim", "name": tier, "namespace": namespace},
        **given(nodeAffinity=_elsewhere(apart)),
        "csi": {"driver": driver.driver, "volumeHandle": handle, "fsType": driver.filesystem},
    }
    return manifest("v1", "PersistentVolume", f"{tier}-{namespace}", spec=spec)


def _elsewhere(apart: tuple[str, ...]) -> Thing:
    """Return the affinity of a volume that hosts of some groups do not reach; empty where all do."""
    if not apart:
        return {}
    rule = {"key": GROUP, "operator": "NotIn", "values": list(apart)}
    return {"required": {"nodeSelectorTerms": [{"matchExpressions": [rule]}]}}
