"""Values around pins: one value for each thing, of which some are pinned.

A thing that is not pinned has the value that its coordinate gives. Where another thing is pinned to that value, it takes the value
of the other's coordinate, and so on. So no two have the same, no value depends on what is installed, and pins that state what would be chosen anyway change nothing.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value", bound=Hashable)


class Around(Generic[Key, Value]):
    """Values by thing; `pins` has no value twice."""

    __slots__ = ("_holders", "pins")

    def __init__(self, pins: Mapping[Key, Value]) -> None:
        """Index the pins by value."""
        self.pins = pins
        self._holders = {value: key for key, value in pins.items()}

    def of(self, key: Key, choose: Callable[[Key], Value]) -> Value:
        """Return the value of a thing; `choose` returns that of its coordinate, a different one for each thing."""
        if key in self.pins:
            return self.pins[key]
        value = choose(key)
        while value in self._holders:
            value = choose(self._holders[value])
        return value
