"""The cables of a host by its ports, from the links of cabling/cables.csv, so that a report of a failed port names its cable."""

from collections.abc import Iterator

from msgspec import Struct

from generator.plan.cabling.ends import port_text
from generator.plan.plan import Plan
from generator.plan.records import Host

CABLES_FOLDER = "/etc/clustergen"
"""Where a host has the file `cables`."""


class HostCable(Struct, frozen=True, kw_only=True):
    """A port of a host, its RDMA device where a document names it, its cable, and the switch's port at the other end by its name and by its cage."""

    port: str
    rdma: str
    cable: str
    switch: str
    switch_port: str
    cage: str


def cables_of(plan: Plan, host: Host) -> Iterator[HostCable]:
    """Yield a host's cables in the order of its links, its BMC's with them."""
    devices = {each.name: each.rdma for each in plan.interfaces_of[host.name] if each.kind != "member"}
    for link in plan.links_of[host.name]:
        yield HostCable(
            port=link.a.interface,
            rdma=devices.get(link.a.interface, ""),
            cable=link.cable,
            switch=link.b.device,
            switch_port=link.b.interface,
            cage=port_text(link.b),
        )
