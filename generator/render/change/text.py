"""The change as text for a terminal."""

from msgspec.structs import replace

from generator.change.difference import Difference
from generator.render.change.view import closing, headline, sections
from generator.render.templates import Templates
from generator.source.visible import visible

_MOST = 24
"""Lines of a section, unless all are requested."""


def text(found: Difference, templates: Templates, *, every: bool = False, files: bool = False) -> str:
    """Print the sections with their lines, the count line last; `every`: a line each, and none left out; `files`: each file."""
    parts = [replace(part, lines=tuple(map(visible, part.lines))) for part in sections(found, every=every, files=files)]
    most = max((len(part.lines) for part in parts), default=0) if every or files else _MOST
    return templates.render(
        "change/plan.txt.j2", headline=visible(headline(found)), sections=parts, most=most, closing=closing(found)
    )
