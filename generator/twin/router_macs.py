"""The router MACs of tenants' tunnels, which FRR before July 2023 (Debian 12 has 8.4.4) loses when one of several sessions ends.

zebra then removes the MAC of a withdrawn route after adding that of its replacement: the route exists, its next hop has no MAC, and the tenant's
traffic between two leaves is lost permanently (FRR's issue 12391, fixed by 12524). It depends on the load of the machine. A bed relearns them, as a
site would, and reports it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from generator.twin import frr, wiring
from generator.twin.threads import each

if TYPE_CHECKING:
    from collections.abc import Iterable

    from generator.twin.twin import Twin

Lost = tuple[str, str]
"""A leaf and its instance of a tenant."""


def lost(twin: Twin) -> set[Lost]:
    """The instances of living leaves with a route of BGP whose next hop has no MAC."""
    instances = [(leaf, vrf) for leaf in twin.leaves if leaf not in twin.dead for vrf in twin.tree.config(leaf).vrfs]

    def misses(instance: Lost) -> bool:
        place = wiring.namespace(*instance)
        routes = [row for version in "46" for row in _rows(twin, place, f"-{version}", "route", "show", "proto", "bgp")]
        known = {row["dst"] for row in _rows(twin, place, "neigh") if "lladdr" in row}
        return any(row.get("gateway", row["dst"]) not in {*known, row["dst"]} for row in routes)

    return {instance for instance, gone in zip(instances, each(misses, instances), strict=True) if gone}


def learn_again(twin: Twin, instances: Iterable[Lost]) -> None:
    """Remove the instance's VNI and add it again: its routes, and their router MACs, are relearned."""
    for leaf, vrf in sorted(instances):
        vni = twin.tree.config(leaf).vrfs[vrf]
        frr.tell(twin.bottle, leaf, (f"vrf {vrf}", f"no vni {vni}"))
        frr.tell(twin.bottle, leaf, (f"vrf {vrf}", f"vni {vni}"))
        twin.notes.append(
            f"{leaf} lost a router MAC of {vrf} (FRR's issue 12391, repaired in July 2023), and learned it again"
        )


def _rows(twin: Twin, place: str, *words: str) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = json.loads(twin.bottle.must("ip", "-j", *words, netns=place) or "[]")
    return rows
