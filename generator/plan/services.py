"""The services of a cluster, made of the rest of its plan: `plan.json` has no section for what follows from the others."""

from generator.plan.backups.backups import backups_of
from generator.plan.monitoring.watch import watch_of
from generator.plan.plan import Plan
from generator.plan.provisioning.dhcp import dhcp_of
from generator.plan.provisioning.machines import machines_of
from generator.plan.provisioning.names import named_addresses
from generator.plan.provisioning.places import servers_of
from generator.plan.provisioning.records import ProvisioningPlan
from generator.plan.provisioning.serving import serving_of
from generator.plan.provisioning.zones import zones_of


def with_services(plan: Plan) -> Plan:
    """Return a plan with its monitoring, its provisioning and its backups."""
    named = named_addresses(plan)
    servers = servers_of(plan, {each.address: each for each in named})
    provisioning = ProvisioningPlan(
        zones=zones_of(plan, named, servers),
        dhcp=dhcp_of(plan),
        serving=serving_of(plan, servers),
        machines=tuple(machines_of(plan)),
    )
    whole = plan.completed(monitoring=watch_of(plan), provisioning=provisioning)
    return whole.completed(backups=backups_of(whole))
