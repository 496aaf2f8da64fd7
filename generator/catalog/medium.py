"""Media between devices, and power: transceivers, cables and rack PDUs."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from generator.catalog.entry import CatalogEntry, FormFactor, ModelName, PluggedEntry
from generator.spec.base import Figure, Number, SpecModel, Word, own_error

CableKind = Literal["dac", "acc", "aec", "aoc", "fibre", "harness", "copper"]
"""The kind of a cable, as in the bill."""


class Split(SpecModel):
    """Another way to use a transceiver's lanes: more links of fewer lanes, or one link on a part of them."""

    ports: Number
    """Links that the transceiver then carries: as many as it has connectors, or a multiple, with a harness on each connector."""
    speed_gbps: Figure
    """Speed of one of these links, Gb/s."""
    signal: Word
    """What such a link sends, e.g. `200g-dr2`."""
    reach_m: Number
    """Longest way, with every harness and cord in it, m."""
    adapters: tuple[ModelName, ...] = ()
    """Host adapters that are documented to use it so; empty: any, and switches."""


class Optic(PluggedEntry):
    """A pluggable transceiver."""

    form_factors: tuple[FormFactor, ...]
    """Cages it fits."""
    ports: Number
    """Links that one transceiver carries (2 for a twin-port OSFP)."""
    speed_gbps: Figure
    """Speed of one of these links, Gb/s."""
    signal: Word
    """What it sends, e.g. `400g-sr4`: two ends match when their signals are the same."""
    fibre: Literal["om4", "os2"]
    """Fibre kind."""
    connector: Word
    """Connector of one link, e.g. `mpo-12-apc`."""
    reach_m: Number
    """Longest fibre, m."""
    splits: tuple[Split, ...] = ()
    """Other ways to use it that a document names."""
    power_w: Figure | None
    """Power of the transceiver, W."""
    technologies: tuple[Literal["ethernet", "infiniband"], ...]
    """Fabrics it is sold for."""
    part: Word | None
    """The vendor's part number; null: not known."""


class CableEnd(SpecModel):
    """One end of a cable assembly."""

    form_factors: tuple[FormFactor, ...]
    """Cages this end fits."""
    ports: Number
    """Links in this end."""


class Cable(PluggedEntry):
    """A cable: a copper or active assembly with its ends, fibre between two transceivers or panels, or a harness that divides fibres."""

    kind: CableKind
    """Passive copper, active copper (amplified), active electrical (retimed), active optical, fibre, dividing fibre, twisted pair."""
    ends: tuple[CableEnd, ...] = ()
    """Ends of an assembly: two, or one trunk end and several legs. Empty for fibre and harnesses."""
    speed_gbps: Figure | None = None
    """Speed of one link, Gb/s; null for fibre and harnesses."""
    fibre: Literal["om4", "os2"] | None = None
    """Fibre kind, for fibre and harnesses."""
    connector: Word | None = None
    """Connector on both ends, for fibre; on the trunk, for a harness."""
    pins: bool = False
    """Whether both ends of a fibre have guide pins: those between panels may; those in transceivers, which have pins, must not."""
    tails: Number | None = None
    """Tails of a harness: its trunk's lanes are shared out evenly among them."""
    tail_connector: Word | None = None
    """Connector of each tail."""
    tails_meet_pins: bool = False
    """Whether the fibre that meets a tail in a panel must have guide pins: tails of MPO without pins need it."""
    polarity: Literal["type-a", "type-b", "type-c", "a-to-b"] | None = None
    """How fibre crosses between its ends (TIA-568: type B is reversed, MPO; A to B is crossed, duplex); null: no document at hand says."""
    lengths_m: Annotated[tuple[Figure, ...], Field(min_length=1)]
    """Lengths that are sold, m, ascending."""
    parts: dict[Word, Word] = {}
    """Part number by length: `"3": "MCP..."`; a length without one is not known."""
    power_w: Figure | None = None
    """Power of one end, W (active kinds)."""
    technologies: tuple[Literal["ethernet", "infiniband"], ...]
    """Fabrics it is sold for."""
    price_order: Number
    """Order of preference among what reaches: lower is cheaper for a metre of link."""

    @model_validator(mode="after")
    def _ends_or_fibre(self) -> "Cable":
        if (self.kind in {"fibre", "harness"}) == bool(self.ends):
            raise own_error("an assembly has ends, and fibre has none")
        if (self.kind == "harness") != bool(self.tails and self.tails > 1 and self.tail_connector):
            raise own_error("a harness has two tails or more, with their connector, and nothing else has tails")
        return self


class Pdu(CatalogEntry):
    """A rack PDU, or a profile that is no product and is named after its circuit."""

    volts: Annotated[int, Field(ge=100, le=600)]
    """Voltage, V: between two lines for three phases, else across the load."""
    amps: Annotated[int, Field(ge=5, le=1000)]
    """Rating of its breaker, A."""
    phases: Literal[1, 3]
    """Phases."""
    derating: Annotated[float, Field(gt=0, le=1)]
    """Share of the breaker that a load may use for hours."""
    usable_kw: Figure | None = None
    """What a document lets it carry, kW; null: the formula volts x amps x derating (x the root of 3) decides."""
    sockets: dict[Word, Number] | None = None
    """Sockets by kind, e.g. `C19: 18`; null: not known."""
    snmp: Literal["apc", "raritan", "servertech"] | None = None
    """Whose objects of SNMP its management card answers with (`exporters/pdu-*.yaml`); null: it has none, or no document says."""
