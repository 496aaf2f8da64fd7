"""Records of what is read of power strips and BMCs, and the limits that readings are compared with."""

from collections.abc import Mapping

from msgspec import Struct


class PduReading(Struct, frozen=True, kw_only=True):
    """How power strips are read: whose objects their cards answer with, and by which user."""

    maker: str
    user: str


class RedfishReading(Struct, frozen=True, kw_only=True):
    """How BMCs are read by Redfish: by which user, whether their certificates are verified, and the name that each has to have, by its address."""

    user: str
    verified: bool
    bmcs: Mapping[str, str]


class PduLimit(Struct, frozen=True, kw_only=True):
    """The continuous current limit of a line of a power strip, A."""

    pdu: str
    amperes: float


class RackBudget(Struct, frozen=True, kw_only=True):
    """The planned maximum power of the devices of a rack, W."""

    rack: str
    watts: int
