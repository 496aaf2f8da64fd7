"""The writer: a tree appears whole or not at all, and never takes a file with it that it did not write."""

import errno
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, suppress
from pathlib import Path
from typing import Protocol, TypeVar

from generator.cli.staging import alone, staged, sweep
from generator.render.artifact import PLAIN_MODE, Artifact
from generator.render.lines import json_sections
from generator.render.tree import MANIFEST
from generator.source.reading import ReadingError
from generator.verify.tree_files import empty_below, files_below, read_manifest

Answer = TypeVar("Answer")
_NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC
_SCRIPT = 0o755


class TreeError(Exception):
    """The tree cannot be written; the message has the fix."""


class Files(Protocol):
    """Files that are still to be made."""

    def each(self, use: Callable[[str, bytes | bytearray, int], Answer], /) -> Generator[Answer]:
        """Call `use` with every file's path, bytes and mode, perhaps in another process, and yield its answers; closing it ends all work."""


class _Writer:
    """Writes files below a folder that nothing else writes to but its copies in other processes, which may make the same folders."""

    def __init__(self, root: Path) -> None:
        self._root = str(root)
        self._made = {""}

    def put(self, path: str, data: bytes | bytearray, mode: int) -> None:
        """Write a file with its mode, regardless of the umask; it is never more readable in between."""
        folder = _checked(path).rpartition("/")[0]
        if folder not in self._made:
            self._make(folder)
        mode = _SCRIPT if path.endswith(".sh") and mode == PLAIN_MODE else mode
        handle = os.open(f"{self._root}/{path}", _NEW, mode)
        try:
            os.fchmod(handle, mode)
            rest = memoryview(data)
            while rest:  # a disk that fills takes a part first
                rest = rest[os.write(handle, rest) :]
        finally:
            os.close(handle)

    def _make(self, folder: str) -> None:
        above = folder.rpartition("/")[0]
        if above not in self._made:
            self._make(above)
        with suppress(FileExistsError):
            os.mkdir(f"{self._root}/{folder}")  # noqa: PTH102  (of hundreds of folders, pathlib takes several times as long)
        self._made.add(folder)


def write_tree(
    files: Files | Iterable[Artifact],
    target: Path,
    *,
    partial: bool = False,
    force: bool = False,
    review: Callable[[Path, Path], None] | None = None,
) -> int:
    """Write files below `target`, replacing an earlier tree of ours in one step. Return their number.

    The new tree is written beside the old one and then exchanged with it (renameat2 with
    RENAME_EXCHANGE), so that `target` is always one complete tree, even if this process is killed.

    Writers of trees in one folder wait for each other. `review` gets the new tree and the earlier one before they are exchanged.

    Raises TreeError: foreign or hand-changed files, no space, no permission; the earlier tree is untouched.
    """
    try:
        target = Path(os.path.abspath(target))  # noqa: PTH100  (resolve() would follow the user's own link)
        if Path.cwd().is_relative_to(os.path.realpath(target)):
            message = f"{target} is the folder that this command runs in, or contains it, and a tree replaces its whole folder: name a new one with -o"
            raise TreeError(message)
        target.parent.mkdir(parents=True, exist_ok=True)
        with alone(target.parent):
            sweep(target)
            known = _inspect(target, force=force)
            with staged(target) as fresh, closing(_each(files, _Writer(fresh).put)) as written:
                begun = fresh.stat().st_ctime_ns
                count = sum(1 for _ in written)
                _refuse_late(target, known, begun, force=force)
                if review is not None and known:
                    review(fresh, target)
                return _keep_others(fresh, target, known) if partial else count
    except OSError as error:
        raise TreeError(reason(error, target)) from None


def compare(files: Files | Iterable[Artifact], target: Path, *, partial: bool = False) -> list[str]:
    """Report how a directory differs from what would be written: a line a file. Modes are not compared: git keeps none but the executable bit."""
    with closing(_each(files, lambda path, data, _: (path, _difference(target, path, data)))) as compared:
        found = dict(compared)
    if partial:
        found.pop(MANIFEST)
    foreign = files_below(target) - set(found) - (_of_others(target, set(found)) if partial else set())
    return sorted(each for each in found.values() if each) + [f"not ours: {path}" for path in sorted(foreign)]


def _of_others(target: Path, mine: set[str]) -> set[str]:
    """Return the files of a tree that other backends gave than those of `mine`, and its manifest; all of it where it has none that can be read."""
    try:
        entries = read_manifest(target / MANIFEST)
    except ReadingError:
        return files_below(target)
    renewed = {entries[path]["backend"] for path in mine & set(entries)}
    return {MANIFEST, *(path for path, entry in entries.items() if entry["backend"] not in renewed)}


def _each(files: Files | Iterable[Artifact], use: Callable[[str, bytes | bytearray, int], Answer]) -> Generator[Answer]:
    if isinstance(files, Iterable):
        return (use(artifact.path, artifact.data, artifact.mode) for artifact in files)
    return files.each(use)


def _difference(target: Path, path: str, data: bytes | bytearray) -> str:
    place = target / path
    if place.is_symlink() or not place.is_file():
        return f"{'differs' if os.path.lexists(place) else 'missing'}: {path}"
    try:
        return "" if place.stat().st_size == len(data) and place.read_bytes() == data else f"differs: {path}"
    except OSError:
        return f"cannot be read: {path}"


def _checked(path: str) -> str:
    """Refuse a path that would leave the tree: names of the spec are checked long before, this is the last door."""
    if not path or path.startswith("/") or ".." in path.split("/"):
        message = f"an output may not be written to {path}"
        raise TreeError(message)
    return path


def _inspect(target: Path, *, force: bool) -> dict[str, dict[str, str]]:
    """Return the manifest's entries of an earlier tree, after checking that it has no other files."""
    if target.is_symlink() and target.is_dir():
        message = f"{target} is a symbolic link, and the tree is replaced as a whole: give the directory that it leads to with -o"
        raise TreeError(message)
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        message = f"{target} is not a directory: choose another one with -o"
        raise TreeError(message)
    found = files_below(target)
    if not found and not empty_below(target):
        return {}
    manifest = target / MANIFEST
    if manifest.is_symlink() or not manifest.is_file():
        message = f"{target} holds files that clustergen did not write ({_some(found or empty_below(target))}): choose an empty or new directory with -o"
        raise TreeError(message)
    entries = _entries(manifest)
    foreign = found - set(entries) - {MANIFEST}
    foreign |= {folder for folder in empty_below(target) if not any(path.startswith(folder) for path in entries)}
    if foreign:
        message = f"{target} holds files that clustergen did not write ({_some(foreign)}): move them, or choose another directory; Ansible of your own belongs in site/ beside the spec"
        raise TreeError(message)
    changed = {path for path in found - {MANIFEST} if _digest(target / path) != entries[path]["sha256"]}
    if changed and not force:
        message = f"files in {target} were changed by hand ({_some(changed)}): keep them elsewhere, or add --force"
        raise TreeError(message)
    return entries


def _refuse_late(target: Path, known: dict[str, dict[str, str]], begun: int, *, force: bool) -> None:
    """Refuse to replace files that were written while the new tree was made, as they would be lost."""
    if not target.exists():
        return
    there = files_below(target)
    late = there - set(known) - {MANIFEST}
    late |= {path for path in there - late if (target / path).lstat().st_ctime_ns > begun and not force}
    if late:
        message = f"files in {target} were written while the new tree was rendered ({_some(late)}): look at them, and render again"
        raise TreeError(message)


def _entries(manifest: Path) -> dict[str, dict[str, str]]:
    try:
        return read_manifest(manifest)
    except ReadingError as error:
        message = f"{manifest} is not a manifest of clustergen ({error.reason}): choose another directory with -o"
        raise TreeError(message) from None


def _keep_others(fresh: Path, target: Path, known: dict[str, dict[str, str]]) -> int:
    """Take over the files of an earlier tree that this partial one does not replace."""
    if known and "hosts" not in json.loads((target / MANIFEST).read_text(encoding="utf-8")):
        message = f"{target} was written by an earlier release, which placed files of hosts elsewhere: render it once without --only"
        raise TreeError(message)
    manifest = json.loads((fresh / MANIFEST).read_text(encoding="utf-8"))
    renewed = {entry["backend"] for entry in manifest["files"].values()}
    for path, entry in known.items():
        if entry["backend"] not in renewed:
            (fresh / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(target / path, fresh / path)
            manifest["files"][path] = entry
    manifest["files"] = dict(sorted(manifest["files"].items()))
    (fresh / MANIFEST).write_text(json_sections(manifest), encoding="utf-8")
    return len(manifest["files"]) + 1


def _digest(path: Path) -> str:
    """Return a file's digest; a link has none, as its target is not part of the tree."""
    if path.is_symlink() or not path.is_file():
        return ""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _some(paths: set[str]) -> str:
    first = sorted(paths)[:3]
    return ", ".join(first) + (f" and {len(paths) - 3} more" if len(paths) > 3 else "")


def reason(error: OSError, target: Path) -> str:
    """Return why a tree or a file cannot be written, and the fix."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return (
            f"no space left to write {target}: free some, or choose another disk with -o; the earlier tree is untouched"
        )
    why = (error.strerror or str(error)).lower()
    if error.errno in {errno.EEXIST, errno.ENOTDIR}:
        why = f"{target.parent} is not a directory"
    return f"{target} cannot be written: {why}; choose another place with -o"
