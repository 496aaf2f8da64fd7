"""Places of a host's files: those that the hosts of a group share in `host_groups/`, once, and a host's own in `hosts/`, which take precedence."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from generator.plan.records import Host

Value = TypeVar("Value")
Files = Mapping[str, Value]
"""Files of a host by their paths on it. Equal values mean equal texts."""


def own_place(host: Host, path: str = "") -> str:
    """Return the place in the tree of a file that is a host's own; the folder of all of them without a path."""
    return f"hosts/{host.name}/{path}".rstrip("/")


def shared_place(group: str, path: str = "") -> str:
    """Return the place in the tree of a file that hosts of a group share; the folder of all of them without a path."""
    return f"host_groups/{group}/{path}".rstrip("/")


def placed(
    found: Iterable[tuple[Host, Files[Value]]], is_own: Callable[[Value], bool] = lambda _: False
) -> Iterator[tuple[str, Value]]:
    """Yield every file once: its place in the tree, and its value.

    A group shares the files that all of its hosts have, with the values of its first host, except those of `is_own`. A new host with another value
    gets its own file, and changes no other.
    """
    found = list(found)
    shared = _shared(found, is_own)
    begun: set[str] = set()
    owned: dict[tuple[str, int], list[tuple[str, Value]]] = {}
    for host, files in found:
        usual = shared[host.group]
        if host.group not in begun:
            begun.add(host.group)
            yield from ((shared_place(host.group, path), value) for path, value in usual.items())
        kind = host.group, id(files)
        if kind not in owned:
            owned[kind] = [(path, value) for path, value in files.items() if usual.get(path) != value]
        yield from ((own_place(host, path), value) for path, value in owned[kind])


def _shared(found: list[tuple[Host, Files[Value]]], is_own: Callable[[Value], bool]) -> dict[str, dict[str, Value]]:
    """Return the shared files of each group."""
    kinds: dict[str, dict[int, Files[Value]]] = {}
    for host, files in found:
        kinds.setdefault(host.group, {})[id(files)] = files
    shared: dict[str, dict[str, Value]] = {}
    for group, each in kinds.items():
        everywhere = set[str].intersection(*(set(files) for files in each.values()))
        usual = shared.setdefault(group, {})
        for files in each.values():
            for path, value in files.items():
                if path in everywhere and not is_own(value):
                    usual.setdefault(path, value)
    return shared
