"""LACP groups of the frontend: one per host and leaf, numbered by where the host is cabled, so that both ends and all leaves have one value.

The leaves of a host are one Ethernet segment (RFC 7432, section 5; over VXLAN: RFC 8365, section 8). Every host of the envelope has its groups.
"""

from collections.abc import Iterable, Iterator

from generator.plan.records import Lag, Switch, SwitchPort
from generator.spec.cluster import ClusterSpec

FRONTEND = "frontend"
FALLBACK_SECONDS = 30
"""The time that a leaf waits for LACP before it uses the port without it. Firmware that boots by network requests an address four times, for 60 s in
all (PXE 2.1: 4, 8, 16 and 32 s), so half of that leaves two more attempts."""
RECOVERY_SECONDS = 300
"""How long ports to hosts stay down after a leaf's uplinks are back: so that it first learns the addresses of hosts (Arista AVD 6.4.0, the default of its link
tracking groups)."""
_PREFERRED, _OTHER = 50_000, 32_767
"""Weights in the election: the one of NVIDIA's examples, and the default of a segment (Cumulus Linux 5.15, EVPN Multihoming)."""
_SYSTEM = bytes.fromhex("443839ff")
"""44:38:39:ff:00:00 to ff:ff is kept free by NVIDIA for what switches call themselves together (Cumulus Linux 5.15, EVPN Multihoming and MLAG)."""
_CAGE_STEP = 10
"""A cage has ten numbers: it is divided into eight ports at most."""


def bonds_by_lacp(spec: ClusterSpec) -> bool:
    """Whether hosts bond their frontend ports with LACP."""
    frontend = spec.fabrics.given().get(FRONTEND)
    return frontend is not None and frontend.bonding == "evpn"


def plan_lags(spec: ClusterSpec, switches: Iterable[Switch], ports: Iterable[SwitchPort]) -> Iterator[Lag]:
    """Yield the groups of all installed leaves, by host and leaf; none where hosts bond otherwise."""
    if not bonds_by_lacp(spec):
        return
    ordinals = {switch.name: switch.ordinal for switch in switches}
    cabled: dict[str, list[SwitchPort]] = {}
    for port in ports:
        if port.fabric == FRONTEND and port.kind == "host_leaf":
            cabled.setdefault(port.peer, []).append(port)
    for host, mine in sorted(cabled.items()):
        yield from _of_host(
            host, sorted(mine, key=lambda port: (ordinals[port.switch], port.cage, port.port)), ordinals
        )


def _of_host(host: str, ports: list[SwitchPort], ordinals: dict[str, int]) -> Iterator[Lag]:
    """Number a host's groups by its first port on the first of its leaves: all leaves of the host have that cage for it."""
    first = ports[0]
    leaves = list(dict.fromkeys(port.switch for port in ports))
    number = _CAGE_STEP * first.cage + first.port - 1
    together = len(leaves) > 1
    system = _SYSTEM + (ordinals[first.switch] + 1).to_bytes(2, "big")
    # Broadcasts come in turn by the one leaf and by the other, as hosts are numbered along the first.
    forwards = leaves[(first.cage + first.port) % len(leaves)]
    for leaf in leaves:
        yield Lag(
            switch=leaf,
            number=number,
            host=host,
            members=tuple(port.interface for port in ports if port.switch == leaf),
            system_mac=system.hex(":") if together else "",
            segment=(bytes(1) + system + number.to_bytes(3, "big")).hex(":") if together else "",
            preference=(_PREFERRED if leaf == forwards else _OTHER) if together else 0,
        )
