"""Launch files on a real Slurm: sbatch takes them, every rank is where its map says, and a run that fails goes on from its checkpoint."""

from __future__ import annotations

import csv
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.analysis.close import close
from generator.catalog.model import Host
from generator.render.backends import cabling, ip_plan, launch, slurm
from generator.twin.bottle import Bottle
from tests.depth import sample
from tests.ours import CATALOG, TEMPLATES
from tests.specs import cluster, plan_data
from tests.system.test_slurm_cluster import PROGRAMS, VERSION, computing
from tests.twin.slurm import SlurmCluster
from tests.twin.systems import slurm_tree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.specs import Spec

pytestmark = pytest.mark.proof
HERE = Path(__file__).parent
FOLDER = "/srv/launch"
PROGRAM = "/opt/megatron-lm/pretrain_gpt.py"
Files = dict[str, str]


def spec_of(version: str, hosts: dict[str, Any] | None = None, **workloads: Any) -> Spec:
    spec = cluster(4, 32) | {"workloads": workloads}
    spec["hosts"] |= hosts or {}
    return spec | {"scheduler": {"slurm": {"version": version, "health": "none", "accounting": False}}}


LLM = {"model": "llama-3.1-8b", "tokens": 1e9, "batch_tokens": 1048576}
SPLITS: dict[str, dict[str, int]] = {
    "stages near each other": {"tp": 8, "pp": 2},
    "stages far from each other": {"tp": 4, "pp": 4},
}


def rendered(spec: Spec, folder: Path) -> Files:
    plan = close(plan_data(spec, folder))
    backends = (slurm, ip_plan, cabling, launch)
    return {each.path: each.content for backend in backends for each in backend.render(plan, TEMPLATES)}


@pytest.fixture
def start(program: Callable[[str], str], tmp_path: Path) -> Iterator[Callable[..., tuple[SlurmCluster, Files]]]:
    """Start a Slurm with a stand-in for torchrun, and the scripts in a folder that all hosts have."""
    for name in PROGRAMS:
        program(name)
    with Bottle() as bottle:
        clusters = []

        def begin(spec: Spec, names: list[str], tree: Path | None = None) -> tuple[SlurmCluster, Files]:
            files = rendered(spec, tmp_path)
            apart = {path: text for path, text in files.items() if path.startswith("slurm/launch/")}
            made = SlurmCluster(
                bottle, tmp_path, {path: text for path, text in files.items() if path not in apart}, tree
            )
            clusters.append(made)
            made.inside("mkdir", "--mode=777", FOLDER)
            for path, text in apart.items():
                _place(made, path.rpartition("/")[2], text, f"{FOLDER}/{path.rpartition('/')[2]}")
            _stand_in(made)
            made.start_controllers(["control1"])
            made.start_hosts(names, "control1")
            return made, files

        try:
            yield begin
        finally:
            bottle.close()
            for made in clusters:
                made.reap()


def _stand_in(made: SlurmCluster) -> None:
    for name, place in (("launch_torchrun.py", "/usr/local/bin/torchrun"), ("launch_ranks.py", PROGRAM)):
        _place(made, name, (HERE / name).read_text(encoding="utf-8"), place)
    made.inside("mkdir", "-p", "/fast/checkpoints")
    made.inside("chmod", "777", "/fast/checkpoints")


def _place(made: SlurmCluster, name: str, text: str, place: str) -> None:
    """Put a file where all hosts have it, for everybody."""
    (made.home / name).write_text(text)
    made.inside("install", "-D", "--mode=755", str(made.home / name), place)


def _submit(made: SlurmCluster, *options: str) -> str:
    done = made.by(
        "alice",
        "login1",
        "sbatch",
        f"--chdir={FOLDER}",
        *(f"{FOLDER}/{each}" if each.endswith(".sbatch") else each for each in options),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", sample(SPLITS, "stages far from each other"))
def test_ranks_are_where_their_map_says_and_go_on_from_a_checkpoint(
    start: Callable[..., tuple[SlurmCluster, Files]], proven: Callable[[str, str], None], name: str
) -> None:
    split = SPLITS[name]
    spec = spec_of(VERSION, llm=LLM | {"split": split})
    made, files = start(spec, computing(spec))
    assert "to start at" in _submit(made, "--test-only", "llm.sbatch")
    job = re.findall(r"\d+", _submit(made, "--parsable", "llm.sbatch", "--lr", "3e-4"))[0]
    made.wait("its second start", "control1", "scontrol", "show", "job", job, until="Restarts=1", seconds=90)
    made.wait(
        "its end", "control1", "scontrol", "show", "job", job, until="JobState=COMPLETED|Invalid job id", seconds=180
    )
    saved = [
        json.loads(text)
        for text in made.inside(
            "sh", "-c", "cd /fast/checkpoints/llm; for f in start1-*; do cat $f; echo; done"
        ).splitlines()
        if text
    ]
    said = sorted(saved, key=lambda each: each["rank"])
    planned = list(csv.DictReader(files["slurm/launch/llm.ranks.csv"].splitlines()))
    assert [each["rank"] for each in said] == [int(row["rank"]) for row in planned] == list(range(32))
    hosts = computing(spec)
    assert [(each["host"], each["gpu"]) for each in said] == [
        (hosts[int(row["host"])], int(row["gpu"])) for row in planned
    ]
    assert {each["master"] for each in said} == {hosts[0]}
    assert said[0]["options"][-2:] == ["--lr", "3e-4"]
    judge_rails(files, said, planned, split)
    proven(
        f"sbatch and slurmd {VERSION}",
        f"{name}: 32 ranks on 4 hosts are where ranks.csv has them, requeued once, on from the checkpoint",
    )


def judge_rails(files: Files, said: list[dict[str, Any]], planned: list[dict[str, str]], split: dict[str, int]) -> None:
    """Tensor parallel ranks share a host; a stage of a pipeline and the next one end on one leaf, by the cables of their GPUs' adapters."""
    cabled = rails(files["cabling/cables.csv"])
    assert [row["rail"] for row in planned] == [cabled[each["host"], each["gpu"]][1] for each in said]
    place = {(row["tp"], row["dp"], row["pp"]): each for row, each in zip(planned, said, strict=True)}
    groups: dict[tuple[str, str], set[str]] = {}
    for (_, dp, pp), each in place.items():
        groups.setdefault((dp, pp), set()).add(each["host"])
    assert {len(each) for each in groups.values()} == {1}
    for (tp, dp, pp), each in place.items():
        following = place.get((tp, dp, str(int(pp) + 1)))
        if following:
            assert cabled[each["host"], each["gpu"]] == cabled[following["host"], following["gpu"]]
    assert _megatron_places(said[0]["options"], len(said)) == [
        tuple(int(row[kind]) for kind in ("tp", "pp", "dp")) for row in planned
    ]
    assert {int(row["pp"]) for row in planned} == set(range(split["pp"]))


def rails(cables: str) -> dict[tuple[str, int], tuple[str, str]]:
    """Read the cabling map: the leaf and the rail that the adapter of each GPU is cabled to; the catalog has the adapter that is nearest."""
    near = {port.name: port.gpu for port in CATALOG.get(Host, "dgx-h100").ports}
    found = {}
    for row in csv.DictReader(cables.splitlines()):
        gpu = near.get(row["a_interface"])
        if row["fabric"] == "compute" and row["kind"] == "host_leaf" and gpu is not None:
            found[row["a_device"], gpu] = row["b_device"], row["rail"]
    return found


def _megatron_places(options: list[str], ranks: int) -> list[tuple[int, int, int]]:
    """Place ranks as Megatron-LM does by its options: tensor parallel ranks first, then data, then the pipeline, or these two the other way round."""
    size = {kind: int(options[options.index(f"--{kind}-model-parallel-size") + 1]) for kind in ("tensor", "pipeline")}
    tp, pp = size["tensor"], size["pipeline"]
    dp = ranks // tp // pp
    places = []
    for rank in range(ranks):
        rest = rank // tp
        stage, replica = (rest % pp, rest // pp) if "--use-tp-pp-dp-mapping" in options else (rest // dp, rest % dp)
        places.append((rank % tp, stage, replica))
    return places


def test_a_program_of_mpi_has_a_rank_on_each_gpu(
    start: Callable[..., tuple[SlurmCluster, Files]], proven: Callable[[str, str], None]
) -> None:
    """Ranks as srun starts them: the host and the GPU of each are those of its row."""
    spec = spec_of(VERSION, cfd={"kind": "hpc", "share": 0.5, "launch": {"program": "/srv/cfd/solve"}})
    made, files = start(spec, computing(spec))
    program = "#!/bin/sh\necho $SLURM_PROCID $(hostname) $SLURM_LOCALID $1\n"
    _place(made, "solve", program, "/srv/cfd/solve")
    assert "to start at" in _submit(made, "--test-only", "cfd.sbatch")
    job = re.findall(r"\d+", _submit(made, "--parsable", "cfd.sbatch", "case1"))[0]
    made.wait("its end", "control1", "scontrol", "show", "job", job, until="JobState=COMPLETED", seconds=90)
    said = {tuple(line.split()) for line in made.inside("cat", f"{FOLDER}/cfd-{job}.out").splitlines()}
    rows = list(csv.DictReader(files["slurm/launch/cfd.ranks.csv"].splitlines()))
    hosts = computing(spec)
    assert said == {(row["rank"], hosts[int(row["host"])], row["gpu"], "case1") for row in rows}
    assert len(said) == 16
    proven(f"sbatch and slurmd {VERSION}", "a program of MPI: 16 ranks on 2 hosts are where ranks.csv has them")


@pytest.mark.parametrize("release", ["24.11"])
def test_a_run_on_racks_has_sixteen_hosts_of_each(
    start: Callable[..., tuple[SlurmCluster, Files]], proven: Callable[[str, str], None], release: str
) -> None:
    """Two racks of NVL72: 32 of 36 hosts, 16 in each block."""
    tray = {"gpu": {"model": "gb200-nvl72-tray", "count": 36, "max": 72}}
    spec = spec_of(release, tray, llm={"model": "llama-3.1-70b", "tokens": 1e12, "precision": "fp8"})
    tree = slurm_tree(release)
    names = computing(spec)
    made, files = start(spec, names, tree)
    script = files["slurm/launch/llm.sbatch"]
    assert "#SBATCH --nodes=32\n" in script
    assert "#SBATCH --segment=16\n" in script
    assert "to start at" in _submit(made, "--test-only", "llm.sbatch")
    job = _submit(made, "--parsable", "--wrap=sleep 600", "--nodes=32", "--segment=16", "--exclusive").strip()
    made.wait("a job", "control1", "squeue", "-h", f"--jobs={job}", "-o", "%T", until="RUNNING")
    racks = [sum(name in made.nodes_of("control1", job) for name in part) for part in (names[:18], names[18:])]
    assert racks == [16, 16]
    assert all(len(set(pair)) == 1 for pair in pairwise(racks))
    made.on("control1", "scancel", job)
    proven(f"sbatch {release}", "32 of 36 trays, 16 in each NVLink domain")
