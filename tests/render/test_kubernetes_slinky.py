"""Slurm in pods: the hosts that Kubernetes gives to it and no others, Slurm's own tree, NCCL as hosts have it, secrets by name alone."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.catalog.chart import read_chart
from generator.render.backends import kubernetes, slurm
from generator.source.diagnostic import SpecError
from tests.conftest import example
from tests.judges.chart_keys import strange_values
from tests.judges.kubernetes import KubernetesJudge, read_objects
from tests.ours import TEMPLATES
from tests.specs import Spec, plan_data

Thing = dict[str, Any]


@pytest.fixture(scope="module")
def judge(shared: Path) -> KubernetesJudge:
    return KubernetesJudge(shared / "schemas" / "crds")


def _spec(name: str, **kubernetes_keys: Any) -> Spec:
    spec: Spec = yaml.safe_load(example(name).read_text())
    return spec | {"scheduler": {"slurm": {}, "kubernetes": kubernetes_keys}}


def _half(**slinky: Any) -> Spec:
    return _spec("roce-256", hosts=["gpu[09-32]"], slinky={"hosts": ["gpu[17-32]"], **slinky})


def _made(spec: Spec, folder: Path) -> dict[str, str]:
    plan, templates = plan_data(spec, folder), TEMPLATES
    artifacts = [*kubernetes.render(plan, templates), *slurm.render(plan, templates)]
    return {each.path: each.content for each in artifacts}


def _objects(files: dict[str, str], name: str = "slurm") -> list[Thing]:
    return read_objects(files[f"kubernetes/slinky/{name}.yaml"])


def _one(files: dict[str, str], kind: str) -> Thing:
    return next(each for each in _objects(files) if each["kind"] == kind)


def _nodes(files: dict[str, str]) -> dict[str, Thing]:
    return {each["metadata"]["name"]: each["metadata"] for each in _objects(files, "nodes")}


@pytest.mark.parametrize("name", ["half", "nvl72"])
def test_every_object_is_accepted(tmp_path: Path, judge: KubernetesJudge, name: str) -> None:
    spec = _half() if name == "half" else _spec("nvl72-8-racks", hosts=["tray[073-144]"], slinky={})
    files = _made(spec, tmp_path)
    things = [*_objects(files), *_objects(files, "nodes")]
    assert {each["kind"]: faults for each in things if (faults := judge.check(each))} == {}
    for kind, key in (("Controller", "slurmctld"), ("NodeSet", "slurmd"), ("RestApi", "slurmrestd")):
        container = {"name": key, **_one(files, kind)["spec"][key]}
        volumes = _one(files, kind)["spec"].get("template", {}).get("spec", {}).get("volumes", [])
        pod = {"containers": [container], **({"volumes": volumes} if volumes else {})}
        assert judge.check({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "x"}, "spec": pod}) == []
        assert {each["name"] for each in container.get("volumeMounts", ())} == {each["name"] for each in volumes}


def test_it_has_its_hosts_and_the_queues_have_the_others(tmp_path: Path) -> None:
    files = _made(_half(), tmp_path)
    assert set(_nodes(files)) == {f"gpu{number}" for number in range(17, 33)}
    pod = _one(files, "NodeSet")["spec"]["template"]["spec"]
    labels = {each["metadata"]["name"]: each["metadata"]["labels"] for each in read_objects(files["kubernetes/node-labels.yaml"])}  # fmt: skip
    every = {name: mine | _nodes(files).get(name, {}).get("labels", {}) for name, mine in labels.items()}
    chosen = {name for name, mine in every.items() if pod["nodeSelector"].items() <= mine.items()}
    assert chosen == set(_nodes(files))
    assert "NodeName=gpu[01-08]" in files["slurm/slurm.conf"], "Slurm on hosts has what Kubernetes leaves to it"
    quota = next(each for each in read_objects(files["kubernetes/workspaces/atlas.yaml"]) if each["kind"] == "ResourceQuota")  # fmt: skip
    assert quota["spec"]["hard"] == {"requests.nvidia.com/gpu": "64"}, "8 hosts: 24 that Kubernetes has, without 16"


def test_with_all_hosts_there_is_no_queue(tmp_path: Path) -> None:
    files = _made(_spec("roce-256", hosts=["gpu[09-32]"], slinky={}), tmp_path)
    assert len(_nodes(files)) == 24
    assert not [path for path in files if path.startswith(("kubernetes/kueue/", "kubernetes/acceptance/"))]


@pytest.mark.parametrize("name", ["roce-256", "ib-256", "nvl72-8-racks"])
def test_its_tree_is_slurms(tmp_path: Path, name: str) -> None:
    """The switches that it names for its hosts are those that Slurm on hosts names for them where it has them all."""
    group = "tray" if name.startswith("nvl") else "gpu"
    theirs = _made(_spec(name, hosts=[group], slinky={}), tmp_path)
    ours = _made(_spec(name) | {"scheduler": {"slurm": {"version": "26.05"}}}, tmp_path)
    mine = yaml.safe_load(theirs["kubernetes/slinky/topology.yaml"])
    assert mine == yaml.safe_load(ours["slurm/topology.yaml"])


def test_annotations_of_nodes_are_places_of_the_tree(tmp_path: Path) -> None:
    files = _made(_spec("nvl72-8-racks", hosts=["tray[073-144]"], slinky={}), tmp_path)
    trees = {each["topology"]: each for each in yaml.safe_load(files["kubernetes/slinky/topology.yaml"])}
    assert [name for name, each in trees.items() if each["cluster_default"]] == ["nvlink"]
    lowest = {each["switch"]: each["nodes"] for each in trees["compute"]["tree"]["switches"] if "nodes" in each}
    blocks = {each["block"]: each["nodes"] for each in trees["nvlink"]["block"]["blocks"]}
    for host, metadata in _nodes(files).items():
        place = dict(each.split(":") for each in metadata["annotations"]["topology.slinky.slurm.net/spec"].split(","))
        number = int(host.removeprefix("tray"))
        for ranges in (lowest[place["compute"]], blocks[place["nvlink"]]):
            first, _, last = ranges.removeprefix("tray[").rstrip("]").partition("-")
            assert int(first) <= number <= int(last)


def test_pods_have_whole_hosts_and_nccl_as_hosts_have_it(tmp_path: Path) -> None:
    files = _made(_half(), tmp_path)
    spec = _one(files, "NodeSet")["spec"]
    limits = spec["slurmd"]["resources"]["limits"]
    assert limits == {"nvidia.com/gpu": "8", **{f"nvidia.com/rail{n}": "1" for n in range(8)}}
    networks = spec["template"]["metadata"]["annotations"]["k8s.v1.cni.cncf.io/networks"].split(",")
    assert networks == [f"default/rail{n}" for n in range(8)]
    assert spec["extraConf"] == "Gres=gpu:h100:8"
    assert "NodeName=gpu[17-32] Name=gpu Type=h100 File=/dev/nvidia[0-7] Flags=nvidia_gpu_env\n" in files["kubernetes/slinky/gres.conf"]  # fmt: skip
    assert "AutoDetect" not in files["kubernetes/slinky/gres.conf"], "slurmctld takes none for hosts that come"
    job = next(each for each in read_objects(files["kubernetes/acceptance/gpu.yaml"]) if each["kind"] == "Job")
    (container,) = job["spec"]["template"]["spec"]["containers"]
    told = [f"{each['name']}={each['value']}" for each in container["env"] if "value" in each]
    assert files["kubernetes/slinky/nccl-gpu.conf"].splitlines() == told
    (mount,) = (each for each in spec["slurmd"]["volumeMounts"] if each["name"] == "nccl")
    listed = yaml.safe_load(files["kubernetes/slinky/kustomization.yaml"])["configMapGenerator"]
    (made,) = (each for each in listed if each["name"] == "nccl-gpu")
    assert (mount["mountPath"], mount["subPath"]) == ("/etc/nccl.conf", made["files"][0].partition("=")[0])


def test_one_cluster_name_and_secrets_by_name_alone(tmp_path: Path) -> None:
    files = _made(_half(key_secret="their-key", jwt_secret="their-token", storage_class="home"), tmp_path)
    spec = _one(files, "Controller")["spec"]
    assert spec["clusterName"] == "atlas-pods"
    assert "ClusterName=atlas\n" in files["slurm/slurm.conf"]
    assert spec["slurmKeyRef"] == {"name": "their-key", "key": "slurm.key"}
    assert spec["jwtKeyRef"] == {"name": "their-token", "key": "jwt.key"}
    assert spec["persistence"]["storageClassName"] == "home"
    assert {each["kind"] for each in _objects(files)} == {"Namespace", "Controller", "RestApi", "NodeSet"}, "no Secret"
    names = {each["spec"]["controllerRef"]["name"] for each in _objects(files) if "controllerRef" in each.get("spec", {})}  # fmt: skip
    assert names == {_one(files, "Controller")["metadata"]["name"]}
    partition = next(line for line in files["slurm/slurm.conf"].splitlines() if line.startswith("PartitionName=gpu "))
    times = [word for word in partition.split() if word.startswith(("DefaultTime=", "MaxTime="))]
    assert times == ["DefaultTime=1-0", "MaxTime=7-0"]
    assert spec["extraConf"].splitlines()[1] == f"PartitionName=gpu Nodes=ALL Default=YES {' '.join(times)} State=UP"
    assert "slinky" not in json.dumps(yaml.safe_load(files["kubernetes/kustomization.yaml"])), "applied by itself"


def test_no_workspace_is_in_its_namespace(tmp_path: Path) -> None:
    spec = _half(namespace="atlas")
    with pytest.raises(SpecError) as said:
        plan_data(spec, tmp_path)
    assert [each.code for each in said.value.problems] == ["workspace-name"]


def test_values_are_keys_of_the_chart(tmp_path: Path) -> None:
    text = _made(_half(namespace="jobs"), tmp_path)["kubernetes/slurm-operator/values.yaml"]
    values, keys = yaml.safe_load(text), read_chart("slurm-operator").keys
    assert list(strange_values(values, keys)) == []
    assert values["operator"]["namespaces"] == values["webhook"]["namespaces"] == "jobs"
    assert list(strange_values({"crd": {"enabled": True}}, keys)) == ["crd: the chart has no such key"]


@pytest.mark.parametrize(
    ("kind", "key", "value", "words"),
    [
        ("NodeSet", "scalingMode", "Daemonset", "is not one of"),
        ("NodeSet", "nodeSelector", {}, "nodeSelector"),
        ("Controller", "clustername", "x", "clustername"),
        ("RestApi", "controllerRef", None, "controllerRef"),
    ],
)
def test_a_planted_fault_is_refused(
    tmp_path: Path, judge: KubernetesJudge, kind: str, key: str, value: Any, words: str
) -> None:
    good = _one(_made(_half(), tmp_path), kind)
    bad = deepcopy(good)
    bad["spec"][key] = value
    assert judge.check(good) == []
    assert any(words in said for said in judge.check(bad))
