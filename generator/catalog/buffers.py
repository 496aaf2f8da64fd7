"""Buffers of a SONiC platform, as its SKU's own template states them."""

from typing import Annotated, Literal

from pydantic import Field

from generator.spec.base import Number, SpecModel, Word


class BufferPool(SpecModel):
    """A pool that profiles draw from. Bytes."""

    type: Literal["ingress", "egress"]
    """The side of the switch that it is for."""
    mode: Literal["dynamic", "static"]
    """Whether thresholds are shares of what is free, or fixed."""
    size: Number | None = None
    """Its size; null: the switch computes it."""
    xoff: Number | None = None
    """The part that lossless ports share as headroom; null: none."""


class BufferProfile(SpecModel):
    """What a queue, a priority group or a port may take of a pool. Bytes."""

    pool: Word
    """The pool."""
    size: Number
    """What is reserved."""
    dynamic_th: Annotated[int, Field(ge=-10, le=10)] | None = None
    """Share of what is free, as an exponent of 2."""
    static_th: Number | None = None
    """Fixed limit."""


class SonicBuffers(SpecModel):
    """A platform's pools and profiles, by the names that SONiC's buffer manager expects."""

    pools: dict[Word, BufferPool]
    """Pools by name."""
    profiles: dict[Word, BufferProfile]
    """Profiles by name."""
    ingress_list: tuple[Word, ...] = ()
    """Profiles of a whole port, coming in; none: the platform has no such list."""
    egress_list: tuple[Word, ...] = ()
    """The same, going out."""
    lossy_group: Word
    """The profile of lossy priority groups."""
    lossless_queue: Word
    """The profile of lossless queues."""
    lossy_queue: Word
    """The profile of all other queues."""
