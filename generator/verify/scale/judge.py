"""The judge of Storage Scale: nodes, quorum, disks, failure groups, copies, RDMA ports and clients, by the files of a tree alone."""

from collections.abc import Iterator
from pathlib import Path

from generator.change.formats import PlanFileError
from generator.verify.names.zones import Zones, read_zones
from generator.verify.reach import UnreadableError, reading
from generator.verify.rendered import Rendered, rendered
from generator.verify.scale.cluster import ScaleFiles, cluster_faults, read_cluster
from generator.verify.scale.members import Members, member_faults, read_members
from generator.verify.verdict import Verdict
from generator.verify.volume_classes import CLASSES, classes_of

_NAME, _DRIVER = "storage-scale", "spectrumscale.csi.ibm.com"
_NODES = "etc/clustergen/scale/nodes"


def storage_scale(tree: Path) -> Verdict:
    """Read the files of each cluster, and compare them with each other, with the zones, and with the facts for the roles of its nodes."""
    known = rendered(tree)
    try:
        hosts = [row["name"] for row in known.plan["hosts"]]
        places = {file.parent: host for host in hosts if (file := known.hosts.file(host, _NODES))}
    except PlanFileError:
        return Verdict(_NAME, 0, ran=True, note="the tree has no plan.json with its hosts")
    clusters: list[ScaleFiles] = []
    faults: list[str] = []
    for folder in places:
        try:
            clusters.append(read_cluster(folder, known.hosts.place(folder)))
        except UnreadableError as error:
            faults.append(str(error))
    try:
        members = read_members(tree, known.plan["hosts"])
        zones = _zones(tree, known) if clusters else None
    except UnreadableError as error:
        return Verdict(
            _NAME, max(len(places), 1), ran=True, note="nodes, disks and lines", faults=[*faults, str(error)]
        )
    faults += _faults(known, clusters, members, zones)
    read = sum(each.files for each in clusters) + len(places) - len(clusters)
    files = max(read, min(len(faults), 1))  # where only the inventory is wrong, that is a file
    return Verdict(_NAME, files, ran=True, note="nodes, disks, lines and clients", faults=list(dict.fromkeys(faults)))


def _faults(known: Rendered, clusters: list[ScaleFiles], members: Members, zones: Zones | None) -> Iterator[str]:
    for cluster in clusters:
        yield from cluster_faults(cluster)
        yield from member_faults(known.hosts, cluster, members, zones)
    devices = {cluster.device for cluster in clusters}
    for host, (device, _) in members.items():
        if device not in devices:
            yield f"the inventory has {host} mount {device}, and no cluster of the tree makes it"
    ours = {name for name, tier in known.plan["choices"]["site"]["storage"].items() if tier.get("scale")}
    for name, parameters in classes_of(known.tree, _DRIVER) if clusters else ():
        device = parameters.get("volBackendFs", "")
        if name in ours and device not in devices:
            yield f"{CLASSES}: volBackendFs of {name} is {device or 'missing'}, and no cluster of the tree makes it"


def _zones(tree: Path, known: Rendered) -> Zones | None:
    control = [row["name"] for row in known.plan["hosts"] if row["role"] == "control"]
    with reading("provisioning/dns"):
        zones = read_zones(tree, known.hosts, control)
    return zones if zones.rendered else None
