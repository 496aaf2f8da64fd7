"""IBM Storage Scale clusters that hosts of ours serve: their nodes, disks (NSDs), failure groups and RDMA ports.

Names of NSDs and numbers of failure groups are coordinates: both follow from the ordinal of a host, so that a host that arrives renumbers none.
Servers are nodes by their names on the tier's fabric, as are the clients; commands reach a node by its in-band name.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from generator.plan.clients import uses
from generator.plan.hosts.caches import caching_tiers
from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.mounts import cached_tiers
from generator.plan.hosts.names import Names
from generator.plan.hosts.scale_records import CacheNsd, Node, Nsd, ScaleCluster
from generator.plan.once import once
from generator.plan.plan import Plan
from generator.plan.records import Host, Tier
from generator.spec.scale import ScaleSpec, device_name, usage_of

PAIR = 2
HOME = "/etc/clustergen/scale"
COPY = "/run/clustergen-scale-disks"
"""The copy of the stanza file that commands get: mmcrnsd may write to it (IBM Storage Scale 6.0.1, mmcrnsd command)."""
PORTS = "60000-61000"
"""Ports of commands (`tscCmdPortRange`): the range that IBM's installation toolkit sets (ibm-spectrum-scale-install-infra b3add62d, README.REMOTEMOUNT)."""
Line = tuple[str, str]
"""A step, and a command of it."""


@once
def scale_clusters(plan: Plan) -> Mapping[str, ScaleCluster]:
    """Return the Storage Scale clusters that hosts of ours serve, by their tiers."""
    found = (_cluster(plan, tier) for tier in plan.tiers)
    return {each.tier: each for each in found if each is not None}


def scale_lacking(plan: Plan, tier: Tier) -> str:
    """Return why hosts cannot serve a tier yet; empty where they can."""
    members = [*_members(plan, tier)]
    if not members or members[0].group != tier.group or members[0].ordinal:
        return f"the first host of {tier.group} is not installed, and the cluster is created there"
    without = next((host.name for host in members if not _address(plan, tier, host)), None)
    return (
        f"{without} has no IP address on the {tier.fabric} fabric, by which nodes reach each other; state `ipoib`"
        if without
        else ""
    )


def failure_group(spec: ScaleSpec, domain: int | None, ordinal: int) -> int:
    """Return the failure group of a host's disks, from 1: hosts that fail together are one."""
    return ordinal // (domain or (PAIR if spec.pairs else 1)) + 1


def verbs_of(plan: Plan, tier: Tier, spec: ScaleSpec, host: Host) -> tuple[str, ...]:
    """Return the RDMA ports of a host on a tier's fabric as `verbsPorts` takes them: as stated, else as the catalog names the devices; none where one is not known."""
    if host.group in spec.rdma:
        return spec.rdma[host.group]
    named = [each.rdma for each in plan.interfaces_of[host.name] if each.name in fabric_ports(plan, tier, host)]
    return tuple(f"{name}/1" for name in named) if named and all(named) else ()


def fabric_ports(plan: Plan, tier: Tier, host: Host) -> tuple[str, ...]:
    """Return the interfaces of a host that carry a tier: a bond is one."""
    ports = plan.interfaces_of[host.name]
    return tuple(each.name for each in ports if each.fabric == tier.fabric and each.kind not in {"vlan", "member"})


def _members(plan: Plan, tier: Tier) -> Iterator[Host]:
    """Yield the hosts that serve a tier by ordinal, then its clients in the order of the plan."""
    hosts = [*configured_hosts(plan)]
    yield from sorted((host for host in hosts if host.group == tier.group), key=lambda host: host.ordinal)
    for host in hosts:
        if host.group != tier.group and uses(tier, host):
            yield host


def _address(plan: Plan, tier: Tier, host: Host) -> str:
    ports = plan.interfaces_of[host.name]
    return next(
        (each.address for each in ports if each.fabric == tier.fabric and each.address and each.kind != "vlan"), ""
    )


def _cluster(plan: Plan, tier: Tier) -> ScaleCluster | None:
    stated = plan.site.storage[tier.name]
    spec = stated.scale
    if spec is None or scale_lacking(plan, tier):
        return None
    nodes = {host.name: _node(plan, tier, spec, host) for host in _members(plan, tier)}
    serving = [host for host in _members(plan, tier) if host.group == tier.group]
    served = {host.ordinal: nodes[host.name].name for host in serving}
    device = device_name(tier.name, spec)
    cluster = ScaleCluster(
        tier=tier.name,
        group=tier.group,
        name=f"{device}.{plan.domain}",
        device=device,
        mount=tier.mount,
        admin=serving[0].name,
        nodes=nodes,
        nsds=tuple(_nsds(spec, stated.failure_domain, device, served)),
        verbs=spec.verbs,
        devices=tuple(disk.device for disk in spec.disks),
        caches=tuple(_caches(plan, tier, nodes)),
        lines=(),
    )
    return replace(cluster, lines=tuple(lines_of(cluster, spec, roce=plan.fabrics[tier.fabric].technology == "roce")))


def _node(plan: Plan, tier: Tier, spec: ScaleSpec, host: Host) -> Node:
    """Return a host as a node: quorum and manager nodes are the first hosts of the group."""
    names = {name.address: name.names[0] for name in Names(plan).own(host)}
    address, serves = _address(plan, tier, host), host.group == tier.group
    quorum = serves and host.ordinal < spec.quorum
    return Node(
        host=host.name,
        group=host.group,
        name=names[address],
        address=address,
        admin=f"{host.name}.{plan.domain}",
        quorum=quorum,
        manager=quorum,
        license="server" if serves else "client",
        verbs=verbs_of(plan, tier, spec, host) if spec.verbs else (),
    )


def _nsds(spec: ScaleSpec, domain: int | None, device: str, served: Mapping[int, str]) -> Iterator[Nsd]:
    """Yield the disks of hosts by ordinal, or of pairs, whose hosts take turns in serving first. `served` are names of nodes by ordinal."""
    step = PAIR if spec.pairs else 1
    for first in sorted({ordinal - ordinal % step for ordinal in served}):
        names = [served[ordinal] for ordinal in range(first, first + step) if ordinal in served]
        for number, disk in enumerate(spec.disks):
            turn = number % len(names)
            yield Nsd(
                name=f"{device}_{first:04}_{number:02}",
                device=disk.device,
                servers=(*names[turn:], *names[:turn]),
                usage=usage_of(disk),
                failure_group=failure_group(spec, domain, first),
                pool=disk.pool,
            )


def _caches(plan: Plan, tier: Tier, nodes: Mapping[str, Node]) -> Iterator[CacheNsd]:
    """Yield the drives of clients that cache a tier, named by their hosts, with `_` for `-`: a host that arrives renames none."""
    for host in _members(plan, tier):
        if host.group == tier.group or tier.name not in cached_tiers(plan, host, "scale"):
            continue
        caches = (plan.site.storage[each.name].caches for each in caching_tiers(plan, host))
        devices = (device for each in caches if each for device in each.devices)
        for number, device in enumerate(devices):
            name = f"lroc_{host.name.replace('-', '_')}_{number:02}"
            yield CacheNsd(name=name, device=device, server=nodes[host.name].name, group=host.group)


def lines_of(cluster: ScaleCluster, spec: ScaleSpec, *, roce: bool) -> Iterator[Line]:
    """Yield every line with its step, in the order in which they run.

    They make the cluster and its file system, after IBM's command reference (IBM Storage Scale 5.2.3 and 6.0.1).
    """
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
