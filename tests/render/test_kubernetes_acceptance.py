"""Acceptance jobs ask for what hosts have, tell NCCL what hosts tell it, and are let into their namespace."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.render.backends import kubernetes
from tests.conftest import example
from tests.host_files import host_file
from tests.judges.kubernetes import read_objects
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

Rendered = Callable[[str], Path]
Thing = dict[str, Any]


def _made(spec: Spec, folder: Path) -> dict[str, list[Thing]]:
    artifacts = kubernetes.render(plan_data(spec, folder), TEMPLATES)
    return {each.path: read_objects(each.content) for each in artifacts if each.path.endswith(".yaml")}


def _jobs(folder: Path) -> list[Thing]:
    files = sorted((folder / "kubernetes" / "acceptance").glob("*.yaml"))
    things = [each for file in files if file.name != "kustomization.yaml" for each in read_objects(file.read_text())]
    return [each for each in things if each["kind"] == "Job"]


def _nodes(tree: Path) -> dict[str, dict[str, str]]:
    nodes = yaml.safe_load((tree / "kubernetes" / "node-labels.yaml").read_text())["items"]
    return {node["metadata"]["name"]: node["metadata"]["labels"] for node in nodes}


@pytest.mark.parametrize("name", ["roce-16", "roce-256", "ib-256", "nvl72-8-racks", "b300-two-planes-512"])
def test_a_job_takes_whole_hosts_and_tells_nccl_what_they_do(rendered: Rendered, name: str) -> None:
    tree = rendered(name)
    (job,) = _jobs(tree)
    pod = job["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    chosen = [host for host, mine in _nodes(tree).items() if pod["nodeSelector"].items() <= mine.items()]
    assert len(chosen) >= job["spec"]["completions"] == job["spec"]["parallelism"]
    limits = container["resources"]["limits"]
    offered = {file.stem for file in (tree / "kubernetes/pools").glob("*.yaml")} if name.startswith("roce") else None
    rails = {key.partition("/")[2] for key in limits if "rail" in key}
    assert offered in (None, rails)
    annotations = job["spec"]["template"]["metadata"]["annotations"]
    networks = annotations.get("k8s.v1.cni.cncf.io/networks", "")
    assert {each.partition("/")[2] for each in networks.split(",") if each} == rails
    assert f"--nproc-per-node={limits['nvidia.com/gpu']}" in container["command"]
    told = {each["name"]: each["value"] for each in container["env"] if "value" in each}
    assert not rails or told.pop("NCCL_SOCKET_IFNAME") == "=eth0"
    for host in chosen:
        lines = host_file(tree, host, "etc/nccl.conf").read_text().splitlines()
        conf = dict(line.split("=", 1) for line in lines if not line.startswith("#"))
        assert {key: conf[key] for key in told} == told
        assert set(conf) - set(told) == ({"NCCL_SOCKET_IFNAME"} if rails else set(conf))


def test_a_program_that_adds_up_says_how_fast(rendered: Rendered, tmp_path: Path) -> None:
    """With a stand-in for PyTorch that takes a hundredth of a second for a sum of 16 GPUs."""
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch" / "__init__.py").write_text(
        "class cuda:\n  set_device = staticmethod(int)\n  synchronize = staticmethod(lambda: None)\n"
        "class T:\n  def __init__(self, value): self.value = value\n  def item(self): return self.value\n"
        "def ones(n, device): return T(1)\ndef zeros(n, device): return T(0)\n"
    )
    (tmp_path / "torch" / "distributed.py").write_text(
        "import time\ninit_process_group = str\ndef get_world_size(): return 16\ndef get_rank(): return 0\n"
        "def destroy_process_group(): pass\ndef all_reduce(t):\n  t.value *= 16\n  time.sleep(0.01)\n"
    )
    program = rendered("roce-16") / "kubernetes" / "acceptance" / "all_reduce.py"
    environment = {"PYTHONPATH": str(tmp_path), "LOCAL_RANK": "0"}
    run = subprocess.run([sys.executable, program], env=environment, capture_output=True, text=True, check=True)
    words = run.stdout.split()
    assert words[:3] == ["16", "GPUs,", "1073741824"]
    assert 100 < float(words[4]) < 2 * 15 / 16 * (1 << 30) / 0.01 / 1e9 + 1


def test_domains_have_a_channel_for_every_pod(rendered: Rendered) -> None:
    tree = rendered("nvl72-8-racks")
    things = read_objects((tree / "kubernetes/acceptance/tray.yaml").read_text())
    kinds = {each["kind"]: each for each in things}
    domain, job = kinds["ComputeDomain"], kinds["Job"]
    pod = job["spec"]["template"]["spec"]
    assert domain["spec"]["numNodes"] == job["spec"]["completions"]
    assert domain["metadata"]["namespace"] == job["metadata"]["namespace"]
    (claim,) = pod["resourceClaims"]
    assert claim["resourceClaimTemplateName"] == domain["spec"]["channel"]["resourceClaimTemplate"]["name"]
    assert pod["containers"][0]["resources"]["claims"] == [{"name": claim["name"]}]
    assert job["metadata"]["labels"] == {"kueue.x-k8s.io/queue-name": "jobs"}
    near = job["spec"]["template"]["metadata"]["annotations"]["kueue.x-k8s.io/podset-required-topology"]
    assert near == "accelerator.topograph.run/domain"
    assert all(near in labels for host, labels in _nodes(tree).items() if host.startswith("tray"))
    values = yaml.safe_load((tree / "kubernetes/dra-driver-nvidia-gpu/values.yaml").read_text())
    assert not values["resources"]["gpus"]["enabled"], "the device plugin has the GPUs"


@pytest.mark.parametrize("name", ["roce-16", "ib-256", "nvl72-8-racks"])
def test_pods_meet_the_baseline(rendered: Rendered, name: str) -> None:
    """What Pod Security's `baseline` refuses (kubernetes.io, Pod Security Standards) is in no job."""
    for job in _jobs(rendered(name)):
        pod = job["spec"]["template"]["spec"]
        assert not {"hostNetwork", "hostPID", "hostIPC", "securityContext"} & set(pod)
        assert all(set(volume) & {"configMap", "emptyDir"} for volume in pod["volumes"])
        for container in pod["containers"]:
            assert set(container["securityContext"]) == {"allowPrivilegeEscalation"}
            assert not any("hostPort" in port for port in container.get("ports", ()))


def test_a_tenants_job_is_on_its_hosts(tmp_path: Path) -> None:
    spec: Spec = yaml.safe_load(example("tenants-64").read_text())
    files = _made(spec | {"scheduler": {"kubernetes": {}}}, tmp_path)
    for tenant in ("blue", "red"):
        things = files[f"kubernetes/acceptance/gpu-{tenant}.yaml"]
        assert {each["metadata"]["namespace"] for each in things} == {tenant}
        job = next(each for each in things if each["kind"] == "Job")
        assert job["spec"]["template"]["spec"]["nodeSelector"]["clustergen.dev/tenant"] == tenant
        assert job["metadata"]["labels"] == {"kueue.x-k8s.io/queue-name": "jobs"}
        assert job["spec"]["suspend"], "the queue lets it start"


@pytest.mark.parametrize(("image", "jobs"), [(None, 0), ("registry.example.net:5000/rocm/pytorch:7.0", 1)])
def test_other_makers_gpus_need_an_image(tmp_path: Path, image: str | None, jobs: int) -> None:
    spec = cluster() | {"scheduler": {"kubernetes": {"acceptance_image": image} if image else {}}}
    spec["hosts"]["gpu"]["model"] = "mi300x-8gpu"
    files = _made(spec, tmp_path)
    made = [
        each for path, things in files.items() if "/acceptance/gpu" in path for each in things if each["kind"] == "Job"
    ]
    assert len(made) == jobs
    for job in made:
        (container,) = job["spec"]["template"]["spec"]["containers"]
        assert (container["image"], container["resources"]["limits"]) == (image, {"amd.com/gpu": "8"})


def test_names_of_pods_are_short_enough(tmp_path: Path) -> None:
    """The longest names that a spec may give: DNS has 63 letters for one, Kubernetes likewise for a service and a label."""
    long = "x" * 32
    spec = cluster() | {"tenants": {long: {"hosts": [long]}}}
    spec["hosts"] = {long: spec["hosts"].pop("gpu"), **spec["hosts"]}
    things = [each for path, mine in _made(spec, tmp_path).items() if "/acceptance/x" in path for each in mine]
    assert {each["kind"] for each in things} == {"Service", "Job"}
    assert all(len(f"{each['metadata']['name']}-{10**6}") <= 63 for each in things)


def test_growth_changes_no_job(tmp_path: Path) -> None:
    few, many = (_made(cluster(count), tmp_path) for count in (1, 32))
    assert few["kubernetes/acceptance/gpu.yaml"] == many["kubernetes/acceptance/gpu.yaml"]
