"""The lines that make an IBM Storage Scale cluster and its file system, after IBM's command reference (IBM Storage Scale 5.2.3 and 6.0.1)."""

from collections.abc import Iterator

from generator.plan.hosts.scale_records import ScaleCluster
from generator.spec.scale import ScaleSpec

HOME = "/etc/clustergen/scale"
COPY = "/run/clustergen-scale-disks"
"""The copy of the stanza file that commands get: mmcrnsd may write to it (IBM Storage Scale 6.0.1, mmcrnsd command)."""
PORTS = "60000-61000"
"""Ports of commands (`tscCmdPortRange`): the range that IBM's installation toolkit sets (ibm-spectrum-scale-install-infra b3add62d, README.REMOTEMOUNT)."""
Line = tuple[str, str]
"""A step, and a command of it."""


def lines_of(cluster: ScaleCluster, spec: ScaleSpec, *, roce: bool) -> Iterator[Line]:
    """Yield every line with its step, in the order in which they run."""
    yield "cluster", f"mmcrcluster -N {HOME}/nodes -r /usr/bin/ssh -R /usr/bin/scp -C {cluster.name} -A"
    yield "license", f"mmchlicense server --accept -N {HOME}/servers"
    if cluster.clients:
        yield "license", f"mmchlicense client --accept -N {HOME}/clients"
    yield "settings", f"mmchconfig tscCmdPortRange={PORTS}"
    if cluster.verbs:
        yield from _verbs(cluster, roce=roce)
    yield "start", "mmstartup -a"
    yield "disks", f"mmcrnsd -F {COPY} -v yes"
    size = f" -B {spec.block_size}" if spec.block_size else ""
    copies = f"-m {spec.metadata_replicas} -M {spec.most_replicas} -r {spec.data_replicas} -R {spec.most_replicas}"
    yield "filesystem", f"mmcrfs {cluster.device} -F {COPY} -A yes{size} {copies} -T {cluster.mount} -v yes"
    yield "mount", f"mmmount {cluster.device} -a"


def _verbs(cluster: ScaleCluster, *, roce: bool) -> Iterator[Line]:
    """Yield the settings for data over RDMA: on RoCE by the connection manager, and the ports of each group of hosts that has the same."""
    yield "settings", f"mmchconfig verbsRdma=enable,verbsRdmaSend=yes,verbsRdmaCm={'enable' if roce else 'disable'}"
    alike: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for node in cluster.nodes.values():
        alike.setdefault((node.group, node.verbs), []).append(node.name)
    for (_, ports), names in alike.items():
        yield "settings", f'mmchconfig verbsPorts="{" ".join(ports)}" -N {",".join(names)}'
