"""Later releases of Slurm, as Debian packs them: block topology, topologies of partitions, hosts that come without a restart."""

from __future__ import annotations

import csv
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.change.difference import difference
from generator.plan.sections import compared
from generator.render.encode import plain
from tests.depth import sample
from tests.system.test_slurm_cluster import (
    PROGRAMS,
    VERSION,
    ailing,
    computing,
    judge_health,
    rendered,
    running,
    spec_of,
    units,
)
from tests.twin.slurm import SlurmError
from tests.twin.systems import slurm_tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from generator.change.reloads import Reload
    from tests.twin.slurm import SlurmCluster

pytestmark = pytest.mark.proof
RELEASES = ("24.11", "26.05")
"""What Debian packs for its thirteenth and its next release."""


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


@pytest.fixture(scope="module", params=sample(RELEASES, RELEASES[-1]))
def racks(
    request: pytest.FixtureRequest, programs: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SlurmCluster]:
    """All 144 trays of eight racks."""
    release = request.param
    with running(_nvl72(release), tmp_path_factory.mktemp(release), slurm_tree(release)) as cluster:
        cluster.start_controllers(["control1"])
        cluster.start_hosts(_trays(144), "control1", seconds=240)
        yield cluster


def _racks(cables: str) -> set[frozenset[str]]:
    """Read the cabling map: the compute trays of each rack."""
    found: dict[str, set[str]] = {}
    for row in csv.DictReader(cables.splitlines()):
        if re.fullmatch("tray[0-9]+", row["a_device"]):
            found.setdefault(row["a_rack"], set()).add(row["a_device"])
    return {frozenset(hosts) for hosts in found.values()}


@pytest.mark.parametrize("release", sample(RELEASES, RELEASES[-1]))
def test_the_tree_is_the_cabling(
    release: str, programs: None, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """Of roce-256 in four units: by topology.conf where the release has no topology.yaml, else by that."""
    spec = spec_of("roce-256", version=release, accounting=False)
    spec["fabrics"]["compute"]["su_hosts"] = 8
    with running(spec, tmp_path, slurm_tree(release)) as cluster:
        files = rendered(spec, tmp_path)[1]
        if "slurm/topology.yaml" in files:
            (cluster.home / "slurm" / "topology.conf").write_text("", encoding="utf-8")  # not what is read
        cluster.start_controllers(["control1"])
        told = cluster.on("control1", "scontrol", "show", "topology")
        switches = re.findall(r"^SwitchName=(\S+) Level=(\d+) .*?Nodes=(\S+)", told, flags=re.MULTILINE)
        hosts = {
            name: cluster.on("control1", "scontrol", "show", "hostnames", nodes).split() for name, _, nodes in switches
        }
        lowest = {frozenset(hosts[name]) for name, level, _ in switches if level == "0"}
        assert lowest == set(units(files["cabling/cables.csv"])), told
        assert len(lowest) == 4
        assert [sorted(hosts[name]) for name, level, _ in switches if level != "0"] == [computing(spec)]
        version = cluster.on("control1", "slurmctld", "-V").strip()
    read = "topology.yaml" if "slurm/topology.yaml" in files else "topology.conf"
    proven(version, f"scontrol show topology is the cabling map, from {read}")


def test_a_rack_is_a_block(racks: SlurmCluster, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    told = racks.on("control1", "scontrol", "show", "topology")
    version = racks.on("control1", "slurmctld", "-V").strip()
    blocks = dict(re.findall(r"^BlockName=(\S+) BlockIndex=\d+ Nodes=(\S+) BlockSize=18", told, flags=re.MULTILINE))
    assert blocks == {f"nvlink{n + 1}": f"tray[{18 * n + 1:03d}-{18 * n + 18:03d}]" for n in range(8)}, told
    assert re.findall(r"BlockSize=(36|72|144)\b", told).count("36") == 4
    cabled = _racks(rendered(_nvl72("26.05"), tmp_path)[1]["cabling/cables.csv"])
    lists = [racks.on("control1", "scontrol", "show", "hostnames", hosts).split() for hosts in blocks.values()]
    assert {frozenset(hosts) for hosts in lists} == cabled
    proven(version, "144 trays: scontrol shows each NVL72 rack as a block of 18, and 36, 72 and 144 above")


def test_jobs_keep_to_racks(racks: SlurmCluster, proven: Callable[[str, str], None]) -> None:
    """A job of a rack is in one; 2 x 16 hosts in segments of 16 are in two."""
    for size, options, domains in (
        *((size, (), 1) for size in (2, 4, 8, 16, 18)),
        *((8, ("--segment=4",), 1), (32, ("--segment=16",), 2), (36, ("--segment=18",), 2), (36, (), 2), (72, (), 4)),
    ):
        job = racks.on(
            "login1", "sbatch", "--parsable", f"--nodes={size}", "--exclusive", *options, "--wrap=sleep 600"
        ).strip()
        racks.wait(f"a job of {size}", "control1", "squeue", "-h", f"--jobs={job}", "-o", "%T", until="RUNNING")
        hosts = racks.nodes_of("control1", job)
        assert len(hosts) == size
        per = [sum(1 for host in hosts if _domain(host) == domain) for domain in range(8)]
        assert sum(1 for each in per if each) == domains, (size, hosts)
        if options:
            segment = int(options[0].partition("=")[2])
            assert all(count % segment == 0 for count in per), (options, per)
        racks.on("control1", "scancel", job)
        racks.wait("an end", "control1", "squeue", "-h", f"--jobs={job}", "-o", "gone%T", until=r"^\s*$|Invalid job id")
    proven(
        racks.on("control1", "slurmctld", "-V").strip(),
        "jobs of 2 to 18 hosts are in one NVLink domain, of 36 in two and 72 in four, and segments of 4, 16 and 18 in one each",
    )


def test_every_gpu_of_a_tray_is_counted(racks: SlurmCluster) -> None:
    told = racks.on("control1", "scontrol", "--oneliner", "show", "node", "tray001")
    assert " Gres=gpu:gb200:4 " in told
    said = racks.on("login1", "srun", "--nodes=1", "--gpus=3", "sh", "-c", "echo $CUDA_VISIBLE_DEVICES")
    assert said == "0,1,2\n"


@pytest.mark.parametrize("release", sample([VERSION, *RELEASES], RELEASES[-1]))
def test_hosts_come_by_what_the_plan_announces_and_nothing_else(
    release: str, programs: None, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """Four hosts more, on a leaf of their own: new files, and the commands of `clustergen plan`; a job does not notice, and nobody else restarts."""
    spec = spec_of("roce-256", version=release, accounting=False)
    spec["fabrics"]["compute"]["su_hosts"] = 4
    spec["hosts"]["gpu"]["count"] = 4
    before = computing(spec)
    with running(spec, tmp_path, None if release == VERSION else slurm_tree(release)) as cluster:
        cluster.start_controllers(["control1", "control2"])
        cluster.start_hosts(before, "control1")
        job = cluster.on("login1", "sbatch", "--parsable", "--nodes=4", "--wrap=srun sleep 600").strip()
        cluster.wait("a job", "control1", "squeue", "-h", f"--jobs={job}", "-o", "%T", until="RUNNING")
        old, _ = rendered(spec, tmp_path)
        spec["hosts"]["gpu"]["count"] = 8
        plan, files = rendered(spec, tmp_path)
        time.sleep(6)  # what is younger than five seconds may not be on the shared folder yet (save_all_state)
        cluster.write(files)
        cluster.know(files)
        announced = difference(plain(compared(old)), plain(compared(plan))).reloads
        running_before = cluster.running()
        restarted = {name for each in announced for name in _told(cluster, each)}
        new = [name for name in computing(spec) if name not in before]
        cluster.start_hosts(new, "control1")
        for name, process in running_before.items():
            assert (cluster.running()[name] == process) is (name not in restarted), name
        assert "RUNNING" in cluster.on("control1", "squeue", "-h", f"--jobs={job}", "-o", "%T")
        said = cluster.on("login1", "srun", "--nodes=4", "--exclusive", "hostname")
        assert sorted(said.split()) == new
        cluster.on("control1", "scancel", job)
        said = cluster.on("login1", "srun", "--nodes=8", "--exclusive", "hostname")
        assert sorted(said.split()) == [*before, *new], "those that were there know the new ones"
        told = "".join(cluster.log(name, "slurmctld") for name in ("control1", "control2"))
        assert "different slurm.conf" not in told
        version = cluster.on("control1", "slurmctld", "-V").strip()
    commands = ", then ".join(f"`{each.command}`" for each in announced)
    proven(version, f"takes four more hosts by what the plan announces ({commands}) while a job runs on the others")


def _told(cluster: SlurmCluster, announced: Reload) -> Iterator[str]:
    """Do what is announced, on one host after the other; name the daemons that restart."""
    for host in announced.hosts:
        if host not in {name.partition(" ")[2] for name in cluster.running()}:
            continue  # the third controller, which this test does not run
        if announced.restart:
            daemon = announced.command.rpartition(" ")[2]
            cluster.kill(host, daemon)
            cluster.start(host, daemon, "-D")
            cluster.wait(daemon, "control1", "scontrol", "ping", until=rf"at {host} is UP")
            yield f"{daemon} {host}"
        else:
            cluster.on(host, *announced.command.split())


def test_before_23_11_new_hosts_without_a_restart_end_the_controller(programs: None, tmp_path: Path) -> None:
    """Why a restart is announced: the release dies of the command that later ones take."""
    spec = spec_of("roce-64", accounting=False)
    spec["hosts"]["gpu"]["count"] = 1
    with running(spec, tmp_path) as cluster:
        cluster.start_controllers(["control1"])
        cluster.start_hosts(computing(spec), "control1")
        spec["hosts"]["gpu"]["count"] = 8
        cluster.write(rendered(spec, tmp_path)[1])
        cluster.try_on("control1", "scontrol", "reconfigure")
        with pytest.raises(SlurmError, match="slurmctld control1 ended"):
            cluster.wait("an end", "control1", "true", until="never", seconds=20)


def test_partitions_have_topologies_of_their_own(
    programs: None, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """Trays beside hosts of another kind: the tree is the cluster's, and the trays' partition goes by racks."""
    spec = spec_of("nvl72-8-racks", version="26.05", accounting=False)
    spec["hosts"] |= {"tray": {"model": "gb200-nvl72-tray", "count": 36}, "plain": {"model": "dgx-h100", "count": 4}}
    spec["fabrics"]["compute"]["technology"] = "infiniband"
    with running(spec, tmp_path, slurm_tree("26.05")) as cluster:
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


@pytest.mark.parametrize("release", sample(RELEASES, RELEASES[-1]))
def test_the_scripts_of_hosts_run(
    release: str, programs: None, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """health.sh drains and resumes; the prolog makes a job's folder, and the epilog takes it away."""
    spec = spec_of("roce-16", version=release, accounting=False, health="own")
    with ailing(spec, tmp_path, slurm_tree(release)) as cluster:
        names = computing(spec)
        judge_health(cluster, names)
        version = cluster.on("control1", "slurmd", "-V").strip()
        assert release in version
        said = cluster.by("alice", "login1", "srun", f"--nodelist={names[1]}", "sh", "-c", "stat -c '%n %a %u' $TMPDIR")
        assert re.fullmatch(r"/scratch/slurm-jobs/\d+ 700 20001\n", said.stdout), said.stderr
        folder = said.stdout.split()[0]
        cluster.wait("no folder", names[1], "sh", "-c", f"[ -e {folder} ] || echo gone", until="^gone$")
        cluster.wait("idle", "control1", "sinfo", "-hN", "-n", names[1], "-o", "%T", until="^idle$")
    proven(
        version,
        "health.sh drains a host with the reason and resumes it; prolog and epilog make and remove a job's folder",
    )
