"""Later releases of Slurm, as other Debian suites have them: block topology, topologies of partitions, hosts that come without a restart."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import missing
from tests.system.test_slurm_cluster import PROGRAMS, computing, rendered, running, spec_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.twin.slurm import SlurmCluster

pytestmark = pytest.mark.system
SUITES = {"trixie": "24.11", "sid": "26.05"}
"""The release that each suite has; sid's moves, so what it has is asked of itself."""
CACHE = Path(
    os.environ.get("CLUSTERGEN_TREES")
    or Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "clustergen/debian"
)


def tree_of(suite: str) -> Path:
    """Give the folder with a suite's Slurm."""
    tree = CACHE / suite
    if not (tree / ".whole").exists():
        missing(
            f"Slurm of Debian {suite}", f"`make setup-system` as root unpacks it into {CACHE} (.ci/debian-tree {suite})"
        )
    return tree


@pytest.fixture(scope="module")
def programs(program: Callable[[str], str]) -> None:
    for name in PROGRAMS:
        program(name)


def _nvl72(version: str, count: int = 144) -> dict[str, Any]:
    """The NVL72 example, whose hosts are called tray."""
    spec = spec_of("nvl72-8-racks", version=version, accounting=False)
    spec["hosts"]["tray"]["count"] = count
    spec["hosts"]["tray"]["max"] = 144
    return spec


def _trays(count: int) -> list[str]:
    return [f"tray{number:03d}" for number in range(1, count + 1)]


def _domain(host: str) -> int:
    """Count racks of 18 trays from 0."""
    return (int(host.removeprefix("tray")) - 1) // 18


@pytest.fixture(scope="module", params=SUITES)
def racks(
    request: pytest.FixtureRequest, programs: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SlurmCluster]:
    """All 144 trays of eight racks."""
    suite = request.param
    with running(_nvl72(SUITES[suite]), tmp_path_factory.mktemp(suite), tree_of(suite)) as cluster:
        cluster.start_controllers(["control1"])
        cluster.start_hosts(_trays(144), "control1", seconds=240)
        yield cluster


def test_a_rack_is_a_block(racks: SlurmCluster, proven: Callable[[str, str], None]) -> None:
    told = racks.on("control1", "scontrol", "show", "topology")
    version = racks.on("control1", "slurmctld", "-V").strip()
    blocks = dict(re.findall(r"^BlockName=(\S+) BlockIndex=\d+ Nodes=(\S+) BlockSize=18", told, flags=re.MULTILINE))
    assert blocks == {f"nvlink{n + 1}": f"tray[{18 * n + 1:03d}-{18 * n + 18:03d}]" for n in range(8)}, told
    assert re.findall(r"BlockSize=(36|72|144)\b", told).count("36") == 4
    proven(version, "144 trays: scontrol shows each NVL72 rack as a block of 18, and 36, 72 and 144 above")


def test_jobs_keep_to_racks(racks: SlurmCluster, proven: Callable[[str, str], None]) -> None:
    """A job of a rack is in one; 2 x 16 hosts in segments of 16 are in two."""
    for size, options, domains in ((16, (), 1), (18, (), 1), (32, ("--segment=16",), 2), (36, (), 2), (72, (), 4)):
        job = racks.on(
            "login1", "sbatch", "--parsable", f"--nodes={size}", "--exclusive", *options, "--wrap=sleep 600"
        ).strip()
        racks.wait(f"a job of {size}", "control1", "squeue", "-h", f"--jobs={job}", "-o", "%T", until="RUNNING")
        hosts = racks.nodes_of("control1", job)
        assert len(hosts) == size
        per = [sum(1 for host in hosts if _domain(host) == domain) for domain in range(8)]
        assert sum(1 for each in per if each) == domains, (size, hosts)
        if options:
            assert sorted(per)[-2:] == [16, 16]
        racks.on("control1", "scancel", job)
        racks.wait("an end", "control1", "squeue", "-h", f"--jobs={job}", "-o", "gone%T", until=r"^\s*$|Invalid job id")
    proven(
        racks.on("control1", "slurmctld", "-V").strip(),
        "jobs of 16, 18, 32 in segments, 36 and 72 hosts are in the fewest NVLink domains",
    )


def test_every_gpu_of_a_tray_is_counted(racks: SlurmCluster) -> None:
    told = racks.on("control1", "scontrol", "--oneliner", "show", "node", "tray001")
    assert " Gres=gpu:gb200:4 " in told
    said = racks.on("login1", "srun", "--nodes=1", "--gpus=3", "sh", "-c", "echo $CUDA_VISIBLE_DEVICES")
    assert said == "0,1,2\n"


@pytest.mark.parametrize("suite", SUITES)
def test_hosts_come_without_a_restart(
    suite: str, programs: None, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """Four hosts more: new files and `scontrol reconfigure` on the one process that runs all along; a job does not notice."""
    spec = spec_of("roce-64", version=SUITES[suite], accounting=False)
    spec["hosts"]["gpu"]["count"] = 4
    before = computing(spec)
    with running(spec, tmp_path, tree_of(suite)) as cluster:
        cluster.start_controllers(["control1"])
        cluster.start_hosts(before, "control1")
        job = cluster.on("login1", "sbatch", "--parsable", "--nodes=4", "--wrap=sleep 600").strip()
        cluster.wait("a job", "control1", "squeue", "-h", f"--jobs={job}", "-o", "%T", until="RUNNING")
        spec["hosts"]["gpu"]["count"] = 8
        _, files = rendered(spec, tmp_path)
        cluster.write(files)
        cluster.on("control1", "scontrol", "reconfigure")
        new = [name for name in computing(spec) if name not in before]
        cluster.know(files)
        cluster.start_hosts(new, "control1")
        assert "RUNNING" in cluster.on("control1", "squeue", "-h", f"--jobs={job}", "-o", "%T")
        said = cluster.on("login1", "srun", "--nodes=4", "--exclusive", "hostname")
        assert sorted(said.split()) == new
        end = time.monotonic() + 20
        while time.monotonic() < end and set(cluster.states("control1")) != set(computing(spec)):
            time.sleep(0.2)
        assert set(cluster.states("control1")) == set(computing(spec))
        version = cluster.on("control1", "slurmctld", "-V").strip()
    proven(version, "takes four more hosts with `scontrol reconfigure` while a job runs on the others")


def test_partitions_have_topologies_of_their_own(
    programs: None, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """Trays beside hosts of another kind: the tree is the cluster's, and the trays' partition goes by racks."""
    spec = spec_of("nvl72-8-racks", version="26.05", accounting=False)
    spec["hosts"] |= {"tray": {"model": "gb200-nvl72-tray", "count": 36}, "plain": {"model": "dgx-h100", "count": 4}}
    spec["fabrics"]["compute"]["technology"] = "infiniband"
    with running(spec, tmp_path, tree_of("sid")) as cluster:
        cluster.start_controllers(["control1"])
        told = cluster.on("control1", "scontrol", "--oneliner", "show", "partition")
        topologies = dict(re.findall(r"PartitionName=(\S+).*?Topology=(\S+)", told))
        assert topologies.get("tray") == "nvlink", told
        cluster.start_hosts([f"tray{number:02d}" for number in range(1, 37)], "control1")
        whole = cluster.on(
            "login1", "sbatch", "--parsable", "--partition=tray", "--nodes=18", "--exclusive", "--wrap=sleep 600"
        ).strip()
        cluster.wait("a job", "control1", "squeue", "-h", f"--jobs={whole}", "-o", "%T", until="RUNNING")
        assert len({(int(host.removeprefix("tray")) - 1) // 18 for host in cluster.nodes_of("control1", whole)}) == 1
        version = cluster.on("control1", "slurmctld", "-V").strip()
    proven(version, "a partition of NVL72 trays goes by racks while the cluster goes by the tree")
