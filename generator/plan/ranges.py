"""Ranges of numbers in records: a `plan.json` is read with them, so that no number by which things are counted, placed or repeated costs time or memory."""

from typing import Annotated

from msgspec import Meta

Units = Annotated[int, Meta(ge=0, le=100)]
"""Rack units: a height, or a position in a rack."""
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
"""A number of things."""
Links = Annotated[int, Meta(ge=0, le=100_000_000)]
"""A number of links, or of what a fabric has one for each link."""
Digits = Annotated[int, Meta(ge=0, le=9)]
"""Digits of a number in names."""
Bits = Annotated[int, Meta(ge=0, le=128)]
"""Bits of an address."""
Supplies = Annotated[int, Meta(ge=1, le=24)]
"""Power supplies of a device, or of a rack."""
