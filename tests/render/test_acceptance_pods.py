"""Acceptance of hosts that Kubernetes has: a job with a pod on each of them, from the list of runs that Slurm's jobs are of, too."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.analysis.close import close
from generator.render.backends import acceptance
from tests.judges.kubernetes import KubernetesJudge
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the files of six hosts, of which Kubernetes has the last four."""
    spec = cluster(6) | {"scheduler": {"slurm": {}, "kubernetes": {"hosts": ["gpu[03-06]"]}}}
    plan = close(plan_data(spec, tmp_path_factory.mktemp("plan")))
    return {each.path: each.content for each in acceptance.render(plan, TEMPLATES)}


@pytest.fixture(scope="module")
def objects(files: dict[str, str]) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all(files["acceptance/dgx-h100.yaml"]))


def test_both_schedulers_have_a_run_of_their_hosts(files: dict[str, str]) -> None:
    runs = {each["scheduler"]: each for each in json.loads(files["acceptance/runs.json"])["runs"]}
    stated = json.loads(files["acceptance/lines.json"])
    for run in runs.values():
        mine = {line["test"] for line in stated["lines"] if line["model"] == run["model"]}
        assert {f"tier-{name}-capacity" for name in run["tiers"]} == mine & stated["mounts"].keys() != set()
    assert runs["slurm"]["hosts"] == ["gpu01", "gpu02"]
    assert runs["kubernetes"]["hosts"] == ["gpu03", "gpu04", "gpu05", "gpu06"]
    assert "\n#SBATCH --nodelist=gpu[01-02]\n" in files["acceptance/dgx-h100.sbatch"]
    pairs = [row.split(",")[:3] for row in files["acceptance/pairs.csv"].splitlines()[1:]]
    for run in runs.values():
        mine = {name for name, a, b in pairs if {a, b} <= set(run["hosts"])}
        rounds = [name for name in ("leaf1", "leaf2", "spine1", "spine2") if name in mine]
        assert run["parts"] == ["host", *rounds, "together"]


def test_every_pair_is_of_hosts_that_one_run_tests(tmp_path: Path) -> None:
    """The judge wants every pair measured; spares are in no run, and have each other."""
    schedulers = {"slurm": {}, "kubernetes": {"hosts": ["gpu[06-11]"]}, "spares": ["gpu04", "gpu05", "gpu11"]}
    spec = cluster(11, su_hosts=4) | {"scheduler": schedulers}
    plan = close(plan_data(spec, tmp_path))
    made = {each.path: each.content for each in acceptance.render(plan, TEMPLATES)}
    runs = [set(run["hosts"]) for run in json.loads(made["acceptance/runs.json"])["runs"]]
    assert runs == [{"gpu01", "gpu02", "gpu03"}, {"gpu06", "gpu07", "gpu08", "gpu09", "gpu10"}]
    pairs = [set(row.split(",")[1:3]) for row in made["acceptance/pairs.csv"].splitlines()[1:]]
    assert [pair for pair in pairs if not any(pair <= hosts for hosts in (*runs, {"gpu04", "gpu05"}))] == []
    assert runs[0] | runs[1] <= set().union(*pairs)


def test_the_schemas_accept_the_job(objects: list[dict[str, Any]], shared: Path) -> None:
    judge = KubernetesJudge(shared / "schemas" / "crds")
    assert [each["kind"] for each in objects] == ["Namespace", "Job"]
    assert [judge.check(each) for each in objects] == [[], []]
    objects[1]["spec"]["template"]["spec"]["hostNetwerk"] = True
    try:
        assert judge.check(objects[1])
    finally:
        del objects[1]["spec"]["template"]["spec"]["hostNetwerk"]


def test_a_pod_is_on_each_host_and_takes_all_of_its_gpus(files: dict[str, str], objects: list[dict[str, Any]]) -> None:
    (run,) = (each for each in json.loads(files["acceptance/runs.json"])["runs"] if each["scheduler"] == "kubernetes")
    job = objects[1]["spec"]
    assert job["completions"] == job["parallelism"] == len(run["hosts"])
    pod = job["template"]["spec"]
    (term,) = pod["affinity"]["nodeAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]["nodeSelectorTerms"]
    assert term["matchExpressions"][0]["values"] == run["hosts"]
    (apart,) = pod["affinity"]["podAntiAffinity"]["requiredDuringSchedulingIgnoredDuringExecution"]
    assert apart["labelSelector"]["matchLabels"].items() <= job["template"]["metadata"]["labels"].items()
    (container,) = pod["containers"]
    assert container["resources"]["limits"] == {"nvidia.com/gpu": str(run["gpus"])}
    told = {each["name"]: each.get("value") for each in container["env"]}
    assert (told["PARTS"].split(), told["AMONG"].split(",")) == (run["parts"], run["hosts"])
    assert container["command"][-1].rpartition("/")[2] == "run.sh"
    assert "acceptance/run.sh" in files
