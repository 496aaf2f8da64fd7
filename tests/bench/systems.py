"""The bench's table of switch systems: a fabric of 128 leaves under each of them, beside pyavd doing a fabric of the same form."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from tests.eos_specs import COMPUTE
from tests.specs import Spec, cluster

_HOSTS_A_UNIT = 32
_LEAVES_A_UNIT = 4
_HOST_PORTS = 64
_COMMAND = [sys.executable, "-m", "generator", "--quiet"]


class Measured(Protocol):
    """What a measured command took, all of its processes together."""

    @property
    def seconds(self) -> float:
        """Seconds of the clock."""

    @property
    def cpu_seconds(self) -> float:
        """Seconds of the processor."""

    @property
    def peak_mib(self) -> float:
        """Most memory."""


class Measure(Protocol):
    """Runs a command to its end."""

    def __call__(self, command: list[str]) -> Measured:
        """Return what it took."""


def systems(folder: Path, measure: Measure, leaves: int = 128) -> Iterator[str]:
    """Yield the table's lines: every system that there is a backend for, whole process each, planning included; then pyavd's own way.

    The ratio says how many times pyavd's seconds of the processor a system takes.
    """
    spines = leaves // 2
    yield f"{'leaves':>7} {'system':>8} {'files':>6} {'MB':>7} {'seconds':>8} {'cpu s':>7} {'peak MiB':>9} {'of pyavd':>9}"
    command = [sys.executable, "-m", "tests.bench.avd", str(leaves), str(spines), str(_HOST_PORTS)]
    base = measure(command)
    for system, model in (("sonic", "sn5600"), ("cumulus", "sn5600"), ("sonic", COMPUTE), ("eos", COMPUTE)):
        spec = folder / f"{system}-{model}.yaml"
        spec.write_text(json.dumps(_spec(leaves, system, model)), encoding="utf-8")
        out = folder / f"{system}-{model}"
        run = measure([*_COMMAND, "render", str(spec), "-o", str(out), "--only", system])
        files = [file for file in out.glob("switches/compute-*/*") if file.is_file()]
        size = sum(file.stat().st_size for file in files) / 1e6
        yield _row(leaves, system, str(len(files)), f"{size:.1f}", run, base)
    yield _row(leaves, "pyavd", str(leaves + spines), "", base, base)


def _row(leaves: int, system: str, files: str, size: str, run: Measured, base: Measured) -> str:
    ratio = run.cpu_seconds / base.cpu_seconds
    return f"{leaves:>7} {system:>8} {files:>6} {size:>7} {run.seconds:>8.1f} {run.cpu_seconds:>7.1f} {run.peak_mib:>9.0f} {ratio:>9.2f}"


def _spec(leaves: int, system: str, model: str) -> Spec:
    """Return a cluster whose compute fabric has that many leaves, four a scalable unit; its other switches run SONiC."""
    hosts = leaves // _LEAVES_A_UNIT * _HOSTS_A_UNIT
    choice = {"model": model, "os": system}
    return cluster(hosts, hosts, storage=8, login=2, leaf=choice, spine=choice, mtu_bytes=9214)
