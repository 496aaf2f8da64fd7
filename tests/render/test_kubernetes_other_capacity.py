"""Hosts of a provider and other clusters: queues of their own, checks that exist, no secret but its name."""

import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.catalog.chart import read_chart
from generator.render.backends import kubernetes
from generator.source.diagnostic import SpecError
from tests.conftest import example
from tests.judges.chart_keys import strange_values
from tests.judges.kubernetes import KubernetesJudge, read_objects
from tests.judges.kubernetes_names import dangling
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

Thing = dict[str, Any]
BURST = {"count": 16, "cpus": 96, "memory_gib": 1024, "gpus": 8, "node_groups": ["gpu.reserved", "gpu-spot"]}
NORTH = {"secret": "north-kubeconfig", "cpus": 960, "memory_gib": 10240, "gpus": 80}
SOUTH = {"secret": "south", "cpus": 96, "memory_gib": 1024}


@pytest.fixture(scope="module")
def judge(shared: Path) -> KubernetesJudge:
    return KubernetesJudge(shared / "schemas" / "crds")


def _made(spec: Spec, folder: Path) -> dict[str, str]:
    artifacts = kubernetes.render(plan_data(spec, folder), TEMPLATES)
    return {each.path.removeprefix("kubernetes/"): each.content for each in artifacts}


def _with(**more: Any) -> Spec:
    return cluster(4) | {"scheduler": {"kubernetes": more}}


def _named(things: list[Thing]) -> dict[tuple[str, str], Thing]:
    return {(each["kind"], each["metadata"]["name"]): each for each in things}


def _everything(files: dict[str, str]) -> list[Thing]:
    applied = yaml.safe_load(files["kustomization.yaml"])["resources"]
    return [each for path in applied for each in read_objects(files[path])]


def test_burst_hosts_have_a_queue_that_orders_them(tmp_path: Path, judge: KubernetesJudge) -> None:
    files = _made(_with(burst=BURST), tmp_path)
    things = read_objects(files["kueue/burst.yaml"])
    assert {each["kind"]: judge.check(each) for each in things if judge.check(each)} == {}
    named = _named(things)
    queue = named["ClusterQueue", "atlas.burst"]["spec"]
    assert queue["admissionChecksStrategy"] == {"admissionChecks": [{"name": "burst"}]}
    (group,) = queue["resourceGroups"]
    quota = {each["name"]: each["nominalQuota"] for each in group["flavors"][0]["resources"]}
    assert quota == {"cpu": "1536", "memory": "16384Gi", "nvidia.com/gpu": "128"}
    assert named["ResourceFlavor", "burst"]["spec"] == {"nodeLabels": {"clustergen.dev/group": "burst"}}
    assert named["LocalQueue", "burst"]["metadata"]["namespace"] == "atlas"
    assert dangling(_everything(files)) == []


def test_the_queue_of_all_jobs_stays_as_it_was(tmp_path: Path) -> None:
    """A flavor without a tree beside those with one would keep plain jobs out of these."""
    plain, more = (_made(_with(**each), tmp_path) for each in ({}, {"burst": BURST, "clusters": {"north": NORTH}}))
    for path in ("kueue/queues.yaml", "kueue/flavors.yaml", "kueue/topologies.yaml"):
        assert plain[path] == more[path]
    assert set(more) - set(plain) == {"kueue/burst.yaml", "kueue/elsewhere.yaml", "cluster-autoscaler/values.yaml"}


def test_the_namespace_may_use_what_is_lent(tmp_path: Path) -> None:
    """Else the quota of pods would refuse what the queue lets in."""
    for more, gpus in (({}, 32), ({"burst": BURST}, 32 + 128), ({"clusters": {"north": NORTH}}, 32)):
        things = _named(read_objects(_made(_with(**more), tmp_path)["workspaces/atlas.yaml"]))
        assert things["ResourceQuota", "clustergen"]["spec"]["hard"] == {"requests.nvidia.com/gpu": str(gpus)}


def test_the_autoscaler_takes_the_first_group_first(tmp_path: Path) -> None:
    values = yaml.safe_load(_made(_with(burst=BURST), tmp_path)["cluster-autoscaler/values.yaml"])
    chart = read_chart("cluster-autoscaler")
    assert list(strange_values(values, chart.keys)) == []
    assert values["autoscalingGroups"][0] == {"name": "gpu.reserved", "minSize": 0, "maxSize": 16}
    first, second = (
        next(rank for rank, (pattern,) in values["expanderPriorities"].items() if re.match(pattern, name))
        for name in BURST["node_groups"]  # type: ignore[attr-defined]
    )
    assert first > second, "the highest number is taken"
    assert not [p for (p,) in values["expanderPriorities"].values() if re.match(p, "gpu-reserved")], "a dot is a dot"
    assert values["extraArgs"]["expander"] == "priority", "or the numbers would count for nothing"
    bad = deepcopy(values)
    bad["extraArgs"]["scale-down-unneeded"] = "10m"
    assert list(strange_values(bad, chart.keys)) == ["extraArgs.scale-down-unneeded: the chart has no such key"]


def test_without_names_the_group_is_called_like_the_hosts(tmp_path: Path) -> None:
    burst = {"name": "cloud", "count": 2, "cpus": 8, "memory_gib": 64}
    files = _made(_with(burst=burst), tmp_path)
    values = yaml.safe_load(files["cluster-autoscaler/values.yaml"])
    assert [each["name"] for each in values["autoscalingGroups"]] == ["cloud"]
    config = _named(read_objects(files["kueue/burst.yaml"]))["ProvisioningRequestConfig", "cloud"]["spec"]
    assert "managedResources" not in config, "no GPU: every pod is asked for"


def test_gpus_are_counted_by_their_maker(tmp_path: Path) -> None:
    """Each maker's GPUs are a resource of their own: no job for one may count those of the other."""
    burst = BURST | {"gpu_maker": "amd", "ready_minutes": 30, "idle_minutes": 5}
    south = SOUTH | {"gpus": 16, "gpu_maker": "amd"}
    files = _made(_with(burst=burst, clusters={"north": NORTH, "south": south}), tmp_path)
    named = _named([*read_objects(files["kueue/burst.yaml"]), *read_objects(files["kueue/elsewhere.yaml"])])
    assert named["ProvisioningRequestConfig", "burst"]["spec"]["managedResources"] == ["amd.com/gpu"]
    (group,) = named["Cohort", "elsewhere"]["spec"]["resourceGroups"]
    quota = {each["name"]: each["nominalQuota"] for each in group["flavors"][0]["resources"]}
    assert quota == {"cpu": "1056", "memory": "11264Gi", "nvidia.com/gpu": "80", "amd.com/gpu": "16"}
    arguments = yaml.safe_load(files["cluster-autoscaler/values.yaml"])["extraArgs"]
    assert arguments["max-node-provision-time"] == "30m"
    assert arguments["scale-down-unneeded-time"] == "5m"


def test_other_clusters_are_one_cohort(tmp_path: Path, judge: KubernetesJudge) -> None:
    files = _made(_with(clusters={"south": SOUTH, "north": NORTH}), tmp_path)
    things = read_objects(files["kueue/elsewhere.yaml"])
    assert {each["kind"]: judge.check(each) for each in things if judge.check(each)} == {}
    named = _named(things)
    for name, given in (("north", NORTH), ("south", SOUTH)):
        source = named["MultiKueueCluster", name]["spec"]["clusterSource"]
        assert source == {"kubeConfig": {"locationType": "Secret", "location": given["secret"]}}
    assert named["MultiKueueConfig", "elsewhere"]["spec"]["clusters"] == ["north", "south"]
    (group,) = named["Cohort", "elsewhere"]["spec"]["resourceGroups"]
    quota = {each["name"]: each["nominalQuota"] for each in group["flavors"][0]["resources"]}
    assert quota == {"cpu": "1056", "memory": "11264Gi", "nvidia.com/gpu": "80"}
    assert "topologyName" not in named["ResourceFlavor", "elsewhere"]["spec"]
    assert dangling(_everything(files)) == []


def test_every_tenant_may_send_jobs_elsewhere(tmp_path: Path) -> None:
    spec: Spec = yaml.safe_load(example("tenants-64").read_text())
    files = _made(spec | {"scheduler": {"kubernetes": {"clusters": {"north": NORTH}}}}, tmp_path)
    things = read_objects(files["kueue/elsewhere.yaml"])
    local = {each["metadata"]["namespace"]: each["spec"] for each in things if each["kind"] == "LocalQueue"}
    assert local == {"blue": {"clusterQueue": "blue.elsewhere"}, "red": {"clusterQueue": "red.elsewhere"}}
    named = _named(things)
    for tenant in ("blue", "red"):
        queue = named["ClusterQueue", f"{tenant}.elsewhere"]["spec"]
        assert queue["cohortName"] == "elsewhere"
        assert queue["namespaceSelector"]["matchLabels"] == {"kubernetes.io/metadata.name": tenant}


def test_kueue_takes_twenty_clusters(tmp_path: Path) -> None:
    clusters = {f"north{number}": NORTH for number in range(21)}
    with pytest.raises(SpecError) as said:
        _made(_with(clusters=clusters), tmp_path)
    assert said.value.problems[0].message == "Kueue sends jobs to 20 clusters at most, and 21 are named"


FAULTS: dict[str, tuple[str, Callable[[Thing], Any], str]] = {
    "two sources, which CEL alone sees": (
        "MultiKueueCluster",
        lambda spec: spec["clusterSource"].update(clusterProfileRef={"name": "x"}),
        "exactly one",
    ),
    "a kubeconfig that is not named": (
        "MultiKueueCluster",
        lambda spec: spec["clusterSource"]["kubeConfig"].pop("location"),
        "required",
    ),
    "a cluster twice, which CEL alone sees": (
        "MultiKueueConfig",
        lambda spec: spec.update(clusters=["north", "north"]),
        "must be unique",
    ),
    "a policy that is none": (
        "ProvisioningRequestConfig",
        lambda spec: spec.update(podSetMergePolicy="All"),
        "is not one of",
    ),
    "an older key": ("AdmissionCheck", lambda spec: spec.update(retryDelayMinutes=15), "retryDelayMinutes"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_refused(tmp_path: Path, judge: KubernetesJudge, fault: str) -> None:
    kind, spoil, words = FAULTS[fault]
    files = _made(_with(burst=BURST, clusters={"north": NORTH}), tmp_path)
    things = [*read_objects(files["kueue/burst.yaml"]), *read_objects(files["kueue/elsewhere.yaml"])]
    bad = next(each for each in things if each["kind"] == kind)
    assert judge.check(bad) == []
    spoil(bad["spec"])
    assert any(words in said for said in judge.check(bad))


@pytest.mark.parametrize(
    ("kind", "key", "words"),
    [
        ("AdmissionCheck", ("parameters", "name"), "no ProvisioningRequestConfig nobody"),
        ("LocalQueue", ("clusterQueue",), "no queue nobody"),
        ("ClusterQueue", ("admissionChecksStrategy", "admissionChecks", 0, "name"), "no check nobody"),
        ("MultiKueueConfig", ("clusters", 0), "no cluster nobody"),
    ],
)
def test_a_name_that_nothing_has_is_seen(tmp_path: Path, kind: str, key: tuple[str | int, ...], words: str) -> None:
    things = _everything(_made(_with(burst=BURST, clusters={"north": NORTH}), tmp_path))
    mine = [each for each in things if each["kind"] == kind and "atlas" not in each["metadata"]["name"].split(".")[1:]]
    bad = next(each for each in mine if each["metadata"]["name"] not in {"jobs", "atlas"})
    place: Any = bad["spec"]
    for step in key[:-1]:
        place = place[step]
    place[key[-1]] = "nobody"
    assert any(words in said for said in dangling(things))
