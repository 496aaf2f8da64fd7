"""Uplinks to the site: their ports, addresses of both ends, and their instances."""

from collections.abc import Iterator
from ipaddress import IPv4Interface, IPv6Interface, ip_network
from itertools import combinations

from generator.catalog.model import Switch as SwitchModel
from generator.model.faceplate import Bank, banks
from generator.plan.draft import Draft
from generator.plan.edge_uplinks import StatedUplink, edge_home, stated_uplinks
from generator.plan.records import Switch
from generator.rules import plan_rule
from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding, KeyFinding
from generator.spec.edge import EdgeSpec


def _leaf(plan: Draft, uplink: StatedUplink) -> Switch | None:
    here = (uplink.spec.leaf, uplink.home, "leaf")
    return next((s for s in plan.switches if (s.name, s.fabric, s.tier) == here), None)


@plan_rule(
    title="An uplink to the site on a switch that is not a border leaf",
    why="The site is reached through the frontend: its leaves have the gateways of hosts, and the site's routes go into their default instance. Uplinks of `addressing.oob_way_out` are on management leaves.",
    fix="Put `edge` under the fabric that carries the frontend, and name one of its installed leaves; for `oob_way_out`, one of the out-of-band fabric.",
)
def edge_leaf(plan: Draft) -> Iterator[Finding]:
    """Ways are under the frontend, or under compute where that carries it, and name installed leaves of it."""
    home = edge_home(plan.cluster)
    for name, fabric in plan.spec.fabrics.given().items():
        if fabric.edge and name != home:
            yield KeyFinding(
                message=f"fabrics.{name} has uplinks to the site, and its leaves do not carry the frontend",
                loc=("fabrics", name, "edge"),
                help=f"put them under fabrics.{home}"
                if home in plan.fabrics
                else "add fabrics.frontend, and put them there",
            )
    for stated in stated_uplinks(plan.cluster):
        leaves = [switch.name for switch in plan.switches if (switch.fabric, switch.tier) == (stated.home, "leaf")]
        some = f"name one of {', '.join(leaves[:3])}{', ...' if len(leaves) > 3 else ''}"
        if _leaf(plan, stated) is None:
            yield Finding(
                message=f"{stated.name} is an uplink of {stated.spec.leaf}, which is not an installed leaf of {stated.home}",
                loc=(*stated.loc, "leaf"),
                help=some if leaves else f"add fabrics.{stated.home}",
            )


@plan_rule(
    title="An uplink to the site on a port that does not exist or is taken",
    why="The switch must have the cage at that speed, and a cage has one use: a host's or a switch's link of the envelope, or an uplink to the site.",
    fix="Name a free cage of that speed; `reserve_ports` keeps cages of every leaf free.",
)
def edge_port(plan: Draft) -> Iterator[Finding]:
    """The cage of an uplink is on the leaf, free in the envelope, and has the speed; uplinks that share it have tags, and agree on the port."""
    for stated in stated_uplinks(plan.cluster):
        name, _, loc, uplink = stated
        leaf = _leaf(plan, stated)
        if leaf is None:
            continue
        every = banks(plan.hardware.get(SwitchModel, leaf.model), leaf.os)
        bank = next((each for each in every if uplink.cage in each.cages), None)
        taken = {port.cage: port for port in plan.reserved_of[leaf.name] if port.kind != "edge"}
        free = [
            cage
            for each in every
            if _speeds(each, uplink)
            for cage in each.cages
            if cage not in taken and cage - 1 not in taken
        ]
        instead = f"cage {free[-1]} is free" if free else "keep some free with reserve_ports, or choose a larger leaf"
        if bank is None:
            yield Finding(
                message=f"a {leaf.model} has no cage {uplink.cage} for links", loc=(*loc, "cage"), help=instead
            )
        elif not _speeds(bank, uplink):
            speeds = sorted({speed for each in bank.breakouts if each.ports == 1 for speed in each.speeds_gbps})
            yield Finding(
                message=f"cage {uplink.cage} of a {leaf.model} does not support {uplink.speed_gbps:g} Gb/s without a breakout",
                loc=(*loc, "speed_gbps"),
                help=f"it has {', '.join(f'{speed:g}' for speed in speeds)}",
            )
        elif uplink.cage in taken:
            port = taken[uplink.cage]
            yield Finding(
                message=f"cage {uplink.cage} of {leaf.name} is reserved for {port.peer} {port.peer_interface} of the envelope, and {name} uses it, too",
                loc=(*loc, "cage"),
                help=instead,
            )
    yield from _shared(plan)


def _speeds(bank: Bank, uplink: EdgeSpec) -> bool:
    return any(uplink.speed_gbps in each.speeds_gbps for each in bank.breakouts if each.ports == 1)


def _shared(plan: Draft) -> Iterator[Finding]:
    for (name, _, there, one), (other, _, loc, two) in combinations(stated_uplinks(plan.cluster), 2):
        if (one.leaf, one.cage) != (two.leaf, two.cage):
            continue
        note = (Note(f"{name} is here", (*there, "cage")),)
        if one.vlan is None or two.vlan is None or one.vlan == two.vlan:
            said = f"{name} and {other} share cage {two.cage} of {two.leaf}, and their tags do not distinguish them"
            yield Finding(
                message=said, loc=(*loc, "cage"), notes=note, help="set a different vlan for each, or use another cage"
            )
        elif (one.speed_gbps, one.mtu_bytes) != (two.speed_gbps, two.mtu_bytes):
            said = f"{name} and {other} share cage {two.cage} of {two.leaf}, and state different speeds or MTUs"
            yield Finding(message=said, loc=(*loc, "cage"), notes=note, help="state one speed and one MTU for a port")


@plan_rule(
    title="Addresses of an uplink to the site that do not match",
    why="Both sides have an address in one prefix outside of the cluster: with an address inside the cluster, the border leaf would route packets for its own hosts to the site.",
    fix="State `address` and `peer` (or `ipv6` and `peer_ipv6`) in one prefix outside of the cluster's pools.",
)
def edge_addresses(plan: Draft) -> Iterator[Finding]:
    """An uplink has both ends of each of its IP versions, in one prefix that neither the cluster nor another uplink uses."""
    pools = [ip_network(pool) for pool in (*plan.access.pools, *plan.access.pools_ipv6)]
    seen: list[tuple[str, Loc, IPv4Interface | IPv6Interface]] = []
    for name, _, loc, uplink in stated_uplinks(plan.cluster):
        if uplink.address is None and uplink.ipv6 is None:
            yield KeyFinding(
                message=f"{name} has no address", loc=loc, help="state address and peer, or ipv6 and peer_ipv6"
            )
        for key, own, there, far in (
            ("address", uplink.address, "peer", uplink.peer),
            ("ipv6", uplink.ipv6, "peer_ipv6", uplink.peer_ipv6),
        ):
            if own is None or far is None:
                if (own, far) != (None, None):
                    lacks = there if far is None else key
                    yield KeyFinding(
                        message=f"{name} has {key if own else there} without {lacks}",
                        loc=(*loc, key if own else there),
                        help=f"state {lacks}",
                    )
                continue
            if far not in own.network or far == own.ip:
                yield Finding(
                    message=f"{far} is not another address in the prefix of {own}",
                    loc=(*loc, there),
                    help=f"use another address of {own.network}",
                )
            clash = next((pool for pool in pools if pool.version == own.version and pool.overlaps(own.network)), None)
            if clash:
                yield Finding(
                    message=f"{own} is in {clash}, a pool of the cluster",
                    loc=(*loc, key),
                    help="use addresses of the site",
                )
            for other, at, its in seen:
                if its.version == own.version and its.network.overlaps(own.network):
                    notes = (Note(f"{other} is here", at),)
                    yield Finding(
                        message=f"{own} overlaps {its}, the link of {other}",
                        loc=(*loc, key),
                        notes=notes,
                        help="use a separate prefix for each uplink",
                    )
            seen.append((name, (*loc, key), own))
        if uplink.ipv6 and plan.spec.addressing.ipv6 is None:
            yield Finding(
                message=f"{name} has an IPv6 address, and the cluster has no IPv6",
                loc=(*loc, "ipv6"),
                help="add addressing.ipv6, or leave ipv6 and peer_ipv6 out",
            )
        spoken = {each.version for each in (uplink.address, uplink.ipv6) if each}
        for line in uplink.accept:
            if ip_network(line.partition(" ")[0]).version not in spoken:
                yield Finding(
                    message=f"{line} is of an IP version for which {name} has no addresses",
                    loc=(*loc, "accept"),
                    help="add the addresses of that version, or leave the line out",
                )


@plan_rule(
    title="An uplink for a routing instance that does not exist",
    why="A tenant's routing instance is on the leaves that its hosts' ports are on, where tenants share an Ethernet compute fabric, and on frontend leaves where it has a segment of its own.",
    fix="Name a tenant whose hosts are on this leaf, give it a segment (`segments.<name>.tenant`), or leave `tenant` out.",
)
def edge_tenant(plan: Draft) -> Iterator[Finding]:
    """The tenant of an uplink has an instance on its leaf."""
    instances = {vrf.tenant: vrf.name for vrf in plan.vrfs}
    for stated in stated_uplinks(plan.cluster):
        name, _, loc, uplink = stated
        leaf = _leaf(plan, stated)
        if leaf is not None and uplink.tenant is not None and instances.get(uplink.tenant, "") not in leaf.vrfs:
            there = [tenant for tenant, vrf in instances.items() if vrf in leaf.vrfs]
            yield Finding(
                message=f"{name} is an uplink of tenant {uplink.tenant}, which has no routing instance on {leaf.name}",
                loc=(*loc, "tenant"),
                help=f"use {', '.join(there)}, or leave it out" if there else "leave it out",
            )


@plan_rule(
    title="One AS number on both sides of the edge",
    why="A switch refuses paths that contain its own AS number, and peers with one number are one AS: neither would accept the other's routes.",
    fix="Use the site's AS number, or move `addressing.asn_base`.",
)
def edge_asn(plan: Draft) -> Iterator[Finding]:
    """The other side's AS number is none of the cluster's."""
    holders = {row.asn: row.holder for row in plan.asns}
    for name, _, loc, uplink in stated_uplinks(plan.cluster):
        if uplink.asn in holders:
            yield Finding(
                message=f"{name} has AS number {uplink.asn}, that of {holders[uplink.asn]}",
                loc=(*loc, "asn"),
                help="use another AS number",
            )
