"""Published schemas and kubectl accept the rendered objects, and refuse each planted fault."""

import subprocess
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.judges.kubernetes import KubernetesJudge, read_objects

EXAMPLES = ("roce-16", "roce-256")
Rendered = Callable[[str], Path]
Proven = Callable[[str, str], None]


@pytest.fixture(scope="module")
def judge(shared: Path) -> KubernetesJudge:
    return KubernetesJudge(shared / "schemas" / "crds")


def _objects(tree: Path) -> list[dict[str, Any]]:
    files = sorted((tree / "kubernetes").rglob("*.yaml"))
    return [each for path in files if path.name != "kustomization.yaml" for each in read_objects(path.read_text())]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_object_is_accepted(rendered: Rendered, judge: KubernetesJudge, proven: Proven, example: str) -> None:
    objects = _objects(rendered(example))
    assert {each["kind"] for each in objects} == {"Node", "CIDRPool"}
    assert {each["metadata"]["name"]: judge.check(each) for each in objects if judge.check(each)} == {}
    proven("Kubernetes schemas", f"{example}: {len(objects)} objects, strict and with CEL")


@pytest.mark.parametrize("example", EXAMPLES)
def test_kubectl_builds_the_kustomization(
    rendered: Rendered, program: Callable[[str], str], proven: Proven, example: str
) -> None:
    tree = rendered(example)
    command = (program("kubectl"), "kustomize", str(tree / "kubernetes"))
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    built = [each for each in yaml.safe_load_all(run.stdout) if each]
    assert sorted(built, key=_name) == sorted(_objects(tree), key=_name)
    proven("kubectl kustomize", f"{example}: {len(built)} objects")


def _name(thing: dict[str, Any]) -> tuple[str, str]:
    return thing["kind"], thing["metadata"]["name"]


FAULTS: dict[str, tuple[str, tuple[str | int, ...], Any, str]] = {
    "unknown key": ("CIDRPool", ("spec", "gatewayindex"), 1, "gatewayindex"),
    "wrong type": ("CIDRPool", ("spec", "perNodeNetworkPrefix"), "31", "'31' is not of type 'integer'"),
    "below the minimum": ("CIDRPool", ("spec", "perNodeExclusions", 0, "startIndex"), -1, "-1 is less than"),
    "a rule in CEL": ("CIDRPool", ("spec", "perNodeExclusions", 0, "endIndex"), 0, "endIndex must be greater than"),
    "missing key": ("CIDRPool", ("spec", "staticAllocations", 0), {"nodeName": "gpu01"}, "'prefix' is a required"),
    "misspelt label block": ("Node", ("metadata", "label"), {}, "'label' was unexpected"),
    "label that is a number": ("Node", ("metadata", "labels", "clustergen.dev/su"), 1, "1 is not of type 'string'"),
    "unknown version": ("CIDRPool", ("apiVersion",), "nv-ipam.nvidia.com/v1", "no schema"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_refused(rendered: Rendered, judge: KubernetesJudge, fault: str) -> None:
    kind, path, value, words = FAULTS[fault]
    good = next(each for each in _objects(rendered("roce-16")) if each["kind"] == kind)
    bad = deepcopy(good)
    place: Any = bad
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert judge.check(good) == []
    assert any(words in each for each in judge.check(bad)), judge.check(bad)


def test_a_custom_resource_without_its_namespace_is_refused(rendered: Rendered, judge: KubernetesJudge) -> None:
    pool = next(each for each in _objects(rendered("roce-16")) if each["kind"] == "CIDRPool")
    del pool["metadata"]["namespace"]
    assert judge.check(pool) == ["metadata: a namespace is missing"]


def test_rules_of_other_crds_are_run(judge: KubernetesJudge) -> None:
    """Kueue: the host name may only be the last level, which only CEL sees."""
    levels = [{"nodeLabel": "kubernetes.io/hostname"}, {"nodeLabel": "fabric.topograph.run/tier-0"}]
    head = {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "Topology", "metadata": {"name": "fabric"}}
    assert any("hostname" in each for each in judge.check({**head, "spec": {"levels": levels}}))
    assert judge.check({**head, "spec": {"levels": levels[::-1]}}) == []
