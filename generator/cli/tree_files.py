"""What stands in a directory: every file, link and empty folder, but what Python keeps of the roles' plugins once Ansible has run them."""

import os
from pathlib import Path

from generator.source.reading import ReadingError, read_json

MOST_BYTES = 1024 * 1024 * 1024
"""Of a manifest or a plan: some times what 131,072 GPUs take."""
_COMPILED = "__pycache__"
_DIGEST = frozenset("0123456789abcdef")


def files_below(root: Path) -> set[str]:
    """Give the path of every file below a folder, of every link, wherever it leads, and of every empty folder (with a slash behind it).

    Folders of compiled plugins are nobody's.
    """
    found: set[str] = set()
    for folder, folders, names in os.walk(root):
        if _COMPILED in folders and _holds_compiled_alone(Path(folder, _COMPILED)):
            folders.remove(_COMPILED)
        below = "" if folder == str(root) else f"{os.path.relpath(folder, root)}/"
        found.update(below + name for name in names)
        found.update(below + name for name in folders if Path(folder, name).is_symlink())
        if below and not folders and not names:
            found.add(below)
    return found


def _holds_compiled_alone(folder: Path) -> bool:
    return not folder.is_symlink() and all(each.suffix == ".pyc" for each in folder.iterdir())


def read_manifest(path: Path) -> dict[str, dict[str, str]]:
    """Give the entries of a `manifest.json`: what it says of each file, by path.

    Raises:
        ReadingError: it cannot be read, or is no manifest.
    """
    value = read_json(path, MOST_BYTES)
    entries = value.get("files") if isinstance(value, dict) else None
    if not isinstance(entries, dict):
        raise ReadingError("has no `files`")
    for name, entry in entries.items():
        parts = name.split("/")
        if any(part in {"", ".", ".."} for part in parts) or "\\" in name:
            raise ReadingError(f"names {name[:80]!r}, which is no path below it")
        if not isinstance(entry, dict) or not all(isinstance(each, str) for each in entry.values()):
            raise ReadingError(f"says nothing that is known of {name[:80]!r}")
        if len(digest := entry.get("sha256", "")) != 64 or not _DIGEST.issuperset(digest) or "backend" not in entry:
            raise ReadingError(f"has no digest or backend of {name[:80]!r}")
    return entries
