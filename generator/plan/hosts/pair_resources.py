"""The resources of a pair as Pacemaker runs them: a group whose parts start in their order on one host, and a fencing device for each host.

Parameters are those of the agents (ClusterLabs: resource-agents 4.12, fence-agents 08047403), as are the least timeouts of their actions.
"""

from collections.abc import Iterator

from msgspec import Struct

from generator.plan.hosts.nfs_pairs import Pair

PASSWORD = "cat /etc/clustergen/nfs/bmc-password"  # noqa: S105  (the command that prints it)
"""The command by which fence agents read the password of the BMCs (`password_script`), so that it is in no configuration and no process list."""


class Resource(Struct, frozen=True, kw_only=True):
    """A resource: its agent, the agent's parameters, and its actions as (name, interval, timeout) in seconds."""

    name: str
    agent: str
    parameters: tuple[tuple[str, str], ...]
    actions: tuple[tuple[str, int, int], ...]


def grouped(pair: Pair) -> Iterator[Resource]:
    """Yield what moves together, in the order of starts: the address comes last, so that no client reaches a server without its exports."""
    yield Resource(
        name=f"{pair.tier}-device",
        agent="Filesystem",
        parameters=(
            ("device", pair.device),
            ("directory", pair.mount),
            ("fstype", pair.filesystem),
            ("options", pair.options),
        ),
        actions=(("start", 0, 60), ("stop", 0, 60), ("monitor", 20, 40)),
    )
    yield Resource(
        name=f"{pair.tier}-server",
        agent="nfsserver",
        parameters=(
            ("nfs_ip", pair.shared.address),
            ("nfs_server_scope", pair.shared.address),
            ("nfs_shared_infodir", pair.state),
            ("nfsv4_only", "true"),
        ),
        actions=(("start", 0, 40), ("stop", 0, 20), ("monitor", 10, 20)),
    )
    yield Resource(
        name=f"{pair.tier}-address",
        agent="IPaddr2",
        parameters=(("ip", pair.shared.address), ("cidr_netmask", str(pair.length)), ("nic", pair.interface)),
        actions=(("start", 0, 20), ("stop", 0, 20), ("monitor", 10, 20)),
    )


def fencing(pair: Pair) -> Iterator[tuple[str, Resource]]:
    """Yield the device that powers a host off, with the host: the other one uses it."""
    unverified = () if pair.bmc_verify else (("ssl_insecure", "true"),)
    for host in pair.hosts:
        parameters = (
            ("ip", host.bmc),
            ("username", pair.bmc_user),
            ("password_script", PASSWORD),
            ("pcmk_host_list", host.name),
            *unverified,
        )
        yield (
            host.name,
            Resource(
                name=f"fence-{host.name}", agent="fence_redfish", parameters=parameters, actions=(("monitor", 60, 60),)
            ),
        )


_EVERYWHERE = ("corosync", "pacemaker")
_AGENTS = {
    "debian-12": ("fence-agents", "pacemaker-cli-utils", "python3-requests", "resource-agents"),
    "debian-13": ("fence-agents-redfish", "pacemaker-cli-utils", "resource-agents"),
    "ubuntu-22.04": ("fence-agents-extra", "pacemaker-cli-utils", "resource-agents-base", "resource-agents-extra"),
    "ubuntu-24.04": ("fence-agents-redfish", "pacemaker-cli-utils", "resource-agents-base", "resource-agents-extra"),
}
"""Packages with the agents, by system, as the lists of packages of these releases have them."""
_REDHAT = ("fence-agents-redfish", "resource-agents")
"""Those of Red Hat's family, in its repository HighAvailability."""
_MAKERS = {"xfs": "xfsprogs", "ext4": "e2fsprogs"}


def pair_packages(pair: Pair) -> tuple[str, ...]:
    """Return the packages of a pair's hosts beside the NFS server, sorted."""
    return tuple(sorted({*_EVERYWHERE, *_AGENTS.get(pair.system, _REDHAT), _MAKERS[pair.filesystem]}))
