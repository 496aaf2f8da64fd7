"""VLANs of rails: where hosts share one on their leaf, its id, its prefix and its gateway.

Every leaf has its own: ids are alike everywhere, and no tunnel or link stretches them. So a prefix is still on one leaf alone, as the /31s are.
"""

from collections.abc import Iterator

from generator.model.device import Switch
from generator.plan.addressing.host_links import HostLinks
from generator.plan.addressing.records import Address, Vlan


def rail_vlans(links: HostLinks) -> Iterator[Vlan]:
    """Yield the VLAN of every rail of the envelope. Its prefix is the rail's; with planes it is in each of them, so that is the pool's."""
    kind = "rail" if links.shape.name == "compute" else "side"
    for rail, vlan in links.vlans().items():
        yield Vlan(
            vlan=vlan,
            name=f"{links.shape.name}-{kind}{rail}",
            vni=None,
            fabric=links.shape.name,
            prefix=str(links.layout.prefix if links.shape.planes > 1 else links.rail_prefix(0, rail)),
            gateway="",
            description="a prefix on each leaf, whose last address but one is the gateway; no two leaves share it",
        )


def vlans_on(links: HostLinks | None, switch: Switch) -> tuple[int, ...]:
    """Return the VLANs of the rails that a leaf serves."""
    if links is None or not links.in_vlans:
        return ()
    return tuple(links.vlan(rail) for rail in links.rails_on(switch.ordinal))


def rail_gateways(links: HostLinks | None, switch: Switch) -> Iterator[Address]:
    """Yield a leaf's address in the VLAN of each rail that it serves."""
    if links is None or not links.in_vlans:
        return
    assert switch.su is not None
    for rail in links.rails_on(switch.ordinal):
        address, ipv6 = links.gateway(switch.plane, rail, switch.su)
        yield Address(
            address=address,
            length=links.su_prefix(switch.plane, rail, switch.su).prefixlen,
            device=switch.name,
            interface=f"Vlan{links.vlan(rail)}",
            fabric=links.shape.name,
            use="gateway",
            ipv6=ipv6,
            vlan=links.vlan(rail),
        )
