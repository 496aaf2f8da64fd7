"""Access by SSH: existing groups of accounts on existing groups of hosts."""

from collections.abc import Iterator

from generator.spec.checks.rule import Finding, spec_rule
from generator.spec.cluster import ClusterSpec


@spec_rule(
    title="SSH access for an unknown group or on unknown hosts",
    why="sshd accepts nobody through an unknown group, and hosts of a misspelt host group would accept everyone.",
    fix="Name a group of hosts, and groups of `users.groups`.",
)
def ssh_group_unknown(spec: ClusterSpec) -> Iterator[Finding]:
    """Keys of `users.ssh_groups` are groups of hosts, and their values are groups of accounts."""
    for hosts, groups in sorted(spec.users.ssh_groups.items()):
        place = ("users", "ssh_groups", hosts)
        if hosts not in spec.hosts:
            message = f"SSH access is stated for the hosts {hosts}, and there is no such group of hosts"
            yield Finding(message=message, loc=place, at_key=True, help=f"use one of {', '.join(sorted(spec.hosts))}")
        for index, group in enumerate(groups):
            if group not in spec.users.groups:
                known = ", ".join(sorted(spec.users.groups))
                yield Finding(
                    message=f"the group {group} has SSH access on {hosts}, and it is not in users.groups",
                    loc=(*place, index),
                    help=f"use one of {known}" if known else "state it in users.groups with its gid",
                )
