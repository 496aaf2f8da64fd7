"""Ports of an Arista switch, from its running configuration: lines of interfaces, of the QoS profiles that they name, and the global map."""

import re
from collections.abc import Iterable, Mapping

from generator.verify.end_port import Port

_PLAIN = {dscp: {0: 1, 1: 0}.get(dscp >> 3, dscp >> 3) for dscp in range(64)}
"""EOS' own map: eight DSCP values a class, the first two changed about (Arista EOS, Quality of Service)."""
_MAP = re.compile(r"^qos map dscp ([0-9 ,-]+) to traffic-class ([0-7])", re.MULTILINE)
_NO_DROP = re.compile(r"priority-flow-control priority ([0-7]) no-drop")
_MTU = re.compile(r"^\s+mtu ([0-9]+)$", re.MULTILINE)
_ACCESS = re.compile(r"^\s+switchport access vlan ([0-9]+)$", re.MULTILINE)
"""EOS bridges frames of any size; what bounds the packets of an access port is the routed interface of its VLAN."""
_CHANNEL = re.compile(r"^\s+channel-group ([0-9]+) mode (active|passive|on)$", re.MULTILINE)
_SEGMENT = ("identifier", "route-target import", "lacp system-id")
_QUEUE = re.compile(r"(?:uc-)?tx-queue ([0-7])$")


def read_eos(text: str) -> dict[str, Port]:
    """Return every Ethernet interface; one without trust in DSCP has no classes."""
    blocks = dict(_blocks(text))
    profiles = {name.split()[-1]: block for name, block in blocks.items() if name.startswith("qos profile ")}
    classes = _PLAIN | {
        dscp: int(found[2]) for found in _MAP.finditer(text) for dscp in _numbers(re.split(r"[ ,]+", found[1].strip()))
    }
    ports = {}
    for name, block in blocks.items():
        if not name.startswith("interface Ethernet"):
            continue
        profile = re.search(r"service-profile (\S+)", block)
        said = block + (profiles.get(profile[1], "") if profile else "")
        vlan = _ACCESS.search(block)
        mtu = _MTU.search(block) or _MTU.search(blocks.get(f"interface Vlan{vlan[1]}", "") if vlan else "")
        on = "qos trust dscp" in said
        lag, segment = _group(block, blocks)
        ports[name.split()[-1]] = Port(
            mtu_bytes=int(mtu[1]) if mtu else 0,
            classes=classes if on else {},
            paused=frozenset(int(each) for each in _NO_DROP.findall(said))
            if "priority-flow-control on" in said
            else frozenset(),
            marked=frozenset(_marked(said)),
            lag=lag,
            segment=segment,
        )
    return ports


def _group(block: str, blocks: Mapping[str, str]) -> tuple[str, str]:
    """Return the port-channel of a port, and its Ethernet segment with the system that it is part of."""
    found = _CHANNEL.search(block)
    if found is None:
        return "", ""
    channel = blocks.get(f"interface Port-Channel{found[1]}", "")
    said = [each[1] for word in _SEGMENT if (each := re.search(rf"^\s+{word} (\S+)$", channel, re.MULTILINE))]
    whole = "redundancy" not in channel or "redundancy all-active" in channel
    return "static" if found[2] == "on" else "lacp", " ".join(said) if len(said) == len(_SEGMENT) and whole else ""


def _numbers(words: Iterable[str]) -> Iterable[int]:
    for word in words:
        first, _, last = word.partition("-")
        yield from range(int(first), int(last or first) + 1)


def _marked(said: str) -> Iterable[int]:
    queue = None
    for line in said.splitlines():
        found = _QUEUE.search(line.strip())
        if found:
            queue = int(found[1])
        elif "random-detect ecn" in line and queue is not None:
            yield queue


def _blocks(text: str) -> Iterable[tuple[str, str]]:
    """Yield every indented block by its head."""
    head, lines = "", []
    for line in text.splitlines():
        if line.startswith(" "):
            lines.append(line)
            continue
        if head:
            yield head, "\n".join(lines) + "\n"
        head, lines = line.strip(), []
    if head:
        yield head, "\n".join(lines) + "\n"
