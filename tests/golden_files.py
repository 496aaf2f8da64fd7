"""Golden files: what is held of each example, how it is compared, and what a rewrite has changed.

An example is held whole, or `tests/golden/<example>.only` names the files that are held (patterns, one a line; `!` before one takes away from
what those before it gave): one of each kind. `manifest.json`, or `digests.txt` where it is named, has a line for each file
of the tree, so that nothing changes unseen.
Playbooks and roles are copies of `playbooks/`, so no golden tree has them or their digests.
"""

import hashlib
import shutil
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

GOLDEN = Path(__file__).parent / "golden"
INVENTORIES = GOLDEN.parent.parent / "inventories"
INVENTORY = "ansible/inventory/"
BY_HAND = ("ansible/playbooks/", "ansible/roles/")
DIGESTS = "digests.txt"
_DIGITS = 12
_PER_DEVICE = {
    "hosts": 1,
    "host_groups": 1,
    "switches": 1,
    "cabling/ports": 2,
    "cabling/pull": 2,
    f"{INVENTORY}host_vars": 3,
}
"""Folders whose next part names a device or a rack, and how many parts they have."""


def held(name: str, tree: dict[str, str]) -> dict[str, str]:
    """Return what is held of an example's tree, by path; every pattern of its `.only` must name a file."""
    tree = without_playbooks(tree)
    only = GOLDEN / f"{name}.only"
    if not only.exists():
        return tree
    tree[DIGESTS] = digests(tree)
    patterns = only.read_text(encoding="utf-8").split()
    unused = [each for each in patterns if not any(fnmatchcase(path, each.lstrip("!")) for path in tree)]
    assert unused == [], f"{only.name} names files that are not there"
    return {path: text for path, text in tree.items() if _last_word(path, patterns)}


def without_playbooks(tree: dict[str, str]) -> dict[str, str]:
    """Leave out what is written by hand, in the manifest too: there an entry has a line."""
    lines = tree["manifest.json"].splitlines(keepends=True)
    ours = (line for line in lines if not line.lstrip().startswith(tuple(f'"{folder}' for folder in BY_HAND)))
    return {
        **{path: text for path, text in tree.items() if not path.startswith(BY_HAND)},
        "manifest.json": "".join(ours),
    }


def digests(tree: dict[str, str]) -> str:
    """Return a line for each file: the head of its SHA-256, and its path."""
    heads = {path: hashlib.sha256(text.encode()).hexdigest()[:_DIGITS] for path, text in sorted(tree.items())}
    return "".join(f"{head}  {path}\n" for path, head in heads.items())


def read_below(folder: Path) -> dict[str, str]:
    """Return the text of every file below a folder, by path."""
    files = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}


def write_below(folder: Path, files: dict[str, str]) -> None:
    """Replace a folder by these files."""
    shutil.rmtree(folder, ignore_errors=True)
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(content, encoding="utf-8")


def changes(old: dict[str, str], new: dict[str, str]) -> Counter[tuple[str, str]]:
    """Count the files that came, went or changed, by kind and by what became of them; a line of digests stands for its file."""
    before, after = _heads(old), _heads(new)
    gone = Counter((kind(path), "gone") for path in before.keys() - after.keys())
    came = Counter((kind(path), "new") for path in after.keys() - before.keys())
    changed = Counter((kind(path), "changed") for path in after.keys() & before.keys() if before[path] != after[path])
    return gone + came + changed


def kind(path: str) -> str:
    """Return what files of one sort share: the path without the device or rack that a file is of."""
    parts = PurePosixPath(path).parts
    for folder, depth in _PER_DEVICE.items():
        if path.startswith(f"{folder}/") and len(parts) > depth:
            own = "*" if len(parts) > depth + 1 else f"*{PurePosixPath(path).suffix}"
            return "/".join([*parts[:depth], own, *parts[depth + 1 :]])
    return path


def _heads(files: dict[str, str]) -> dict[str, str]:
    if DIGESTS in files:
        pairs = (line.split("  ", 1) for line in files[DIGESTS].splitlines())
        return {path: head for head, path in pairs}
    return {path: hashlib.sha256(text.encode()).hexdigest()[:_DIGITS] for path, text in files.items()}


def _last_word(path: str, patterns: list[str]) -> bool:
    """Whether the last pattern that a path matches is one that gives."""
    matching = [pattern for pattern in patterns if fnmatchcase(path, pattern.lstrip("!"))]
    return bool(matching) and not matching[-1].startswith("!")
