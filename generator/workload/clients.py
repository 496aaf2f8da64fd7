"""Which host groups use a storage tier: their role is among its clients, they do not serve it, and a port of theirs leads to it.

Fabrics are not joined: hosts have no route from one into another, no host is a router of LNet, and filters allow a tier on its fabric alone. The frontend
leads to the site as well. So a stated source with addresses outside of the cluster is reached by the frontend, whatever the tier's fabric is.
"""

import re
from collections.abc import Collection, Iterator
from ipaddress import IPv4Address, IPv4Network

from generator.catalog.load import Catalog
from generator.catalog.model import Host
from generator.spec.base import FabricName
from generator.spec.cluster import ClusterSpec
from generator.spec.fabrics import FabricSpec
from generator.spec.storage import TierSpec

_ADDRESS = r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])"
_POOLS: tuple[FabricName, ...] = ("compute", "storage", "oob")
"""Fabrics with addresses that the frontend does not lead to."""
_LUSTRE = "lustre"


def fabric_of(spec: ClusterSpec, tier: TierSpec) -> FabricName:
    """Return the fabric that a tier is reached over."""
    away = tier.kind == "nfs" or tier.s3 is not None or "storage" not in spec.fabrics.given()
    return tier.fabric or ("frontend" if away else "storage")


def is_client_of(clients: Collection[str], server: str | None, *, role: str, group: str) -> bool:
    """Return whether hosts of a group are to use a tier: their role is among its clients, and they do not serve it themselves."""
    return role in clients and group != server


def ways_to(spec: ClusterSpec, tier: TierSpec) -> frozenset[FabricName]:
    """Return the fabrics that lead to a tier over the network: its own, and those of addresses in a stated source. Clients of Lustre use its own alone (LNet's interfaces)."""
    lustre = _LUSTRE in {tier.product.lower(), tier.filesystem} or "@" in (tier.source or "")
    stated = re.findall(_ADDRESS, tier.source or "") if not lustre else []
    return frozenset((fabric_of(spec, tier), *(way for address in stated for way in _ways_of(spec, address))))


def groups_reaching(
    spec: ClusterSpec, catalog: Catalog, tier: TierSpec, roles: Collection[str] | None = None
) -> Iterator[str]:
    """Yield the groups of these roles, or of all, that reach a tier. A fabric that is not in the spec may be derived later, so only ports of the model count."""
    ways = ways_to(spec, tier)
    for name, group in spec.hosts.items():
        host = catalog.find(Host, group.model)
        role = group.role or (host.role if host else None) or "compute"
        near = tier.kind == "local-nvme" or host is None or any(host.ports_on(way, role, group.manages) for way in ways)
        if near and (roles is None or role in roles):
            yield name


def _ways_of(spec: ClusterSpec, address: str) -> Iterator[FabricName]:
    """Yield the fabric that leads to an address of a source, if any: servers have none on the other ones."""
    try:
        found = IPv4Address(address)
    except ValueError:
        return
    given = spec.fabrics.given()
    pools = [name for name in _POOLS if name in given and found in _pool(spec, name, given[name])]
    if not pools:
        yield "frontend"
    elif pools[0] == "storage":
        yield "storage"


def _pool(spec: ClusterSpec, name: FabricName, fabric: FabricSpec) -> tuple[IPv4Network, ...] | IPv4Network:
    """Return the addresses of a fabric: none on InfiniBand without IPoIB."""
    pool: IPv4Network = getattr(spec.addressing, name)
    return pool if fabric.technology != "infiniband" or fabric.ipoib else ()
