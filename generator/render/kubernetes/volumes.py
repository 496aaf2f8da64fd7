"""Storage tiers as classes of volumes."""

from collections.abc import Iterator

from generator.plan.kubernetes.storage import VolumeClass, WholeVolume, volume_classes, whole_volumes
from generator.plan.plan import Plan
from generator.render.kubernetes.file import Thing


def storage_classes(plan: Plan) -> Iterator[Thing]:
    """Yield the class of every tier that has one."""
    yield from map(_class, volume_classes(plan))


def volumes(plan: Plan) -> Iterator[Thing]:
    """Yield whole file systems as volumes."""
    yield from map(_whole, whole_volumes(plan))


def _whole(each: WholeVolume) -> Thing:
    """Return a volume that one claim may have: `storage` counts nothing, and a claim asks for as much."""
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolume",
        "metadata": {"name": f"{each.tier}-{each.namespace}"},
        "spec": {
            "capacity": {"storage": "1Gi"},
            "volumeMode": "Filesystem",
            "accessModes": ["ReadWriteMany"],
            "storageClassName": each.tier,
            "persistentVolumeReclaimPolicy": "Retain",
            "claimRef": {"kind": "PersistentVolumeClaim", "name": each.tier, "namespace": each.namespace},
            "csi": {"driver": each.driver, "volumeHandle": each.handle, "fsType": each.filesystem},
        },
    }


def _class(each: VolumeClass) -> Thing:
    return {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "metadata": {"name": each.name},
        "provisioner": each.provisioner,
        **({"parameters": dict(each.parameters)} if each.parameters else {}),
        **({"mountOptions": list(each.options)} if each.options else {}),
        "reclaimPolicy": "Retain" if each.keeps else "Delete",
        "volumeBindingMode": "WaitForFirstConsumer" if each.late else "Immediate",
    }
