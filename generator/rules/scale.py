"""IBM Storage Scale on hosts of the cluster: failure groups against copies, RDMA ports, and hosts that may have it."""

from collections import Counter
from collections.abc import Iterator, Mapping

from generator.catalog.model import Host as HostModel
from generator.catalog.model import StorageModel
from generator.plan.draft import Draft
from generator.plan.hosts.scale import PAIR, fabric_ports, failure_group, scale_clusters, verbs_of
from generator.plan.records import Tier
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding
from generator.spec.scale import QUORUM_MOST, ScaleSpec, usage_of


def _served(plan: Draft) -> Iterator[tuple[Tier, ScaleSpec]]:
    for tier in plan.tiers:
        spec = plan.spec.storage[tier.name].scale
        if spec and tier.group in plan.groups:
            yield tier, spec


@plan_rule(
    title="Fewer failure groups than copies",
    why="Each copy of a block is in another failure group. IBM Storage Scale, Default data replicas: copies cannot exceed the failure groups with disks that can hold them, in each storage pool.",
    fix="Install more hosts or pairs, lower `data_replicas` or `metadata_replicas`, or correct `failure_domain`.",
)
def scale_failure_groups(plan: Draft) -> Iterator[Finding]:
    """Hosts that fail together are one failure group, and there are as many as copies."""
    for tier, spec in _served(plan):
        stated = plan.spec.storage[tier.name].failure_domain
        model = plan.catalog.find(StorageModel, plan.groups[tier.group].model)
        together = stated or (model and model.enclosure_hosts) or None
        place = ("storage", tier.name, "scale")
        if spec.pairs and together != PAIR:
            yield KeyFinding(
                message=f"storage.{tier.name} is served by pairs, and the spec does not state that every {PAIR} hosts share a failure domain",
                loc=place,
                help=f"add failure_domain: {PAIR} to storage.{tier.name} if every two hosts share an enclosure; else remove pairs",
            )
        elif together and together > 1 and not stated:
            yield KeyFinding(
                message=f"{together} hosts of {plan.groups[tier.group].model} share an enclosure and fail together, and each would be a failure group of its own",
                loc=place,
                help=f"add failure_domain: {together} to storage.{tier.name}",
            )
        ordinals = {host.ordinal: host.name for host in plan.hosts if host.group == tier.group}
        alone = [name for ordinal, name in ordinals.items() if spec.pairs and ordinal ^ 1 not in ordinals]
        if alone:
            yield KeyFinding(
                message=f"{', '.join(alone)} of storage.{tier.name} would be alone: the other host of the pair is not installed",
                loc=place,
                help="install both hosts of each pair: the 1st and 2nd of the group, the 3rd and 4th ...",
            )
        groups = {failure_group(spec, stated, host.ordinal) for host in plan.hosts if host.group == tier.group}
        holds = {usage_of(disk) for disk in spec.disks}
        for key, copies in (("data_replicas", spec.data_replicas), ("metadata_replicas", spec.metadata_replicas)):
            if holds and copies > len(groups):
                yield KeyFinding(
                    message=f"storage.{tier.name} keeps {copies} copies ({key}), and its hosts are {len(groups)} failure group{'s' * (len(groups) != 1)}",
                    loc=place,
                    help=f"set {key}: {len(groups)}, or install hosts of {copies} failure groups",
                )
        if max(spec.data_replicas, spec.metadata_replicas) > spec.most_replicas:
            yield KeyFinding(
                message=f"storage.{tier.name} keeps more copies than most_replicas, {spec.most_replicas}",
                loc=place,
                help="set most_replicas: 3",
            )


@plan_warning(
    title="Quorum nodes that fail together",
    why="Storage Scale stops on every node where no majority of its quorum nodes is left, whatever copies of the data are. Copies in other failure groups help only if the loss of one group leaves a majority.",
    fix="State a `quorum` of which no failure group has half or more: 5 with pairs. Install hosts of more failure groups first, if they are too few.",
)
def scale_quorum_together(plan: Draft) -> Iterator[Finding]:
    """A majority of quorum nodes is left by the loss of any failure group, where data has copies in others."""
    for tier, spec in _served(plan):
        hosts = {host.ordinal: host.name for host in plan.hosts if host.group == tier.group}
        domain = plan.spec.storage[tier.name].failure_domain
        groups = {ordinal: failure_group(spec, domain, ordinal) for ordinal in hosts}
        lost = _together(groups, spec.quorum)
        if min(spec.data_replicas, spec.metadata_replicas) == 1 or 2 * len(lost) < spec.quorum:
            continue
        odd = range(spec.quorum + 2, min(QUORUM_MOST, len(hosts)) + 1, 2)
        better = next((each for each in odd if 2 * len(_together(groups, each)) < each), None)
        place, stated = ("storage", tier.name, "scale"), "quorum" in spec.model_fields_set
        yield (Finding if stated else KeyFinding)(
            message=f"{len(lost)} of {spec.quorum} quorum nodes of storage.{tier.name} fail together, and the file system with them: {', '.join(hosts[each] for each in lost)}",
            loc=(*place, "quorum") if stated else place,
            help=f"set quorum: {better}" if better else "install hosts of more failure groups, and set quorum to 5",
        )


def _together(groups: Mapping[int, int], quorum: int) -> list[int]:
    """Return the quorum nodes of the failure group that has most of them; both by ordinals."""
    mine = {ordinal: group for ordinal, group in groups.items() if ordinal < quorum}
    most = Counter(mine.values()).most_common(1)
    return [ordinal for ordinal, group in mine.items() if group == most[0][0]]


@plan_rule(
    title="RDMA of Storage Scale without its ports",
    why="`verbsPorts` names the RDMA devices of every node on the tier's fabric. A node without them moves its data by TCP, and nothing reports it.",
    fix="State the devices of the group in `rdma`, as `ibv_devices` lists them on a host; remove `verbs` on an Ethernet fabric.",
)
def scale_verbs(plan: Draft) -> Iterator[Finding]:
    """Every node has RDMA ports on a fabric that carries RDMA, and `rdma` names groups that are nodes."""
    for tier, spec in _served(plan):
        place = ("storage", tier.name, "scale")
        cluster = scale_clusters(plan).get(tier.name)
        groups = {node.group for node in cluster.nodes.values()} if cluster else set()
        for group in sorted(spec.rdma.keys() - groups) if cluster else ():
            yield Finding(
                message=f"rdma names ports of {group}, whose hosts are no nodes of storage.{tier.name}",
                loc=(*place, "rdma", group),
                help=f"name groups that serve or mount it: {', '.join(sorted(groups))}",
            )
        if not spec.verbs:
            continue
        if plan.fabrics[tier.fabric].technology == "ethernet":
            yield Finding(
                message=f"storage.{tier.name} is to use RDMA, and its fabric, {tier.fabric}, is plain Ethernet",
                loc=(*place, "verbs"),
                help="remove verbs, or put the tier on a RoCE or InfiniBand fabric",
            )
            continue
        lacking = (
            {
                host.group
                for host in plan.hosts
                if host.group in groups and host.name in cluster.nodes and not verbs_of(plan, tier, spec, host)
            }
            if cluster
            else set()
        )
        short = {
            host.group: len(verbs_of(plan, tier, spec, host))
            for host in plan.hosts
            if host.group in spec.rdma.keys() & groups
        }
        for group, stated in sorted(short.items()):
            ports = fabric_ports(plan, tier, next(host for host in plan.hosts if host.group == group))
            if stated != len(ports):
                yield Finding(
                    message=f"rdma names {stated} port{'s' * (stated != 1)} of {group}, whose hosts have {len(ports)} on the {tier.fabric} fabric: {', '.join(ports)}",
                    loc=(*place, "rdma", group),
                    help="name one RDMA port for each",
                )
        for group in sorted(lacking):
            yield Finding(
                message=f"the RDMA devices of {plan.groups[group].model} (hosts.{group}) on the {tier.fabric} fabric are in no document",
                loc=(*place, "verbs"),
                help=f"state them: rdma: {{{group}: [DEVICE/PORT, ...]}}",
            )


@plan_rule(
    title="Storage Scale on an appliance",
    why="An appliance runs the software that its vendor installed: nobody logs in to it, and no files are placed on it.",
    fix="Remove `scale`, and set the appliance up with its vendor's own tools.",
)
def scale_on_appliance(plan: Draft) -> Iterator[Finding]:
    """Hosts that serve Storage Scale by our files have an operating system that is configured here."""
    for tier, _ in _served(plan):
        model = plan.catalog.get(HostModel, plan.groups[tier.group].model)
        if model.appliance:
            yield KeyFinding(
                message=f"storage.{tier.name} would create NSDs on {model.title}, which is an appliance",
                loc=("storage", tier.name, "scale"),
                help="remove scale",
            )
