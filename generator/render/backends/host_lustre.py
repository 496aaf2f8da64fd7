"""hosts-lustre: what hosts serve a Lustre file system by: their targets, the program that formats them, the units that start them, and a page for each tier."""

from collections.abc import Iterable, Iterator

from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.losses import Loss, losses_of
from generator.plan.hosts.lustre import FileSystem, Target, file_systems
from generator.plan.hosts.mounts import escaped
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.hosts.sharing import own_place, shared_place
from generator.render.templates import Templates

NAME = "hosts-lustre"
_TABLE = "etc/clustergen/lustre.conf"
_RULES = "etc/udev/rules.d/72-clustergen-lustre.rules"
_PROGRAM = "usr/local/sbin/clustergen-lustre.sh"
_DOCUMENTED = Proof(Grade.GRAMMAR, "mkfs.lustre(8) of lustre-release 2b354411")
_UDEV = Proof(Grade.GRAMMAR, "udev(7); labels by mkfs.lustre(8)")
_UNIT = Proof(Grade.PARSED, "systemd-analyze verify")
_SHELL = Proof(Grade.PARSED, "sh -n; run with recording stand-ins for its programs")


def paths(plan: Plan) -> Iterable[str]:
    """Yield the page of each tier, the program of each group, then the files of every host."""
    for served in file_systems(plan).values():
        yield _page(served)
        yield shared_place(served.group, _PROGRAM)
        for host in _hosts(plan, served):
            yield own_place(host, _TABLE)
            yield own_place(host, _RULES)
            yield from (own_place(host, _unit(target)) for target in served.of(host.name))


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them; the program is the same everywhere, and reads the table of its host."""
    for served in file_systems(plan).values():
        losses: tuple[Loss, ...] = losses_of(served)
        page = templates.render("hosts/lustre/page.md.j2", served=served, losses=losses, program=f"/{_PROGRAM}")
        yield Artifact(_page(served), page, _DOCUMENTED)
        yield Artifact(shared_place(served.group, _PROGRAM), templates.render("hosts/lustre/program.sh.j2"), _SHELL)
        for host in _hosts(plan, served):
            mine = served.of(host.name)
            table = templates.render("hosts/lustre/table.conf.j2", served=served, targets=mine)
            yield Artifact(own_place(host, _TABLE), table, _DOCUMENTED)
            yield Artifact(own_place(host, _RULES), templates.render("hosts/lustre/rules.j2", targets=mine), _UDEV)
            manager = next((_name(each) for each in mine if each.kind == "mgs" and each.usual == host.name), "")
            for target in mine:
                after = "" if target.kind == "mgs" else manager
                unit = templates.render("hosts/lustre/target.mount.j2", target=target, after=after)
                yield Artifact(own_place(host, _unit(target)), unit, _UNIT)


def _hosts(plan: Plan, served: FileSystem) -> Iterator[Host]:
    return (host for host in configured_hosts(plan) if host.name in served.nids)


def _page(served: FileSystem) -> str:
    return f"storage/{served.tier}.md"


def _name(target: Target) -> str:
    return f"{escaped(target.place)}.mount"


def _unit(target: Target) -> str:
    return f"etc/systemd/system/{_name(target)}"
