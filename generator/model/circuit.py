"""Circuits that feed one power strip, from the catalog or the spec."""

import difflib
import math

from msgspec import Struct

from generator.catalog.load import Catalog
from generator.catalog.model import Pdu
from generator.source.diagnostic import Diagnostic
from generator.spec.power import PowerSpec


class Circuit(Struct, frozen=True, kw_only=True):
    """One circuit. `stated_kw` is what a document lets it carry, `sockets` those of its strip; null: not known."""

    pdu: str
    volts: int
    amps: int
    phases: int
    derating: float
    stated_kw: float | None = None
    sockets: int | None = None

    @property
    def kva(self) -> float:
        """Volts x amps x derating, times the root of 3 for three phases, kVA."""
        return self.volts * self.amps * self.derating * (math.sqrt(3) if self.phases == 3 else 1) / 1000

    @property
    def usable_kw(self) -> float:
        """Continuous load, kW: the smaller of the formula (at a power factor of 1) and the document."""
        return min(self.kva, self.stated_kw or self.kva)

    @property
    def words(self) -> str:
        """The circuit as text: `415 V, 60 A, 3 phases`."""
        return f"{self.volts} V, {self.amps} A, {self.phases} phase{'s' if self.phases > 1 else ''}"

    @property
    def arithmetic(self) -> str:
        """The formula with its figures, as text."""
        root = "1.732 x " if self.phases == 3 else ""
        return f"{root}{self.volts} V x {self.amps} A x {self.derating:g} = {self.kva:.1f} kVA"


def find_circuit(power: PowerSpec, catalog: Catalog) -> Circuit | None:
    """Return the circuit of each power strip; nothing where the spec states none, or one that the catalog does not have."""
    if power.circuit:
        stated = power.circuit
        return Circuit(pdu="", volts=stated.volts, amps=stated.amps, phases=stated.phases, derating=stated.derating)
    pdu = catalog.find(Pdu, power.pdu) if power.pdu else None
    if pdu is None:
        return None
    return Circuit(
        pdu=pdu.model,
        volts=pdu.volts,
        amps=pdu.amps,
        phases=pdu.phases,
        derating=pdu.derating,
        stated_kw=pdu.usable_kw,
        sockets=sum(pdu.sockets.values()) if pdu.sockets else None,
    )


def unknown_pdu(power: PowerSpec, catalog: Catalog) -> list[Diagnostic]:
    """Problem of a power strip that the catalog does not have."""
    if power.pdu is None or catalog.find(Pdu, power.pdu):
        return []
    near = difflib.get_close_matches(power.pdu, catalog.names("pdus"), 3, 0.5)
    known = f"did you mean {', '.join(f'`{name}`' for name in near)}?" if near else "see `clustergen catalog list pdus`"
    return [
        Diagnostic(
            code="unknown-model",
            loc=("power", "pdu"),
            message=f"the catalog has no power strip `{power.pdu}`",
            help=f"{known} A circuit can be stated instead: circuit: {{volts: 415, amps: 60}}",
        )
    ]
