"""The judge of BeeGFS: what is rendered passes, and each planted fault is named with its file."""

from pathlib import Path

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.verify.beegfs import beegfs
from generator.verify.volume_classes import CLASSES
from tests.cli.planted import planted
from tests.ours import TEMPLATES
from tests.render.test_host_beegfs import spec
from tests.specs import cluster, plan_data

FIRST, OTHER = (f"hosts/storage{number}/etc/clustergen/beegfs/services" for number in (1, 3))
CLIENTS = "ansible/inventory/group_vars/gpu.yml"
BACKENDS = ("plan", "hosts-beegfs", "ansible", "kubernetes")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree that faults are planted in. Its volumes have the address that follows from the hosts."""
    folder = tmp_path_factory.mktemp("beegfs")
    made = spec() | {"scheduler": {"kubernetes": {}}}
    made["storage"]["fast"]["volumes"] = {"parameters": {"volDirBasePath": "pods"}}
    made["hosts"]["files"] = {"model": "storage-2u", "count": 1}
    made["storage"]["site"] = {"kind": "parallel", "mount": "/site", "product": "BeeGFS", "hosts": "files"}
    made["storage"]["site"]["volumes"] = {"parameters": {"sysMgmtdHost": "192.0.2.9", "volDirBasePath": "pods"}}
    write_tree(render_tree(plan_data(made, folder), TEMPLATES, only=BACKENDS), folder / "tree", partial=True)
    return folder / "tree"


def test_what_is_rendered_is_so(tree: Path, tmp_path: Path) -> None:
    """A file system of the site is at an address of the site."""
    verdict = beegfs(tree)
    assert (verdict.result, verdict.files, verdict.faults) == ("passed", 4, [])
    write_tree(render_tree(plan_data(cluster(), tmp_path), TEMPLATES, only=BACKENDS), tmp_path / "tree", partial=True)
    assert beegfs(tmp_path / "tree").files == 0


@pytest.mark.parametrize(
    ("file", "pattern", "instead", "said"),
    [
        (CLASSES, r'sysMgmtdHost: "?10[0-9.]+"?', "sysMgmtdHost: 10.128.0.99", f"{CLASSES}: sysMgmtdHost of fast is 10.128.0.99, and the management service of storage.fast is on storage1"),
        (CLASSES, r'  sysMgmtdHost: "?10[0-9.]+"?\n', "", f"{CLASSES}: sysMgmtdHost of fast is missing"),
        (OTHER, r"target01 10[0-9.]+", "target01 10.128.0.99", f"{OTHER}: storage is 10.128.0.99"),
        (FIRST, r"mgmtd - \S+ -\n", "", "storage.fast has the management service on no host"),
        (CLIENTS, r'"address": "10[0-9.]+"', '"address": "10.128.0.99"', f"{CLIENTS}: cluster_storage_beegfs_client: address is 10.128.0.99"),
    ],
)  # fmt: skip
def test_planted_faults_are_named(tree: Path, file: str, pattern: str, instead: str, said: str) -> None:
    with planted(tree / file, pattern, instead):
        faults = beegfs(tree).faults
    assert any(said in fault for fault in faults), faults
