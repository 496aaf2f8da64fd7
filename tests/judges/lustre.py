"""What mkfs.lustre and mount.lustre take, by their manual pages (lustre-release, Documentation/man8: 2b354411 and 666ead33): no Lustre program runs on the machines of the tests."""

import re
import shlex
from collections.abc import Iterator

_NID = re.compile(r"^\d{1,3}(\.\d{1,3}){3}@(tcp|o2ib)\d{0,3}$")
_NAME = re.compile(r"^[-_a-zA-Z0-9]{1,8}$")
_KINDS = ("--mgs", "--mdt", "--ost")
_OPTIONS = {*_KINDS, "--backfstype", "--fsname", "--index", "--mgsnode", "--servicenode", "--failnode"}
_FLAGS = set(_KINDS)
_OFTEN = {"--mgsnode", "--servicenode", "--failnode"}
INDICES = 65_536
"""Lustre's `INDEX_MAP_SIZE` of 8,192 bytes of 8 targets."""


def mkfs_faults(line: str) -> Iterator[str]:
    """Yield what mkfs.lustre(8) would refuse in a command."""
    program, *words, device = shlex.split(line)
    given: dict[str, list[str]] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name not in _OPTIONS or bool(equals) == (name in _FLAGS):
            yield f"{word} is no option"
        given.setdefault(name, []).append(value)
    yield from (f"{name} is given twice" for name, values in given.items() if len(values) > 1 and name not in _OFTEN)
    if program != "mkfs.lustre" or not device.startswith("/dev/"):
        yield f"{program} formats {device}"
    kinds = [kind for kind in _KINDS if kind in given]
    if not kinds or ("--ost" in kinds and len(kinds) > 1):
        yield f"the type is {' '.join(kinds) or 'missing'}"
    if kinds == ["--mgs"]:
        yield from (
            f"{name} is not valid for the MGS" for name in ("--fsname", "--index", "--mgsnode") if name in given
        )
    else:
        yield from (f"{name} is missing" for name in ("--fsname", "--index") if name not in given)
        if "--mgs" not in kinds and "--mgsnode" not in given:
            yield "--mgsnode is missing"
    if "--servicenode" in given and "--failnode" in given:
        yield "--servicenode and --failnode exclude each other"
    yield from (f"{name} is no name" for name in given.get("--fsname", ()) if not _NAME.match(name))
    yield from (
        f"{index} is no index" for index in given.get("--index", ()) if not (index.isdigit() and int(index) < INDICES)
    )
    if given.get("--backfstype", ["ldiskfs"]) not in (["ldiskfs"], ["zfs"]):
        yield f"{given['--backfstype']} is no backing file system"
    for name in _OFTEN:
        yield from (
            f"{nid} is no NID"
            for value in given.get(name, ())
            for node in nodes(value)
            for nid in node
            if not _NID.match(nid)
        )


def nodes(text: str) -> list[list[str]]:
    """Read NIDs: a colon between hosts, a comma between those of one."""
    return [node.split(",") for node in text.split(":")]


def read_source(source: str) -> tuple[list[list[str]], str]:
    """Return the nodes of the management service and the file system's name in what a client mounts (mount.lustre(8)).

    Raises:
        ValueError: it is no source of Lustre.
    """
    found = re.fullmatch(r"([^/]+):/([-_a-zA-Z0-9]{1,8})", source)
    if not found or not all(_NID.match(nid) for node in nodes(found[1]) for nid in node):
        raise ValueError(source)
    return nodes(found[1]), found[2]
