"""The uplinks of the out-of-band network: they lead to every service of switches."""

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Network, IPv6Address, ip_address

from generator.plan.draft import Draft
from generator.plan.edge import OOB
from generator.plan.edge_uplinks import stated_uplinks
from generator.rules import plan_rule, plan_warning
from generator.rules.services import out_of_band
from generator.source.diagnostic import Note
from generator.source.span import Loc
from generator.spec.checks.rule import Finding, KeyFinding
from generator.spec.edge import split_line

_ASKED = ("dns", "ntp", "syslog", "tacacs")


@plan_rule(
    title="Services that switches cannot reach",
    why="Switches use their management ports, and the out-of-band network of this plan has no uplink. Logins would wait for a server that never answers.",
    fix="State `addressing.oob_way_out`, or use a management address of a control host; hosts then ask its in-band address for names and time.",
)
def services_out_of_reach(plan: Draft) -> Iterator[Finding]:
    """Where the out-of-band network has no uplink, every service is a control host in it; so is the resolver of a name."""
    if plan.spec.addressing.oob_way_out or not any(switch.management for switch in plan.switches):
        return
    for loc, text in _asked(plan):
        if said := _unreached(plan, text) or _at_the_site(plan, text):
            message, advice = said
            yield Finding(message=message, loc=loc, help=advice)


@plan_rule(
    title="Services that no out-of-band uplink reaches",
    why="Switches reach servers outside of the out-of-band network through `addressing.oob_way_out`: by IPv4, and only at the site. No other network of the cluster is behind the site's router.",
    fix="Use an address of the site that `accept` includes, or a management address of a control host.",
)
def services_past_way_out(plan: Draft) -> Iterator[Finding]:
    """Where the out-of-band network has an uplink, every service of switches is in that network or behind an uplink."""
    if not plan.spec.addressing.oob_way_out:
        return
    for loc, text in _asked(plan):
        if said := _unreached(plan, text) or _past_uplinks(plan, text):
            message, advice = said
            notes = (Note("the uplink is here", ("addressing", "oob_way_out")),)
            yield Finding(message=message, loc=loc, notes=notes, help=advice)


@plan_warning(
    title="Services at addresses where nobody answers",
    why="Of the out-of-band network, the filters of switches let through what control hosts answer. No other device of the plan answers switches for names, time, logins or traps.",
    fix="Use a management address of a control host, or a service of the site.",
)
def services_nobody_answers(plan: Draft) -> Iterator[Finding]:
    """Every service within the out-of-band network is a control host; of log collectors `syslog_nobody_listens` reports."""
    managers = _managers(plan)
    for loc, text in _asked(plan):
        if loc[1] != "syslog" and _is_out_of_band(plan, text) and text not in managers:
            yield Finding(
                message=f"nobody answers switches at {text}: no control host has this management address",
                loc=loc,
                help=_instead(plan),
            )


def _asked(plan: Draft) -> Iterator[tuple[Loc, str]]:
    services = plan.spec.services
    for key in _ASKED:
        yield from ((("services", key, n), str(each)) for n, each in enumerate(getattr(services, key)))
    for number, address in enumerate(services.snmp.collectors if services.snmp else ()):
        yield ("services", "snmp", "collectors", number), str(address)


def _unreached(plan: Draft, text: str) -> tuple[str, str] | None:
    """Return why a service is unreachable regardless of uplinks, and the fix. A name is reachable if there is a resolver, which is judged itself."""
    address = _address(text)
    if address is None:
        found = f"switches are to use {text}, and have no resolver that could look it up"
        return None if plan.spec.services.dns else (found, "add services.dns, or use an address")
    if not isinstance(address, IPv4Address):
        return f"{text} is IPv6, and the out-of-band network is IPv4", "use an IPv4 address"
    inside = [pool for pool in plan.access.pools if address in IPv4Network(pool)]
    if inside and not _is_out_of_band(plan, text):
        found = f"{text} is in {inside[0]} of the cluster, which switches do not reach from the out-of-band network"
        return found, _instead(plan)
    return None


def _managers(plan: Draft) -> list[str]:
    """Return the management addresses of control hosts, whose ports' filters permit requests of switches."""
    return [host.management for host in plan.hosts_of.get("control", []) if host.management]


def _instead(plan: Draft) -> str:
    """Advise a control host where one has a management port, and the site's services where none has."""
    managers = _managers(plan)
    where = " (addressing.oob_way_out)" if not plan.spec.addressing.oob_way_out else ""
    site = f"a service of the site{where}"
    return f"use a control host's management address, such as {managers[0]}, or {site}" if managers else f"use {site}"


def _is_out_of_band(plan: Draft, text: str) -> bool:
    address = _address(text)
    return isinstance(address, IPv4Address) and any(address in pool for pool in out_of_band(plan))


def _at_the_site(plan: Draft, text: str) -> tuple[str, str] | None:
    """Return why an address of the site is unreachable without an uplink, and the fix."""
    if _address(text) is None or _is_out_of_band(plan, text):
        return None
    advice = "state addressing.oob_way_out"
    if managers := _managers(plan):
        advice += f", or use a control host's management address, such as {managers[0]}"
    return f"switches cannot reach {text}: no router joins the out-of-band network with the site", advice


def _past_uplinks(plan: Draft, text: str) -> tuple[str, str] | None:
    """Return why no stated uplink leads to an address of the site, and the fix."""
    address = _address(text)
    if address is None or _is_out_of_band(plan, text):
        return None
    uplinks = plan.spec.addressing.oob_way_out
    stated = [line for uplink in uplinks.values() for line in uplink.accept]
    if all(uplink.accept for uplink in uplinks.values()) and not any(address in split_line(line)[0] for line in stated):
        found = f"no uplink of the out-of-band network leads to {text}: accepted are {', '.join(stated)}"
        return found, f"add {text}/32 to accept, or leave accept out"
    return None


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(text)
    except ValueError:
        return None


@plan_rule(
    title="One name for two uplinks",
    why="The document for the site, the filters and the plan identify an uplink by its name.",
    fix="Give each uplink of `edge` and of `oob_way_out` a unique name.",
)
def way_name_twice(plan: Draft) -> Iterator[Finding]:
    """No uplink of the out-of-band network has the name of an uplink of the frontend."""
    edge = {uplink.name: uplink.loc for uplink in stated_uplinks(plan.cluster) if uplink.home != OOB}
    for uplink in stated_uplinks(plan.cluster):
        if uplink.home == OOB and uplink.name in edge:
            yield KeyFinding(
                message=f"two uplinks to the site are called {uplink.name}",
                loc=uplink.loc,
                notes=(Note("the other is here", edge[uplink.name]),),
                help="rename one of them",
            )
