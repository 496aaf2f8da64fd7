"""Routes of uplinks to the site: no own prefixes are accepted, only existing ones announced, one default route per leaf."""

from collections.abc import Iterator
from ipaddress import ip_network

from generator.plan.draft import Draft
from generator.plan.edge import OOB, SiteUplink
from generator.plan.edge_uplinks import COMPUTE, LOOPBACKS, POD_NETWORKS, RAILS, edge_home, stated_uplinks
from generator.rules import plan_rule, plan_warning
from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding, KeyFinding


@plan_rule(
    title="A route of the site for addresses of the cluster",
    why="A router that announces it attracts the cluster's own packets to the site.",
    fix="Leave it out of `accept`, or move the pool.",
)
def edge_accepts_own(plan: Draft) -> Iterator[Finding]:
    """`accept` overlaps no pool of the cluster."""
    pools = [ip_network(pool) for pool in (*plan.access.pools, *plan.access.pools_ipv6)]
    for name, _, loc, uplink in stated_uplinks(plan.cluster):
        for version in (4, 6):
            for prefix, longest in uplink.accepted(version):
                mine = [
                    str(pool)
                    for pool in pools
                    if pool.version == version and pool.overlaps(prefix) and longest >= pool.prefixlen
                ]
                if mine:
                    said = f"{name} accepts {prefix}{f' le {longest}' if longest > prefix.prefixlen else ''}, and the cluster has {', '.join(mine)}"
                    yield Finding(
                        message=said,
                        loc=(*loc, "accept"),
                        help="leave it out, or state longer prefixes beside these pools",
                    )


@plan_rule(
    title="An announcement without prefixes",
    why="Each entry of `announce` stands for prefixes of these leaves in this instance; an entry without prefixes announces nothing.",
    fix="Use a segment of the frontend (`inband`), `pods` where leaves route them, `loopbacks`, or `rails` on a pair that carries the frontend.",
)
def edge_announces(plan: Draft) -> Iterator[Finding]:
    """Every word of `announce` has prefixes in the instance that is handed over."""
    owned = {name: each.tenant for name, each in plan.spec.segments.items()}
    segments = [vlan.name for vlan in plan.vlans if vlan.fabric == "frontend"]
    pods = any(prefix.kind == POD_NETWORKS for prefix in plan.prefixes)
    home = edge_home(plan.cluster)
    rails = home == COMPUTE and any(switch.aggregates for switch in plan.switches if switch.fabric == home)
    for name, _, loc, uplink in stated_uplinks(plan.cluster):
        here = [
            *([RAILS] if rails else []),
            *(each for each in segments if owned.get(each) == uplink.tenant),
            *([] if uplink.tenant else [LOOPBACKS, *([POD_NETWORKS] if pods else [])]),
        ]
        for word in uplink.announce:
            if word not in here:
                where = f"in the instance of tenant {uplink.tenant}" if uplink.tenant else f"on the leaves of {home}"
                found = f"use {', '.join(here)}" if here else "leave it out"
                yield Finding(
                    message=f"{name} announces {word}, and no prefixes {where} have that name",
                    loc=(*loc, "announce"),
                    help=found,
                )


@plan_rule(
    title="Two default routes on one leaf",
    why="A static route takes precedence over routes of BGP: `addressing.way_out` would hide the default route of the edge, and remain when that route is withdrawn.",
    fix="Keep one of them.",
)
def edge_default(plan: Draft) -> Iterator[Finding]:
    """`addressing.way_out` is not combined with an uplink whose default route is accepted."""
    for name, home, loc, uplink in stated_uplinks(plan.cluster):
        static = plan.spec.addressing.way_out is not None
        if static and home != OOB and uplink.default == "accept" and uplink.tenant is None:
            yield Finding(
                message=f"{name} accepts the site's default route, and all frontend leaves have a static default route",
                loc=(*loc, "default"),
                notes=(Note("it leads here", ("addressing", "way_out")),),
                help="leave addressing.way_out out, or set default: none",
            )


@plan_rule(
    title="BGP settings on a static uplink",
    why="Without `asn` there is no BGP session: nothing is announced to the other side, nothing needs a password, and the uplink has only static routes to the prefixes in `accept`.",
    fix="State `asn`, or leave the key out.",
)
def edge_static(plan: Draft) -> Iterator[Finding]:
    """Keys of a BGP session have its AS number beside them."""
    for name, _, loc, uplink in stated_uplinks(plan.cluster):
        asks = [key for key in ("announce", "password", "max_prefixes") if getattr(uplink, key)]
        asks += ["default"] if uplink.default == "announce" else []
        asks += ["bfd"] if "bfd" in uplink.model_fields_set and uplink.bfd else []
        for key in asks if uplink.asn is None else ():
            said = f"{name} has only static routes, and {key} is a setting of BGP"
            yield KeyFinding(message=said, loc=(*loc, key), help=f"state asn, or leave {key} out")


@plan_warning(
    title="An uplink to the site that leads nowhere",
    why="Only the stated prefixes are accepted, and packets of the site enter only from them. They enter a tenant's instance only for prefixes that the tenant's uplink announces (with static routes: its segments), and rails only by their tenant's uplink.",
    fix="State `default: accept`, or prefixes under `accept`; announce a segment of the tenant, or its `rails`.",
)
def edge_idle(plan: Draft) -> Iterator[Finding]:
    """An uplink accepts at least one route, a tenant's uplink announces prefixes of each IP version that it accepts, and one of no tenant no rails."""
    planned = {(uplink.name, uplink.fabric): uplink for uplink in plan.site_uplinks}
    for name, home, loc, uplink in stated_uplinks(plan.cluster):
        if not uplink.accept and uplink.default != "accept":
            yield KeyFinding(
                message=f"{name} accepts no route, so no packet leaves the cluster through it, and none of the site enters",
                loc=loc,
                help="set default: accept, or list prefixes under accept",
            )
        if home == COMPUTE and RAILS in uplink.announce and uplink.tenant is None:
            yield KeyFinding(
                message=f"{name} announces rails, and belongs to no tenant: the site gets routes to them, but hosts get none to the site, and the port's filter drops its packets to rails",
                loc=(*loc, "announce"),
                help="set tenant to the one whose rails the site reaches, or leave rails out",
            )
        handed = planned.get((name, home))
        if handed and handed.vrf and uplink.default != "announce":
            yield from _one_way(plan, handed, loc)


def _one_way(plan: Draft, uplink: SiteUplink, loc: Loc) -> Iterator[Finding]:
    """Yield the IP versions in which a tenant's uplink accepts routes, and the site has none back."""
    own = [name for name, each in sorted(plan.spec.segments.items()) if each.tenant == uplink.tenant]
    for each in uplink.families:
        if not each.accepts or each.announces:
            continue
        if each.version == 6 and own:
            way = "leave ipv6, peer_ipv6 and IPv6 prefixes out: segments have IPv4 alone"
        elif uplink.asn is None:
            way = f"give tenant {uplink.tenant} a segment"
        else:
            way = f"announce {' or '.join([*own, *([RAILS] if uplink.fabric == COMPUTE else [])])}"
        yield KeyFinding(
            message=f"{uplink.name} accepts IPv{each.version} routes, and leads to no IPv{each.version} prefix of tenant {uplink.tenant}: no host uses them, and no packet of the site enters",
            loc=loc,
            help=way,
        )
