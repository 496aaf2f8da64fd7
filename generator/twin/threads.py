"""Running tasks in parallel: most of a twin's time is waiting for programs."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_T = TypeVar("_T")
_R = TypeVar("_R")


def each(do: Callable[[_T], _R], them: Iterable[_T]) -> list[_R]:
    """Do it to each of them, and return the results in their order."""
    with ThreadPoolExecutor(max_workers=16) as pool:
        return list(pool.map(do, them))
