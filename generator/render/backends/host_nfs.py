"""hosts-nfs: what pairs of hosts export NFS by: Corosync's file, Pacemaker's resources, the program that loads them, and a page for each tier."""

from collections.abc import Iterable, Iterator

from generator.plan.hosts.nfs_pairs import Pair, pairs
from generator.plan.plan import Plan
from generator.render.artifact import UNPROVEN, Artifact, Grade, Proof
from generator.render.hosts.sharing import shared_place
from generator.render.templates import Templates

NAME = "hosts-nfs"
_COROSYNC = "etc/corosync/corosync.conf"
_CIB = "etc/clustergen/nfs/cib.xml"
_PROGRAM = "usr/local/sbin/clustergen-nfs.sh"
_LINKS = Proof(Grade.PARSED, "corosync -t")
_RESOURCES = Proof(Grade.PARSED, "crm_verify; crm_simulate with both hosts, and after the loss of either")
_SHELL = Proof(Grade.PARSED, "sh -n; run with recording stand-ins for its programs")


def paths(plan: Plan) -> Iterable[str]:
    """Yield the page of each tier, the program of its group, then the files of both hosts."""
    for pair in pairs(plan).values():
        yield _page(pair)
        yield shared_place(pair.group, _PROGRAM)
        for host in pair.hosts:
            yield from (f"hosts/{host.name}/{path}" for path in (_COROSYNC, _CIB))


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them. They are files of each host, although both have the same: a third host of the group has none of them."""
    for pair in pairs(plan).values():
        from generator.render.hosts.pacemaker import cib  # noqa: PLC0415  (few clusters have pairs, and it is alone in printing XML)

        page = templates.render("hosts/nfs/page.md.j2", pair=pair, program=f"/{_PROGRAM}")
        yield Artifact(_page(pair), page, UNPROVEN)
        yield Artifact(shared_place(pair.group, _PROGRAM), templates.render("hosts/nfs/program.sh.j2"), _SHELL)
        links, resources = templates.render("hosts/nfs/corosync.conf.j2", pair=pair), cib(pair)
        for host in pair.hosts:
            yield Artifact(f"hosts/{host.name}/{_COROSYNC}", links, _LINKS)
            yield Artifact(f"hosts/{host.name}/{_CIB}", resources, _RESOURCES)


def _page(pair: Pair) -> str:
    return f"storage/{pair.tier}.md"
