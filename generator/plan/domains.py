"""NVLink domains numbered for the whole cluster: a group counts its own from 0, and two groups may have some."""

from generator.catalog.model import Host
from generator.plan.plan import Plan


def domain_hosts(plan: Plan, model: str) -> int | None:
    """Return how many hosts of a model one NVLink domain spans; None where it is the host itself."""
    return plan.hardware.get(Host, model).nvlink_domain_hosts


def nvlink_domains(plan: Plan) -> dict[str, int]:
    """Return the NVLink domain, from 1, of every host of one: group after group, by the envelope, so that no number ever moves."""
    first, found = {}, 1
    for group in plan.groups.values():
        hosts = domain_hosts(plan, group.model)
        if hosts:
            first[group.name] = found
            found += -(-group.max // hosts)
    return {host.name: first[host.group] + host.domain for host in plan.hosts if host.domain is not None}
