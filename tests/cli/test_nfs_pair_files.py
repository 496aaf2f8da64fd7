"""The judges of pairs that export NFS: what is rendered passes, and each planted fault is named with its file."""

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.cli.output import write_tree
from generator.plan.monitoring.watch import watch_of
from generator.render.tree import render_tree
from generator.verify.pairs import nfs_pairs, pacemaker
from generator.verify.watch import alerts, metrics
from tests.cli.planted import planted
from tests.nfs_specs import paired
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

CIB, LINKS = "hosts/storage1/etc/clustergen/nfs/cib.xml", "hosts/storage1/etc/corosync/corosync.conf"
BACKENDS = ("plan", "hosts-network", "hosts-system", "hosts-nfs", "monitoring", "slurm")


def rendered(made: Spec, folder: Path) -> Path:
    write_tree(render_tree(plan_data(made, folder), TEMPLATES, only=BACKENDS), folder / "tree", partial=True)
    return folder / "tree"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree that faults are planted in; the group has a third host, which is in no pair."""
    return rendered(paired(storage=3), tmp_path_factory.mktemp("pair"))


def test_what_is_rendered_is_so(tree: Path) -> None:
    verdict = nfs_pairs(tree)
    assert (verdict.result, verdict.files, verdict.faults) == ("passed", 2, [])


def test_without_a_pair_there_is_nothing_to_read(tmp_path: Path) -> None:
    tree = rendered(cluster(), tmp_path)
    assert nfs_pairs(tree).files == pacemaker(tree).files == 0


@pytest.mark.parametrize(
    ("file", "pattern", "instead", "said"),
    [
        (CIB, 'name="stonith-enabled" value="true"', 'name="stonith-enabled" value="false"', "stonith-enabled is not true"),
        (CIB, "(?s)<crm_config>.*</crm_config>(.*<meta_attributes[^>]*>)", r'\1<nvpair id="x" name="stonith-enabled" value="true"/>', "stonith-enabled is not true"),
        (CIB, 'value="10.196.1.9"', 'value="10.196.1.10"', "fence-storage1 asks 10.196.1.10, and the BMC of storage1 is 10.196.1.9"),
        (CIB, 'name="pcmk_host_list" value="storage2"', 'name="pcmk_host_list" value="storage3"', "no device powers storage2 off"),
        (CIB, 'node="storage2" score="-INFINITY"', 'node="storage1" score="-INFINITY"', "fence-storage2 may run on storage2"),
        (CIB, 'name="directory" value="/home"', 'name="directory" value="/srv"', "/srv is mounted, and etc/exports.d/clustergen.exports does not export it"),
        (CIB, 'name="nfs_ip" value="10.160.95.250"', 'name="nfs_ip" value="10.160.95.251"', "the server answers at 10.160.95.251"),
        (CIB, 'name="ip" value="10.160.95.250"', 'name="ip" value="10.160.64.3"', "10.160.64.3 moves, and belongs to storage3"),
        (CIB, "</cib>", "", "is not valid XML"),
        (LINKS, "ring1_addr: 10.192.1.2", "ring1_addr: 10.192.1.3", "ring1_addr of storage2 is 10.192.1.3, and the plan has 10.192.1.2"),
        (LINKS, "name: storage2", "name: storage3", "storage3 has another etc/corosync/corosync.conf"),
        (LINKS, "name: storage2", "names: storage2", "this host and one other are a pair"),
        (LINKS, "two_node: 1", "two_node: 0", "storage2 has another etc/corosync/corosync.conf"),
    ],
)  # fmt: skip
def test_a_planted_fault_is_named(tree: Path, file: str, pattern: str, instead: str, said: str) -> None:
    with planted(tree / file, pattern, instead):
        verdict = nfs_pairs(tree)
    assert verdict.result == "refused"
    assert any(said in fault and fault.startswith(CIB) for fault in verdict.faults), verdict.faults


def test_files_that_both_hosts_lack_are_named(tree: Path) -> None:
    """Neither host has a file that the other one's could be compared with."""
    files = [tree / CIB.replace("storage1", host) for host in ("storage1", "storage2")]
    texts = [file.read_bytes() for file in files]
    try:
        for file in files:
            file.unlink()
        verdict = nfs_pairs(tree)
    finally:
        for file, text in zip(files, texts, strict=True):
            file.write_bytes(text)
    assert verdict.result == "refused"
    assert [fault.partition(": ")[2] for fault in verdict.faults] == [
        f"the plan has {host} in a pair, and the file is missing" for host in ("storage1", "storage2")
    ]


@pytest.mark.proof
def test_pacemaker_reads_the_resources(
    tree: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    program("crm_verify")
    assert (pacemaker(tree).result, pacemaker(tree).files) == ("passed", 2)
    for pattern, instead in (
        ('class="ocf"', 'class="odf"'),
        ('rsc="home"', 'rsc="hom"'),
        ("<cib ", "<!DOCTYPE cib><cib "),
    ):
        with planted(tree / CIB, pattern, instead):
            verdict = pacemaker(tree)
            assert verdict.result == "refused", (pattern, verdict)
            assert all(fault.startswith("nfs/cib.xml: ") for fault in verdict.faults)
    proven("crm_verify", "the resources of a pair, in check; three planted faults are refused")


@pytest.mark.parametrize(("made", "there"), [(paired(), True), (cluster(), False)], ids=["pair", "none"])
def test_units_of_pairs_are_watched_where_there_are_pairs(made: Spec, there: bool, tmp_path: Path) -> None:
    """The alert needs series of units that the node exporter leaves out elsewhere."""
    watch = watch_of(plan_data(made, tmp_path))
    assert watch is not None
    assert any("pacemaker" in option for option in watch.options["prometheus-node-exporter"]) == there
    assert ("pairs" in [group.group for group in watch.groups]) == there


@pytest.mark.proof
def test_prometheus_tries_the_alert(
    tree: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    program("promtool")
    assert (alerts(tree).result, metrics(tree).result) == ("passed", "passed")
    rules = tree / "monitoring/prometheus/rules/pairs.yml"
    for pattern, instead in (("== 0", "== 1"), ("corosync[|]pacemaker", "corosync")):
        with planted(rules, pattern, instead):
            assert alerts(tree).result == "refused", pattern
    proven("promtool", "a host of a pair without Pacemaker is reported; two planted faults are found")
