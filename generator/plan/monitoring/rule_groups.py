"""Which rules a cluster has: those of all parts of its design."""

from collections.abc import Collection, Iterable, Iterator
from typing import get_args

from msgspec.structs import replace

from generator.catalog.alerts import LOSSLESS, Rule, RuleGroup, alert_subjects, read_alerts
from generator.catalog.exporter import read_exporter
from generator.plan.backups.switches import reader_of
from generator.plan.hosts.audit import has_audit
from generator.plan.hosts.certificates import has_tls
from generator.plan.hosts.s3_stores import s3_stores
from generator.plan.monitoring.dcgm import profiles_gpus
from generator.plan.monitoring.expected import has_infiniband, has_rdma
from generator.plan.monitoring.extra import asked, closes_egress, reporters_of
from generator.plan.monitoring.jobs import has_nvlink_switches, monitoring_hosts, watches_gpus
from generator.plan.monitoring.parts import has_balancers, has_ceph, has_pairs
from generator.plan.monitoring.pdus import reads_pdus
from generator.plan.monitoring.records import Job
from generator.plan.monitoring.sessions import ESTABLISHED, session_counts, sessions_by_address, streams_bfd
from generator.plan.monitoring.switches import reads_switches
from generator.plan.monitoring.telemetry import collects, lossless_queues, streamed_series, streamed_switches
from generator.plan.plan import Plan
from generator.spec.monitoring import ExporterName
from generator.spec.power import PduMaker


def busy_exporters(plan: Plan, jobs: Iterable[Job]) -> set[str]:
    """Return the exporters, other than those of hosts, that have something to monitor: a job with targets, a program on a host, or a tier."""
    measuring = {job.exporter for job in jobs if job.targets} | {each.name for each in reporters_of(plan)}
    return measuring | ({"nfs"} & {tier.kind for tier in plan.tiers})


def rule_groups(plan: Plan, busy: Collection[str]) -> Iterator[RuleGroup]:
    """Yield the rules for all parts of the design, installed or not, so that no rule changes when a host is added.

    Rules of an optional exporter are included once it is `busy`: before that nothing measures their metrics.
    """
    slurm = plan.slurm is not None and plan.slurm.metrics
    strips = reads_pdus(plan)
    there = {
        "backups": plan.site.backups is not None,
        "switch-drift": reader_of(plan) is not None,
        "congestion": collects(plan),
        LOSSLESS: any(lossless_queues(plan, host) for host in monitoring_hosts(plan)),
        "burst": plan.slurm is not None and plan.slurm.burst is not None and plan.slurm.burst.settings is not None,
        "fabric": reads_switches(plan),
        "sessions": bool(sessions_by_address(plan)),
        "session-counts": any(True for _ in session_counts(plan)),
        "bgp-flaps": ESTABLISHED in streamed_series(plan, lossless=False) and collects(plan),
        "bfd": any(map(streams_bfd, streamed_switches(plan))),
        "infiniband": has_infiniband(plan),
        "rails": has_rdma(plan),
        "jobs": watches_gpus(plan),
        "profiling": watches_gpus(plan) and profiles_gpus(plan),
        "goodput": watches_gpus(plan) and plan.site.monitoring.goodput_objective is not None,
        "gpus": watches_gpus(plan),
        "slurm": slurm,
        "health": plan.slurm is not None and plan.slurm.look_seconds > 0,
        "nvlink": has_nvlink_switches(plan),
        "pairs": has_pairs(plan),
        "stores": has_ceph(plan),
        "caches": any(tier.caches for tier in plan.site.storage.values()),
        "balancers": has_balancers(plan),
        "endpoints": bool(s3_stores(plan)),
        "certificates": has_tls(plan),
        "switch-certificates": collects(plan),
        "collector": collects(plan),
        "audit": has_audit(plan),
        "egress": closes_egress(plan),
        "watchdog": plan.site.monitoring.receivers.watchdog is not None,
        "reporters": bool(reporters_of(plan)),
        **{name: asked(plan, name) and name in busy for name in get_args(ExporterName)},
        **{f"pdu-{maker}": strips is not None and strips.maker == maker for maker in get_args(PduMaker)},
    }
    for group in (read_alerts(name) for name in alert_subjects() if there.get(name, True)):
        rules = (rule for rule in group.rules if all(there.get(each, True) for each in rule.needs))
        yield replace(group, rules=tuple(rule for rule in rules if _are_streamed(plan, rule)))


def _are_streamed(plan: Plan, rule: Rule) -> bool:
    """Whether some switch that a rule is about streams the series that it needs."""
    needed = {*rule.needs} & read_exporter("gnmic").metrics.keys()
    return not needed or needed <= streamed_series(plan, lossless=LOSSLESS in rule.needs)
