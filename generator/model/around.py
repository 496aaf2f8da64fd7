"""What a site has fixed, and what is chosen around it: one value for each thing, of which some are pinned.

A thing that is not pinned has the value that its coordinate gives. Where somebody else is pinned to that value, it takes the one that this holder
would have had, and so on: so no two have the same, no value depends on what is installed, and pins that say what would be chosen anyway change nothing.
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
        """Return the value of a thing; `choose` gives the one that its coordinate has, and no two things the same."""
        if key in self.pins:
            return self.pins[key]
        value = choose(key)
        while value in self._holders:
            value = choose(self._holders[value])
        return value
