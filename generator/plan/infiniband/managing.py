"""How a subnet is managed: its routing engine, by shape and manager, and the hosts that run the manager.

These are hosts of the envelope, so that none changes when a host is added.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from generator.model.fabric_shape import FabricShape
from generator.model.groups import HostGroup
from generator.plan.infiniband.subnet import Routing, Runner, SubnetHost

_SPARED = ("manager", "control", "login", "gateway", "border", "storage", "compute")
"""Roles in the order in which their hosts are chosen to run a subnet manager in addition to their own work."""
_PAIR = 2
"""One that works and one that waits."""


def plan_routing(shape: FabricShape, manager: str) -> Routing:
    """Return the engines.

    A tree is routed by ftree: it needs LMC 0, a rank of 2 to 8, and equal groups of ports on all switches of a rank
    (opensm, doc/current-routing.txt), all of which planned trees have. If failures break this, up/down routing from the same roots is used: free of
    deadlocks, but less even. `no_fallback` keeps opensm from using minhop.
    """
    if shape.upper is None:
        joined = "two leaves are joined directly: no path crosses more than the two, and there is no ring"
        why = joined if shape.peer_links else "no leaf is joined to another: every path is one switch long"
        return Routing(engines=("minhop",), why=why)
    tiers = f"a regular tree of {shape.tiers} tiers with equal links from each leaf to each spine"
    if manager == "ufm":
        return Routing(engines=("ar_updn",), why=f"{tiers}, and UFM's subnet manager routes adaptively from its roots")
    return Routing(
        engines=("ftree", "updn", "no_fallback"), why=f"{tiers}; up/down from the same roots where it is damaged"
    )


def plan_runners(groups: Sequence[HostGroup], seated: Mapping[str, SubnetHost]) -> tuple[Runner, ...]:
    """Return all hosts of role manager, else the first two of the roles that compute least.

    `groups` are those with ports on the subnet. Their order and ordinals decide, never what is installed: otherwise a new host would take over the
    subnet from a working manager.
    """
    ranked = sorted(groups, key=lambda group: (_SPARED.index(group.role), group.order))
    managers = [group for group in ranked if group.role == "manager"]
    return tuple(_runners(managers, seated) if managers else islice(_runners(ranked, seated), _PAIR))


def _runners(groups: Sequence[HostGroup], seated: Mapping[str, SubnetHost]) -> Iterator[Runner]:
    for group in groups:
        for ordinal in range(group.max):
            name = group.host_name(ordinal)
            host = seated.get(name)
            guid = next(iter(host.guids), "") if host else ""
            yield Runner(device=name, role=group.role, guid=guid, installed=host is not None)
