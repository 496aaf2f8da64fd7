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
_CACHES = Proof(Grade.GRAMMAR, "IBM Spectrum Scale 5.0.0, Stanza files; Storage Scale 5.1.9, Local read-only cache")
_LINES = Proof(Grade.GRAMMAR, "IBM Storage Scale 5.2.3 and 6.0.1, command reference; no program of IBM ran")
_DEVICES = Proof(Grade.GRAMMAR, "user exit nsddevices: device below /dev, and its type")
_SHELL = Proof(Grade.PARSED, "sh -n; run with recording stand-ins for IBM's programs")


def paths(plan: Plan) -> Iterable[str]:
    """Yield the page of each tier, then the files that its hosts share, then those of clients that cache."""
    for cluster in scale_clusters(plan).values():
        yield _page(cluster)
        yield shared_place(cluster.group, _PROGRAM)
        names = ("nodes", "disks", "lines", *(["caches"] if cluster.caches else []), "nsddevices", "servers")
        names = (*names, *(["clients"] if cluster.clients else []))
        yield from (shared_place(cluster.group, f"{_HOME}/{name}") for name in names)
        yield from (shared_place(group, f"{_HOME}/nsddevices") for group in cluster.cache_devices)


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them: all hosts of a group have the same, and the first one administers the cluster."""
    for cluster in scale_clusters(plan).values():
        yield Artifact(_page(cluster), templates.render("hosts/scale/page.md.j2", cluster=cluster), _LINES)
        yield Artifact(shared_place(cluster.group, _PROGRAM), templates.render("hosts/scale/program.sh.j2"), _SHELL)
        caches = [("caches", _CACHES)] if cluster.caches else []
        for name, proof in (("nodes", _NODES), ("disks", _STANZAS), ("lines", _LINES), *caches):
            text = templates.render(f"hosts/scale/{name}.j2", cluster=cluster)
            yield Artifact(shared_place(cluster.group, f"{_HOME}/{name}"), text, proof)
        for group, devices in {cluster.group: cluster.devices, **cluster.cache_devices}.items():
            text = templates.render("hosts/scale/nsddevices.j2", devices=devices)
            yield Artifact(shared_place(group, f"{_HOME}/nsddevices"), text, _DEVICES)
        for name, nodes in (("servers", cluster.servers), ("clients", cluster.clients)):
            if nodes:
                text = templates.render("hosts/scale/list.j2", nodes=nodes)
                yield Artifact(shared_place(cluster.group, f"{_HOME}/{name}"), text, _NODES)


def _page(cluster: ScaleCluster) -> str:
    return f"storage/{cluster.tier}.md"
