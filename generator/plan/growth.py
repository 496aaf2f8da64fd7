"""How far the fabrics of a plan grow, as records: the sizing finds them (`analysis.growth`)."""

from msgspec import Struct


class Step(Struct, frozen=True, kw_only=True):
    """One limit: `devices` of what grows in all (out of band: ports), `gpus` in them, and what is needed to reach it.

    `computed`: by the sizing; else from the plan.
    """

    what: str
    devices: int
    gpus: int
    takes: str
    computed: bool = True


class Growth(Struct, frozen=True, kw_only=True):
    """The limits of one fabric, nearest first, counted in `unit` (`short` for it), and what comes after the last of them."""

    unit: str
    short: str
    steps: tuple[Step, ...]
    after: tuple[str, ...]
