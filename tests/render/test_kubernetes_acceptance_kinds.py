"""MPIJobs, TrainJobs and AppWrappers: whole hosts with NCCL as hosts have it, started together and near each other by whoever has the queues."""

import json
import shlex
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.render.backends import kubernetes
from tests.conftest import example
from tests.host_files import host_file
from tests.judges.kubernetes import KubernetesJudge, read_objects
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

Rendered = Callable[[str], Path]
Thing = dict[str, Any]
EXAMPLES = ("roce-16", "roce-256", "ib-256", "nvl72-8-racks", "b300-two-planes-512", "mixed-schedulers")


@pytest.fixture(scope="module")
def judge(shared: Path) -> KubernetesJudge:
    return KubernetesJudge(shared / "schemas" / "crds")


def _made(spec: Spec, folder: Path) -> dict[str, list[Thing]]:
    artifacts = kubernetes.render(plan_data(spec, folder), TEMPLATES)
    return {
        each.path.removeprefix("kubernetes/"): read_objects(each.content)
        for each in artifacts
        if each.path.endswith(".yaml")
    }


def _tenants(**more: Any) -> Spec:
    spec: Spec = yaml.safe_load(example("tenants-64").read_text())
    return spec | {"scheduler": {"kubernetes": more}}


def _jobs(things: list[Thing], kind: str) -> Thing:
    return next(each for each in things if each["kind"] == kind)


def _pods(things: list[Thing]) -> Iterator[tuple[Thing, Thing]]:
    """Metadata and spec of pods that have GPUs."""
    for each in things:
        if each["kind"] == "MPIJob":
            template = each["spec"]["mpiReplicaSpecs"]["Worker"]["template"]
        elif each["kind"] == "ClusterTrainingRuntime":
            template = each["spec"]["template"]["spec"]["replicatedJobs"][0]["template"]["spec"]["template"]
        elif each["kind"] == "Job":
            template = each["spec"]["template"]
        else:
            continue
        yield template["metadata"], template["spec"]


def _things(tree: Path, kind: str) -> list[Thing]:
    files = sorted((tree / "kubernetes/acceptance" / kind).glob("*.yaml"))
    return [each for file in files if file.name != "kustomization.yaml" for each in read_objects(file.read_text())]


def _labels(tree: Path) -> dict[str, dict[str, str]]:
    nodes = yaml.safe_load((tree / "kubernetes/node-labels.yaml").read_text())["items"]
    return {node["metadata"]["name"]: node["metadata"]["labels"] for node in nodes}


def _conf(tree: Path, host: str) -> dict[str, str]:
    """What the host's own NCCL reads, but for the interface of its sockets, which a pod has not."""
    lines = host_file(tree, host, "etc/nccl.conf").read_text().splitlines()
    found = dict(line.split("=", 1) for line in lines if not line.startswith("#"))
    found.pop("NCCL_SOCKET_IFNAME", None)
    return found


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_kind_has_whole_hosts_as_the_plain_job_has(rendered: Rendered, name: str) -> None:
    tree = rendered(name)
    ((_, plain),) = _pods(_things(tree, ""))
    for kind in ("mpi", "trainer"):
        ((_, pod),) = _pods(_things(tree, kind))
        (container,), (wanted,) = pod["containers"], plain["containers"]
        assert container["resources"] == wanted["resources"]
        assert pod["nodeSelector"] == plain["nodeSelector"]
        assert not {"hostNetwork", "hostPID", "hostIPC", "securityContext"} & set(pod)
        assert all(set(volume) & {"configMap", "emptyDir"} for volume in pod["volumes"])
        assert container["securityContext"] == {"allowPrivilegeEscalation": False}, "Pod Security's baseline"


@pytest.mark.parametrize("name", EXAMPLES)
def test_nccl_is_told_what_the_hosts_tell_it(rendered: Rendered, name: str) -> None:
    tree = rendered(name)
    (mpi,) = (each for each in _things(tree, "mpi") if each["kind"] == "MPIJob")
    (launcher,) = mpi["spec"]["mpiReplicaSpecs"]["Launcher"]["template"]["spec"]["containers"]
    words = launcher["command"]
    sent = [words[at + 1] for at, word in enumerate(words) if word == "-x"]
    told = dict(each.split("=", 1) for each in sent if "=" in each)
    ((_, pod),) = _pods(_things(tree, "trainer"))
    env = {each["name"]: each["value"] for each in pod["containers"][0]["env"]}
    assert told == env
    assert told.pop("NCCL_SOCKET_IFNAME", "=eth0") == "=eth0", "the pods' own network"
    rails = {key for key in pod["containers"][0]["resources"]["limits"] if "rail" in key}
    chosen = [host for host, mine in _labels(tree).items() if pod["nodeSelector"].items() <= mine.items()]
    assert chosen
    for host in chosen:
        assert told == (_conf(tree, host) if rails else {})
    gpus = int(pod["containers"][0]["resources"]["limits"]["nvidia.com/gpu"])
    assert words[words.index("-np") + 1] == str(2 * gpus)
    assert shlex.join(words).count("/all_reduce_perf ") == 1
    assert mpi["spec"]["slotsPerWorker"] == gpus


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_trainjob_and_its_runtime_agree(rendered: Rendered, name: str) -> None:
    things = _things(rendered(name), "trainer")
    job, runtime = _jobs(things, "TrainJob"), _jobs(things, "ClusterTrainingRuntime")
    assert job["spec"]["runtimeRef"]["name"] == runtime["metadata"]["name"]
    assert job["spec"]["trainer"]["numNodes"] == runtime["spec"]["mlPolicy"]["numNodes"] == 2
    (part,) = runtime["spec"]["template"]["spec"]["replicatedJobs"]
    assert part["template"]["metadata"]["labels"] == {"trainer.kubeflow.org/trainjob-ancestor-step": "trainer"}
    ((_, pod),) = _pods(things)
    (container,) = pod["containers"]
    assert container["name"] == part["name"] == "node", "whose variables Trainer writes"
    limits = container["resources"]["limits"]
    assert job["spec"]["trainer"]["numProcPerNode"] == int(limits["nvidia.com/gpu"])
    (mount,) = (each for each in container["volumeMounts"] if each["name"] == "program")
    assert job["spec"]["trainer"]["command"] == ["torchrun", f"{mount['mountPath']}/all_reduce.py"]


@pytest.mark.parametrize("name", ["roce-16", "roce-256", "ib-256"])
def test_kueue_keeps_a_job_below_one_switch_that_seats_it(rendered: Rendered, name: str) -> None:
    """The level is one of the flavor's topology and of the nodes' labels, and some switch has two hosts below it."""
    tree = rendered(name)
    topologies = read_objects((tree / "kubernetes/kueue/topologies.yaml").read_text())
    levels = [level["nodeLabel"] for each in topologies for level in each["spec"]["levels"]]
    for kind, queued in (("mpi", "MPIJob"), ("trainer", "TrainJob")):
        things = _things(tree, kind)
        job = _jobs(things, queued)
        ((metadata, pod),) = _pods(things)
        level = metadata["annotations"]["kueue.x-k8s.io/podset-required-topology"]
        assert level in levels
        mine = [each[level] for each in _labels(tree).values() if pod["nodeSelector"].items() <= each.items()]
        assert max(mine.count(switch) for switch in mine) >= 2
        assert job["metadata"]["labels"] == {"kueue.x-k8s.io/queue-name": "jobs"}
        held = job["spec"]["runPolicy"] if kind == "mpi" else job["spec"]
        assert held["suspend"] is True


def test_hosts_that_no_unit_has_two_of_are_only_preferred_near(tmp_path: Path) -> None:
    """A tenant with one host in each of two units: required, its job would wait for ever."""
    tenants = {"far": {"hosts": ["gpu001", "gpu128"]}, "near": {"hosts": ["gpu002", "gpu003"]}}
    spec = cluster(128, 128) | {"tenants": tenants}
    files = _made(spec, tmp_path)
    found = {}
    for tenant in ("far", "near"):
        ((metadata, _),) = _pods(files[f"acceptance/mpi/gpu-{tenant}.yaml"])
        found[tenant] = {key.rpartition("/")[2] for key in metadata["annotations"] if "kueue" in key}
    assert found == {"far": {"podset-preferred-topology"}, "near": {"podset-required-topology"}}


def test_volcano_starts_pods_as_a_group(tmp_path: Path, judge: KubernetesJudge) -> None:
    files = _made(cluster(8) | {"scheduler": {"kubernetes": {"queues": "volcano"}}}, tmp_path)
    queues = {each["metadata"]["name"] for each in files["volcano/queues.yaml"]}
    lowest = {each["spec"]["tier"] for each in files["volcano/hypernodes.yaml"]}
    for path, strict in (("gpu", "soft"), ("mpi/gpu", "hard")):
        things = files[f"acceptance/{path}.yaml"]
        group = _jobs(things, "PodGroup")
        ((metadata, pod),) = _pods(things)
        assert group["spec"]["minMember"] == 2
        assert group["spec"]["queue"] in queues
        assert group["spec"]["networkTopology"]["mode"] == strict
        assert group["spec"]["networkTopology"].get("highestTierAllowed", 1) == min(lowest)
        assert metadata["annotations"]["scheduling.k8s.io/group-name"] == group["metadata"]["name"]
        assert pod["schedulerName"] == "volcano"
    runtime = _jobs(files["acceptance/trainer/gpu.yaml"], "ClusterTrainingRuntime")["spec"]
    assert runtime["podGroupPolicy"]["volcano"]["networkTopology"] == {"mode": "hard", "highestTierAllowed": 1}
    assert runtime["template"]["metadata"]["annotations"]["scheduling.volcano.sh/queue-name"] in queues
    assert "PodGroup" not in {each["kind"] for each in files["acceptance/trainer/gpu.yaml"]}, "Trainer makes it"
    things = [each for path in files if path.startswith("acceptance/") and "kustom" not in path for each in files[path]]
    assert [said for each in things for said in judge.check(each)] == []
    assert "kueue" not in json.dumps(things)


def test_kai_has_every_pod_in_its_queue(tmp_path: Path) -> None:
    files = _made(_tenants(queues="kai"), tmp_path)
    for kind, name in (("mpi", "MPIJob"), ("trainer", "TrainJob")):
        things = files[f"acceptance/{kind}/gpu-blue.yaml"]
        job = _jobs(things, name)
        ((metadata, pod),) = _pods(things)
        assert metadata["labels"] == job["metadata"]["labels"] == {"kai.scheduler/queue": "blue"}
        assert pod["schedulerName"] == "kai-scheduler"
        assert "kai.scheduler/topology-required-placement" in job["metadata"]["annotations"]
        assert "kai.scheduler/batch-min-member" not in job["metadata"]["annotations"], "it counts parts of a set there"
    launcher = _jobs(files["acceptance/mpi/gpu-blue.yaml"], "MPIJob")["spec"]["mpiReplicaSpecs"]["Launcher"]["template"]
    assert launcher["spec"]["schedulerName"] == "kai-scheduler"
    assert launcher["metadata"]["labels"] == {"kai.scheduler/queue": "blue"}


def test_a_tenants_launcher_is_on_its_hosts(tmp_path: Path) -> None:
    """The admission policy lets no pod of a tenant start without its label."""
    files = _made(_tenants(), tmp_path)
    for tenant in ("blue", "red"):
        job = _jobs(files[f"acceptance/mpi/gpu-{tenant}.yaml"], "MPIJob")
        for part in job["spec"]["mpiReplicaSpecs"].values():
            assert part["template"]["spec"]["nodeSelector"]["clustergen.dev/tenant"] == tenant
    runtimes = [
        _jobs(files[f"acceptance/trainer/gpu-{tenant}.yaml"], "ClusterTrainingRuntime")["metadata"]["name"]
        for tenant in ("blue", "red")
    ]
    assert len(set(runtimes)) == 2, "they are the whole cluster's"


def test_an_appwrapper_carries_the_plain_job(tmp_path: Path, judge: KubernetesJudge) -> None:
    files = _made(_tenants(acceptance=["appwrapper"]), tmp_path)
    (wrapper,) = files["acceptance/appwrapper/gpu-blue.yaml"]
    assert judge.check(wrapper) == []
    parts = [each["template"] for each in wrapper["spec"]["components"]]
    service, job = parts
    assert [each["kind"] for each in parts] == ["Service", "Job"]
    assert wrapper["metadata"]["labels"] == {"kueue.x-k8s.io/queue-name": "jobs"}
    assert wrapper["spec"]["suspend"] is True
    assert "labels" not in job["metadata"], "its pods would be counted twice"
    assert "suspend" not in job["spec"]
    assert {each["metadata"]["namespace"] for each in (wrapper, *parts)} == {"blue"}
    assert service["spec"]["selector"] == {"batch.kubernetes.io/job-name": job["metadata"]["name"]}
    bad = deepcopy(wrapper)
    bad["spec"]["components"][1]["template"]["spec"]["completion"] = 2
    assert any("completion" in said for said in judge.check(bad))
    assert not [path for path in files if path.startswith(("acceptance/mpi", "acceptance/trainer"))]
    assert "acceptance/kustomization.yaml" not in files


def test_other_makers_gpus_need_an_image_with_rccl_tests(tmp_path: Path) -> None:
    spec = cluster() | {"scheduler": {"kubernetes": {}}}
    spec["hosts"]["gpu"]["model"] = "mi300x-8gpu"
    assert not [path for path in _made(spec, tmp_path) if path.startswith("acceptance/")]
    spec["scheduler"]["kubernetes"] = {
        "mpi_image": "example.net/rccl:7",
        "mpi_program": "/opt/rccl-tests/all_reduce_perf",
    }
    job = _jobs(_made(spec, tmp_path)["acceptance/mpi/gpu.yaml"], "MPIJob")["spec"]["mpiReplicaSpecs"]
    (worker,), (launcher,) = (job[part]["template"]["spec"]["containers"] for part in ("Worker", "Launcher"))
    assert worker["image"] == launcher["image"] == "example.net/rccl:7"
    assert worker["resources"]["limits"] == {"amd.com/gpu": "8"}
    assert "/opt/rccl-tests/all_reduce_perf" in launcher["command"]


def test_growth_changes_no_job_of_any_kind(tmp_path: Path) -> None:
    few, many = (_made(cluster(count), tmp_path) for count in (1, 32))
    for kind in ("mpi", "trainer"):
        assert few[f"acceptance/{kind}/gpu.yaml"] == many[f"acceptance/{kind}/gpu.yaml"]


def test_names_of_pods_and_hosts_are_short_enough(tmp_path: Path) -> None:
    """DNS has 63 letters for one: the longest suffixes are a launcher's with five random letters, and a set's with two numbers and five."""
    long = "x" * 32
    spec = cluster() | {"tenants": {long: {"hosts": [long]}}}
    spec["hosts"] = {long: spec["hosts"].pop("gpu"), **spec["hosts"]}
    files = _made(spec, tmp_path)
    for kind, suffix in (("mpi", "-launcher-abcde"), ("trainer", "-node-0-0-abcde")):
        things = [each for path in files if path.startswith(f"acceptance/{kind}/x") for each in files[path]]
        names = [each["metadata"]["name"] for each in things if each["kind"] in {"MPIJob", "TrainJob"}]
        assert names
        assert all(len(name + suffix) <= 63 for name in names)


FAULTS: dict[str, tuple[str, str, tuple[str | int, ...], Any, str]] = {
    "a launcher by another name": ("mpi", "MPIJob", ("spec", "runpolicy"), {}, "runpolicy"),
    "an MPI that is none": ("mpi", "MPIJob", ("spec", "mpiImplementation"), "HPC-X", "is not one of"),
    "a part of a pod": (
        "mpi",
        "MPIJob",
        ("spec", "mpiReplicaSpecs", "Worker", "template", "spec", "nodeSelectors"),
        {},
        "nodeSelectors",
    ),
    "ranks in words": ("mpi", "MPIJob", ("spec", "slotsPerWorker"), "eight", "is not of type"),
    "hosts by an older key": ("trainer", "TrainJob", ("spec", "trainer", "nnodes"), 2, "nnodes"),
    "a runtime without a name": ("trainer", "TrainJob", ("spec", "runtimeRef"), {"kind": "TrainingRuntime"}, "name"),
    "a mode that is none": (
        "trainer",
        "ClusterTrainingRuntime",
        ("spec", "podGroupPolicy"),
        {"volcano": {"networkTopology": {"mode": "strict"}}},
        "is not one of",
    ),
    "a job's part below a set": (
        "trainer",
        "ClusterTrainingRuntime",
        ("spec", "template", "spec", "replicatedJobs", 0, "template", "spec", "template", "spec", "container"),
        [],
        "container",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_refused(rendered: Rendered, judge: KubernetesJudge, fault: str) -> None:
    folder, kind, path, value, words = FAULTS[fault]
    good = _jobs(_things(rendered("roce-16"), folder), kind)
    bad = deepcopy(good)
    place: Any = bad
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert judge.check(good) == []
    assert any(words in each for each in judge.check(bad)), judge.check(bad)
