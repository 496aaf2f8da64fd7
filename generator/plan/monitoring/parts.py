"""Which services of hosts there are to watch, installed or not."""

from generator.plan.hosts.gds import section_of
from generator.plan.infiniband.subnets import OPENSM
from generator.plan.plan import Plan


def has_pairs(plan: Plan) -> bool:
    """Whether a tier has a pair of NFS servers, installed or not."""
    return any(tier.nfs for tier in plan.site.storage.values())


def has_ceph(plan: Plan) -> bool:
    """Whether hosts serve an object store with Ceph, installed or not."""
    return any(tier.ceph for tier in plan.site.storage.values())


def has_balancers(plan: Plan) -> bool:
    """Whether gateways of an object store share addresses, installed or not."""
    return any(tier.ceph and tier.ceph.addresses for tier in plan.site.storage.values())


def has_opensm(plan: Plan) -> bool:
    """Whether hosts manage a subnet of InfiniBand."""
    return any(subnet.manager == OPENSM for subnet in plan.subnets)


def has_scale(plan: Plan) -> bool:
    """Whether a tier is Storage Scale, of hosts or of the site, installed or not."""
    return any(section_of(tier) == "gpfs" for tier in plan.site.storage.values())
