"""Cache of values that are derived from a plan only."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from generator.plan.plan import Plan

Of = TypeVar("Of", bound=Plan)
Found = TypeVar("Found")


def once(find: Callable[[Of], Found]) -> Callable[[Of], Found]:
    """Return a function that caches its result with the plan; the result must not be changed."""
    name = f"{find.__module__}.{find.__qualname__}"

    @wraps(find)
    def found(plan: Of) -> Found:
        if name not in plan.__dict__:
            plan.__dict__[name] = find(plan)
        return plan.__dict__[name]  # type: ignore[no-any-return]

    return found
