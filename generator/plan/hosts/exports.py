"""What a host of ours exports over NFS: the tiers that it serves, each to the prefixes of its clients.

Who may ask is what the matrix says, so an export list and a firewall never differ. Root of a client is nobody (exports(5), root_squash).
"""

from collections.abc import Iterator

from msgspec import Struct

from generator.plan.hosts.names import Names
from generator.plan.plan import Plan
from generator.plan.records import Host

_OPTIONS = "rw,sync,no_subtree_check"


class Export(Struct, frozen=True, kw_only=True):
    """A folder and whom it is for, as prefixes; options as exports(5) takes them."""

    tier: str
    path: str
    clients: tuple[str, ...]
    options: str


def exports_of(plan: Plan, names: Names, host: Host) -> Iterator[Export]:
    """Yield the exports of a host: those of NFS tiers whose first host it is, where no `source` of the site's serves them."""
    for tier in plan.tiers:
        served = (
            tier.kind == "nfs" and tier.group == host.group and tier.mount and not plan.site.storage[tier.name].source
        )
        if not served or host.name not in names.server(tier).names[-1:]:
            continue
        zones = [
            flow.source
            for flow in plan.access.flows
            if flow.why == f"storage.{tier.name}" and flow.service.name == "nfs"
        ]
        clients = sorted({prefix for zone in zones for prefix in plan.access.zone[zone].prefixes})
        yield Export(tier=tier.name, path=tier.mount, clients=tuple(clients), options=_OPTIONS)
