"""Classes of volumes by the drivers of products: names that the spec gives, secrets by name, what the driver's own documents ask for."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.catalog.chart import volume_drivers
from generator.render.backends import kubernetes
from generator.source.diagnostic import SpecError
from tests.conftest import example
from tests.judges.kubernetes import KubernetesJudge, read_objects
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

Thing = dict[str, Any]
WEKA = {
    "parameters": {"volumeType": "dir/v1", "filesystemName": "default"},
    "secret": "api",
    "secret_namespace": "weka",
}
PRODUCTS: dict[str, dict[str, Any]] = {
    "WEKA": {"volumes": WEKA, "client_cores": 4},
    "VAST": {"volumes": {"parameters": {"root_export": "/k8s", "view_policy": "default", "vip_pool_name": "pool1"}}},
    "BeeGFS": {"volumes": {"parameters": {"sysMgmtdHost": "mgmt.example.net", "volDirBasePath": "k8s/atlas"}}},
    "Storage Scale": {"volumes": {"parameters": {"volBackendFs": "fs0"}}},
}


@pytest.fixture(scope="module")
def judge(shared: Path) -> KubernetesJudge:
    return KubernetesJudge(shared / "schemas" / "crds")


def _made(spec: Spec, folder: Path) -> dict[str, list[Thing]]:
    artifacts = kubernetes.render(plan_data(spec, folder), TEMPLATES)
    found = {each.path: each.content for each in artifacts if each.path.endswith(".yaml")}
    return {path.removeprefix("kubernetes/"): read_objects(text) for path, text in found.items()}


def _with(product: str, **keys: Any) -> Spec:
    spec = cluster(4) | {"scheduler": {"kubernetes": {}}}
    spec["storage"]["fast"] |= {"product": product, **keys}
    return spec


def _class(files: dict[str, list[Thing]], name: str = "fast") -> Thing | None:
    return next((each for each in files["storage-classes.yaml"] if each["metadata"]["name"] == name), None)


@pytest.mark.parametrize("product", PRODUCTS)
def test_a_class_says_what_its_driver_asks_for(tmp_path: Path, judge: KubernetesJudge, product: str) -> None:
    made = _class(_made(_with(product, **PRODUCTS[product]), tmp_path))
    driver = next(each for each in volume_drivers() if product.lower() in each.products)
    assert made
    assert judge.check(made) == []
    assert made["provisioner"] == driver.driver
    assert made["reclaimPolicy"] == "Retain"
    assert set(driver.parameters) <= set(made["parameters"])
    given = PRODUCTS[product]["volumes"]["parameters"]
    assert {key: value for key, value in made["parameters"].items() if "csi.storage" not in key} == given


def test_wekas_secret_is_named_for_each_use(tmp_path: Path) -> None:
    """A use without the secret fails late: when a pod starts, or a claim grows."""
    made = _class(_made(_with("WEKA", **PRODUCTS["WEKA"]), tmp_path))
    assert made
    named = {key.rpartition("/")[2]: value for key, value in made["parameters"].items() if "csi.storage" in key}
    uses = ("provisioner", "controller-publish", "controller-expand", "node-stage", "node-publish")
    assert named == {f"{use}-secret-name": "api" for use in uses} | {f"{use}-secret-namespace": "weka" for use in uses}


def test_nothing_is_written_that_nobody_asked_for(tmp_path: Path) -> None:
    files = _made(_with("Lustre"), tmp_path)
    assert _class(files) is None
    assert _class(files, "home")
    assert "volumes.yaml" not in files


def test_a_whole_lustre_is_a_volume_for_each_workspace(tmp_path: Path, judge: KubernetesJudge) -> None:
    spec: Spec = yaml.safe_load(example("tenants-64").read_text()) | {"scheduler": {"kubernetes": {}}}
    tier = next(name for name, each in spec["storage"].items() if each["kind"] == "parallel")
    spec["storage"][tier] |= {"product": "Lustre", "source": "10.64.0.1@o2ib:/fast", "volumes": {}}
    made = _made(spec, tmp_path)["volumes.yaml"]
    assert [said for each in made for said in judge.check(each)] == []
    for each, tenant in zip(made, ("blue", "red"), strict=True):
        assert each["metadata"]["name"] == f"{tier}-{tenant}"
        assert each["spec"]["claimRef"] == {"kind": "PersistentVolumeClaim", "name": tier, "namespace": tenant}
        csi = {"driver": "lustre-csi.hpe.com", "volumeHandle": "10.64.0.1@o2ib:/fast", "fsType": "lustre"}
        assert each["spec"]["csi"] == csi
        assert "nodeAffinity" not in each["spec"]


def test_pods_with_a_whole_lustre_are_on_hosts_that_reach_it(tmp_path: Path, judge: KubernetesJudge) -> None:
    """The scheduler keeps them off a group without a port on the tier's fabric, where they would wait for the mount."""
    spec: Spec = yaml.safe_load(example("tenants-64").read_text()) | {"scheduler": {"kubernetes": {}}}
    spec["hosts"]["light"] = {"model": "l40s-8gpu", "count": 1}
    spec["fabrics"]["storage"] = {"technology": "infiniband", "ipoib": True, "leaf": {"model": "qm9700"}}
    tier = next(name for name, each in spec["storage"].items() if each["kind"] == "parallel")
    spec["storage"][tier] |= {"product": "Lustre", "source": "10.64.0.1@o2ib:/fast", "volumes": {}}
    for each in _made(spec, tmp_path)["volumes.yaml"]:
        assert judge.check(each) == []
        (term,) = each["spec"]["nodeAffinity"]["required"]["nodeSelectorTerms"]
        (rule,) = term["matchExpressions"]
        assert (rule["operator"], rule["values"]) == ("NotIn", ["light"])
        assert rule["key"].endswith("/group")


def test_hosts_that_serve_nfs_and_run_pods_do_not_hide_its_class(tmp_path: Path) -> None:
    """The first hosts of Kubernetes serve /home, and mount nothing of it; the others do, so pods get volumes of it there."""
    spec = _with("WEKA", volumes=WEKA, client_cores=4)
    spec["hosts"]["alpha"] = {"model": "dgx-h100", "count": 2}
    spec["storage"]["home"]["hosts"] = "alpha"
    found = _class(_made(spec, tmp_path), "home")
    assert found is not None
    assert found["parameters"]["server"].startswith("alpha1.")


@pytest.mark.parametrize("key", ["password", "apiToken", "csi.storage.k8s.io/provisioner-secret-name"])
def test_a_parameter_that_would_hold_a_secret_is_refused(tmp_path: Path, key: str) -> None:
    volumes = {"parameters": {**WEKA["parameters"], key: "x"}, "secret": "api", "secret_namespace": "weka"}  # type: ignore[dict-item]
    with pytest.raises(SpecError) as said:
        _made(_with("WEKA", volumes=volumes, client_cores=4), tmp_path)
    assert "the key `secret`" in str(said.value.problems[0].message)


def test_cores_of_wekas_client_are_in_no_queue(tmp_path: Path) -> None:
    """A DGX H100 has 112 cores with two threads each, of which kubelet keeps four threads back; four hosts."""
    for cores, threads in ((None, 4 * (224 - 4)), (4, 4 * (224 - 4 - 8))):
        keys = {"client_cores": cores} if cores else {}
        queues = _made(_with("WEKA", **keys), tmp_path)["kueue/queues.yaml"]
        (queue,) = (each["spec"] for each in queues if each["kind"] == "ClusterQueue")
        quota = {each["name"]: each["nominalQuota"] for each in queue["resourceGroups"][0]["flavors"][0]["resources"]}
        assert quota["cpu"] == str(threads)
