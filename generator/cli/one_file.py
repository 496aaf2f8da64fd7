"""Write one file in one step."""

import os
import tempfile
from pathlib import Path

_MODE = 0o644


def replace_file(target: Path, text: str) -> None:
    """Write a file, or replace it: at any moment it is the old one or the new one, whole. Raises OSError: it cannot be written; what was there is unchanged."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    half = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        half.chmod(_MODE)
        half.replace(target)
    except BaseException:
        half.unlink(missing_ok=True)
        raise
