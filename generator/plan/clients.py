"""Who uses a storage tier, and who mounts it: hosts of its clients' roles that do not serve it, and that a network leads to."""

from collections.abc import Iterable
from typing import Protocol

from generator.plan.records import Host, Tier
from generator.workload.clients import is_client_of

_NO_PORT = "no port on the {} fabric"
_SHARED = frozenset({"nfs", "parallel"})


def uses(tier: Tier, host: Host) -> bool:
    """Return whether a host uses a tier, mounted or not: its servers do not, nor do those that no port leads to it."""
    return uses_in(tier, role=host.role, group=host.group)


def uses_in(tier: Tier, *, role: str, group: str) -> bool:
    """Return the same of the hosts of a group."""
    return group not in tier.apart and is_client_of(tier.clients, tier.group, role=role, group=group)


def is_client(tier: Tier, host: Host) -> bool:
    """Return whether a host mounts a tier."""
    return bool(tier.mount) and uses(tier, host)


class Grouped(Protocol):
    """A group of hosts, of the model or of the plan."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def role(self) -> str:
        """The role of its hosts."""


def client_roles(groups: Iterable[Grouped], tier: Tier) -> tuple[str, ...]:
    """Return the roles of a tier's clients, without those whose groups are all `apart`."""
    every = [*groups]
    left = {group.role for group in every if uses_in(tier, role=group.role, group=group.name)}
    lost = {group.role for group in every if group.name in tier.apart} - left
    return tuple(role for role in tier.clients if role not in lost)


def shared_by(groups: Iterable[Grouped], tier: Tier, *roles: str) -> bool:
    """Return whether all hosts of these roles have the files of a tier on one path; those that serve it have them, too."""
    lost = {group.role for group in groups if group.name in tier.apart}
    return bool(tier.mount) and tier.kind in _SHARED and {*roles} <= {*tier.clients} - lost


def why_apart(tier: Tier, group: str) -> str:
    """Return that a group does not use a tier, with the reason, as a sentence."""
    how = f"mounts {tier.mount}" if tier.mount else "uses it"
    return f"no host of {group} {how}: it has {_NO_PORT.format(tier.fabric)}"


def lacks_port(tier: Tier, group: str) -> str:
    """Return the reason alone."""
    return f"{group} has {_NO_PORT.format(tier.fabric)}"
