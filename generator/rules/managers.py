"""Subnet managers: somebody runs them, and nobody whom a tenant rules."""

from collections.abc import Iterator

from generator.catalog.model import Switch as SwitchModel
from generator.model.appliances import fitting_appliance, manager_advice
from generator.plan.draft import Draft
from generator.plan.infiniband.subnet import Subnet
from generator.plan.infiniband.subnets import UFM
from generator.plan.infiniband.tenancy import plan_tenants
from generator.plan.plan import Plan
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding


@plan_rule(
    title="A subnet manager on a tenant's hosts",
    why="The host that runs the subnet manager is a full member of Default, of which all others are limited members: every tenant reaches it, and whoever rules it writes the partitions of all.",
    fix="Add a host group of role manager that has ports on the fabric, or use manager: ufm.",
)
def manager_on_compute(plan: Draft) -> Iterator[Finding]:
    """Where tenants share a subnet, somebody else than compute hosts runs its manager."""
    tenants = plan_tenants(plan.cluster)
    for subnet in plan.subnets if tenants else ():
        computing = [runner.device for runner in subnet.runners if runner.role == "compute"]
        if computing:
            spec = plan.spec.fabrics.given()[subnet.fabric]
            hosts = sum(1 for host in subnet.hosts if host.role == "compute")
            who = f"{' and '.join(computing)}, which compute{'s' if len(computing) == 1 else ''}"
            yield KeyFinding(
                message=f"{subnet.manager} of {subnet.name} is to run on {who}: a full member of Default reaches all {_counted(hosts, 'compute host')} there and is reached by them, across the borders of {_counted(len(tenants), 'tenant')}",
                loc=(*subnet.origin, "manager") if spec.manager else subnet.origin,
                help=_who_else(plan, subnet),
            )


def _who_else(plan: Draft, subnet: Subnet) -> str:
    """Who can manage a subnet instead of compute hosts; in several planes nobody, as `manager-planes` explains."""
    spec = plan.spec.fabrics.given()[subnet.fabric]
    leaf = plan.catalog.get(SwitchModel, spec.leaf.model)
    whole = "remove `planes`, and " if (spec.planes or 1) > 1 else ""
    ufm = ", or use manager: ufm" if fitting_appliance(spec, leaf, plan.catalog) else ""
    return f"{whole}{manager_advice(subnet.fabric, spec, leaf, plan.catalog)}{ufm}"


@plan_warning(
    title="A subnet that nobody manages yet",
    why="Who runs the subnet manager follows from the envelope, so that no later host takes it from one that works; until one of those hosts is there, no port of the subnet comes up.",
    fix="Install one of them first, or add a host group of role manager.",
)
def manager_to_come(plan: Plan) -> Iterator[Finding]:
    """One at least of the hosts that run a subnet's manager is installed, where any host is."""
    for subnet in plan.subnets:
        if subnet.hosts and subnet.runners and not any(runner.installed for runner in subnet.runners):
            names = " and ".join(runner.device for runner in subnet.runners)
            yield KeyFinding(
                message=f"{subnet.manager} of {subnet.name} is to run on {names}, and {_counted(len(subnet.hosts), 'host')} of the subnet {'is' if len(subnet.hosts) == 1 else 'are'} installed, none of these",
                loc=subnet.origin,
                help=f"install {subnet.runners[0].device} first, or run the manager elsewhere until it comes",
            )


@plan_warning(
    title="Tenants beside UFM's own Default partition",
    why="UFM makes every host port a full member of Default unless it is told otherwise (NVIDIA UFM Enterprise User Manual, Appendix Partitioning): there, all tenants meet.",
    fix="Make the membership of the partition 0x7fff limited in UFM, and look at the port's table with smpquery pkeys.",
)
def ufm_default_full(plan: Draft) -> Iterator[Finding]:
    """Remind of what a file of ours cannot settle."""
    for subnet in plan.subnets:
        if subnet.manager == UFM and plan.spec.tenants:
            yield Finding(
                message=f"UFM makes all host ports of {subnet.name} full members of Default by itself, where the tenants would meet",
                loc=(*subnet.origin, "manager"),
                help="make the membership of 0x7fff limited in UFM before tenants arrive, and check it with smpquery pkeys",
            )


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
