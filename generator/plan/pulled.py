"""What charts, controllers and installers have fetched by themselves: the images and files that the catalog has of their releases, as far as a tree's values ask for them."""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from generator.catalog.chart import Chart
from generator.catalog.pulls import Pull, holds
from generator.plan.kubernetes.workers import gpu_of_group, worker_groups
from generator.plan.plan import Plan

_ALL = "all"
"""The architecture of a file that is the same for all."""


class Fetched(Struct, frozen=True, order=True, kw_only=True):
    """One thing. `kind` is chart, collection, file, image, manifest, moving, python, release or unknown; a version may be empty where a digest says all."""

    kind: str
    name: str
    version: str
    digest: str = ""
    source: str
    by: str
    """What asks for it."""


def image_row(whole: str, by: str, kind: str = "image") -> Fetched:
    """Divide REGISTRY/NAME:TAG@DIGEST; a name without a registry is one of docker.io (distribution/reference, `ParseNormalizedNamed`)."""
    named, _, digest = whole.partition("@")
    name, colon, tag = named.rpartition(":")
    if not colon or "/" in tag:
        name, tag = named, ""
    registry, slash, rest = name.partition("/")
    if not (slash and ("." in registry or ":" in registry or registry == "localhost")):
        registry, rest = "docker.io", name
    return Fetched(kind=kind, name=rest, version=tag, digest=digest, source=registry, by=by)


def pulled(plan: Plan, chart: Chart, values: dict[str, Any], by: str) -> Iterator[Fetched]:
    """Yield the images that a release has pulled with these values."""
    yield from image_rows(plan, (pull for pull in chart.pulls if holds(pull.when, values, chart.defaults)), by)


def image_rows(plan: Plan, pulls: Iterable[Pull], by: str) -> Iterator[Fetched]:
    """Yield the rows of images, one for each system of their hosts where an image is made for one."""
    for pull in pulls:
        kind = "moving" if pull.moves else "image"
        for image in sorted({pull.image.replace("{system}", system) for system in _systems(plan)} or {pull.image}):
            yield image_row(image, by, kind)


def downloaded(chart: Chart, values: dict[str, Any], architectures: Iterable[str], by: str) -> Iterator[Fetched]:
    """Yield the files that an installer fetches for hosts of these architectures."""
    for each in chart.downloads:
        if not holds(each.when, values, chart.defaults):
            continue
        for architecture in (_ALL,) if _ALL in each.sha256 else architectures:
            yield Fetched(
                kind="file",
                name=each.name,
                version=each.version,
                digest=f"sha256:{each.sha256[architecture]}",
                source=each.url.replace("{architecture}", architecture),
                by=by,
            )


def _systems(plan: Plan) -> set[str]:
    """Return ID and VERSION_ID of os-release of hosts with NVIDIA's GPUs: `ubuntu24.04`, `rhel9`."""
    gpus = ((group, gpu_of_group(plan, group)) for group in worker_groups(plan))
    return {group.os.replace("-", "") for group, gpu in gpus if gpu and gpu.vendor_kind == "nvidia"}
