"""Reads NVUE's two files without the generator's own printer or reader: PyYAML for startup.yaml, a shell for nv-set.sh."""

import subprocess
from pathlib import Path
from typing import Any

import yaml

Words = tuple[str, ...]


def settings(text: str) -> dict[str, Any]:
    """Return what is under `set` of startup.yaml, every scalar as its text."""
    (only,) = yaml.load(text, Loader=yaml.CBaseLoader)
    (key,) = only
    assert key == "set"
    found: dict[str, Any] = only["set"]
    return found


def flattened(text: str) -> set[Words]:
    """Return the words after `nv set` that startup.yaml stands for."""
    return set(_walk(settings(text), ()))


def _walk(value: Any, above: Words) -> list[Words]:
    if isinstance(value, dict) and value:
        return [words for key, each in value.items() for words in _walk(each, (*above, key))]
    if isinstance(value, dict):
        return [above]
    if isinstance(value, list):
        return [(*above, *value)]
    return [(*above, value)]


def executed(text: str, folder: Path) -> list[Words]:
    """Run nv-set.sh with an `nv` that writes down its arguments: what the shell made of every line."""
    script = folder / "nv-set.sh"
    script.write_text(text, encoding="utf-8")
    nv = "nv() { printf '%s\\0' \"$@\"; printf '\\n'; }; export -f nv"
    command = ["/bin/bash", "-c", f'{nv}; exec /bin/bash "$1"', "-", str(script)]
    done = subprocess.run(command, check=True, timeout=120, capture_output=True, text=True)
    return [tuple(line.split("\0")[:-1]) for line in done.stdout.split("\n")[:-1]]
