"""TLS: programs of a release that cannot answer over it, and what stays in plain text."""

from collections.abc import Iterator

from generator.catalog.exporter import read_exporter
from generator.plan.counts import counted, from_first
from generator.plan.draft import Draft
from generator.plan.hosts.certificates import has_tls
from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.logs import collectors_of, log_address, plain_senders
from generator.plan.monitoring.jobs import operated, reads_gpus
from generator.rules import plan_rule, plan_warning, scheduled_warning
from generator.spec.checks.rule import Finding, KeyFinding

_PLACE = ("services", "tls")
_TOO_OLD = {"ubuntu-22.04": "node exporter 1.3.1, which does not know --web.config.file"}
"""Systems whose packages cannot: node_exporter has the option since 1.5.0 (its pull request 2535; --web.config before), Ubuntu 22.04 has 1.3.1 (packages.ubuntu.com, jammy)."""


@plan_rule(
    title="TLS with a release whose programs lack it",
    why="An exporter that does not know the option for TLS does not start, and its host is then reported as down.",
    fix="Give the hosts a later system (ubuntu-24.04, debian-12, debian-13), switch monitoring off, or remove `services.tls`.",
)
def tls_release(plan: Draft) -> Iterator[Finding]:
    """The exporters of every host can answer over TLS."""
    if not has_tls(plan) or not plan.site.monitoring.enabled:
        return
    for group in dict.fromkeys(host.group for host in configured_hosts(plan)):
        if why := _TOO_OLD.get(plan.groups[group].os):
            yield KeyFinding(
                message=f"hosts of the group {group} have {plan.groups[group].os}, and its packages {why}",
                loc=_PLACE,
                help=f"set hosts.{group}.os to ubuntu-24.04 or debian-13, or remove tls",
            )


@scheduled_warning(
    title="Metrics in plain text beside TLS",
    why="The GPU Operator runs dcgm-exporter in pods that have no certificate of the hosts, and slurmctld and some further exporters have no TLS for their metrics: whoever can read packages of the in-band segment reads these metrics.",
    fix="Accept it, set `scheduler.kubernetes.gpu_driver` to `host`, so that hosts run dcgm-exporter themselves, or remove the exporter from `monitoring.exporters`.",
)
def tls_plain_metrics(plan: Draft) -> Iterator[Finding]:
    """Every target answers over TLS."""
    if not has_tls(plan) or not plan.site.monitoring.enabled:
        return
    groups = dict.fromkeys(host.group for host in plan.hosts if reads_gpus(plan, host) and operated(plan, host))
    if groups:
        yield KeyFinding(
            message=f"the GPU Operator runs dcgm-exporter on {', '.join(groups)}: their GPU metrics are read in plain text",
            loc=_PLACE,
            help="accept it, or set scheduler.kubernetes.gpu_driver to host",
        )
    for name in sorted(set(plan.site.monitoring.exporters)):
        plain = "" if name == "ufm" and plan.site.monitoring.ufm.https else read_exporter(name).plain
        if plain:
            yield KeyFinding(
                message=f"{plain}: the metrics of the exporter {name} are read in plain text",
                loc=_PLACE,
                help=f"accept it, or remove {name} from monitoring.exporters",
            )
    if plan.slurm is not None and plan.slurm.metrics:
        yield KeyFinding(
            message="slurmctld answers with its metrics in plain text on port 6817: it has no TLS there",
            loc=_PLACE,
            help="accept it: they are counts of jobs and nodes",
        )


@plan_warning(
    title="Switches that send logs in plain text beside TLS",
    why="Hosts send their logs over TLS, and some switches do not: their systems have no TLS for logs, or `services.tls.switch_logs` does not ask for it. Whoever can read packets of the network by which they send reads what they log, and can write logs in their name.",
    fix="Accept it, set `services.tls.switch_logs` for switches whose system can, or set `services.tls.plain_logs` to false: collectors of the cluster then take no plain text, and these switches send them nothing.",
)
def tls_plain_logs(plan: Draft) -> Iterator[Finding]:
    """Every switch that sends logs to the cluster's collectors does so over TLS."""
    tls = plan.site.services.tls
    if tls is None or not collectors_of(plan) or not (senders := plain_senders(plan)):
        return
    systems = sorted({f"{switch.os} {switch.version}" if switch.os else "InfiniBand switches" for switch in senders})
    said = f"{counted(len(senders), 'switch', 'switches')} ({', '.join(systems)}) send logs in plain text"
    if tls.plain_logs:
        managed = {host.management for host in collectors_of(plan)} & set(map(str, plan.site.services.syslog))
        yield KeyFinding(
            message=f"{said}: collectors take them in at UDP 514, from the {'management' if managed else 'in-band'} network",
            loc=_PLACE,
            help="accept it, or set services.tls.plain_logs to false, so that they send none to the cluster's collectors",
        )
    else:
        yield KeyFinding(
            message=f"{said}: they send none to the cluster's collectors",
            loc=_PLACE,
            help="accept it, or name a collector of the site for them in services.syslog",
        )


@plan_warning(
    title="Hosts that reach no log collector over TLS",
    why="Hosts send logs to the in-band address of a collector, and hosts without an in-band port to its management address. A collector without the one that a host needs gets nothing of that host.",
    fix="Name a control host that has both addresses as the collector.",
)
def tls_logs_unsent(plan: Draft) -> Iterator[Finding]:
    """Every host sends its logs to each collector of the cluster but itself."""
    if not has_tls(plan):
        return
    for collector in collectors_of(plan):
        others = [host for host in configured_hosts(plan) if host.name != collector.name]
        unsent = [host.name for host in others if not log_address(host, collector)]
        if unsent:
            yield KeyFinding(
                message=f"{from_first(unsent, 'host')}, cannot send logs to {collector.name}: no network has an address of both",
                loc=("services", "syslog"),
                help="name a control host that has an address in-band and one out of band",
            )
