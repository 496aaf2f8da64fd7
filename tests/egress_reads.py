"""What rendered files have a host ask of others: an address or a name, a protocol and a port; and what its rendered output chain lets out.

Read from texts alone, by readers of this file, so that a flow that the matrix lacks is found.
"""

from __future__ import annotations

import json
import re
from fnmatch import fnmatchcase
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, NamedTuple

import yaml

from generator.verify.names.askers import names_resolvers, read_resolvers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

FIREWALL = "etc/clustergen/firewall.nft"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Asked = tuple[str, str, int]
"""A host by name or address, a protocol and a port."""
_LINE = re.compile(r"ip daddr (!= )?(?:\{ (?P<many>[^}]*) \}|(?P<one>\S+))(?P<rest>.*) accept")
_SERVICE = re.compile(r"(tcp|udp) dport \{ ([^}]*) \}")
_WAYS = re.compile(r"oifname (!= )?\{ ([^}]*) \} jump (\w+)")


class Output:
    """The output chain of a host, as its file has it."""

    def __init__(self, text: str) -> None:
        """Read each chain's lines, and the interfaces of each."""
        chains: dict[str, str] = dict(re.findall(r"chain (\w+) \{\n(.*?)\n  \}", text, re.DOTALL))
        self.own = chains["output"]
        assert "policy drop" in self.own
        self.ways = [(bool(others), re.findall(r'"([^"]+)"', names), chain) for others, names, chain in _WAYS.findall(self.own)]  # fmt: skip
        self.lines = {name: [line for line in body.splitlines() if line.lstrip().startswith("ip daddr")] for name, body in chains.items()}  # fmt: skip

    def lets_out(self, interface: str, address: str, protocol: str, port: int) -> bool:
        """Whether a first packet leaves by an interface."""
        chains = [chain for others, names, chain in self.ways if (interface in names) is not others]
        lines = [*self.lines["output"], *(line for chain in chains for line in self.lines[chain])]
        return any(_fits(line, address, protocol, port) for line in lines)


def _fits(line: str, address: str, protocol: str, port: int) -> bool:
    found = _LINE.search(line)
    if found is None:
        return False
    prefixes = (found["many"] or found["one"]).split(", ")
    inside = any(ip_address(address) in ip_network(prefix) for prefix in prefixes)
    if inside is bool(found[1]):
        return False
    rest = found["rest"].strip()
    if protocol in {"icmp", "vrrp"}:
        return rest in {"", {"icmp": "icmp type echo-request", "vrrp": "meta l4proto 112"}[protocol]}
    service = _SERVICE.fullmatch(rest)
    ranges = (each.partition("-") for each in service[2].split(", ")) if service else ()
    fits = any(int(first) <= port <= int(last or first) for first, _, last in ranges)
    return not rest or (service is not None and service[1] == protocol and fits)


_PROBED = {"/switch.json": ("icmp", 0), "/bmc.json": ("icmp", 0), "/switch-counters.json": ("udp", 161)}
"""What an exporter on the control host asks of targets without a port, by file; of all others HTTPS."""


class Use(NamedTuple):
    """What a reader found in a file, for the hosts that have it."""

    kind: str
    file: str
    host: str
    asked: Asked


def _chrony(text: str) -> Iterator[Asked]:
    yield from ((name, "udp", 123) for name in re.findall(r"^server (\S+)", text, re.MULTILINE))


def _mount(text: str) -> Iterator[Asked]:
    said = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
    server, _, path = said["What"].partition(":/")
    if path and said.get("Type", "").startswith("nfs"):
        yield server, "tcp", 2049
    yield from ((each, "tcp", 988) for each in re.findall(r"([0-9.]+)@tcp", said["What"]))


def _logs(text: str) -> Iterator[Asked]:
    for target, port in re.findall(r'target="([^"]+)" port="(\d+)"', text):
        yield target, "tcp", int(port)


def _directory(text: str) -> Iterator[Asked]:
    ports = {"ldap": 389, "ldaps": 636}
    for scheme, host, port in re.findall(r"(ldaps?)://([^:/,\s]+):?(\d*)", text):
        yield host, "tcp", int(port or ports[scheme])


def _peers(text: str) -> Iterator[Asked]:
    block = re.search(r"unicast_peer \{\n(.*?)\}", text, re.DOTALL)
    yield from ((peer, "vrrp", 0) for peer in (block[1].split() if block else ()))


def _rings(text: str) -> Iterator[Asked]:
    for number, address in re.findall(r"ring(\d)_addr: (\S+)", text):
        yield address, "udp", 5405 + int(number)


def _balanced(text: str) -> Iterator[Asked]:
    yield from ((host, "tcp", int(port)) for host, port in re.findall(r"^ +server \S+ ([0-9.]+):(\d+)", text, re.MULTILINE))  # fmt: skip


ON_HOST: Mapping[str, tuple[str, Callable[[str], Iterable[Asked]]]] = {
    "time": ("etc/chrony*", _chrony),
    "mount": ("etc/systemd/system/*.mount", _mount),
    "logs": ("etc/rsyslog.d/*", _logs),
    "directory": ("etc/sssd/sssd.conf", _directory),
    "balancer": ("etc/keepalived/*", _peers),
    "pair": ("etc/corosync/corosync.conf", _rings),
    "gateways": ("etc/haproxy/*", _balanced),
}
"""Files of hosts, by their path there, and their readers."""


def uses_on(host: str, paths: Mapping[str, str]) -> Iterator[Use]:
    """Yield what a host's own files have it ask."""
    for path, text in paths.items():
        for kind, (pattern, reader) in ON_HOST.items():
            if fnmatchcase(path, pattern):
                yield from (Use(kind, path, host, asked) for asked in reader(text))
    named = read_resolvers((path, text) for path, text in paths.items() if names_resolvers(path))
    for protocol in ("udp", "tcp"):
        yield from (Use("names", "resolvers", host, (each, protocol, 53)) for each in named.addresses)


def uses_in(files: Mapping[str, str], roles: Mapping[str, list[str]]) -> Iterator[Use]:
    """Yield what files of the tree have hosts of a role ask: Slurm, monitoring, Kubernetes, backups, acceptance, and Ansible where it runs on a control host."""
    for kind, file, role, asked in _in_tree(files):
        yield from (Use(kind, file, host, asked) for host in roles.get(role, ()))


def _in_tree(files: Mapping[str, str]) -> Iterator[tuple[str, str, str, Asked]]:
    for path, text in files.items():
        if path == "slurm/slurm.conf":
            yield from _slurm(text)
        elif path.startswith("monitoring/prometheus/targets/"):
            yield from (("scrape", path, "control", each) for each in _targets(path, text))
        elif path.startswith("monitoring/options/hosts/"):
            peers = re.findall(r"cluster\.peer=([0-9.]+):(\d+)", text)
            yield from (("alerts", path, "control", (at, transport, int(port))) for at, port in peers for transport in ("tcp", "udp"))  # fmt: skip
        elif path.startswith(("kubernetes/rke2/", "kubernetes/kubeadm/")):
            ends = re.findall(r"(?:server|apiServerEndpoint|controlPlaneEndpoint): \"?(?:https://)?([a-z0-9.-]+):(\d+)", text)  # fmt: skip
            name = path.split("/")[2].partition(".")[0].rstrip("0123456789")
            role = "control" if name == "control" else "compute"
            yield from (("api", path, role, (host, "tcp", int(port))) for host, port in ends)
        elif path.startswith("ansible/inventory/host_vars/"):
            yield from _managed(path, text)
    if (pairs := files.get("acceptance/pairs.csv")) and "slurm/slurm.conf" in files:
        for name in sorted({name for row in pairs.splitlines()[1:] for name in row.split(",")[1:3]}):
            yield "acceptance", "acceptance/pairs.csv", "compute", (name, "tcp", 18515)


def _slurm(text: str) -> Iterator[tuple[str, str, str, Asked]]:
    file = "slurm/slurm.conf"
    for name in re.findall(r"^SlurmctldHost=([^\s(]+)", text, re.MULTILINE):
        yield from (("slurmctld", file, role, (name, "tcp", 6817)) for role in ("compute", "login", "control"))
    for name in re.findall(r"^AccountingStorage(?:Backup)?Host=(\S+)", text, re.MULTILINE):
        yield "slurmdbd", file, "control", (name, "tcp", 6819)
    for first in re.findall(r"^NodeName=\S+ NodeAddr=([0-9.]+?)(?:\[(\d+)|\s|$)", text, re.MULTILINE):
        yield from (("slurmd", file, role, ("".join(first), "tcp", 6818)) for role in ("control", "login"))


def _targets(path: str, text: str) -> Iterator[Asked]:
    bare = next((asked for name, asked in _PROBED.items() if path.endswith(name)), ("tcp", 443))
    for each in (target for row in json.loads(text) for target in row["targets"]):
        host, _, port = each.rpartition("://")[2].partition("/")[0].partition(":")
        if host not in {"127.0.0.1", "localhost"}:
            yield (host, "tcp", int(port)) if port else (host, *bare)


def _managed(path: str, text: str) -> Iterator[tuple[str, str, str, Asked]]:
    said = dict(re.findall(r'^(ansible_host|cluster_bmc): (?:"|\{.*?"address": ")([0-9.]+)', text, re.MULTILINE))
    if "ansible_host" in said:
        yield "ssh", path, "control", (said["ansible_host"], "tcp", 22)
    if "cluster_bmc" in said:
        yield "redfish", path, "control", (said["cluster_bmc"], "tcp", 443)
