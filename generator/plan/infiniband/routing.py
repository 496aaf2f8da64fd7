"""Which routing engine a subnet gets, by its shape and its manager."""

from generator.model.fabric_shape import FabricShape
from generator.plan.infiniband.subnet import Routing


def plan_routing(shape: FabricShape, manager: str) -> Routing:
    """Choose engines.

    A tree is routed by ftree: it needs LMC 0, a rank of 2 to 8, and equal groups of ports on all switches of a rank
    (opensm, doc/current-routing.txt), all of which our trees have. Where an accident breaks that, up/down routing from the same
    roots follows: free of deadlocks, if less even. `no_fallback` keeps opensm from going on to minhop by itself.
    """
    if shape.upper is None:
        joined = (
            "two leaves are joined directly: no path crosses more than the two, and there is no ring"
            if shape.peer_links
            else ""
        )
        why = joined or "no leaf is joined to another: every path is one switch long"
        return Routing(engines=("minhop",), why=why)
    tiers = f"a regular tree of {shape.tiers} tiers with equal links from each leaf to each spine"
    if manager == "ufm":
        return Routing(engines=("ar_updn",), why=f"{tiers}, and UFM's subnet manager routes adaptively from its roots")
    return Routing(
        engines=("ftree", "updn", "no_fallback"), why=f"{tiers}; up/down from the same roots where it is damaged"
    )
