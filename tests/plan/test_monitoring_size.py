"""How many series a server holds: what is counted, by what the plan has, and what is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from generator.catalog.exporter import exporter_names, read_exporter
from generator.plan.monitoring.expected import between_series, expected_hosts, host_series
from generator.plan.monitoring.sizing import OF_THREADS
from generator.plan.monitoring.watch import watch_of
from generator.render.monitoring.exposition import expected_text
from tests.specs import Spec, cluster, plan_data

if TYPE_CHECKING:
    from pathlib import Path

    from generator.plan.monitoring.records import SeriesSize

EVERYTHING: Spec = {
    "services": {"telemetry": "gnmic", "snmp": {"user": "monitor"}},
    "monitoring": {"goodput_objective": 0.85, "exporters": ["nic", "nfs", "ipmi"]},
}


def _size(spec: Spec, folder: Path) -> SeriesSize:
    watch = watch_of(plan_data(spec, folder))
    assert watch is not None
    return watch.size


def _of(size: SeriesSize, exporter: str, per: str) -> tuple[int, int, int]:
    facts = read_exporter(exporter)
    what = next(each.what for each in facts.series if each.per == per)
    row = next(row for row in size.rows if (row.exporter, row.what) == (facts.title, what))
    return row.each, row.installed, row.envelope


def test_each_number_has_a_source() -> None:
    for name in exporter_names():
        facts = read_exporter(name)
        assert {each.source for each in facts.series} <= set(facts.sources), name
        assert len({each.per for each in facts.series}) == len(facts.series), name


@pytest.mark.parametrize(
    ("exporter", "unit"), [("dcgm", ""), ("dcgm-profiling", ""), ("snmp", "ifIndex"), ("gnmic", "")]
)
def test_lists_of_ours_are_counted_whole(exporter: str, unit: str) -> None:
    """All that these exporters answer with is what our files ask for."""
    facts = read_exporter(exporter)
    asked = [name for name, metric in facts.metrics.items() if metric.index == unit]
    assert sum(each.count or 0 for each in facts.series) == len(asked)


def test_units_are_those_of_the_plan(tmp_path: Path) -> None:
    """Two DGX H100 of 32, with 224 threads, 8 GPUs, 8 drives, and as many pings as switches and BMCs."""
    plan = plan_data(cluster(), tmp_path)
    size = _size(cluster(), tmp_path)
    assert _of(size, "dcgm", "gpu") == (26, 16, 256)
    assert _of(size, "dcgm-profiling", "gpu") == (8, 16, 256)
    watched = [host for host in plan.hosts if host.inband]
    assert _of(size, "node", "host")[1:] == (len(watched), sum(group.max for group in plan.groups.values()))
    threads = {
        g.name: g.entry.cpu.sockets * g.entry.cpu.cores_per_socket * g.entry.cpu.threads_per_core
        for g in plan.groups.values()
        if g.entry.cpu
    }
    assert threads["gpu"] == 224
    assert _of(size, "node", "thread")[1] == sum(threads.get(host.group, 0) for host in watched)
    assert _of(size, "node", "interface")[1] == sum(len(plan.interfaces_of[host.name]) for host in watched)
    assert _of(size, "blackbox", "probe")[1] == len(plan.switches) + len(plan.hosts)
    assert size.samples_per_second(envelope=True) == pytest.approx(size.series(envelope=True) / 30)
    assert size.stored_bytes(2, envelope=True) == pytest.approx(30 * 86400 * 2 * size.series(envelope=True) / 30)


def test_what_a_full_envelope_counts_is_what_a_full_cluster_has(tmp_path: Path) -> None:
    """The envelope of a small cluster, and the same with all of its hosts installed."""
    small, full = _size(cluster(), tmp_path), _size(cluster(gpu=32, storage=8, login=2), tmp_path)
    assert full.series(envelope=True) == full.series(envelope=False)
    assert small.series(envelope=True) == pytest.approx(full.series(envelope=False), rel=0.01)
    assert small.series(envelope=False) < small.series(envelope=True) / 4


def test_planned_series_are_the_lines_that_hosts_report(tmp_path: Path) -> None:
    plan = plan_data(cluster() | EVERYTHING, tmp_path)
    for each in expected_hosts(plan):
        lines = [line for line in expected_text(each).splitlines() if not line.startswith("#")]
        assert len(lines) == host_series(each) + between_series(each), each.host


def test_slow_answers_count_less(tmp_path: Path) -> None:
    """BMCs are asked once a minute, and certificates of switches every two; nothing has the number of a BMC's sensors; NICs and switches are counted."""
    size = _size(cluster() | EVERYTHING, tmp_path)
    assert {row.seconds for row in size.rows} == {30, 60, 120}
    assert any("sensors of a BMC" in each for each in size.uncounted)
    assert _of(size, "nic", "rdma-port")[1] > 0
    assert _of(size, "gnmic", "queue")[1] > _of(size, "gnmic", "switch-port")[1] > 0


def test_profiling_is_left_out_where_the_spec_asks_for_that(tmp_path: Path) -> None:
    without = _size(cluster() | {"monitoring": {"gpu_profiling": False}}, tmp_path)
    whole = _size(cluster(), tmp_path)
    assert whole.series(envelope=True) - without.series(envelope=True) == 8 * 256
    unseen = _size(cluster() | {"monitoring": {"gpu_exporter": False}}, tmp_path)
    assert not [row for row in unseen.rows if "dcgm" in row.exporter]


def test_threads_are_left_out_where_the_spec_asks_for_that(tmp_path: Path) -> None:
    spec = cluster() | {"monitoring": {"thread_series": False}}
    plan, whole = plan_data(spec, tmp_path), _size(cluster(), tmp_path)
    watch = watch_of(plan)
    assert watch is not None
    each = [kind for kind in read_exporter("node").series if kind.per in OF_THREADS]
    assert {option for kind in each for option in kind.without} <= set(watch.options["prometheus-node-exporter"])
    gone = sum(row.each * row.installed for row in whole.rows if row.what in {kind.what for kind in each})
    assert watch.size.series(envelope=False) == whole.series(envelope=False) - gone
    assert gone > 0
