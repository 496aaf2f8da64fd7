"""Slurm, Kubernetes, Kueue, Volcano, NCCL, Ansible and the cabling map tell one tree, read back from rendered directories; planted lies are found."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from tests.conftest import EXAMPLES
from tests.judges.one_tree import cabled, differences
from tests.judges.trees import Levels, told, unfolded, within
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

pytestmark = pytest.mark.proof
Rendered = Callable[[str], Path]
SN4700 = {"model": "sn4700", "os": "sonic"}


def _queued(spec: Spec, queues: str) -> Spec:
    return spec | {"scheduler": {"slurm": {"version": "25.05"}, "kubernetes": {"queues": queues}}}


def _three_tiers() -> Spec:
    """Three units of 16 hosts in pods of two units, and cores above."""
    return cluster(40, 128, leaf=SN4700, spine=SN4700)


def _trays() -> Spec:
    """Two NVLink domains in units that they reach across, beside hosts without."""
    spec = cluster(10, 16, su_hosts=8)
    spec["hosts"]["tray"] = {"model": "gb200-nvl72-tray", "count": 36}
    spec["fabrics"]["compute"] = {"technology": "infiniband", "manager": "opensm", "leaf": {"model": "qm9700"}}
    return spec


SPECS: dict[str, Callable[[], Spec]] = {
    "three tiers": _three_tiers,
    "three tiers by Volcano": lambda: _queued(_three_tiers(), "volcano"),
    "three tiers by KAI": lambda: _queued(_three_tiers(), "kai"),
    "trays": _trays,
    "trays by KAI": lambda: _queued(_trays(), "kai"),
    "trays by Volcano": lambda: _queued(_trays(), "volcano"),
    "a fat tree, split": lambda: cluster(10, 32, topology="fat-tree") | {"scheduler": {"slurm": {}, "kubernetes": {"hosts": ["gpu03", "gpu[07-10]"]}}},
    "older labels": lambda: _three_tiers() | {"scheduler": {"kubernetes": {"topology_prefix": "nvidia"}}},
}  # fmt: skip


def _tree(spec: Spec, folder: Path) -> Path:
    write_tree(render_tree(plan_data(spec, folder), TEMPLATES), folder / "tree")
    return folder / "tree"


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_file_of_an_example_tells_the_cabling_map(rendered: Rendered, example: str) -> None:
    assert differences(rendered(example)) == []


@pytest.mark.parametrize("name", SPECS)
def test_other_trees(name: str, tmp_path: Path) -> None:
    assert differences(_tree(SPECS[name](), tmp_path)) == []


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Twelve hosts in three units, with both schedulers: a tree for each that lets jobs in."""
    spec = cluster(12, 32, su_hosts=4)
    trees = {each: _tree(_queued(spec, each), tmp_path_factory.mktemp(each)) for each in ("kueue", "volcano", "kai")}
    domains = cluster(0, 4) | {"scheduler": {"slurm": {"version": "26.05"}, "kubernetes": {}}}
    domains["hosts"] = {name: each for name, each in _trays()["hosts"].items() if name != "gpu"}
    domains["fabrics"]["compute"] = _trays()["fabrics"]["compute"]
    return trees | {"domains": _tree(domains, tmp_path_factory.mktemp("domains"))}


FAULTS: dict[str, tuple[str, str, str, str, str]] = {
    "a host below another switch, in topology.conf": (
        "kueue", "slurm/topology.conf", r"gpu\[01-04\](.*)gpu\[05-08\]", r"gpu[01-03,05]\1gpu[04,06-08]", "slurm/topology.conf",
    ),
    "a host below another switch, in topology.yaml": (
        "kueue", "slurm/topology.yaml", r"gpu\[01-04\](.*)gpu\[05-08\]", r"gpu[01-03,05]\1gpu[04,06-08]", "slurm/topology.yaml",
    ),
    "a host that Slurm's tree forgets": ("kueue", "slurm/topology.conf", r"gpu\[09-12\]", "gpu[09-11]", "slurm/topology.conf"),
    "a host that slurm.conf forgets": ("kueue", "slurm/slurm.conf", r"NodeName=gpu\[01-12\]", "NodeName=gpu[01-11]", "slurm/slurm.conf"),
    "a tier of a node": ("kueue", "kubernetes/node-labels.yaml", r"(name: gpu04.*?tier-0: )\S+", r"\1elsewhere", "labels of tiers"),
    "a unit of a node": ("kueue", "kubernetes/node-labels.yaml", r'(name: gpu04.*?dev/su: )"1"', r'\1"2"', "label su"),
    "a node that is missing": ("kueue", "kubernetes/node-labels.yaml", r"name: gpu04", "name: login1", "['gpu04', 'login1']"),
    "Kueue's levels upside down": (
        "kueue", "kubernetes/kueue/topologies.yaml", r"tier-1(.*)tier-0", r"tier-0\1tier-1", "kueue/flavors.yaml gpu",
    ),
    "Kueue without its nearest level": (
        "kueue", "kubernetes/kueue/topologies.yaml", r"\n *- nodeLabel: \S+tier-0", "", "kueue/flavors.yaml gpu",
    ),
    "Volcano's nearest tier chooses others": (
        "volcano", "kubernetes/volcano/hypernodes.yaml", r"tier-0: (\S+)", "tier-0: nowhere", "volcano/hypernodes.yaml",
    ),
    "Volcano's tier without a member": (
        "volcano", "kubernetes/volcano/hypernodes.yaml", r"\n *- type: HyperNode\n *selector:\n *exactMatch:\n *name: \S+", "", "volcano/hypernodes.yaml",
    ),
    "KAI's levels upside down": ("kai", "kubernetes/kai/topologies.yaml", r"tier-1(.*)tier-0", r"tier-0\1tier-1", "kai/topologies.yaml fabric"),
    "KAI by a label that no node has": ("kai", "kubernetes/kai/topologies.yaml", r"nodeLabel: (\S+)tier-0", r"nodeLabel: \1tier-9", "kai/topologies.yaml fabric"),
    "a tray in another block, in topology.conf": (
        "domains", "slurm/topology.conf", r"tray\[01-18\](.*)tray\[19-36\]", r"tray[01-17,19]\1tray[18,20-36]", "slurm/topology.conf",
    ),
    "a tray in another block, in topology.yaml": (
        "domains", "slurm/topology.yaml", r"tray\[01-18\](.*)tray\[19-36\]", r"tray[01-17,19]\1tray[18,20-36]", "slurm/topology.yaml",
    ),
    "a tray with another domain's label": (
        "domains", "kubernetes/node-labels.yaml", r"(name: tray04.*?accelerator\S+ )nvl1", r"\1nvl2", "label of domains",
    ),
    "a host in another unit of Ansible's": (
        "kueue", "ansible/inventory/hosts.yml", r"gpu\[05:08\](.*su_3)", r"gpu[05:07]\1", "ansible su_*",
    ),
    "a host in no rack of Ansible's": ("kueue", "ansible/inventory/hosts.yml", r"(rack_\w+:\n *hosts:\n *gpu\[)01", r"\g<1>02", "ansible rack_"),
    "NCCL with rails in another order": ("kueue", "host_groups/gpu/etc/nccl.conf", r"mlx5_0,mlx5_3", "mlx5_3,mlx5_0", "host_groups/gpu/etc/nccl.conf"),
    "NCCL on an adapter of storage": ("kueue", "host_groups/gpu/etc/nccl.conf", r"mlx5_3", "mlx5_1", "host_groups/gpu/etc/nccl.conf"),
    "a host that is cabled to another unit": ("kueue", "cabling/cables.csv", r"", "", "slurm/topology.conf"),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_lie_is_found(fault: str, small: dict[str, Path], tmp_path: Path) -> None:
    queues, file, find, put, words = FAULTS[fault]
    tree = tmp_path / "tree"
    shutil.copytree(small[queues], tree)
    assert differences(tree) == []
    text = (tree / file).read_text()
    lie = re.sub(find, put, text, count=1, flags=re.DOTALL) if find else _recabled(text)
    assert lie != text, "the fault is not planted"
    (tree / file).write_text(lie)
    found = differences(tree)
    assert any(words in each for each in found), found


def _recabled(text: str) -> str:
    """Exchange the leaves of two hosts that are in different units."""
    lines = text.splitlines(keepends=True)
    swap = {",gpu04,": ",gpu05,", ",gpu05,": ",gpu04,"}
    return "".join(
        next((line.replace(one, other, 1) for one, other in swap.items() if line.split(",")[1] == "compute" and one in line), line)
        for line in lines
    )  # fmt: skip


def test_the_reading_itself() -> None:
    """Host lists of both kinds, and what levels say when they are told once."""
    assert list(unfolded("gpu[01-03,07],login1")) == ["gpu01", "gpu02", "gpu03", "gpu07", "login1"]
    assert list(unfolded("gpu[08:10]")) == ["gpu08", "gpu09", "gpu10"]
    rows = [
        {"kind": "host_leaf", "a_device": f"h{n}", "b_device": f"leaf{n // 2}"} for n in range(4)
    ] + [{"kind": "leaf_spine", "a_device": f"leaf{n}", "b_device": "spine"} for n in range(2)]  # fmt: skip
    levels: Levels = cabled(rows, frozenset({"h0", "h1", "h2", "h3"}))
    pairs = frozenset({frozenset({"h0", "h1"}), frozenset({"h2", "h3"})})
    assert told(levels) == (pairs,)
    assert told(within(levels, frozenset({"h0", "h1"}))) == (frozenset({frozenset({"h0", "h1"})}),)
