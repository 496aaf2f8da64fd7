"""NVLink domains numbered for the whole cluster: a group counts its own from 0, and two groups may have some."""

from generator.plan.draft import Draft


def nvlink_domains(plan: Draft) -> dict[str, int]:
    """Give the NVLink domain, from 1, of every host of one: group after group, by the envelope, so that no number ever moves."""
    first, found = {}, 1
    for group in plan.cluster.groups:
        hosts = group.model.nvlink_domain_hosts
        if hosts:
            first[group.name] = found
            found += -(-group.max // hosts)
    return {host.name: first[host.group] + host.domain for host in plan.hosts if host.domain is not None}
