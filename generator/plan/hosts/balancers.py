"""Balancers of an object store: addresses that move between its gateways, each of which spreads its connections over all responding gateways.

Each gateway host runs HAProxy, which forwards TCP connections unchanged: TLS ends at the gateways, whose certificates have the store's name and these addresses. keepalived
decides by VRRP who holds an address. Each address prefers another gateway, and moves to the next one in turn: with as many addresses as gateways, all of them carry
traffic, as in Ceph's own ingress service (ceph/ceph, src/pybind/mgr/cephadm/services/ingress.py: an instance for each address, with priorities that rotate).
VRRP is unicast, as no fabric is planned for multicast.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from generator.plan.hosts.ceph import CephCluster, ceph_clusters
from generator.plan.hosts.interfaces import BOND
from generator.plan.once import once
from generator.plan.plan import Plan

_HIGHEST = 200
"""Priority of an address at its own gateway; each gateway after it has one less. 255 is for the owner of an address alone, and 0 is not a priority (RFC 5798, section 5.2.4)."""
LESS = 100
"""The decrease of the priority of a host that cannot serve: below every gateway that can (at most 64 of them: 200 to 137), so that an address is held even if none can."""
READY_PORT = 8404
"""The local port for the health of a balancer: whether it has a gateway; radosgw listens at an address of its own."""
BALANCER_PACKAGES = ("curl", "haproxy", "keepalived")
"""Those of Debian and Ubuntu; keepalived checks the balancer of its host with curl."""


class Turn(Struct, frozen=True, kw_only=True):
    """An address at one host: its number among those of the store (`virtual_router_id`), and the host's priority for it."""

    number: int
    address: str
    priority: int


class BalancerHost(Struct, frozen=True, kw_only=True):
    """A gateway with a balancer: its own address, those of the other gateways, and its turns."""

    name: str
    address: str
    others: tuple[str, ...]
    turns: tuple[Turn, ...]


class Balancer(Struct, frozen=True, kw_only=True):
    """The balancers of a tier. `port` is that of the addresses and of every gateway; `authority` is empty without TLS."""

    tier: str
    group: str
    name: str
    interface: str
    length: int
    port: int
    addresses: tuple[str, ...]
    hosts: tuple[BalancerHost, ...]
    authority: str
    less: int = LESS
    ready_port: int = READY_PORT


@once
def balancers(plan: Plan) -> Mapping[str, Balancer]:
    """Return the balancers whose gateways are installed, by their tiers."""
    found = ((name, plan.site.storage[name].ceph, each) for name, each in ceph_clusters(plan).items())
    return {name: _balancer(plan, each, tuple(map(str, spec.addresses))) for name, spec, each in found if spec and spec.addresses}  # fmt: skip


def _balancer(plan: Plan, store: CephCluster, addresses: tuple[str, ...]) -> Balancer:
    bond = next(each for each in plan.interfaces_of[store.gateways[0].name] if each.name == BOND)
    return Balancer(
        tier=store.tier,
        group=store.group,
        name=store.shared,
        interface=bond.name,
        length=bond.length,
        port=store.port,
        addresses=addresses,
        hosts=tuple(_hosts(store, addresses)),
        authority=store.authority,
    )


def _hosts(store: CephCluster, addresses: tuple[str, ...]) -> Iterator[BalancerHost]:
    many = len(store.gateways)
    for place, host in enumerate(store.gateways):
        yield BalancerHost(
            name=host.name,
            address=host.address,
            others=tuple(each.address for each in store.gateways if each is not host),
            turns=tuple(
                Turn(number=index + 1, address=address, priority=_HIGHEST - (place - index) % many)
                for index, address in enumerate(addresses)
            ),
        )
