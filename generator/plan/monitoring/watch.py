"""All of monitoring in one record: jobs, rules, receivers, and the options that its programs start with."""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.catalog.alerts import RuleGroup, alert_subjects, read_alerts
from generator.plan.monitoring.alerting import GOSSIP_PORT, Receiver, alertmanagers, peers_of, receivers_of
from generator.plan.monitoring.jobs import jobs_of, monitoring_hosts, watches_gpus
from generator.plan.monitoring.records import Job
from generator.plan.plan import Plan
from generator.plan.records import Host

UNITS = (
    "chronyd?",
    "clustergen-.+",
    "containerd",
    "kubelet",
    "munge",
    "nvidia-(dcgm|dcgm-exporter|fabricmanager|persistenced)",
    "prometheus.*",
    "slurm(ctld|d|dbd)",
)
"""Services whose failure is told of: those of the cluster. All units of a host would be a thousand series each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """What the hosts that watch are given; it is the same on each of them."""

    hosts: tuple[Host, ...]
    jobs: tuple[Job, ...]
    groups: tuple[RuleGroup, ...]
    receivers: tuple[Receiver, ...]
    alertmanagers: tuple[str, ...]
    interval_seconds: int


def watch_of(plan: Plan) -> Watch | None:
    """Return what watches a cluster; nothing where the spec has it off, or no control host is there to do it."""
    hosts = monitoring_hosts(plan)
    if not hosts:
        return None
    return Watch(
        hosts=tuple(hosts),
        jobs=tuple(jobs_of(plan)),
        groups=tuple(_groups(plan)),
        receivers=tuple(receivers_of(plan)),
        alertmanagers=tuple(alertmanagers(plan)),
        interval_seconds=plan.site.monitoring.interval_seconds,
    )


def _groups(plan: Plan) -> Iterator[RuleGroup]:
    """Yield the rules of what the design has, whatever of it is installed: so no rule changes when a host comes."""
    infiniband = any(fabric.technology == "infiniband" for fabric in plan.fabrics.values())
    slurm = plan.slurm is not None and plan.slurm.metrics
    there = {"infiniband": infiniband, "gpus": watches_gpus(plan), "slurm": slurm}
    yield from (read_alerts(name) for name in alert_subjects() if there.get(name, True))


def node_options() -> list[str]:
    """Return the options of every host's exporter. `systemd` is on by default in Debian's build alone."""
    return ["--collector.systemd", f"--collector.systemd.unit-include=^({'|'.join(UNITS)})[.]service$"]


def prometheus_options(plan: Plan) -> list[str]:
    """Return the options of Prometheus."""
    return [f"--storage.tsdb.retention.time={plan.site.monitoring.retention_days}d"]


def alertmanager_options(plan: Plan, host: Host) -> list[str]:
    """Return the options of a host's Alertmanager: its peers, or that it has none."""
    peers = peers_of(plan, host)
    if not peers:
        return ["--cluster.listen-address="]
    own = f"{host.inband}:{GOSSIP_PORT}"
    return [
        f"--cluster.listen-address={own}",
        f"--cluster.advertise-address={own}",
        *(f"--cluster.peer={each}" for each in peers),
    ]
