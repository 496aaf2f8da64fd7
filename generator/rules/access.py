"""Rules of `access`: parties and services that exist, and doors that stay shut."""

from collections.abc import Iterator

from generator.plan.access.records import BURST, PODS, SITE, Service, Zone
from generator.plan.access.services import SERVICES, service_of
from generator.plan.draft import Draft
from generator.plan.edge_uplinks import COMPUTE, tenants_of_rails
from generator.plan.plan import Plan
from generator.rules import plan_rule, plan_warning
from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.access import AccessSpec
from generator.spec.checks.rule import Finding, KeyFinding

_OUT_OF_BAND = ("management", "bmc")
_PLAIN = {
    ("tcp", 21): "FTP",
    ("tcp", 23): "Telnet",
    ("udp", 69): "TFTP",
    ("tcp", 80): "HTTP",
    ("udp", 623): "IPMI over LAN",
}
"""Management protocols with passwords in clear text, or with broken ciphers (IPMI 2.0 RAKP sends the password's hash to any client)."""


def stated(plan: Draft, key: str) -> Iterator[tuple[str, AccessSpec, str, Loc]]:
    """Yield the entries of a key in the rules of `access`: (the rule's name, the rule, the entry, its place)."""
    for name, rule in sorted(plan.spec.access.items()):
        yield from ((name, rule, each, ("access", name, key, index)) for index, each in enumerate(getattr(rule, key)))


def segment_of(party: str) -> str:
    """Return the segment of a party: itself, or that of a role in it."""
    return party.partition("/")[0]


def _parties(plan: Plan) -> set[str]:
    zones = plan.access.zones
    return {zone.segment for zone in zones} | {zone.party for zone in zones}


@plan_rule(
    title="An access rule with an unknown party",
    why="A rule with a misspelt party would open nothing, or leave open what it should close.",
    fix="Name a segment, or a role of hosts in it (`inband/login`).",
)
def access_party_unknown(plan: Draft) -> Iterator[Finding]:
    """Every party is a segment of the cluster, or a role in one."""
    known = _parties(plan)
    for name, _, party, loc in (*stated(plan, "source"), *stated(plan, "to")):
        if party not in known:
            near = sorted(each for each in known if segment_of(each) == segment_of(party)) or sorted(known)
            yield Finding(
                message=f"access.{name} names {party}, and the cluster has no such segment or role in it",
                loc=loc,
                help=f"use one of {', '.join(near)}",
            )


@plan_rule(
    title="An access rule for a service that has no ports",
    why="A rule opens ports; a service without ports opens none.",
    fix="Use a service name of the reference, or protocol and ports: `tcp/8080`, `udp/5000-5010`.",
)
def access_service_unknown(plan: Draft) -> Iterator[Finding]:
    """Every service is known by name, or is a protocol with ports from 1 to 65535, the lower first."""
    for name, _, text, loc in stated(plan, "services"):
        if service_of(text) is None:
            yield Finding(
                message=f"access.{name} allows {text}, which is neither a known service nor a range of ports from 1 to 65535",
                loc=loc,
                help=f"write tcp/8080 or udp/5000-5010, or one of {', '.join(SERVICES)}",
            )


@plan_rule(
    title="BMCs that are reachable from outside of management",
    why="A BMC controls its host: power, console, firmware. Its own security is weak, so only management may reach it.",
    fix="Connect through a control host, which has a port in the management segment.",
)
def bmc_exposed(plan: Draft) -> Iterator[Finding]:
    """No rule leads to the BMCs from elsewhere than the management segment."""
    for name, rule, party, loc in stated(plan, "source"):
        if segment_of(party) not in _OUT_OF_BAND and "bmc" in map(segment_of, rule.to):
            yield Finding(
                message=f"access.{name} allows {party} to reach the BMCs",
                loc=loc,
                notes=(Note("the BMCs are named here", ("access", name, "to")),),
                help="use management/control as the source, and log in to a control host first",
            )


@plan_rule(
    title="An unencrypted management protocol",
    why="Credentials that are captured once on the management segment give access to every switch and BMC.",
    fix="Use ssh, https, snmp (version 3) or gnmi.",
)
def management_plain(plan: Draft) -> Iterator[Finding]:
    """No rule opens Telnet, FTP, TFTP, HTTP or IPMI to the management and BMC segments, nor everything."""
    for name, rule, text, loc in stated(plan, "services"):
        service = service_of(text)
        words = _plain(service) if service else []
        managed = next((party for party in rule.to if segment_of(party) in _OUT_OF_BAND), None)
        if words and managed:
            yield Finding(
                message=f"access.{name} opens {', '.join(words)} to {managed}",
                loc=loc,
                help="open ssh, https, snmp or gnmi instead",
            )


def _plain(service: Service) -> list[str]:
    if service.protocol == "any":
        return ["everything"]
    return [word for (protocol, port), word in _PLAIN.items() if service.covers(protocol, port)]


@plan_rule(
    title="An access rule between parties without a route",
    why="Compute, storage, in-band and out-of-band are separate networks: the rule would open a port that no packet can reach.",
    fix="Put both in one segment, or connect through a host that is in both.",
)
def access_no_route(plan: Draft) -> Iterator[Finding]:
    """Both parties of a rule are on one network, or in VLANs of the frontend; of the site, the in-band segment, and the out-of-band network if that has an uplink."""
    tenants = {name: each.tenant for name, each in plan.spec.segments.items() if each.tenant}
    networks = {zone.segment: _network(zone, tenants.get(zone.segment, "")) for zone in plan.access.zones}
    outward = _handed_over(plan) | ({COMPUTE} if tenants_of_rails(plan.cluster) else set())
    out = plan.spec.addressing.oob_way_out
    vlans = vlan_segments(plan)
    for name, rule, party, loc in stated(plan, "to"):
        there = segment_of(party)
        asking = [segment_of(each) for each in rule.source if segment_of(each) in networks and there in networks]
        apart = [each for each in asking if networks[each] != networks[there]]
        apart = [each for each in apart if not (out and _by_uplink(each, there))]
        # Routes of VLANs cross between instances (plan/leaks.py).
        apart = [each for each in apart if not {each, there} <= vlans]
        # A tenant's own uplinks to the site join the segments and rails with it that they announce.
        apart = [each for each in apart if SITE not in {each, there} or not {each, there} & outward]
        strange = sorted({networks[each] for each in apart})
        if strange:
            yield Finding(
                message=f"access.{name} connects {party} with a party on the {strange[0]} network, and no route leads from one to the other",
                loc=loc,
                notes=(Note("the source is stated here", ("access", name, "source")),),
                help="name parties of one network: the in-band segment, your own segments and the site are one network; compute, storage and out of band are separate networks, and a tenant's segments and rails reach the site where an uplink of the tenant announces them",
            )


def _handed_over(plan: Plan) -> set[str]:
    """Return the segments of tenants that an uplink of theirs announces."""
    announced = {(uplink.tenant, line) for uplink in plan.site_uplinks for line in uplink.announce}
    owners = {vlan: vrf.tenant for vrf in plan.vrfs for vlan in vrf.vlans}
    return {each.name for each in plan.vlans if each.vlan in owners and (owners[each.vlan], each.prefix) in announced}


def vlan_segments(plan: Plan) -> set[str]:
    """Return the segments that are VLANs of the frontend."""
    return {zone.segment for zone in plan.access.zones if zone.fabric == "frontend" and zone.name not in {PODS, BURST}}


def _by_uplink(one: str, other: str) -> bool:
    return SITE in {one, other} and not {one, other}.isdisjoint(_OUT_OF_BAND)


def _network(zone: Zone, tenant: str) -> str:
    """Name the network of a zone: what routes join. A tenant's segments are in its instance."""
    if tenant:
        return _of_tenant(tenant)
    return {"oob": "out-of-band", "frontend": "in-band", "": "in-band"}.get(zone.fabric, zone.fabric)


@plan_warning(
    title="Too much of the cluster open to the site",
    why="Everyone at the site can try to use whatever the site can reach. For this reason, schedulers, storage and compute hosts are reachable only through the login hosts.",
    fix="Open single services of login or border hosts, through which users reach the rest.",
)
def site_too_wide(plan: Draft) -> Iterator[Finding]:
    """The site starts with login and border hosts, by services that are named."""
    for name, rule in sorted(plan.spec.access.items()):
        if SITE not in rule.source:
            continue
        for index, party in enumerate(rule.to):
            if segment_of(party) in {PODS, "inband"} and party not in {"inband/login", "inband/border"}:
                yield Finding(
                    message=f"access.{name} allows everyone at the site to reach {party}",
                    loc=("access", name, "to", index),
                    help="open it on login or border hosts, and forward it from there",
                )
        if "any" in rule.services:
            loc = ("access", name, "services", rule.services.index("any"))
            said = f"access.{name} opens every service to the site"
            yield Finding(message=said, loc=loc, help="name the services")


@plan_warning(
    title="Tenants in one Kubernetes cluster",
    why="Pods of all hosts share one overlay, or use addresses that any host may use: root on one host can send packets to the pods of every tenant.",
    fix="Encrypt the network of pods (WireGuard in Calico and Cilium), or give each tenant a cluster of its own.",
)
def tenants_share_pods(plan: Draft) -> Iterator[Finding]:
    """Report what joins pods, where tenants and Kubernetes are both there."""
    kubernetes = plan.spec.scheduler.kubernetes
    if plan.spec.tenants and kubernetes:
        routed = kubernetes.pod_routing == "bgp"
        encrypted = "" if routed else "turn the overlay's encryption on, and "
        yield KeyFinding(
            message=f"pods of all tenants share {'the zone pods' if routed else 'an overlay'}, and nothing in this plan isolates them there",
            loc=("scheduler", "kubernetes"),
            help=f"{encrypted}keep network policies between namespaces",
        )


def _of_tenant(tenant: str) -> str:
    return f"tenant {tenant}'s"
