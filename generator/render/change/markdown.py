"""The change as a comment on a pull request: a table of counts, and sections that unfold."""

from generator.change.difference import Difference
from generator.change.records import Kind
from generator.render.change.view import STEPS, Section, closing, headline, sections
from generator.render.escape import markdown_message
from generator.render.templates import Templates
from generator.source.visible import visible

LIMIT = 60_000
"""Characters: a comment on GitHub takes 65,536."""
_SIZES = (400, 100, 40, 20, 10, 5, 2)
"""Lines of a section, tried one after the other until all of it fits."""
_LEAST_STEPS = 41
_LINE = 400
"""Characters of a line where space is short; the order of work, which is of no use by halves, keeps its lines longest."""


def markdown(found: Difference, templates: Templates, *, every: bool = False, files: bool = False) -> str:
    """Return the comment; if it is too long, sections show fewer lines and state how many are left out."""
    parts = list(sections(found, every=every, files=files))
    whole = max((len(line) for part in parts for line in part.lines), default=0)
    for most, length in ((max((len(part.lines) for part in parts), default=0), whole), *((n, _LINE) for n in _SIZES)):
        shown = [(part.summary, *_shown(part, most, length)) for part in parts]
        text = templates.render(
            "change/plan.md.j2",
            headline=markdown_message(visible(headline(found))),
            kinds=list(Kind),
            counts=list(found.counts.values()),
            sections=shown,
            cut=any(more for _, _, more in shown) or length < whole,
            closing=closing(found),
        )
        if len(text) <= LIMIT:
            break
    return text


def _shown(part: Section, most: int, length: int) -> tuple[list[str], int]:
    """Return the lines that are shown, and the number of those that are not."""
    most = max(most, _LEAST_STEPS) if part.title == STEPS else most
    return [_cut(line, length) for line in part.lines[:most]], max(len(part.lines) - most, 0)


def _cut(line: str, length: int) -> str:
    """Shorten a line, and remove what would end its block; a plan is not trusted."""
    line = visible(line).replace("```", "'''")
    return line if len(line) <= length else f"{line[:length]} ... (cut)"
