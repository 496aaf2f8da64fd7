"""The test bed for Ansible itself: hosts are their own, what they do is real, faults are seen, and nothing of it is left or reaches this machine."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.proof

_PLAYBOOK = """
- name: Try what roles do
  hosts: all
  tasks:
    - name: Install a package
      ansible.builtin.apt: {name: [chrony, test-bed-driver], update_cache: true}
      register: installed
      changed_when: installed.changed
    - name: Place a file
      ansible.builtin.copy:
        src: "{{ cluster_host_files | first }}/etc/chrony/chrony.conf"
        dest: /etc/chrony/chrony.conf
        mode: "0644"
      notify: Restart chrony
    - name: Set a sysctl
      ansible.builtin.command: sysctl -w vm.swappiness=7 net.core.rmem_max=12345678
      changed_when: false
    - name: Load a module
      ansible.builtin.command: modprobe nvidia
      changed_when: false
    - name: Run the service
      ansible.builtin.systemd_service: {name: chrony, enabled: true, state: started}
    - name: Wait a moment
      ansible.builtin.command: sleep {{ moment | default(0) }}
      changed_when: false
    - name: Fill a file
      ansible.builtin.copy: {content: "{{ 'x' * 200000 }}", dest: /srv/test-bed, mode: "0644"}
  handlers:
    - name: Restart chrony
      ansible.builtin.systemd_service: {name: chrony, state: restarted}
"""
_TRUE = ("all", "-m", "ansible.builtin.command", "-a", "true")
_CHANGES = ["Install a package", "Place a file", "Run the service", "Fill a file", "Restart chrony"]
# What Ansible reports in place of SSH's words where SSH ends just as it is handed the task (plugins/connection/ssh.py, _send_initial_data).
_ENDED = "Data could not be sent to remote host"
# CAP_SYS_TIME, CAP_SYS_MODULE, CAP_SYS_RAWIO of linux/capability.h
_OUT_OF_REACH = 1 << 25 | 1 << 16 | 1 << 17


@pytest.fixture(scope="module")
def hosts(rendered: Callable[[str], Path], program: Callable[[str], str]) -> Iterator[SshHosts]:
    require(program)
    with SshHosts(rendered("roce-16"), ["gpu01", "gpu02"]) as hosts:
        for host in hosts:
            host.package("test-bed-driver", "2.0")
        yield hosts


@pytest.fixture(scope="module")
def playbook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("playbook") / "try.yml"
    path.write_text(_PLAYBOOK, encoding="utf-8")
    return path


def test_hosts_are_their_own(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """Each has a machine id, a host key and a name as a new one has; root and the other user come in by the key of the run, and by no other."""
    assert set(hosts.ansible("all", "-m", "ansible.builtin.ping").must().counts) == {"gpu01", "gpu02"}
    for path in ("/etc/machine-id", "/etc/ssh/ssh_host_ed25519_key.pub", "/proc/sys/kernel/random/boot_id"):
        assert len({host.read(path) for host in hosts} | {_own(path)}) == 3, path
    assert hosts.ssh("gpu01", "hostname").stdout == "debian\n"
    assert hosts.ssh("gpu01", "sudo", "id", "-un", user="debian").stdout == "root\n"
    assert hosts.ssh("gpu01", "true", user="nobody").returncode == 255
    hosts["gpu01"].write("/etc/test-bed", "here\n")
    assert hosts["gpu01"].exists("/etc/test-bed")
    assert not hosts["gpu02"].exists("/etc/test-bed")
    assert not Path("/etc/test-bed").exists()
    assert not hosts["gpu01"].exists(str(hosts.tree))
    for host in hosts:
        assert host.must("systemctl", "is-system-running", "--wait").strip() == "running", host.must(
            "systemctl", "--failed"
        )
    proven(
        "sshd and systemd", "hosts for Ansible: own root, name, machine id and host key each; known_hosts is checked"
    )


def test_the_machine_is_out_of_reach(hosts: SshHosts) -> None:
    """Neither by SSH nor past it does a host have the capabilities for the clock and modules; sysctls that namespaces share stay as they are."""
    status = ("sh", "-c", "grep ^CapBnd: /proc/self/status")
    for said in (hosts.ssh("gpu01", "grep ^CapBnd: /proc/self/status").stdout, hosts["gpu01"].must(*status)):
        assert int(said.split()[1], 16) & _OUT_OF_REACH == 0
    before = _own("/proc/sys/vm/swappiness")
    hosts["gpu01"].must("sysctl", "-w", "vm.swappiness=3", "net.ipv4.neigh.default.gc_thresh1=99")
    assert hosts["gpu01"].must("sysctl", "-n", "vm.swappiness", "net.ipv4.neigh.default.gc_thresh1") == "3\n99\n"
    assert _own("/proc/sys/vm/swappiness") == before
    assert hosts["gpu01"].run("sh", "-c", "echo 1 >/sys/kernel/mm/ksm/run").returncode != 0


def test_a_play_changes_once(hosts: SshHosts, playbook: Path, proven: Callable[[str, str], None]) -> None:
    """Check mode says what will change, the run changes it for real, a second run nothing."""
    foretold = hosts.playbook(playbook, "--check", "--diff").must()
    assert not hosts["gpu01"].exists("/srv/test-bed")
    done = hosts.playbook(playbook).must()
    assert foretold.changed == done.changed == {"gpu01": _CHANGES, "gpu02": _CHANGES}
    for host in hosts:
        assert (
            host.must("dpkg-query", "-W", "-f", "${Version} ${Status}", "test-bed-driver") == "2.0 install ok installed"
        )
        unit = host.unit("chrony")
        assert (unit["ActiveState"], unit["UnitFileState"]) == ("active", "enabled")
        assert host.read(f"/proc/{unit['MainPID']}/comm") == "chronyd\n"
        assert host.calls("modprobe") == ["modprobe nvidia"]
    again = hosts.playbook(playbook).must()
    assert again.changed == {}
    assert {name: counts.changed for name, counts in again.counts.items()} == {"gpu01": 0, "gpu02": 0}
    assert hosts.used() == {"modprobe": 4}
    proven(
        "ansible-playbook over SSH",
        f"apt, files, systemd on 2 hosts; second run changed=0; stand-ins called: {', '.join(hosts.used())}",
    )


def test_reboots_are_real(hosts: SshHosts, playbook: Path) -> None:
    """Ansible's own module waits for another boot id; what was written is still there, and what was enabled runs."""
    host = hosts["gpu02"]
    hosts.playbook(playbook, "--limit", "gpu02").must()
    boots, boot = host.boots, host.read("/proc/sys/kernel/random/boot_id")
    host.write("/run/test-bed-was-here", "")
    done = hosts.ansible("gpu02", "-m", "ansible.builtin.reboot", "-a", "reboot_timeout=120").must()
    assert done.of("changed") == [("gpu02", "ansible.builtin.reboot")]
    host.wait(boots + 1)
    assert host.boots == boots + 1
    assert host.read("/proc/sys/kernel/random/boot_id") != boot
    assert not host.exists("/run/test-bed-was-here")
    assert host.exists("/srv/test-bed")
    assert host.unit("chrony")["ActiveState"] == "active"


def test_faults_are_seen_at_one_host(hosts: SshHosts, playbook: Path) -> None:
    """A cable, sshd, both keys and a disk: each harms one host, with its own words, and the other goes on."""
    host = hosts["gpu01"]
    faults = (
        (host.cut, host.join, "timed out|No route to host"),  # whichever ends first: SSH's patience, or the kernel's
        (host.stop_ssh, host.start_ssh, "Connection refused"),
        (host.forget_key, host.know_key, "Permission denied"),
        (host.change_host_key, lambda: hosts.trust("gpu01"), "Host key verification failed"),
    )
    for fault, end, words in faults:
        fault()
        try:
            play = hosts.ansible(*_TRUE)
        finally:
            end()
        assert list(play.failed) == ["gpu01"], words
        assert re.search(f"{words}|{_ENDED}", play.failed["gpu01"])
        assert (play.counts["gpu01"].unreachable, play.counts["gpu02"].ok) == (1, 1)
        hosts.ansible(*_TRUE).must()
    host.fill("/srv")
    assert "No space left on device" in hosts.playbook(playbook).failed["gpu01"]
    host.empty("/srv")
    hosts.playbook(playbook).must()


def test_a_killed_run_tells_how_far_it_came(hosts: SshHosts, playbook: Path) -> None:
    """Killed amid a task: no recap, results until then; the next run finishes the work."""
    for host in hosts:
        host.must("rm", "-f", "/srv/test-bed")
    run = hosts.start("ansible-playbook", str(playbook), "-e", "moment=60")
    run.wait_for("Run the service")
    killed = run.kill()
    assert killed.returncode != 0
    assert killed.counts == {}
    assert "Fill a file" not in {each.task for each in killed.results}
    assert not hosts["gpu01"].exists("/srv/test-bed")
    assert "Fill a file" in hosts.playbook(playbook).must().changed["gpu01"]


_CRASH = """
import sys, time
from pathlib import Path
from tests.twin.ssh_hosts import SshHosts
with SshHosts(Path(sys.argv[1]), ["gpu01"]) as hosts:
    print(hosts.scratch, hosts._bottle._holder.pid, flush=True)
    time.sleep(600)
"""


def test_nothing_is_left_after_a_crash(
    rendered: Callable[[str], Path], program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """The process that started hosts is killed: processes, namespaces, mounts, cgroups and temporary files are gone soon after."""
    require(program)
    command = [sys.executable, "-c", _CRASH, str(rendered("roce-16"))]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as crash:
        assert crash.stdout is not None
        scratch, holder = crash.stdout.readline().split()
        inside = str(Path(f"/proc/{holder}/ns/net").readlink())
        assert _in_namespace(inside)
        crash.kill()
    deadline = time.monotonic() + 30
    while left := [
        *_in_namespace(inside),
        *_cgroups(Path(scratch).name),
        *([scratch] if Path(scratch).exists() else []),
    ]:
        assert time.monotonic() < deadline, left
        time.sleep(0.2)
    assert not [line for line in _own("/proc/mounts").splitlines() if "/run/hosts/" in line or "/run/fresh" in line]
    assert not {"ansible0", "br0", "gpu01"} & {path.name for path in Path("/sys/class/net").iterdir()}
    proven("a killed test run", "leaves no process, namespace, mount, cgroup or file of its hosts behind")


def _own(path: str) -> str:
    """A file of this machine."""
    file = Path(path)
    return file.read_text(encoding="utf-8") if file.exists() else ""


def _in_namespace(name: str) -> list[str]:
    """Processes in a network namespace."""
    found = []
    for link in Path("/proc").glob("[0-9]*/ns/net"):
        try:
            found += [str(link)] if str(link.readlink()) == name else []
        except OSError:  # it has ended
            continue
    return found


def _cgroups(name: str) -> list[str]:
    """Cgroups of this name, wherever cgroup v2 is mounted."""
    roots = [line.split()[1] for line in _own("/proc/mounts").splitlines() if line.split()[2] == "cgroup2"]
    return [str(path) for root in roots for path in Path(root).rglob(name)]
