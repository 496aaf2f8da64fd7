"""Runs: neighbouring devices of one kind in a scalable unit, and where each of their ports sits on its leaves."""

from msgspec import Struct


class Zone(Struct, frozen=True):
    """Where one port of a run of devices sits: its leaf within the SU, its first cage as an index, and the port in that."""

    leaf: int
    first_cage: int
    ports_per_cage: int
    step: int
    first_port: int = 0


class Run(Struct, frozen=True):
    """`count` devices of a member from ordinal `first` on, seated in scalable unit `su`.

    `near` is the scalable unit of the compute fabric beside which they are placed, if known. `at` is the coordinate of the first one within its
    scalable unit, in addresses, where it does not follow the runs before.
    """

    member: str
    su: int
    first: int
    count: int
    zones: tuple[Zone, ...]
    near: int | None = None
    at: int | None = None


class Seat(Struct, frozen=True):
    """One port's seat: leaf ordinal in the fabric, index of the cage among the host cages, port within it."""

    leaf: int
    cage: int
    port: int
