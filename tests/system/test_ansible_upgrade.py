"""`upgrade.yml` over real SSH: apt's packages of a newer version, drains, boots and what runs after them, wave by wave.

Real: apt, systemd, SSH, reboots. Stand-ins: the driver (ssh_gpus.py), and the commands of both schedulers on the control host (ssh_schedulers.py). One bed,
and its tests in order: a host that does not come back is mended between two of them, as an operator's day goes.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from generator.twin import threads
from tests.conftest import example
from tests.twin import ssh_gpus, ssh_schedulers, ssh_stand_ins
from tests.twin.debian import planned_tree
from tests.twin.ssh_host import SshHost
from tests.twin.ssh_hosts import SshHosts, require
from tests.twin.ssh_play import Play

PLAY = "ansible/playbooks/upgrade.yml"
OLD, NEW, NEWER = "580.82.07", "580.95.05", "580.105.08"
GPUS, STORAGE = ("gpu01", "gpu02", "gpu05"), ("storage1", "storage2")
CONTROL = "control1"
"""Not upgraded here: both schedulers are asked there."""
DRIVERS = [f"{name}-580{more}" for name, more in (("nvidia-driver", "-server-open"), ("nvidia-utils", "-server"))] + [
    "nvidia-fabricmanager-580",
    "libnvidia-nscq-580",
]
AGENT = "site-agent"
"""What storage hosts have to upgrade."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """roce-256, with a driver of Ubuntu's archive on GPU hosts, of which four are in a rack."""
    spec = yaml.safe_load(example("roce-256").read_text(encoding="utf-8"))
    spec["hosts"]["gpu"] |= {"driver": 580}
    spec["hosts"]["storage"] |= {"packages": [AGENT]}
    return planned_tree(spec, tmp_path_factory.mktemp("upgrade"))[1]


@pytest.fixture(scope="module")
def hosts(tree: Path, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """Two hosts of a rack, one of the next, two storage servers and a control host, all of them with the old version of everything."""
    require(program)
    stand_ins = {name: said for name, said in ssh_stand_ins.COMMANDS.items() if name != "nvidia-smi"}
    with SshHosts(tree, [*GPUS, *STORAGE, CONTROL], stand_ins=stand_ins) as bed:
        threads.each(_begin, bed)
        ssh_schedulers.schedule(bed[CONTROL])
        yield bed


def _begin(host: SshHost) -> None:
    """Install and start the old version on a host."""
    _publish(host, OLD, "1.0")
    if host.name in GPUS:
        ssh_gpus.has_gpus(host, 8)
        host.must("apt-get", "install", "-qy", *DRIVERS)
        host.must("systemctl", "enable", "--now", "nvidia-persistenced", "nvidia-fabricmanager")
    elif host.name in STORAGE:
        host.must("apt-get", "install", "-qy", AGENT)


def _publish(host: SshHost, driver: str, agent: str) -> None:
    """Versions arrive in the archive."""
    if host.name in GPUS:
        ssh_gpus.nvidia_packages(host, driver)
    elif host.name in STORAGE:
        host.package(AGENT, agent)


def _run(hosts: SshHosts, *names: str, more: tuple[str, ...] = ()) -> Play:
    return hosts.playbook(PLAY, "--limit", ",".join(names), *more)


def _version(host: SshHost, package: str) -> str:
    return host.must("dpkg-query", "-W", "-f", "${Version}", package)


def test_check_predicts(hosts: SshHosts) -> None:
    """Which host has something newer, and that it boots; nobody is touched."""
    threads.each(lambda host: _publish(host, NEW, "2.0"), hosts)
    said = _run(hosts, "gpu01", more=("--check",)).must()
    assert {task.rpartition(" : ")[2] for task in said.changed["gpu01"]} >= {
        "Bring packages up to date",
        "Boot into it",
    }
    assert _version(hosts["gpu01"], DRIVERS[0]) == OLD
    assert ssh_schedulers.drains(hosts[CONTROL]) == []
    assert hosts["gpu01"].boots == 1


def test_who_does_not_come_back_is_named(hosts: SshHosts) -> None:
    """It stays drained; the other host of its rack is finished, and stays closed, as somebody else closed it; the next rack is not begun."""
    ssh_schedulers.close(hosts[CONTROL], "gpu01", "fan")
    hosts["gpu02"].must("rm", "/etc/systemd/system/multi-user.target.wants/ssh.service")
    said = _run(hosts, *GPUS, more=("-e", "upgrade_boot_wait_s=20"))
    assert "2 waves: gpu01,gpu02 | gpu05" in said.stdout
    assert "gpu02 did not return from its upgrade (Boot into it" in said.failed["gpu02"]
    assert said.counts["gpu01"].failed == 0
    in_service = [ssh_schedulers.in_service(hosts[CONTROL], name) for name in GPUS]
    assert in_service == [(False, False), (False, False), (True, True)]
    assert [_version(hosts[name], DRIVERS[0]) for name in GPUS] == [NEW, NEW, OLD]
    assert hosts["gpu01"].boots == 2
    assert ssh_schedulers.drains(hosts[CONTROL]) == ["-gpu02"]
    ssh_schedulers.reopen(hosts[CONTROL], "gpu01")


def test_taken_up_it_ends(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """Who was left drained is given back; who lost its run before the boot boots; of a redundant pair, one is done before the other begins."""
    hosts["gpu02"].wait(boots=2)
    hosts["gpu02"].must("systemctl", "enable", "--now", "ssh")
    hosts["storage1"].must("apt-get", "install", "-qy", AGENT)
    hosts["storage1"].write("/run/clustergen-boot-due", "new packages\n")
    said = _run(hosts, "gpu01", "gpu02", *STORAGE).must()
    assert "3 waves: gpu01,gpu02 | storage1 | storage2" in said.stdout
    assert ssh_schedulers.drains(hosts[CONTROL]) == ["-gpu02", "+gpu02"]
    assert ssh_schedulers.in_service(hosts[CONTROL], "gpu02") == (True, True)
    assert {_version(hosts[name], AGENT) for name in STORAGE} == {"2.0"}
    assert [hosts[name].boots for name in ("gpu01", "gpu02", *STORAGE)] == [2, 2, 2, 2]
    order = [result.host for result in said.results if result.host in STORAGE]
    assert order == sorted(order)
    proven(
        "upgrade.yml over SSH", "a driver and a package by apt, in waves with boots; schedulers and GPUs are stand-ins"
    )


def test_the_second_run_does_nothing(hosts: SshHosts) -> None:
    """No drain, no boot, no change."""
    said = _run(hosts, "gpu01", "storage1").must()
    assert said.changed == {}
    assert ssh_schedulers.drains(hosts[CONTROL]) == ["-gpu02", "+gpu02"]
    assert [hosts[name].boots for name in ("gpu01", "storage1")] == [2, 2]


def test_a_package_of_gpus_that_is_missing_comes_out_of_service(hosts: SshHosts) -> None:
    """Somebody removed one, and the upgrade is of another: the comparison with the plan installs it after the jobs have ended, and returns the host."""
    gpu, control = hosts["gpu01"], hosts[CONTROL]
    before = ssh_schedulers.drains(control)
    ssh_schedulers.run_jobs(gpu)
    gpu.write("/var/lib/clustergen/up", "by role hosts\n")
    gpu.must("apt-get", "purge", "-qy", DRIVERS[3])
    ssh_schedulers.run_job(control, "gpu01")
    more = ("-e", json.dumps({"upgrade_packages": [DRIVERS[1]], "drain_wait_s": 0}))
    said = _run(hosts, "gpu01", more=more)
    assert "these still run on it" in said.failed["gpu01"]
    assert gpu.run("dpkg", "-s", DRIVERS[3]).returncode != 0
    ssh_schedulers.end_job(control, "gpu01")
    _run(hosts, "gpu01", more=more).must()
    assert gpu.run("dpkg", "-s", DRIVERS[3]).returncode == 0
    assert ssh_schedulers.drains(control) == [*before, "-gpu01", "+gpu01"]
    gpu.must("systemctl", "disable", "--now", "slurmd")


def test_an_adopted_host_is_left_as_it_is_without_the_word(hosts: SshHosts) -> None:
    """Stage `hosts` has left its first network due: nothing is drained, upgraded or booted. With the word it boots, and stays out of service, as its network is not the planned one."""
    gpu, control = hosts["gpu05"], hosts[CONTROL]
    before = ssh_schedulers.drains(control)
    ssh_schedulers.run_jobs(gpu)
    gpu.write("/run/clustergen-boot-due", "the first network\n")
    gpu.write("/var/lib/clustergen/network-unread", "not read back\n")
    said = _run(hosts, "gpu05", more=("-e", "upgrade_boot=never")).must()
    assert [task.rpartition(" : ")[2] for task in said.changed["gpu05"]] == ["Check for newer packages"]
    said = _run(hosts, "gpu05").must()
    told = " ".join(said.stdout.split())
    assert "gpu05 is left as it is" in told
    assert "(new packages, the first network)" in told
    assert [task.rpartition(" : ")[2] for task in said.changed["gpu05"]] == ["Check for newer packages"]
    assert (_version(gpu, DRIVERS[0]), gpu.boots) == (OLD, 1)
    assert ssh_schedulers.drains(control) == before
    gpu.must("ip", "link", "add", "bond0", "up", "type", "veth", "peer", "name", "peer0")
    gpu.must("ip", "link", "set", "dev", "peer0", "up")
    said = _run(hosts, "gpu05", more=("-e", "allow=boot", "-e", "hosts_read_back_s=0"))
    assert "not in effect after its reboot" in said.failed["gpu05"]
    again = _run(hosts, "gpu05", more=("-e", "allow=boot", "-e", "hosts_read_back_s=0"))
    assert "not in effect after its reboot" in again.failed["gpu05"]
    assert (_version(gpu, DRIVERS[0]), gpu.boots) == (NEW, 2)
    assert ssh_schedulers.drains(control) == [*before, "-gpu05"]
    gpu.must("ip", "link", "delete", "bond0")
    _run(hosts, "gpu05", more=("-e", "allow=boot")).must()
    assert ssh_schedulers.drains(control) == [*before, "-gpu05", "+gpu05"]
    _publish(gpu, NEWER, "3.0")
    gpu.must("systemctl", "disable", "--now", "slurmd")


def test_who_is_not_reached_stops_the_next_wave(hosts: SshHosts) -> None:
    """The other host of its rack is looked after; the next rack is not begun."""
    hosts["gpu02"].cut()
    try:
        said = _run(hosts, *GPUS)
    finally:
        hosts["gpu02"].join()
    assert said.counts["gpu02"].unreachable == 1
    assert "gpu02 of its wave cannot be reached" in said.failed["gpu01"]
    assert _version(hosts["gpu05"], DRIVERS[0]) == NEW


def test_who_has_lost_a_gpu_is_not_given_back(hosts: SshHosts) -> None:
    """It comes back from its boot with a card less."""
    gpu = hosts["gpu05"]
    ssh_gpus.has_gpus(gpu, 7)
    said = _run(hosts, "gpu05")
    assert "gpu05 has 7 GPUs, but the plan has 8" in said.failed["gpu05"]
    assert (_version(gpu, DRIVERS[0]), gpu.boots) == (NEWER, 3)
    assert ssh_schedulers.in_service(hosts[CONTROL], "gpu05") == (False, False)
