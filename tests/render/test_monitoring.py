"""Files of monitoring: targets by line, rules that name no host, nothing that grows but lists; promtool judges the rest in tests/system."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from annotated_types import Le

from generator.analysis.close import close
from generator.catalog.alerts import alert_subjects, read_alerts
from generator.catalog.exporter import read_exporter
from generator.plan.draft import Draft
from generator.render.backends import monitoring
from generator.render.monitoring import prometheus
from generator.render.monitoring.prometheus import expanded
from generator.spec.monitoring import MonitoringSpec
from generator.verify.watch import metric_names
from tests.hostile.sites import OURS
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data


def _files(plan: Draft) -> dict[str, str]:
    found = {each.path: each.content for each in monitoring.render(close(plan), TEMPLATES)}
    assert list(found) == list(monitoring.paths(close(plan)))
    return {path.removeprefix("monitoring/"): text for path, text in found.items()}


def _yaml(files: dict[str, str], path: str) -> Any:
    return yaml.safe_load(files[path])


def test_every_job_has_its_list_and_a_probe_goes_by_the_local_prober(tmp_path: Path) -> None:
    files = _files(plan_data(cluster(), tmp_path))
    conf = _yaml(files, "prometheus/prometheus.yml")
    jobs = {job["job_name"]: job for job in conf["scrape_configs"]}
    assert {f"prometheus/targets/{name}.json" for name in (*jobs, "alertmanagers")} == {
        path for path in files if path.startswith("prometheus/targets/")
    }
    assert conf["global"]["external_labels"] == {"cluster": "atlas"}
    assert jobs["switch"]["params"] == {"module": ["icmp"]}
    assert jobs["switch"]["relabel_configs"][1] == {"target_label": "__address__", "replacement": "127.0.0.1:9115"}
    assert "relabel_configs" not in jobs["host"]
    assert list(_yaml(files, "blackbox/blackbox.yml")["modules"]) == ["icmp"]


def test_a_host_more_is_a_line_more_and_a_file_of_its_own(tmp_path: Path) -> None:
    """Rules, tests, receivers and options stay byte for byte."""
    small, large = (_files(plan_data(cluster(gpu=gpu), tmp_path)) for gpu in (2, 5))
    assert set(large) - set(small) == {f"expected/gpu0{n}.prom" for n in (3, 4, 5)}
    changed = {path for path in small if small[path] != large[path]}
    lists = {"reporters/hosts.json", *(f"prometheus/targets/{name}.json" for name in ("host", "gpu", "bmc", "switch"))}
    assert {path for path in changed if path not in lists} == set()
    for path in changed:
        old, new = ({line.rstrip(",") for line in files[path].splitlines()} for files in (small, large))
        assert old < new, path


def test_no_rule_names_a_host_or_a_number_of_hosts(tmp_path: Path) -> None:
    """What differs from host to host is what hosts say of themselves."""
    files = _files(plan_data(cluster(), tmp_path))
    names = {host.name for host in plan_data(cluster(), tmp_path).hosts}
    rules = [
        rule for path in files if "/rules/" in path for group in _yaml(files, path)["groups"] for rule in group["rules"]
    ]
    alerts = [rule for rule in rules if "alert" in rule]
    assert len({rule["alert"] for rule in alerts}) == len(alerts) > 20
    assert len({rule["record"] for rule in rules if "record" in rule}) == len(rules) - len(alerts)
    for rule in rules:
        assert not any(name in json.dumps(rule) for name in names), rule
    for rule in alerts:
        assert set(rule["annotations"]) == {"summary", "action"}
        assert rule["labels"]["severity"] in {"critical", "warning"}


def test_every_rule_has_its_test(tmp_path: Path) -> None:
    files = _files(plan_data(cluster(), tmp_path))
    for path in (path for path in files if "/rules/" in path):
        rules = [rule for group in _yaml(files, path)["groups"] for rule in group["rules"]]
        tests = _yaml(files, path.replace("/rules/", "/tests/"))["tests"]
        alerts = [each["alert_rule_test"][0]["alertname"] for each in tests if "alert_rule_test" in each]
        assert sorted(alerts) == sorted(rule["alert"] for rule in rules if "alert" in rule)
        for each in tests:
            assert each["name"] in {rule.get("alert") or rule["record"] for rule in rules}


def test_records_of_rails_spines_tenants_and_jobs_have_their_tests() -> None:
    """Each of them is tried on planted series, or an alert that is tried reads it."""
    for subject in ("rails", "jobs", "capacity", "goodput"):
        group = read_alerts(subject)
        read = " ".join([*(rule.expr for rule in group.rules), *(each.expr for each in group.records)])
        for each in group.records:
            assert each.trial or each.record in read, each.record
    tried = {each.record for each in read_alerts("congestion").records if each.trial}
    assert {"switch:uplink_sent_bytes:rate5m", "switch_far:uplink_share:ratio5m"} <= tried


_OF_THE_PLAN = "clustergen:streamed_end:max"
"""Cables between switches: it changes with the plan alone."""


def test_parts_of_a_group_are_evaluated_beside_each_other() -> None:
    """A part reads of others only what the plan states, as it sees that one evaluation late; trials have it so."""
    divided = [group for group in map(read_alerts, alert_subjects()) if any(each.part for each in group.rules)]
    assert [group.group for group in divided] == ["congestion"]
    for group in divided:
        made = prometheus.rules(group)["groups"]
        assert prometheus.tests(group)["group_eval_order"] == [each["name"] for each in reversed(made)]
        own = {each["name"]: {rule["record"] for rule in each["rules"] if "record" in rule} for each in made}
        recorded = {name for names in own.values() for name in names} - {_OF_THE_PLAN}
        for each in made:
            read = {name for rule in each["rules"] for name in metric_names(rule["expr"])}
            assert read & recorded <= own[each["name"]], each["name"]


def test_goodput_is_watched_where_the_spec_has_an_objective(tmp_path: Path) -> None:
    without = _files(plan_data(cluster(), tmp_path))
    with_it = _files(plan_data(cluster() | {"monitoring": {"goodput_objective": 0.85}}, tmp_path))
    assert set(with_it) - set(without) == {"prometheus/rules/goodput.yml", "prometheus/tests/goodput.yml"}
    line = "clustergen_goodput_objective_ratio 0.85"
    assert {path for path in with_it if line in with_it[path].splitlines()} == {
        f"expected/control{n}.prom" for n in (1, 2, 3)
    }


def test_rdma_ports_say_where_their_cables_go(tmp_path: Path) -> None:
    """Those whose device a document names, each once, with the words of its cable; without any, there are no rules of rails."""
    files = _files(plan_data(cluster(), tmp_path))
    (line,) = [
        each
        for each in files["expected/gpu01.prom"].splitlines()
        if 'mlx5_0"' in each and each.startswith("clustergen_rdma")
    ]
    speed = next(each for each in files["expected/gpu01.prom"].splitlines() if 'rdma="mlx5_0"' in each)
    for label in ("fabric", "rail", "leaf", "leaf_port", "cable"):
        (said,) = re.findall(rf'{label}="([^"]+)"', line)
        assert f'{label}="{said}"' in speed
    assert "clustergen_rdma" not in files["expected/control1.prom"]
    spec = cluster()
    spec["hosts"]["gpu"] |= {"model": "mi300x-8gpu"}
    plan = plan_data(spec, tmp_path)
    named = any(each.rdma for host in plan.hosts for each in plan.interfaces_of[host.name])
    assert ("prometheus/rules/rails.yml" in _files(plan)) is named


def test_dcgm_measures_what_its_default_leaves_out(tmp_path: Path) -> None:
    """A field a line: name, type, meaning; a comma more would be a fourth field, which the exporter refuses."""
    files = _files(plan_data(cluster(), tmp_path))
    rows = [line.split(",") for line in files["dcgm/counters.csv"].splitlines() if not line.startswith("#")]
    assert {len(row) for row in rows} == {3}
    assert {row[1].strip() for row in rows} == {"gauge", "counter"}
    assert {"DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", "DCGM_FI_DEV_THERMAL_VIOLATION"} <= {row[0] for row in rows}


def test_profiling_fields_are_measured_unless_the_spec_says_no(tmp_path: Path) -> None:
    """With the series of jobs that are computed of them; bytes are rates, so gauges (dcgm-exporter's default list)."""
    fields = read_exporter("dcgm-profiling").metrics
    for asked in (True, False):
        files = _files(plan_data(cluster() | {"monitoring": {"gpu_profiling": asked}}, tmp_path))
        named = [line.split(",") for line in files["dcgm/counters.csv"].splitlines() if "_PROF_" in line]
        assert [row[0] for row in named] == (list(fields) if asked else [])
        assert {row[1].strip() for row in named} == ({"gauge"} if asked else set())
        assert ("prometheus/rules/profiling.yml" in files) is asked


def test_jobs_are_asked_for_where_a_prolog_writes_them(tmp_path: Path) -> None:
    unit, option = (
        "units/nvidia-dcgm-exporter.service.d/clustergen.conf",
        " --hpc-job-mapping-dir /run/clustergen-gpu-jobs",
    )
    for scheduler, asked in (({"slurm": {}}, True), ({"slurm": {"health": "none"}}, False), ({"kubernetes": {}}, False)):  # fmt: skip
        files = _files(plan_data(cluster() | {"scheduler": scheduler}, tmp_path))
        assert (option in files[unit]) is asked, scheduler


def test_what_is_in_maintenance_is_told_to_nobody_and_critical_alerts_to_a_pager(tmp_path: Path) -> None:
    receivers = {
        "pagerduty": True,
        "email": {"to": ["ops@example.net"], "sender": "atlas@example.net", "relay": "mail:25"},
    }
    files = _files(plan_data(cluster() | {"monitoring": {"receivers": receivers}}, tmp_path))
    conf = _yaml(files, "alertmanager/alertmanager.yml")
    routes = conf["route"]["routes"]
    assert (routes[0]["receiver"], routes[0]["matchers"]) == ("nobody", ['state="maintenance"'])
    assert "continue" not in routes[0]
    assert [(each["receiver"], each.get("matchers")) for each in routes[1:]] == [
        ("email", None),
        ("pagerduty", ['severity="critical"']),
    ]
    assert files["secrets/pagerduty_key"] == "{{clustergen_pagerduty_key}}\n"
    assert {each["receiver"] for each in routes} == {each["name"] for each in conf["receivers"]}


def test_options_are_what_a_shell_and_systemd_read_alike(tmp_path: Path) -> None:
    files = _files(plan_data(cluster() | {"monitoring": {"retention_days": 90}}, tmp_path))
    assert "ARGS='--storage.tsdb.retention.time=90d'\n" in files["options/prometheus"]
    for path in (path for path in files if path.startswith("options/")):
        (line,) = [line for line in files[path].splitlines() if not line.startswith("#")]
        assert line.startswith("ARGS='--")
        assert line.count("'") == 2
        assert "\\" not in line


@pytest.mark.parametrize(
    ("expression", "names"),
    [
        ('up{job="host"} == 0', {"up"}),
        ("increase(a_total[1h]) > 1e9 or b unless on (instance) c", {"a_total", "b", "c"}),
        (
            'count by (instance) (count by (instance, gpu) (d{x="e{f}"})) * on (x) group_left (y) g offset 5m',
            {"d", "g", "m"} - {"m"},
        ),
        ("abs(h) != bool 2", {"h"}),
    ],
)
def test_names_of_metrics_are_found_in_expressions(expression: str, names: set[str]) -> None:
    assert metric_names(expression) == names


def test_texts_are_filled_in_as_prometheus_does() -> None:
    assert expanded("{{ $labels.instance }} has {{ $value }}", {"instance": "gpu01"}, "79") == "gpu01 has 79"


def _with_snmp(gpu: int = 2) -> dict[str, Any]:
    return cluster(gpu=gpu) | {"services": {"snmp": {"user": "reader"}}}


@pytest.mark.parametrize("form", ["auths", "modules"])
def test_the_exporters_file_has_references_and_no_passphrase(tmp_path: Path, form: str) -> None:
    """Either form: version 3 with authentication and encryption, and every column that is a metric is walked."""
    files = _files(plan_data(_with_snmp(), tmp_path))
    said = _yaml(files, f"snmp/{form}.yml")
    module = said["modules"]["switch"] if form == "auths" else said["switch"]
    auth = said["auths"]["clustergen"] if form == "auths" else module["auth"]
    assert (said["auths"]["clustergen"] if form == "auths" else module)["version"] == 3
    assert {name: auth[name] for name in ("username", "security_level", "auth_protocol", "priv_protocol")} == {
        "username": "reader",
        "security_level": "authPriv",
        "auth_protocol": "SHA",
        "priv_protocol": "AES",
    }
    assert auth["password"] == "{{clustergen_snmp_auth_passphrase}}"
    assert auth["priv_password"] == "{{clustergen_snmp_priv_passphrase}}"
    facts = read_exporter("snmp")
    assert {each["name"]: each["oid"] for each in module["metrics"]} == {n: m.oid for n, m in facts.metrics.items()}
    looked_up = {lookup["oid"] for each in module["metrics"] for lookup in each["lookups"]}
    assert set(module["walk"]) == looked_up | {metric.oid for metric in facts.metrics.values()}


def test_only_a_cluster_with_snmp_has_files_of_it(tmp_path: Path) -> None:
    without, with_it = (_files(plan_data(spec, tmp_path)) for spec in (cluster(), _with_snmp()))
    assert set(with_it) - set(without) == {
        "snmp/auths.yml",
        "snmp/modules.yml",
        "options/prometheus-snmp-exporter",
        "prometheus/rules/fabric.yml",
        "prometheus/tests/fabric.yml",
        "prometheus/targets/switch-counters.json",
    }
    changed = {path for path in without if without[path] != with_it[path]}
    assert changed == {"prometheus/prometheus.yml", *(f"expected/control{n}.prom" for n in (1, 2, 3))}
    jobs = {job["job_name"]: job for job in _yaml(with_it, "prometheus/prometheus.yml")["scrape_configs"]}
    counters = jobs["switch-counters"]
    assert (counters["metrics_path"], counters["params"]) == ("/snmp", {"module": ["switch"], "auth": ["clustergen"]})
    assert counters["scrape_timeout"] == "30s"
    assert counters["relabel_configs"][1] == {"target_label": "__address__", "replacement": "127.0.0.1:9116"}
    assert "--web.listen-address=127.0.0.1:9116" in with_it["options/prometheus-snmp-exporter"]


def test_rules_of_switches_stay_when_hosts_come(tmp_path: Path) -> None:
    small, large = (_files(plan_data(_with_snmp(gpu), tmp_path)) for gpu in (2, 5))
    for path in small:
        if "/rules/" in path or path.startswith(("snmp/", "options/")):
            assert small[path] == large[path], path


def test_the_service_outside_gets_the_alert_that_always_fires_and_nobody_else_does(tmp_path: Path) -> None:
    receivers = {"pagerduty": True, "watchdog": {"url": "https://deadman.example.net/atlas", "token": True}}
    files = _files(plan_data(cluster() | {"monitoring": {"receivers": receivers}}, tmp_path))
    conf = _yaml(files, "alertmanager/alertmanager.yml")
    first, *others = conf["route"]["routes"]
    assert (first["receiver"], first["matchers"], first["repeat_interval"]) == (
        "watchdog", ['alertname="Watchdog"'], "5m",
    )  # fmt: skip
    assert "continue" not in first
    assert "watchdog" not in {each["receiver"] for each in others}
    (receiver,) = [each for each in conf["receivers"] if each["name"] == "watchdog"]
    (hook,) = receiver["webhook_configs"]
    assert hook["http_config"] == {"authorization": {"credentials_file": "/etc/prometheus/secrets/watchdog_token"}}
    assert files["secrets/watchdog_token"] == "{{clustergen_watchdog_token}}\n"
    assert "prometheus/rules/watchdog.yml" in files


def test_servers_are_told_apart_at_the_store_and_not_in_alerts(tmp_path: Path) -> None:
    """The same file on every host: its unit has the host's name."""
    store = {"url": "https://metrics.example.net/api/v1/write"}
    files = _files(plan_data(cluster() | {"monitoring": {"remote_write": store}}, tmp_path))
    conf = _yaml(files, "prometheus/prometheus.yml")
    assert conf["global"]["external_labels"] == {"cluster": "atlas", "replica": "${CLUSTERGEN_REPLICA}"}
    assert conf["alerting"]["alert_relabel_configs"] == [{"regex": "replica", "action": "labeldrop"}]
    (sent,) = conf["remote_write"]
    assert sent["write_relabel_configs"] == [
        {"source_labels": ["__name__"], "regex": ".+:.+|ALERTS|up", "action": "keep"}
    ]
    assert "Environment=CLUSTERGEN_REPLICA=%H\n" in files["units/prometheus.service.d/clustergen.conf"]


def test_every_rate_has_two_measurements_at_the_longest_interval() -> None:
    """With one, it has no value, and its alert never fires."""
    stated = MonitoringSpec.model_fields["interval_seconds"].metadata
    longest = next(int(str(each.le)) for each in stated if isinstance(each, Le))
    texts = "".join(path.read_text(encoding="utf-8") for path in (OURS / "alerts").glob("*.yaml"))
    windows = {int(each) for each in re.findall(r"\b(?:rate|increase|delta|deriv)\([^()\[]*\[(\d+)m\]", texts)}
    assert {5, 15} <= windows
    assert min(windows) * 60 >= 2 * longest
