"""Ports of an Arista switch, from its running configuration: lines of interfaces, of the QoS profiles that they name, and the global map."""

import re
from collections.abc import Iterable

from generator.cli.end_port import Port

_PLAIN = {dscp: {0: 1, 1: 0}.get(dscp >> 3, dscp >> 3) for dscp in range(64)}
"""EOS' own map: eight DSCP values a class, the first two changed about (Arista EOS, Quality of Service)."""
_MAP = re.compile(r"^qos map dscp ([0-9 ,-]+) to traffic-class ([0-7])", re.MULTILINE)
_NO_DROP = re.compile(r"priority-flow-control priority ([0-7]) no-drop")
_MTU = re.compile(r"^\s+mtu ([0-9]+)$", re.MULTILINE)
_QUEUE = re.compile(r"(?:uc-)?tx-queue ([0-7])$")


def read_eos(text: str) -> dict[str, Port]:
    """Give every Ethernet interface; one without trust in DSCP has no classes."""
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
        mtu = _MTU.search(block)
        on = "qos trust dscp" in said
        ports[name.split()[-1]] = Port(
            mtu_bytes=int(mtu[1]) if mtu else 0,
            classes=classes if on else {},
            paused=frozenset(int(each) for each in _NO_DROP.findall(said))
            if "priority-flow-control on" in said
            else frozenset(),
            marked=frozenset(_marked(said)),
        )
    return ports


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
    """Give every indented block by its head."""
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
