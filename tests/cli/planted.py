"""Faults for judges of rendered files: a file of a tree is changed in one place, and is as before afterwards."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def planted(file: Path, pattern: str, instead: str) -> Iterator[str]:
    """Replace the first match of a pattern in a file while the context lasts; yields the changed text.

    Raises:
        AssertionError: nothing matches, or the replacement changes nothing.
    """
    good = file.read_text(encoding="utf-8")
    bad = re.sub(pattern, instead, good, count=1)
    assert bad != good, pattern
    try:
        file.write_text(bad, encoding="utf-8")
        yield bad
    finally:
        file.write_text(good, encoding="utf-8")
