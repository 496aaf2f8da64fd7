"""KAI Scheduler's objects: fields that its kinds have, the tree of the labels, GPUs of the workspaces, a job that starts whole.

Its schemas are not among those at hand, so fields are held to lists of ours (NVIDIA/KAI-Scheduler@38a4979d, deployments/kai-scheduler/crds: `topologies.kai.scheduler`
v1alpha1 and `queues.scheduling.run.ai` v2), and the files' grade is `rendered`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from generator.data import data_dir
from generator.render.artifact import Grade
from generator.render.backends import kubernetes
from generator.render.templates import Templates
from tests.conftest import example
from tests.judges.kubernetes import read_objects
from tests.specs import Spec, cluster, plan_data

Thing = dict[str, Any]


def _closed(**fields: Any) -> Thing:
    return {"type": "object", "properties": fields, "additionalProperties": False}


_TEXT, _NUMBER = {"type": "string"}, {"type": "number"}
_BOUNDS = _closed(quota=_NUMBER, limit=_NUMBER, overQuotaWeight=_NUMBER)
_LEVELS = {"type": "array", "minItems": 1, "maxItems": 16, "uniqueItems": True, "items": _closed(nodeLabel=_TEXT)}
FIELDS: dict[tuple[str, str], Thing] = {
    ("kai.scheduler/v1alpha1", "Topology"): _closed(levels=_LEVELS),
    ("scheduling.run.ai/v2", "Queue"): _closed(
        displayName=_TEXT, parentQueue=_TEXT, priority={"type": "integer"}, preemptMinRuntime=_TEXT, reclaimMinRuntime=_TEXT,
        resources=_closed(cpu=_BOUNDS, gpu=_BOUNDS, memory=_BOUNDS),
    ),
}  # fmt: skip


def _faults(things: list[Thing]) -> Iterator[str]:
    """Say which fields a kind does not have; both are of the whole cluster."""
    for each in things:
        schema = FIELDS.get((each["apiVersion"], each["kind"]))
        if schema is None:
            yield f"{each['apiVersion']} {each['kind']} is not known"
            continue
        yield from (fault.message for fault in jsonschema.Draft202012Validator(schema).iter_errors(each["spec"]))
        if "namespace" in each["metadata"]:
            yield "a namespace"


def _made(spec: Spec, folder: Path) -> dict[str, list[Thing]]:
    artifacts = list(kubernetes.render(plan_data(spec, folder), Templates(data_dir("templates"))))
    assert {each.proof.grade for each in artifacts if "/kai/" in each.path} == {Grade.RENDERED}
    return {each.path.removeprefix("kubernetes/"): read_objects(each.content) for each in artifacts if each.path.endswith(".yaml")}  # fmt: skip


def _with_kai(spec: Spec) -> Spec:
    return spec | {"scheduler": {"kubernetes": {"queues": "kai"}}}


def _tenants() -> Spec:
    spec: Spec = yaml.safe_load(example("tenants-64").read_text())
    return _with_kai(spec)


def test_fields_are_those_of_the_kinds(tmp_path: Path) -> None:
    files = _made(_with_kai(cluster(8)), tmp_path)
    things = [*files["kai/topologies.yaml"], *files["kai/queues.yaml"]]
    assert list(_faults(things)) == []
    assert not [path for path in files if path.startswith(("kueue/", "volcano/"))]
    for fault, words in (
        ({"levels": [{"label": "x"}]}, "'label' was unexpected"),
        ({"levels": []}, "should be non-empty"),
    ):
        assert any(words in said for said in _faults([{**things[0], "spec": fault}]))


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
