"""hosts-scale: what hosts serve an IBM Storage Scale file system by: nodes, NSD stanzas, the lines that make it, the program that runs them, and a page for each tier."""

from collections.abc import Iterable, Iterator

from generator.plan.hosts.scale import scale_clusters
from generator.plan.hosts.scale_records import ScaleCluster
from generator.plan.plan import Plan
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.hosts.sharing import shared_place
from generator.render.templates import Templates

NAME = "hosts-scale"
_HOME = "etc/clustergen/scale"
_PROGRAM = "usr/local/sbin/clustergen-scale.sh"
_NODES = Proof(Grade.GRAMMAR, "IBM Storage Scale 5.2.3, mmcrcluster command: node descriptors")
_STANZAS = Proof(Grade.GRAMMAR, "IBM Spectrum Scale 5.0.0, Stanza files; 6.0.1, mmcrnsd command")
_LINES = Proof(Grade.GRAMMAR, "IBM Storage Scale 5.2.3 and 6.0.1, command reference; no program of IBM ran")
_DEVICES = Proof(Grade.GRAMMAR, "user exit nsddevices: device below /dev, and its type")
_SHELL = Proof(Grade.PARSED, "sh -n; run with recording stand-ins for IBM's programs")


def paths(plan: Plan) -> Iterable[str]:
    """Yield the page of each tier, then the files that its hosts share."""
    for cluster in scale_clusters(plan).values():
        yield _page(cluster)
        yield shared_place(cluster.group, _PROGRAM)
        names = ("nodes", "disks", "lines", "nsddevices", "servers", *(["clients"] if cluster.clients else []))
        yield from (shared_place(cluster.group, f"{_HOME}/{name}") for name in names)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them: all hosts of a group have the same, and the first one administers the cluster."""
    for cluster in scale_clusters(plan).values():
        yield Artifact(_page(cluster), templates.render("hosts/scale/page.md.j2", cluster=cluster), _LINES)
        yield Artifact(shared_place(cluster.group, _PROGRAM), templates.render("hosts/scale/program.sh.j2"), _SHELL)
        for name, proof in (("nodes", _NODES), ("disks", _STANZAS), ("lines", _LINES), ("nsddevices", _DEVICES)):
            text = templates.render(f"hosts/scale/{name}.j2", cluster=cluster)
            yield Artifact(shared_place(cluster.group, f"{_HOME}/{name}"), text, proof)
        for name, nodes in (("servers", cluster.servers), ("clients", cluster.clients)):
            if nodes:
                text = templates.render("hosts/scale/list.j2", nodes=nodes)
                yield Artifact(shared_place(cluster.group, f"{_HOME}/{name}"), text, _NODES)


def _page(cluster: ScaleCluster) -> str:
    return f"storage/{cluster.tier}.md"
