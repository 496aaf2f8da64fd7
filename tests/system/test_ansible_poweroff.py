"""`poweroff.yml` on hosts that really power off: nothing without its confirmation, schedulers before hosts, users of tiers before their servers, and no step before the last is off.

Real: sshd, systemd and its shutdown, the mounts; the schedulers stand in (ssh_schedulers). A host that is off has no link (ssh_root.LIVE).
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.twin.bottle import BottleError
from tests.twin import ssh_schedulers
from tests.twin.ssh_hosts import SshHosts, require

PLAY = "ansible/playbooks/poweroff.yml"
NAMES = ["gpu01", "gpu02", "login1", "storage1", "control1", "control2"]
SURE = "poweroff_sure=atlas:6"
_SLOW = "[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=true\nExecStop=sleep 35\nTimeoutStopSec=60\n"
"""A unit that holds up a shutdown, as a mount of a server that does not answer does."""


@pytest.fixture
def hosts(rendered: Callable[[str], Path], program: Callable[[str], str]) -> Iterator[SshHosts]:
    """Both compute hosts, the login host, a server of the tiers, and two control hosts, of which the first has both schedulers."""
    require(program)
    program("ping")
    with SshHosts(rendered("roce-16"), NAMES) as bed:
        ssh_schedulers.schedule(bed["control1"])
        yield bed


def is_on(hosts: SshHosts, name: str) -> bool:
    """Whether a host has a first process."""
    try:
        return hosts[name].run("true").returncode == 0
    except BottleError:
        return False


def on(hosts: SshHosts) -> list[str]:
    return [name for name in NAMES if is_on(hosts, name)]


UNCONFIRMED = ((), ("-e", "poweroff_sure=atlas"), ("-e", "poweroff_sure=atlas:5"), ("-e", f"{SURE} poweroff_jobs=kill"))


def refuses_without_its_confirmation(hosts: SshHosts, given: tuple[str, ...]) -> None:
    """Nothing is powered off or drained; the message has what to type."""
    said = hosts.playbook(PLAY, *given)
    assert said.returncode != 0
    assert "nothing was changed: 6 hosts would be powered off" in said.stdout
    assert f"-e {SURE}" in said.stdout
    assert ssh_schedulers.drains(hosts["control1"]) == []
    assert on(hosts) == NAMES


def test_the_room_goes_off_in_order(hosts: SshHosts, tmp_path: Path, proven: Callable[..., None]) -> None:
    """Only after its confirmation. Faults on the way stop it before anything that depends on what still runs: a job, a host that does not go off, a tier that is in use or of a product."""
    for given in UNCONFIRMED:
        refuses_without_its_confirmation(hosts, given)
    control, first = hosts["control1"], tmp_path / "machine-id"
    first.write_text(control.read("/etc/machine-id"), encoding="ascii")
    hosts.playbook(PLAY, "-e", SURE, "--check").must()
    assert on(hosts) == NAMES
    # A job that does not end
    control.write("/srv/schedulers/gpu02.jobs", "4711\n")
    said = hosts.playbook(PLAY, "-e", f"{SURE} poweroff_wait_s=0")
    assert "these still run on it: 4711" in said.failed["gpu02"]
    assert on(hosts) == NAMES
    assert ssh_schedulers.in_service(control, "gpu01") == (False, True)
    control.must("rm", "/srv/schedulers/gpu02.jobs")
    # A host whose shutdown takes longer than it may: its sshd is gone, and its kernel answers
    hosts["gpu01"].write("/etc/systemd/system/slow.service", _SLOW)
    hosts["gpu01"].must("systemctl", "start", "slow")
    said = hosts.playbook(PLAY, "-e", f"{SURE} poweroff_off_wait_s=10")
    assert "gpu01 is not off after 10 s" in said.failed["gpu01"]
    hosts["gpu02"].wait_off()
    assert {*on(hosts)} >= {"login1", "storage1", "control1", "control2"}
    hosts["gpu01"].wait_off()
    # Hosts that are off have to be named
    said = hosts.playbook(PLAY, "-e", SURE)
    assert "2 hosts are not reached and may still run (gpu01,gpu02)" in said.stdout
    # Users are off, and the tier of another program runs
    lost = f"{SURE} poweroff_lost=gpu01,gpu02,login1 poweroff_machine_id={first} poweroff_last_s=3"
    said = hosts.playbook(PLAY, "-e", lost)
    assert "fast must be stopped first (Lustre" in said.stdout
    assert on(hosts) == ["storage1", "control1", "control2"]
    # A control host still uses a tier
    hosts["control2"].must("mount", "-t", "tmpfs", "home", "/home")
    hosts["control2"].must("systemd-run", "--unit=user", "--working-directory=/home", "sleep", "600")
    said = hosts.playbook(PLAY, "-e", f"{lost} poweroff_stopped=fast")
    assert "control2 still uses a tier" in said.failed["control2"]
    assert on(hosts) == ["storage1", "control1", "control2"]
    hosts["control2"].must("systemctl", "stop", "user")
    said = hosts.playbook(PLAY, "-e", f"{lost} poweroff_stopped=fast").must()
    started = [
        host for host, task in said.of("changed") if task.endswith(("Start its shutdown", "when this run has ended"))
    ]
    assert started == ["storage1", "control2", "control1"]
    control.wait_off()
    assert on(hosts) == []
    proven(
        "ansible over SSH", "poweroff.yml: sshd, systemd's shutdown and mounts are real; Slurm and Kubernetes stand in"
    )


def test_a_part_of_the_room_keeps_what_others_use(hosts: SshHosts) -> None:
    """A server goes without its users only by its name; hosts that are in service again were drained by the shutdown alone."""
    control = hosts["control1"]
    said = hosts.playbook(PLAY, "--limit", "storage1", "-e", "poweroff_sure=atlas:1")
    assert "storage1 serve others, and 3 hosts that may use them stay on (gpu01,gpu02,login1)" in said.stdout
    assert on(hosts) == NAMES
    hosts.playbook(PLAY, "--limit", "gpu01", "-e", "poweroff_sure=atlas:1 poweroff_jobs=end").must()
    assert on(hosts) == [name for name in NAMES if name != "gpu01"]
    assert ssh_schedulers.in_service(control, "gpu01") == (False, False)
    control.must("scontrol", "update", "NodeName=gpu02", "State=DRAIN", "Reason=memory")
    hosts.playbook("ansible/playbooks/resume.yml", "--limit", "gpu02").must()
    assert ssh_schedulers.in_service(control, "gpu02")[0] is False
    said = hosts.playbook(
        PLAY, "--limit", "storage1", "-e", "poweroff_sure=atlas:1 poweroff_servers=storage1 poweroff_stopped=fast"
    )
    said.must()
    assert not is_on(hosts, "storage1")
