"""Staging: a tree is made beside the place where it shall stand, and put there in one step."""

import ctypes
import errno
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_RENAME_EXCHANGE = 2
_AT_FDCWD = -100
_ASIDE = ".earlier"


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
    """Give an empty folder; when all went well it stands at `target`, and what stood there before is gone."""
    fresh = Path(tempfile.mkdtemp(prefix=f".{target.name}.clustergen-", dir=target.parent))
    try:
        yield fresh
        fresh.chmod(0o755)
        _swap(fresh, target)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def sweep(target: Path) -> None:
    """Clear what a killed run left, and put an earlier tree back that it had only moved aside."""
    for left in target.parent.glob(f".{target.name}.clustergen-*") if target.parent.is_dir() else ():
        if left.name.endswith(_ASIDE) and not target.exists():
            left.rename(target)
        else:
            shutil.rmtree(left, ignore_errors=True)


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
    aside = fresh.with_name(fresh.name + _ASIDE)  # a file system that cannot exchange: two steps, mended by sweep
    target.rename(aside)
    fresh.rename(target)
    shutil.rmtree(aside, ignore_errors=True)
