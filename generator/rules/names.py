"""Names of servers in the cluster's own domain: its DNS answers for each."""

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from ipaddress import ip_address
from re import compile as compile_pattern
from re import split
from urllib.parse import urlsplit

from generator.plan.draft import Draft
from generator.plan.hosts.resolvers import resolvers, resolvers_inband
from generator.plan.provisioning.names import named_addresses
from generator.plan.provisioning.places import servers_of
from generator.plan.provisioning.zones import answered
from generator.rules import plan_warning
from generator.source.span import Loc
from generator.spec.backups import server_of
from generator.spec.base import SpecModel
from generator.spec.checks.rule import Finding, KeyFinding

_EACH = "*"
_WEKA = compile_pattern(r"([A-Za-z0-9][A-Za-z0-9.,-]*)/[A-Za-z0-9._-]+")
"""`172.16.8.1/fs01` (NVIDIA GPUDirect Storage Troubleshooting Guide, Mounting a WekaIO File System Cluster)."""


@plan_warning(
    title="A name in the cluster's domain that nobody has",
    why="The zone of the plan is the whole domain: control hosts serve it, or resolvers of the site load it. Hosts find installed devices and services of the cluster in it; other servers are not asked for names below the domain.",
    fix="Use a name of the zone (`provisioning/dns`), a name of another domain, or an address.",
)
def name_nobody_has(plan: Draft) -> Iterator[Finding]:
    """Where the domain has a zone, every server that a key names below it has an address there."""
    stated = [(loc, name, label) for loc, name in stated_servers(plan) if (label := label_of(plan, name))]
    known = _answered(plan) if stated else frozenset()
    for loc, name, label in stated:
        if known and label not in known:
            yield Finding(
                message=f"nobody has the name {name}: the zone {plan.domain} has no address for it",
                loc=loc,
                help=_instead(plan, label, known),
            )


@plan_warning(
    title="A name that no resolver looks up",
    why="Hosts look up names by `services.dns`, or by control hosts, which run BIND. Without either, they have the few names of /etc/hosts alone.",
    fix="State `services.dns`, add hosts with `role: control`, or use an address.",
)
def name_without_resolver(plan: Draft) -> Iterator[Finding]:
    """Hosts have a resolver, or /etc/hosts has every server that a key names."""
    if resolvers_inband(plan):
        return
    known = plan.known
    local = {name for each in (*known.by_role.get("login", ()), *known.servers.values()) for name in each.names}
    for loc, name in stated_servers(plan):
        if name.lower() not in local:
            yield Finding(
                message=f"hosts cannot look up {name}: they have no resolver",
                loc=loc,
                help="state services.dns, add a host with role: control, or use the server's address",
            )


@plan_warning(
    title="Compute hosts that cannot look each other up",
    why="Jobs of several hosts, and the pairs of acceptance (`acceptance/pairs.csv`), start with names of other hosts. Compute hosts look these up by DNS alone: `/etc/hosts` has their own names, and those of control and login hosts. `clustergen check` refuses the tree, unless it has no pairs.",
    fix="Add hosts with `role: control` on the frontend, which run BIND, or state `services.dns` and serve the names of the cluster there.",
)
def hosts_without_resolver(plan: Draft) -> Iterator[Finding]:
    """Where there are several compute hosts, each has a network whose settings name a resolver."""
    asked, compute = resolvers(plan), plan.hosts_of.get("compute", [])
    firsts = {host.group: host for host in reversed(compute)} if len(compute) > 1 else {}
    for group, host in sorted(firsts.items()):
        if not any(map(asked.asked_on, plan.interfaces_of[host.name])):
            yield KeyFinding(
                message=f"compute hosts of hosts.{group} cannot look up other compute hosts: they have no resolver",
                loc=("hosts", group),
                help="add hosts with role: control, or state services.dns"
                if "frontend" in plan.fabrics
                else "add fabrics.frontend, and hosts with role: control or services.dns",
            )


def _answered(plan: Draft) -> frozenset[str]:
    """Return the names of the zone; empty where no control host serves one."""
    named = named_addresses(plan)
    servers = servers_of(plan, {each.address: each for each in named})
    return answered(plan, named, servers) if servers.nameservers else frozenset()


def _instead(plan: Draft, label: str, known: Iterable[str]) -> str:
    """Return the fix: the host is to be installed, another name is meant, or the server has no name here."""
    for group in plan.cluster.groups:
        if any(group.host_name(ordinal) == label for ordinal in range(group.max)):
            return f"name an installed host: {label} is a free place of hosts.{group.name}"
    near = difflib.get_close_matches(label, sorted(known), 1, 0.8)
    meant = f"did you mean {near[0]}.{plan.domain}? Else use" if near else "use"
    return f"{meant} the server's address, or a name of another domain"


def label_of(plan: Draft, name: str) -> str:
    """Return what a name is called in the cluster's zone, where it is below the domain, or has no dot, as hosts search this domain; empty for others."""
    whole = name.lower()
    label = "@" if whole == plan.domain else whole.removesuffix(f".{plan.domain}")
    return label if label != whole or "." not in label else ""


def stated_servers(plan: Draft) -> Iterator[tuple[Loc, str]]:
    """Yield every server that hosts look up for a key of the spec: the key's place, and the server's name."""
    for path, names in _KEYS.items():
        for loc, value in _values(plan.spec, path):
            yield from ((loc, name) for name in names(value) if name and not _is_address(name))


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def _values(value: object, path: Loc, loc: Loc = ()) -> Iterator[tuple[Loc, str]]:
    """Yield the texts at a path, in which `*` is every key or place."""
    if not path and isinstance(value, str):
        yield loc, value
    for key, below in _below(value) if path else ():
        if path[0] in {key, _EACH}:
            yield from _values(below, path[1:], (*loc, key))


def _below(value: object) -> Iterable[tuple[str | int, object]]:
    if isinstance(value, SpecModel):
        return ((key, getattr(value, key)) for key in type(value).model_fields)
    if isinstance(value, Mapping):
        return value.items()
    return enumerate(value) if isinstance(value, tuple) else ()


def _itself(text: str) -> tuple[str, ...]:
    return (text,)


def _of_url(text: str) -> tuple[str, ...]:
    return (urlsplit(text).hostname or "",)


def _of_relay(text: str) -> tuple[str, ...]:
    return _of_url(f"//{text}")


def _of_repository(text: str) -> tuple[str, ...]:
    return (server_of(text),)


def _of_image(text: str) -> tuple[str, ...]:
    """Return the registry of an image: what is before the first slash, if it has a dot or a port (distribution/reference)."""
    registry, slash, _ = text.partition("/")
    return _of_relay(registry) if slash and ("." in registry or ":" in registry) else ()


def _of_source(text: str) -> tuple[str, ...]:
    """Return the servers of what is mounted, `SERVER[,SERVER]:/PATH`, Lustre's `NID[:NID]:/NAME` or WEKA's `SERVER[,SERVER]/NAME`; other sources name none."""
    if backends := _WEKA.fullmatch(text):
        return tuple(backends[1].split(","))
    servers, found, _ = text.partition(":/")
    return tuple(each.partition("@")[0] for each in split("[,:]", servers)) if found and "[" not in servers else ()


_KUBERNETES, _SLURM = ("scheduler", "kubernetes"), ("scheduler", "slurm")
_RECEIVERS = ("monitoring", "receivers")
_KEYS: Mapping[Loc, Callable[[str], tuple[str, ...]]] = {
    ("storage", _EACH, "source"): _of_source,
    ("storage", _EACH, "s3", "endpoints", _EACH): _of_url,
    ("backups", "repository"): _of_repository,
    ("services", "ntp", _EACH): _itself,
    ("services", "directory", "uris", _EACH): _of_url,
    ("services", "mirror", _EACH): _of_url,
    ("monitoring", "remote_write", "url"): _of_url,
    (*_RECEIVERS, "webhook"): _of_url,
    (*_RECEIVERS, "watchdog", "url"): _of_url,
    (*_RECEIVERS, "email", "relay"): _of_relay,
    (*_SLURM, "database"): _itself,
    (*_SLURM, "packages", "repository"): _of_url,
    (*_SLURM, "gather", "influxdb", "server"): _itself,
    (*_SLURM, "burst", "cloud", "endpoint"): _of_url,
    (*_KUBERNETES, "oidc", "issuer"): _of_url,
    (*_KUBERNETES, "acceptance_image"): _of_image,
    (*_KUBERNETES, "mpi_image"): _of_image,
    (*_KUBERNETES, "transfer_image"): _of_image,
    ("workloads", _EACH, "launch", "image"): _of_image,
    ("acceptance", _EACH, "image"): _of_image,
}
"""Keys that name servers which hosts of the cluster look up, with what is a server in their values. Burst hosts look up theirs at the provider."""
