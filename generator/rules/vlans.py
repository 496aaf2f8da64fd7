"""VLAN ids that a switch's system keeps for its own forwarding: no segment, tag or tenant's network may have one."""

from collections.abc import Iterator, Mapping

from generator.catalog.model import SwitchSystem
from generator.plan.draft import Draft
from generator.plan.edge_uplinks import stated_uplinks
from generator.plan.records import Switch
from generator.rules import plan_rule
from generator.source.span import Loc
from generator.spec.checks.rule import Finding


@plan_rule(
    title="A VLAN id that a switch reserves for itself",
    why="A system that forwards with VLANs of its own does not refuse such an id when it is configured: packets of the two are mixed.",
    fix="Use an id outside the range of `clustergen catalog show <system>`.",
)
def vlan_reserved(plan: Draft) -> Iterator[Finding]:
    """No stated id of a VLAN, tag or tenant's network is in the range of a switch that has it."""
    stated = _stated(plan)
    said = set()
    for switch in plan.switches:
        system = plan.catalog.get(SwitchSystem, switch.os) if switch.os else None
        for vlan, loc in _on(plan, switch, stated) if system and system.reserved_vlans else ():
            if system and system.reserved_vlans and vlan in system.reserved_vlans.ids and loc not in said:
                said.add(loc)
                first, last = system.reserved_vlans.first, system.reserved_vlans.last
                yield Finding(
                    message=f"{system.title} on {switch.name} reserves VLANs {first} to {last}, and {vlan} is one of them",
                    loc=loc,
                    help=f"use an unused id below {first}",
                )


def _stated(plan: Draft) -> Mapping[int, Loc]:
    """Return the VLANs that the spec numbers, with the place of each."""
    segments: dict[int, Loc] = {vlan: ("vlans", name) for name, vlan in plan.spec.vlans}
    segments |= {each.vlan: ("segments", name, "vlan") for name, each in plan.spec.segments.items()}
    for name, fabric in plan.spec.fabrics.given().items():
        rails = (vlan for switch in plan.switches if switch.fabric == name for vlan in switch.vlans)
        segments |= {
            vlan: ("fabrics", name, "host_vlans") for vlan in rails if fabric.host_vlans and vlan not in segments
        }
    return segments


def _on(plan: Draft, switch: Switch, stated: Mapping[int, Loc]) -> Iterator[tuple[int, Loc]]:
    """Yield those of these VLANs that a switch has, tags of its uplinks to the site, and tenants' networks."""
    yield from ((vlan, stated[vlan]) for vlan in switch.vlans if vlan in stated)
    for uplink in stated_uplinks(plan.cluster):
        if uplink.spec.leaf == switch.name and uplink.spec.vlan:
            yield uplink.spec.vlan, (*uplink.loc, "vlan")
    for vrf in plan.vrfs:
        if vrf.name in switch.vrfs and vrf.tenant and plan.spec.tenants[vrf.tenant].vlan:
            yield vrf.vlan, ("tenants", vrf.tenant, "vlan")
