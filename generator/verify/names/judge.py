"""The judge of names: each is looked up as its host would do it, in its own /etc/hosts, then by its resolvers among the zones of the tree."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from generator.change.formats import PLAN, PlanFileError
from generator.source.reading import ReadingError
from generator.verify.names.askers import HOSTS, Asker, HostsLines, is_resolved, names_resolvers, read_resolvers
from generator.verify.names.formats import kea_resolvers, kubelet_resolv_confs, kubespray_resolvers
from generator.verify.names.lookup import Lookup, few
from generator.verify.names.slurm_files import slurm_addresses, slurm_hosts
from generator.verify.names.uses import FIRST_START, Readers, Use, read, uses_in_tree, uses_on_hosts
from generator.verify.names.words import is_address
from generator.verify.names.zones import read_zones
from generator.verify.rendered import rendered
from generator.verify.tree_files import read_manifest
from generator.verify.verdict import Verdict

_NAME = "names"
_KEA = "provisioning/kea/kea-dhcp4.conf"
_INSTALLERS = ("kubernetes/kubespray/", "kubernetes/kubeadm/", "kubernetes/rke2/")
_KUBESPRAY = "kubernetes/kubespray/group_vars/all/clustergen.yml"
_RESOLVED = "/run/systemd/resolve/resolv.conf"
_SLURM = "slurm/slurm.conf"
_WITH_PODS = ("compute", "control")
_SHOWN = 3
"""Names that the note spells out; more are counted."""


class _Host(Struct):
    name: str
    group: str
    role: str


def resolution(tree: Path) -> Verdict:
    """Resolve every name that a rendered file uses from the host that uses it, with that host's own files and the zones of the tree.

    If hosts use a site's own resolvers (`services.dns`), their names are compared with the zones rendered for these. Names outside the
    cluster's domain are counted, and it is judged whether any resolver is configured for them.
    """
    try:
        plan = rendered(tree).plan
        hosts = [_Host(row["name"], row["group"], row["role"]) for row in plan["hosts"]]
        domain, stated = plan["domain"].lower(), plan["choices"]["site"]["services"]["dns"]
        paths = list(read_manifest(tree / "manifest.json"))
    except (PlanFileError, ReadingError, KeyError, TypeError):
        return Verdict(_NAME, 0, ran=False, note=f"the tree has no {PLAN} or no manifest with its hosts")
    folders = _by_folder(paths)
    hosts = [host for host in hosts if host.name in folders["hosts"]]
    files = rendered(tree).hosts
    lines = HostsLines()
    askers = {host.name: _asker(tree, host, folders, lines) for host in hosts}
    if text := read(tree / _KEA):
        askers[FIRST_START] = Asker(FIRST_START, {}, kea_resolvers(text))
    zones = read_zones(tree, files, (host.name for host in hosts if host.role == "control"))
    lookup = Lookup(domain=domain, zones=zones, site=frozenset(stated) - zones.control, installed=frozenset(askers))
    uses = [*uses_on_hosts(tree, folders, _members(hosts)), *uses_in_tree(tree, paths, _readers(tree, hosts))]
    slurm = {pair: _SLURM for pair in slurm_addresses(read(tree / _SLURM) or "") if is_address(pair[1])}
    faults = [*lookup.strangers(askers.values()), *lookup.contradictions(lines.first | slurm)]
    faults += _of_pods(tree, paths, lookup, [askers[host.name] for host in hosts if host.role in _WITH_PODS])
    outside: set[str] = set()
    for use in uses:
        faults += lookup.faults(use, [askers[host] for host in use.hosts if host in askers])
        outside |= {name for name in use.names if lookup.is_outside(name)}
    return Verdict(_NAME, len(uses), ran=True, note=_note(uses, outside, lookup), faults=faults, unit="uses")


def _of_pods(tree: Path, paths: list[str], lookup: Lookup, hosts: list[Asker]) -> Iterator[str]:
    """Report a CoreDNS without resolvers: those of kubespray's settings, else those of its host.

    Pods whose `dnsPolicy` is Default use those of kubelet's configured file: with systemd-resolved, /etc/resolv.conf names its stub, which no pod reaches.
    """
    installers = [path for path in paths if path.startswith(_INSTALLERS)]
    if not installers:
        return
    resolv_confs = dict(each for path in installers for each in kubelet_resolv_confs(path, read(tree / path) or ""))
    stubs = [
        host.name
        for host in hosts
        if host.name in resolv_confs and (resolv_confs[host.name] == _RESOLVED) != host.resolved
    ]
    if stubs:
        yield f"{few(stubs)}: kubelet configures pods with dnsPolicy Default with the resolvers of {resolv_confs[stubs[0]]}, which has none that a pod can reach"
    asked = kubespray_resolvers(read(tree / _KUBESPRAY) or "")
    if asked.addresses:
        yield from lookup.strangers([Asker("CoreDNS", {}, asked)])
    elif lost := [host.name for host in hosts if not host.resolvers.addresses]:
        yield f"{few(lost)}: no resolver is set, so CoreDNS uses the resolvers of its host"


def _note(uses: list[Use], outside: set[str], lookup: Lookup) -> str:
    said = f"{len(frozenset().union(*(use.names for use in uses)))} names"
    if lookup.site:
        where = (
            "load the rendered zones"
            if lookup.zones.rendered
            else "serve the cluster's names, for which no zone is rendered"
        )
        said += f"; {', '.join(sorted(lookup.site))} of the site must {where}"
    if outside:
        more = f" and {len(outside) - _SHOWN} more" if len(outside) > _SHOWN else ""
        said += f"; external, so not checked: {', '.join(sorted(outside)[:_SHOWN])}{more}"
    return said


def _by_folder(paths: list[str]) -> dict[str, dict[str, list[str]]]:
    """Sort the files of hosts and of groups by whose they are; each has its path on the host."""
    found: dict[str, dict[str, list[str]]] = {"hosts": {}, "host_groups": {}}
    for path in paths:
        kind, _, rest = path.partition("/")
        if kind in found:
            whose, _, there = rest.partition("/")
            found[kind].setdefault(whose, []).append(there)
    return found


def _asker(tree: Path, host: _Host, folders: Mapping[str, Mapping[str, list[str]]], lines: HostsLines) -> Asker:
    texts = dict(_texts(tree, host, folders))
    file = f"hosts/{host.name}/{HOSTS}"
    known = lines.known(file, texts.pop(HOSTS, ""))
    return Asker(host.name, known, read_resolvers(texts.items()), resolved=any(map(is_resolved, texts)))


def _texts(tree: Path, host: _Host, folders: Mapping[str, Mapping[str, list[str]]]) -> Iterator[tuple[str, str]]:
    """Yield the files with names and resolvers of a host; its own files come after its group's, and take precedence."""
    for kind, whose in (("host_groups", host.group), ("hosts", host.name)):
        for path in folders[kind].get(whose, ()):
            wanted = path == HOSTS or names_resolvers(path)
            if wanted and (text := read(tree / kind / whose / path)) is not None:
                yield path, text


def _members(hosts: list[_Host]) -> dict[str, tuple[str, ...]]:
    groups: dict[str, tuple[str, ...]] = {}
    for host in hosts:
        groups[host.group] = (*groups.get(host.group, ()), host.name)
    return groups


def _readers(tree: Path, hosts: list[_Host]) -> Readers:
    by_role: dict[str, tuple[str, ...]] = {}
    for host in hosts:
        by_role[host.role] = (*by_role.get(host.role, ()), host.name)
    controllers, nodes = slurm_hosts(read(tree / _SLURM) or "")
    users = controllers | nodes | set(by_role.get("login", ()))
    return Readers(by_role, tuple(host.name for host in hosts if host.name in users))
