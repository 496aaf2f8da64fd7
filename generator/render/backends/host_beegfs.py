"""hosts-beegfs: what hosts serve BeeGFS by: services with their numbers, interfaces, buddy groups, the program that sets them up, and a page for each tier."""

from collections.abc import Iterable, Iterator

from generator.plan.hosts.beegfs import BeegfsSystem, beegfs_systems
from generator.plan.hosts.configured import configured_hosts
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.hosts.sharing import own_place, placed, shared_place
from generator.render.templates import Templates

NAME = "hosts-beegfs"
_HOME = "etc/clustergen/beegfs"
_PROGRAM = "usr/local/sbin/clustergen-beegfs.sh"
_LINES = Proof(
    Grade.GRAMMAR, "BeeGFS documentation 7.2 to 7.4, Quick start guide and Mirroring; no program of BeeGFS ran"
)
_NAMES = Proof(Grade.GRAMMAR, "beegfs-storage.conf of ThinkParQ/beegfs 0d13f22a: connInterfacesFile")
_SHELL = Proof(Grade.PARSED, "sh -n; run with recording stand-ins for its programs")


def paths(plan: Plan) -> Iterable[str]:
    """Yield the page of each tier, the program of its group, then the files of its hosts."""
    for system in beegfs_systems(plan).values():
        yield _page(system)
        yield shared_place(system.group, _PROGRAM)
        yield from (own_place(host, f"{_HOME}/services") for host in _serving(plan, system))
        yield from (f"hosts/{system.admin}/{_HOME}/groups" for _ in system.buddies[:1])
        yield from (path for path, _ in _interfaces(plan, system))


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them; the program is the same everywhere, and reads the table of its host."""
    for system in beegfs_systems(plan).values():
        yield Artifact(_page(system), templates.render("hosts/beegfs/page.md.j2", system=system), _LINES)
        yield Artifact(shared_place(system.group, _PROGRAM), templates.render("hosts/beegfs/program.sh.j2"), _SHELL)
        mine = {host.name: host for host in system.hosts}
        for host in _serving(plan, system):
            text = templates.render("hosts/beegfs/services.j2", system=system, host=mine[host.name])
            yield Artifact(own_place(host, f"{_HOME}/services"), text, _LINES)
        if system.buddies:
            text = templates.render("hosts/beegfs/groups.j2", system=system)
            yield Artifact(f"hosts/{system.admin}/{_HOME}/groups", text, _LINES)
        for path, names in _interfaces(plan, system):
            yield Artifact(path, templates.render("hosts/beegfs/interfaces.j2", names=names), _NAMES)


def _serving(plan: Plan, system: BeegfsSystem) -> Iterator[Host]:
    return (host for host in configured_hosts(plan) if host.name in {each.name for each in system.hosts})


def _interfaces(plan: Plan, system: BeegfsSystem) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the list of each host, once for a group whose hosts have the same."""
    kept: dict[tuple[str, ...], dict[str, tuple[str, ...]]] = {}
    found = [
        (host, kept.setdefault(names, {f"{_HOME}/interfaces": names}))
        for host in configured_hosts(plan)
        if (names := system.interfaces.get(host.name))
    ]
    yield from placed(found)


def _page(system: BeegfsSystem) -> str:
    return f"storage/{system.tier}.md"
