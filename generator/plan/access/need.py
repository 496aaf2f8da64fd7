"""What one party needs of another, before parties become zones."""

from msgspec import Struct

from generator.source.span import Loc


class Need(Struct, frozen=True):
    """Flows from a party to another. Tenants are kept apart, unless they do so `across` them."""

    source: str
    to: str
    services: tuple[str, ...]
    why: str
    across: bool = False
    origin: Loc | None = None
