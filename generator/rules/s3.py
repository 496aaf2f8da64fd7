"""Object stores of the site: who completes their buckets, and whether hosts reach them."""

from collections.abc import Iterator

from generator.plan.draft import Draft
from generator.plan.tenants import frontend_home
from generator.rules import plan_rule, plan_warning
from generator.rules.directory import way_to_site
from generator.rules.receivers import is_outside
from generator.spec.checks.rule import Finding, KeyFinding
from generator.spec.s3 import endpoint_of


@plan_rule(
    title="Buckets of the site's store that nobody creates",
    why="A control host creates buckets with the keys of their owners, and sets after how many days objects are deleted.",
    fix="Add a control host, or remove `buckets` and have their owners create them.",
)
def s3_without_control(plan: Draft) -> Iterator[Finding]:
    """Where a store of the site has buckets, there is a control host."""
    for tier in plan.tiers:
        store = plan.spec.storage[tier.name].s3
        if store and store.buckets and not plan.hosts_of.get("control"):
            yield KeyFinding(
                message=f"storage.{tier.name} has buckets, and no control host is there to create them",
                loc=("storage", tier.name, "s3", "buckets"),
                help="add hosts with role: control, or remove buckets",
            )


@plan_warning(
    title="An object store that no uplink reaches",
    why="Clients and control hosts reach an endpoint at the site by an uplink. Without one, they reach only addresses of the cluster.",
    fix="State `addressing.way_out` or an `edge` of the frontend, or an endpoint that is in the cluster.",
)
def s3_out_of_reach(plan: Draft) -> Iterator[Finding]:
    """Endpoints outside of the cluster are behind an uplink."""
    home = frontend_home(plan.cluster)
    if plan.spec.addressing.way_out or any(uplink.fabric == home for uplink in plan.site_uplinks):
        return
    for tier in plan.tiers:
        store = plan.spec.storage[tier.name].s3
        for index, host in enumerate(endpoint_of(url)[0] for url in (store.endpoints if store else ())):
            if is_outside(plan, host):
                yield Finding(
                    message=f"clients of storage.{tier.name} cannot reach {host}: no uplink to the site is planned",
                    loc=("storage", tier.name, "s3", "endpoints", index),
                    help=f"{way_to_site(plan)}, or an endpoint that is in the cluster",
                )
