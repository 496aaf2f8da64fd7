"""`power`: what the room can feed."""

from typing import Annotated, Literal

from pydantic import Field, StrictInt

from generator.spec.base import PduModel, SpecModel


class CircuitSpec(SpecModel):
    """One circuit as an electrician states it: what a power strip (PDU) hangs on."""

    volts: Annotated[StrictInt, Field(ge=100, le=600)]
    """Voltage, V: between two lines for three phases, else across the load."""
    amps: Annotated[StrictInt, Field(ge=5, le=1000)]
    """Rating of the breaker, A."""
    phases: Literal[1, 3] = 3
    """Phases."""
    derating: Annotated[float, Field(strict=True, gt=0, le=1)] = 0.8
    """Share of the breaker that a load may use for hours; 0.8 after NEC 210.20(A). State 1 where the site's code allows it."""


class PowerSpec(SpecModel):
    """Budgets are held against the maximum that the vendor states, never against a typical draw."""

    rack_kw: Annotated[float, Field(strict=True, gt=0, le=500)] | None = None
    """What one rack's feeds can carry, kW; left out, rack power is reported and not judged."""
    pue: Annotated[float, Field(strict=True, ge=1, le=3)] = 1.3
    """Facility power to IT power."""
    feeds: Annotated[StrictInt, Field(ge=1, le=4)] = 2
    """Independent feeds of each rack: A, B, C, D. Supply n of a device is plugged into feed n, round and round."""
    redundancy: Literal["2n", "n+1", "n"] | None = None
    """What may be lost while everything runs on: half of the feeds (2n), one (n+1), none (n). By default n+1; n with one feed."""
    pdu: PduModel | None = None
    """The power strip, a model of the catalog (`clustergen catalog list pdus`); left out, as `circuit` is, feeds are reported
    and not judged."""
    circuit: CircuitSpec | None = None
    """The circuit of each power strip, instead of a model of the catalog."""
    pdus_per_rack: Annotated[StrictInt, Field(ge=1, le=12)] | None = None
    """Power strips in a rack, the same number on every feed; by default one a feed."""

    @property
    def lost_feeds(self) -> int:
        """Feeds that may be lost while everything runs on."""
        redundancy = self.redundancy or ("n+1" if self.feeds > 1 else "n")
        return {"2n": self.feeds // 2, "n+1": 1, "n": 0}[redundancy]

    @property
    def feed_names(self) -> str:
        """The names of the feeds, one letter each."""
        return "ABCD"[: self.feeds]

    @property
    def pdus_per_feed(self) -> int:
        """Power strips of a rack on each feed."""
        return (self.pdus_per_rack or self.feeds) // self.feeds
