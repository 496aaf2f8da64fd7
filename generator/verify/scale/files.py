"""Strict readers of what Storage Scale gets: stanza files, node files, and lines of its commands, as IBM's documents have their forms.

A stanza begins at a line whose first token is `%word:`; clauses `attribute=value` follow, with white space between them. It ends at the next
stanza, at a blank line, or at a line without `=`. What begins with `#` is a comment (IBM Spectrum Scale 5.0.0, Stanza files).
"""

import re
import shlex
from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.source.broken import StatedError

_STANZA = re.compile(r"^(%[a-z]+:)(.*)$")
_CLAUSES = {"nsd", "device", "servers", "usage", "failureGroup", "pool"}
_CACHE, _OF_FILE_SYSTEMS = "localCache", {"failureGroup", "pool"}
"""A drive that caches has neither: IBM ignores them there (IBM Storage Scale 5.1.9, Local read-only cache)."""
_USAGES = {"dataAndMetadata", "dataOnly", "metadataOnly", "descOnly", "localCache"}
_NSD_NAME = re.compile(r"[A-Za-z0-9_]{1,32}")
_ROLES = {"quorum", "nonquorum", "manager", "client"}
_FLAGS: Mapping[str, Mapping[str, bool]] = {
    "mmcrcluster": {"-N": True, "-r": True, "-R": True, "-C": True, "-A": False},
    "mmchlicense": {"--accept": False, "-N": True},
    "mmchconfig": {"-N": True},
    "mmstartup": {"-a": False},
    "mmcrnsd": {"-F": True, "-v": True},
    "mmcrfs": {
        "-F": True,
        "-A": True,
        "-B": True,
        "-m": True,
        "-M": True,
        "-r": True,
        "-R": True,
        "-T": True,
        "-v": True,
    },
    "mmmount": {"-a": False},
}
"""Options of the commands that are rendered, and whether each takes a value (IBM Storage Scale 5.2.3 and 6.0.1, Command reference)."""


class Stanza(Struct, frozen=True, kw_only=True):
    """An NSD stanza with the line that it begins at. One that caches has no failure group (0) and no pool."""

    line: int
    nsd: str
    device: str
    servers: tuple[str, ...]
    usage: str
    failure_group: int
    pool: str


class NodeLine(Struct, frozen=True, kw_only=True):
    """A node descriptor: `NodeName:NodeDesignations:AdminNodeName`."""

    line: int
    name: str
    roles: frozenset[str]
    admin: str


class Command(Struct, frozen=True, kw_only=True):
    """A command with its step, its words and its options; those without a value have an empty one."""

    line: int
    step: str
    program: str
    words: tuple[str, ...]
    options: dict[str, str]


def read_stanzas(text: str) -> tuple[Stanza, ...]:
    """Return the NSD stanzas of a file. Raises ValueError: a line is outside a stanza, or a stanza lacks a clause, repeats one or has an unknown one."""
    found: list[tuple[int, dict[str, str]]] = []
    within = False
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0].strip()
        if line.lstrip().startswith("#"):
            continue
        if begun := _STANZA.match(content):
            if begun[1] != "%nsd:":
                raise StatedError(f"line {number}: {begun[1]} is no stanza of NSDs")
            found.append((number, {}))
            within, content = True, begun[2]
        elif not content:
            within = False
            continue
        elif not within or "=" not in content:
            raise StatedError(f"line {number}: {content} is in no stanza")
        for clause in content.split():
            key, equals, value = clause.partition("=")
            if not equals or not value or key not in _CLAUSES or key in found[-1][1]:
                raise StatedError(f"line {number}: {clause} is no clause of an NSD stanza, or is there twice")
            found[-1][1][key] = value
    return tuple(_stanza(number, clauses) for number, clauses in found)


def _stanza(line: int, clauses: Mapping[str, str]) -> Stanza:
    caches = clauses.get("usage") == _CACHE
    lacking = sorted(_CLAUSES - clauses.keys() - (_OF_FILE_SYSTEMS if caches else set()))
    if caches and (more := sorted(_OF_FILE_SYSTEMS & clauses.keys())):
        raise StatedError(f"line {line}: a drive that caches has no {', '.join(more)}")
    if lacking:
        raise StatedError(f"line {line}: the stanza has no {', '.join(lacking)}")
    if not _NSD_NAME.fullmatch(clauses["nsd"]):
        raise StatedError(f"line {line}: {clauses['nsd']} is no name of an NSD")
    if clauses["usage"] not in _USAGES or not clauses["device"].startswith("/dev/"):
        raise StatedError(f"line {line}: usage={clauses['usage']} or device={clauses['device']} is not valid")
    return Stanza(
        line=line,
        nsd=clauses["nsd"],
        device=clauses["device"],
        servers=tuple(clauses["servers"].split(",")),
        usage=clauses["usage"],
        failure_group=int(clauses.get("failureGroup", 0)),
        pool=clauses.get("pool", ""),
    )


def read_nodes(text: str) -> tuple[NodeLine, ...]:
    """Return the node descriptors of a file. Raises ValueError: a line has another number of fields, or a designation that there is not."""
    return tuple(_node(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip())


def _node(number: int, line: str) -> NodeLine:
    name, roles, admin = line.split(":")
    designations = roles.split("-")
    if not name or set(designations) - _ROLES or len(set(designations)) != len(designations):
        raise StatedError(f"line {number}: {roles} is no designation of a node")
    if {"quorum", "nonquorum"} <= {*designations} or {"manager", "client"} <= {*designations}:
        raise StatedError(f"line {number}: {roles} contradicts itself")
    return NodeLine(line=number, name=name, roles=frozenset(designations), admin=admin or name)


def read_lines(text: str) -> Iterator[Command]:
    """Yield the commands of a file of steps. Raises ValueError: a program or an option is not one that IBM's documents have, or an option has no value."""
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        step, program, *rest = shlex.split(line)
        if program not in _FLAGS:
            raise StatedError(f"line {number}: {program} is not known")
        words: list[str] = []
        options: dict[str, str] = {}
        left = iter(rest)
        for word in left:
            if not word.startswith("-"):
                words.append(word)
                continue
            if word not in _FLAGS[program] or word in options:
                raise StatedError(f"line {number}: {program} has no option {word}, or has it twice")
            options[word] = next(left, "") if _FLAGS[program][word] else ""
            if _FLAGS[program][word] and (not options[word] or options[word].startswith("-")):
                raise StatedError(f"line {number}: {word} of {program} has no value")
        yield Command(line=number, step=step, program=program, words=tuple(words), options=options)
