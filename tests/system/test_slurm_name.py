"""slurmctld itself: it takes sets of nodes as the import reads them, and does not start on the state of a cluster with another name until a file of it is removed."""

import subprocess
from collections.abc import Callable
from pathlib import Path

from generator.twin.bottle import Bottle

CONF = """
ClusterName={name}
SlurmctldHost=control1(192.0.2.1)
AuthType=auth/none
CredType=cred/none
SlurmUser=root
StateSaveLocation={home}/state
SlurmctldPidFile={home}/pid
ProctrackType=proctrack/pgid
NodeName=DEFAULT Features=big
nodename=gpu[1-3] CPUs=1 \\
    State=DOWN
NodeSet=h100 Nodes=gpu[1-2]
NodeSet=any Nodes=gpu3 Feature=big
PartitionName=fast Nodes=h100,gpu3
PartitionName=every Nodes=any Default=YES
PartitionName=all Nodes=ALL
"""
# Until the controller has saved its name, or ends
START = """
ip link set lo up
ip address add 192.0.2.1/32 dev lo
hostname control1
slurmctld -D -f $1/slurm.conf > $1/log 2>&1 &
controller=$!
for try in $(seq 100); do
  kill -0 $controller 2>/dev/null && [ "$(cat $1/state/clustername 2>/dev/null)" != $2 ] || break
  sleep 0.1
done
kill -9 $controller 2>/dev/null
wait
"""


def started(bottle: Bottle, home: Path, name: str) -> str:
    """Start slurmctld in namespaces of its own, and return what it said."""
    home.joinpath("slurm.conf").write_text(CONF.format(name=name, home=home))
    isolated = ("unshare", "--uts", "--net", "--pid", "--fork", "--kill-child")
    bottle.run(*isolated, "sh", "-c", START, "sh", str(home), name)
    return (home / "log").read_text()


def test_another_name_needs_what_its_step_says(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    for each in ("slurmctld", "unshare", "ip"):
        program(each)
    (tmp_path / "state").mkdir()
    saved = tmp_path / "state/clustername"
    with Bottle() as bottle:
        said = started(bottle, tmp_path, "atlas")
        assert saved.read_text() == "atlas", said
        assert "Invalid node" not in said, "a set of nodes is no node"
        assert "fatal" not in said
        said = started(bottle, tmp_path, "other")
        assert "CLUSTER NAME MISMATCH" in said
        assert saved.read_text() == "atlas"
        saved.unlink()
        said = started(bottle, tmp_path, "other")
        assert "fatal" not in said
        assert saved.read_text() == "other"
    version = subprocess.run(["slurmctld", "-V"], check=True, capture_output=True, text=True).stdout.strip()
    proven(version, "takes sets of nodes; refuses the state of another name until its file is removed")
