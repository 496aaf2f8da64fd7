"""Facts of programs of Kubernetes by release: Helm charts of operators and kubespray with their values, controllers with a manifest, drivers of volumes."""

from functools import partial
from typing import Any

from msgspec import Struct

from generator.catalog.facts import fact_names, read_facts
from generator.catalog.pulls import Download, Pull, Remote


class ChartImage(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A container image, as the operator's own resources name it."""

    image: str
    """Its name."""
    repository: str
    """Where it is."""
    version: str
    """Its tag."""


class Chart(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A chart (or an installer that is set up like one) in the release whose values are written."""

    chart: str
    """Its name."""
    version: str
    """Its release, as Helm asks for it."""
    repository: str
    """Where it comes from: a Helm repository, or sources."""
    namespace: str = ""
    """Where its documents install it."""
    releases: dict[str, str] = {}
    """Releases of other programs that belong to it."""
    sources: dict[str, str]
    """For each fact, the document."""
    images: dict[str, ChartImage] = {}
    """Images that belong to the release, by the key that takes them."""
    defaults: dict[str, Any] = {}
    """What it does about a value that is not stated, by the value's path: of those that conditions of `pulls` and `downloads` name."""
    pulls: tuple[Pull, ...] = ()
    """Images that it has pulled by itself: those of its own values, and what its programs start."""
    downloads: tuple[Download, ...] = ()
    """Files that an installer fetches."""
    addresses: dict[str, str] = {}
    """Where it fetches them, by the value that says so."""
    unknown: str = ""
    """Where the images of a release are named that no document of it names."""
    nic_types: dict[str, str] = {}
    """PCI device of each adapter that it configures, by our name of the adapter."""
    keys: dict[str, Any]
    """Every key that it reads: below it further keys, or the kind of its value."""


read_chart = partial(read_facts, Chart, "charts")
"""Return the facts of a chart."""


class Controller(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A controller of Kubernetes that is installed by a manifest of its own, in the release whose objects are written."""

    name: str
    """What it calls itself."""
    version: str
    """Its release."""
    install: str
    """The command that installs it."""
    images: dict[str, str] = {}
    """Images that jobs of it run, by what they are for."""
    pulls: tuple[Pull, ...] = ()
    """Images that its manifest names."""
    remotes: tuple[Remote, ...] = ()
    """Lists of objects that its manifest includes."""
    sources: dict[str, str]
    """For each fact, the document."""


read_controller = partial(read_facts, Controller, "controllers")
"""Return the facts of a controller."""


class VolumeDriver(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A driver that gives pods volumes of a storage product."""

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
