"""The list of what a tree has fetched: nothing outside is named that it does not have, and nothing is in it that no file asks for."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.plan.draft import Draft
from tests.conftest import EXAMPLES, example, tree_of
from tests.outside import Found, outside
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
    """Each row is in a file of the tree; images of the Network Operator are those of its release, of which a cluster uses some."""
    for spec in SPECS.values():
        files = tree_of(plan_data(spec, tmp_path))
        text = "\n".join(content for path, content in files.items() if path != LIST and not path.endswith(".md"))
        for row in listed(files):
            if row["by"] != "chart network-operator":
                assert row["version"] in text, row
                assert row["name"].rpartition("/")[2] in text or row["source"] in text, row


def test_every_row_has_its_release(tmp_path: Path) -> None:
    """A version or a digest, no newest one, and where it comes from."""
    for spec in SPECS.values():
        for row in listed(tree_of(plan_data(spec, tmp_path))):
            assert row["source"], row
            assert row["version"] not in {"latest", "main", "master"}, row
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
