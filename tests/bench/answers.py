"""What exporters of a healthy cluster answer, made from its plan: every series that rules read, and as many others as the catalog counts."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from generator.catalog.exporter import read_exporter
from generator.plan.monitoring.alerting import TEXTFILES
from generator.plan.monitoring.expected import expected_of, rdma_ports
from generator.plan.monitoring.extra import reporters_on
from generator.plan.monitoring.sessions import OF_SESSIONS
from generator.plan.monitoring.telemetry import streamed_switches, telemetry_port
from generator.render.monitoring.exposition import expected_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from generator.plan.monitoring.records import MonitoringPlan
    from generator.plan.plan import Plan
    from generator.plan.records import Host

TICK = "@"
"""Stands for a number that grows by one each second."""
_GROWING = ("_bytes_total", "_packets_total")
_STILL = frozenset(
    {"switch_queue_dropped_packets_total", "switch_pfc_sent_packets_total", "switch_pfc_received_packets_total"}
)
"""Counters that stay at 0 in a healthy fabric."""
_VALUES: Mapping[str, str] = {
    "node_network_carrier": "1",
    "node_infiniband_state_id": "4",
    "node_filesystem_avail_bytes": "8e11",
    "node_filesystem_size_bytes": "1e12",
    "node_timex_sync_status": "1",
    "node_boot_time_seconds": "1500000000",
    "node_bonding_slaves": "2",
    "node_bonding_active": "2",
    "prometheus_config_last_reload_successful": "1",
    "prometheus_notifications_alertmanagers_discovered": "1",
    "alertmanager_config_last_reload_successful": "1",
    "probe_success": "1",
    "probe_ssl_earliest_cert_expiry": "4000000000",
    "DCGM_FI_DEV_GPU_TEMP": "50",
    "DCGM_FI_DEV_GPU_UTIL": "90",
    "DCGM_FI_DEV_FB_USED": "60000",
    "DCGM_FI_DEV_FB_FREE": "20000",
    "DCGM_FI_DEV_POWER_USAGE": "600",
}
"""What series are that are neither 0 nor growing."""
_LABELS: Mapping[str, str] = {
    "node_filesystem_": 'device="/dev/nvme0n1p2",fstype="ext4",mountpoint="/"',
    "node_bonding_": 'master="bond0"',
    "node_systemd_": 'name="slurmd.service",state="failed",type="notify"',
    "node_textfile_mtime_": 'file="/var/lib/prometheus/node-exporter/clustergen.prom"',
    "node_edac_": 'controller="0"',
}
"""Labels by the beginning of a name, of series of a host as a whole."""


class Answers:
    """Answers by job and target. Hosts of a group differ in what they must have alone, so the rest is kept once for each group."""

    def __init__(self, plan: Plan, watch: MonitoringPlan, *, whole: bool) -> None:
        self._plan, self._watch, self._whole = plan, watch, whole
        self._hosts = {host.name: host for host in plan.hosts}
        self._of_group: dict[tuple[str, str], str] = {}
        self._own: dict[str, str] = {}

    def text(self, job: str, target: str, tick: int) -> bytes:
        """Return what a target answers at a second."""
        if job == "host":
            text = self._expected(target) + self._shared(job, target)
        elif job == "gpu":
            text = self._shared(job, target)
        elif job == "switch-telemetry":
            text = self._shared(job, "")
        else:
            text = "".join(_lines(read_exporter(self._exporter(job)).metrics, ""))
        return text.replace(TICK, str(tick)).encode()

    def _exporter(self, job: str) -> str:
        return next(each.exporter for each in self._watch.jobs if each.name == job)

    def _expected(self, target: str) -> str:
        if target not in self._own:
            self._own[target] = expected_text(expected_of(self._plan, self._hosts[target]))
        return self._own[target]

    def _shared(self, job: str, target: str) -> str:
        key = job, self._hosts[target].group if target else ""
        if key not in self._of_group:
            made = self._node if job == "host" else self._gpus
            self._of_group[key] = "".join(made(self._hosts[target]) if target else self._streamed())
        return self._of_group[key]

    def _node(self, host: Host) -> Iterator[str]:
        expected = expected_of(self._plan, host)
        speeds = {link.device: link for link in expected.ethernet}
        names = list(read_exporter("node").metrics)
        for name in names:
            if name.startswith("node_network_"):
                for device, link in speeds.items():
                    known = {"node_network_speed_bytes": link.speed_bytes, "node_network_mtu_bytes": link.mtu_bytes}
                    yield _line(name, f'device="{device}"', str(known.get(name, "")))
            elif name.startswith("node_infiniband_"):
                for device, link in rdma_ports(expected):
                    rate = str(link.speed_bytes) if name == "node_infiniband_rate_bytes_per_second" else ""
                    yield _line(name, f'device="{device}",port="1"', rate)
            else:
                value = TICK if name == "node_textfile_mtime_seconds" else ""
                yield _line(name, next((each for start, each in _LABELS.items() if name.startswith(start)), ""), value)
        for reporter in reporters_on(self._plan, host):
            yield _line("node_textfile_mtime_seconds", f'file="{TEXTFILES}/reporter-{reporter}.prom"', TICK)
        if self._whole:
            yield from self._others(host, names)

    def _others(self, host: Host, names: list[str]) -> Iterator[str]:
        """Yield series that no rule reads, up to the number of the catalog."""
        plan, group = self._plan, self._plan.groups[host.group]
        expected = expected_of(plan, host)
        cpu = group.entry.cpu
        cores = cpu.sockets * cpu.cores_per_socket if cpu else 0
        units = {
            "host": 1,
            "thread": cores * cpu.threads_per_core if cpu else 0,
            "core": cores,
            "interface": len(plan.interfaces_of[host.name]),
            "rdma-port": len(rdma_ports(expected)),
            "drive": sum(each.count for each in group.entry.local_nvme),
        }
        read = {"interface": "node_network_", "rdma-port": "node_infiniband_"}
        for each in read_exporter("node").series:
            mine = sum(name.startswith(read.get(each.per, "?")) for name in names)
            for place in range((each.count or 0) - mine):
                name = f"node_{each.per.replace('-', '_')}_other_{place}_total"
                yield from (_line(name, f'of="{number}"', TICK) for number in range(units.get(each.per, 0)))

    def _gpus(self, host: Host) -> Iterator[str]:
        for gpu in range(host.gpus):
            for name in self._watch.gpu_fields:
                value = TICK if name == "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION" else ""
                yield _line(name, f'gpu="{gpu}",UUID="GPU-{gpu}",hpc_job="17"', value)

    def _streamed(self) -> Iterator[str]:
        """Yield the series of all switches, under the names and labels that they have after Prometheus' own relabelling."""
        assert self._watch.telemetry is not None
        telemetry, switches = self._watch.telemetry, {each.name: each for each in streamed_switches(self._plan)}
        labels = {each.name: each.labels for each in telemetry.switches}
        ports: dict[str, list[str]] = defaultdict(list)
        for link in self._plan.links:
            for end in (link.a, link.b):
                if end.device in switches and end.cage.isdigit():
                    ports[end.device].append(telemetry_port(self._plan, switches[end.device], end))
        for switch, named in ports.items():
            own = ",".join(f'{name}="{value}"' for name, value in labels[switch].items())
            for name in read_exporter("gnmic").metrics.keys() - OF_SESSIONS:
                rows = _rows(name, telemetry.queues, telemetry.priorities)
                yield from (_line(name, f'{own},port="{port}"{row}') for port in named for row in rows)


def _rows(name: str, queues: tuple[int, ...], priorities: tuple[int, ...]) -> list[str]:
    """Return the labels by which a counter of a port is divided."""
    if "_queue_" in name or "_watchdog_" in name:
        return [f',queue="{queue}"' for queue in queues]
    return [f',priority="{priority}"' for priority in priorities] if "_pfc_" in name else [""]


def _lines(names: Mapping[str, object], labels: str) -> Iterator[str]:
    return (_line(name, labels) for name in names)


def _line(name: str, labels: str, value: str = "") -> str:
    grows = name.endswith(_GROWING) and name not in _STILL
    return f"{name}{{{labels}}} {value or _VALUES.get(name) or (TICK if grows else '0')}\n"
