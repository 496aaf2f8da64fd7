"""Trees: rendered files changed, swapped, linked or taken away, with and without a manifest that says it was always so."""

import hashlib
import json
import os
from pathlib import Path

from tests.fuzz.bend import bite
from tests.fuzz.ground import Case, own
from tests.fuzz.words import payload


def make(case: Case) -> list[list[str]]:
    """Touch a tree, and give a command that reads it."""
    dice = case.dice
    case.write("cluster.yaml", case.ground.specs[0])
    tree = case.copy_tree()
    files = sorted(path for path in tree.rglob("*") if path.is_file())
    special = [tree / "manifest.json", tree / "plan.json", tree / "summary.json"]
    for _ in range(dice.randint(1, 4)):
        _touch(case, dice.choice(special if dice.random() < 0.4 else files), dice.choice(files))
    if dice.random() < 0.6:
        forge(tree)
    commands = [
        ["check", str(tree), "--changed"], ["check", str(tree)], ["plan", str(tree), str(case.spec)], ["plan", str(case.spec), str(tree)],
        ["render", str(case.spec), "-o", str(tree), "-j1"], ["render", str(case.spec), "-o", str(tree), "-j1", "--check"],
        ["render", str(case.spec), "-o", str(tree), "-j1", "--force"], ["render", str(case.spec), "-o", str(tree), "-j1", "--only", "ip"],
    ]  # fmt: skip
    return [dice.choice(commands)]


def _touch(case: Case, path: Path, other: Path) -> None:
    dice = case.dice
    if not path.is_file() or path.is_symlink():
        return
    text = path.read_text("utf-8", errors="replace")
    own(path)
    match dice.randrange(10):
        case 0:
            path.unlink()
        case 1:
            path.unlink()
            path.symlink_to(dice.choice(("/etc/passwd", "/dev/zero", str(other), "nowhere", "..")))
        case 2:
            path.unlink()
            os.mkfifo(path)
        case 3:
            path.write_bytes(other.read_bytes() if other.is_file() and not other.is_symlink() else b"")
        case 4:
            path.write_text(f"#!/bin/sh\ntouch {case.canary}\n")
            path.chmod(0o755)
        case 5:
            path.write_text(payload(dice, case.canary) + text, encoding="utf-8", errors="replace")
        case 6:
            name = payload(dice, "x").replace("/", "_").replace("\0", "")[:50].strip(".") or "x"
            (path.parent / name).mkdir(exist_ok=True)
        case _:
            path.write_bytes(bite(text, dice))


def forge(tree: Path) -> None:
    """Have the manifest say that all files are as they were written."""
    place = tree / "manifest.json"
    if place.is_symlink() or not place.is_file():
        return
    try:
        manifest = json.loads(place.read_text("utf-8"))
        for path, entry in manifest["files"].items():
            file = tree / path
            if file.is_file() and not file.is_symlink():
                entry["sha256"] = hashlib.sha256(file.read_bytes()).hexdigest()
        own(place)
        place.write_text(json.dumps(manifest))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return
