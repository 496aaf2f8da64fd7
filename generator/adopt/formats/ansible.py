"""An Ansible inventory: YAML or INI, with the variables of its hosts beside it.

Only variables for the place and kind of a device are read, under the names of our own inventories, with or without their prefix, and under usual
other names.
"""

import re
import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from generator.adopt.source_file import Format, Options, SourceError, SourceFile, malformed
from generator.adopt.survey import Fact, Place, Survey
from generator.adopt.taking import take, take_address
from generator.adopt.values import address, address6, whole
from generator.source.document import Document
from generator.source.span import Loc

_NAMES = {"hosts", "inventory"}
_KEYS = {"hosts", "children", "vars"}
_RANGE = re.compile(r"(.*?)\[([0-9]+):([0-9]+)(?::([0-9]+))?\](.*)", re.DOTALL)
_MOST = 100_000
_SECTION = re.compile(r"\[([^\]:\s]+)(?::(children|vars|hosts))?\]\s*(?:[#;].*)?")
_ASSIGNED = re.compile(r"[A-Za-z_]\w*=")
_TEXTS = {"rack": "rack", "host_model": "model", "switch_model": "model", "switch_os": "os", "serial": "serial"}
_NUMBERS = {"unit": "unit", "rack_unit": "unit", "position": "unit", "asn": "asn", "bgp_asn": "asn"}
_PREFIX = "cluster_"
_ADDRESSES = {"loopback": "loopback", "vtep": "vtep", "ansible_host": "reached"}


def names(pattern: str) -> Iterator[str]:
    """Yield the hosts of an entry: `gpu[01:16]` is sixteen hosts. Raises SourceError: a range with too many hosts."""
    found = _RANGE.fullmatch(pattern)
    if found is None:
        yield pattern
        return
    stem, first, last, step, end = found.groups()
    numbers = (
        range(int(first[-9:]), int(last[-9:]) + 1, int(step[-9:] or 1) or 1)
        if step
        else range(int(first[-9:]), int(last[-9:]) + 1)
    )
    if len(numbers) > _MOST:
        reason = f"has a range of {len(numbers):,} hosts"
        raise SourceError(reason)
    for number in numbers:
        yield from (f"{stem}{number:0{len(first)}d}{rest}" for rest in names(end))


def _is_inventory(data: Any) -> bool:
    groups = data.values() if isinstance(data, dict) else ()
    return bool(groups) and all(
        group is None or (isinstance(group, dict) and group.keys() <= _KEYS) for group in groups
    )


def _of_host(file: SourceFile) -> bool:
    return file.path.parent.name == "host_vars" or file.path.parent.parent.name == "host_vars"


def _recognises(file: SourceFile, options: Options) -> bool:
    del options
    if file.path.suffix in {".yml", ".yaml"} or _of_host(file):
        document = file.document
        return (
            document is None or isinstance(document.data, dict | None)
            if _of_host(file)
            else bool(document and _is_inventory(document.data))
        )
    return file.path.suffix in {"", ".ini", ".cfg"} and _is_ini(file)


def _is_ini(file: SourceFile) -> bool:
    """Whether a text is an inventory by its sections; one that is called so may have broken ones, which its reader reports."""
    text = file.text
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith(("#", ";"))]
    sections = [line for line in lines if line.startswith("[")]
    body = (line for line in lines if not line.startswith("["))
    return (
        bool(sections)
        and (file.path.stem in _NAMES or all(_SECTION.fullmatch(line) for line in sections))
        and all(" = " not in line for line in body)
    )


def _read(file: SourceFile, survey: Survey, options: Options) -> None:
    del options
    if _of_host(file):
        _read_host(file, survey)
    elif file.path.suffix in {".yml", ".yaml"}:
        document = file.document
        assert document is not None
        _read_groups(document, file, survey)
    else:
        _read_ini(file, survey)


def _read_host(file: SourceFile, survey: Survey) -> None:
    document = file.document
    if document is None:
        raise SourceError(*(malformed(file) or ("is not YAML", 0)))
    folder = file.path.parent.name
    device = survey.device(file.path.stem if folder == "host_vars" else folder, file.place(1))
    if device and isinstance(document.data, dict):
        _variables(device, document.data, _Places(document, file, ()), survey)


class _Places:
    """Lines of keys below a place of a document."""

    def __init__(self, document: Document | None, file: SourceFile, loc: Loc, line: int = 0) -> None:
        self.document, self.file, self.loc, self.line = document, file, loc, line

    def of(self, *more: str | int) -> Place:
        span = self.document.span_of((*self.loc, *more), at_key=True) if self.document else None
        return self.file.place(span.line if span else self.line)


def _read_groups(document: Document, file: SourceFile, survey: Survey) -> None:
    members: dict[str, dict[str, Place]] = {}
    children: dict[str, list[str]] = {}

    def walk(group: str, body: Any, loc: Loc, deep: int) -> None:
        if not isinstance(body, dict) or deep > 20:
            return
        hosts = body.get("hosts")
        for pattern, variables in hosts.items() if isinstance(hosts, dict) else ():
            here = (*loc, "hosts", pattern)
            places = _Places(document, file, here)
            for name in names(str(pattern)):
                if device := survey.device(name, places.of()):
                    members.setdefault(group, {}).setdefault(device, places.of())
                    if isinstance(variables, dict):
                        _variables(device, variables, places, survey)
        below = body.get("children")
        for name, each in below.items() if isinstance(below, dict) else ():
            children.setdefault(group, []).append(name)
            walk(name, each, (*loc, "children", name), deep + 1)

    for name, body in document.data.items():
        walk(name, body, (name,), 0)
    _belong(members, children, survey)


def _belong(members: Mapping[str, Mapping[str, Place]], children: Mapping[str, list[str]], survey: Survey) -> None:
    """Record the groups of every device, including the parents of its groups."""
    parents: dict[str, list[str]] = {}
    for parent, below in children.items():
        for child in below:
            parents.setdefault(child, []).append(parent)
    for group, devices in members.items():
        above, reached = [group], {group: None}
        while above:
            fresh = [each for each in parents.get(above.pop(), ()) if each not in reached]
            reached |= dict.fromkeys(fresh)
            above += fresh
        for device, place in devices.items():
            for each in reached:
                survey.belongs(device, each, place)


def _read_ini(file: SourceFile, survey: Survey) -> None:
    members: dict[str, dict[str, Place]] = {}
    children: dict[str, list[str]] = {}
    group, part = "ungrouped", "hosts"
    for number, line in enumerate(file.text.splitlines(), 1):
        text = line.strip()
        if not text or text.startswith(("#", ";")):
            continue
        if section := _SECTION.fullmatch(text):
            group, part = section[1], section[2] or "hosts"
        elif text.startswith("["):
            raise SourceError(
                "has a section that is not [GROUP], [GROUP:children], [GROUP:vars] or [GROUP:hosts]", number
            )
        elif part == "children":
            children.setdefault(group, []).append(text.split()[0])
        elif part == "hosts":
            words = _words(text, number)
            variables = dict(word.split("=", 1) for word in words[1:] if _ASSIGNED.match(word))
            for name in names(words[0]):
                if device := survey.device(name, file.place(number)):
                    members.setdefault(group, {}).setdefault(device, file.place(number))
                    _variables(device, variables, _Places(None, file, (), number), survey)
    _belong(members, children, survey)


def _words(text: str, line: int) -> list[str]:
    try:
        return shlex.split(text, comments=True) or [""]
    except ValueError:
        reason = "has an unterminated quote"
        raise SourceError(reason, line) from None


def _variables(device: str, said: Mapping[str, Any], places: _Places, survey: Survey) -> None:
    """Take the facts of a device, of its ports and of its out-of-band port from variables; a name with our prefix takes precedence."""

    def key(name: str) -> str:
        return _PREFIX + name if _PREFIX + name in said else name

    for name, what in _TEXTS.items():
        if isinstance(text := said.get(key(name)), str | int):
            survey.state((what, device), str(text), places.of(key(name)))
    for name, what in _NUMBERS.items():
        take(survey, (what, device), said.get(key(name)), whole, places.of(key(name)))
    for name, what in _ADDRESSES.items():
        text, place = said.get(key(name)), places.of(key(name))
        if value := address6(text):
            survey.facts.setdefault(("address6", device, "", value), Fact(value, place))
        elif what == "reached" and text and address(text) is None:
            survey.leave("ansible_host with a name in place of an address", place)
        else:
            take(survey, (what, device), text, address, place)
    for name, interface in (("bmc", "interface"), ("bond", "name"), ("management_port", "interface")):
        _interface(device, said.get(key(name)), interface, places.of(key(name)), survey)
    ports = said.get(key("ports"))
    for index, port in enumerate(ports if isinstance(ports, list) else ()):
        place = places.of(key("ports"), index)
        _interface(device, port, "name", place, survey)
        whole_row = isinstance(port, dict) and all(port.get(key) for key in ("name", "switch", "switch_port"))
        if whole_row and (switch := survey.device(port["switch"], place)):
            ends = (device, str(port["name"])), (switch, str(port["switch_port"]))
            survey.cable(*ends, place, str(port.get("cable") or ""))


def _interface(device: str, said: Any, name: str, place: Place, survey: Survey) -> None:
    if not isinstance(said, dict) or not isinstance(said.get(name), str):
        return
    take_address(survey, device, said[name], said.get("address"), place)
    vlans = said.get("vlans")
    for each in vlans if isinstance(vlans, list) else ():
        _interface(device, each, "name", place, survey)


FORMAT = Format("ansible", "Ansible inventory", _recognises, _read)
