"""Arista EOS: running.cfg, lines below the heads of their sections."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.verify.reach.filters import FilterList
from generator.verify.reach.packet import Span, family_of, numbers, own_and_span, span_of
from generator.verify.systems.eos_lists import read_list
from generator.verify.systems.leaks import eos_leaks, eos_targets
from generator.verify.systems.peers import eos_peers
from generator.verify.systems.records import Port, PortEnd, SwitchFiles

_PLAIN = {dscp: {0: 1, 1: 0}.get(dscp >> 3, dscp >> 3) for dscp in range(64)}
"""EOS' own map: eight DSCP values a class, the first two changed about (Arista EOS, Quality of Service)."""
_MAP = re.compile(r"qos map dscp ([0-9 ,-]+) to traffic-class ([0-7])")
_NO_DROP = re.compile(r"priority-flow-control priority [0-7] no-drop")
_FEC = {"reed-solomon": "rs", "fire-code": "fc"}
_SPEED = re.compile(r"(auto |forced )?(?P<gbps>\d+)g(full|-(?P<lanes>\d+))?")
_SEGMENT = ("identifier", "route-target import", "lacp system-id")
Sections = dict[str, list[list[str]]]


def parse(text: str) -> Sections:
    """Return the words of the lines below each line of running.cfg that is not indented."""
    head = ""
    found: Sections = {head: []}
    for line in text.splitlines():
        if line and line[0] not in " !":
            head = line
            found.setdefault(head, [])
        elif line.strip() not in {"", "!"}:
            found[head].append(line.split())
    return found


def ends(sections: Sections) -> dict[str, PortEnd]:
    """Return the end of a cable at every Ethernet interface; one without trust in DSCP has no classes."""
    profiles = {head.split()[-1]: lines for head, lines in sections.items() if head.startswith("qos profile ")}
    classes = _PLAIN | dict(
        each for head in sections if (found := _MAP.match(head)) for each in _mapped(*found.groups())
    )
    ports = {}
    for head, lines in sections.items():
        if not head.startswith("interface Ethernet"):
            continue
        said = lines + profiles.get(_said(lines, "service-profile"), [])
        # EOS bridges frames of any size; what bounds the packets of an access port is the routed interface of its VLAN.
        vlan = sections.get(f"interface Vlan{_said(lines, 'switchport access vlan')}", [])
        pauses = ["priority-flow-control", "on"] in said
        lag, segment = _group(lines, sections)
        speed = _said(lines, "speed")
        rate = _SPEED.fullmatch(speed)
        ports[head.split()[-1]] = PortEnd(
            mtu_bytes=int(_said(lines, "mtu") or _said(vlan, "mtu") or 0),
            classes=classes if ["qos", "trust", "dscp"] in said else {},
            paused=frozenset(int(words[2]) for words in said if pauses and _NO_DROP.fullmatch(" ".join(words))),
            marked=frozenset(_marked(said)),
            weights=dict(_weights(said)),
            lag=lag,
            adaptive=_BY_LOAD in sections,
            negotiates=speed.startswith("auto"),
            up=["shutdown"] not in lines,
            speed_mbps=1000 * int(rate["gbps"]) if rate else 0,
            lanes=int(rate["lanes"] or 0) if rate else 0,
            fec=_FEC.get(_said(lines, "error-correction encoding"), ""),
            segment=segment,
        )
    return ports


_BY_LOAD = "ip hardware fib load-balance distribution dynamic"


def _said(lines: Sequence[list[str]], begin: str) -> str:
    """Return the rest of the first line that begins with these words; empty where there is none."""
    head = begin.split()
    return next((" ".join(words[len(head) :]) for words in lines if words[: len(head)] == head), "")


def _mapped(values: str, traffic_class: str) -> Iterator[tuple[int, int]]:
    """Yield the DSCP values of a line of the global map, each with its class."""
    return ((dscp, int(traffic_class)) for dscp in numbers(",".join(values.replace(",", " ").split())))


def _group(lines: Sequence[list[str]], sections: Sections) -> tuple[str, str]:
    """Return the port-channel of a port, and its Ethernet segment with the system that it is part of."""
    number, _, mode = _said(lines, "channel-group").partition(" mode ")
    if not number:
        return "", ""
    channel = sections.get(f"interface Port-Channel{number}", [])
    segment = [said for begin in _SEGMENT if (said := _said(channel, begin))]
    whole = _said(channel, "redundancy") in {"", "all-active"} and len(segment) == len(_SEGMENT)
    return "static" if mode == "on" else "lacp", " ".join(segment) if whole else ""


def _marked(said: Sequence[list[str]]) -> Iterator[int]:
    queue = None
    for words in said:
        if words[0] in {"tx-queue", "uc-tx-queue"}:
            queue = int(words[1])
        elif words[:2] == ["random-detect", "ecn"] and queue is not None:
            yield queue


def _weights(said: Sequence[list[str]]) -> Iterator[tuple[int, int]]:
    queue = None
    for words in said:
        if words[0] in {"tx-queue", "uc-tx-queue"}:
            queue = int(words[1])
        elif words[:2] == ["bandwidth", "percent"] and queue is not None:
            yield queue, int(words[2])


def forwarding(folder: Path, where: str, sections: Sections) -> SwitchFiles:
    """Return the forwarding of a switch's file."""
    lists = {
        head.split()[-1]: read_list(where, head.split()[-1], 6 if head.startswith("ipv6") else 4, lines)
        for head, lines in sections.items()
        if re.match(r"ip(v6)? access-list (?!standard )", head)
    }
    ports: dict[str, Port] = {}
    vlans: dict[int, Port] = {}
    for head, lines in sections.items():
        if head.startswith("interface Vlan"):
            vlans[int(head.removeprefix("interface Vlan"))] = _port(lines, lists)
        elif head.startswith("interface Ethernet"):
            name = head.split()[1]
            routes = "." in name or ["no", "switchport"] in lines
            ports[name] = _port(_of_channel(lines, sections), lists, routes=routes)
    tunnel = sections.get("interface Vxlan1", [])
    return SwitchFiles(
        name=folder.name,
        file=where,
        ports=ports,
        vlans={vlan: Port() for head in sections if (vlan := _vlan(head))} | vlans,
        announced=_announced(next((lines for head, lines in sections.items() if head.startswith("router bgp")), [])),
        vlan_vnis={int(words[2]): int(words[4]) for words in tunnel if words[:2] == ["vxlan", "vlan"]},
        vrf_vnis={words[2]: int(words[4]) for words in tunnel if words[:2] == ["vxlan", "vrf"]},
        taken=eos_leaks(sections),
        targets=eos_targets(sections),
        peers=eos_peers(sections),
    )


def _of_channel(lines: list[list[str]], sections: Sections) -> list[list[str]]:
    """Return the lines that apply to a port: those of its port-channel, if it is in one."""
    group = _said(lines, "channel-group").partition(" ")[0]
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


def _port(lines: Sequence[list[str]], lists: dict[str, FilterList], *, routes: bool = True) -> Port:
    """Read a port, or a VLAN's routed interface. A port has addresses once it is no `switchport`; sub-interfaces are none."""
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
                allowed = set(numbers(vlans))
            case ["ipv6", "enable"]:
                port.link_local = True
    port.link_local |= any(family == 6 for family, *_ in port.subnets)
    if not routes:
        port.subnets, port.link_local = [], False
    if trunk:
        port.untagged, port.tagged = native, allowed - {native}
    return port
