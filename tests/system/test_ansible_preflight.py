"""`preflight` over real SSH: hosts with a made sysfs, a fault in each, one that is not reached; one table, a completed assets.yaml, and no change anywhere.

The hardware is the one thing that is made up: a folder in the host that the playbook is told to read in place of / (`preflight_root`).
"""

from __future__ import annotations

import csv
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from tests.conftest import example, plan_of
from tests.ours import TEMPLATES
from tests.playbooks import dgx
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof

HOSTS = ("gpu01", "gpu02", "gpu03", "gpu04")
ROOT = "/srv/hardware"
FAULTS: dict[str, dict[str, Any]] = {
    "gpu02": {"gpus": 7, "modules": 24, "serial": "1660000077"},
    "gpu03": {"macs": {"rail0": dgx.mac(3, 3), "rail3": dgx.mac(3, 0)}, "moved": {"storage0": "0000:ab:00.0"}},
}
ORDERED = """\
# what the order says
gpu02: {serial: "1660000002"}
gpu03: {macs: {rail0: a0-88-c2-00-03-00, rail3: "a0:88:c2:00:03:03"}}
compute-leaf1: {serial: MT2301X00001}
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Render eight hosts with what was ordered beside the spec."""
    site = tmp_path_factory.mktemp("site")
    shutil.copy(example("roce-64"), site / "cluster.yaml")
    (site / "assets.yaml").write_text(ORDERED, encoding="utf-8")
    plan = plan_of(site / "cluster.yaml")
    write_tree(render_tree(plan, TEMPLATES), site / "build")
    dgx.add_hardware(site / "build", plan)
    return site / "build"


@pytest.fixture(scope="module")
def hosts(tree: Path, tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """Boot four hosts, each with hardware of its own; the last one's cable is out."""
    require(program)
    hardware = dgx.planned(plan_of(tree.parent / "cluster.yaml"))
    with SshHosts(tree, HOSTS) as bed:
        for number, host in enumerate(bed, start=1):
            made = tmp_path_factory.mktemp(host.name)
            dgx.deliver(made, hardware, number, **FAULTS.get(host.name, {}))
            unpack = f"mkdir -p {ROOT} && base64 -d | tar -xzf - -C {ROOT}"
            host.must("sh", "-c", unpack, stdin=dgx.packed(made))
        bed["gpu04"].cut()
        yield bed


@pytest.fixture(scope="module")
def play(hosts: SshHosts, tree: Path) -> Play:
    """Run it once, with the site's assets.yaml."""
    return run(hosts, f"preflight_assets={tree.parent / 'assets.yaml'}")


def run(hosts: SshHosts, *variables: str) -> Play:
    more = [word for each in (f"preflight_root={ROOT}", *variables) for word in ("-e", each)]
    return hosts.playbook("ansible/playbooks/preflight.yml", *more)


def rows(tree: Path) -> list[dict[str, str]]:
    text = (tree.parent / "build-reports" / "preflight.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _said(row: dict[str, str]) -> dict[str, str]:
    """Return a row without Ansible's words for a host that is not reached: ssh may end before or after it is written to."""
    return row | ({"hint": ""} if row["what"] == "host" else {})


def test_each_fault_is_in_the_one_table(play: Play, tree: Path, proven: Callable[[str, str], None]) -> None:
    """Every planted fault is a row of its host, and nothing else is; the table is printed once."""
    found = {(row["host"], row["what"], row["fault"]) for row in rows(tree)}
    assert found == {
        ("gpu02", "GPUs", "yes"),
        ("gpu02", "memory", "yes"),
        ("gpu02", "serial number", "yes"),
        ("gpu02", "assets.yaml: serial", "no"),
        ("gpu02", "memory, within the group", "yes"),
        ("gpu03", "NIC storage0", "yes"),
        ("gpu03", "MAC address of rail0", "yes"),
        ("gpu03", "MAC address of rail3", "yes"),
        ("gpu03", "assets.yaml: macs.rail0", "no"),
        ("gpu03", "assets.yaml: macs.rail3", "no"),
        ("gpu04", "host", "yes"),
    }
    assert play.stdout.count("Preflight of atlas: delivered hardware against the plan") == 1
    swapped = next(row for row in rows(tree) if row["what"] == "MAC address of rail0")
    assert "the NICs of rail0 and rail3 are swapped" in swapped["hint"]
    proven("preflight over SSH", f"{len(HOSTS)} hosts, {len(found)} rows, {play.seconds:.0f} s; sysfs is made up")


def test_a_host_with_a_fault_fails_and_none_is_changed(play: Play, hosts: SshHosts) -> None:
    """Only the host without fault goes on; who was not reached is told like the others."""
    assert play.returncode != 0
    assert set(play.failed) == {"gpu02", "gpu03", "gpu04"}
    assert "GPUs" in play.failed["gpu02"]
    assert play.changed == {}
    assert hosts.used() == {}


def test_assets_are_completed_and_clustergen_takes_them(
    play: Play, tree: Path, tmp_path: Path, program: Callable[[str], str]
) -> None:
    """What was written stays as it was; the file beside the spec renders MAC addresses into the inventory."""
    assert play.returncode != 0
    text = (tree.parent / "build-reports" / "assets.found.yaml").read_text(encoding="utf-8")
    found = yaml.safe_load(text)
    assert found["gpu02"]["serial"] == "1660000002"
    assert found["gpu03"]["macs"]["rail0"] == "a0-88-c2-00-03-00"
    assert found["compute-leaf1"] == {"serial": "MT2301X00001"}
    assert found["gpu01"]["macs"]["rail7"] == dgx.mac(1, 7)
    assert "gpu04" not in found
    shutil.copy(example("roce-64"), tmp_path / "cluster.yaml")
    (tmp_path / "assets.yaml").write_text(text, encoding="utf-8")
    done = subprocess.run(
        (program("clustergen"), "validate", str(tmp_path / "cluster.yaml")), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_may_be_told_to_go_on(play: Play, hosts: SshHosts, tree: Path) -> None:
    """With `preflight_enforce: false` the table is the same and no host fails by it; check mode reads all the same and writes no report."""
    assert play.returncode != 0
    before = rows(tree)
    tolerant = run(hosts, "preflight_enforce=false", f"preflight_assets={tree.parent / 'assets.yaml'}")
    assert tolerant.failed.keys() <= {"gpu04"}
    assert list(map(_said, rows(tree))) == list(map(_said, before))
    shutil.rmtree(tree.parent / "build-reports")
    more = ("-e", f"preflight_root={ROOT}", "--check", "--limit", "gpu01,gpu02")
    checked = hosts.playbook("ansible/playbooks/preflight.yml", *more)
    assert set(checked.failed) == {"gpu02"}
    assert not (tree.parent / "build-reports").exists()
