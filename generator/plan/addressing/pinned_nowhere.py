"""Pinned numbers that a device does not have: AS numbers and loopbacks of hosts and InfiniBand switches, tunnel ends of leaves without EVPN."""

from collections.abc import Iterator

from generator.model.cluster import Cluster
from generator.model.pinned import Seat
from generator.plan.addressing.numbers import overlaid
from generator.source.diagnostic import Diagnostic

_WORDS = {"asn": "AS number", "loopback": "loopback", "loopback_ipv6": "IPv6 loopback", "vtep": "tunnel end"}
_ROUTES = "switches of Ethernet fabrics have AS numbers and loopbacks"
_TUNNELS = "leaves that run EVPN have tunnel ends: those of the frontend, and of fabrics with instances of tenants"


def pinned_nowhere(cluster: Cluster) -> Iterator[Diagnostic]:
    """Yield every pin of a number that its device does not have: it would be in no file."""
    for seat, pin in cluster.pinned.devices.items():
        for key, word in _WORDS.items():
            if getattr(pin, key) is not None and not _has(cluster, seat, key):
                yield Diagnostic(
                    code="pin-unknown",
                    loc=cluster.pinned.loc(seat, key),
                    at_key=True,
                    message=f"{cluster.pinned.keys[seat]} has no {word}",
                    help=f"remove the pin; {_TUNNELS if key == 'vtep' else _ROUTES}",
                )


def _has(cluster: Cluster, seat: Seat, key: str) -> bool:
    if len(seat) == 2:
        return False
    shape = cluster.shapes[seat[0]]
    if shape.demand.spec.technology == "infiniband":
        return False
    carried = (shape.name, *shape.demand.spec.carries)
    return key != "vtep" or (seat[1] == "leaf" and not overlaid(cluster).isdisjoint(carried))
