"""prometheus.yml, its lists of targets, and its rules with the tests of these: data that is serialised."""

from collections.abc import Mapping
from typing import Any

from generator.catalog.alerts import Record, Rule, RuleGroup
from generator.catalog.exporter import read_exporter
from generator.plan.monitoring.jobs import LOCAL
from generator.plan.monitoring.records import Job, MonitoringPlan, RemoteWrite
from generator.plan.monitoring.remote import REPLICA
from generator.render.lines import one_line
from generator.render.monitoring.telemetry import renamed
from generator.render.monitoring.web import asking, believing

ALERTMANAGERS = "alertmanagers"


def configuration(watch: MonitoringPlan, cluster: str) -> dict[str, Any]:
    """Return prometheus.yml. Paths are relative to it; it names no host, and alerts carry the name of the cluster."""
    interval = f"{watch.interval_seconds}s"
    return {
        "global": {
            "scrape_interval": interval,
            "scrape_timeout": f"{min(watch.interval_seconds, 10)}s",
            "evaluation_interval": interval,
            "external_labels": {"cluster": cluster, **({"replica": f"${{{REPLICA}}}"} if watch.remote_write else {})},
        },
        "rule_files": ["rules/*.yml"],
        **({"remote_write": [_remote_write(watch.remote_write)]} if watch.remote_write else {}),
        "alerting": {
            **_alike(watch),
            "alertmanagers": [
                {**asking(tls=watch.tls), "file_sd_configs": [{"files": [f"targets/{ALERTMANAGERS}.json"]}]}
            ],
        },
        "scrape_configs": [_job(job, watch) for job in watch.jobs],
    }


def _remote_write(store: RemoteWrite) -> dict[str, Any]:
    kept = [{"source_labels": ["__name__"], "regex": store.kept, "action": "keep"}] if store.kept else []
    return {"name": "site", **store.settings, **({"write_relabel_configs": kept} if kept else {})}


def _alike(watch: MonitoringPlan) -> dict[str, Any]:
    """Return what makes alerts of all servers the same again, so that Alertmanagers send each once."""
    return {"alert_relabel_configs": [{"regex": "replica", "action": "labeldrop"}]} if watch.remote_write else {}


def _job(job: Job, watch: MonitoringPlan) -> dict[str, Any]:
    found: dict[str, Any] = {
        "job_name": job.name,
        **(believing(job.authority) if job.authority else asking(tls=job.tls)),
        "file_sd_configs": [{"files": [f"targets/{job.name}.json"]}],
    }
    relabels = {"metric_relabel_configs": [dict(each) for each in job.relabels]} if job.relabels else {}
    if job.path:
        dated = {"honor_timestamps": False} if job.dated else {}
        return {
            **found,
            **_patience(job, watch),
            "metrics_path": job.path,
            "follow_redirects": False,
            **dated,
            **relabels,
        }
    if job.streamed and watch.telemetry:
        return {**found, **_patience(job, watch), "metric_relabel_configs": renamed(watch.telemetry)}
    if not job.probe:
        return {**found, **relabels}
    prober = f"{LOCAL}:{read_exporter(job.exporter).port}"
    credentials = {"auth": [job.auth]} if job.auth else {}
    modules = {"source_labels": [job.probe_by], "target_label": "__param_module", "replacement": f"{job.probe}-$1"}
    return {
        **found,
        **_patience(job, watch),
        "metrics_path": job.endpoint,
        **({} if job.probe_by else {"params": {"module": [job.probe], **credentials}}),
        "relabel_configs": [
            {"source_labels": ["__address__"], "target_label": "__param_target"},
            {"target_label": "__address__", "replacement": prober},
            *([modules] if job.probe_by else []),
        ],
    }


def _patience(job: Job, watch: MonitoringPlan) -> dict[str, str]:
    interval = max(job.slowest, watch.interval_seconds)
    own = {"scrape_interval": f"{interval}s"} if interval > watch.interval_seconds else {}
    return {**own, "scrape_timeout": f"{interval}s"} if job.patient else {}


def targets(job: Job) -> str:
    """Print a job's targets, one a line, as files of file_sd_configs have them."""
    return _rows([{"targets": [each.address], "labels": each.labels} for each in job.targets])


def alertmanager_targets(watch: MonitoringPlan) -> str:
    """Return the Alertmanagers, which are discovered in the same way."""
    return _rows([{"targets": [each]} for each in watch.alertmanagers])


def _rows(rows: list[dict[str, Any]]) -> str:
    body = ",\n".join(f"  {one_line(row)}" for row in rows)
    return f"[\n{body}\n]\n" if rows else "[]\n"


def rules(group: RuleGroup) -> dict[str, Any]:
    """Return a file of rules."""
    return {"groups": [{"name": name, "rules": found} for name, found in _parts(group).items()]}


def _parts(group: RuleGroup) -> dict[str, list[dict[str, Any]]]:
    """Return the rules of each part by its name in Prometheus."""
    found: dict[str, list[dict[str, Any]]] = {}
    for record in group.records:
        found.setdefault(_part(group, record), []).append({"record": record.record, "expr": record.expr})
    for rule in group.rules:
        found.setdefault(_part(group, rule), []).append(_rule(rule))
    return found


def _part(group: RuleGroup, each: Record | Rule) -> str:
    return f"{group.group}-{each.part}" if each.part else group.group


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "alert": rule.alert,
        "expr": rule.expr,
        **({"for": f"{rule.minutes}m"} if rule.minutes else {}),
        "labels": {"severity": rule.severity, **rule.labels},
        "annotations": {"summary": rule.summary, "action": rule.action},
    }


def tests(group: RuleGroup) -> dict[str, Any]:
    """Return the tests of a file of rules, for `promtool test rules`: each rule fires for the one faulty device and for no other.

    Parts are evaluated from the last to the first, so that none sees what another computes at the same time: in Prometheus they have no order.
    """
    step, parts = f"{group.step_minutes}m", list(_parts(group))
    sampled = [_sampled(each, step) for each in group.records if each.trial]
    return {
        "rule_files": [f"../rules/{group.group}.yml"],
        "evaluation_interval": step,
        **({"group_eval_order": parts[::-1]} if len(parts) > 1 else {}),
        "tests": [*sampled, *(_test(rule, step) for rule in group.rules)],
    }


def _sampled(record: Record, step: str) -> dict[str, Any]:
    trial = record.trial
    assert trial is not None
    samples = [{"labels": f"{record.record}{labels}", "value": value} for labels, value in trial.samples.items()]
    return {
        "name": record.record,
        "interval": step,
        "input_series": _planted(trial.series),
        "promql_expr_test": [{"expr": record.record, "eval_time": f"{trial.minutes}m", "exp_samples": samples}],
    }


def _planted(series: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"series": name, "values": values} for name, values in series.items()]


def _test(rule: Rule, step: str) -> dict[str, Any]:
    trial = rule.trial
    alert = {
        "exp_labels": {"severity": rule.severity, **trial.labels},
        "exp_annotations": {
            name: expanded(text, trial.labels, trial.value)
            for name, text in (("summary", rule.summary), ("action", rule.action))
        },
    }
    return {
        "name": rule.alert,
        "interval": step,
        "input_series": _planted(trial.series),
        "alert_rule_test": [{"eval_time": f"{trial.minutes}m", "alertname": rule.alert, "exp_alerts": [alert]}],
    }


def expanded(text: str, labels: Mapping[str, str], value: str) -> str:
    """Return a text as Prometheus fills it in."""
    for name, each in labels.items():
        text = text.replace(f"{{{{ $labels.{name} }}}}", each)
    return text.replace("{{ $value }}", value)
