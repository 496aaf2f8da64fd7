"""Fields of every catalog entry: names, sources, and units for printing facts."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from generator.spec.base import Figure, Line, Note, SpecModel, Word

ModelName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9.-]{0,47}$")]
CageRange = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,3}(-[0-9]{1,3})?$")]
FormFactor = Literal[
    "rj45", "sfp28", "sfp-plus", "qsfp28", "qsfp56", "qsfp112", "qsfp-dd", "qsfp56-dd", "osfp", "osfp-flat", "osfp112",
]  # fmt: skip
HostRole = Literal["compute", "storage", "control", "login", "manager", "gateway", "border", "nvsw"]


class CatalogEntry(SpecModel):
    """What every catalog file begins with."""

    model: ModelName
    """The name that specs use; the file is called `<model>.yaml`."""
    vendor: Line
    """Who makes it."""
    title: Line
    """The product's own name."""
    sources: dict[Word, Note]
    """For each fact (a key of this file), the document that states it."""
    notes: tuple[Note, ...] = ()
    """What a reader must know: disagreements between documents, traps."""

    def __hash__(self) -> int:
        """Hash by identity: the catalog reads each model once."""
        return id(self)

    def __eq__(self, other: object) -> bool:
        """Compare by identity, as `__hash__` does."""
        return self is other


class PluggedEntry(CatalogEntry):
    """What is plugged into a cage, and says there whose it is."""

    coded_for: tuple[Line, ...] | None = None
    """Vendors whose code it carries; null: its own vendor's. A `generic` one is made to a standard and carries nobody's."""

    @property
    def codes(self) -> tuple[Line, ...]:
        """The vendors whose code it carries."""
        if self.coded_for is not None:
            return self.coded_for
        return () if self.vendor == "generic" else (self.vendor,)


class PowerFact(SpecModel):
    """Electric power in watts, as the vendor states it; `max` without optics for switches unless noted."""

    typical: Figure | None = None
    """Typical draw, W."""
    max: Figure | None = None
    """Maximum draw, W."""
    max_includes_optics: bool = False
    """Whether `max` is stated with transceivers or active cables in every cage: they are then not added to it."""


class SupplyFact(SpecModel):
    """The power supplies of a device."""

    count: Annotated[int, Field(ge=1, le=24)]
    """Supplies, each with a cord of its own."""
    needed: Annotated[int, Field(ge=1, le=24)] | None = None
    """Supplies that carry the whole load; null: not known."""
    watts: Figure | None = None
    """What one supply can give, W."""
