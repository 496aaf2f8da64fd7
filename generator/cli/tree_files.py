"""What stands in a directory: every file and link, but what Python keeps of the roles' plugins once Ansible has run them."""

import os
from pathlib import Path

_COMPILED = "__pycache__"


def files_below(root: Path) -> set[str]:
    """Give the path of every file below a folder, and of every link, wherever it leads; folders of compiled plugins are nobody's."""
    found: set[str] = set()
    for folder, folders, names in os.walk(root):
        if _COMPILED in folders:
            folders.remove(_COMPILED)
        below = "" if folder == str(root) else f"{os.path.relpath(folder, root)}/"
        found.update(below + name for name in names)
        found.update(below + name for name in folders if Path(folder, name).is_symlink())
    return found
