"""hosts-ceph: what hosts serve an object store with Ceph by: ceph.conf, tables of the cluster and of drives, the program that sets it up, and a page for each tier."""

from collections.abc import Iterable, Iterator

from generator.plan.hosts.ceph import CephCluster, CephHost, ceph_clusters
from generator.plan.hosts.certificates import authority_option
from generator.plan.monitoring.alerting import TEXTFILES
from generator.plan.plan import Plan
from generator.render.artifact import UNPROVEN, Artifact, Grade, Proof
from generator.render.hosts.sharing import shared_place
from generator.render.templates import Templates

NAME = "hosts-ceph"
_CONF = "etc/ceph/ceph.conf"
_TABLE, _DRIVES = "etc/clustergen/ceph/cluster", "etc/clustergen/ceph/drives"
_RULES = "etc/udev/rules.d/72-clustergen-ceph.rules"
_HEALTH = "etc/systemd/system/clustergen-ceph-health"
_GATEWAY = "etc/systemd/system/ceph-radosgw@.service.d/clustergen.conf"
_PROGRAM = "usr/local/sbin/clustergen-ceph.sh"
_RAN = Proof(Grade.APPLIED, "ceph-mon, ceph-mgr, ceph-osd and radosgw 16.2.15 of Debian 12 run with it")
_READ = Proof(Grade.APPLIED, "clustergen-ceph.sh sets up a cluster of Ceph 16.2.15 by it")
_UNITS = Proof(Grade.APPLIED, "systemd 252 runs it")
_UDEV = Proof(Grade.GRAMMAR, "udev(7); ID_FS_TYPE is what blkid 2.38 finds on a drive with BlueStore")


def paths(plan: Plan) -> Iterable[str]:
    """Yield the page of each tier, what its group shares, then the files of its hosts."""
    for cluster in ceph_clusters(plan).values():
        yield _page(cluster)
        yield from (shared_place(cluster.group, path) for path in (_PROGRAM, _TABLE, _RULES))
        for host in cluster.hosts:
            yield from (f"hosts/{host.name}/{path}" for path in (_CONF, _DRIVES))
            yield from (f"hosts/{host.name}/{_GATEWAY}",) if host.gateway else ()
            yield from (f"hosts/{host.name}/{_HEALTH}.{each}" for each in _reports(plan, host))


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them; racks and identities of drives are those of a host."""
    for cluster in ceph_clusters(plan).values():
        yield Artifact(
            _page(cluster),
            templates.render("hosts/ceph/page.md.j2", cluster=cluster, authority=authority_option(plan)),
            UNPROVEN,
        )
        for path, name, proof in (
            (_PROGRAM, "program.sh", _READ),
            (_TABLE, "cluster", _READ),
            (_RULES, "rules", _UDEV),
        ):
            yield Artifact(
                shared_place(cluster.group, path), templates.render(f"hosts/ceph/{name}.j2", cluster=cluster), proof
            )
        for host in cluster.hosts:
            for path, name, proof in (
                (_CONF, "ceph.conf", _RAN),
                (_DRIVES, "drives", _READ),
                *(((_GATEWAY, "gateway", _UNITS),) if host.gateway else ()),
            ):
                text = templates.render(f"hosts/ceph/{name}.j2", cluster=cluster, host=host)
                yield Artifact(f"hosts/{host.name}/{path}", text, proof)
            for each in _reports(plan, host):
                text = templates.render(f"hosts/ceph/health.{each}.j2", cluster=cluster, folder=TEXTFILES)
                yield Artifact(f"hosts/{host.name}/{_HEALTH}.{each}", text, _UNITS)


def _reports(plan: Plan, host: CephHost) -> tuple[str, ...]:
    """Return the units by which a host with a monitor reports the health, if it is collected."""
    return ("service", "timer") if host.monitor and plan.site.monitoring.enabled else ()


def _page(cluster: CephCluster) -> str:
    return f"storage/{cluster.tier}.md"
