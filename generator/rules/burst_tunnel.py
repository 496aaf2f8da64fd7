"""The tunnel to burst hosts: its addresses, its gateway, and the route to it."""

from collections.abc import Iterator
from ipaddress import AddressValueError, IPv4Address, IPv4Network

from generator.catalog.provider import read_provider
from generator.plan.access.records import BURST
from generator.plan.access.services import SERVICES
from generator.plan.addressing.segments import INBAND
from generator.plan.addressing.tunnel import FIRST_HOST, room_for
from generator.plan.draft import Draft
from generator.plan.slurm.cloud import providers
from generator.plan.slurm.controllers import controllers
from generator.plan.slurm.tunnel import OVERHEAD_BYTES, sent_into
from generator.rules import plan_rule, plan_warning
from generator.rules.directory import leaves_for_site, way_to_site
from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.burst import CloudSpec, WireguardSpec
from generator.spec.checks.rule import Finding, KeyFinding
from generator.spec.slurm import BurstSpec

_BURST = ("scheduler", "slurm", "burst")
_CLOUD = (*_BURST, "cloud")
_HERE = (*_CLOUD, "wireguard")
_IPV6_MORE_BYTES = 20
"""An IPv6 header has 40 bytes, one of IPv4 20."""
_BITS = 32


def _tunnels(plan: Draft) -> Iterator[tuple[BurstSpec, CloudSpec, WireguardSpec]]:
    slurm = plan.spec.scheduler.slurm
    burst = slurm.burst if slurm is not None else None
    if burst is not None and burst.cloud is not None and burst.cloud.wireguard is not None:
        yield burst, burst.cloud, burst.cloud.wireguard


@plan_rule(
    title="Addresses of the burst tunnel that are in use",
    why="Hosts would send packets for other hosts of the cluster into the tunnel, or packets for burst hosts to them.",
    fix="Use a prefix that neither the cluster nor the provider's network has.",
)
def burst_tunnel_overlap(plan: Draft) -> Iterator[Finding]:
    """The prefix does not overlap pools, segments, pods and services."""
    for _, _, tunnel in _tunnels(plan):
        for name, loc, prefix in _taken(plan):
            if tunnel.prefix.overlaps(prefix):
                yield Finding(
                    message=f"the tunnel's prefix {tunnel.prefix} overlaps {name} {prefix}",
                    loc=(*_HERE, "prefix"),
                    notes=(Note(f"{name} is here", loc),),
                    help=f"use another prefix, such as one of 192.168.0.0/16: {name} ends at {prefix.broadcast_address}",
                )


def _taken(plan: Draft) -> Iterator[tuple[str, Loc, IPv4Network]]:
    """Yield the networks of the cluster, with the place that states them."""
    segments = plan.spec.segments
    for layout in plan.layouts:
        loc: Loc = ("segments", layout.pool, "prefix") if layout.pool in segments else ("addressing", layout.pool)
        yield f"{'segment' if layout.pool in segments else 'pool'} {layout.pool}", loc, IPv4Network(layout.prefix)
    kubernetes = plan.spec.scheduler.kubernetes
    for key in ("pods", "services") if kubernetes is not None else ():
        yield key, ("scheduler", "kubernetes", key), getattr(kubernetes, key)


@plan_rule(
    title="More burst hosts than addresses of their tunnel",
    why="Each burst host has an address of its own in the tunnel, by its number.",
    fix="Use a shorter prefix, or lower `count`.",
)
def burst_tunnel_room(plan: Draft) -> Iterator[Finding]:
    """The prefix has an address for each host."""
    for burst, _, tunnel in _tunnels(plan):
        room, total = room_for(tunnel.prefix), tunnel.prefix.num_addresses
        if burst.count > room:
            least = _BITS - (burst.count + FIRST_HOST).bit_length()
            yield Finding(
                message=f"{burst.count:,} burst hosts need as many addresses, and {tunnel.prefix} has {room:,} for them: "
                f"{total:,} - {FIRST_HOST} below the first host - 1 for broadcasts"
                + (" (none is left)" if not room else ""),
                loc=(*_HERE, "prefix"),
                notes=(Note("the hosts are here", (*_BURST, "count")),),
                help=f"use a prefix of /{least} or shorter" + (f", or lower `count` to {room}" if room else ""),
            )


@plan_rule(
    title="A gateway of burst hosts that is not a controller",
    why="The gateway passes packets between burst hosts and the in-band segment, and stage slurm configures it with the controllers.",
    fix="Name a host that runs slurmctld, or leave `gateway` out: the first one is the gateway then.",
)
def burst_tunnel_gateway(plan: Draft) -> Iterator[Finding]:
    """The gateway runs slurmctld, and has an in-band address."""
    for _, _, tunnel in _tunnels(plan):
        names = [host.name for host in controllers(plan) if host.inband]
        if not names:
            yield KeyFinding(
                message="no controller has an in-band address, so none can be the gateway of burst hosts",
                loc=_HERE,
                help="add control hosts and fabrics.frontend, or remove `wireguard`",
            )
        elif tunnel.gateway is not None and tunnel.gateway not in names:
            yield Finding(
                message=f"{tunnel.gateway} does not run slurmctld",
                loc=(*_HERE, "gateway"),
                help=f"use one of {', '.join(names)}",
            )


@plan_rule(
    title="A burst tunnel without a route to the site",
    why="The gateway receives packets of burst hosts from the internet, and answers there.",
    fix="State `addressing.way_out` or an uplink of the frontend.",
)
def burst_tunnel_no_route(plan: Draft) -> Iterator[Finding]:
    """A route leads from control hosts to the site."""
    for _, _, tunnel in _tunnels(plan):
        if "frontend" in plan.spec.fabrics.given() and not leaves_for_site(plan):
            yield Finding(
                message=f"burst hosts reach the gateway at {tunnel.endpoint}, and control hosts reach nothing outside of the cluster",
                loc=(*_HERE, "endpoint"),
                help=way_to_site(plan),
            )


@plan_rule(
    title="A burst tunnel whose endpoint is inside it",
    why="Burst hosts send packets for these addresses into the tunnel: its own packets would go into it, too.",
    fix="State the public address by which the provider's network reaches the site.",
)
def burst_tunnel_endpoint(plan: Draft) -> Iterator[Finding]:
    """The endpoint is reached without the tunnel."""
    for _, _, tunnel in _tunnels(plan):
        address = _address(str(tunnel.endpoint))
        for prefix in sent_into(plan) if address is not None else ():
            if address in IPv4Network(prefix):
                yield Finding(
                    message=f"the endpoint {address} is within {prefix}, which burst hosts reach by the tunnel",
                    loc=(*_HERE, "endpoint"),
                    help="state a public address or name of the site",
                )


@plan_rule(
    title="A UDP port of the gateway that is in use",
    why="Two programs on one host cannot listen on the same port.",
    fix="Use another port, such as 51820.",
)
def burst_tunnel_port(plan: Draft) -> Iterator[Finding]:
    """No other service of control hosts has the port."""
    for _, _, tunnel in _tunnels(plan):
        own = f"udp/{tunnel.port}"
        names = {
            flow.service.name
            for flow in plan.access.flows
            if flow.to.startswith(f"{INBAND}/control") and flow.service.protocol == "udp" and flow.service.name != own
        }
        for name in sorted(each for each in names & set(SERVICES) if SERVICES[each].covers("udp", tunnel.port)):
            yield Finding(
                message=f"UDP port {tunnel.port} of control hosts is the port of {name}",
                loc=(*_HERE, "port"),
                help="use another port, such as 51820",
            )


@plan_rule(
    title="A mount of burst hosts that the tunnel does not pass",
    why="The gateway drops what is not in the access matrix, so the mount would fail on each burst host.",
    fix="Allow it with a rule of `access` whose source is `burst`, or mount another export.",
)
def burst_mount_closed(plan: Draft) -> Iterator[Finding]:
    """A source in one of the cluster's networks answers NFS to burst hosts."""
    for _, cloud, _ in _tunnels(plan):
        pools = [IPv4Network(layout.prefix) for layout in plan.layouts]
        for path, mount in sorted(cloud.mounts.items()):
            address = _address(mount.source.partition(":")[0])
            if address is None or not any(address in pool for pool in pools):
                continue
            zones = [zone for zone in plan.access.zones if zone.segment.startswith(INBAND)]
            zone = next((each for each in zones if any(address in IPv4Network(p) for p in each.prefixes)), None)
            if zone is None:
                yield Finding(
                    message=f"burst hosts mount {path} from {address}, which is not an in-band address, and the tunnel leads to the in-band segment alone",
                    loc=(*_CLOUD, "mounts", path, "source"),
                    help="use the in-band address of the server: ip/addresses.csv has them",
                )
            elif plan.access.may(BURST, zone.name, "tcp", SERVICES["nfs"].ports[0][0]) is None:
                yield Finding(
                    message=f"burst hosts mount {path} from {address}, and no flow allows NFS from {BURST} to {zone.party}",
                    loc=(*_CLOUD, "mounts", path, "source"),
                    help=f"add to `access`: {BURST}-nfs: {{source: [{BURST}], to: [{zone.party}], services: [nfs]}}",
                )


@plan_warning(
    title="An MTU of the burst tunnel that is too large for the internet",
    why="Packets of the tunnel would be larger than the port of a burst host takes: they are fragmented, or lost where fragments are.",
    fix="Leave `mtu_bytes` out, unless a private connection of the provider takes larger packets.",
)
def burst_tunnel_mtu(plan: Draft) -> Iterator[Finding]:
    """Packets of the tunnel, with their headers, are no larger than the provider's."""
    for _, cloud, tunnel in _tunnels(plan):
        if tunnel.mtu_bytes is None or cloud.provider not in providers():
            continue
        provider, least = read_provider(cloud.provider), OVERHEAD_BYTES - _IPV6_MORE_BYTES
        if tunnel.mtu_bytes + least > provider.mtu_bytes:
            yield Finding(
                message=f"{tunnel.mtu_bytes} + 20 (IPv4) + 8 (UDP) + 32 (WireGuard) = {tunnel.mtu_bytes + least} bytes, "
                f"and {provider.title} takes {provider.mtu_bytes} to the internet",
                loc=(*_HERE, "mtu_bytes"),
                help=f"use {provider.mtu_bytes - OVERHEAD_BYTES}, which leaves room for IPv6 as well, or leave it out",
            )


def _address(text: str) -> IPv4Address | None:
    try:
        return IPv4Address(text)
    except AddressValueError:
        return None
