"""Who runs a subnet manager: hosts of the envelope, so that none of them changes when another arrives."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from generator.model.groups import HostGroup
from generator.plan.infiniband.subnet import Runner, SubnetHost

_SPARED = ("manager", "control", "login", "gateway", "border", "storage", "compute")
"""Roles in the order in which their hosts are asked to run a subnet manager beside their own work."""
_PAIR = 2
"""One that works and one that waits."""


def plan_runners(groups: Sequence[HostGroup], seated: Mapping[str, SubnetHost]) -> tuple[Runner, ...]:
    """Return all hosts made to manage, else the first two of those that compute least.

    `groups` are those with ports on the subnet. Their order and ordinals decide, never what is installed: a manager that moved to a
    host that comes later would take the subnet from one that works.
    """
    ranked = sorted(groups, key=lambda group: (_SPARED.index(group.role), group.order))
    managers = [group for group in ranked if group.role == "manager"]
    return tuple(_runners(managers, seated) if managers else islice(_runners(ranked, seated), _PAIR))


def _runners(groups: Sequence[HostGroup], seated: Mapping[str, SubnetHost]) -> Iterator[Runner]:
    for group in groups:
        for ordinal in range(group.max):
            name = group.host_name(ordinal)
            host = seated.get(name)
            guid = next(iter(host.guids), "") if host else ""
            yield Runner(device=name, role=group.role, guid=guid, installed=host is not None)
