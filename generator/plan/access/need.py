"""What one party needs of another, before parties become zones."""

from dataclasses import dataclass

from generator.source.span import Loc


@dataclass(frozen=True, slots=True)
class Need:
    """Flows from a party to another. Tenants are kept apart, unless they do so `across` them."""

    source: str
    to: str
    services: tuple[str, ...]
    why: str
    across: bool = False
    origin: Loc | None = None
