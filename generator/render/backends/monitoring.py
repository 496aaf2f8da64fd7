"""monitoring: Prometheus and Alertmanager, rules with their tests, and expected values of each host."""

from collections.abc import Iterable, Iterator

from generator.catalog.telemetry import read_collector, read_telemetry
from generator.plan.monitoring.dcgm import XID_WINDOW_MS
from generator.plan.monitoring.expected import expected_hosts, watched_hosts
from generator.plan.monitoring.options import AMTOOL, EXPORTERS_WEB, GOSSIP, PAGES_WEB, WEB
from generator.plan.monitoring.records import MonitoringPlan
from generator.plan.monitoring.remote import REPLICA
from generator.plan.monitoring.telemetry import FOLDER, LOGIN
from generator.plan.plan import Plan
from generator.plan.secrets import reference
from generator.render.artifact import UNPROVEN, Artifact, Grade, Proof
from generator.render.encode import encode_escaped, indented
from generator.render.monitoring import alertmanager, ipmi, prometheus, redfish, snmp, telemetry, web
from generator.render.monitoring.dashboard import board, dashboard
from generator.render.monitoring.exposition import expected_text
from generator.render.monitoring.provisioning import datasources, providers
from generator.render.monitoring.reporters import reporter_files, reporter_paths
from generator.render.templates import Templates
from generator.render.yaml_text import yaml_text

NAME = "monitoring"
_HOME = "monitoring"
_HEAD = "written by clustergen; change the spec, not this file"
_CONFIG = Proof(Grade.APPLIED, "prometheus 2.42")
_RULES = Proof(Grade.APPLIED, "promtool test rules 2.42")
_ALERTMANAGER = Proof(Grade.APPLIED, "prometheus-alertmanager 0.25")
_BLACKBOX = Proof(Grade.APPLIED, "prometheus-blackbox-exporter 0.23")
_NODE = Proof(Grade.APPLIED, "prometheus-node-exporter 1.5")
_SNMP = {
    snmp.AUTHS: Proof(Grade.APPLIED, "prometheus-snmp-exporter 0.28"),
    snmp.MODULES: Proof(Grade.APPLIED, "prometheus-snmp-exporter 0.21"),
}
_IPMI = Proof(Grade.APPLIED, "prometheus-ipmi-exporter 1.6")
_GNMIC = Proof(Grade.GRAMMAR, "keys of gNMIc 0.46")
_GRAFANA = Proof(Grade.SCHEMA, "models of Grafana 11.6 (grafana-foundation-sdk)")
_PROVISIONED = ("datasources", "dashboards")
_WEB = {EXPORTERS_WEB: _NODE, PAGES_WEB: _CONFIG, GOSSIP: _ALERTMANAGER, AMTOOL: _ALERTMANAGER}
_OPTIONS = Proof(Grade.PARSED, "sh")
_DCGM = "nvidia-dcgm-exporter"
_UNIT = Proof(Grade.APPLIED, "systemd 252")
_COUNTERS_FILE = "/etc/dcgm-exporter/counters.csv"
_HOST_ENGINE = "localhost:5555"
"""The address of nvidia-dcgm.service, which the exporter's unit starts: without `-r` the exporter runs a second engine."""


def paths(plan: Plan) -> Iterable[str]:
    """Yield Prometheus' files, Alertmanager's, those of the exporters, and a file or two for each host."""
    watch = plan.monitoring
    if watch is None:
        return
    names = [
        f"prometheus/targets/{name}.json" for name in (*(job.name for job in watch.jobs), prometheus.ALERTMANAGERS)
    ]
    rules = [f"prometheus/{kind}/{group.group}.yml" for group in watch.groups for kind in ("rules", "tests")]
    shared = [
        "alertmanager/alertmanager.yml",
        "blackbox/blackbox.yml",
        "grafana/cluster.json",
        *(f"grafana/{each.kind}.json" for each in watch.boards),
        *([f"grafana/provisioning/{kind}/clustergen.yaml" for kind in _PROVISIONED] if watch.boards else []),
        *(["dcgm/counters.csv"] if watch.gpus else []),
        *(["ipmi/ipmi.yml"] if watch.bmc_user else []),
        *(redfish.paths(watch.redfish) if watch.redfish else ()),
        *reporter_paths(watch.reporters),
        *([f"snmp/{form}.yml" for form in _SNMP] if watch.snmp_user or watch.pdus else []),
        *(["gnmic/gnmic.yml", "gnmic/release.json", "units/gnmic.service"] if watch.telemetry else []),
        *([f"web/{name}" for name in web.answering()] if watch.tls else []),
    ]
    options = [f"options/{name}" for name in watch.options]
    units = [f"units/{name}.service.d/clustergen.conf" for name in _units(watch)]
    secrets = [f"secrets/{name}" for name in watch.secrets]
    hosts = [f"expected/{host.name}.prom" for host in watched_hosts(plan)]
    peers = [f"options/hosts/{host.name}/prometheus-alertmanager" for host in watch.hosts]
    for path in ("prometheus/prometheus.yml", *names, *rules, *shared, *options, *peers, *units, *secrets, *hosts):
        yield f"{_HOME}/{path}"


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Yield the files. An additional host adds lines to targets and its own file; rules, tests and options stay as they are."""
    watch = plan.monitoring
    if watch is None:
        return
    yield from _prometheus(watch, plan.name)
    yield Artifact(
        f"{_HOME}/alertmanager/alertmanager.yml", yaml_text(alertmanager.configuration(watch), _HEAD), _ALERTMANAGER
    )
    yield Artifact(f"{_HOME}/blackbox/blackbox.yml", yaml_text(alertmanager.probes(watch), _HEAD), _BLACKBOX)
    picture = dashboard(plan.name, watch.panels)
    yield Artifact(f"{_HOME}/grafana/cluster.json", indented(picture, encode_escaped), _GRAFANA)
    yield from _boards(watch, plan.name)
    if watch.gpus:
        text = templates.render("monitoring/counters.csv.j2", counters=watch.gpu_fields)
        yield Artifact(f"{_HOME}/dcgm/counters.csv", text, UNPROVEN)
    if watch.bmc_user:
        yield Artifact(f"{_HOME}/ipmi/ipmi.yml", ipmi.configuration(watch.bmc_user), _IPMI)
    if watch.redfish:
        yield from redfish.files(_HOME, watch.redfish, templates)
    yield from reporter_files(_HOME, watch.reporters, watch.interval_seconds, templates)
    if watch.snmp_user or watch.pdus:
        for form, text in snmp.configurations(watch.snmp_user, watch.pdus).items():
            yield Artifact(f"{_HOME}/snmp/{form}.yml", text, _SNMP[form])
    if watch.telemetry:
        yield from _collector(watch, templates)
    for name, settings in web.answering().items() if watch.tls else ():
        yield Artifact(f"{_HOME}/web/{name}", yaml_text(settings, _HEAD), _WEB[name])
    yield from _options(watch, templates)
    for name, lines in _units(watch).items():
        text = templates.render("monitoring/unit.conf.j2", lines=lines)
        proof = UNPROVEN if name == _DCGM else _UNIT
        yield Artifact(f"{_HOME}/units/{name}.service.d/clustergen.conf", text, proof)
    for name in watch.secrets:
        yield Artifact(f"{_HOME}/secrets/{name}", f"{reference(name)}\n", UNPROVEN)
    for each in expected_hosts(plan):
        yield Artifact(f"{_HOME}/expected/{each.host}.prom", expected_text(each), _NODE)


def _prometheus(watch: MonitoringPlan, cluster: str) -> Iterator[Artifact]:
    home = f"{_HOME}/prometheus"
    yield Artifact(f"{home}/prometheus.yml", yaml_text(prometheus.configuration(watch, cluster), _HEAD), _CONFIG)
    for job in watch.jobs:
        yield Artifact(f"{home}/targets/{job.name}.json", prometheus.targets(job), _CONFIG)
    yield Artifact(f"{home}/targets/{prometheus.ALERTMANAGERS}.json", prometheus.alertmanager_targets(watch), _CONFIG)
    for group in watch.groups:
        yield Artifact(f"{home}/rules/{group.group}.yml", yaml_text(prometheus.rules(group), _HEAD), _RULES)
        yield Artifact(f"{home}/tests/{group.group}.yml", yaml_text(prometheus.tests(group), _HEAD), _RULES)


def _boards(watch: MonitoringPlan, cluster: str) -> Iterator[Artifact]:
    for each in watch.boards:
        yield Artifact(f"{_HOME}/grafana/{each.kind}.json", indented(board(cluster, each), encode_escaped), _GRAFANA)
    if watch.boards:
        made = dict(zip(_PROVISIONED, (datasources(watch, cluster), providers(cluster)), strict=True))
        for kind, found in made.items():
            yield Artifact(f"{_HOME}/grafana/provisioning/{kind}/clustergen.yaml", yaml_text(found, _HEAD), UNPROVEN)


def _collector(watch: MonitoringPlan, templates: Templates) -> Iterator[Artifact]:
    """Print the collector's file, its release, and the unit that its archive lacks."""
    assert watch.telemetry is not None
    made, release = telemetry.collector(watch.telemetry, watch.interval_seconds), read_collector("gnmic")
    facts = {"version": release.version, "archive": release.archive, "sha256": release.sha256}
    asked = any(read_telemetry(each.system).login for each in watch.telemetry.switches)
    text = templates.render("monitoring/gnmic.service.j2", folder=FOLDER, login=LOGIN if asked else "")
    yield Artifact(f"{_HOME}/gnmic/gnmic.yml", yaml_text(made, _HEAD), _GNMIC)
    yield Artifact(f"{_HOME}/gnmic/release.json", indented(facts, encode_escaped), UNPROVEN)
    yield Artifact(f"{_HOME}/units/gnmic.service", text, UNPROVEN)


def _options(watch: MonitoringPlan, templates: Templates) -> Iterator[Artifact]:
    """Yield the files for /etc/default: the same for all hosts, except the peers of an Alertmanager."""
    own = {f"hosts/{host}/prometheus-alertmanager": options for host, options in watch.alertmanager_options.items()}
    for name, options in {**watch.options, **own}.items():
        yield Artifact(f"{_HOME}/options/{name}", templates.render("monitoring/options.j2", options=options), _OPTIONS)


def _units(watch: MonitoringPlan) -> dict[str, tuple[str, ...]]:
    """Return drop-ins of units: a prober may ping, dcgm-exporter reads our list."""
    found: dict[str, tuple[str, ...]] = {"prometheus-blackbox-exporter": ("AmbientCapabilities=CAP_NET_RAW",)}
    if watch.remote_write:
        found["prometheus"] = (f"Environment={REPLICA}=%H",)
    if watch.gpus:
        secured = (f"--web-config-file {WEB}/{EXPORTERS_WEB}",) if watch.tls else ()
        words = (
            "/usr/bin/dcgm-exporter",
            f"-f {_COUNTERS_FILE}",
            f"-r {_HOST_ENGINE}",
            f"-x {XID_WINDOW_MS}",
            *([f"--hpc-job-mapping-dir {watch.gpu_jobs}"] if watch.gpu_jobs else []),
            *secured,
        )
        found[_DCGM] = ("Restart=on-failure", "RestartSec=10", "ExecStart=", f"ExecStart={' '.join(words)}")
    return found
