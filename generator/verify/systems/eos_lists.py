"""Filters of Arista EOS. They end with a deny that is not written (EOS user manual, ACLs)."""

from collections.abc import Sequence

from generator.verify.reach import UnreadableError
from generator.verify.reach.filters import ACTIONS, ESTABLISHED, FilterList, Line
from generator.verify.reach.packet import Span, span_of

_EVERYTHING = {"ip", "ipv6"}
_WELL_KNOWN = {"ftp": 21, "ssh": 22, "telnet": 23, "smtp": 25, "domain": 53, "bootps": 67, "bootpc": 68, "tftp": 69, "www": 80, "ntp": 123, "snmp": 161, "snmptrap": 162, "bgp": 179, "https": 443, "syslog": 514}  # fmt: skip


def read_list(where: str, name: str, family: int, rows: Sequence[list[str]]) -> FilterList:
    """Read the lines of a list, in the order of their numbers."""
    lines = [_line(f"{where}: {name}", family, words) for words in rows if len(words) > 1 and words[1] in ACTIONS]
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
            flags = ESTABLISHED
        elif word.isdigit() and protocol.startswith("icmp"):
            kind = int(word)
        else:
            raise UnreadableError(f"{where} {number} matches by {word}, whose effect is not known to clustergen")
    return int(number), Line(
        permits=ACTIONS[action],
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
