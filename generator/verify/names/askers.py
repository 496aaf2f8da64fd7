"""Name resolution of hosts: entries of /etc/hosts, resolvers in network files, and search domains."""

import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from textwrap import dedent
from typing import Any

import yaml
from msgspec import Struct

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
HOSTS = "etc/hosts"
"""The file with local names of a host."""
_BLOCK = re.compile(r"^( *)nameservers:[^\n]*(?:\n\1 +[^\n]*)*", re.MULTILINE)
_KEYS = {"dns": 0, "nameserver": 0, "domains": 1, "dns-search": 1, "search": 1}
"""Of systemd-networkd and resolved.conf (DNS, Domains), NetworkManager (dns, dns-search) and resolv.conf (nameserver, search)."""
_LINE = re.compile(r"^\s*([\w-]+)\s*[=\s]\s*(\S.*)$", re.MULTILINE)
_SEPARATORS = re.compile(r"[;,\s]+")


class Resolvers(Struct, frozen=True):
    """Addresses of DNS servers, in order, and search domains."""

    addresses: tuple[str, ...] = ()
    search: tuple[str, ...] = ()


class Asker(Struct, frozen=True):
    """The name resolution of a host: `known` has the local names, whole or bare, in lower case."""

    name: str
    known: Mapping[str, str]
    resolvers: Resolvers
    resolved: bool = False
    """Whether it uses systemd-resolved: /etc/resolv.conf then only has its stub."""


_FILES = ("etc/netplan/*.yaml", "etc/systemd/network/*.network", "etc/NetworkManager/system-connections/*.nmconnection", "etc/systemd/resolved.conf", "etc/systemd/resolved.conf.d/*.conf", "etc/resolv.conf")  # fmt: skip


@cache
def names_resolvers(path: str) -> bool:
    """Return whether a file of a host, by its path there, may have resolvers."""
    return any(fnmatchcase(path, pattern) for pattern in _FILES)


def is_resolved(path: str) -> bool:
    """Return whether a file that names resolvers is one of those that systemd-resolved has them from: netplan's renderer is systemd-networkd."""
    return path.startswith(("etc/netplan/", "etc/systemd/"))


def read_resolvers(texts: Iterable[tuple[str, str]]) -> Resolvers:
    """Return the resolvers that a host's files name together; `texts` are paths with contents."""
    found: tuple[dict[str, None], dict[str, None]] = ({}, {})
    for path, text in texts:
        said = _netplan(text) if path.endswith(".yaml") else _lines(text)
        for place, value in said:
            found[place][value] = None
    return Resolvers(*map(tuple, found))


def _netplan(text: str) -> Iterator[tuple[int, str]]:
    """Read the parts that name resolvers, and no more: hosts differ in their addresses, and a whole file takes milliseconds."""
    for block in _BLOCK.finditer(text):
        said = _block(dedent(block.group()))["nameservers"]
        yield from ((0, str(each)) for each in said.get("addresses") or ())
        yield from ((1, str(each)) for each in said.get("search") or ())


@cache
def _block(text: str) -> dict[str, Any]:
    document: dict[str, Any] = yaml.load(text, Loader=_LOADER)  # noqa: S506
    return document


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for key, value in _LINE.findall(text):
        if (place := _KEYS.get(key.lower())) is not None:
            yield from ((place, each.removeprefix("~")) for each in _SEPARATORS.split(value) if each)


class HostsLines:
    """Lines of all hosts' /etc/hosts: most are in many files and are parsed once."""

    def __init__(self) -> None:
        """Know no line yet."""
        self._read: dict[str, tuple[str, tuple[str, ...]]] = {}
        self.first: dict[tuple[str, str], str] = {}

    def known(self, file: str, text: str) -> dict[str, str]:
        """Return the address of each name in a file; of several, the first counts (hosts(5))."""
        known: dict[str, str] = {}
        for line in text.splitlines():
            if line not in self._read:
                words = line.partition("#")[0].split()
                self._read[line] = (words[0], tuple(map(str.lower, words[1:]))) if words else ("", ())
                self.first |= {(name, words[0]): file for name in self._read[line][1]}
            address, names = self._read[line]
            for name in names:
                known.setdefault(name, address)
        return known
