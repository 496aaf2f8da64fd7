"""slurm.conf as sites write it: sets of nodes, features, defaults, lines that go on, files that include others, and topology.yaml."""

from pathlib import Path

import pytest

from generator.adopt.formats import formats
from generator.adopt.source_file import Options, read_sources
from generator.adopt.survey import Survey

CONF = r"""
clustername=atlas
NODENAME=DEFAULT Features="h100,big" State=UNKNOWN
NodeName = gpu[1-2] CPUs=224 \
    RealMemory=2000000   # two of one kind
nodename=gpu[3-4].atlas.example.net Features=a100
NodeName=burst[1-8] State=CLOUD
NodeName=gpu5 State=FUTURE Features=a100
NodeSet=old Feature=a100
NodeSet=h100 Nodes=gpu[1-2]
nodeset=any Nodes=gpu1 Feature=a100
DownNodes=gpu2 State=DRAIN Reason="h100 nodes=gpu9"
FrontendName=front1
Include /etc/slurm/more.conf
PartitionName=DEFAULT Nodes=h100 MaxNodes=4 AllocNodes=login1
PartitionName=fast Default=YES
PartitionName=slow Nodes=old,gpu1
PartitionName=mixed Nodes="any"
PartitionName=every Nodes=all
PartitionName=none Nodes=
PartitionName=wrong Nodes=gpu9
"""
NODES = {"gpu1", "gpu2", "gpu3", "gpu4", "gpu5"}
TOPOLOGY = """
- topology: fat
  cluster_default: true
  tree:
    switches:
    - switch: s1
      nodes: gpu[1-2]
    - {switch: s2, children: s1}
- topology: racks
  block:
    block_sizes: [2]
    blocks:
    - {block: b1, nodes: "gpu[3-4],gpu5"}
- {topology: none, flat: true}
"""


def surveyed(folder: Path, **texts: str) -> Survey:
    survey = Survey()
    for name, text in texts.items():
        (folder / name.replace("_", ".")).write_text(text)
    read_sources([folder], Options(), formats(), survey)
    return survey


def in_partition(survey: Survey, name: str) -> set[str]:
    return {device for device, groups in survey.groups.items() if name in groups}


def test_sets_of_nodes_are_no_devices(tmp_path: Path) -> None:
    survey = surveyed(tmp_path, slurm_conf=CONF)
    assert survey.devices.keys() == NODES
    assert {name: place.line for name, place in survey.devices.items()} == {
        "gpu1": 4, "gpu2": 4, "gpu3": 6, "gpu4": 6, "gpu5": 8,
    }  # fmt: skip
    assert in_partition(survey, "fast") == {"gpu1", "gpu2"}
    assert in_partition(survey, "slow") == {"gpu1", "gpu3", "gpu4", "gpu5"}
    assert in_partition(survey, "mixed") == {"gpu1", "gpu3", "gpu4", "gpu5"}
    assert in_partition(survey, "every") >= NODES
    assert not in_partition(survey, "none")
    assert not in_partition(survey, "default")


def test_what_is_not_taken_is_told(tmp_path: Path) -> None:
    survey = surveyed(tmp_path, slurm_conf=CONF)
    told = [(each.what, each.place.line) for each in survey.remarks]
    assert told == [
        ("gpu5 is FUTURE in Slurm", 8),
        ("slurm.conf includes '/etc/slurm/more.conf', which is not followed", 14),
        ("gpu9 is in partition wrong, and is neither a NodeName nor a NodeSet", 21),
    ]
    assert sorted(len(places) for places in survey.left.values()) == [1, 8]


def test_partitions_in_a_file_of_their_own_make_no_device(tmp_path: Path) -> None:
    """Their sets may be in another file: nothing says whether a name is one."""
    survey = surveyed(tmp_path, partitions_conf="PartitionName=fast Nodes=h100\n", nodes_conf="NodeName=gpu[1-2]\n")
    assert survey.devices.keys() == {"gpu1", "gpu2"}
    assert [len(places) for places in survey.left.values()] == [1]


@pytest.mark.parametrize("name", ["topology_yaml", "slurm-topology_yml"])
def test_a_topology_in_yaml(name: str, tmp_path: Path) -> None:
    survey = surveyed(tmp_path, **{name: TOPOLOGY})
    assert {name: place.line for name, place in survey.devices.items()} == {
        "gpu1": 7, "gpu2": 7, "gpu3": 13, "gpu4": 13, "gpu5": 13,
    }  # fmt: skip
