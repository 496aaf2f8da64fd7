"""What control hosts say of BGP sessions between switches."""

from msgspec import Struct


class BgpSession(Struct, frozen=True, kw_only=True):
    """A planned session between switches: `peer` is the address at the other end, by which the switch calls it. It runs over one cable."""

    switch: str
    rack: str
    peer: str
    port: str
    fabric: str
    plane: str
    far: str
    far_port: str
    far_rack: str
    cable: str


class BgpSessions(Struct, frozen=True, kw_only=True):
    """How many sessions a switch has to have, of which some are between link-local addresses."""

    switch: str
    rack: str
    fabric: str
    count: int
