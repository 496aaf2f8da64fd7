"""The text of launch files: a shell reads them, and nothing in a word of the spec is read as more than that word."""

import csv
import re
import subprocess
from pathlib import Path
from typing import Any

import yaml

from generator.analysis.close import close
from generator.render.backends import kubernetes, launch, report
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

LLM = {"model": "llama-3.1-8b", "tokens": 1e9}


def files(folder: Path, spec: Spec | None = None, **workloads: Any) -> dict[str, str]:
    plan = close(plan_data((spec or cluster(4)) | {"workloads": workloads or {"llm": LLM}}, folder))
    return {
        each.path: each.content
        for backend in (launch, kubernetes)
        for each in backend.render(plan, TEMPLATES)
        if "/launch/" in each.path
    }


def test_bash_reads_every_script(tmp_path: Path) -> None:
    mixture = {"model": "deepseek-v3", "tokens": 1e9, "precision": "bf16"}
    spec = cluster(32)
    found = files(tmp_path, spec, llm=LLM, mixture=mixture, own={"params": 7e9, "tokens": 1e9})
    scripts = [text for path, text in found.items() if path.endswith(".sbatch")]
    assert len(scripts) >= 2
    for text in scripts:
        done = subprocess.run(["bash", "-n"], input=text, text=True, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


def test_words_come_through_the_shell_as_they_are(tmp_path: Path) -> None:
    words = ["--data-path", "0.5 /fast/a 0.5 /fast/b", "--moe-layer-freq", "2", "--seed=7"]
    text = files(tmp_path, llm=LLM | {"launch": {"arguments": words}})["slurm/launch/llm.sbatch"]
    start, end = text.index("arguments=("), text.index("\nbefore=")
    script = f"checkpoints=/x\n{text[start:end]}\nprintf '%s\\n' \"${{arguments[@]}}\""
    told = subprocess.run(["bash", "-eu"], input=script, text=True, capture_output=True, check=True).stdout.splitlines()
    at = told.index("--data-path")
    assert told[at : at + 5] == words
    assert told[-6:-2] == ["--save", "/x", "--load", "/x"]


def test_every_rank_has_a_row(tmp_path: Path) -> None:
    rows = list(csv.DictReader(files(tmp_path)["slurm/launch/llm.ranks.csv"].splitlines()))
    assert [int(row["rank"]) for row in rows] == list(range(32))
    assert {row["rail"] for row in rows} == {str(rail) for rail in range(8)}


def test_both_schedulers_are_told_the_same(tmp_path: Path) -> None:
    found = files(tmp_path, llm=LLM | {"split": {"tp": 4, "pp": 2}})
    *_, job = yaml.safe_load_all(found["kubernetes/launch/llm.yaml"])
    trainer, script = job["spec"]["trainer"], found["slurm/launch/llm.sbatch"]
    assert (trainer["numNodes"], trainer["numProcPerNode"]) == (4, 8)
    assert f"#SBATCH --nodes={trainer['numNodes']}\n" in script
    for word in trainer["args"]:
        assert word in script
    runtime = next(
        each
        for each in yaml.safe_load_all(found["kubernetes/launch/llm.yaml"])
        if each["kind"] == "ClusterTrainingRuntime"
    )
    pod = runtime["spec"]["template"]["spec"]["replicatedJobs"][0]["template"]["spec"]["template"]["spec"]
    told = {each["name"]: each["value"] for each in pod["containers"][0]["env"]}
    assert told["CUDA_DEVICE_MAX_CONNECTIONS"] == "1"
    assert f'export NCCL_IB_HCA="{told["NCCL_IB_HCA"]}"' in script


def test_a_program_and_an_image_of_the_site(tmp_path: Path) -> None:
    stated = {"program": "/srv/train/main.py", "image": "registry.example.net:5000/llm:1", "background": True}
    spec = cluster(4)
    spec["scheduler"] = {"slurm": {"containers": "pyxis"}, "kubernetes": {}, "shared_hosts": True}
    found = files(tmp_path, spec, llm=LLM | {"launch": stated})
    script = found["slurm/launch/llm.sbatch"]
    assert "--container-image='registry.example.net:5000#llm:1' --container-mounts=/fast/checkpoints/llm" in script
    assert " /srv/train/main.py " in script
    assert "--async-save" in script
    assert " on fast while training continues: lost work" in script
    waited = files(tmp_path, spec, llm=LLM | {"launch": stated | {"background": False}})["slurm/launch/llm.sbatch"]
    assert "while training" not in waited
    interval = re.compile(r"--save-interval (\d+)")
    steps, more = (int(interval.findall(text)[0]) for text in (script, waited))
    assert steps < more, "what nobody waits for is written more often"
    assert "image: registry.example.net:5000/llm:1" in found["kubernetes/launch/llm.yaml"].replace('"', "")


def test_hosts_of_another_maker_have_no_job_without_an_image(tmp_path: Path) -> None:
    spec = cluster()
    spec["hosts"]["gpu"] = {"model": "mi300x-8gpu", "count": 2}
    assert [path for path in files(tmp_path, spec) if path.startswith("kubernetes/")] == []
    named = files(tmp_path, spec, llm=LLM | {"launch": {"image": "rocm/megatron-lm:v25.6"}})
    assert "kubernetes/launch/llm.yaml" in named


def test_the_report_has_a_section_for_workloads_where_there_are_some(tmp_path: Path) -> None:
    (page,) = report.render(close(plan_data(cluster(4) | {"workloads": {"llm": LLM}}, tmp_path)), TEMPLATES)
    section = page.content[page.content.index('<section id="workloads">') :]
    assert "<td>interruptions</td>" in section
    assert section.count("<polyline") == 1
    for gpus in (8, 32):
        assert f'<tr><td class="n">{gpus}</td>' in section
    (without,) = report.render(close(plan_data(cluster(4), tmp_path)), TEMPLATES)
    assert "workloads" not in without.content


def test_a_program_of_another_kind_has_a_rank_on_each_gpu(tmp_path: Path) -> None:
    stated = {"program": "/srv/cfd/solve", "arguments": ["-in", "case one"], "image": "registry.example.net/cfd:1"}
    found = files(tmp_path, cfd={"kind": "hpc", "share": 0.5, "launch": stated})
    script = found["slurm/launch/cfd.sbatch"]
    assert "#SBATCH --nodes=2\n" in script
    assert "#SBATCH --ntasks-per-node=8\n" in script
    assert len(found["slurm/launch/cfd.ranks.csv"].splitlines()) == 17
    start = script.index("arguments=(")
    said = script[start:].replace("exec srun --kill-on-bad-exit=1 /srv/cfd/solve", "printf '%s\\n'")
    told = subprocess.run(["bash", "-eu", "-c", said, "x", "more"], text=True, capture_output=True, check=True).stdout
    assert told.splitlines() == ["-in", "case one", "more"]
    (job,) = (each for each in yaml.safe_load_all(found["kubernetes/launch/cfd.yaml"]) if each["kind"] == "MPIJob")
    command = job["spec"]["mpiReplicaSpecs"]["Launcher"]["template"]["spec"]["containers"][0]["command"]
    assert command[-3:] == ["/srv/cfd/solve", "-in", "case one"]
    assert command[command.index("-np") + 1] == "16"
    assert job["spec"]["mpiReplicaSpecs"]["Worker"]["replicas"] == 2
    assert files(tmp_path, cfd={"kind": "hpc"}) == {}


def test_a_run_of_a_tenant_is_on_its_hosts_alone(tmp_path: Path) -> None:
    """Partition, account and namespace are the tenant's; the ranks are as many as its hosts have, and nobody else's workload has files."""
    tenants = {"red": {"hosts": ["gpu[01-02]"]}, "blue": {"hosts": ["gpu[03-04]"]}}
    found = files(tmp_path, cluster(4) | {"tenants": tenants}, llm=LLM | {"tenant": "red"}, free=LLM)
    assert {path.rpartition("/")[2].partition(".")[0] for path in found} == {"llm", "kustomization"}
    script = found["slurm/launch/llm.sbatch"]
    for line in ("--partition=red", "--account=red", "--nodes=2"):
        assert f"#SBATCH {line}\n" in script
    every = list(yaml.safe_load_all(found["kubernetes/launch/llm.yaml"]))
    assert {each["metadata"].get("namespace", "red") for each in every} == {"red"}
    assert every[-1]["spec"]["trainer"]["numNodes"] == 2
    plan = plan_data(cluster(4) | {"tenants": tenants, "workloads": {"llm": LLM | {"tenant": "red"}}}, tmp_path)
    assert dict(plan.sized[0].figures)["GPUs"].startswith("16 ")
