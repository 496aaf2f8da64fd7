"""Power strips (rack PDUs) and the circuits that feed them."""

from typing import Annotated, Literal

from pydantic import Field

from generator.catalog.entry import CatalogEntry
from generator.spec.base import Figure, Number, Word


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
