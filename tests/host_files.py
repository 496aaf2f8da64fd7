"""What a host gets of a rendered tree, by its manifest: files of its group, and its own, which win. Read here and not by what is tested."""

import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from generator.plan.draft import Draft
from generator.render.artifact import Artifact


def host_file(tree: Path, host: str, path: str) -> Path:
    """Return the place of a host's file; of none, where its own would be."""
    places = [Path(folder, path) for folder in host_folders(tree, host)]
    return next((place for place in reversed(places) if place.exists()), places[-1])


def host_text(files: Mapping[str, str], host: str, path: str) -> str:
    """Return the text of a host's file, of a tree in memory."""
    folders = json.loads(files["manifest.json"])["hosts"][host]
    return next(files[f"{folder}/{path}"] for folder in reversed(folders) if f"{folder}/{path}" in files)


def host_paths(files: Mapping[str, str], host: str) -> dict[str, str]:
    """Return every file of a host by its path on it, of a tree in memory."""
    found: dict[str, str] = {}
    for folder in json.loads(files["manifest.json"])["hosts"][host]:
        found |= {
            path.removeprefix(f"{folder}/"): text for path, text in files.items() if path.startswith(f"{folder}/")
        }
    return found


def made_for(plan: Draft, artifacts: Iterable[Artifact]) -> dict[str, dict[str, str]]:
    """Return what each host gets of a backend: texts by host and path on it."""
    made = {artifact.path: artifact.content for artifact in artifacts}
    found: dict[str, dict[str, str]] = {}
    for host in plan.hosts:
        for folder in (f"host_groups/{host.group}/", f"hosts/{host.name}/"):
            mine = {path.removeprefix(folder): text for path, text in made.items() if path.startswith(folder)}
            found.setdefault(host.name, {}).update(mine)
    return {host: files for host, files in found.items() if files}


def own_file(tree: Path, host: str, path: str) -> Path:
    """Make a host a file of its own in place of its group's, for who changes it on one host alone."""
    own = tree / "hosts" / host / path
    if not own.exists():
        own.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(host_file(tree, host, path), own)
    return own


def whole_host(tree: Path, host: str, into: Path) -> Path:
    """Copy all that a host gets into a folder, under its paths on the host."""
    for folder in host_folders(tree, host):
        shutil.copytree(folder, into, dirs_exist_ok=True)
    return into


def host_folders(tree: Path, host: str) -> list[str]:
    """Return the folders of a host as the inventory has them."""
    return [str(tree / each) for each in json.loads((tree / "manifest.json").read_text("utf-8"))["hosts"][host]]
