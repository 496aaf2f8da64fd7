"""Images and charts in the site's registry: REGISTRY/SOURCE/NAME, as `mirror.yml` fills it.

Images that the spec names are not changed, as their names include the registry.
"""

from msgspec.structs import replace

from generator.catalog.chart import Chart
from generator.plan.plan import Plan

REGISTRIES = ("docker.io", "gcr.io", "ghcr.io", "nvcr.io", "quay.io", "registry.k8s.io")
"""Registries of the images of Kubernetes, of its installers, and of the charts of this tree (those of `generator/catalog/charts`, and their own defaults)."""
_OCI = "oci://"


def registry_of(plan: Plan) -> str:
    """Return the site's registry as names of images begin with it; empty where hosts use public ones."""
    return (plan.site.services.mirror.registry or "").removeprefix("https://")


def mirrored(plan: Plan, image: str) -> str:
    """Return the name of an image, or its prefix, in the site's registry; the unchanged name where there is none."""
    registry = registry_of(plan)
    return f"{registry}/{image}" if registry and image else image


def source_of(plan: Plan, image: str) -> str:
    """Return the name under which a mirrored image is fetched from outside; empty for an image that is in the site's registry alone."""
    registry = registry_of(plan)
    if not registry or not image.startswith(f"{registry}/"):
        return image
    inner = image.removeprefix(f"{registry}/")
    return inner if "." in inner.partition("/")[0] and "/" in inner else ""


def mirrored_chart(plan: Plan, chart: Chart) -> Chart:
    """Return a chart with its repository and its images in the site's registry."""
    registry = registry_of(plan)
    if not registry:
        return chart
    images = {name: replace(image, repository=mirrored(plan, image.repository)) for name, image in chart.images.items()}
    repository = f"{_OCI}{registry}/{chart.repository.partition('://')[2]}"
    return replace(chart, repository=repository, images=images)
