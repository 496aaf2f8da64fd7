"""The judge of Storage Scale: what is rendered passes on every fabric and in every form of network files, and each planted fault is named with its file."""

from pathlib import Path
from typing import Any

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.verify.scale.judge import storage_scale
from generator.verify.volume_classes import CLASSES
from tests.cli.planted import planted
from tests.ours import TEMPLATES
from tests.render.test_host_scale import caching_spec, spec
from tests.specs import Spec, plan_data

HOME = "host_groups/storage/etc/clustergen/scale"
BACKENDS = ("plan", "hosts-network", "hosts-system", "hosts-scale", "ansible", "dns", "kubernetes")
RDMA: dict[str, Any] = {"verbs": True, "rdma": {"storage": ["mlx5_0/1", "mlx5_1/1"]}}


def rendered(made: Spec, folder: Path) -> Path:
    """Render what the judge reads of it."""
    folder.mkdir(exist_ok=True)
    write_tree(render_tree(plan_data(made, folder), TEMPLATES, only=BACKENDS), folder / "tree", partial=True)
    return folder / "tree"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree that faults are planted in, one after the other: two pairs, two clients, RDMA."""
    made = spec(tier={"failure_domain": 2}, pairs=True, **RDMA)
    return rendered(made, tmp_path_factory.mktemp("pairs"))


@pytest.mark.parametrize("form", ["roce", "rocky-9", "debian-12", "frontend", "infiniband"])
def test_what_is_rendered_is_so(form: str, tmp_path: Path) -> None:
    """Names lead to the hosts, and the files agree with each other and with the inventory."""
    made = spec(**({} if form == "frontend" else RDMA))
    if form in {"rocky-9", "debian-12"}:
        for group in made["hosts"].values():
            group["os"] = form
    elif form == "frontend":
        made["storage"]["fast"]["fabric"] = form
    elif form == "infiniband":
        leaf = {"model": "qm9700"}
        made["fabrics"]["storage"] = {"technology": form, "leaf": leaf, "spine": leaf, "ipoib": True}
    verdict = storage_scale(rendered(made, tmp_path))
    assert (verdict.result, verdict.faults) == ("passed", [])
    assert verdict.files == 6


def test_volumes_are_of_the_file_system_that_is_made(tmp_path: Path) -> None:
    """Its name follows from the tier."""
    made = spec(**RDMA) | {"scheduler": {"kubernetes": {}}}
    made["storage"]["fast"]["volumes"] = {}
    tree = rendered(made, tmp_path)
    assert storage_scale(tree).faults == []
    with planted(tree / CLASSES, "volBackendFs: fast", "volBackendFs: fs0"):
        assert storage_scale(tree).faults == [
            f"{CLASSES}: volBackendFs of fast is fs0, and no cluster of the tree makes it"
        ]


def test_without_storage_scale_there_is_nothing_to_read(tmp_path: Path) -> None:
    """It reads no file."""
    made = spec()
    made["storage"].pop("fast")
    assert storage_scale(rendered(made, tmp_path)).files == 0


@pytest.mark.parametrize(
    ("file", "pattern", "instead", "said"),
    [
        ("nodes", "storage3-storage0.*\n", "", "storage3-storage0.atlas.example.net is licensed and no node"),
        ("nodes", "gpu02-storage0", "gpu01-storage0", "gpu01-storage0.atlas.example.net is there twice"),
        ("nodes", "gpu02-storage0(.*)", r"gpu02-storage9\1", "gpu02-storage9.atlas.example.net leads to no address"),
        ("nodes", "gpu02-storage0(.*:)gpu02", r"gpu01-storage0\1gpu02", "which gpu02 does not have"),
        ("nodes", "nonquorum-client", "quorum-client", "4 quorum nodes, which must be an odd number"),
        ("nodes", "nonquorum-client", "leader", "no designation of a node"),
        ("nodes", "gpu02.*\n", "", "gpu02 mounts fast, and is no node"),
        ("servers", "storage1-storage0.*\n", "", "is a quorum or manager node, and has no server license"),
        ("disks", "nsd=fast_0000_01", "nsd=fast_0000_00", "fast_0000_00 is at line"),
        ("disks", "device=/dev/mapper/a0", "device=/dev/sdq", "is on /dev/sdq, which nsddevices"),
        ("disks", "servers=storage1", "servers=gpu01", "is served by gpu01-storage0.atlas.example.net"),
        ("disks", "failureGroup=2", "failureGroup=1", "serves disks of the failure groups 1 and 2"),
        ("disks", "device=/dev/mapper/a1", "device=/dev/mapper/a0", "are both /dev/mapper/a0 of storage"),
        ("disks", "usage=dataAndMetadata", "usage=everything", "is not valid"),
        ("disks", "pool=system", "pool=bulk", "metadata is in a pool other than system"),
        ("lines", "-r 2", "-r 3", "3 copies of data, and the pool system has 2 failure groups"),
        ("lines", "-M 3", "-M 1", "-m 2 is more than -M 1"),
        ("lines", "-T /fast", "-T /slow", "fast is mounted at /slow, and the inventory has /fast"),
        (
            "lines",
            "mmcrfs fast",
            "mmcrfs quick",
            "the inventory has gpu01 mount fast, and no cluster of the tree makes it",
        ),
        ("lines", "mmcrfs fast", "mmcrfs fast -Z", "mmcrfs has no option -Z"),
        (
            "lines",
            "-N gpu01-storage0.atlas.example.net,",
            "-N ",
            "gpu01-storage0.atlas.example.net has verbsPorts 0 times, and RDMA is on",
        ),
        ("lines", "-N gpu01-storage0", "-N gpu07-storage0", "gpu07-storage0.atlas.example.net is no node"),
        ("nsddevices", ".*/dev/mapper/a1.*\n", "", "which nsddevices of its servers does not list"),
    ],
)
def test_planted_faults_are_found(file: str, pattern: str, instead: str, said: str, tree: Path) -> None:
    """Each by what is wrong, at its file."""
    with planted(tree / HOME / file, pattern, instead):
        verdict = storage_scale(tree)
    assert any(said in fault for fault in verdict.faults), verdict.faults
    assert verdict.result == "refused"


def test_a_file_that_is_missing_is_a_fault(tree: Path) -> None:
    """A node file without its stanzas makes no cluster."""
    file = tree / HOME / "disks"
    text = file.read_text(encoding="utf-8")
    file.unlink()
    try:
        assert any(f"{HOME}/disks" in fault for fault in storage_scale(tree).faults)
    finally:
        file.write_text(text, encoding="utf-8")


def test_a_host_that_mounts_elsewhere_is_found(tree: Path) -> None:
    """What the roles read of a client is the other end."""
    with planted(tree / "ansible/inventory/group_vars/gpu.yml", '"mount": "/fast"', '"mount": "/quick"'):
        assert any("the inventory has /quick for gpu01" in fault for fault in storage_scale(tree).faults)


@pytest.fixture(scope="module")
def caching(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree whose clients cache on drives of their own."""
    return rendered(caching_spec(), tmp_path_factory.mktemp("caching"))


def test_drives_that_cache_are_read(caching: Path) -> None:
    """With the other files of the cluster."""
    verdict = storage_scale(caching)
    assert (verdict.result, verdict.faults, verdict.files) == ("passed", [], 7)


@pytest.mark.parametrize(
    ("file", "pattern", "instead", "said"),
    [
        (f"{HOME}/caches", "nsd=lroc_gpu02_00", "nsd=lroc_gpu01_00", "caches:4: lroc_gpu01_00 is there twice"),
        (f"{HOME}/caches", "servers=gpu02", "servers=gpu01", "are both /dev/disk/by-path/pci-0000:c1:00.0-nvme-1 of gpu01-storage0"),
        (f"{HOME}/caches", "servers=gpu02", "servers=storage1", "lroc_gpu02_00 is served by storage1-storage0.atlas.example.net, and caches for one client"),
        (f"{HOME}/caches", "servers=gpu02", "servers=gpu01-storage0.atlas.example.net,gpu02", "and caches for one client"),
        (f"{HOME}/caches", "usage=localCache", "usage=descOnly failureGroup=1 pool=system", "has usage=descOnly, and is to cache"),
        (f"{HOME}/caches", "usage=localCache", "usage=localCache failureGroup=1", "a drive that caches has no failureGroup"),
        (f"{HOME}/disks", "usage=dataAndMetadata\n.*\n.*\n", "usage=localCache\n", "is no disk of a file system"),
        ("host_groups/gpu/etc/clustergen/scale/nsddevices", ".*by-partlabel.*\n", "", "lroc_gpu01_01 is on /dev/disk/by-partlabel/lroc, which nsddevices of gpu01 does not list"),
    ],
)  # fmt: skip
def test_planted_faults_of_caches_are_found(file: str, pattern: str, instead: str, said: str, caching: Path) -> None:
    """Each by its line."""
    with planted(caching / file, pattern, instead):
        verdict = storage_scale(caching)
    assert any(said in fault for fault in verdict.faults), verdict.faults
