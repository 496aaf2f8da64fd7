"""Transceivers and cables."""

from typing import Literal

from pydantic import model_validator

from generator.catalog.entry import CatalogEntry, FormFactor
from generator.spec.base import SpecModel


class Optic(CatalogEntry):
    """A pluggable transceiver."""

    form_factors: tuple[FormFactor, ...]
    """Cages it fits."""
    ports: int
    """Links that one transceiver carries (2 for a twin-port OSFP)."""
    speed_gbps: float
    """Speed of one of these links, Gb/s."""
    signal: str
    """What it sends, e.g. `400g-sr4`: two ends match when their signals are the same."""
    fibre: Literal["om4", "os2"]
    """Fibre kind."""
    connector: str
    """Connector of one link, e.g. `mpo-12-apc`."""
    reach_m: int
    """Longest fibre, m."""
    power_w: float | None
    """Power of the transceiver, W."""
    technologies: tuple[Literal["ethernet", "infiniband"], ...]
    """Fabrics it is sold for."""
    part: str | None
    """The vendor's part number; null: not known."""


class CableEnd(SpecModel):
    """One end of a cable assembly."""

    form_factors: tuple[FormFactor, ...]
    """Cages this end fits."""
    ports: int
    """Links in this end."""


class Cable(CatalogEntry):
    """A cable: a copper or active assembly with its ends, or fibre between two transceivers."""

    kind: Literal["dac", "acc", "aec", "aoc", "fibre", "copper"]
    """Passive copper, active copper (amplified), active electrical (retimed), active optical, fibre for transceivers, twisted pair."""
    ends: tuple[CableEnd, ...] = ()
    """Ends of an assembly: two, or one trunk end and several legs. Empty for fibre."""
    speed_gbps: float | None = None
    """Speed of one link, Gb/s; null for fibre."""
    fibre: Literal["om4", "os2"] | None = None
    """Fibre kind, for fibre."""
    connector: str | None = None
    """Connector on both ends, for fibre."""
    polarity: Literal["type-a", "type-b", "type-c", "a-to-b"] | None = None
    """How fibre crosses between its ends (TIA-568: type B is reversed, MPO; A to B is crossed, duplex); null: no document at hand says."""
    lengths_m: tuple[float, ...]
    """Lengths that are sold, m, ascending."""
    parts: dict[str, str] = {}
    """Part number by length: `"3": "MCP..."`; a length without one is not known."""
    power_w: float | None = None
    """Power of one end, W (active kinds)."""
    technologies: tuple[Literal["ethernet", "infiniband"], ...]
    """Fabrics it is sold for."""
    price_order: int
    """Order of preference among what reaches: lower is cheaper for a metre of link."""

    @model_validator(mode="after")
    def _ends_or_fibre(self) -> "Cable":
        if (self.kind == "fibre") == bool(self.ends):
            message = "an assembly has ends, and fibre has none"
            raise ValueError(message)
        return self
