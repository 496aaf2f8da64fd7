"""One kind of object of Nautobot, with what a loader needs to create each object once."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field

FORMAT = "clustergen nautobot 1"
"""The first value of the file. The number rises if a loader must read it differently."""


class Kind(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Objects of one list of the REST API, in the order in which they are created.

    An object is called by the values of its `key`, joined with blanks; `refs` has the kind that a field refers to by such a name, and
    the API gets the id instead.
    """

    name: str
    path: str
    """The list under /api/, such as `dcim/devices`."""
    key: tuple[str, ...]
    """The fields by which an existing object is recognised."""
    find: Mapping[str, str] = field(default_factory=dict)
    """The filter for existing objects: a query parameter, and the kind whose ids are its values. Empty for the whole list."""
    refs: Mapping[str, str] = field(default_factory=dict)
    create: bool = True
    """Whether missing objects are created. An object of a kind that is not created must exist."""
    unordered: bool = False
    """Whether the order of the key's values means nothing, as with the ends of a cable."""
    extend: tuple[str, ...] = ()
    """Fields with lists, to which missing values are added."""
    fill: tuple[str, ...] = ()
    """Fields that are set while they are empty."""
    update: tuple[str, ...] = ()
    """Fields that are set to the value of the plan. All other fields of an existing object stay as they are."""
    objects: Sequence[Mapping[str, Any]]


def name_of(kind: Kind, each: Mapping[str, Any]) -> str:
    """Return what an object is called in `refs` and in messages."""
    return " ".join(str(each[key]) for key in kind.key)
