"""Storage tiers as classes of volumes."""

from collections.abc import Iterator

from generator.plan.kubernetes.storage import VolumeClass, volume_classes
from generator.plan.plan import Plan
from generator.render.kubernetes.file import Thing


def storage_classes(plan: Plan) -> Iterator[Thing]:
    """Give the class of every tier that has one."""
    yield from map(_class, volume_classes(plan))


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
