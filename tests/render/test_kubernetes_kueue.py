"""Kueue's controller holds every job of a workspace back, and knows what a claim counts as."""

from pathlib import Path
from typing import Any

import yaml

from generator.catalog.chart import read_chart
from generator.render.backends import kubernetes
from tests.conftest import example
from tests.judges.chart_keys import strange_values
from tests.judges.kubernetes import read_objects
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

Thing = dict[str, Any]


def _made(spec: Spec, folder: Path) -> dict[str, list[Thing]]:
    return {
        each.path.removeprefix("kubernetes/"): read_objects(each.content)
        for each in kubernetes.render(plan_data(spec, folder), TEMPLATES)
        if each.path.endswith(".yaml")
    }


def _configuration(files: dict[str, list[Thing]]) -> Thing:
    (values,) = files["kueue/values.yaml"]
    keys = read_chart("kueue-configuration").keys
    assert list(strange_values(values, read_chart("kueue").keys)) == []
    found: Thing = yaml.safe_load(values["managerConfig"]["controllerManagerConfigYaml"])
    assert list(strange_values(found, keys)) == []
    assert list(strange_values(found | {"manageJobsWithoutQueueNames": True}, keys)) != []
    return found


def _tenants() -> Spec:
    spec: Spec = yaml.safe_load(example("tenants-64").read_text())
    return spec | {"scheduler": {"kubernetes": {}}}


def test_no_job_of_a_workspace_goes_past_its_queue(tmp_path: Path) -> None:
    """Every namespace of ours and no other; what names no queue is in the one called default, which holds the same."""
    for spec, names in ((cluster(), ["atlas"]), (_tenants(), ["blue", "red"])):
        files = _made(spec, tmp_path)
        said = _configuration(files)
        assert said["manageJobsWithoutQueueName"] is True
        (rule,) = said["managedJobsNamespaceSelector"]["matchExpressions"]
        assert rule == {"key": "kubernetes.io/metadata.name", "operator": "In", "values": names}
        assert {"batch/job", "pod"} <= set(said["integrations"]["frameworks"])
        local = [each for each in files["kueue/queues.yaml"] if each["kind"] == "LocalQueue"]
        found = {(each["metadata"]["namespace"], each["metadata"]["name"]): each["spec"] for each in local}
        assert found == {(name, queue): {"clusterQueue": name} for name in names for queue in ("jobs", "default")}


def test_a_host_that_shares_nvlink_has_a_channel(tmp_path: Path) -> None:
    """The class is the one that NVIDIA's driver gives to the claims of a compute domain."""
    spec: Spec = yaml.safe_load(example("nvl72-8-racks").read_text())
    files = _made(spec, tmp_path)
    ((mapping),) = _configuration(files)["resources"]["deviceClassMappings"]
    assert mapping["deviceClassNames"] == ["compute-domain-default-channel.nvidia.com"]
    (queue,) = (each for each in files["kueue/queues.yaml"] if each["kind"] == "ClusterQueue")
    (group,) = queue["spec"]["resourceGroups"]
    quota = {each["name"]: each["nominalQuota"] for each in group["flavors"][0]["resources"]}
    assert mapping["name"] in group["coveredResources"]
    assert quota[mapping["name"]] == "144"
    assert "resources" not in _configuration(_made(cluster(), tmp_path)), "no host of these shares NVLink"
