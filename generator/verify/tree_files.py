"""Files in a directory: every file and link, except Python's cache of the roles' plugins after a run of Ansible."""

import os
import stat
import struct
from pathlib import Path

from generator.render.tree import MANIFEST
from generator.source.reading import ReadingError, read_json

MOST_BYTES = 1024 * 1024 * 1024
"""Of a manifest or a plan: some times what 131,072 GPUs take."""
_COMPILED = "__pycache__"
_HEAD_BYTES = 16
_WORD = 0xFFFFFFFF
_DIGEST = frozenset("0123456789abcdef")


def files_below(root: Path) -> set[str]:
    """Return the path of every file below a folder, and of every link, regardless of its target.

    Python's cache of the roles' plugins is skipped if it matches the current source, as Python would rewrite it otherwise.
    """
    found: set[str] = set()
    for folder, folders, names in os.walk(root):
        below = "" if folder == str(root) else f"{os.path.relpath(folder, root)}/"
        here = Path(folder)
        own = names if here.name != _COMPILED else [name for name in names if not _is_fresh(here / name)]
        found.update(below + name for name in own)
        found.update(below + name for name in folders if (here / name).is_symlink())
    return found


def empty_below(root: Path) -> set[str]:
    """Return the path of every empty folder below a folder, with a slash behind it."""
    walked = ((Path(folder), folders, names) for folder, folders, names in os.walk(root))
    return {
        f"{folder.relative_to(root)}/"
        for folder, folders, names in walked
        if not folders and not names and folder != root
    }


def no_tree(root: Path) -> str:
    """Return why a folder is not a rendered tree, with the fix; empty where it has a manifest."""
    if os.path.lexists(root / MANIFEST):
        return ""
    return f"{root} is not a rendered tree, as it has no {MANIFEST}: name the folder that `clustergen render SPEC -o FOLDER` wrote"


def not_fit(root: Path) -> list[str]:
    """Report, in order, what no reader may or can open: links, pipes, sockets and devices, files larger than any of ours, and what its permissions keep from this user."""
    faults = []
    for folder, folders, names in os.walk(root):
        for path in (Path(folder, name) for name in (*names, *folders)):
            state, place = path.lstat(), path.relative_to(root).as_posix()
            if not (stat.S_ISREG(state.st_mode) or stat.S_ISDIR(state.st_mode)):
                faults.append(f"{place} is not a regular file")
            elif state.st_size > MOST_BYTES:
                faults.append(f"{place} is larger than any file that clustergen writes")
            elif not _is_open(path, state.st_mode):
                faults.append(f"{place} cannot be opened: permission denied")
    return sorted(faults)


def _is_open(path: Path, mode: int) -> bool:
    """Whether this user can read a file, or list and enter a folder; the system is asked only where not everybody can."""
    wanted, needs = (0o555, os.R_OK | os.X_OK) if stat.S_ISDIR(mode) else (0o444, os.R_OK)
    return mode & wanted == wanted or os.access(path, needs)


def _is_fresh(compiled: Path) -> bool:
    """Whether Python accepts a file as the cache of its source (PEP 552): by time and size, not unchecked."""
    source = compiled.parent.parent / f"{compiled.name.partition('.')[0]}.py"
    if compiled.suffix != ".pyc" or compiled.is_symlink() or not compiled.is_file() or not source.is_file():
        return False
    with compiled.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    state = source.stat()
    wanted = (0, int(state.st_mtime) & _WORD, state.st_size & _WORD)
    return len(head) == _HEAD_BYTES and struct.unpack("<3I", head[4:]) == wanted


def read_manifest(path: Path) -> dict[str, dict[str, str]]:
    """Return the entries of a `manifest.json`: the entry of each file, by path. Raises ReadingError: it cannot be read, or is no manifest."""
    value = read_json(path, MOST_BYTES)
    entries = value.get("files") if isinstance(value, dict) else None
    if not isinstance(entries, dict):
        raise ReadingError("has no `files`")
    for name, entry in entries.items():
        parts = name.split("/")
        if any(part in {"", ".", ".."} for part in parts) or "\\" in name:
            raise ReadingError(f"names {name[:80]!r}, which is not a path below it")
        if not isinstance(entry, dict) or not all(isinstance(each, str) for each in entry.values()):
            raise ReadingError(f"has no valid entry for {name[:80]!r}")
        if len(digest := entry.get("sha256", "")) != 64 or not _DIGEST.issuperset(digest) or "backend" not in entry:
            raise ReadingError(f"has no digest or backend of {name[:80]!r}")
    return entries
