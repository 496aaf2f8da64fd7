"""`make bench`: a table of GPUs, files, bytes, seconds, peak memory, and seconds per 1,000 GPUs."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.specs import cluster

SIZES = (16, 256, 2048, 16384)
SUMMARIES = (131_072,)
"""Sizes that are summarised and not rendered."""
_COMMAND = [sys.executable, "-m", "generator", "--quiet"]


@dataclass(frozen=True, slots=True)
class Run:
    """One measured process: wall seconds and peak resident MiB, as the kernel accounts them."""

    seconds: float
    peak_mib: float


def measure(command: list[str]) -> Run:
    """Run a command to its end."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    if status:
        raise SystemExit(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    return Run(seconds, usage.ru_maxrss / 1024)


def main() -> None:
    """Print the table; the median of `--runs` renders of each size, into a fresh directory."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--summaries", type=int, nargs="*", default=SUMMARIES)
    options = parser.parse_args()
    help_runs = sorted(measure([*_COMMAND, "--help"]).seconds for _ in range(5))
    print(f"clustergen --help: {help_runs[2]:.3f} s (median of 5)\n")
    print(
        f"{'GPUs':>7} {'files':>6} {'MB':>7} {'render s':>9} {'peak MiB':>9} {'copy s':>7} {'s/1000 GPUs':>12} {'summary s':>10}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for gpus in options.sizes:
            print(row(Path(folder), gpus, options.runs), flush=True)
        for gpus in options.summaries:
            run = measure([*_COMMAND, "summary", str(_spec(Path(folder), gpus)), "--format", "json"])
            print(f"\nsummary of {gpus:,} GPUs: {run.seconds:.1f} s, {run.peak_mib:,.0f} MiB", flush=True)


def _spec(folder: Path, gpus: int) -> Path:
    """Write the spec of one size."""
    hosts = gpus // 8
    path = folder / f"{gpus}.yaml"
    path.write_text(json.dumps(cluster(hosts, hosts, storage=8, login=2)), encoding="utf-8")
    return path


def row(folder: Path, gpus: int, runs: int) -> str:
    """Measure one size."""
    path, out, copied = _spec(folder, gpus), folder / "build", folder / "copy"
    renders = []
    for _ in range(runs):
        shutil.rmtree(out, ignore_errors=True)
        renders.append(measure([*_COMMAND, "render", str(path), "-o", str(out)]))
    render = sorted(renders, key=lambda run: run.seconds)[runs // 2]
    summary = measure([*_COMMAND, "summary", str(path), "--format", "json"])
    files = [file for file in out.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files) / 1e6
    started = time.perf_counter()
    shutil.copytree(out, copied)
    copy = time.perf_counter() - started
    shutil.rmtree(copied)
    return (
        f"{gpus:>7} {len(files):>6} {size:>7.1f} {render.seconds:>9.2f} {render.peak_mib:>9.0f} {copy:>7.2f} "
        f"{render.seconds / gpus * 1000:>12.2f} {summary.seconds:>10.2f}"
    )


if __name__ == "__main__":
    main()
