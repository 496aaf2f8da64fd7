"""The list of what a tree has fetched: nothing outside is named that it does not have, and nothing is in it that no file asks for."""

import csv
import io
import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.plan.draft import Draft
from tests.conftest import EXAMPLES, example, tree_of
from tests.outside import Found, outside
from tests.releases import fetched_by_releases
from tests.specs import Spec, cluster, plan_data

LIST = "mirror/contents.csv"
Row = dict[str, str]


def listed(files: dict[str, str]) -> list[Row]:
    return list(csv.DictReader(io.StringIO(files[LIST])))


def reference(row: Row) -> str:
    """Return an image as files name it."""
    tag, digest = (f"{mark}{row[name]}" if row[name] else "" for mark, name in ((":", "version"), ("@", "digest")))
    return f"{row['source']}/{row['name']}{tag}{digest}"


def unlisted(files: dict[str, str], domain: str, stated: str) -> list[Found]:
    """Return what files name and the list does not have: an image whole, or a repository that images of the list are in; an address of a source."""
    rows = listed(files)
    images = {reference(row) for row in rows if row["kind"] == "image"}
    sources = {row["source"] for row in rows if row["kind"] != "image"}

    def known(address: str) -> bool:
        if "://" not in address:
            return address in images or any(each.startswith(f"{address}/") for each in images)
        return any(address == each or address.startswith(f"{each}/") for each in sources)

    return [each for each in outside(files, domain, stated) if not known(each.address)]


def spec_with(**parts: Any) -> Spec:
    return cluster(4) | parts


SPECS: dict[str, Spec] = {
    "workloads": spec_with(
        workloads={
            "llm": {"model": "llama-3.1-8b", "tokens": 1e9},
            "cfd": {"kind": "hpc", "launch": {"program": "/srv/cfd", "image": "registry.other.example:5000/cfd:1.2"}},
        }
    ),
    "kubeadm": spec_with(
        scheduler={"kubernetes": {"installer": "kubeadm", "api_address": "10.160.127.254", "node_health": "quarantine"}}
    ),
    "rke2": spec_with(scheduler={"kubernetes": {"installer": "rke2", "api_address": "10.160.127.254"}}),
    "slurm": spec_with(scheduler={"slurm": {}}),
    "streams": spec_with(services={"telemetry": "gnmic"}),
}


def unlisted_in(spec: Spec, files: dict[str, str]) -> list[Found]:
    own = {
        key: value for key, value in spec.items() if key != "workloads"
    }  # an image that a workload states is outside
    return unlisted(files, spec["domain"], json.dumps(own))


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_names_nothing_that_is_not_listed(name: str, plans: Callable[[str], Draft]) -> None:
    """Every file of the tree is read, roles and playbooks too; servers that the spec states are the site's own."""
    plan = plans(name)
    assert unlisted(tree_of(plan), plan.domain, example(name).read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("name", SPECS)
def test_a_cluster_names_nothing_that_is_not_listed(name: str, tmp_path: Path) -> None:
    """What no example has: workloads with images, and each installer."""
    assert unlisted_in(SPECS[name], tree_of(plan_data(SPECS[name], tmp_path))) == []


def test_all_that_is_listed_is_asked_for(tmp_path: Path) -> None:
    """Each row is in a file of the tree, or the catalog has it as something that a release of the tree fetches by itself."""
    own = fetched_by_releases()
    for spec in SPECS.values():
        files = tree_of(plan_data(spec, tmp_path))
        text = "\n".join(content for path, content in files.items() if path != LIST and not path.endswith(".md"))
        for row in listed(files):
            if not own.fullmatch(reference(row)) and not own.fullmatch(row["source"]):
                assert row["version"] in text, row
                assert row["name"].rpartition("/")[2] in text or row["source"] in text, row


def test_every_row_has_its_release(tmp_path: Path) -> None:
    """A version or a digest, no newest one, and where it comes from."""
    for spec in SPECS.values():
        for row in listed(tree_of(plan_data(spec, tmp_path))):
            assert row["source"], row
            assert row["kind"] == "moving" or row["version"] not in {"latest", "main", "master"}, row
            assert row["version"] or row["digest"].startswith("sha256:"), row


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("kubernetes/pools/rail0.yaml", "image: quay.io/other/program:1.0"),
        ("kubernetes/pools/rail0.yaml", 'image: "nvcr.io/nvidia/pytorch:25.05-py3"'),
        ("kubernetes/kueue/values.yaml", "# helm repo add other https://charts.other.example/stable"),
        ("ansible/roles/slurm/tasks/repository.yml", "    url: https://download.other.example/slurm.tar.bz2"),
        ("slurm/prolog.sh", "curl -O http://198.41.0.4/tool"),
        ("hosts/gpu01/etc/hosts", "# docker pull ghcr.io/other/tool:2"),
    ],
)
def test_an_address_that_is_not_listed_is_found(path: str, line: str, tmp_path: Path) -> None:
    """Another registry, another release, a repository, a download, an address without a name."""
    spec = cluster(4)
    files = tree_of(plan_data(spec, tmp_path))
    assert unlisted_in(spec, files) == []
    planted = files | {path: f"{files[path]}{line}\n"}
    assert [each.path for each in unlisted_in(spec, planted)] == [path]


def test_a_row_that_is_lost_is_found(tmp_path: Path) -> None:
    """Without the row of an image, the file that names it is reported."""
    spec = cluster(4)
    files = tree_of(plan_data(spec, tmp_path))
    lines = files[LIST].splitlines(keepends=True)
    for lost in ("nvidia/pytorch", "chart,kueue", "library/debian"):
        shorter = files | {LIST: "".join(line for line in lines if lost not in line)}
        assert shorter[LIST] != files[LIST]
        assert unlisted_in(spec, shorter) != []


MIRROR = "https://mirror.other.example:5000/atlas"
"""A registry of the site; `.example` is taken for outside where the spec does not state it."""
_KINDS = {
    **{name: spec for name, spec in SPECS.items() if name != "workloads"},
    "kubespray": spec_with(scheduler={"kubernetes": {}}, workloads={"llm": {"model": "llama-3.1-8b", "tokens": 1e9}}),
    "cilium": spec_with(scheduler={"kubernetes": {"cni": "cilium"}}),
    "slinky": spec_with(scheduler={"slurm": {}, "kubernetes": {"slinky": {}, "hosts": ["gpu"]}}),
}


def mirrored(spec: Spec, folder: Path) -> dict[str, str]:
    (folder / "mirrored").mkdir()
    services = spec.get("services", {}) | {"mirror": {"registry": MIRROR}}
    return tree_of(plan_data(spec | {"services": services}, folder / "mirrored"))


def pulled_from_outside(spec: Spec, files: dict[str, str]) -> list[Found]:
    """Return images and charts of registries that are not the site's. What is fetched by git and as a file is not among it."""
    rows = [row for row in listed(files) if row["kind"] in {"chart", "image"}]
    charts = {row["source"] for row in rows if row["kind"] == "chart"}
    found = outside(files, spec["domain"], MIRROR)
    return [each for each in found if "://" not in each.address or any(map(each.address.startswith, charts))]


@pytest.mark.parametrize("name", _KINDS)
def test_images_and_charts_come_from_the_registry_of_the_site(name: str, tmp_path: Path) -> None:
    """Every file is read: each image and chart is named where mirror.yml puts it, and the list has the same sources as without a mirror."""
    spec = _KINDS[name]
    usual, files = tree_of(plan_data(spec, tmp_path)), mirrored(spec, tmp_path)
    assert files[LIST] == usual[LIST]
    assert pulled_from_outside(spec, files) == []
    text = "\n".join(content for path, content in files.items() if not path.endswith((".md", ".csv")))
    registry, own = MIRROR.removeprefix("https://"), fetched_by_releases()
    for row in listed(files):
        if row["kind"] == "image" and not own.fullmatch(reference(row)):
            whole = f"{registry}/{reference(row)}"
            divided = f'repository: "{registry}/{row["source"]}/{row["name"].rpartition("/")[0]}"\n'
            assert whole in text or divided in text, row
        if row["kind"] == "chart":
            assert f"oci://{registry}/{row['source'].partition('://')[2]}" in text, row


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("kubernetes/pools/rail0.yaml", "image: nvcr.io/nvidia/pytorch:25.04-py3"),
        ("kubernetes/gpu-operator/values.yaml", "# helm repo add nvidia https://helm.ngc.nvidia.com/nvidia"),
        ("ansible/execution-environment.yml", "    name: docker.io/library/debian:13"),
    ],
)
def test_an_image_of_a_public_registry_is_found(path: str, line: str, tmp_path: Path) -> None:
    """Although it is in the list: with a registry of the site, no file names another one."""
    spec = _KINDS["kubespray"]
    files = mirrored(spec, tmp_path)
    planted = files | {path: f"{files[path]}{line}\n"}
    assert [each.path for each in pulled_from_outside(spec, planted)] == [path]


def test_images_of_the_spec_are_left_as_they_are(tmp_path: Path) -> None:
    """Whoever names an image says where it is; one of the site's registry alone is not copied there."""
    inside = f"{MIRROR.removeprefix('https://')}/cfd:1.2"
    workloads = {"cfd": {"kind": "hpc", "launch": {"program": "/srv/cfd", "image": inside}}}
    files = mirrored(spec_with(scheduler={"kubernetes": {"acceptance_image": inside}}, workloads=workloads), tmp_path)
    assert inside in "".join(files[path] for path in files if path.startswith("kubernetes/acceptance/"))
    assert not [row for row in listed(files) if row["name"].endswith("cfd")]


def test_runtimes_have_every_registry_and_no_other_server(tmp_path: Path) -> None:
    """containerd under kubeadm, RKE2 and kubespray: the source of an image comes before its name, in the folder of the mirror."""
    kubeadm = mirrored(SPECS["kubeadm"], tmp_path)
    sources = {row["source"] for row in listed(kubeadm) if row["kind"] == "image"}
    for source in sources:
        told = tomllib.loads(kubeadm[f"kubernetes/kubeadm/certs.d/{source}/hosts.toml"])
        place = f"https://mirror.other.example:5000/v2/atlas/{source}"
        host = {"capabilities": ["pull", "resolve"], "override_path": True}
        assert told == {"server": place, **host, "host": {place: host}}
    for name in ("rke2", "kubespray"):
        (tmp_path / name).mkdir()
    rke2 = mirrored(SPECS["rke2"], tmp_path / "rke2")
    mirrors = yaml.safe_load(rke2["kubernetes/rke2/registries.yaml"])["mirrors"]
    assert sources <= set(mirrors)
    assert mirrors["quay.io"] == {
        "endpoint": ["https://mirror.other.example:5000"],
        "rewrite": {"^(.*)$": "atlas/quay.io/$1"},
    }
    for path in rke2:
        if path.startswith("kubernetes/rke2/") and path.endswith("/config.yaml"):
            assert yaml.safe_load(rke2[path])["disable-default-registry-endpoint"] is True
    kubespray = mirrored(_KINDS["kubespray"], tmp_path / "kubespray")
    variables = yaml.safe_load(kubespray["kubernetes/kubespray/group_vars/all/clustergen.yml"])
    for each in variables["containerd_registries_mirrors"]:
        assert each["server"] == f"https://mirror.other.example:5000/v2/atlas/{each['prefix']}"
        assert [host["host"] for host in each["mirrors"]] == [each["server"]]
