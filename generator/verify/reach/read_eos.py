"""Arista EOS: running.cfg. Lists end with a deny that is not written (EOS user manual, ACLs)."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.verify.reach import UnreadableError
from generator.verify.reach.filters import FilterList, Line
from generator.verify.reach.packet import Span, family_of, own_and_span, span_of
from generator.verify.reach.switches import Port, SwitchFiles

_ACTIONS = {"permit": True, "deny": False}
_EVERYTHING = {"ip", "ipv6"}
_ESTABLISHED = ((0x10, 0x10), (0x04, 0x04))
"""`established`: ACK or RST is set."""
_WELL_KNOWN = {"ftp": 21, "ssh": 22, "telnet": 23, "smtp": 25, "domain": 53, "bootps": 67, "bootpc": 68, "tftp": 69, "www": 80, "ntp": 123, "snmp": 161, "snmptrap": 162, "bgp": 179, "https": 443, "syslog": 514}  # fmt: skip
Sections = dict[str, list[list[str]]]


def read_eos(folder: Path) -> SwitchFiles:
    """Read the file of a switch."""
    file = folder / "running.cfg"
    where = f"switches/{folder.name}/{file.name}"
    sections = _sections(file.read_text(encoding="utf-8"))
    lists = {
        head.split()[-1]: _list(where, head.split()[-1], 6 if head.startswith("ipv6") else 4, lines)
        for head, lines in sections.items()
        if re.match(r"ip(v6)? access-list (?!standard )", head)
    }
    ports: dict[str, Port] = {}
    vlans: dict[int, Port] = {}
    for head, lines in sections.items():
        if head.startswith("interface Vlan"):
            vlans[int(head.removeprefix("interface Vlan"))] = _port(lines, lists)
        elif head.startswith("interface Ethernet"):
            ports[head.split()[1]] = _port(_of_channel(lines, sections), lists)
    tunnel = sections.get("interface Vxlan1", [])
    return SwitchFiles(
        name=folder.name,
        file=where,
        ports=ports,
        vlans={vlan: Port() for head in sections if (vlan := _vlan(head))} | vlans,
        announced=_announced(next((lines for head, lines in sections.items() if head.startswith("router bgp")), [])),
        vlan_vnis={int(words[2]): int(words[4]) for words in tunnel if words[:2] == ["vxlan", "vlan"]},
        vrf_vnis={words[2]: int(words[4]) for words in tunnel if words[:2] == ["vxlan", "vrf"]},
    )


def _sections(text: str) -> Sections:
    """Return the lines below each line that is not indented."""
    head = ""
    found: Sections = {head: []}
    for line in text.splitlines():
        if line and line[0] not in " !":
            head = line
            found.setdefault(head, [])
        elif line.strip() not in {"", "!"}:
            found[head].append(line.split())
    return found


def _of_channel(lines: list[list[str]], sections: Sections) -> list[list[str]]:
    """Return what stands for a port: the lines of its port-channel, where it is in one."""
    group = next((words[1] for words in lines if words[0] == "channel-group"), "")
    return sections.get(f"interface Port-Channel{group}", []) if group else lines


def _vlan(head: str) -> int:
    match head.split():
        case ["vlan", number] if number.isdigit():
            return int(number)
    return 0


def _announced(lines: Sequence[list[str]]) -> dict[str, list[tuple[int, Span]]]:
    found: dict[str, list[tuple[int, Span]]] = {}
    instance = ""
    for words in lines:
        if words[0] == "vrf":
            instance = words[1]
        elif words[0] == "network":
            found.setdefault(instance, []).append((family_of(words[1]), span_of(words[1])))
    return found


def _port(lines: Sequence[list[str]], lists: dict[str, FilterList]) -> Port:
    port = Port()
    trunk, native, allowed = False, None, set[int]()
    for words in lines:
        match words:
            case ["vrf", name]:
                port.vrf = name
            case ["ip" | "ipv6", "address", "virtual", address] | ["ip" | "ipv6", "address", address]:
                port.subnets.append((family_of(address), *own_and_span(address)))
            case ["ip" | "ipv6", "virtual-router", "address", address]:
                port.subnets.append((family_of(address), own_and_span(address)[0], span_of(address)))
            case ["ip" | "ipv6", "access-group", name, "in"]:
                port.lists.append(lists[name])
            case ["switchport", "access", "vlan", vlan]:
                port.untagged = int(vlan)
            case ["switchport", "mode", "trunk"]:
                trunk = True
            case ["switchport", "trunk", "native", "vlan", vlan]:
                native = int(vlan)
            case ["switchport", "trunk", "allowed", "vlan", vlans]:
                allowed = set(_numbers(vlans))
    if trunk:
        port.untagged, port.tagged = native, allowed - {native}
    return port


def _numbers(text: str) -> Iterator[int]:
    for part in text.split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def _list(where: str, name: str, family: int, rows: Sequence[list[str]]) -> FilterList:
    lines = [_line(f"{where}: {name}", family, words) for words in rows if len(words) > 1 and words[1] in _ACTIONS]
    return FilterList(
        where, name, tuple(line for _, line in sorted(lines, key=lambda each: each[0])), otherwise=False, family=family
    )


def _line(where: str, family: int, words: list[str]) -> tuple[int, Line]:
    number, action, protocol, *rest = words
    source, source_ports = _end(rest)
    destination, ports = _end(rest)
    kind: int | None = None
    flags: tuple[Span, ...] = ()
    while rest:
        word = rest.pop(0)
        if word == "established":
            flags = _ESTABLISHED
        elif word.isdigit() and protocol.startswith("icmp"):
            kind = int(word)
        else:
            raise UnreadableError(f"{where} {number} matches by {word}, whose effect is not known here")
    return int(number), Line(
        permits=_ACTIONS[action],
        rule=f"line {number}",
        family=family,
        protocol="" if protocol in _EVERYTHING else protocol.replace("icmpv6", "icmp"),
        source=source,
        destination=destination,
        source_ports=source_ports,
        ports=ports,
        flags=flags,
        icmp_type=kind,
    )


def _end(words: list[str]) -> tuple[Span | None, Span | None]:
    """Take an address and its ports off the front of a line."""
    place = words.pop(0)
    if place == "host":
        place = words.pop(0)
    span = None if place == "any" else span_of(place)
    if words[:1] == ["eq"]:
        number = _number(words[1])
        del words[:2]
        return span, (number, number)
    if words[:1] == ["range"]:
        found = _number(words[1]), _number(words[2])
        del words[:3]
        return span, found
    return span, None


def _number(word: str) -> int:
    return int(word) if word.isdigit() else _WELL_KNOWN[word]
