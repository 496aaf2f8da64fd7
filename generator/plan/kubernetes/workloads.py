"""What Kubernetes hands out, and to whom: every choice that its files print."""

from generator.plan.draft import Draft
from generator.plan.kubernetes.records import Workloads
from generator.plan.kubernetes.sharing import plan_pools, plan_shares
from generator.plan.kubernetes.slinky import plan_slinky
from generator.plan.kubernetes.workspaces import plan_workspaces


def plan_workloads(plan: Draft) -> Workloads:
    """Make every choice; none where the spec does not ask for Kubernetes."""
    if plan.kubernetes is None:
        return Workloads()
    shares = plan_shares(plan)
    return Workloads(
        shares=shares,
        pools=tuple(plan_pools(plan)),
        workspaces=tuple(plan_workspaces(plan, shares)),
        slinky=plan_slinky(plan),
    )
