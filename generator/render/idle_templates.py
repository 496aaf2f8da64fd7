"""Templates of the user's that nothing prints: they replace none of ours, and no other one includes them."""

import difflib
from collections.abc import Iterator
from pathlib import Path

from generator.source.diagnostic import Diagnostic
from generator.source.document import Document
from generator.source.reading import ReadingError, read_regular

_MOST_BYTES = 1024 * 1024


def idle_templates(ours: Path, folder: Path) -> Iterator[tuple[Document, Diagnostic]]:
    """Yield the problem of each: a misspelt name would silently have no effect."""
    theirs = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.j2"))}
    strange = [name for name in theirs if not (ours / name).is_file()]
    if not strange:
        return
    texts = {name: _text(path) for name, path in theirs.items()}
    known = [path.relative_to(ours).as_posix() for path in sorted(ours.rglob("*.j2"))]
    for name in strange:
        if any(name in text for other, text in texts.items() if other != name):
            continue
        near = difflib.get_close_matches(name, known, 1, 0.6)
        yield (
            Document(str(theirs[name]), ""),
            Diagnostic(
                code="template",
                message=f"clustergen has no template {name} that this one could replace, and no other one here includes it",
                help=(f"did you mean {near[0]}? " if near else "")
                + "A template has the path of the one that it replaces in `templates/` of clustergen",
            ),
        )


def _text(path: Path) -> str:
    """Return a template's text; nothing of a link, or of a file that rendering will refuse."""
    try:
        return "" if path.is_symlink() else read_regular(path, _MOST_BYTES).decode("utf-8", errors="replace")
    except ReadingError:
        return ""
