"""Staging: a tree is made beside its target, and moved there in one step."""

import errno
import fcntl
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_RENAME_EXCHANGE = 2
_AT_FDCWD = -100
_ASIDE = ".earlier"
_MARK = ".clustergen-"
_USUAL_MODE = 0o755


@contextmanager
def alone(parent: Path) -> Iterator[None]:
    """Wait for any other writer in the same folder; the lock ends with the process and its forks, however they end."""
    handle = os.open(parent, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextmanager
def staged(target: Path) -> Iterator[Path]:
    """Yield an empty folder; on success it replaces `target`."""
    fresh = Path(tempfile.mkdtemp(prefix=f".{target.name}{_MARK}", dir=target.parent))
    try:
        yield fresh
        _take_over(fresh, target)
        _swap(fresh, target)
    finally:
        _remove(fresh)


def sweep(target: Path) -> None:
    """Remove the remains of a killed run, and restore an earlier tree that it had moved aside."""
    ours = re.compile(rf"\.{re.escape(target.name)}{re.escape(_MARK)}[a-z0-9_]{{8}}(?:{re.escape(_ASIDE)})?")
    for left in sorted(target.parent.iterdir()) if target.parent.is_dir() else ():
        if not ours.fullmatch(left.name) or left.is_symlink() or left.lstat().st_uid != os.geteuid():
            continue  # of another tree, or of another person
        if left.name.endswith(_ASIDE) and not target.exists():
            left.rename(target)
        else:
            _remove(left)


def _take_over(fresh: Path, target: Path) -> None:
    """Set mode, owner and group of the new folder to those of the folder that it replaces; a first one is readable by all."""
    if not target.exists():
        fresh.chmod(_USUAL_MODE)
        return
    state, own = target.stat(), fresh.stat()
    if state.st_gid != own.st_gid:
        os.chown(fresh, -1, state.st_gid)
    if state.st_uid != own.st_uid and os.geteuid() == 0:  # only its owner may change the owner of a folder
        os.chown(fresh, state.st_uid, -1)
    fresh.chmod(stat.S_IMODE(state.st_mode))


def _swap(fresh: Path, target: Path) -> None:
    """Put `fresh` where `target` is; afterwards `fresh` names what was there before."""
    if not target.exists():
        fresh.rename(target)
        return
    import ctypes  # noqa: PLC0415  (a first render replaces nothing)

    libc = ctypes.CDLL(None, use_errno=True)
    result = libc.renameat2(_AT_FDCWD, os.fsencode(fresh), _AT_FDCWD, os.fsencode(target), _RENAME_EXCHANGE)
    if result == 0:
        return
    number = ctypes.get_errno()
    if number not in {errno.ENOSYS, errno.EINVAL}:
        raise OSError(number, os.strerror(number), str(target))
    aside = fresh.with_name(fresh.name + _ASIDE)  # a file system that cannot exchange: two steps, mended by sweep
    target.rename(aside)
    fresh.rename(target)
    _remove(aside)


def _remove(folder: Path) -> None:
    """Remove a folder of ours as far as possible, also where somebody has made folders in it read-only."""
    shutil.rmtree(folder, ignore_errors=True)
    if folder.is_dir():
        _open(folder)
        shutil.rmtree(folder, ignore_errors=True)


def _open(folder: Path) -> None:
    """Let the owner of a folder and of those in it change them."""
    with suppress(OSError):
        folder.chmod(stat.S_IRWXU)
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    _open(Path(entry.path))
