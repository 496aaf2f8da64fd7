"""Tenants: hosts that exist, each in one tenant at most, and none forgotten."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.infiniband.tenancy import plan_tenants, strangers
from generator.plan.plan import Plan
from generator.rules import plan_rule, plan_warning
from generator.rules.states import names_of
from generator.source.diagnostic import Note
from generator.spec.checks.rule import Finding, KeyFinding

_MOST_DIGITS = 9
_KINDS = {"vni": "VXLAN network", "vlan": "VLAN id"}


@plan_rule(
    title="A tenant's host that the envelope does not have",
    why="A misspelt host would be in no partition, and a tenant cannot be larger than the cluster.",
    fix="Name hosts of the envelope, or a group.",
)
def tenant_host_unknown(plan: Draft) -> Iterator[Finding]:
    """Every entry names hosts of the envelope."""
    for name in sorted(plan.spec.tenants):
        for index, entry, host in strangers(plan.cluster, name):
            known = (_span(group.host_name(0), group.host_name(group.max - 1)) for group in plan.cluster.groups)
            single, folded = f"the host {host}, and the envelope does not", f"{entry}, and the envelope has no {host}"
            yield Finding(
                message=f"the tenant {name} has {single if entry == host else folded}",
                loc=("tenants", name, "hosts", index),
                help=f"{_padded(plan, host)}the envelope has {', '.join(known)}",
            )


def _padded(plan: Draft, host: str) -> str:
    """Suggest the host whose name has the same number with other digits."""
    stem = host.rstrip("0123456789")
    number = int(host[len(stem) :][-_MOST_DIGITS:] or 0)
    for group in plan.cluster.groups:
        if group.name == stem and 1 <= number <= group.max:
            return f"did you mean {group.host_name(number - 1)}? "
    return ""


@plan_rule(
    title="A host in two tenants",
    why="It would be a member of both partitions, and so connect tenants that must be isolated.",
    fix="Assign it to one of them.",
)
def tenant_host_twice(plan: Draft) -> Iterator[Finding]:
    """No host is in two tenants; the first such host of each pair is named."""
    owner: dict[str, str] = {}
    for tenant in plan_tenants(plan.cluster):
        shared: dict[str, list[str]] = {}
        for host in sorted(tenant.hosts):
            other = owner.setdefault(host, tenant.name)
            if other != tenant.name:
                shared.setdefault(other, []).append(host)
        for other, hosts in shared.items():
            yield Finding(
                message=f"{_few(hosts)} {'is' if len(hosts) == 1 else 'are'} in the tenants {other} and {tenant.name}",
                loc=("tenants", tenant.name, "hosts", _entry(plan, tenant.name, hosts[0])),
                notes=(Note("here first", ("tenants", other, "hosts", _entry(plan, other, hosts[0]))),),
                help="assign each host to one tenant",
            )


@plan_rule(
    title="Two tenants with one number",
    why="A VXLAN network or VLAN id that two tenants share connects tenants that must be isolated.",
    fix="State `vni` or `vlan` for one of them.",
)
def tenant_number_twice(plan: Plan) -> Iterator[Finding]:
    """VXLAN networks and VLAN ids of tenants are their own, and no segment's."""
    taken = {("vlan", v.vlan): f"the segment {v.name}" for v in plan.vlans} | {
        ("vni", v.vni): f"the segment {v.name}" for v in plan.vlans if v.vni is not None
    }
    for vrf in plan.vrfs:
        for kind, number in (("vni", vrf.vni), ("vlan", vrf.vlan)):
            mine = f"the tenant {vrf.tenant}" if vrf.tenant else f"the instance {vrf.name}"
            owner = taken.setdefault((kind, number), mine)
            if owner != mine and vrf.tenant:
                yield KeyFinding(
                    message=f"{mine} has the {_KINDS[kind]} {number}, and so has {owner}",
                    loc=("tenants", vrf.tenant),
                    help=f"state tenants.{vrf.tenant}.{kind}",
                )


@plan_warning(
    title="Compute hosts of no tenant",
    why="In a cluster with tenants, a host without a tenant is a limited member of Default: it reaches only hosts that serve everyone.",
    fix="Assign them to a tenant, for example to one of your own.",
)
def tenant_leftover(plan: Draft) -> Iterator[Finding]:
    """Every installed compute host of an InfiniBand fabric has a tenant, where there are any."""
    owned = {host for tenant in plan_tenants(plan.cluster) for host in tenant.hosts}
    seated = {host.device for subnet in plan.subnets for host in subnet.hosts if host.role == "compute"}
    left = [host.name for host in plan.hosts if host.name in seated - owned]
    if plan.spec.tenants and left:
        yield KeyFinding(
            message=f"{_few(left)} {'belongs' if len(left) == 1 else 'belong'} to no tenant, and {'reaches' if len(left) == 1 else 'reach'} no other compute host over InfiniBand",
            loc=("tenants",),
            help="assign them to a tenant, for example to one of your own",
        )


def _entry(plan: Draft, tenant: str, host: str) -> int:
    entries = plan.spec.tenants[tenant].hosts
    return next((index for index, entry in enumerate(entries) if host in names_of(plan, entry)), 0)


def _few(hosts: list[str]) -> str:
    return hosts[0] if len(hosts) == 1 else f"{hosts[0]} and {len(hosts) - 1} more"


def _span(first: str, last: str) -> str:
    return first if first == last else f"{first} to {last}"
