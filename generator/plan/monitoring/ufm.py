"""UFM appliances that are read: their telemetry answers Prometheus on their management ports."""

from collections.abc import Iterator

from generator.catalog.exporter import read_exporter
from generator.plan.infiniband.subnets import UFM
from generator.plan.monitoring.extra import asked
from generator.plan.monitoring.records import Job, Target
from generator.plan.monitoring.switches import watching_hosts
from generator.plan.plan import Plan
from generator.plan.states import PLANNED

EXPORTER = "ufm"
UFM_JOBS = ("ufm", "ufm-links")
"""The first instance of its telemetry, and the second."""
_SAMPLED = (0, 120)
"""Seconds between two questions: the second has new samples every 300, and Prometheus shows a sample for 300."""
_CONTROL, _MANAGEMENT = "management/control", "management"


def ufm_jobs(plan: Plan) -> Iterator[Job]:
    """Yield the jobs of UFM Telemetry, where the spec asks for it. Series that no file of ours names are dropped: the second instance has some 120 for each port."""
    if not asked(plan, EXPORTER):
        return
    spec, facts = plan.site.monitoring.ufm, read_exporter(EXPORTER)
    kept = {"source_labels": ["__name__"], "regex": "|".join(facts.metrics), "action": "keep"}
    ways = ((spec.port, spec.path), (spec.links_port, spec.links_path))
    for name, (port, path), slowest in zip(UFM_JOBS, ways, _SAMPLED, strict=True):
        yield Job(
            name=name,
            exporter=EXPORTER,
            targets=tuple(_targets(plan, port)),
            path=path,
            patient=True,
            slowest=slowest,
            relabels=(kept, *facts.relabels),
            authority="ufm_authority" if spec.https else "",
            dated=True,
        )


def _targets(plan: Plan, port: int) -> Iterator[Target]:
    """Yield the appliances that control hosts reach."""
    watching = watching_hosts(plan)
    if _CONTROL not in plan.access.zone or not all(host.management for host in watching):
        return
    if not plan.access.may(_CONTROL, _MANAGEMENT, "tcp", port):
        return
    fabrics = {
        runner.device: subnet.fabric for subnet in plan.subnets if subnet.manager == UFM for runner in subnet.runners
    }
    for host in plan.hosts:
        if host.name in fabrics and host.management and host.state != PLANNED:
            labels = {"instance": host.name, "group": host.group, "rack": host.rack, "fabric": fabrics[host.name]}
            yield Target(address=f"{host.management}:{port}", labels=labels)
