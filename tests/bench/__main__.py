"""`make bench`: a table of GPUs, files, bytes, seconds, reference loops, peak memory, and loops per 1,000 GPUs; one of switch systems; one of growth; one of Ansible's time; one of rules in Prometheus.

Run as it is installed: with its modules compiled. The peak is that of all processes of a render together.
`python -m tests.bench growth` prints that table alone; it alone needs a package index, the first time.
`python -m tests.bench series --gpus 16384` prints what rules take with the series that they read of 16,384 GPUs; `--whole` adds all others, as far as `--gib` of memory hold them.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.adopt import exports
from tests.bench.growth.environments import cache
from tests.bench.growth.table import growth
from tests.bench.hosts import HOSTS, MANY, hosts
from tests.bench.series import GPUS, series
from tests.bench.systems import systems
from tests.conftest import plan_of
from tests.specs import cluster

TABLES = ("speed", "systems", "growth", "hosts", "series")
SIZES = (16, 256, 2048, 16384)
SUMMARIES = (131_072,)
"""Sizes that are summarised and not rendered."""
PLANS = (16_384,)
"""Sizes to which a rendered cluster of half of the GPUs grows, within its envelope: what `plan` of that takes."""
IMPORTS = (16_384,)
"""Sizes that are exported as NetBox answers, and imported: at most 60 s on an idle machine of ours."""
_POD_HOSTS = 8_000
"""Beyond about so many hosts the usual prefix of pods has no /24 for each: Slurm alone."""
_LOOP = (
    "import time; t = time.process_time(); s = 0\nfor i in range(20_000_000): s += i\nprint(time.process_time() - t)"
)
"""The reference loop: machines differ by two and more, so figures are told in multiples of it, too."""
_COMMAND = [sys.executable, "-m", "generator", "--quiet"]


_SAMPLE_S = 0.1
_MEMORY = Path("/dev/shm")
"""A file system in memory, where there is one. On ext4 the search for an inode that was not deleted within the last minutes, as the tree of the run before
was, takes as long as all of a large render."""


@dataclass(frozen=True, slots=True)
class Run:
    """One measured command: wall seconds, processor seconds, and the peak MiB of all its processes together.

    A page that several share counts once: it is the sum of their proportional set sizes. Looked at ten times a second; where it was
    over too soon for that, or one process peaked in between, the kernel's own peak of that process.
    """

    seconds: float
    cpu_seconds: float
    peak_mib: float


def measure(command: list[str], environment: dict[str, str], *, jobs: bool = False) -> Run:
    """Run a command to its end; `jobs`: it may have processes of its own, whose memory is looked at together."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    peaks, over = [0.0], threading.Event()
    watch = threading.Thread(target=_watch, args=(process.pid, peaks, over))
    if jobs:
        watch.start()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    over.set()
    if jobs:
        watch.join()
    if status:
        raise SystemExit(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    return Run(seconds, usage.ru_utime + usage.ru_stime, max(*peaks, usage.ru_maxrss / 1024))


def _watch(pid: int, peaks: list[float], over: threading.Event) -> None:
    while not over.wait(_SAMPLE_S):
        peaks.append(_shared_out_mib(pid))


def _shared_out_mib(pid: int) -> float:
    """Add up the proportional set sizes of a process and its children, MiB."""
    total = 0
    for each in (pid, *_children(pid)):
        try:
            rollup = Path(f"/proc/{each}/smaps_rollup").read_text(encoding="ascii")
        except (FileNotFoundError, ProcessLookupError):  # it has just ended
            continue
        total += sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))
    return total / 1024


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]
    except (FileNotFoundError, ProcessLookupError):
        return []


def loop_seconds() -> float:
    """Return the processor seconds of the reference loop on this machine: the median of three."""
    runs = [subprocess.run([sys.executable, "-c", _LOOP], capture_output=True, check=True, text=True) for _ in range(3)]
    return sorted(float(run.stdout) for run in runs)[1]


def main() -> None:
    """Print the tables that are named, all by default. Of speed: the median of `--runs` renders of each size, into a fresh directory."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument(
        "tables", nargs="*", choices=TABLES, metavar="TABLE", help=f"{', '.join(TABLES)}; all by default"
    )
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--summaries", type=int, nargs="*", default=SUMMARIES)
    parser.add_argument("--plans", type=int, nargs="*", default=PLANS)
    parser.add_argument("--imports", type=int, nargs="*", default=IMPORTS)
    parser.add_argument("--leaves", type=int, default=128, help="of the table of switch systems; 0: none")
    parser.add_argument("--spines", type=int, nargs="+", default=[2, 4], help="of the table of growth, 8 leaves each")
    parser.add_argument(
        "--hosts", type=int, nargs="+", default=HOSTS, help="of the table of Ansible's time; needs root"
    )
    parser.add_argument("--many", type=int, nargs="*", default=MANY, help="of the same table, with local connections")
    parser.add_argument("--gpus", type=int, default=GPUS, help="of the table of rules in Prometheus")
    parser.add_argument("--whole", action="store_true", help="of the same table: with series that no rule reads")
    parser.add_argument("--every", type=int, default=5, help="of the same table: seconds between two answers")
    parser.add_argument("--gib", type=float, default=4, help="of the same table: the memory that Prometheus may take")
    parser.add_argument(
        "--folder", type=Path, default=_MEMORY if _MEMORY.is_dir() else None, help="where trees are written"
    )
    parser.add_argument("--environments", type=Path, default=cache(), help="where the other tools are installed")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # programs that a table starts end with it
    tables = options.tables or TABLES
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        if "speed" in tables:
            _print(speed(folder, options, environment))
        if "systems" in tables and options.leaves:
            _print(systems(folder, partial(measure, environment=environment, jobs=True), options.leaves))
        if "growth" in tables:
            _print(growth(options.environments, 8, options.spines))
        if "hosts" in tables:
            _print(hosts(tuple(options.hosts), tuple(options.many)))
        if "series" in tables:
            made = folder / "series"
            made.mkdir()
            _print(series(made, options.gpus, whole=options.whole, every=options.every, most_gib=options.gib))


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line, flush=True)
    print()


def speed(folder: Path, options: argparse.Namespace, environment: dict[str, str]) -> Iterator[str]:
    """Yield the lines of the table of speed."""
    measure([*_COMMAND, "render", str(_spec(folder, SIZES[0])), "-o", str(folder / "first")], environment)
    help_runs = sorted(measure([*_COMMAND, "--help"], environment).seconds for _ in range(5))
    cores = len(os.sched_getaffinity(0))
    loop = loop_seconds()
    yield f"clustergen --help: {help_runs[2]:.3f} s (median of 5); {cores} cores; reference loop: {loop:.2f} s\n"
    yield (
        f"{'GPUs':>7} {'files':>6} {'MB':>7} {'render s':>9} {'cpu s':>7} {'loops':>6} {'peak MiB':>9} {'copy s':>7} {'loops/1000':>11} {'summary s':>10}"
    )
    for gpus in options.sizes:
        yield row(folder, _spec(folder, gpus), gpus, options.runs, environment, loop)
    for gpus in options.summaries:
        run = measure([*_COMMAND, "summary", str(_spec(folder, gpus)), "--format", "json"], environment)
        yield f"\nsummary of {gpus:,} GPUs: {run.cpu_seconds:.1f} s ({run.cpu_seconds / loop:.1f} loops), {run.peak_mib:,.0f} MiB"
    for gpus in options.plans:
        run = _plan(folder, gpus, environment)
        yield f"\nplan of {gpus // 2:,} to {gpus:,} GPUs: {run.cpu_seconds:.1f} s ({run.cpu_seconds / loop:.1f} loops), {run.peak_mib:,.0f} MiB"
    for gpus in options.imports:
        run = _import(folder, gpus, environment)
        yield f"\nimport of {gpus:,} GPUs: {run.cpu_seconds:.1f} s ({run.cpu_seconds / loop:.1f} loops), {run.peak_mib:,.0f} MiB"


def _import(folder: Path, gpus: int, environment: dict[str, str]) -> Run:
    """Measure what `import` takes for devices, cables and addresses of a whole cluster, as NetBox answers them."""
    spec = _spec(folder, gpus)
    plan = plan_of(spec)
    answers = exports.write(folder / "answers", exports.netbox(plan))
    known = exports.site_map(spec, plan, folder)
    return measure(
        [*_COMMAND, "import", str(answers), "--map", str(known), "-o", str(folder / "site")], environment, jobs=True
    )


def _plan(folder: Path, gpus: int, environment: dict[str, str]) -> Run:
    """Measure what `plan` takes from a rendered cluster of half of the GPUs to the whole of its envelope."""
    old, new = _spec(folder, gpus // 2, gpus), _spec(folder, gpus)
    measure([*_COMMAND, "render", str(old), "-o", str(folder / "half")], environment)
    return measure([*_COMMAND, "plan", str(folder / "half"), str(new)], environment, jobs=True)


def _spec(folder: Path, gpus: int, most: int = 0) -> Path:
    """Write the spec of one size; `most` is the envelope, where that is another."""
    hosts = (most or gpus) // 8
    path = folder / f"{gpus}.yaml"
    spec = cluster(gpus // 8, hosts, storage=8, login=2)
    if hosts > _POD_HOSTS:
        del spec["scheduler"]["kubernetes"]
    path.write_text(json.dumps(spec), encoding="utf-8")
    return path


def row(folder: Path, path: Path, gpus: int, runs: int, environment: dict[str, str], loop: float) -> str:
    """Measure one spec; `loop` is the reference loop's processor seconds."""
    out, copied = folder / "build", folder / "copy"
    renders = []
    for _ in range(runs):
        shutil.rmtree(out, ignore_errors=True)
        renders.append(measure([*_COMMAND, "render", str(path), "-o", str(out)], environment, jobs=True))
    render = sorted(renders, key=lambda run: run.seconds)[runs // 2]
    summary = measure([*_COMMAND, "summary", str(path), "--format", "json"], environment)
    files = [file for file in out.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files) / 1e6
    started = time.perf_counter()
    shutil.copytree(out, copied)
    copy = time.perf_counter() - started
    shutil.rmtree(copied)
    return (
        f"{gpus:>7} {len(files):>6} {size:>7.1f} {render.seconds:>9.2f} {render.cpu_seconds:>7.2f} "
        f"{render.cpu_seconds / loop:>6.2f} {render.peak_mib:>9.0f} {copy:>7.2f} {render.cpu_seconds / loop / gpus * 1000:>11.2f} {summary.seconds:>10.2f}"
    )


if __name__ == "__main__":
    main()
