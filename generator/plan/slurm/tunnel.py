"""The tunnel to burst hosts: its gateway, hosts with a route to it, and the configuration of both ends."""

from generator.catalog.facts import fact_names
from generator.catalog.provider import read_provider
from generator.plan.access.records import BURST, fewest
from generator.plan.addressing.segments import INBAND
from generator.plan.addressing.tunnel import gateway_address, host_address, tunnel_prefix, tunnel_spec
from generator.plan.draft import Draft
from generator.plan.once import once
from generator.plan.records import Host
from generator.plan.slurm.controllers import controllers
from generator.plan.slurm.records import Tunnel
from generator.spec.slurm import BurstSpec

INTERFACE = "wg-burst"
"""The tunnel on both ends; at most 15 characters (wg-quick(8))."""
OVERHEAD_BYTES = 40 + 8 + 32
"""Headers of IPv6, UDP and WireGuard: type 4, key 4, counter 8, tag 16 (wireguard.com/protocol, Subsequent Messages: Exchange of Data Packets)."""
_INTERNET_MTU = 1500


def tunnel_of(plan: Draft, burst: BurstSpec) -> Tunnel | None:
    """Return what both ends are configured with; nothing without a tunnel or a gateway."""
    stated, prefix, gateway = tunnel_spec(plan.spec), tunnel_prefix(plan.spec), gateway_of(plan)
    if stated is None or prefix is None or gateway is None or burst.cloud is None:
        return None
    known = burst.cloud.provider in fact_names("providers")
    port_mtu = read_provider(burst.cloud.provider).mtu_bytes if known else _INTERNET_MTU
    return Tunnel(
        interface=INTERFACE,
        gateway=gateway.name,
        address=str(gateway_address(prefix)),
        prefix=str(prefix),
        endpoint=str(stated.endpoint),
        port=stated.port,
        mtu_bytes=stated.mtu_bytes or port_mtu - OVERHEAD_BYTES,
        addresses=tuple(str(host_address(prefix, number)) for number in range(1, burst.count + 1)),
        allowed=sent_into(plan),
    )


@once
def gateway_of(plan: Draft) -> Host | None:
    """Return the controller that is the gateway: the stated one, or the first; None where it is not a controller."""
    stated = tunnel_spec(plan.spec)
    if stated is None or tunnel_prefix(plan.spec) is None:
        return None
    return next((host for host in controllers(plan) if stated.gateway in {None, host.name}), None)


def tunnel_hops(plan: Draft, host: Host) -> tuple[tuple[str, str], ...]:
    """Return the route of a host to the tunnel, with its next hop: of each role that a flow joins with burst hosts, except at the gateway itself."""
    prefix, gateway = tunnel_prefix(plan.spec), gateway_of(plan)
    if prefix is None or gateway is None or host.name == gateway.name or host.role not in _joined_roles(plan):
        return ()
    return ((str(prefix), gateway.inband),)


@once
def _joined_roles(plan: Draft) -> frozenset[str]:
    """Return the roles of hosts that talk with burst hosts."""
    ends = [(flow.source, flow.to) for flow in plan.access.flows if BURST in {flow.source, flow.to}]
    return frozenset(plan.access.zone[name].role for pair in ends for name in pair if name.startswith(f"{INBAND}/"))


def sent_into(plan: Draft) -> tuple[str, ...]:
    """Return the destinations that a burst host sends into the tunnel: in-band zones that a flow joins with it, and other burst hosts."""
    ends = {name for flow in plan.access.flows for name in (flow.source, flow.to) if BURST in {flow.source, flow.to}}
    zones = [plan.access.zone[name] for name in sorted(ends) if name == BURST or name.startswith(f"{INBAND}/")]
    return fewest(prefix for zone in zones for prefix in zone.prefixes)
