"""Drivers that give pods volumes of a storage product."""

from generator.catalog.facts import fact_names, read_facts
from generator.spec.base import SpecModel


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


def volume_drivers() -> list[VolumeDriver]:
    """Return all drivers, by name."""
    return [read_facts(VolumeDriver, "drivers", name) for name in fact_names("drivers")]


def driver_of(product: str) -> VolumeDriver | None:
    """Find the driver of a product; none where it is not known."""
    return next((each for each in volume_drivers() if product.lower() in each.products), None)
