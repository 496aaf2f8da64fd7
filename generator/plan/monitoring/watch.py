"""All of monitoring in one record: jobs, rules, receivers, and the options that its programs start with."""

from generator.plan.hosts.certificates import has_tls
from generator.plan.hosts.s3_stores import s3_stores
from generator.plan.monitoring.alerting import alertmanagers, receivers_of
from generator.plan.monitoring.dcgm import JOBS_FOLDER, gpu_fields
from generator.plan.monitoring.extra import asked, reporters_of
from generator.plan.monitoring.fabric_map import boards_of
from generator.plan.monitoring.jobs import REDFISH, jobs_of, monitoring_hosts, watches_gpus
from generator.plan.monitoring.options import alertmanager_options, options_of
from generator.plan.monitoring.panels import panels_of
from generator.plan.monitoring.pdus import reads_pdus
from generator.plan.monitoring.readings import RedfishReading
from generator.plan.monitoring.records import Job, MonitoringPlan
from generator.plan.monitoring.remote import remote_write_of
from generator.plan.monitoring.rule_groups import busy_exporters, rule_groups
from generator.plan.monitoring.sizing import size_of
from generator.plan.monitoring.switches import reads_switches
from generator.plan.monitoring.telemetry import telemetry_of
from generator.plan.plan import Plan


def watch_of(plan: Plan) -> MonitoringPlan | None:
    """Return the monitoring of a cluster; None where the spec has it off, or no control host is installed."""
    hosts = monitoring_hosts(plan)
    if not hosts:
        return None
    jobs, telemetry = tuple(jobs_of(plan)), telemetry_of(plan)
    return MonitoringPlan(
        hosts=tuple(hosts),
        jobs=jobs,
        groups=tuple(rule_groups(plan, busy_exporters(plan, jobs))),
        receivers=tuple(receivers_of(plan)),
        alertmanagers=tuple(alertmanagers(plan)),
        interval_seconds=plan.site.monitoring.interval_seconds,
        gpus=watches_gpus(plan),
        gpu_fields=gpu_fields(plan),
        gpu_jobs=_gpu_jobs(plan),
        tls=has_tls(plan),
        snmp_user=_snmp_user(plan),
        telemetry=telemetry,
        remote_write=remote_write_of(plan),
        stores={name: store.authority for name, store in s3_stores(plan).items()},
        bmc_user=plan.site.monitoring.bmc_user if asked(plan, "ipmi") else "",
        redfish=_redfish(plan, jobs),
        pdus=reads_pdus(plan),
        reporters=reporters_of(plan),
        panels=tuple(panels_of(plan)),
        boards=tuple(boards_of(plan)),
        size=size_of(plan, jobs, telemetry),
        options=dict(options_of(plan)),
        alertmanager_options={host.name: tuple(alertmanager_options(plan, host)) for host in hosts},
    )


def _gpu_jobs(plan: Plan) -> str:
    """Return the folder with the job of each GPU, which prologs and epilogs of Slurm keep; empty where it has none."""
    kept = plan.slurm is not None and "prolog.sh" in plan.slurm.files
    return JOBS_FOLDER if watches_gpus(plan) and kept else ""


def _snmp_user(plan: Plan) -> str:
    snmp = plan.site.services.snmp
    return snmp.user if snmp and reads_switches(plan) else ""


def _redfish(plan: Plan, jobs: tuple[Job, ...]) -> RedfishReading | None:
    """Return how BMCs are read by Redfish. A certificate has the name of DNS: a BMC may get another address."""
    asked_of = [target for job in jobs if job.exporter == REDFISH for target in job.targets]
    if not asked_of:
        return None
    spec = plan.site.monitoring
    names = {each.address: f"{each.labels['instance']}-bmc.{plan.domain}" for each in asked_of}
    return RedfishReading(user=spec.bmc_user, verified=spec.bmc_certificates == "verified", bmcs=names)
