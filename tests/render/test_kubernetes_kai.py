"""KAI Scheduler's objects: its CRDs, the tree of the labels, GPUs of the workspaces, a job that starts whole."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.render.artifact import Grade
from generator.render.backends import kubernetes
from tests.conftest import example
from tests.judges.kubernetes import KubernetesJudge, read_objects
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

Thing = dict[str, Any]


def _made(spec: Spec, folder: Path) -> dict[str, list[Thing]]:
    artifacts = list(kubernetes.render(plan_data(spec, folder), TEMPLATES))
    assert {each.proof.grade for each in artifacts if "/kai/" in each.path} == {Grade.SCHEMA}
    return {each.path.removeprefix("kubernetes/"): read_objects(each.content) for each in artifacts if each.path.endswith(".yaml")}  # fmt: skip


def _with_kai(spec: Spec) -> Spec:
    return spec | {"scheduler": {"kubernetes": {"queues": "kai"}}}


def _tenants() -> Spec:
    spec: Spec = yaml.safe_load(example("tenants-64").read_text())
    return _with_kai(spec)


FAULTS: dict[str, tuple[str, Thing, str]] = {
    "a key that is none": ("Topology", {"levels": [{"label": "x"}]}, "'label' was unexpected"),
    "no level": ("Topology", {"levels": []}, "should be non-empty"),
    "a host above a switch, which CEL alone sees": (
        "Topology",
        {"levels": [{"nodeLabel": "kubernetes.io/hostname"}, {"nodeLabel": "fabric.topograph.run/tier-0"}]},
        "lowest level",
    ),
    "a level twice, which CEL alone sees": (
        "Topology",
        {"levels": [{"nodeLabel": "x"}, {"nodeLabel": "x"}]},
        "must be unique",
    ),
    "a quota in words": ("Queue", {"resources": {"gpu": {"quota": "32"}}}, "'32' is not of type 'number'"),
    "a resource that it does not count": ("Queue", {"resources": {"rails": {"quota": 1}}}, "'rails' was unexpected"),
    "another name of the parent": ("Queue", {"parent": "atlas.all"}, "'parent' was unexpected"),
}


@pytest.fixture(scope="module")
def judge(shared: Path) -> KubernetesJudge:
    return KubernetesJudge(shared / "schemas" / "crds")


def test_its_definitions_accept_them(tmp_path: Path, judge: KubernetesJudge) -> None:
    files = _made(_with_kai(cluster(8)), tmp_path)
    things = [*files["kai/topologies.yaml"], *files["kai/queues.yaml"]]
    assert {each["kind"]: judge.check(each) for each in things} == {"Topology": [], "Queue": []}
    assert not [path for path in files if path.startswith(("kueue/", "volcano/"))]
    namespaced = {**things[0], "metadata": {"name": "fabric", "namespace": "atlas"}}
    assert judge.check(namespaced) == ["metadata: the kind has no namespace"]


@pytest.mark.parametrize("fault", FAULTS)
def test_its_definitions_refuse_a_fault(tmp_path: Path, judge: KubernetesJudge, fault: str) -> None:
    kind, spec, words = FAULTS[fault]
    files = _made(_with_kai(cluster(8)), tmp_path)
    good = next(each for each in (*files["kai/topologies.yaml"], *files["kai/queues.yaml"]) if each["kind"] == kind)
    assert any(words in said for said in judge.check({**good, "spec": spec}))


def test_queues_have_the_gpus_of_their_workspaces(tmp_path: Path) -> None:
    """The quota of each namespace and its queue are one number, and a queue above holds them all."""
    files = _made(_tenants(), tmp_path)
    queues = {each["metadata"]["name"]: each["spec"] for each in files["kai/queues.yaml"]}
    assert set(queues) == {"borealis.all", "blue", "red"}
    assert queues["borealis.all"]["resources"]["gpu"]["limit"] == -1
    for name in ("blue", "red"):
        (quota,) = (
            each["spec"]["hard"] for each in files[f"workspaces/{name}.yaml"] if each["kind"] == "ResourceQuota"
        )
        assert queues[name]["parentQueue"] == "borealis.all"
        bounds = queues[name]["resources"]["gpu"]
        assert bounds["quota"] == bounds["limit"] == int(quota["requests.nvidia.com/gpu"]) == 32


def test_gpus_that_it_cannot_count_have_no_bound(tmp_path: Path) -> None:
    spec = cluster()
    spec["hosts"]["gpu"]["model"] = "mi300x-8gpu"
    queues = {each["metadata"]["name"]: each["spec"] for each in _made(_with_kai(spec), tmp_path)["kai/queues.yaml"]}
    assert queues["atlas"]["resources"]["gpu"]["quota"] == -1


@pytest.mark.parametrize("tenants", [False, True])
def test_an_acceptance_job_starts_whole_and_near(tenants: bool, tmp_path: Path) -> None:
    files = _made(_tenants() if tenants else _with_kai(cluster(8)), tmp_path)
    levels = {each["metadata"]["name"]: [level["nodeLabel"] for level in each["spec"]["levels"]] for each in files["kai/topologies.yaml"]}  # fmt: skip
    queues = {each["metadata"]["name"] for each in files["kai/queues.yaml"]}
    jobs = [each for path in files if path.startswith("acceptance/g") for each in files[path] if each["kind"] == "Job"]
    assert jobs
    for job in jobs:
        told, template = job["metadata"]["annotations"], job["spec"]["template"]
        assert told["kai.scheduler/batch-min-member"] == str(job["spec"]["parallelism"])
        assert told["kai.scheduler/topology-preferred-placement"] in levels[told["kai.scheduler/topology"]]
        assert template["spec"]["schedulerName"] == "kai-scheduler"
        for labels in (job["metadata"]["labels"], template["metadata"]["labels"]):
            assert labels == {"kai.scheduler/queue": job["metadata"]["namespace"]}
            assert labels["kai.scheduler/queue"] in queues
        assert "kueue" not in json.dumps(job)
