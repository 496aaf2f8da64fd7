"""Closed egress: destinations that exist, are outside, and have addresses."""

from collections.abc import Iterator
from ipaddress import ip_network

from generator.plan.access.egress import named_only, resolves_names
from generator.plan.access.records import SITE
from generator.plan.access.services import SERVICES, service_of
from generator.plan.draft import Draft
from generator.rules import plan_rule, plan_warning
from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding, KeyFinding
from generator.spec.egress import DestinationSpec

_HERE: Loc = ("egress", "destinations")


def _stated(plan: Draft, key: str) -> Iterator[tuple[str, DestinationSpec, object, Loc]]:
    """Yield the entries of a key in the destinations: (the name, the destination, the entry, its place)."""
    for name, each in sorted(plan.spec.egress.destinations.items()):
        yield from ((name, each, entry, (*_HERE, name, key, index)) for index, entry in enumerate(getattr(each, key)))


@plan_rule(
    title="A destination for hosts that do not reach the site",
    why="A party that is misspelt, or that has no flow to the site for a service, would have no line in any firewall, and the leaves' filters would drop its packets.",
    fix="Name a segment with a route to the site, or a role of hosts in it (`inband/login`); allow others to use the service at the site by a rule of `access`.",
)
def egress_source(plan: Draft) -> Iterator[Finding]:
    """Every source is a party of the cluster, and a flow leads from it to the site for each service."""
    access = plan.access
    parties = sorted({zone.party for zone in access.zones} | {zone.segment for zone in access.zones})
    outward = {party for zone in access.zones for party in (zone.party, zone.segment) if _leaves(plan, zone.name)}
    for name, each, party, loc in _stated(plan, "source"):
        if party not in parties:
            yield Finding(
                message=f"egress.destinations.{name} names {party}, and the cluster has no such segment or role in it",
                loc=loc,
                help=f"use one of {', '.join(sorted(outward))}",
            )
            continue
        zones = {zone.name for zone in access.zones if party in {zone.party, zone.segment}}
        used = {(d.source, d.service.name) for d in access.egress or () if d.why == f"egress.destinations.{name}"}
        for service in each.services:
            if service_of(service) and not any((zone, service) in used for zone in zones):
                yield Finding(
                    message=f"egress.destinations.{name} allows {party} to use {service}, and no flow leads from it to the site for that",
                    loc=loc,
                    help=f"use one of {', '.join(sorted(outward))}, or add a rule of access from {party} to site",
                )


def _leaves(plan: Draft, zone: str) -> bool:
    return zone != SITE and any(flow.to == SITE for flow in plan.access.flows_from[zone])


@plan_rule(
    title="A destination for a service that has no ports",
    why="A destination opens ports; a service without ports opens none.",
    fix="Use a service name of the reference, or protocol and ports: `tcp/8080`, `udp/5000-5010`.",
)
def egress_service_unknown(plan: Draft) -> Iterator[Finding]:
    """Every service is known by name, or is a protocol with ports from 1 to 65535, the lower first."""
    for name, _, text, loc in _stated(plan, "services"):
        if service_of(str(text)) is None:
            yield Finding(
                message=f"egress.destinations.{name} allows {text}, which is neither a known service nor a range of ports from 1 to 65535",
                loc=loc,
                help=f"write tcp/8080 or udp/5000-5010, or one of {', '.join(SERVICES)}",
            )


@plan_rule(
    title="A destination inside the cluster",
    why="Connections within the cluster follow the access matrix, whose rules both ends enforce: a destination would open one end only.",
    fix="Allow the connection by a rule of `access`, or state a prefix outside of the cluster's pools.",
)
def egress_inside(plan: Draft) -> Iterator[Finding]:
    """No destination overlaps a pool of the cluster."""
    pools = [ip_network(pool) for pool in (*plan.access.pools, *plan.access.pools_ipv6)]
    for name, _, prefix, loc in _stated(plan, "to"):
        network = ip_network(str(prefix))
        inside = next((pool for pool in pools if pool.version == network.version and pool.overlaps(network)), None)
        if inside is not None:
            yield Finding(
                message=f"egress.destinations.{name} has {prefix}, and {inside} is a pool of the cluster",
                loc=loc,
                help="write a rule of access for connections within the cluster",
            )


@plan_rule(
    title="A service by name behind closed egress",
    why="Firewalls of hosts hold addresses. Nothing looks names up for them: a name may have other addresses tomorrow, and whoever answers for it would decide what is open.",
    fix="Add the addresses of the name to `egress.destinations`, with the name under `names`, or state the service by its address. `outside: ports` opens its ports at every address outside of the cluster instead.",
)
def egress_by_name(plan: Draft) -> Iterator[Finding]:
    """Every service of the site that hosts use has an address, in its key or in a destination."""
    place: Loc = ("egress",)
    if plan.spec.egress.outside != "stated":
        return
    for asked in named_only(plan.cluster, plan.access.zones):
        sources = ", ".join(each for each in asked.sources if each != "management")
        yield KeyFinding(
            message=f"hosts use {asked.host} ({asked.why}), and their firewalls hold addresses only",
            loc=asked.loc,
            notes=(Note("egress is closed here", place),),
            help=f"add its addresses to egress.destinations: {{source: [{sources}], to: [...], services: [{', '.join(asked.services)}], names: [{asked.host}]}}",
        )


@plan_warning(
    title="Closed egress without name servers of the site",
    why="Hosts then ask control hosts, which look names outside of the cluster up at the root servers and at those of each domain: closed egress drops these questions, and only names of the cluster are found.",
    fix="State `services.dns`; or allow control hosts `dns` and `dns-tcp` at the site by a rule of `access`: data can then leave the cluster in the names that are looked up.",
)
def egress_unresolved(plan: Draft) -> Iterator[Finding]:
    """Hosts ask name servers outside of the cluster, or control hosts may ask such servers."""
    if plan.spec.egress.outside == "stated" and not resolves_names(plan.access):
        yield KeyFinding(
            message="names outside of the cluster are not found: no name server of the site is stated, and control hosts may ask none",
            loc=("egress",),
            help="state services.dns, or allow inband/control dns and dns-tcp to site under access",
        )
