"""hosts-firewall: the nftables rules of hosts, the same for all hosts of a group that are in the same zones.

The path is the same on every system: RHEL's nftables.service reads another file than Debian's, and Debian's empties all tables first.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import UNSET, Struct

from generator.plan.access.firewall import (
    NEIGHBOURS,
    NEIGHBOURS_IPV6,
    Entrance,
    Forwarding,
    Opening,
    answers_dhcp,
    entrances,
    exits,
    forwarding,
    leaves_by,
    openings,
    passages,
    pod_services,
)
from generator.plan.access.records import ANY, Service
from generator.plan.access.services import VRRP
from generator.plan.hosts.configured import configured_hosts
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.hosts.sharing import placed
from generator.render.templates import Templates

NAME = "hosts-firewall"
_PATH = "etc/clustergen/firewall.nft"
_PROOF = Proof(Grade.APPLIED, "nft, and packets between namespaces")
_COMMENT = 120
"""Characters of a comment: nft takes 128 (NFTNL_UDATA_COMMENT_MAXLEN)."""


class _Rules(Struct, frozen=True):
    """The values from which the rules of a host follow; `host` is one that has them."""

    group: str
    passes: Forwarding
    doors: tuple[tuple[str, tuple[str, ...]], ...]
    """Zones by name, each with the interfaces that lead to it."""
    tenant: bool
    host: Host

    @property
    def _said(self) -> tuple[object, ...]:
        return self.group, self.passes, self.doors, self.tenant

    def __eq__(self, other: object) -> bool:
        """Whatever the host, rules that follow from the same are the same."""
        return isinstance(other, _Rules) and self._said == other._said

    def __hash__(self) -> int:
        """Agree with `__eq__`."""
        return hash(self._said)


def paths(plan: Plan) -> Iterable[str]:
    """One file a group, and one for each host that has other rules."""
    return (place for place, _ in placed(_files(plan), _is_own))


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print the rules; equal ones are made once."""
    made: dict[_Rules, str] = {}
    for place, rules in placed(_files(plan), _is_own):
        if rules not in made:
            made[rules] = templates.render(
                "hosts/firewall/firewall.nft.j2",
                group=rules.group,
                entrances=[_entrance(plan, door) for door in entrances(plan, rules.host)],
                forwarding=rules.passes,
                joined=_quoted(rules.passes.joined),
                own=_quoted(rules.passes.own),
                passages=list(_passages(plan, rules.passes)) if rules.passes.tunnel else [],
                exits=_exits(plan, rules),
                pod_prefix=_pod_prefix(plan, rules),
                pod_lines=[line for service in pod_services(plan, rules.host) for line in _pod_lines(service)],
            )
        yield Artifact(place, made[rules], _PROOF)


def _files(plan: Plan) -> Iterator[tuple[Host, Mapping[str, _Rules]]]:
    """Yield the values for the rules of every host."""
    made: dict[_Rules, Mapping[str, _Rules]] = {}
    for host in configured_hosts(plan):
        doors = entrances(plan, host)
        zones = tuple((door.zone.name, door.interfaces) for door in doors)
        rules = _Rules(host.group, forwarding(plan, host), zones, any(door.zone.tenant for door in doors), host)
        yield host, made.setdefault(rules, {_PATH: rules})


def _is_own(rules: _Rules) -> bool:
    """Whether rules belong to one host: those of a tenant's hosts and of the gateway of burst hosts are not shared by a group."""
    return rules.tenant or bool(rules.passes.tunnel)


def _exits(plan: Plan, rules: _Rules) -> list[dict[str, Any]]:
    """Return the chains of packets that the host itself sends, an interface's each; none where these are not filtered."""
    if plan.access.egress is UNSET:
        return []
    pools = _outsiders(plan)
    found = []
    for door in entrances(plan, rules.host):
        # A border host reaches the site by ports that the plan does not have.
        unplanned = rules.passes.site and rules.passes.uplink in door.interfaces
        found.append(
            {
                "zone": door.zone.name,
                "chain": "by_" + door.zone.segment.replace("-", "_"),
                "interfaces": _quoted(rules.passes.own if unplanned else leaves_by(door, rules.passes)),
                "not": unplanned,
                "dhcp": answers_dhcp(door),
                "lines": [line for opening in exits(plan, door) for line in _lines(opening, pools, "daddr")],
            }
        )
    return found


def _pod_prefix(plan: Plan, rules: _Rules) -> str:
    """Return the prefix of pods for a host that runs some: behind the address of a service, the interface of a pod is not known yet."""
    return plan.kubernetes.pods if plan.kubernetes is not None and rules.passes.pods else ""


def _outsiders(plan: Plan) -> dict[str, tuple[str, ...]]:
    """Return the addresses that are not the site's, by family."""
    return {"ip": (*NEIGHBOURS, *plan.access.pools), "ip6": (*NEIGHBOURS_IPV6, *plan.access.pools_ipv6)}


def _entrance(plan: Plan, door: Entrance) -> dict[str, Any]:
    """Return a chain: which interfaces lead to it, and its lines."""
    pools = _outsiders(plan)
    return {
        "zone": door.zone.name,
        "chain": "from_" + door.zone.segment.replace("-", "_"),
        "interfaces": _quoted(door.interfaces),
        "lines": [line for opening in openings(plan, door) for line in _lines(opening, pools, "saddr")],
    }


def _lines(opening: Opening, pools: Mapping[str, tuple[str, ...]], end: str) -> Iterator[dict[str, str]]:
    """Yield a line for each address family with prefixes, and one for addresses outside of all pools of the cluster. `end`: `saddr`, or `daddr` of packets that leave."""
    why = opening.why if len(opening.why) <= _COMMENT else opening.why[: _COMMENT - 4] + " ..."
    asked = _asked(opening.protocol, opening.ports)
    for family, prefixes, outside in (
        ("ip", opening.prefixes, opening.outside),
        ("ip6", opening.prefixes_ipv6, opening.outside_ipv6),
    ):
        if prefixes:
            yield {"match": f"{family} {end} {_set(prefixes)} {asked[family]}".strip(), "why": why}
        if outside:
            yield {"match": f"{family} {end} != {_set(pools[family])} {asked[family]}".strip(), "why": why}
    if opening.unnumbered:
        yield {"match": f"ip saddr 0.0.0.0 udp sport 68 {asked['ip']}", "why": "dhcp before there is an address"}


def _passages(plan: Plan, passing: Forwarding) -> Iterator[dict[str, str]]:
    """Yield a line for each service and direction of the tunnel to burst hosts; `by` is empty for services of the gateway itself."""
    for each in passages(plan, passing):
        ends = f"ip saddr {_set(each.sources)}" + (f" ip daddr {_set(each.destinations)}" if each.leaves_by else "")
        asked = _asked(each.protocol, each.ports)["ip"]
        yield {"by": each.leaves_by, "match": f"{ends} {asked}".strip(), "why": each.why[:_COMMENT]}


def _pod_lines(service: Service) -> Iterator[dict[str, str]]:
    for match in dict.fromkeys(_asked(service.protocol, service.ports).values()):
        yield {"match": match, "why": f"{service.name} from pods"}


def _asked(protocol: str, ports: Iterable[tuple[int, int]]) -> dict[str, str]:
    """Return the match of the service, by address family; empty where it is everything."""
    if protocol == "icmp":
        return {"ip": "icmp type echo-request", "ip6": "icmpv6 type echo-request"}
    if protocol == VRRP:
        return dict.fromkeys(("ip", "ip6"), "meta l4proto 112")
    match = "" if protocol == ANY else f"{protocol} dport {_set(_ports(ports))}"
    return {"ip": match, "ip6": match}


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _ports(ports: Iterable[tuple[int, int]]) -> list[str]:
    return [str(first) if first == last else f"{first}-{last}" for first, last in ports]


def _set(values: Iterable[str]) -> str:
    return "{ " + ", ".join(values) + " }"
