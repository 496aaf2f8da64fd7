"""Runs: neighbouring devices of one kind in a scalable unit, and where each of their ports sits on its leaves."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Zone:
    """Where one port of a run of devices sits: its leaf within the SU, its first cage as an index, and the port in that."""

    leaf: int
    first_cage: int
    ports_per_cage: int
    step: int
    first_port: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """`count` devices of a member from ordinal `first` on, seated in scalable unit `su`.

    `near` is the scalable unit of the compute fabric beside which they stand, where that is known.
    """

    member: str
    su: int
    first: int
    count: int
    zones: tuple[Zone, ...]
    near: int | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """One port's seat: leaf ordinal in the fabric, index of the cage among the host cages, port within it."""

    leaf: int
    cage: int
    port: int
