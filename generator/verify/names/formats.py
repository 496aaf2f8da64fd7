"""Readers of formats: each yields the words in places of hosts in a file's text. `words` extracts names from them."""

import csv
import json
import re
import shlex
from collections.abc import Iterator
from typing import Any

import yaml

from generator.verify.names.askers import Resolvers
from generator.verify.names.words import content_lines

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_URL = re.compile(r"\b(?:https?|tftp|ftp)://[^\s\"'<>|;)]+")
_CLOCKS = frozenset({"server", "pool", "peer"})
_FOR_ALL = frozenset("*?@/")
"""In a client of exports(5): a pattern, a group, a prefix."""
_OPTIONS = ("--cluster.peer=", "--cluster.advertise-address=", "--web.external-url=")
_SMARTHOSTS = frozenset({"smarthost", "smtp_smarthost", "smtp_hello"})
_KUBERNETES = frozenset({"controlPlaneEndpoint", "server", "apiServerEndpoint", "nfs-server", "apiserver_loadbalancer_domain_name", "kube_vip_address"})  # fmt: skip
_IMAGES = frozenset({"image", "repository", "registry"})
_REGISTRY = frozenset(".:")
"""Characters in the first part of an image's name if it is a registry, and not the owner of an image on Docker Hub."""
_LOG_TARGET = re.compile(r'\btarget="([^"]+)"')
_ANSWERS = re.compile(r"^d-i \S*(?:host|hostname) string (\S+)$", re.MULTILINE)
"""Answers of debian-installer with the hosts that it installs from."""


def hostname(text: str) -> Iterator[str]:
    """Yield a host's own name: sudo, slurmdbd and many others look it up."""
    yield text.strip()


def pairs(text: str) -> Iterator[str]:
    """Yield both hosts of each pair of acceptance: one resolves the other (`acceptance/measure.py`)."""
    for row in csv.DictReader(text.splitlines()):
        yield from (row["a"], row["b"])


def groups(text: str) -> Iterator[str]:
    """Yield the hosts of groups that run a collective: each resolves the first of its group (`acceptance/together.py`)."""
    yield from (row["host"] for row in csv.DictReader(text.splitlines()))


_WEKA = re.compile(r"([A-Za-z0-9][A-Za-z0-9.,-]*)/[A-Za-z0-9._-]+")


def mount_unit(text: str) -> Iterator[str]:
    """Yield the servers of a mount unit (systemd.mount(5), `What`)."""
    for key, _, value in (line.partition("=") for line in text.splitlines()):
        if key.strip() == "What":
            yield from _servers(value.strip())


def scale_nodes(text: str) -> Iterator[str]:
    """Yield the nodes of a node file of Storage Scale, by their names for daemons and for commands (mmcrcluster, NodeDesc)."""
    for line in content_lines(text):
        name, _, admin = line.split(":")[:3]
        yield from (name, admin)


def scale_disks(text: str) -> Iterator[str]:
    """Yield the servers of NSD stanzas (mmcrnsd, `servers`)."""
    for line in content_lines(text):
        for clause in line.split():
            key, _, value = clause.partition("=")
            if key == "servers":
                yield from value.split(",")


def endpoints(text: str) -> Iterator[str]:
    """Yield the endpoints of an object store of the site (`clustergen-s3.py`)."""
    yield from json.loads(text)["endpoints"]


def transfers(text: str) -> Iterator[str]:
    """Yield the endpoints that a job that copies tries in turn: `reach VARIABLE NUMBER HOST:PORT...`."""
    for words in map(str.split, content_lines(text)):
        yield from words[3:] if words[0] == "reach" else ()


def fstab(text: str) -> Iterator[str]:
    """Yield the servers of the mounts in /etc/fstab."""
    for line in content_lines(text):
        yield from _servers(line.split()[0])


def _servers(source: str) -> Iterator[str]:
    """Yield the servers of a mount's source: `host:/path`; several with `:` or `,` and LNet's `@tcp` behind them (Lustre); `host,host/name` (WEKA)."""
    if backends := _WEKA.fullmatch(source):
        yield from backends[1].split(",")
    place, colon, _ = source.partition(":/")
    if colon and not source.startswith("/"):
        yield from (each.partition("@")[0] for each in re.split(r"[:,]", place) if not place.startswith("["))


def chrony(text: str) -> Iterator[str]:
    """Yield the time sources of chronyd (chrony.conf(5))."""
    yield from (words[1] for words in map(str.split, content_lines(text)) if words[0] in _CLOCKS and len(words) > 1)


def rsyslog(text: str) -> Iterator[str]:
    """Yield the targets of rsyslogd (omfwd, `target`). The name of a permitted peer is compared with its certificate, and not looked up."""
    yield from _LOG_TARGET.findall(text)


def exports(text: str) -> Iterator[str]:
    """Yield clients that are named (exports(5)); prefixes, patterns and netgroups name no host."""
    for line in content_lines(text):
        clients = (word.partition("(")[0] for word in line.split()[1:])
        yield from (client for client in clients if client and _FOR_ALL.isdisjoint(client))


def cluster(text: str) -> Iterator[str]:
    """Yield hosts in the inventory's variables that the role of Slurm configures on hosts: controllers (`--conf-server`), accounting, the repository of its packages."""
    said = yaml.load(text, Loader=_LOADER)  # noqa: S506
    daemons = said.get("cluster_slurm", said.get("slurm")) or {}  # before variables had a prefix
    yield from daemons.get("controllers", ())
    yield from (daemons[key] for key in ("database", "database_standby") if daemons.get(key))
    yield from (each for each in (daemons.get("packages") or {}).values() if "://" in str(each))


def prometheus(text: str) -> Iterator[str]:
    """Yield targets and receivers of samples."""
    for key, value in _leaves(yaml.load(text, Loader=_LOADER)):  # noqa: S506
        if key == "targets" or "://" in value:
            yield value


def targets(text: str) -> Iterator[str]:
    """Yield targets of a file of service discovery: the labels beside them are words of ours."""
    for row in json.loads(text):
        yield from row["targets"]


def alertmanager(text: str) -> Iterator[str]:
    """Yield the hosts to which and by which alerts are sent."""
    for key, value in _leaves(yaml.load(text, Loader=_LOADER)):  # noqa: S506
        if key in _SMARTHOSTS or "://" in value:
            yield value


def collector(text: str) -> Iterator[str]:
    """Yield the switches that gNMIc connects to: the names with them are compared with certificates, and not looked up."""
    said = yaml.load(text, Loader=_LOADER)  # noqa: S506
    yield from (target["address"] for target in said["targets"].values())


def options(text: str) -> Iterator[str]:
    """Yield peers and addresses of a daemon's command line, in /etc/default."""
    for line in content_lines(text):
        for word in shlex.split(line.partition("=")[2].strip("'")):
            yield from (word.removeprefix(option) for option in _OPTIONS if word.startswith(option))


def kubernetes(text: str) -> Iterator[str]:
    """Yield where hosts reach the API, the file server of a storage class, and the registries that images come from."""
    for document in yaml.load_all(text, Loader=_LOADER):
        for key, value in _leaves(document):
            registry, slash, _ = value.partition("/")
            if key in _KUBERNETES or (key in _IMAGES and slash and not _REGISTRY.isdisjoint(registry)):
                yield registry if key in _IMAGES else value


def urls(text: str) -> Iterator[str]:
    """Yield the URLs of a script or of answers to an installer, and the hosts in answers of debian-installer."""
    for line in content_lines(text):
        yield from _URL.findall(line)
    yield from _ANSWERS.findall(text)


def web_server(text: str) -> Iterator[str]:
    """Yield the names that nginx answers to."""
    for line in content_lines(text):
        words = line.rstrip(";").split()
        yield from words[1:] if words[0] == "server_name" else ()


def kea(text: str) -> Iterator[str]:
    """Yield from where DHCP has its clients start."""
    for key, value in _leaves(json.loads(text)):
        if key == "next-server" or "://" in value:
            yield value


def kea_resolvers(text: str) -> Resolvers:
    """Return the resolvers for clients of any subnet, and the search domains of all."""
    dhcp = json.loads(text)["Dhcp4"]
    rows = [*dhcp.get("option-data", ()), *(row for each in dhcp["subnet4"] for row in each.get("option-data", ()))]
    said = {
        name: [row["data"] for row in rows if row.get("name") == name]
        for name in ("domain-name-servers", "domain-search")
    }
    return Resolvers(
        *(tuple(dict.fromkeys(re.split(r",\s*", ",".join(each)))) if each else () for each in said.values())
    )


def kubespray_resolvers(text: str) -> Resolvers:
    """Return the upstream resolvers of CoreDNS in the settings of kubespray."""
    said = yaml.load(text, Loader=_LOADER) or {}  # noqa: S506
    return Resolvers(tuple(map(str, said.get("upstream_dns_servers") or ())))


def kubelet_resolv_confs(path: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield the resolv.conf of each host's kubelet in a file of an installer; kubelet's default is /etc/resolv.conf."""
    default = "/etc/resolv.conf"
    for said in yaml.load_all(text, Loader=_LOADER):
        if path.endswith("/inventory.yml"):
            for host, variables in said["all"]["hosts"].items():
                yield host, variables.get("kube_resolv_conf", default)
        elif "nodeRegistration" in said:
            named = {each["name"]: each["value"] for each in said["nodeRegistration"].get("kubeletExtraArgs", ())}
            yield said["nodeRegistration"]["name"], named.get("resolv-conf", default)
        elif "node-name" in said:
            yield said["node-name"], said.get("resolv-conf", default)


def _leaves(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of a document with its key, also in lists."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _leaves(each, str(name))
    elif isinstance(value, list):
        for each in value:
            yield from _leaves(each, key)
    elif isinstance(value, str):
        yield key, value
