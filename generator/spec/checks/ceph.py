"""Object stores that hosts of the cluster serve with Ceph: where they may be stated, their monitors and gateways, and owners of buckets."""

from collections.abc import Iterator

from generator.source.diagnostic import Note
from generator.spec.ceph import COPIES
from generator.spec.checks.rule import Finding, KeyFinding, repeated, spec_rule, spec_warning
from generator.spec.cluster import ClusterSpec
from generator.spec.storage import TierSpec

_TAKEN = (
    (22, 22, "SSH"),
    (53, 53, "name servers"),
    (111, 111, "NFS and RPC"),
    (2049, 2049, "NFS and RPC"),
    (3300, 3300, "monitors"),
    (6789, 6789, "monitors"),
    (6800, 7568, "OSDs and managers"),
    (9100, 9100, "node exporters"),
)
"""Ports that hosts of a store listen on, from `catalog/access/services.yaml`, by who does."""


@spec_rule(
    title="Ceph on a tier of another kind",
    why="`ceph` serves buckets: an object store has no mount, and its hosts have the daemons of one cluster.",
    fix="Make the tier `kind: object` with `product: Ceph RGW`, without `mount`, `source`, `lustre`, `scale`, `beegfs` and `nfs`; serve one tier with each group.",
    absent=("storage.*",),
)
def ceph_misplaced(spec: ClusterSpec) -> Iterator[Finding]:
    """A tier with `ceph` is an object store of that product, whose hosts serve no other one with it."""
    served: dict[str, str] = {}
    for name, tier in spec.storage.items():
        if tier.ceph is None:
            continue
        wrong = [f"kind: {tier.kind}"] if tier.kind != "object" else []
        wrong += [f"product: {tier.product}"] if tier.product and "ceph" not in tier.product.lower() else []
        wrong += [key for key in ("mount", "source", "lustre", "scale", "beegfs", "nfs") if getattr(tier, key)]
        wrong += [] if tier.hosts else ["no hosts"]
        wrong += [f"the hosts of storage.{served[tier.hosts]}"] if tier.hosts in served else []
        served.setdefault(tier.hosts or "", name)
        if wrong:
            yield KeyFinding(
                message=f"storage.{name} is served with Ceph, and has {', '.join(wrong)}",
                loc=("storage", name, "ceph"),
                help="remove ceph, or write kind: object, product: Ceph RGW and hosts of its own, without mount, source and other products",
            )


@spec_rule(
    title="A Ceph cluster with too few hosts",
    why="Monitors and gateways are on different hosts, and each copy, or part of the protection, is in another host. Without so many hosts, nothing is written.",
    fix="Install more hosts, or lower `monitors`, `gateways` or the `protection` of the tier.",
    absent=("hosts", "storage", "workloads"),
)
def ceph_hosts(spec: ClusterSpec) -> Iterator[Finding]:
    """The group has a host for each monitor, gateway and part."""
    for name, tier in spec.storage.items():
        group = spec.hosts.get(tier.hosts or "")
        if tier.ceph is None or group is None or group.count is None:
            continue
        parts = tier.protection.data + tier.protection.parity if tier.protection else COPIES
        wants = {
            "monitors": tier.ceph.monitors,
            "gateways": tier.ceph.gateways,
            "copies" if not tier.protection else "parts": parts,
        }
        for what, wanted in wants.items():
            if wanted > group.count:
                yield KeyFinding(
                    message=f"storage.{name} has {wanted} {what}, each on another host, and {tier.hosts} has {group.count} host{'s' * (group.count != 1)}",
                    loc=("storage", name, "ceph"),
                    help=f"set count: {wanted} in hosts.{tier.hosts}, or lower {what if what in {'monitors', 'gateways'} else 'protection'} of storage.{name}",
                )


@spec_rule(
    title="A drive that is stated twice",
    why="Each drive becomes one OSD.",
    fix="State each path once in `devices`.",
)
def ceph_drive_twice(spec: ClusterSpec) -> Iterator[Finding]:
    """Drives of an object store are different ones."""
    for name, tier in spec.storage.items():
        devices = tier.ceph.devices if tier.ceph else ()
        for each in sorted({each for each in devices if devices.count(each) > 1}):
            yield KeyFinding(
                message=f"storage.{name} has the drive {each} {devices.count(each)} times",
                loc=("storage", name, "ceph", "devices"),
                help=f"remove one {each} from devices",
            )


@spec_rule(
    title="Ceph on a system that is not of Debian's family",
    why="Packages, units and the role are those of Ubuntu and Debian: other systems have Ceph from other repositories, under other names.",
    fix="Use an `os` of Ubuntu or Debian for the group, or remove `ceph` where others set the store up.",
)
def ceph_system(spec: ClusterSpec) -> Iterator[Finding]:
    """The hosts of an object store run Ubuntu or Debian."""
    for name, tier in spec.storage.items():
        group = spec.hosts.get(tier.hosts or "")
        if tier.ceph and group and not group.os.startswith(("ubuntu-", "debian-")):
            yield KeyFinding(
                message=f"storage.{name} is served with Ceph, and {tier.hosts} runs {group.os}",
                loc=("storage", name, "ceph"),
                help=f"set os: ubuntu-24.04 or debian-12 in hosts.{tier.hosts}",
            )


@spec_rule(
    title="A port that hosts of the store use themselves",
    why="The gateway would not start, or another service of the host would not: SSH, monitors, OSDs and exporters listen on every address.",
    fix="Use another `port`: 443 is the default, and 8443 is usually unused.",
)
def ceph_port(spec: ClusterSpec) -> Iterator[Finding]:
    """The port of the gateways is unused."""
    for name, tier in spec.storage.items():
        for first, last, who in _TAKEN if tier.ceph else ():
            if tier.ceph and first <= tier.ceph.port <= last:
                yield Finding(
                    message=f"the gateways of storage.{name} have the port {tier.ceph.port}, which {who} of their hosts use",
                    loc=("storage", name, "ceph", "port"),
                    help="remove port (443), or set port: 8443",
                )


@spec_rule(
    title="A drive of two tiers",
    why="The second tier would find the drive in use, or write over the data of the first one.",
    fix="State each drive of a host group in one tier.",
)
def drive_two_tiers(spec: ClusterSpec) -> Iterator[Finding]:
    """No path of a drive is in two tiers of the same hosts, for all products."""
    drives = (((tier.hosts, each), name) for name, tier in spec.storage.items() if tier.hosts for each in _drives(tier))
    for (hosts, drive), first, name in repeated(drives):
        yield KeyFinding(
            message=f"{drive} of {hosts} is a drive of storage.{first} and of storage.{name}",
            loc=("storage", name),
            notes=(Note("the first one", ("storage", first)),),
            help="state another drive",
        )


def _drives(tier: TierSpec) -> Iterator[str]:
    """Yield the paths of the drives that a tier takes on its hosts."""
    yield from tier.ceph.devices if tier.ceph else ()
    if tier.lustre:
        of = tier.lustre.devices
        yield from (each for each in (of.mgt, of.mdt, *of.ost) if each)
    yield from (each.device for each in tier.scale.disks) if tier.scale else ()
    yield from (tier.nfs.device,) if tier.nfs else ()


@spec_warning(
    title="An object store with one part of parity, or two copies",
    why="Objects are read and written while one part more than the data is there, or two copies: with fewer, the loss of the next drive would lose what was written last. With one part of parity, a host that is away stops what is on it until it is back.",
    fix="Use `parity: 2`, or remove `protection` for three copies.",
)
def ceph_one_parity(spec: ClusterSpec) -> Iterator[Finding]:
    """The store works without one host."""
    for name, tier in spec.storage.items():
        if tier.ceph and tier.protection and tier.protection.parity == 1:
            yield KeyFinding(
                message=f"storage.{name} has {tier.protection.data} + 1 parts: nothing is lost with one host, but its objects cannot be read or written until the host is back or its parts are rebuilt",
                loc=("storage", name, "protection"),
                help=f"set protection: {{data: {tier.protection.data}, parity: 2}}, or remove it for three copies",
            )
