"""What a switch will do, read from its rendered files: the same facts whatever its operating system, so that systems compare.

Interfaces are canonical: a front port is `cage/port` (the cage's number on the metal and the port's number in it, both from 1), a
loopback `lo`, a VLAN `vlan<id>`, the management port `eth0`. The default routing instance is `default`, management's is `mgmt`. A prefix is written
as an interface has it (`10.0.0.0/31`, host bits kept); what is announced is a network.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields

DEFAULT = "default"
MGMT = "mgmt"
LagFact = tuple[frozenset[str], int, str, int, int, frozenset[int]]
"""Front ports, number, the MAC address that its leaves share ("": it is of one leaf), weight in the election (0: there is none), VLAN without a tag, with."""


@dataclass(frozen=True, kw_only=True)
class SwitchFacts:
    """One switch. Sets, because the order of a file is its system's own matter."""

    hostname: str
    asn: int
    """The default instance's; 0: it runs no BGP."""
    router_id: str
    addresses: frozenset[tuple[str, str, str]]
    """(interface, address/length, VRF), both families; loopbacks with the VTEP's, management, VLAN gateways; no link-local ones."""
    sessions: frozenset[tuple[str, str, str]]
    """(interface or neighbour's address, peer group, VRF)."""
    announced: frozenset[tuple[str, str]]
    """(VRF, prefix): what `network` statements bring into BGP."""
    vlans: frozenset[tuple[int, int]]
    """(VLAN, VNI) of layer 2 networks; VNI 0: not stretched."""
    l3vnis: frozenset[tuple[str, int]]
    """(VRF, VNI)."""
    mtu: Mapping[str, int]
    """Bytes, by front port that is in use."""
    dscp_to_class: Mapping[int, int]
    """All 64, where the fabric is RoCE; empty elsewhere."""
    lossless: frozenset[int]
    """Priorities that PFC pauses."""
    marking: Mapping[str, tuple[int, int, int] | None]
    """(Kmin bytes, Kmax bytes, Pmax per cent) of the RoCE class by front port in use; None: it is not marked there."""
    lags: frozenset[LagFact] = frozenset()
    """Groups of ports by LACP."""
    access: frozenset[tuple[str, int]] = frozenset()
    """(front port, VLAN) of ports that are in one VLAN, without a tag, each by itself."""


def differences(ours: SwitchFacts, theirs: SwitchFacts, ignore: Iterable[str] = ()) -> list[str]:
    """Return the fields that differ; empty if both agree."""
    found = []
    for field in fields(SwitchFacts):
        if field.name in set(ignore):
            continue
        here, there = getattr(ours, field.name), getattr(theirs, field.name)
        if here == there:
            continue
        if isinstance(here, frozenset):
            found += [f"{field.name}: only the first has {each}" for each in sorted(here - there, key=repr)]
            found += [f"{field.name}: only the second has {each}" for each in sorted(there - here, key=repr)]
        elif isinstance(here, Mapping):
            keys = sorted({*here, *there}, key=repr)
            absent = "nothing"
            found += [
                f"{field.name}: {key} is {here.get(key, absent)} and {there.get(key, absent)}"
                for key in keys
                if here.get(key, absent) != there.get(key, absent)
            ]
        else:
            found.append(f"{field.name}: {here} and {there}")
    return found
