"""Partitions of a subnet.

With one tenant, or none, all ports are full members of Default, which is stated explicitly. With tenants, Default has limited members
only, who reach its full members and not each other: the subnet manager and the hosts that serve everyone (storage, gateways). Each tenant
has a partition of its own, of which its hosts are full members. Partitions follow from the envelope, their lines of members from installed hosts, so
a new host adds its own and changes no other.
"""

from collections.abc import Iterator, Sequence

from generator.model.groups import HostGroup
from generator.plan.infiniband.subnet import Partition, SubnetHost
from generator.plan.infiniband.tenancy import Tenant

DEFAULT_PKEY = 0x7FFF
"""The key of Default (IBA 1.2.1, 10.9.2: 0xffff is its full membership)."""
_SERVING = frozenset({"storage", "gateway", "manager", "border"})
"""Roles whose hosts every tenant may reach."""
_DATA = frozenset({"storage", "gateway", "border"})
"""Those of them that carry tenants' data: where they are, Default is what tenants use most."""


def plan_partitions(
    hosts: Sequence[SubnetHost], groups: Sequence[HostGroup], tenants: Sequence[Tenant], *, ipoib: bool
) -> Iterator[Partition]:
    """Yield the partitions of a subnet, Default first, then the tenants' by name; `groups` have ports on it."""
    if not tenants:
        yield Partition(
            name="Default",
            pkey=DEFAULT_PKEY,
            everyone="full",
            first=False,
            ipoib=ipoib,
            members=(),
            use="no tenants are declared: every port may reach every other, on purpose",
        )
        return
    owned = {host for tenant in tenants for host in tenant.hosts}
    serving = tuple(host for host in hosts if host.role in _SERVING and host.device not in owned)
    data = [group for group in groups if group.role in _DATA]
    shared = any(group.host_name(ordinal) not in owned for group in data for ordinal in range(group.max))
    yield Partition(
        name="Default",
        pkey=DEFAULT_PKEY,
        everyone="limited",
        first=shared,
        ipoib=ipoib and shared,
        members=serving,
        use="limited members reach the subnet manager and the hosts below, and not each other",
    )
    for tenant in tenants:
        yield Partition(
            name=tenant.name,
            pkey=tenant.pkey,
            everyone="",
            first=not shared,
            ipoib=ipoib,
            members=tuple(host for host in hosts if host.device in tenant.hosts),
            use=f"tenant {tenant.name}",
        )
