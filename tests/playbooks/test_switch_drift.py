"""What `switch_drift.yml` keeps of switches and reports of each, here with two commands of SONiC on this machine; the other systems are in test_ansible_switches.py."""

import json
import os
import sys
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
import yaml

from tests.playbooks.plays import PLAYBOOKS, ansible_playbook

pytestmark = pytest.mark.proof

PLATFORM = "x86_64-box-r0"
RUNNING = {
    "DEVICE_METADATA": {"localhost": {"platform": PLATFORM, "hostname": "leaf1"}},
    "PORT": {"Ethernet0": {"mtu": "9216"}},
}
FRR = "frr defaults datacenter\nrouter bgp 65001\n"
COMMANDS = {"sonic-cfggen": json.dumps(RUNNING), "vtysh": "{}"}


def _tables(hostname: str, platform: str) -> dict[str, Any]:
    return RUNNING | {"DEVICE_METADATA": {"localhost": {"platform": platform, "hostname": hostname}}}


@pytest.fixture
def play(tmp_path: Path) -> CompletedProcess[str]:
    """leaf1 runs what its tree has, leaf2 another hostname; leaf3 is another model, leaf4 does not answer, and leaf5 hangs; tray1 has no configuration of the tree's."""
    tree = tmp_path / "tree"
    for number in range(1, 6):
        name, platform = f"leaf{number}", "another" if number == 3 else PLATFORM
        folder = tree / "switches" / name
        folder.mkdir(parents=True)
        (folder / "config_db.json").write_text(json.dumps(_tables(name, platform)), "utf-8")
        (folder / "frr.conf").write_text(FRR, "utf-8")
    (tmp_path / "frr.conf").write_text(FRR, "utf-8")
    (tmp_path / "bin").mkdir()
    for name, said in COMMANDS.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\ncat <<'END'\n{said}\nEND\n", "utf-8")
        (tmp_path / "bin" / name).chmod(0o755)
    os.mkfifo(tmp_path / "hangs")  # cat waits for a writer
    sonic = {"cluster_switch_os": "sonic", "ansible_connection": "local", "frr": str(tmp_path / "frr.conf")}
    hosts = dict.fromkeys(("leaf1", "leaf2", "leaf3"), sonic) | {
        "tray1": {"ansible_host": "127.0.0.1", "ansible_port": 1}
    }
    hosts["leaf4"] = {
        "cluster_switch_os": "sonic",
        "ansible_connection": "ssh",
        "ansible_host": "127.0.0.1",
        "ansible_port": 1,
    }
    hosts["leaf5"] = sonic | {"frr": str(tmp_path / "hangs")}
    shared = {
        "cluster_tree": str(tree),
        "cluster_name": "atlas",
        "ansible_become": False,
        "ansible_python_interpreter": sys.executable,
        "switch_push_backups": str(tmp_path / "kept"),
        "drift_metrics": str(tmp_path / "switches.prom"),
        "switch_sonic_frr": "{{ frr }}",
        "drift_task_seconds": 5,
        "switch_sonic_place": str(tmp_path / "none"),
    }
    (tmp_path / "hosts.yml").write_text(yaml.safe_dump({"switches": {"hosts": hosts}}), "utf-8")
    path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    words = ("-i", tmp_path / "hosts.yml", "-e", json.dumps(shared), PLAYBOOKS / "switch_drift.yml")
    return ansible_playbook(*words, PATH=path)


def test_each_switch_is_kept_and_compared(play: CompletedProcess[str], tmp_path: Path) -> None:
    """The run succeeds whatever a switch does, as the alerts name it; a file that is replaced stays under no other name."""
    assert play.returncode == 0, play.stdout + play.stderr
    rows = [line for line in (tmp_path / "switches.prom").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert sorted(rows) == [
        'clustergen_switch_config_drift{switch="leaf1"} 0',
        'clustergen_switch_config_drift{switch="leaf2"} 1',
        'clustergen_switch_config_read{switch="leaf1"} 1',
        'clustergen_switch_config_read{switch="leaf2"} 1',
        'clustergen_switch_config_read{switch="leaf3"} 0',
        'clustergen_switch_config_read{switch="leaf4"} 0',
        'clustergen_switch_config_read{switch="leaf5"} 0',
    ]
    kept = tmp_path / "kept"
    assert sorted(path.relative_to(kept).as_posix() for path in kept.rglob("*") if path.is_file()) == [
        *("leaf1/config_db.json", "leaf1/frr.conf", "leaf2/config_db.json", "leaf2/frr.conf", "read"),
    ]
    assert json.loads((kept / "leaf1/config_db.json").read_text("utf-8")) == RUNNING
    assert (kept / "leaf1/config_db.json").stat().st_mode & 0o777 == 0o600
    said = " ".join(play.stdout.split())
    assert "5 switches; another configuration than the tree has: leaf2; not read or compared: leaf3 (" in said
    assert f"this switch has the platform {PLATFORM}, but the plan has another" in said
    assert "leaf4 (not reached), leaf5 (Require an answer to each: Task failed: Timed out after 5 second(s).)" in said
