"""Exports: a name, a title, and a function that turns a closed plan into files."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.lines import one_line


class ExportError(Exception):
    """An export cannot be made; the message states every reason and the fix."""


class Asked(Struct, frozen=True):
    """Options of the user in addition to the plan.

    `images` has the image of each system, by the system's name (`sonic`, `cumulus`, `eos`, `linux` for hosts);
    `fabrics` has the fabrics to export, all where it is empty.
    """

    images: Mapping[str, str] = field(default_factory=dict)
    fabrics: tuple[str, ...] = ()

    def has(self, fabric: str) -> bool:
        """Whether a fabric is to be exported."""
        return not self.fabrics or fabric in self.fabrics


class Export(Struct, frozen=True):
    """A format that a plan is exported to.

    `files` yields the files in the order in which the other tool reads them. It raises ExportError where the plan, or what the
    user states, cannot be exported so. `folder` marks a format of several files; the others are one file each.
    """

    name: str
    title: str
    files: Callable[[Plan, Asked], Iterator[Artifact]]
    folder: bool = False
    images: bool = False
    """Whether its devices need an image that only the user can name."""


def json_text(value: Any) -> str:
    """Print a JSON value with a line for each object that holds no other, so that a text diff shows single nodes and links."""
    return "\n".join(_lines(value)) + "\n"


def _lines(value: Any) -> Iterator[str]:
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    if not any(isinstance(each, Mapping | list) for each in inner) or _is_pair(value):
        yield one_line(value)
        return
    pairs = [(f"{one_line(str(key))}: ", each) for key, each in value.items()] if isinstance(value, Mapping) else []
    pairs = pairs or [("", each) for each in value]
    yield "{" if isinstance(value, Mapping) else "["
    for number, (key, each) in enumerate(pairs, 1):
        body = list(_lines(each))
        body[-1] += "," if number < len(pairs) else ""
        yield f"  {key}{body[0]}"
        yield from (f"  {line}" for line in body[1:])
    yield "}" if isinstance(value, Mapping) else "]"


def _is_pair(value: Any) -> bool:
    """Whether a list is the two ends of a link."""
    return isinstance(value, list) and len(value) == 2 and not any(isinstance(v, list) for v in value)
