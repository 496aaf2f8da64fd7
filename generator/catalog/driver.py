"""Drivers that give pods volumes of a storage product."""

from functools import cache
from pathlib import Path

import yaml
from pydantic import TypeAdapter

from generator import catalog
from generator.spec.base import SpecModel

_FOLDER = Path(catalog.__file__).parent / "drivers"


class VolumeDriver(SpecModel):
    """A driver."""

    driver: str
    """Its name, as classes of volumes give it."""
    products: tuple[str, ...]
    """What people call the product, in lower case."""
    version: str
    """The release whose documents say so."""
    makes: bool = True
    """Whether it makes volumes; else it mounts a whole file system that is there."""
    parameters: tuple[str, ...] = ()
    """What a class has to say."""
    secret: bool = False
    """Whether a class names a secret."""
    secret_uses: tuple[str, ...] = ()
    """For what the secret is, as the keys `csi.storage.k8s.io/<use>-secret-name` have it."""
    filesystem: str = ""
    """The type of file system that it mounts, where a volume says it."""
    sources: dict[str, str]
    """The documents."""


@cache
def volume_drivers() -> tuple[VolumeDriver, ...]:
    """Read all."""
    files = sorted(_FOLDER.glob("*.yaml"))
    return tuple(
        TypeAdapter(VolumeDriver).validate_python(yaml.safe_load(f.read_text(encoding="utf-8"))) for f in files
    )


def driver_of(product: str) -> VolumeDriver | None:
    """Find the driver of a product; none where it is not known."""
    return next((each for each in volume_drivers() if product.lower() in each.products), None)
