"""NFS: pairs of servers that reach one enclosure and can power each other off, and mounts over TLS."""

from collections.abc import Iterator

from generator.catalog.model import Host as HostModel
from generator.catalog.model import StorageModel
from generator.plan.clients import is_client
from generator.plan.draft import Draft
from generator.plan.hosts.configured import configured_hosts, system_of
from generator.plan.hosts.exports import PAIR
from generator.plan.hosts.mounts import TLS
from generator.plan.records import Tier
from generator.rules import plan_rule
from generator.spec.checks.rule import Finding, KeyFinding


def _paired(plan: Draft) -> Iterator[Tier]:
    for tier in plan.tiers:
        if plan.spec.storage[tier.name].nfs and tier.group in plan.groups:
            yield tier


@plan_rule(
    title="NFS servers that cannot form a pair",
    why="The second host mounts the file system of the first one when this fails: both must reach its drives, and both must be installed.",
    fix="State `failure_domain: 2` where both share an enclosure, and install the first two hosts of the group; else remove `nfs`.",
)
def nfs_pair(plan: Draft) -> Iterator[Finding]:
    """The first two hosts of the group share an enclosure, and are installed."""
    for tier in _paired(plan):
        spec, group = plan.spec.storage[tier.name], plan.groups[tier.group]
        model = plan.catalog.find(StorageModel, group.model)
        together = spec.failure_domain or (model and model.enclosure_hosts)
        if together != PAIR:
            known = (
                f"its hosts fail {together} at a time"
                if together
                else "nothing states that its hosts share an enclosure"
            )
            yield KeyFinding(
                message=f"storage.{tier.name} is served by a pair, and {known}",
                loc=("storage", tier.name, "nfs"),
                help=f"add failure_domain: {PAIR} to storage.{tier.name} if the first two hosts of {tier.group} share an enclosure; else remove nfs",
            )
        there = {host.ordinal for host in plan.hosts if host.group == tier.group}
        absent = [group.host_name(ordinal) for ordinal in range(PAIR) if ordinal not in there]
        if absent:
            yield KeyFinding(
                message=f"storage.{tier.name} is served by a pair, and {' and '.join(absent)} of it is not installed",
                loc=("storage", tier.name, "nfs"),
                help=f"install the first two hosts of {tier.group}, or remove nfs until they are there",
            )


@plan_rule(
    title="A pair of NFS servers without fencing",
    why="If the hosts lose each other, both would mount the file system and destroy it. So a host takes over only after it has powered the other one off by its BMC, which it reaches by a management port in the out-of-band network.",
    fix="Use a host model with the ports `bmc` and `mgmt0` in that network: `storage-2u-pair`, or one of your own in `catalog/hosts/` beside the spec; else remove `nfs`.",
)
def nfs_pair_unfenced(plan: Draft) -> Iterator[Finding]:
    """Both hosts have a BMC and a management port, with addresses."""
    for tier in _paired(plan):
        hosts = [host for host in plan.hosts if host.group == tier.group and host.ordinal < PAIR]
        for port, lacking in (
            ("a BMC", [host.name for host in hosts if not host.bmc]),
            ("a management port (mgmt0)", [host.name for host in hosts if not host.management]),
        ):
            if lacking:
                title = plan.catalog.get(HostModel, plan.groups[tier.group].model).title
                yield KeyFinding(
                    message=f"{' and '.join(lacking)} ({title}) have to power each other off, and have no address of {port} in the out-of-band network",
                    loc=("storage", tier.name, "nfs"),
                    help=f"give hosts.{tier.group} a model with the ports bmc and mgmt0 on the oob fabric, or remove nfs",
                )


@plan_rule(
    title="A pair of NFS servers on an appliance",
    why="An appliance runs the software that its vendor installed: nobody logs in to it, and no files are placed on it.",
    fix="Remove `nfs`, and state the `source` from the setup of the appliance.",
)
def nfs_on_appliance(plan: Draft) -> Iterator[Finding]:
    """Hosts of a pair have an operating system that is configured here."""
    for tier in _paired(plan):
        model = plan.catalog.get(HostModel, plan.groups[tier.group].model)
        if model.appliance:
            yield KeyFinding(
                message=f"storage.{tier.name} would be exported by a pair of {model.title}, which is an appliance",
                loc=("storage", tier.name, "nfs"),
                help="remove nfs, and state source",
            )


_WITH_TLS = {"ubuntu-24.04", "debian-13", "rhel-10", "rocky-10"}
"""Systems with the kernel's part, `xprtsec` in nfs-utils, and ktls-utils: Ubuntu 24.04 (Linux 6.8, nfs-utils 2.6.4, ktls-utils 0.9 of universe), Debian 13 (6.12, 2.8.3, 1.0.0), and RHEL 10
(Red Hat, Managing file systems, Configuring an NFS client with mutual TLS support)."""
_WITHOUT_TLS = {"debian-12": "has Linux 6.1 and no ktls-utils", "ubuntu-22.04": "has Linux 5.15 and no ktls-utils"}


@plan_rule(
    title="NFS over TLS where a host lacks it",
    why="The option `xprtsec` needs Linux 6.5, nfs-utils 2.6.3 and tlshd (ktls-utils) on both sides. A mount without one of them fails at every boot.",
    fix="Give the clients a system that has it (ubuntu-24.04, debian-13, rhel-10, rocky-10) and the tier the `source` of a server with TLS, or remove `xprtsec` from `options`.",
)
def nfs_tls(plan: Draft) -> Iterator[Finding]:
    """Clients of a tier over TLS have a system with it, and mount from a server of the site's: no certificate of hosts of ours is planned."""
    for tier in plan.tiers:
        spec = plan.spec.storage[tier.name]
        asked = sorted(TLS & set((spec.options or "").split(",")))
        if tier.kind != "nfs" or not asked:
            continue
        place = ("storage", tier.name, "options")
        if spec.source is None:
            yield Finding(
                message=f"storage.{tier.name} is mounted with {asked[0]}, and {tier.group} exports it without TLS: the certificates of its hosts are not planned",
                loc=place,
                help=f"remove {asked[0]}, or state the source of a server with TLS",
            )
        systems = dict.fromkeys(system_of(plan, host) for host in configured_hosts(plan) if is_client(tier, host))
        for system in (each for each in systems if each not in _WITH_TLS):
            yield Finding(
                message=f"clients of storage.{tier.name} have {system}, which {_WITHOUT_TLS.get(system, 'no document states to have NFS over TLS')}",
                loc=place,
                help=f"use one of {', '.join(sorted(_WITH_TLS))}, or remove {asked[0]}",
            )
