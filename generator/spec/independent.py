"""pydantic's findings without those that follow from others: one mistake is one report."""

from collections.abc import Iterable

from pydantic_core import ErrorDetails

_NUMBERS = {"float": "float_type", "int": "int_type"}
"""The names that pydantic puts behind the key of a number that may be whole or not, and how it refuses each of the two."""


def independent(errors: Iterable[ErrorDetails]) -> list[ErrorDetails]:
    """Return findings of separate mistakes."""
    every = _numbers(list(errors))
    return [error for error in every if not _follows(error, every)]


def _numbers(errors: list[ErrorDetails]) -> list[ErrorDetails]:
    """Return one finding at the key for a value that is neither kind of number: pydantic refuses it once for each."""
    kinds: dict[tuple[int | str, ...], set[str]] = {}
    for error in errors:
        if error["loc"] and _NUMBERS.get(str(error["loc"][-1])) == error["type"]:
            kinds.setdefault(error["loc"][:-1], set()).add(error["type"])
    both = {loc for loc, types in kinds.items() if types == {*_NUMBERS.values()}}
    return [
        {**error, "loc": error["loc"][:-1]} if error["loc"][:-1] in both and error["loc"][-1] == "float" else error
        for error in errors
        if error["loc"][:-1] not in both or error["loc"][-1] != "int"
    ]


def _follows(error: ErrorDetails, every: Iterable[ErrorDetails]) -> bool:
    """Whether a list is called too short only because entries of it are refused."""
    inside = (each["loc"][: len(error["loc"])] == error["loc"] for each in every if each is not error)
    return error["type"] == "too_short" and any(inside)
