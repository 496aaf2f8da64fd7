"""Lustre file systems that hosts of the cluster serve: their names, and the number of targets of each kind."""

from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding, repeated, spec_rule
from generator.spec.cluster import ClusterSpec
from generator.spec.lustre import INDEX_MOST, NAME_LETTERS, OSTS_MOST, LustreSpec, file_system_name
from generator.spec.storage import TierSpec


def _served(spec: ClusterSpec) -> Iterator[tuple[str, TierSpec, LustreSpec]]:
    """Yield the tiers that hosts of the cluster serve as Lustre, by name."""
    yield from ((name, tier, tier.lustre) for name, tier in spec.storage.items() if tier.lustre)


@spec_rule(
    title="Lustre's targets on a tier of another kind",
    why="`lustre` formats drives of the tier's hosts as targets of Lustre.",
    fix="Make the tier `kind: parallel` with `product: Lustre`, or remove `lustre`.",
    absent=("storage.*",),
)
def lustre_misplaced(spec: ClusterSpec) -> Iterator[Finding]:
    """A tier with `lustre` is a parallel file system without another product."""
    for name, tier, _ in _served(spec):
        other = tier.filesystem not in {None, "lustre"} and f"filesystem: {tier.filesystem}"
        named = tier.product and "lustre" not in tier.product.lower() and f"product: {tier.product}"
        wrong = f"kind: {tier.kind}" if tier.kind != "parallel" else named or other
        if wrong:
            yield KeyFinding(
                message=f"storage.{name} has targets of Lustre, and {wrong}",
                loc=("storage", name, "lustre"),
                help="remove lustre, or write kind: parallel and product: Lustre",
            )


@spec_rule(
    title="A Lustre file system with two sources",
    why="Clients mount one file system: the one of the tier's own hosts, or the one that `source` names.",
    fix="Remove `source` where hosts of the cluster serve the tier, or `lustre` where others do.",
)
def lustre_served_twice(spec: ClusterSpec) -> Iterator[Finding]:
    """A tier has `lustre` or `source`."""
    for name, tier, _ in _served(spec):
        if tier.source:
            yield Finding(
                message=f"storage.{name} is served by {tier.hosts} and mounted from {tier.source}",
                loc=("storage", name, "source"),
                notes=(Note("its own hosts serve it", ("storage", name, "lustre")),),
                help="remove source: the addresses of its hosts are known",
            )


@spec_rule(
    title="Two Lustre file systems on the same hosts",
    why="A host runs one management service, and its table of targets is of one file system.",
    fix="Serve the second one by a host group of its own.",
)
def lustre_shared_hosts(spec: ClusterSpec) -> Iterator[Finding]:
    """Every host group serves one Lustre file system at most."""
    for hosts, first, name in repeated((tier.hosts, name) for name, tier, _ in _served(spec) if tier.hosts):
        yield Finding(
            message=f"storage.{name} and storage.{first} are Lustre file systems of the same hosts, {hosts}",
            loc=("storage", name, "hosts"),
            notes=(Note("the first one", ("storage", first, "hosts")),),
            help="name another host group",
        )


@spec_rule(
    title="Two Lustre file systems of one name",
    why="mkfs.lustre(8): the name must be unique among all file systems that a client mounts.",
    fix="State `fsname` for one of them, before it is formatted.",
)
def lustre_name_twice(spec: ClusterSpec) -> Iterator[Finding]:
    """Every file system has a unique name."""
    names = ((file_system_name(name, lustre), name) for name, _, lustre in _served(spec))
    for fsname, first, name in repeated(names):
        yield KeyFinding(
            message=f"storage.{name} and storage.{first} are both called {fsname}: a name has {NAME_LETTERS} letters at most",
            loc=("storage", name, "lustre"),
            help=f"state lustre.fsname for storage.{name}",
        )


@spec_rule(
    title="Numbers of Lustre's targets that do not fit",
    why="Each target has a host, an index and a device of its own.",
    fix="Correct the number, or list a device for each target.",
    absent=("hosts", "storage", "workloads"),
)
def lustre_targets(spec: ClusterSpec) -> Iterator[Finding]:
    """Targets fit the hosts, the indices and the devices that are stated."""
    for name, tier, lustre in _served(spec):
        place = ("storage", name, "lustre")
        group = spec.hosts.get(tier.hosts or "")
        most = (group.max or group.count or 0) if group else 0
        if most * OSTS_MOST > INDEX_MOST + 1:
            yield Finding(
                message=f"{most:,} hosts of {tier.hosts} with {OSTS_MOST} indices each need {most * OSTS_MOST:,}, and object targets have {INDEX_MOST + 1:,}",
                loc=place,
                help=f"serve storage.{name} by {(INDEX_MOST + 1) // OSTS_MOST:,} hosts at most",
            )
        if group and group.count is not None and lustre.metadata_hosts > group.count:
            yield Finding(
                message=f"{lustre.metadata_hosts} hosts of {tier.hosts} are to have a metadata target, and {group.count} are installed",
                loc=(*place, "metadata_hosts"),
                help=f"lower metadata_hosts to {group.count}, and raise it when the hosts are there",
            )
        yield from _devices(name, lustre)


def _devices(name: str, lustre: LustreSpec) -> Iterator[Finding]:
    """Find devices that are too few or too many, and those that are stated twice."""
    place, devices = ("storage", name, "lustre", "devices"), lustre.devices
    if devices.ost and len(devices.ost) != lustre.osts:
        yield Finding(
            message=f"each host of storage.{name} has {lustre.osts} object targets, and {len(devices.ost)} devices are listed",
            loc=(*place, "ost"),
            help="list a device for each object target, or none: each is then asked for when it is formatted",
        )
    if lustre.pairs and (devices.ost or devices.mdt):
        yield Finding(
            message=f"both hosts of a pair of storage.{name} would format the same device: they reach the same drives",
            loc=(*place, "ost" if devices.ost else "mdt"),
            help="remove devices.mdt and devices.ost: the device of each target is then stated when it is formatted",
        )
    stated = [("mgt", devices.mgt), ("mdt", devices.mdt), *(("ost", each) for each in devices.ost)]
    for number, (key, device) in enumerate(stated):
        if device and device in {other for _, other in stated[:number]}:
            yield Finding(
                message=f"two targets of storage.{name} are on {device}",
                loc=(*place, key),
                help="use a different device or partition for each target",
            )
