"""Images and files that releases fetch by themselves: data of the catalog, and rows of the list by the values that stand in rendered files."""

import csv
import io
import re
from collections.abc import Callable, Mapping
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.plan.draft import Draft
from generator.plan.mirrored import REGISTRIES
from generator.render.backends import kubernetes, mirror
from tests.conftest import EXAMPLES
from tests.judges.pins import DIGEST, RELEASE, image_is_exact
from tests.ours import TEMPLATES
from tests.releases import releases
from tests.specs import Spec, cluster, plan_data

Row = dict[str, str]
_FOLDERS = {"cni": "cilium"}
"""Charts whose values are in a folder of another name."""
_INSTALLERS = {"kubeadm", "kubespray", "rke2"}
_KUBESPRAY = "kubernetes/kubespray/group_vars/all/clustergen.yml"
_FAMILY = re.compile(r"v?\d+(\.\d+)+")
"""Tags of images that begin with a release and say what it is built on: `1.28.2-alpine`, `3.6.6-0`, `1.36`."""


def with_kubernetes(**keys: Any) -> Spec:
    return cluster(4) | {"scheduler": {"kubernetes": keys}}


def with_hosts(**groups: Spec) -> Spec:
    spec = with_kubernetes()
    return spec | {"hosts": spec["hosts"] | groups}


CASES: dict[str, Callable[[], Spec]] = {
    "calico": with_kubernetes,
    "cilium": lambda: with_kubernetes(cni="cilium", api_address="10.160.127.254"),
    "kubeadm": lambda: with_kubernetes(installer="kubeadm", api_address="10.160.127.254", mig="mixed"),
    "rke2": lambda: with_kubernetes(installer="rke2", gpu_driver="operator", node_health="quarantine"),
    "sriov": lambda: cluster(4, host_links="vlan") | {"scheduler": {"kubernetes": {"rail_networks": "sriov"}}},
    "amd": lambda: with_hosts(gpu={"model": "mi300x-8gpu", "count": 2, "os": "debian-12"}),
    "arm": lambda: with_hosts(gpu={"model": "gb200-nvl72-tray", "count": 18}),
}


def tree(plan: Draft) -> dict[str, str]:
    return {each.path: str(each.content) for part in (kubernetes, mirror) for each in part.render(plan, TEMPLATES)}


def rows(files: Mapping[str, str]) -> list[Row]:
    return list(csv.DictReader(io.StringIO(files["mirror/contents.csv"])))


def images(files: Mapping[str, str], by: str) -> set[str]:
    found = (row for row in rows(files) if row["by"] == by and row["kind"] in {"image", "moving"})
    return {f"{row['source']}/{row['name']}:{row['version']}{row['digest'] and '@'}{row['digest']}" for row in found}


def values_of(files: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Return what stands in the files of values, by the name of the release in the catalog."""
    found = {}
    for path, text in files.items():
        folder = Path(path).parent.name
        if path == _KUBESPRAY or path.endswith("/values.yaml"):
            name = "kubespray" if path == _KUBESPRAY else _FOLDERS.get(folder, folder)
            found[name] = yaml.safe_load(text)
    return found


def asked(when: Mapping[str, Any], values: Mapping[str, Any], defaults: Mapping[str, Any]) -> bool:
    """Whether values that stand in a file, or the release's own where none stand there, are those of a condition."""
    for path, wanted in when.items():
        try:
            found = reduce(lambda part, key: part[key], path.split("."), values)
        except KeyError:
            found = defaults[path]
        if found != wanted:
            return False
    return True


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, dict[str, str]]:
    return request.param, tree(plan_data(CASES[request.param](), tmp_path))


def test_each_image_and_file_is_exact() -> None:
    """A registry that runtimes are redirected from, a release or a digest; two architectures or one file for all."""
    for name, facts in releases():
        for pull in facts.get("pulls", ()):
            image = pull["image"]
            where, _, tag = image.partition("@")[0].rpartition(":")
            assert where.partition("/")[0] in REGISTRIES, (name, image)
            if "@" in image:
                assert DIGEST.search(image), (name, image)
            assert pull.get("moves", False) != bool(image_is_exact(image) or _FAMILY.match(tag)), (name, image)
        for file in facts.get("downloads", ()):
            assert RELEASE.fullmatch(file["version"]), file
            assert file["version"].removeprefix("v") in file["url"], file
            assert set(file["sha256"]) == ({"amd64", "arm64"} if "{architecture}" in file["url"] else {"all"})
            assert all(re.fullmatch("[0-9a-f]{64}", each) for each in file["sha256"].values()), file


def test_each_condition_is_a_value_that_the_release_reads() -> None:
    """By its path in the keys of the chart; a default is that of such a path, and one that a condition asks for."""
    for name, facts in releases():
        paths = [
            path for part in ("pulls", "downloads") for each in facts.get(part, ()) for path in each.get("when", ())
        ]
        for path in paths:
            assert reduce(lambda part, key: part[key], path.split("."), facts["keys"]), (name, path)
        assert set(facts.get("defaults", ())) <= set(paths), name


def compare(files: Mapping[str, str]) -> None:
    """Hold the list against values that stand in files: each image whose condition they meet is in it, and no other. What has no values has all of its images."""
    values, manifests = values_of(files), {row["name"] for row in rows(files) if row["kind"] == "manifest"}
    for name, facts in releases():
        installs = any(path.startswith(f"kubernetes/{name}/") for path in files) and name in _INSTALLERS
        if name in values or installs or facts.get("name") in manifests:
            by = facts.get("name", name if name in _INSTALLERS else f"chart {name}")
            listed = {
                re.sub("-(ubuntu|debian|rhel|rocky)[0-9.]+$", "-{system}", each)
                for each in images(files, by) - _named(facts)
            }
            stated, defaults = values.get(name, {}), facts.get("defaults", {})
            pulls = [each for each in facts.get("pulls", ()) if asked(each.get("when", {}), stated, defaults)]
            assert pulls, name
            assert listed == {each["image"] for each in pulls} - _named(facts), name


def _named(facts: Mapping[str, Any]) -> set[str]:
    """Return the images of a chart that files of the tree name."""
    named = facts["images"].values() if "chart" in facts and "images" in facts else ()
    return {f"{each['repository']}/{each['image']}:{each['version']}" for each in named}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_lists_what_its_values_ask_for(name: str, plans: Callable[[str], Draft]) -> None:
    compare(tree(plans(name)))


def test_a_case_lists_what_its_values_ask_for(case: tuple[str, dict[str, str]]) -> None:
    compare(case[1])


def test_what_is_off_is_not_pulled(case: tuple[str, dict[str, str]]) -> None:
    """Driver, MIG, virtual functions, the network of pods, the balancer of the API: each where it is asked for, and nowhere else."""
    name, files = case
    text = "\n".join(f"{row['source']}/{row['name']}:{row['version']}" for row in rows(files))
    where = {
        "nvcr.io/nvidia/driver:595.91.07-ubuntu24.04\n": {"rke2"},
        "nvcr.io/nvidia/cloud-native/gdrdrv:v2.6-ubuntu24.04\n": {"rke2"},
        "nvcr.io/nvidia/cloud-native/k8s-mig-manager:": {"kubeadm"},
        "nvcr.io/nvidia/mellanox/sriov-network-operator:": {"sriov"},
        "nvcr.io/nvidia/mellanox/k8s-rdma-shared-dev-plugin:": set(),
        "nvcr.io/nvidia/mellanox/sriov-network-device-plugin:": set(CASES) - {"amd"},
        "quay.io/calico/node:": {"calico", "sriov", "amd", "arm"},
        "quay.io/cilium/cilium:v1.19.3\n": {"cilium", "kubeadm"},
        "docker.io/rancher/mirrored-cilium-cilium:": {"rke2"},
        "docker.io/library/nginx:": {"calico", "sriov", "amd", "arm"},
        "ghcr.io/kube-vip/kube-vip:": {"cilium", "kubeadm"},
        "registry.k8s.io/nfd/node-feature-discovery:v0.18.3": {"amd"},
        "registry.k8s.io/etcd:3.6.6-0\n": {"kubeadm"},
        "docker.io/rocm/k8s-device-plugin:latest": {"amd"},
        "registry.k8s.io/dra-driver-nvidia/dra-driver-nvidia-gpu:": {"arm"},
    }
    for image, cases in where.items():
        assert (image in f"{text}\n") == (name in cases), image


def test_files_are_those_of_the_hosts_processors(case: tuple[str, dict[str, str]]) -> None:
    """Kubespray alone fetches files; where hosts that compute are Arm's, control hosts are not."""
    name, files = case
    kubelets = [row["source"] for row in rows(files) if (row["kind"], row["name"]) == ("file", "kubelet")]
    wanted = {"kubeadm": [], "rke2": [], "arm": ["amd64", "arm64"]}.get(name, ["amd64"])
    assert kubelets == [f"https://dl.k8s.io/release/v1.35.4/bin/linux/{each}/kubelet" for each in wanted]


def test_kubespray_fetches_all_of_it_from_the_site() -> None:
    """Every file of the list is below an address that a variable of kubespray's states."""
    facts = dict(releases())["kubespray"]
    assert set(facts["addresses"]) <= set(facts["keys"])
    for file in facts["downloads"]:
        assert file["url"].startswith(tuple(f"{address}/" for address in facts["addresses"].values())), file


@pytest.mark.parametrize("cni", ["calico", "cilium"])
def test_with_a_mirror_kubespray_is_told_where_files_and_charts_are(cni: str, tmp_path: Path) -> None:
    """A file of the list is at HOST/PATH of its address below the site's folder; Cilium's program pulls the chart that is in the registry."""
    mirrors = {"registry": "https://mirror.example.net:5000/atlas", "files": "http://mirror.example.net/files"}
    spec = with_kubernetes(cni=cni) | {"services": {"mirror": mirrors}}
    values = values_of(tree(plan_data(spec, tmp_path)))["kubespray"]
    assert values["github_url"] == "http://mirror.example.net/files/github.com"
    assert values["dl_k8s_io_url"] == "http://mirror.example.net/files/dl.k8s.io"
    assert values["get_helm_url"] == "http://mirror.example.net/files/get.helm.sh"
    flag = "--repository oci://mirror.example.net:5000/atlas/helm.cilium.io/cilium"
    assert values.get("cilium_install_extra_flags") == (flag if cni == "cilium" else None)


def test_a_tag_that_moves_is_a_kind_of_its_own(tmp_path: Path) -> None:
    """AMD's operator asks for the newest device plugin; its own tag and that of its exporter stay."""
    files = tree(plan_data(CASES["amd"](), tmp_path))
    moving = {row["version"] for row in rows(files) if row["kind"] == "moving"}
    assert moving == {"latest", "labeller-latest"}
    assert "docker.io/rocm/device-metrics-exporter:v1.5.1" in images(files, "chart amd-gpu-operator")


def test_a_release_whose_images_no_document_names_is_listed(tmp_path: Path) -> None:
    files = tree(plan_data(CASES["rke2"](), tmp_path))
    unknown = [row for row in rows(files) if row["kind"] == "unknown"]
    assert [(row["name"], row["version"]) for row in unknown] == [("node-readiness-controller", "v0.5.0")]
    assert unknown[0]["source"].endswith("/v0.5.0/install.yaml")
