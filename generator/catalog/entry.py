"""What every catalog entry has: names, sources, and the words that facts are told in."""

from typing import Annotated, Literal

from pydantic import StringConstraints

from generator.spec.base import SpecModel

ModelName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9.-]{0,47}$")]
CageRange = Annotated[str, StringConstraints(pattern=r"^[0-9]+(-[0-9]+)?$")]
FormFactor = Literal[
    "rj45",
    "sfp28",
    "sfp-plus",
    "qsfp28",
    "qsfp56",
    "qsfp112",
    "qsfp-dd",
    "qsfp56-dd",
    "osfp",
    "osfp-flat",
    "osfp112",
]
FabricName = Literal["compute", "storage", "frontend", "oob"]
HostRole = Literal["compute", "storage", "control", "login", "manager", "gateway", "border"]


class CatalogEntry(SpecModel):
    """What every catalog file begins with."""

    model: ModelName
    """The name that specs use; the file is called `<model>.yaml`."""
    vendor: str
    """Who makes it."""
    title: str
    """The product's own name."""
    sources: dict[str, str]
    """For each fact (a key of this file), the document that states it."""
    notes: tuple[str, ...] = ()
    """What a reader must know: disagreements between documents, traps."""

    def __hash__(self) -> int:
        """Hash by identity: the catalog reads each model once."""
        return id(self)

    def __eq__(self, other: object) -> bool:
        """Compare by identity, as `__hash__` does."""
        return self is other


class PowerFact(SpecModel):
    """Electric power in watts, as the vendor states it; `max` without optics for switches unless noted."""

    typical: float | None = None
    """Typical draw, W."""
    max: float | None = None
    """Maximum draw, W."""
