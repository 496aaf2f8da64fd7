"""`power`: what the room can feed."""

import operator
from typing import Annotated, Literal

from pydantic import Field, StrictInt

from generator.spec.base import PduModel, Slug, SpecModel
from generator.spec.ups import GeneratorsSpec, UpsSpec

_UNSAID = Field(exclude_if=operator.not_)
"""A key that `plan.json` has where the spec states it."""


class CircuitSpec(SpecModel):
    """The electrical circuit that a power strip (PDU) is connected to."""

    volts: Annotated[StrictInt, Field(ge=100, le=600)]
    """Voltage, V: between two lines for three phases, else across the load."""
    amps: Annotated[StrictInt, Field(ge=5, le=1000)]
    """Rating of the breaker, A."""
    phases: Literal[1, 3] = 3
    """Number of phases."""
    derating: Annotated[float, Field(strict=True, gt=0, le=1)] = 0.8
    """Share of the breaker's rating that a continuous load may use; 0.8 by NEC 210.20(A). Set 1 if the site's electrical code permits it."""


PduMaker = Literal["apc", "raritan", "servertech"]
"""Whose objects of SNMP the management card of a power strip answers with; a file of the catalog has each."""


class PduManagementSpec(SpecModel):
    """The management ports of power strips (PDUs): a port of the out-of-band leaf of their rack's devices, an address in the segment of BMCs and a name.

    Ports are those that `fabrics.oob.reserve_ports` keeps.
    """

    maker: PduMaker | None = None
    """Whose management cards they are: `apc` (PowerNet-MIB, rPDU2), `raritan` (PDU2-MIB; also Server Technology PRO3X and PRO4X, and Legrand), `servertech` (Sentry4-MIB).
    By default the one that the catalog has for `pdu`. Needed to read them (`monitoring.exporters: [pdu]`)."""
    user: Slug = "monitor"
    """The SNMPv3 user of the strips, who may read; its two passphrases are secrets that you provide (`pdu_auth_passphrase`, `pdu_priv_passphrase`)."""


class PowerSpec(SpecModel):
    """Budgets are compared with the vendor's stated maximum, never with a typical draw."""

    rack_kw: Annotated[float, Field(strict=True, gt=0, le=500)] | None = None
    """Power that the feeds of one rack can supply, kW. If left out, rack power is reported but not checked."""
    pue: Annotated[float, Field(strict=True, ge=1, le=3)] = 1.3
    """Power usage effectiveness: facility power divided by IT power."""
    feeds: Annotated[StrictInt, Field(ge=1, le=4)] = 2
    """Independent feeds of each rack: A, B, C, D. The power supplies of a device are plugged into the feeds in turn."""
    redundancy: Literal["2n", "n+1", "n"] | None = None
    """Feeds that may fail while everything keeps running: half of them (`2n`), one (`n+1`), none (`n`). By default `n+1`, with one feed `n`."""
    pdu: PduModel | None = None
    """Power strip, a model of the catalog (`clustergen catalog list pdus`). If both this and `circuit` are left out, feeds are reported but not checked."""
    circuit: CircuitSpec | None = None
    """The circuit of each power strip, instead of a model of the catalog."""
    pdus_per_rack: Annotated[StrictInt, Field(ge=1, le=12)] | None = None
    """Power strips in a rack, the same number on every feed; by default one per feed."""
    pdu_management: Annotated[PduManagementSpec | None, _UNSAID] = None
    """The management ports of power strips: `{}` connects them to the out-of-band network. If left out, the plan has no address of them."""
    ups: Annotated[dict[Slug, UpsSpec], _UNSAID] = {}
    """UPS systems by name. A feed of a rack that no system carries has no battery."""
    generators: Annotated[GeneratorsSpec | None, _UNSAID] = None
    """Generators, for when mains power fails."""
    losses: Annotated[dict[Slug, Annotated[float, Field(strict=True, ge=0, le=0.2)]], _UNSAID] = {}
    """Losses between mains and racks beside those of the UPS, as shares of the IT power, by name: `{transformers: 0.01, busways: 0.015}`; used to compute the PUE."""
    other_kw: Annotated[dict[Slug, Annotated[float, Field(strict=True, ge=0, le=20_000)]], _UNSAID] = {}
    """Other loads of the facility, kW, by name: `{lighting: 12}`; used to compute the PUE."""

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
