"""How far the fabrics of a plan grow, as records: the sizing finds them (`analysis.growth`)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One limit: `devices` of what grows in all (out of band: ports), `gpus` in them, and what it takes to get there.

    `computed`: it was asked of the sizing; else it is what the plan holds.
    """

    what: str
    devices: int
    gpus: int
    takes: str
    computed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """The limits of one fabric, nearest first, counted in `unit` (`short` for it), and what comes after the last of them."""

    unit: str
    short: str
    steps: tuple[Step, ...]
    after: tuple[str, ...]
