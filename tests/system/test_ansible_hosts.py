"""The role `hosts` over real SSH on hosts with a real systemd: what a run leaves behind, and what it does when something is in its way.

One bed for the module, and its tests in order: each begins where the one before ended, as an operator's day does.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.host_files import host_file, whole_host
from tests.twin.debian import CONTROLLER, stand_in_resolved
from tests.twin.ssh_hosts import SshHosts, require
from tests.twin.ssh_play import Play

NAMES = ("gpu01", "control1")
PLAY = "ansible/playbooks/hosts.yml"
_PLACED = "Place the host's files"


@pytest.fixture(scope="module")
def tree(debian: Callable[[str], Path]) -> Path:
    return debian("roce-256")


@pytest.fixture(scope="module")
def hosts(tree: Path, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """Two freshly installed hosts, one of which has GPUs."""
    require(program)
    with SshHosts(tree, NAMES, controller=CONTROLLER, face="bond0") as bed:
        stand_in_resolved(bed)
        yield bed


def _changed(said: Play, host: str) -> set[str]:
    """Name the tasks that changed a host, without their role."""
    return {task.rpartition(" : ")[2] for task in said.changed[host]}


def test_check_predicts_and_changes_nothing(hosts: SshHosts) -> None:
    """On hosts that have nothing yet, too."""
    before = hosts["gpu01"].must("find", "/etc", "/usr/local", "-newer", "/etc/machine-id", "-type", "f")
    said = hosts.playbook(PLAY, "--check", "--diff").must()
    assert {_PLACED, "Install what is missing"} <= _changed(said, "gpu01")
    assert "+PasswordAuthentication no" in said.stdout
    assert hosts["gpu01"].must("find", "/etc", "/usr/local", "-newer", "/etc/machine-id", "-type", "f") == before


def test_a_full_disk_is_told_by_host(hosts: SshHosts) -> None:
    """Who has room goes on; who has none says where, and the next run goes on from there."""
    gpu = hosts["gpu01"]
    gpu.fill("/etc/clustergen", size_kib=4)
    try:
        said = hosts.playbook(PLAY, "--limit", "gpu01")
        assert "No space left on device" in said.failed["gpu01"]
        assert "/etc/clustergen" in said.failed["gpu01"]
    finally:
        gpu.empty("/etc/clustergen")


def test_the_first_run(hosts: SshHosts, tree: Path, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """Files in place with their modes, units run, the firewall filters, the boot is done, and the host is who the plan says."""
    start = time.monotonic()
    said = hosts.playbook(PLAY).must()
    took = time.monotonic() - start
    for host in hosts:
        below = whole_host(tree, host.name, tmp_path / host.name)
        for file in (path for path in below.rglob("*") if path.is_file() and path.suffix != ".mount"):
            assert host.read(f"/{file.relative_to(below)}") == file.read_text(encoding="utf-8"), file
        assert host.must("hostname").strip() == host.name
        assert host.boots == 2
        assert host.unit("clustergen-firewall.service")["ActiveState"] == "active"
        assert host.unit("chrony.service")["ActiveState"] == "active"
        assert host.unit("nftables.service")["UnitFileState"] != "enabled"
        assert "policy drop" in host.must("nft", "list", "chain", "inet", "clustergen", "input")
        assert host.must("sysctl", "-n", "net.ipv4.conf.all.arp_ignore").strip() == "1"
    assert hosts["gpu01"].unit("clustergen-roce@rail3.service")["UnitFileState"] == "enabled"
    assert "-u" in hosts["gpu01"].calls("update-initramfs")[0]
    proven(
        "ansible over SSH",
        f"role hosts, {len(NAMES)} fresh hosts with a reboot, {took:.0f} s; stand-ins: {', '.join(hosts.used())}",
    )
    assert said.failed == {}


def test_the_second_run_changes_nothing(hosts: SshHosts) -> None:
    """On no host, and nobody boots."""
    said = hosts.playbook(PLAY).must()
    assert said.changed == {}
    assert [host.boots for host in hosts] == [2, 2]


def test_a_changed_file_is_put_right_and_put_into_effect(hosts: SshHosts) -> None:
    """One file, one restart; a host that is in use does not boot."""
    control = hosts["control1"]
    control.must("sh", "-c", "echo 'server 192.0.2.7' >>/etc/chrony/chrony.conf")
    started = control.unit("chrony.service")["ExecMainStartTimestampMonotonic"]
    said = hosts.playbook(PLAY, "--limit", "control1").must()
    assert _changed(said, "control1") == {_PLACED, "Start, stop and enable units"}
    assert control.unit("chrony.service")["ExecMainStartTimestampMonotonic"] != started
    assert control.boots == 2


def test_a_file_that_the_tree_no_longer_has_goes(hosts: SshHosts, tree: Path) -> None:
    """What was there before ours comes back."""
    ours = host_file(tree, "control1", "etc/cloud/cloud.cfg.d/99-clustergen.cfg")
    text = ours.read_text(encoding="utf-8")
    ours.unlink()
    try:
        hosts.playbook(PLAY, "--limit", "control1").must()
        assert not hosts["control1"].exists("/etc/cloud/cloud.cfg.d/99-clustergen.cfg")
    finally:
        ours.write_text(text, encoding="utf-8")
    hosts.playbook(PLAY, "--limit", "control1").must()
    assert hosts["control1"].read("/etc/cloud/cloud.cfg.d/99-clustergen.cfg") == text


def test_a_run_that_is_killed_is_resumed(hosts: SshHosts) -> None:
    """Killed after files are placed and before they are in effect: the next run puts them into effect."""
    control = hosts["control1"]
    control.must("sh", "-c", "echo '# x' >>/etc/chrony/chrony.conf")
    run = hosts.start("ansible-playbook", str(hosts.tree / PLAY), "--limit", "control1")
    run.wait_for(f"clustergen.cluster.hosts : {_PLACED}")
    run.kill()
    started = control.unit("chrony.service")["ExecMainStartTimestampMonotonic"]
    said = hosts.playbook(PLAY, "--limit", "control1").must()
    assert (
        "Start, stop and enable units" in _changed(said, "control1")
        or control.unit("chrony.service")["ExecMainStartTimestampMonotonic"] != started
    )
    assert hosts.playbook(PLAY, "--limit", "control1").must().changed == {}


def test_who_cannot_be_reached_is_named_and_others_go_on(hosts: SshHosts) -> None:
    """A cable that is out, a key that is not known, a host key that is another: each by host."""
    gpu = hosts["gpu01"]
    for fault, undo, word in ((gpu.cut, gpu.join, "unreachable"), (gpu.forget_key, gpu.know_key, "Permission denied")):
        fault()
        try:
            said = hosts.playbook(PLAY)
        finally:
            undo()
        assert said.returncode != 0
        assert word in said.failed["gpu01"] or said.counts["gpu01"].unreachable == 1
        assert said.counts["control1"].failed == said.counts["control1"].unreachable == 0
    assert hosts.playbook(PLAY).must().changed == {}


def test_a_firewall_that_shuts_the_controller_out_goes_back(tree: Path, program: Callable[[str], str]) -> None:
    """The controller stands where no rule lets it in: the host says so, and is open again soon after."""
    require(program)
    with SshHosts(tree, ["storage1"], face="bond0") as bed:
        host = bed["storage1"]
        stand_in_resolved(bed)
        said = bed.playbook(PLAY, "-e", "hosts_way_back_s=20", "-e", "hosts_may_reboot=never")
        assert "Run from a control host" in said.failed["storage1"]
        deadline = time.monotonic() + 60
        while bed.ssh("storage1", "true").returncode != 0:
            assert time.monotonic() < deadline, "the way back was not taken"
            time.sleep(1)
        assert "clustergen" not in host.must("nft", "list", "tables")
