"""Destinations of a host over a tenant's segment or rails instead of its default route: prefixes of the site, and networks of other instances.

The answer must leave by the same instance, so each network is reached over one segment only: the one that an uplink announces or a flow names. Of two routes to one network
Linux refuses the second, and of two segments of a tenant the other end may have a route back to one. What such a network asks of the host by another segment is answered by that
one: by its source address, as on rails.
"""

from collections.abc import Iterable, Iterator, Mapping

from generator.plan.access.records import SITE
from generator.plan.leaks import plan_leaks
from generator.plan.once import once
from generator.plan.plan import Plan


def beyond(plan: Plan, vlans: tuple[int, ...]) -> Mapping[int, tuple[str, ...]]:
    """Return the networks that each VLAN of a host leads to. Of several that may lead to one network the first does; to the site, the first with a flow."""
    known = _known(plan)
    if vlans not in known:
        known[vlans] = _beyond(plan, vlans)
    return known[vlans]


@once
def _known(_plan: Plan) -> dict[tuple[int, ...], Mapping[int, tuple[str, ...]]]:
    """Return what `beyond` has found for hosts in the same VLANs; empty at first."""
    return {}


@once
def _known_answers(_plan: Plan) -> dict[tuple[int, ...], Mapping[int, tuple[str, ...]]]:
    """Return what `answered` has found for hosts in the same VLANs; empty at first."""
    return {}


def _beyond(plan: Plan, mine: tuple[int, ...]) -> dict[int, tuple[str, ...]]:
    outward: dict[int, tuple[str, ...]] = {}
    for vlan in sorted(mine, key=lambda each: each not in _with_the_site(plan)):
        outward[vlan] = _beside(outward, _of_the_site(plan, vlan))
    found: dict[int, tuple[str, ...]] = {}
    for vlan in mine:
        found[vlan] = _beside(found, (*outward[vlan], *_of_others(plan, vlan, mine)))
    return found


def answered(plan: Plan, vlans: tuple[int, ...]) -> Mapping[int, tuple[str, ...]]:
    """Return the networks that each VLAN of a host has flows with, and that another one leads to."""
    known = _known_answers(plan)
    if vlans not in known:
        known[vlans] = _answered(plan, vlans)
    return known[vlans]


def _answered(plan: Plan, mine: tuple[int, ...]) -> dict[int, tuple[str, ...]]:
    led = beyond(plan, mine)
    found: dict[int, tuple[str, ...]] = {}
    for vlan in mine:
        others = {prefix for each in mine if each != vlan for prefix in led[each]}
        if any(vlan in vrf.vlans for vrf in plan.vrfs):
            site = _of_the_site(plan, vlan) if vlan in _with_the_site(plan) else ()
            wanted = [*site, *_of_others(plan, vlan, mine)]
        else:
            wanted = [prefix for each in mine for prefix in led[each] if _has_flow(plan, vlan, prefix)]
        found[vlan] = tuple(dict.fromkeys(prefix for prefix in wanted if prefix in others))
    return found


def _has_flow(plan: Plan, vlan: int, prefix: str) -> bool:
    """Whether a common VLAN has a flow with a network: one of another VLAN, or else of the site."""
    there = next((each.vlan for each in plan.vlans if each.prefix == prefix), None)
    return vlan in _with_the_site(plan) if there is None else there in _joined(plan).get(vlan, ())


def _beside(found: Mapping[int, tuple[str, ...]], wanted: Iterable[str]) -> tuple[str, ...]:
    earlier = {prefix for prefixes in found.values() for prefix in prefixes}
    return tuple(prefix for prefix in wanted if prefix not in earlier)


def beyond_rails(plan: Plan, tenant: str, rails: Iterable[str]) -> tuple[str, ...]:
    """Return the prefixes that the uplinks of a tenant accept, if they announce these prefixes of rails. The default route may be one: each rail has a table of its own."""
    if not tenant or not plan.site_uplinks:
        return ()
    own = set(rails)
    mine = (
        uplink
        for uplink in plan.site_uplinks
        if uplink.tenant == tenant and own & {line.partition(" ")[0] for line in uplink.announce}
    )
    return tuple(dict.fromkeys(line.prefix for uplink in mine for each in uplink.families for line in each.accepts))


def _of_the_site(plan: Plan, vlan: int) -> tuple[str, ...]:
    """Return the prefixes of the site that a tenant's uplinks accept, if they announce its segment: by others nothing would come back."""
    owners = {vrf.tenant for vrf in plan.vrfs if vlan in vrf.vlans}
    networks = {each.prefix for each in plan.vlans if each.vlan == vlan}
    lines: list[str] = []
    for uplink in plan.site_uplinks:
        if uplink.tenant in owners and networks & {line.partition(" ")[0] for line in uplink.announce}:
            lines += (line.partition(" ")[0] for line in uplink.accept)
    return tuple(dict.fromkeys(line for line in lines if ":" not in line))


def _of_others(plan: Plan, vlan: int, mine: tuple[int, ...]) -> Iterator[str]:
    """Yield the networks of other instances to which a tenant's segment has routes for a flow of its own, except those that the host itself is in."""
    owners = {(vrf.fabric, vrf.name) for vrf in plan.vrfs if vlan in vrf.vlans}
    joined = _joined(plan).get(vlan, set())
    for leak in plan_leaks(plan) if owners else ():
        if (leak.fabric, leak.into) in owners:
            pairs = zip(leak.vlans, leak.prefixes, strict=False)
            yield from (prefix for number, prefix in pairs if number in joined and number not in mine)


@once
def _home(plan: Plan) -> dict[str, int]:
    """Return the VLAN of each zone that is in one of the frontend."""
    vlans = {vlan.name: vlan.vlan for vlan in plan.vlans if vlan.fabric == "frontend"}
    return {zone.name: vlans[zone.segment] for zone in plan.access.zones if zone.segment in vlans}


@once
def _with_the_site(plan: Plan) -> set[int]:
    """Return the VLANs of the frontend that have a flow from or to the site."""
    ends = {end for flow in plan.access.flows if SITE in {flow.source, flow.to} for end in (flow.source, flow.to)}
    return {vlan for zone, vlan in _home(plan).items() if zone in ends}


@once
def _joined(plan: Plan) -> dict[int, set[int]]:
    """Return the VLANs of the frontend that a flow joins with each."""
    home = _home(plan)
    found: dict[int, set[int]] = {}
    for flow in plan.access.flows:
        if flow.source in home and flow.to in home:
            one, other = home[flow.source], home[flow.to]
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return found
