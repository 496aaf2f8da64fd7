"""slurmctld of the release that Slurm in pods runs reads the files that it is given, and has each host where its annotation says."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.render.backends import kubernetes
from tests.conftest import example
from tests.judges.kubernetes import read_objects
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.twin.systems import slurm_tree

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.proof
_CONF = """\
ClusterName={cluster}
SlurmUser=root
SlurmctldHost=localhost(10.9.9.1)
SlurmctldPort=26817
SlurmdPort=26818
StateSaveLocation=/mnt
SlurmctldPidFile=/mnt/slurmctld.pid
MaxNodeCount=1024
AuthType=auth/slurm
CredType=cred/slurm
AuthInfo=use_client_ids
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
{more}
"""
"""What the operator writes around what it is told (SlinkyProject/slurm-operator v1.2.1, controllerbuilder), with the paths of the test."""
_RUN = r"""
set -e
tree=$1; files=$2
mount --make-rprivate /
mount -t tmpfs -o mode=755 tmpfs $tree/mnt
mkdir -p $tree/etc/slurm && mount -t tmpfs -o mode=755 tmpfs $tree/etc/slurm
mount -t proc proc $tree/proc
cp $files/* $tree/etc/slurm/ && head -c 1024 /dev/urandom > $tree/etc/slurm/slurm.key && chmod 600 $tree/etc/slurm/slurm.key
ip link set lo up
# Names are asked for only where an address other than the loopback's is.
ip link add eth0 type veth peer name eth1
ip address add 10.9.9.1/24 dev eth0
ip link set eth0 up
ip link set eth1 up
chroot $tree /usr/sbin/slurmctld -D -f /etc/slurm/slurm.conf > $files/log 2>&1 &
for try in $(seq 20); do timeout 5 chroot $tree /usr/bin/scontrol ping < /dev/null 2>/dev/null | grep -q "is UP" && break; sleep 0.5; done
timeout 20 chroot $tree /usr/bin/scontrol < $files/hosts > /dev/null
chroot $tree /usr/bin/scontrol --oneliner show topology < /dev/null
chroot $tree /usr/bin/scontrol --oneliner show nodes < /dev/null
"""


@pytest.mark.parametrize(
    ("name", "hosts", "cpus"), [("roce-256", "gpu[17-32]", 224), ("nvl72-8-racks", "tray[073-144]", 144)]
)
def test_slurmctld_has_hosts_where_their_annotations_say(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None], name: str, hosts: str, cpus: int
) -> None:
    """Hosts come as their slurmd would register them: with what their set says, and the place that the operator tells."""
    program("unshare")
    tree = slurm_tree("26.05")
    spec: dict[str, Any] = yaml.safe_load(example(name).read_text())
    spec["scheduler"] = {"slurm": {}, "kubernetes": {"hosts": [hosts], "slinky": {}}}
    artifacts = kubernetes.render(plan_data(spec, tmp_path), TEMPLATES)
    made = {each.path.removeprefix("kubernetes/slinky/"): each.content for each in artifacts if "/slinky/" in each.path}
    objects = read_objects(made["slurm.yaml"])
    controller = next(each for each in objects if each["kind"] == "Controller")["spec"]
    (nodeset,) = (each for each in objects if each["kind"] == "NodeSet")
    nodes = [each["metadata"] for each in read_objects(made["nodes.yaml"])]
    files = tmp_path / "files"
    files.mkdir()
    for file in ("topology.yaml", "gres.conf"):
        (files / file).write_text(made[file])
    feature = nodeset["metadata"]["name"]
    more = f"NodeSet={feature} Feature={feature}\n{controller['extraConf']}"
    (files / "slurm.conf").write_text(_CONF.format(cluster=controller["clusterName"], more=more))
    key = "topology.slinky.slurm.net/spec"
    lines = [
        f"create NodeName={each['name']} State=CLOUD Feature={feature} {nodeset['spec']['extraConf']} CPUs={cpus} Topology={each['annotations'][key]}"
        for each in nodes
    ]
    (files / "hosts").write_text("\n".join(lines) + "\n")
    run = subprocess.run(
        (
            "unshare",
            "--mount",
            "--net",
            "--pid",
            "--fork",
            "--kill-child",
            "bash",
            "-c",
            _RUN,
            "bash",
            str(tree),
            str(files),
        ),
        capture_output=True,
        text=True,
        timeout=45,
        check=False,
    )
    assert run.returncode == 0, run.stderr + (files / "log").read_text()
    seen = {each.split()[0]: each for each in run.stdout.splitlines() if each.startswith("NodeName=")}
    assert set(seen) == {f"NodeName={each['name']}" for each in nodes}
    gpus = nodeset["spec"]["extraConf"].removeprefix("Gres=")
    assert all(f"Gres={gpus}" in line for line in seen.values())
    for each in nodes:
        assert seen[f"NodeName={each['name']}"].split()[-1] == f"Topology={each['annotations'][key]}"
    _same_tree(yaml.safe_load(made["topology.yaml"]), run.stdout)
    proven("slurmctld 26.05", f"{name}: {len(nodes)} hosts of Slurm in pods, each in its place")


def _same_tree(topologies: list[dict[str, Any]], said: str) -> None:
    """The cluster's own topology, which the controller shows, has each host below the switch, or in the block, that the file has it in."""
    (own,) = (each for each in topologies if each["cluster_default"])
    rows = [
        *(
            (f"SwitchName={each['switch']}", each)
            for each in own.get("tree", {}).get("switches", [])
            if "nodes" in each
        ),
        *((f"BlockName={each['block']}", each) for each in own.get("block", {}).get("blocks", [])),
    ]
    assert rows
    for name, row in rows:
        assert re.search(rf"^{name} .*Nodes={re.escape(row['nodes'])}(\s|$)", said, re.MULTILINE), row
