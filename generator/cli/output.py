"""The writer: a tree appears whole or not at all, and never takes a file with it that it did not write."""

import ctypes
import errno
import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from generator.render.artifact import Artifact
from generator.render.tree import MANIFEST

_RENAME_EXCHANGE = 2
_AT_FDCWD = -100


class TreeError(Exception):
    """The tree cannot be written; the message says what to do."""


def write_tree(artifacts: Iterable[Artifact], target: Path, *, partial: bool = False, force: bool = False) -> int:
    """Write artifacts below `target`, replacing an earlier tree of ours in one step; give the number of files.

    The new tree is written beside the old one and then exchanged with it (renameat2 with
    RENAME_EXCHANGE), so that whatever kills this process, one of the two stands whole at `target`.

    Writers of trees in one folder wait for each other.

    Raises:
        TreeError: foreign or hand-changed files, no space, no permission; the earlier tree is untouched.
    """
    target = Path(os.path.abspath(target))  # noqa: PTH100  (resolve() would follow the user's own link)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with _alone(target.parent):
            return _write(artifacts, target, partial=partial, force=force)
    except OSError as error:
        raise TreeError(_reason(error, target)) from None


def _write(artifacts: Iterable[Artifact], target: Path, *, partial: bool, force: bool) -> int:
    _sweep(target)
    known = _inspect(target, force=force)
    fresh = Path(tempfile.mkdtemp(prefix=f".{target.name}.clustergen-", dir=target.parent))
    try:
        count = _fill(fresh, artifacts)
        if partial:
            count = _keep_others(fresh, target, known)
        fresh.chmod(0o755)
        _swap(fresh, target)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return count


@contextmanager
def _alone(parent: Path) -> Iterator[None]:
    """Wait for any other writer in the same folder; the lock ends with the process, however it ends."""
    handle = os.open(parent, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def compare(artifacts: Iterable[Artifact], target: Path, *, partial: bool = False) -> list[str]:
    """Say how a directory differs from what would be written: a line a file."""
    differences, expected = [], set()
    for artifact in artifacts:
        expected.add(artifact.path)
        if partial and artifact.path == MANIFEST:
            continue
        path = target / artifact.path
        if not path.is_file():
            differences.append(f"missing: {artifact.path}")
        elif path.read_bytes() != artifact.content.encode():
            differences.append(f"differs: {artifact.path}")
    if not partial:
        differences += [f"not ours: {path}" for path in sorted(_files(target) - expected)]
    return differences


def _fill(root: Path, artifacts: Iterable[Artifact]) -> int:
    made: set[Path] = set()
    count = 0
    for artifact in artifacts:
        path = root / _checked(artifact.path)
        if path.parent not in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            made.add(path.parent)
        with path.open("x", encoding="utf-8", newline="") as file:
            file.write(artifact.content)
        if artifact.path.endswith(".sh"):
            path.chmod(0o755)
        count += 1
    return count


def _checked(path: str) -> PurePosixPath:
    """Refuse a path that would leave the tree: names of the spec are checked long before, this is the last door."""
    pure = PurePosixPath(path)
    if pure.is_absolute() or ".." in pure.parts or not pure.parts:
        message = f"an output may not be written to {path}"
        raise TreeError(message)
    return pure


def _inspect(target: Path, *, force: bool) -> dict[str, dict[str, str]]:
    """Give the manifest's entries of an earlier tree, after making sure that nothing else is in the way."""
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        message = f"{target} is no directory: choose another one with -o"
        raise TreeError(message)
    found = _files(target)
    if not found:
        return {}
    manifest = target / MANIFEST
    if not manifest.is_file():
        message = f"{target} holds files that clustergen did not write ({_some(found)}): choose an empty or new directory with -o"
        raise TreeError(message)
    entries = _entries(manifest)
    foreign = found - set(entries) - {MANIFEST}
    if foreign:
        message = f"{target} holds files that clustergen did not write ({_some(foreign)}): move them, or choose another directory"
        raise TreeError(message)
    changed = {path for path in found - {MANIFEST} if _digest(target / path) != entries[path].get("sha256")}
    if changed and not force:
        message = f"files in {target} were changed by hand ({_some(changed)}): keep them elsewhere, or give --force"
        raise TreeError(message)
    return entries


def _entries(manifest: Path) -> dict[str, dict[str, str]]:
    try:
        entries = json.loads(manifest.read_text(encoding="utf-8"))["files"]
        return {str(path): dict(entry) for path, entry in entries.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        message = f"{manifest} is no manifest of clustergen: choose another directory with -o"
        raise TreeError(message) from None


def _keep_others(fresh: Path, target: Path, known: dict[str, dict[str, str]]) -> int:
    """Take over the files of an earlier tree that this partial one does not replace."""
    manifest = json.loads((fresh / MANIFEST).read_text(encoding="utf-8"))
    renewed = {entry["backend"] for entry in manifest["files"].values()}
    for path, entry in known.items():
        if entry["backend"] not in renewed:
            (fresh / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(target / path, fresh / path)
            manifest["files"][path] = entry
    rows = ",\n".join(f"    {json.dumps(p)}: {json.dumps(e)}" for p, e in sorted(manifest.pop("files").items()))
    head = "".join(f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in manifest.items())
    (fresh / MANIFEST).write_text(f'{{\n{head}  "files": {{\n{rows}\n  }}\n}}\n', encoding="utf-8")
    return rows.count("\n") + 2


def _swap(fresh: Path, target: Path) -> None:
    """Put `fresh` where `target` is; afterwards `fresh` names what was there before."""
    if not target.exists():
        fresh.rename(target)
        return
    libc = ctypes.CDLL(None, use_errno=True)
    result = libc.renameat2(_AT_FDCWD, os.fsencode(fresh), _AT_FDCWD, os.fsencode(target), _RENAME_EXCHANGE)
    if result == 0:
        return
    number = ctypes.get_errno()
    if number not in {errno.ENOSYS, errno.EINVAL}:
        raise OSError(number, os.strerror(number), str(target))
    aside = fresh.with_name(fresh.name + _ASIDE)  # a file system that cannot exchange: two steps, mended by _sweep
    target.rename(aside)
    fresh.rename(target)
    shutil.rmtree(aside, ignore_errors=True)


_ASIDE = ".earlier"


def _sweep(target: Path) -> None:
    """Clear what a killed run left, and put an earlier tree back that it had only moved aside."""
    for left in target.parent.glob(f".{target.name}.clustergen-*") if target.parent.is_dir() else ():
        if left.name.endswith(_ASIDE) and not target.exists():
            left.rename(target)
        else:
            shutil.rmtree(left, ignore_errors=True)


def _files(root: Path) -> set[str]:
    if not root.is_dir():
        return set()
    return {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_symlink() or not path.is_dir()}


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _some(paths: set[str]) -> str:
    first = sorted(paths)[:3]
    return ", ".join(first) + (f" and {len(paths) - 3} more" if len(paths) > 3 else "")


def _reason(error: OSError, target: Path) -> str:
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return (
            f"no space left to write {target}: free some, or choose another disk with -o; the earlier tree is untouched"
        )
    if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return f"{target} cannot be written ({os.strerror(error.errno)}): choose another directory with -o"
    return f"{target} cannot be written: {error.strerror or error}"
