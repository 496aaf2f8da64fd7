"""The catalog's numbers of series beside real exporters, on made folders of /proc and /sys with one and with three of each thing; and the bench of rules with few GPUs."""

from __future__ import annotations

import re
import shlex
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from generator.catalog.exporter import read_exporter
from generator.plan.monitoring.watch import watch_of
from generator.twin.bottle import Bottle
from tests.bench.series import Refused, series
from tests.specs import cluster, plan_data

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

pytestmark = pytest.mark.proof
_COUNTERS = [
    "VL15_dropped",
    "excessive_buffer_overrun_errors",
    "link_downed",
    "link_error_recovery",
    "local_link_integrity_errors",
    "multicast_rcv_packets",
    "multicast_xmit_packets",
    "port_rcv_constraint_errors",
    "port_rcv_data",
    "port_rcv_errors",
    "port_rcv_packets",
    "port_rcv_remote_physical_errors",
    "port_rcv_switch_relay_errors",
    "port_xmit_constraint_errors",
    "port_xmit_data",
    "port_xmit_discards",
    "port_xmit_packets",
    "port_xmit_wait",
    "symbol_error",
    "unicast_rcv_packets",
    "unicast_xmit_packets",
]
_FREQUENCY = [
    "cpuinfo_cur_freq",
    "cpuinfo_max_freq",
    "cpuinfo_min_freq",
    "scaling_cur_freq",
    "scaling_max_freq",
    "scaling_min_freq",
    "scaling_available_governors",
    "scaling_driver",
    "scaling_governor",
    "related_cpus",
    "scaling_setspeed",
    "cpuinfo_transition_latency",
]
_LISTEN = "127.0.0.1:9100"
ONE = {"thread": 1, "rdma-port": 1, "drive": 1}


def _made(folder: Path, counts: dict[str, int], *, frequencies: bool) -> Path:
    """Make /proc and /sys of a host with so many threads, each a core of its own, RDMA ports and drives."""
    threads, ports, drives = (counts[unit] for unit in ONE)
    files = {
        "proc/stat": "cpu  1 0 1 1 0 0 0 0 0 0\n" + "".join(f"cpu{n} 1 0 1 1 0 0 0 0 0 0\n" for n in range(threads)) + "btime 1500000000\n",
        "proc/schedstat": "version 15\ntimestamp 1\n" + "".join(f"cpu{n} 0 0 0 0 0 0 1 1 1\n" for n in range(threads)),
        "proc/net/softnet_stat": ("00000001 " * 13 + "\n") * threads,
        "proc/diskstats": "".join(f" 259 {n} nvme{n}n1 {'1 ' * 17}\n" for n in range(drives)),
    }  # fmt: skip
    for n in range(threads):
        cpu = f"sys/devices/system/cpu/cpu{n}"
        files |= {f"{cpu}/topology/core_id": f"{n}\n", f"{cpu}/topology/physical_package_id": "0\n"}
        if frequencies:
            files |= {f"{cpu}/cpufreq/{name}": "1000\n" for name in _FREQUENCY}
            files[f"{cpu}/thermal_throttle/core_throttle_count"] = "0\n"
    for n in range(ports):
        port = f"sys/class/infiniband/mlx5_{n}/ports/1"
        files |= {f"sys/class/infiniband/mlx5_{n}/{name}": "1\n" for name in ("fw_ver", "board_id", "hca_type")}
        files |= {f"{port}/state": "4: ACTIVE\n", f"{port}/phys_state": "5: LinkUp\n", f"{port}/rate": "400 Gb/sec\n"}
        files |= {f"{port}/counters/{name}": "1\n" for name in _COUNTERS}
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "ascii")
    return folder


def _start(program: str, options: Sequence[str], bottle: Bottle) -> None:
    """Start an exporter that ends with its bottle, so that no port of this machine is taken."""
    words = shlex.join([program, *options, f"--web.listen-address={_LISTEN}"])
    bottle.must("sh", "-c", f"({words}) >/dev/null 2>&1 &")


def _counted(bottle: Bottle) -> Counter[str]:
    """Return the series of an answer by the names of their metrics."""
    said = _answer(bottle).splitlines()
    return Counter(found[0] for line in said if (found := re.match(r"[a-z]\w*", line)))


def _answer(bottle: Bottle) -> str:
    """Ask until somebody answers.

    Raises:
        TimeoutError: nobody does within twenty seconds.
    """
    for _ in range(100):
        done = bottle.run("curl", "-sf", f"http://{_LISTEN}/metrics")
        if not done.returncode:
            return done.stdout
        time.sleep(0.2)
    raise TimeoutError(_LISTEN)


def _stated(*units: str) -> int:
    return sum(each.count or 0 for each in read_exporter("node").series if each.per in units)


def test_a_host_has_as_many_series_as_the_catalog_states(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    exporter = program("prometheus-node-exporter")

    def answered(name: str, **more: int) -> Counter[str]:
        counts = {unit: more.get(unit.replace("-", "_"), count) for unit, count in ONE.items()}
        made = _made(tmp_path / name, counts, frequencies=not name.startswith("plain"))
        with Bottle() as bottle:
            _start(exporter, [f"--path.procfs={made}/proc", f"--path.sysfs={made}/sys"], bottle)
            return _counted(bottle)

    one = answered("one")
    assert (answered("ports", rdma_port=3) - one).total() == 2 * _stated("rdma-port")
    assert (answered("drives", drive=3) - one).total() == 2 * _stated("drive")
    assert (answered("threads", thread=3) - one).total() == 2 * _stated("thread", "core")
    plain = answered("plain")
    assert (answered("plain-threads", thread=3) - plain).total() == 2 * 16
    proven(
        "prometheus-node-exporter 1.5",
        "series of a thread, a core, a drive and an RDMA port: as many as the catalog states",
    )


def test_an_interface_has_as_many_as_the_catalog_states(
    program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """A pair of interfaces in a network of its own, before and after."""
    exporter = program("prometheus-node-exporter")
    with Bottle() as bottle:
        bottle.must("ip", "link", "set", "lo", "up")
        bottle.must("mount", "-t", "sysfs", "none", "/sys")
        _start(exporter, [], bottle)
        before = _counted(bottle)
        for line in ("link add port1 type veth peer name port2", "link set port1 up", "link set port2 up"):
            bottle.must("ip", *line.split())
        after = _counted(bottle)
    found = after - before
    assert {name for name in found if not name.startswith(("node_network_", "node_arp_"))} == set()
    assert sum(count for name, count in found.items() if name.startswith("node_network_")) == 2 * _stated("interface")
    proven("prometheus-node-exporter 1.5", "series of an interface: as many as the catalog states")


def test_threads_are_gone_with_the_options_of_the_spec(tmp_path: Path, program: Callable[[str], str]) -> None:
    """`thread_series: false`: three threads more add nothing, and the rest stays."""
    exporter = program("prometheus-node-exporter")
    watch = watch_of(plan_data(cluster() | {"monitoring": {"thread_series": False}}, tmp_path))
    assert watch is not None
    options = [each for each in watch.options["prometheus-node-exporter"] if not each.startswith("--collector.systemd")]
    found = []
    for threads in (1, 3):
        made = _made(tmp_path / str(threads), {**ONE, "thread": threads}, frequencies=True)
        with Bottle() as bottle:
            _start(exporter, [*options, f"--path.procfs={made}/proc", f"--path.sysfs={made}/sys"], bottle)
            found.append(_counted(bottle))
    assert found[0] == found[1]
    assert found[0]["node_infiniband_state_id"] == 1
    assert not any(name.startswith("node_cpu") for name in found[0])


def test_rules_are_measured_with_the_series_of_a_cluster(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Real Prometheus, 16 GPUs, an answer a second: all series that the plan counts are there, and a healthy cluster has no alert."""
    program("prometheus")
    lines = list(series(tmp_path, 16, whole=True, every=1, most_gib=2))
    text = "\n".join(lines)
    stated = int(re.findall(r"([\d,]+) series by the plan", text)[0].replace(",", ""))
    held, recorded = (
        int(each.replace(",", ""))
        for each in re.findall(r"in Prometheus: ([\d,]+) series .*, ([\d,]+) of them recorded", text)[0]
    )
    assert held - recorded == pytest.approx(stated, rel=0.1)
    assert "; 0 alerts" in text
    assert float(re.findall(r"all rules once: ([\d.]+) s", text)[0]) > 0
    proven("prometheus 2.42", f"rules with the {stated:,} series of 16 GPUs: all of them are held, and no alert fires")


def test_more_than_the_memory_holds_is_refused(tmp_path: Path, program: Callable[[str], str]) -> None:
    program("prometheus")
    with pytest.raises(Refused, match="state --gib, or fewer --gpus"):
        list(series(tmp_path, 16, whole=True, every=1, most_gib=0.01))
