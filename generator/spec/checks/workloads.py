"""Workloads: whose they are."""

from collections.abc import Iterator

from generator.spec.checks.rule import Finding, spec_rule
from generator.spec.cluster import ClusterSpec


@spec_rule(
    title="A workload of an unknown tenant",
    why="It runs on its tenant's hosts, in the tenant's partition and workspace; without a tenant it would run nowhere.",
    fix="Use the name of one of `tenants`, or remove `tenant` if the cluster has no tenants.",
    names=("tenants",),
)
def workload_tenant(spec: ClusterSpec) -> Iterator[Finding]:
    """Every `tenant` of a workload is one of the cluster's."""
    for name, stated in sorted(spec.workloads.items()):
        if stated.tenant is not None and stated.tenant not in spec.tenants:
            yield Finding(
                message=f"the workload {name} belongs to the tenant {stated.tenant}, which does not exist",
                loc=("workloads", name, "tenant"),
                help=f"use one of {', '.join(sorted(spec.tenants))}"
                if spec.tenants
                else "leave it out: the cluster has no tenants",
            )
