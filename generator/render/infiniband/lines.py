"""Lines of partitions.conf: a definition and a line a host, so that a new host adds a line and changes none."""

from collections.abc import Iterator

from generator.plan.infiniband.subnet import Partition, Subnet, SubnetHost
from generator.plan.infiniband.subnets import UFM

IPOIB_MTU = "mtu=5"
"""4,096 bytes (IBA's code 5); IP packets are then up to 4,092."""


def partition_lines(subnet: Subnet) -> Iterator[str]:
    """Yield every line. Under UFM, Default is UFM's own and not restated, and the manual's form of a line has no `indx0`."""
    ufm = subnet.manager == UFM
    for partition in subnet.partitions:
        if ufm and partition.everyone:
            continue
        first = partition.first and not ufm
        yield f"# {partition.name}: {partition.use}"
        yield f"{_head(partition, first=first, opening=True)} : {_everyone(partition)};"
        for host in partition.members:
            if host.guids:
                yield f"{_head(partition, first=first, opening=False)} : {', '.join(host.guids)} ; # {host.device}"
            if host.missing:
                yield f"# {host.device}: {missing(host)}"


def missing(host: SubnetHost) -> str:
    """Report which port GUIDs of a host are not known."""
    names = ", ".join(port for port, _, guid in host.ports if not guid)
    return f"no port GUID in assets.yaml yet of {names}"


def _head(partition: Partition, *, first: bool, opening: bool) -> str:
    """Define the partition: its key, whether that comes first in a port's table, and in the opening line what it carries."""
    flags = [f"{partition.name}=0x{partition.pkey:04x}"]
    if first:
        flags.append("indx0")
    if opening and partition.ipoib:
        flags += ["ipoib", IPOIB_MTU]
    member = partition.everyone if opening and partition.everyone else "full"
    return ", ".join([*flags, f"defmember={member}"])


def _everyone(partition: Partition) -> str:
    return f"ALL={partition.everyone}, SELF=full " if partition.everyone else ""
