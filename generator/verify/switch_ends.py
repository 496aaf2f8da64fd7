"""Comparison of a cable between two switches: its ports, and the sessions over it.

Negotiation is not compared: `boxes.py` compares it at each end with the cable, which decides it.
"""

from collections.abc import Iterator, Mapping
from ipaddress import ip_address
from typing import Any

from generator.verify.systems.records import Port, PortEnd, SwitchFiles

_COPPER = frozenset({"dac", "acc", "copper"})
"""Cables whose wires are the lanes of both ends."""
_SMALL = 4
"""Addresses of the largest network between two routers: a /30."""
_RELATIVE = {"external": False, "internal": True}
"""Words for AS numbers: whether they mean the switch's own."""
_SAID = {"external": "another AS", "internal": "its own AS", "": "no AS"}
_WORDS = {
    "classes": "DSCP to class",
    "paused": "paused priorities",
    "marked": "marked classes",
    "weights": "shares of queues",
}
Row = Mapping[str, Any]


def unlike_ports(link: Row, lower: PortEnd, upper: PortEnd, *, one_model: bool) -> Iterator[str]:
    """Yield every setting that differs between the two ports of a cable. A model without published thresholds marks nothing, whatever the other end does."""
    yield from (f"{link[end]['device']} has its port shut down" for end, port in (("a", lower), ("b", upper)) if not port.up)  # fmt: skip
    if lower.speed_mbps != upper.speed_mbps and not (lower.negotiates and upper.negotiates and 0 in {lower.speed_mbps, upper.speed_mbps}):  # fmt: skip
        yield f"speed {gbps(lower.speed_mbps)} and {gbps(upper.speed_mbps)}"
    if lower.mtu_bytes != upper.mtu_bytes:
        yield f"MTU {lower.mtu_bytes} and {upper.mtu_bytes}"
    for key, what in _WORDS.items():
        ours, theirs = getattr(lower, key), getattr(upper, key)
        if ours != theirs and (one_model or key != "marked"):
            yield f"{what}: {_shown(ours, theirs)} and {_shown(theirs, ours)}"
    if lower.exact and upper.exact and lower.cable_m != upper.cable_m:
        yield f"headroom for a cable of {lower.cable_m} m and of {upper.cable_m} m"


def unlike_cages(link: Row, lower: PortEnd, upper: PortEnd) -> list[str]:
    """Return how lanes and FEC differ between the two ports of a cable, which `settings` reports with the file of the wrong end where the plan states them."""
    found = []
    if lower.speed_mbps == upper.speed_mbps and lower.lanes != upper.lanes and lower.lanes and upper.lanes and _lanes_meet(link):  # fmt: skip
        found.append(f"{lower.lanes} and {upper.lanes} lanes")
    if lower.fec != upper.fec:
        found.append(f"FEC {lower.fec or 'not stated'} and {upper.fec or 'not stated'}")
    return found


def _lanes_meet(link: Row) -> bool:
    """Whether each lane of one end is a lane of the other: transceivers of two models may divide one speed otherwise."""
    optics = [link[end].get("optic", "") for end in "ab"]
    return link.get("medium", "") in _COPPER or (optics[0] != "" and optics[0] == optics[1])


def gbps(speed_mbps: int) -> str:
    """Return a speed as text."""
    return f"{speed_mbps / 1000:g} Gb/s" if speed_mbps else "not stated"


def _shown(value: Any, other: Any) -> str:
    if isinstance(value, dict):
        value = {key: each for key, each in value.items() if not isinstance(other, dict) or other.get(key) != each}
    return str(sorted(value) if isinstance(value, frozenset) else value or "nothing")


def unlike_sessions(link: Row, below: SwitchFiles, above: SwitchFiles) -> Iterator[str]:
    """Yield everything by which a session over a cable is not opened: what one end expects, and what the other is."""
    near, far = link["a"]["interface"], link["b"]["interface"]
    yield from _expected(below, near, above, far)
    yield from _expected(above, far, below, near)


def _expected(mine: SwitchFiles, here: str, theirs: SwitchFiles, there: str) -> Iterator[str]:
    """Compare the sessions of one end with the address, the sessions and the AS number of the other."""
    port, other = mine.ports.get(here), theirs.ports.get(there)
    if port is None or other is None or not (mine.peers.asn and theirs.peers.asn):
        return
    answered = {family for family, _, _ in _sessions(theirs, there, other)}
    for family, address, asn in _sessions(mine, here, port):
        said = f"{mine.name} has a session with {ip_address(address) if family else 'the other end of the cable'}"
        own = [each for version, each, _ in other.subnets if version == family and not other.vrf]
        if family and address not in own:
            yield f"{said}, and {theirs.name} has {' and '.join(str(ip_address(each)) for each in own) or 'no address in that network'}"
        elif family not in answered:
            yield f"{said}, and {theirs.name} has none"
        elif not family and not other.link_local:
            yield f"{said}, and {theirs.name} has no link-local address there"
        elif _unlike(asn, mine.peers.asn, theirs.peers.asn):
            yield f"{said} in {_as(asn)}, and {theirs.name} is in {_as(theirs.peers.asn)}"


def _sessions(files: SwitchFiles, name: str, port: Port) -> Iterator[tuple[int, int, str]]:
    """Yield the sessions of a port with the AS numbers that they expect: by IP version and address, and zeros where by interface."""
    if name in files.peers.interfaces:
        yield 0, 0, files.peers.interfaces[name]
    for family, _, (first, last) in port.subnets if not port.vrf else ():
        for address in range(first, min(last + 1, first + _SMALL)):
            if (asn := files.peers.addresses.get((family, address))) is not None:
                yield family, address, asn


def _unlike(asn: str, mine: str, theirs: str) -> bool:
    """Whether the other end has another AS number than is expected of it."""
    if asn in _RELATIVE:
        return (mine == theirs) != _RELATIVE[asn]
    return asn != theirs


def _as(asn: str) -> str:
    return _SAID.get(asn, f"AS {asn}")
