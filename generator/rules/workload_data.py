"""Data sets of workloads: local copies fit on the drives of hosts."""

from collections.abc import Iterator

from generator.catalog.model import Host
from generator.plan.draft import Draft
from generator.rules import plan_warning
from generator.spec.checks.rule import Finding
from generator.workload.workloads import Workload, workloads_in


@plan_warning(
    title="A data set that is larger than a host's drives",
    why="Every host has a complete local copy, which would fill the drives before the first step.",
    fix="Stream it (`local: false`), or use hosts with more local drives.",
)
def workload_data_local(plan: Draft) -> Iterator[Finding]:
    """Where every host copies a data set, it fits on the local drives in the catalog."""
    for name, workload in workloads_in(plan.spec, plan.catalog):
        data = workload.spec.data if isinstance(workload, Workload) else None
        if not isinstance(workload, Workload) or data is None or not data.local:
            continue
        host = plan.catalog.get(Host, workload.machine.host)
        room = sum(drive.count * drive.size_tb for drive in host.local_nvme)
        if data.tb > room:
            drives = (
                " and ".join(f"{drive.count} x {drive.size_tb:g} TB" for drive in host.local_nvme)
                or "no local drives that a document states"
            )
            yield Finding(
                message=f"the data set of {name} is {data.tb:g} TB, and {host.title} has {drives}: {data.tb - room:,.4g} TB do not fit",
                loc=("workloads", name, "data", "tb"),
                help="stream it (`local: false`), or divide it into parts that hosts take in turn",
            )
