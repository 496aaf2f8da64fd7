"""Files of a host in a rendered tree: those of its group, and its own, which take precedence; and the forms of its network files."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class HostFiles:
    """The files of every host, found by the groups that `plan.json` has its hosts in."""

    def __init__(self, tree: Path, plan: Mapping[str, Any]) -> None:
        """Read no file yet."""
        self.tree = tree
        self._folders = {
            row["name"]: (tree / "host_groups" / row["group"], tree / "hosts" / row["name"]) for row in plan["hosts"]
        }

    def find(self, host: str, pattern: str) -> list[Path]:
        """Return the files of a host whose paths on it match a pattern, in the order of these paths."""
        found = {
            file.relative_to(folder): file for folder in self._folders.get(host, ()) for file in folder.glob(pattern)
        }
        return [found[path] for path in sorted(found)]

    def file(self, host: str, path: str) -> Path | None:
        """Return a file of a host by its path on it; None where it has none."""
        places = (folder / path for folder in reversed(self._folders.get(host, ())))
        return next((place for place in places if place.is_file()), None)

    def has_any(self, host: str) -> bool:
        """Return whether a host has files of its own: every configured host has."""
        return any(folder.is_dir() for folder in self._folders.get(host, ())[1:])

    def place(self, file: Path) -> str:
        """Return a file's path in the tree, for messages."""
        return file.relative_to(self.tree).as_posix()


def read_netplan(file: Path) -> dict[str, Any]:
    """Return the network of a netplan file."""
    network: dict[str, Any] = yaml.load(file.read_text(encoding="utf-8"), Loader=_LOADER)["network"]  # noqa: S506  (the safe loader, in C)
    return network


def ini_sections(file: Path) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the sections of a file of systemd-networkd or NetworkManager in their order. Both take sections and keys more than once, which configparser does not."""
    section = ""
    lines: list[tuple[str, str]] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        text = line.strip()
        if text.startswith("[") and text.endswith("]"):
            if section:
                yield section, lines
            section, lines = text[1:-1], []
        elif text and text[0] not in "#;":
            key, _, value = text.partition("=")
            lines.append((key.strip(), value.strip()))
    if section:
        yield section, lines
