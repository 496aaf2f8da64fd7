"""`storage.<tier>.volumes`: how pods get volumes of a tier, by its product's own driver."""

from typing import Annotated, Any

from pydantic import AfterValidator, StringConstraints

from generator.spec.base import Line, Slug, SpecModel, own_error
from generator.spec.workloads import ObjectName

ParameterName = Annotated[str, StringConstraints(strict=True, max_length=120, pattern=r"^[A-Za-z][A-Za-z0-9_./-]*$")]
"""A parameter as the driver's documents call it."""
_SECRET_WORDS = ("password", "passwd", "token", "secret", "credential")


def _without_secrets(value: dict[str, Any]) -> dict[str, Any]:
    for name in value:
        if any(word in name.lower() for word in _SECRET_WORDS):
            raise own_error(f"{name} would hold a secret, or name one; the name of a secret goes into the key `secret`")
    return value


class VolumesSpec(SpecModel):
    """A class of volumes. The driver is the product's, whose documents say what the parameters mean."""

    parameters: Annotated[dict[ParameterName, Line], AfterValidator(_without_secrets)] = {}
    """What the driver is told, as its documents call it: WEKA's `filesystemName`, VAST's `vip_pool_name`."""
    secret: ObjectName | None = None
    """The secret that the driver asks the product with: its name, never what is in it."""
    secret_namespace: Slug | None = None
    """Where that secret is."""
