"""The shape of a plan's rows: which kind of value each field has, taken from the records that the rows are printed from.

A `plan.json` is not trusted. Rows of a shape that no release has written are refused before they are used.
"""

import types
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache, partial, reduce
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct

from generator.change.choices import Choices
from generator.change.row_records import RECORDS
from generator.change.row_types import LONGEST_TEXT, fit, json_type
from generator.change.tables import IDENTITY
from generator.plan.misfit import MisfitError, convert
from generator.plan.power.turns import TURN
from generator.plan.ranges import Count, Digits, Links, Units
from generator.plan.sections import CHOICES, INTERFACES, LAUNCHES, RESERVED_PORTS, SIZED, STORES, SUBNET_LINKS

_NUMBERING: Mapping[str, Mapping[str, Any]] = {
    "digits": {"of": str, "digits": Digits},
    "block": {"of": str, "kind": str, "first": int, "start": int, "count": Links},
    "fabric": {
        "fabric": str, "models": tuple[str, ...], "host_gbps": float, "uplink_gbps": float, "leaves_per_su": Count, "sus_per_pod": Count, "carrier": str,
        "uplinks": Count, "uplink_steps": tuple[Count, ...], "peer_links": Count, "upper": tuple[Count, ...], "reasons": Mapping[str, str],
    },
    "run": {"fabric": str, "member": str, "su": Count, "first": int, "count": Count, "near": int | None, "at": int, "zones": tuple[tuple[int, ...], ...]},
    "trunk": {"fabric": str, "leaf": int, "uplink": int, "spine": int, "port": int},
    "managed": {"fabric": str, "tier": str, "ordinal": int, "leaf": int, "cage": int},
    "pdus": {"rack": str, "leaf": int, "first": int, "count": Count},
    "optics": {"fabric": str, "kind": str, "cages": str, "a": str, "b": str},
    TURN: {"of": str, "turn": int},
    "rack": {"rack": str, "row": int, "position": int, "use": str},
    "row": {
        "group": str, "first": int, "count": Count, "per_rack": Count, "height_u": Units, "units": tuple[Units, ...], "racks": tuple[str, ...],
    },
    "place": {"device": str, "rack": str, "unit": Units, "height_u": Units, "group": str},
    "stack": {"of": str, "racks": tuple[tuple[str, ...], ...], "edges": tuple[int | None, ...], "counts": tuple[int, ...]},
}  # fmt: skip
"""The rows of `change/write_baseline`, by `what` they are."""
_OPTIONAL: Mapping[str, frozenset[str]] = {"run": frozenset({"at"}), "place": frozenset({"group"})}
"""Fields of these that a row may lack."""
_UNREAD = frozenset({CHOICES, INTERFACES, LAUNCHES, RESERVED_PORTS, SIZED, STORES, SUBNET_LINKS})
"""Sections that no comparison and no baseline reads: `plan/read_back` checks them against the types of the plan."""
_NUMBERS, _HISTORY = "numbering", "history"
_LISTS = frozenset({*RECORDS, *IDENTITY, _NUMBERS}) - _UNREAD
_LARGEST = 1 << 64
_DEEPEST = 6
Test = Callable[[Any], bool]


def misshapen(plan: Mapping[str, Any]) -> Iterator[str]:
    """Yield the rows that are not as clustergen writes them, as text to put after the plan's name."""
    for section, value in plan.items():
        if section == CHOICES:
            yield from _of_choices(value)
        if section in _UNREAD:
            continue
        if isinstance(value, list):
            yield from _wrong(section, value)
        elif section in _LISTS or not _plain(value):
            yield f"is not a complete plan: `{section[:80]}` is not a section that clustergen writes"


def _of_choices(value: Any) -> Iterator[str]:
    """Yield the first value of the choices that comparisons read and that is not as clustergen writes it."""
    try:
        convert(value, Choices)
    except MisfitError as error:
        yield f"is not a complete plan: {error.at((CHOICES, *error.loc))}"


def _wrong(section: str, rows: list[Any]) -> Iterator[str]:
    if section in RECORDS and fit(RECORDS[section], _key_fields(section), rows):
        return
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict):
            yield f"is not a complete plan: row {number} of `{section}` is not a mapping"
            return
        tests = _tests_of(section, row)
        optional = _OPTIONAL.get(str(row.get("what")), frozenset())
        needed = tests.keys() - optional if section == _NUMBERS else _key_fields(section)
        if lacking := needed - row.keys():
            yield f"is not a complete plan: row {number} of `{section}` has no `{min(lacking)}`"
            return
        for name, value in row.items():
            test = tests.get(name, _plain)
            if not test(value):
                error = _misfit(value, _hint_of(section, row, name))
                yield f"is not a complete plan: {error.at((name, *error.loc), f' in row {number} of `{section}`')}"
                return


def _misfit(value: Any, hint: Any) -> MisfitError:
    """Return what is wrong with a value: in a list or a mapping, the first one that does not have its type."""
    try:
        convert(value, json_type(hint))
    except MisfitError as error:
        return error
    return MisfitError((), value)


def _hint_of(section: str, row: Mapping[str, Any], name: str) -> Any:
    """Return the type of a field in a row; object where none is known."""
    if section == _NUMBERS:
        return _NUMBERING.get(str(row.get("what")), {}).get(name, object)
    return get_type_hints(RECORDS[section], include_extras=True).get(name, object) if section in RECORDS else object


def _tests_of(section: str, row: Mapping[str, Any]) -> Mapping[str, Test]:
    """Return the tests of a row's fields: by its record, by what it numbers, or only of its key fields, which are no lists."""
    if section == _NUMBERS:
        what = row.get("what")
        return _numbering_tests(what) if isinstance(what, str) and what in _NUMBERING else {"what": _never}
    if section in RECORDS:
        return _tests(RECORDS[section])
    return dict.fromkeys(IDENTITY.get(section, ()), _single)


@cache
def _key_fields(section: str) -> frozenset[str]:
    """Return the key fields of a section, if every row has them."""
    if section == _HISTORY:  # the same may be done again
        return frozenset({"what", "of"})
    named = frozenset(IDENTITY.get(section, ()))
    return named if section in RECORDS and named <= _tests(RECORDS[section]).keys() else frozenset()


@cache
def _numbering_tests(what: str) -> Mapping[str, Test]:
    return {name: _test(hint) for name, hint in _NUMBERING[what].items()}


def _never(value: Any) -> bool:
    del value
    return False


def _single(value: Any) -> bool:
    return not isinstance(value, list | dict) and _plain(value)


@cache
def _tests(record: type[Struct]) -> Mapping[str, Test]:
    hints = get_type_hints(record, include_extras=True)
    return {name: _test(hints[name]) for name in record.__struct_fields__}


def _test(hint: Any) -> Test:
    """Return the test of a value by the type of its field, as it is in JSON."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return partial(_within, _test(inner[0]), inner[1])
    if origin in {Union, types.UnionType}:
        return reduce(_either, map(_test, inner))
    if origin is Mapping:
        return lambda value: isinstance(value, dict) and _plain(value)
    if origin is tuple or origin is list:
        each = _test(inner[0]) if len(set(inner) - {...}) == 1 else _plain
        return lambda value: isinstance(value, list) and all(map(each, value))
    if hint is bool:
        return lambda value: type(value) is bool
    if hint is int:
        return lambda value: type(value) is int and abs(value) < _LARGEST
    if hint is float:
        return lambda value: type(value) in {int, float} and abs(value) < _LARGEST
    if hint is type(None):
        return lambda value: value is None
    if origin is Literal:
        return lambda value: type(value) is str and value in inner
    if isinstance(hint, type) and issubclass(hint, Enum):
        known = {each.value for each in hint}
        return lambda value: type(value) is str and value in known
    if hint is str:
        return lambda value: type(value) is str and len(value) <= LONGEST_TEXT
    if isinstance(hint, type) and issubclass(hint, Struct):
        return partial(_fits, _tests(hint))
    return _plain


def _within(test: Test, meta: Meta, value: Any) -> bool:
    """Whether a value passes a test, and is in a range."""
    return test(value) and meta.ge <= value <= meta.le


def _either(one: Test, two: Test) -> Test:
    return lambda value: one(value) or two(value)


def _fits(tests: Mapping[str, Test], row: Any) -> bool:
    """Whether a value is a row whose fields pass their tests."""
    if not isinstance(row, dict):
        return False
    for name, value in row.items():  # noqa: SIM110  (for every end of every link: a generator takes twice as long)
        if not tests.get(name, _plain)(value):
            return False
    return True


def _plain(value: Any, depth: int = 0) -> bool:
    """Whether a value is made of texts and numbers of sane sizes, not too deep."""
    if isinstance(value, str):
        return len(value) <= LONGEST_TEXT
    if isinstance(value, int | float):
        return abs(value) < _LARGEST
    if isinstance(value, list | dict) and depth < _DEEPEST:
        inner = value if isinstance(value, list) else [*value, *value.values()]
        return all(_plain(each, depth + 1) for each in inner)
    return value is None
