"""Judges of monitoring: promtool and amtool, and whether every metric that an alert or a picture uses is measured by some job."""

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import yaml

from generator.catalog.exporter import exporter_names, read_exporter
from generator.plan.monitoring.extra import NODE
from generator.plan.monitoring.jobs import EXPORTERS
from generator.verify.admitted import OF_TLS, monitoring
from generator.verify.programs import each, run
from generator.verify.verdict import Verdict

_HOME = "monitoring"
_CONFIG = f"{_HOME}/prometheus/prometheus.yml"
_WORDS = frozenset({"and", "or", "unless", "bool", "offset", "inf", "nan"})
_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
_WITHIN = re.compile(r"\{[^}]*\}|\[[^]]*\]|\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)")
_NAME = re.compile(r"(?<![\w.:$])[a-zA-Z_:][\w:]*(?!\w)(?!\s*\()")
_REPORTED = re.compile(r"^(?:metric=(?=\w+$)| *echo '# TYPE )(\w+)", re.MULTILINE)
"""The metric that a program of ours adds to those of its host."""
_COUNTED = re.compile(r"^ +\"(clustergen_burst_\w+)\":", re.MULTILINE)
"""The metrics of burst hosts, which the program of controllers adds."""
_JOB = re.compile(r"\bjob\s*=\s*\"([^\"]*)\"")
_OURS = "clustergen_"
"""Prefix of series of rendered programs."""
_BY_PROMETHEUS = frozenset({"up", "ALERTS"})
"""Series that Prometheus itself adds to every job and for its rules (its documentation: Jobs and instances, Alerting rules)."""

_PROGRAMS = (
    "backups/*.sh",
    "slurm/health.sh",
    "host_groups/*/usr/local/sbin/clustergen-ceph.sh",
    "hosts/*/usr/local/sbin/clustergen-balancer.sh",
)
"""Programs of ours that write series for the exporters of their hosts."""


def alerts(tree: Path) -> Verdict:
    """Judge by promtool: it reads the configuration with its rules and targets, and runs every rule on the series of its test."""

    def read(file: Path, program: str) -> str:
        tests = sorted((file.parent / "tests").glob("*.yml"))
        if odd := next((odd for each in (file, *tests) if (odd := monitoring(each.read_text("utf-8")))), ""):
            return odd
        # with files of a host that this machine lacks: their contents are not checked, and rules are read by their tests
        options = ["--syntax-only"] if any(path in file.read_text("utf-8") for path in OF_TLS) else []
        checked = run([program, "check", "config", *options, str(file)])
        return checked or (
            run([program, "test", "rules", *map(str, tests)]) if tests else "the tree has no tests of alert rules"
        )

    return each("alerts", tree.glob(_CONFIG), "promtool", "apt-get install prometheus", read)


def notifications(tree: Path) -> Verdict:
    """Judge by amtool: it reads the receivers and routes of notifications."""
    files = tree.glob(f"{_HOME}/alertmanager/alertmanager.yml")
    return each(
        "receivers",
        files,
        "amtool",
        "apt-get install prometheus-alertmanager",
        lambda file, program: (
            monitoring(file.read_text("utf-8")) or run([program, "check-config", str(file)], whole=True)
        ),
    )


def metrics(tree: Path) -> Verdict:
    """Compare every metric and job in rules and dashboards with the metrics of the jobs: an alert on any other never fires."""
    config = tree / _CONFIG
    files = sorted([*config.parent.glob("rules/*.yml"), *tree.glob(f"{_HOME}/grafana/*.json")])
    note = "names of exporters"
    if not config.is_file():
        return Verdict(
            "metrics", len(files), ran=True, note=note, faults=["rules without prometheus.yml"] if files else []
        )
    jobs = {job["job_name"] for job in yaml.safe_load(config.read_text("utf-8"))["scrape_configs"]}
    measured = {name for job in jobs for name in _measured(tree, job)} | _BY_PROMETHEUS | set(_recorded(config.parent))
    faults = []
    for file in files:
        for what, expression in _expressions(file):
            place = f"{file.name}: {what}"
            faults += [f"{place}: no job measures {name}" for name in sorted(metric_names(expression) - measured)]
            faults += [f"{place}: there is no job {job}" for job in sorted(set(_JOB.findall(expression)) - jobs)]
    return Verdict("metrics", len(files), ran=True, note=note, faults=faults)


def metric_names(expression: str) -> set[str]:
    """Return the metrics that a PromQL expression names: the words that are no labels, ranges, functions or keywords."""
    bare = _WITHIN.sub(" ", _STRING.sub(" ", expression))
    return {name for name in _NAME.findall(bare) if name.lower() not in _WORDS}


def _measured(tree: Path, job: str) -> Iterator[str]:
    """Yield the metrics of a job's exporter as configured: dcgm-exporter has its list, hosts have those in rendered files."""
    if job == "gpu":
        lines = (tree / _HOME / "dcgm" / "counters.csv").read_text("utf-8").splitlines()
        yield from (line.partition(",")[0].strip() for line in lines if line and not line.startswith("#"))
        return
    if job == "pdu":
        modules = yaml.safe_load((tree / _HOME / "snmp" / "modules.yml").read_text("utf-8"))
        yield from (metric["name"] for metric in modules["pdu"]["metrics"])
    elif job in EXPORTERS:
        yield from read_exporter(EXPORTERS[job]).metrics
    if job == "host":
        yield from _added(tree)
        for file in tree.glob(f"{_HOME}/expected/*.prom"):
            lines = file.read_text("utf-8").splitlines()
            yield from (re.split(r"[{ ]", line)[0] for line in lines if line and not line.startswith("#"))
        for program in (each for pattern in _PROGRAMS for each in tree.glob(pattern)):
            yield from _REPORTED.findall(program.read_text("utf-8"))
        for program in tree.glob("slurm/burst_state.py"):
            yield from _COUNTED.findall(program.read_text("utf-8"))


def _added(tree: Path) -> Iterator[str]:
    """Yield what exporters of hosts measure by further collectors and by programs of ours, where the tree has both."""
    options = tree / _HOME / "options" / f"prometheus-{NODE}-exporter"
    words = shlex.split(options.read_text("utf-8").partition("=")[2].strip("'\n")) if options.is_file() else []
    for facts in map(read_exporter, exporter_names()):
        if facts.part_of == NODE and set(facts.options) <= set(words):
            program = tree / _HOME / "reporters" / f"{facts.exporter}.py"
            ours = program.is_file()
            yield from (name for name in facts.metrics if ours or not name.startswith(_OURS))


def _recorded(home: Path) -> Iterator[str]:
    """Yield the series that rules compute."""
    for file in home.glob("rules/*.yml"):
        for group in yaml.safe_load(file.read_text("utf-8"))["groups"]:
            yield from (rule["record"] for rule in group["rules"] if "record" in rule)


def _expressions(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the expressions of a file of rules or of a dashboard, each with its rule or panel."""
    if file.suffix == ".json":
        for panel in json.loads(file.read_text("utf-8"))["panels"]:
            yield from ((panel["title"], target["expr"]) for target in panel.get("targets", []))
        return
    for group in yaml.safe_load(file.read_text("utf-8"))["groups"]:
        yield from ((rule.get("alert") or rule["record"], rule["expr"]) for rule in group["rules"])
