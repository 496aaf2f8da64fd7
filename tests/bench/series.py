"""The bench's table of monitoring: what rules take in real Prometheus with the series of a cluster, which are scraped from a stand-in on loopback.

Rules, jobs and labels are the rendered ones. Series are those that rules read, and with `whole` as many others as the catalog counts.
"""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import threading
import time
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import yaml

from generator.plan.monitoring.watch import watch_of
from generator.render.monitoring import prometheus
from tests.bench.answers import Answers
from tests.specs import cluster, plan_data

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from generator.plan.monitoring.records import MonitoringPlan

GPUS = 256
"""By default: a server of some hundred MiB."""
_ROUNDS = 12
"""Answers of each target before rules are looked at: a window of five minutes has ten at the usual 30 seconds."""
_STREAMED = "switch-telemetry"
_BYTES_PER_SERIES = 6000
"""Of memory, with room: what is refused before it is begun."""
_LONGEST = 3600


class Refused(Exception):
    """The memory that was allowed does not hold the series."""


def series(folder: Path, gpus: int, *, whole: bool, every: int, most_gib: float) -> Iterator[str]:
    """Yield the table's lines.

    Raises:
        Refused: the series would need more memory than `most_gib`.
    """
    program = shutil.which("prometheus")
    if program is None:
        yield "series: no prometheus here (make setup-system)"
        return
    plan = plan_data(_spec(gpus), folder)
    watch = watch_of(plan)
    assert watch is not None
    size = watch.size
    stated = size.series(envelope=False)
    if whole and stated * _BYTES_PER_SERIES > most_gib * 2**30:
        need = stated * _BYTES_PER_SERIES / 2**30
        raise Refused(
            f"{gpus:,} GPUs have {stated:,} series, about {need:,.0f} GiB; at most {most_gib:g} GiB are allowed: state --gib, or fewer --gpus"
        )
    yield f"{gpus:,} GPUs, {len(plan.hosts):,} hosts, {len(plan.switches):,} switches: {stated:,} series by the plan, {size.samples_per_second(envelope=False):,.0f} samples a second at {watch.interval_seconds} s"
    targets = _write(folder, watch, every)
    server = _serve(Answers(plan, watch, whole=whole))
    try:
        port = server.server_address[1]
        _rewrite(folder, watch, str(port))
        yield from _measured(program, folder, targets, every)
    finally:
        server.shutdown()
        server.server_close()


def _spec(gpus: int) -> dict[str, Any]:
    """Return a cluster with all that rules are about: streamed switches, goodput, capacity."""
    spec = cluster(gpus // 8, gpus // 8, storage=8, login=2)
    return spec | {"services": {"telemetry": "gnmic"}, "monitoring": {"goodput_objective": 0.5}}


def _write(folder: Path, watch: MonitoringPlan, every: int) -> int:
    """Write rules and configuration; return the number of targets."""
    (folder / "rules").mkdir()
    for group in watch.groups:
        (folder / f"rules/{group.group}.yml").write_text(yaml.safe_dump(prometheus.rules(group)), "utf-8")
    made = prometheus.configuration(watch, "atlas")
    made["global"] |= {
        "scrape_interval": f"{every}s",
        "scrape_timeout": f"{every}s",
        "evaluation_interval": f"{every}s",
    }
    made.pop("alerting")
    # without probes, TLS and relabelling: the stand-in answers for all, and names series of switches as they are kept
    made["scrape_configs"] = [
        {key: job[key] for key in ("job_name", "file_sd_configs")} | {"honor_labels": job["job_name"] == _STREAMED}
        for job in made["scrape_configs"]
    ]
    (folder / "prometheus.yml").write_text(yaml.safe_dump(made), "utf-8")
    return sum(len(job.targets) for job in watch.jobs)


def _rewrite(folder: Path, watch: MonitoringPlan, port: str) -> None:
    """Write the targets: labels of the plan, all of them at the stand-in, which tells them apart by their path."""
    (folder / "targets").mkdir()
    for job in watch.jobs:
        rows = [
            {
                "targets": [f"127.0.0.1:{port}"],
                "labels": {
                    **target.labels,
                    "__metrics_path__": f"/{job.name}/{target.labels.get('instance', '-')}/{place}",
                },
            }
            for place, target in enumerate(job.targets)
        ]
        (folder / f"targets/{job.name}.json").write_text(json.dumps(rows), "utf-8")


class _Server(ThreadingHTTPServer):
    """Answers many at once. Prometheus hangs up on an answer that takes too long, and counts it as `up` 0 itself."""

    request_queue_size = 512

    def handle_error(self, *_: object) -> None:
        """Print nothing."""


def _serve(answers: Answers) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            _, job, target, _ = self.path.split("/")
            body = answers.text(job, target, int(time.time()))
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = _Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def _measured(program: str, folder: Path, targets: int, every: int) -> Iterator[str]:
    address = f"127.0.0.1:{_free_port()}"
    options = ("--config.file=prometheus.yml", f"--web.listen-address={address}", f"--storage.tsdb.path={folder}/data")
    with (folder / "log").open("w") as log:
        running = subprocess.Popen((program, *options), cwd=folder, stderr=log)
    try:
        begun = time.monotonic()
        while _ask(address, "count(up == 1)") < targets:
            _wait(running, begun, folder)
        began = time.monotonic()
        while _ask(address, "min(count_over_time(up[1h]))") < _ROUNDS:
            _wait(running, begun, folder)
        yield from _lines(address, targets, time.monotonic() - began, every)
    finally:
        running.terminate()
        running.wait()


def _free_port() -> int:
    """Return a port of loopback that nobody has now."""
    with socket.socket() as own:
        own.bind(("127.0.0.1", 0))
        return int(own.getsockname()[1])


def _wait(running: subprocess.Popen[bytes], begun: float, folder: Path) -> None:
    """Wait a second.

    Raises:
        TimeoutError: Prometheus has ended, or an hour is over.
    """
    if running.poll() is not None or time.monotonic() - begun > _LONGEST:
        raise TimeoutError((folder / "log").read_text("utf-8")[-2000:])
    time.sleep(1)


def _lines(address: str, targets: int, seconds: float, every: int) -> Iterator[str]:
    metrics = _metrics(address)
    held, memory = metrics["prometheus_tsdb_head_series"], metrics["process_resident_memory_bytes"]
    groups = {
        found[1]: value
        for name, value in metrics.items()
        if (found := re.match(r'prometheus_rule_group_last_duration_seconds\{rule_group=".*;(.+)"\}', name))
    }
    recorded, alerts = _ask(address, 'count({__name__=~".+:.+"})'), _ask(address, "count(ALERTS)")
    yield f"in Prometheus: {held:,.0f} series of {targets:,} targets, {recorded:,.0f} of them recorded; {alerts:,.0f} alerts"
    yield f"memory {memory / 2**30:.2f} GiB, {memory / held:,.0f} bytes a series; {metrics['process_cpu_seconds_total']:,.0f} s of processor; {_ROUNDS} answers of each target in {seconds:,.0f} s (asked every {every} s)"
    yield f"all rules once: {sum(groups.values()):.3f} s\n"
    yield f"{'group':>14} {'seconds':>8}"
    for name, value in sorted(groups.items(), key=lambda pair: -pair[1]):
        yield f"{name:>14} {value:>8.3f}"


def _metrics(address: str) -> dict[str, float]:
    with urllib.request.urlopen(f"http://{address}/metrics") as said:
        lines = said.read().decode().splitlines()
    return {
        name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if not line.startswith("#"))
    }


def _ask(address: str, expression: str) -> float:
    """Return the one value of an expression; 0 where there is none, or nobody answers yet."""
    try:
        with urllib.request.urlopen(f"http://{address}/api/v1/query?query={urllib.parse.quote(expression)}") as said:
            rows = json.load(said)["data"]["result"]
    except OSError:
        return 0
    return float(rows[0]["value"][1]) if rows else 0
