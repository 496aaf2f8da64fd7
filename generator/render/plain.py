"""Plain values for templates. Fields of records, text, numbers, tuples and mappings; no methods, no objects.

A template may come with a pull request, so what it can reach is a closed set: values of fields are made plain on access. Text, numbers and booleans
stay as they are.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from enum import Enum
from functools import cache, cached_property
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network
from itertools import chain
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from pydantic import BaseModel

_ATOMS = frozenset({str, int, float, bool, type(None)})
_PRINTED = (IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network)
_OURS = "generator."
_NAMES: dict[type, frozenset[str]] = {}


class Fields:
    """The fields of one record: they can only be read."""

    __slots__ = ("_record",)

    def __init__(self, record: Any) -> None:
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name: str) -> Any:
        """Return a field, made plain. Raises AttributeError: the record has no such field; methods are none."""
        if name not in field_names(type(self._record)):
            raise AttributeError(name)
        return plain(getattr(self._record, name))

    def __setattr__(self, name: str, value: Any) -> None:
        message = f"{name} cannot be set: templates only print"
        raise AttributeError(message)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fields) and bool(self._record == other._record)

    def __hash__(self) -> int:
        return hash(self._record)

    def __repr__(self) -> str:
        return f"<{kind_of(self)}>"


def plain(value: Any) -> Any:
    """Return a value as a template may have it. Raises TypeError: a function, or an object that has no fields."""
    return value if type(value) in _ATOMS else _converter(type(value))(value)  # type: ignore[arg-type]  # types are hashable


_record_of = attrgetter("_record")


def read_field(fields: Fields, name: str, otherwise: Any) -> Any:
    """Return a field of a record, made plain; `otherwise` where it has none of this name."""
    record = _record_of(fields)
    kind = type(record)
    if name not in (_NAMES.get(kind) or field_names(kind)):
        return otherwise
    value = getattr(record, name)
    return value if type(value) in _ATOMS else plain(value)


def kind_of(fields: Fields) -> str:
    """Return the name of a record's kind, for messages."""
    return type(object.__getattribute__(fields, "_record")).__name__.lstrip("_")


def field_names(kind: type) -> frozenset[str]:
    """Return the names that a template may read of a record: its fields, and the properties that our own classes define."""
    if kind not in _NAMES:
        stated = kind.__struct_fields__ if issubclass(kind, Struct) else _model_fields(kind)
        ours = (base for base in kind.__mro__ if base.__module__.startswith(_OURS))
        derived = (n for base in ours for n, each in vars(base).items() if isinstance(each, property | cached_property))
        _NAMES[kind] = frozenset(name for name in (*stated, *derived) if not name.startswith("_"))
    return _NAMES[kind]


def _model_fields(kind: type) -> Iterable[str]:
    return kind.model_fields if issubclass(kind, BaseModel) else ()


@cache
def _converter(kind: type) -> Callable[[Any], Any]:
    """Return how values of a type are made plain."""
    if issubclass(kind, Enum):
        return lambda value: plain(value.value)
    for atom in (str, int, float):
        if issubclass(kind, atom):
            return atom
    if issubclass(kind, _PRINTED):
        return str
    if issubclass(kind, Struct | BaseModel):
        return Fields
    if issubclass(kind, Fields):
        return lambda value: value
    if issubclass(kind, Mapping):
        return lambda value: MappingProxyType({plain(key): plain(each) for key, each in value.items()})
    if issubclass(kind, tuple) and hasattr(kind, "_make"):
        return lambda value: value._make(plain(each) for each in value)
    if issubclass(kind, AbstractSet):
        return _members
    if issubclass(kind, Iterable | Iterator):
        return _list
    message = f"a template cannot have a {kind.__name__}"
    raise TypeError(message)


def _members(value: Iterable[Any]) -> frozenset[Any]:
    return frozenset(map(plain, value))


def _list(value: Iterable[Any]) -> tuple[Any, ...]:
    found = tuple(value)
    kinds = set(map(type, found))
    plain_rows = kinds == {tuple} and _ATOMS.issuperset(map(type, chain.from_iterable(found)))
    return found if plain_rows or kinds <= _ATOMS else tuple(map(plain, found))
