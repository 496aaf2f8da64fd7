"""Reader of the classes of volumes that pods get by the driver of a product."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

CLASSES = "kubernetes/storage-classes.yaml"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def classes_of(tree: Path, driver: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the classes of a driver, which have the names of their tiers, with their parameters."""
    file = tree / CLASSES
    text = file.read_text("utf-8") if file.is_file() else ""
    for each in yaml.load_all(text, _LOADER):
        if each and each.get("provisioner") == driver:
            yield each["metadata"]["name"], each.get("parameters", {})
