"""Hosts in use are changed in waves, drained where a step interrupts them, and only by the words for it; fresh hosts come up at once, without any.

One bed for the module, and its tests in order. Slurm's commands are stand-ins on the control host (ssh_schedulers.py), and slurmd on hosts is a unit that only runs.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.host_files import host_file
from tests.twin import ssh_schedulers
from tests.twin.debian import CONTROLLER, bed_tree, debian_spec, stand_in_resolved
from tests.twin.ssh_host import SshHost
from tests.twin.ssh_hosts import SshHosts, require

PLAY = "ansible/playbooks/hosts.yml"
GPUS, CONTROL, ADOPTED, BY_WORD = ("gpu01", "gpu02"), "control1", "login1", "gpu03"
_FILE = "etc/systemd/network/60-bond0.network"
_THEIRS = """flush ruleset
table inet theirs {
  chain input {
    type filter hook input priority filter; policy drop;
    ct state established,related accept
    iifname "lo" accept
    tcp dport 22 accept
  }
}
"""
_WATCH = """#!/bin/sh
while sleep 0.1; do nft list tables | grep -Eq "inet (theirs|clustergen)$" || date >>/var/lib/bare; done
"""
_WATCHES = "[Unit]\nAfter=nftables.service\n[Service]\nExecStart=/usr/local/bin/watch-rules\n[Install]\nWantedBy=multi-user.target\n"


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """Two fresh GPU hosts, a control host, and a login host and a GPU host that somebody else has built and that run jobs behind a firewall of theirs."""
    require(program)
    spec = debian_spec("roce-16")
    spec["hosts"]["gpu"]["count"] = 3
    tree = bed_tree(spec, tmp_path_factory.mktemp("waves"))[1]
    with SshHosts(tree, [*GPUS, CONTROL, ADOPTED, BY_WORD], controller=CONTROLLER, face="bond0") as bed:
        stand_in_resolved(bed)
        ssh_schedulers.schedule(bed[CONTROL])
        for name in (ADOPTED, BY_WORD):
            ssh_schedulers.run_jobs(bed[name])
            _shield(bed[name])
        yield bed


def _shield(host: SshHost) -> None:
    """Have a firewall that the distribution starts, rules of a container engine beside it, and a watch for moments without any firewall."""
    _start_theirs(host)
    host.write("/usr/local/bin/watch-rules", _WATCH, "755")
    host.write("/etc/systemd/system/watch-rules.service", _WATCHES)
    host.must("systemctl", "enable", "--now", "watch-rules")


def _start_theirs(host: SshHost) -> None:
    host.write("/etc/nftables.conf", _THEIRS)
    host.must("systemctl", "enable", "--now", "nftables")
    host.must("nft", "add table ip containers")


def _tables(host: SshHost) -> set[str]:
    return {line.removeprefix("table ") for line in host.must("nft", "list", "tables").splitlines()}


def _drains(hosts: SshHosts) -> list[str]:
    """Return the drains of the hosts that change in waves."""
    return [each for each in ssh_schedulers.drains(hosts[CONTROL]) if each[1:] in GPUS]


def _mtu(tree: Path, before: int, after: int, *, told: int = 0) -> None:
    """Another MTU on the frontend of both GPU hosts, in their files and in the inventory, which may be `told` another one."""
    for name in GPUS:
        for path, value in (
            (host_file(tree, name, _FILE), after),
            (tree / "ansible/inventory/host_vars" / f"{name}.yml", told or after),
        ):
            text = path.read_text(encoding="utf-8")
            changed = text.replace(f"MTUBytes={before}", f"MTUBytes={value}").replace(
                f'"mtu": {before}, "vlans"', f'"mtu": {value}, "vlans"'
            )
            assert changed != text, path
            path.write_text(changed, encoding="utf-8")


def test_who_logs_in_with_a_password_is_not_locked_out(hosts: SshHosts) -> None:
    """Also by -k, which sets no variable: nothing is placed, as sshd would take keys alone."""
    given = hosts.tree.parent / "password"
    given.write_text("any\n", encoding="utf-8")
    said = hosts.playbook(PLAY, "--limit", "gpu02", "--connection-password-file", str(given))
    assert "the plan allows SSH logins by key only, and this run uses a password" in said.failed["gpu02"]
    assert not hosts["gpu02"].exists("/etc/ssh/sshd_config.d/10-clustergen.conf")


def test_a_first_network_that_is_not_in_effect_is_named(hosts: SshHosts) -> None:
    """The kernel has another MTU after the boot than the plan: the host does not count as brought up, and the next run begins again."""
    place = hosts.inventory / "host_vars" / "gpu02.yml"
    text = place.read_text(encoding="utf-8")
    place.write_text(text.replace('"mtu": 9000, "vlans"', '"mtu": 9100, "vlans"'), encoding="utf-8")
    try:
        said = hosts.playbook(PLAY, "--limit", "gpu02", "-e", "hosts_read_back_s=3")
    finally:
        place.write_text(text, encoding="utf-8")
    assert "not in effect after its reboot (bond0 has MTU 9000, not 9100)" in said.failed["gpu02"]
    assert hosts["gpu02"].boots == 2
    assert not hosts["gpu02"].exists("/var/lib/clustergen/up")


def test_fresh_hosts_come_up_at_once_and_adopted_ones_need_a_word(hosts: SshHosts) -> None:
    """The first run boots whom it may; the host that carried jobs before us does not boot, and says by which word it would, in a check as well."""
    word = f"--limit {ADOPTED} -e allow=boot"
    assert word in " ".join(hosts.playbook(PLAY, "--check", "--limit", ADOPTED).must().stdout.split())
    said = hosts.playbook(PLAY).must()
    boots = {name: hosts[name].boots for name in hosts.hosts}
    assert boots == {"gpu01": 2, "gpu02": 3, CONTROL: 2, ADOPTED: 1, BY_WORD: 1}
    assert word in " ".join(said.stdout.split())
    marks = {task.rpartition(" : ")[2] for name in (ADOPTED, BY_WORD) for task in said.changed[name]}
    assert marks <= {"Create a folder for state", "Record that the host carried work before the first run"}
    assert ssh_schedulers.drains(hosts[CONTROL]) == []


@pytest.mark.parametrize("name", [ADOPTED, BY_WORD])
def test_an_adopted_host_stays_as_it_is_until_the_word(hosts: SshHosts, name: str) -> None:
    """Nothing of it changes in any stage, also where the units that showed its work are stopped; each run says what is not as planned."""
    host = hosts[name]
    kept = ("/etc/hostname", "/etc/ssh/sshd_config", "/etc/nftables.conf", "/etc/resolv.conf")
    before = [host.run("cat", path).stdout for path in kept]
    assert host.must("find", "/etc", "/usr/local", "-newer", "/var/lib/clustergen/adopted", "-type", "f").split() == []
    for _ in range(2):
        said = hosts.playbook(PLAY, "--limit", name, "-e", "hosts_may_reboot=always").must()
        assert said.changed == {}
        told = " ".join(said.stdout.split())
        assert f"--limit {name} -e allow=boot" in told
        assert re.search("Not as planned: files [^;]*/etc/ssh/sshd_config.d/[^;]*; .*its name", told)
        for stage in ("gpu", "storage"):
            said = hosts.playbook(f"ansible/playbooks/{stage}.yml", "--limit", name).must()
            assert said.changed == {}
        host.must("systemctl", "stop", "slurmd")
    host.must("systemctl", "start", "slurmd")
    assert host.boots == 1
    assert [host.run("cat", path).stdout for path in kept] == before
    assert host.must("find", "/etc", "/usr/local", "-newer", "/var/lib/clustergen/adopted", "-type", "f").split() == []
    assert ssh_schedulers.drains(hosts[CONTROL]) == []
    assert not host.exists("/var/lib/clustergen/up")
    assert _tables(host) == {"inet theirs", "ip containers"}
    assert host.unit("nftables")["UnitFileState"] == "enabled"
    assert host.unit("systemd-networkd")["ActiveState"] == "inactive"
    assert "mtu 1500" in host.must("ip", "link", "show", "dev", "bond0")
    assert not host.exists("/var/lib/bare")


def test_with_the_word_an_adopted_host_is_drained_booted_and_given_back(
    hosts: SshHosts, proven: Callable[[str, str], None]
) -> None:
    """After a run without it, and nothing of it before its jobs have ended; then its firewall is ours, at no moment it had none, and it is a host like the others."""
    host = hosts[BY_WORD]
    ssh_schedulers.run_job(hosts[CONTROL], BY_WORD)
    said = hosts.playbook(PLAY, "--limit", BY_WORD, "-e", "allow=boot drain_wait_s=0")
    assert "these still run on it" in said.failed[BY_WORD]
    assert host.must("find", "/etc", "/usr/local", "-newer", "/var/lib/clustergen/adopted", "-type", "f").split() == []
    ssh_schedulers.end_job(hosts[CONTROL], BY_WORD)
    hosts.playbook(PLAY, "--limit", BY_WORD, "-e", "allow=boot").must()
    assert host.boots == 2
    assert [*dict.fromkeys(ssh_schedulers.drains(hosts[CONTROL]))] == [f"-{BY_WORD}", f"+{BY_WORD}"]
    assert _tables(host) == {"inet clustergen"}
    assert hosts.playbook(PLAY, "--limit", BY_WORD).must().changed == {}
    assert host.boots == 2
    _start_theirs(host)
    hosts.playbook(PLAY, "--limit", BY_WORD).must()
    assert _alone(host)
    assert hosts.playbook(PLAY, "--limit", BY_WORD).must().changed == {}
    proven(
        "an adopted host over SSH", "waits as it is; with allow=boot drained, booted, its firewall replaced, given back"
    )


def _alone(host: SshHost) -> bool:
    """Whether the planned firewall is in effect and at every boot, the other one is not, and the rules of container engines are as they were."""
    ours, theirs = (host.unit(each)["UnitFileState"] for each in ("clustergen-firewall", "nftables"))
    assert (ours, theirs) == ("enabled", "disabled")
    assert _tables(host) == {"inet clustergen", "ip containers"}
    return not host.exists("/var/lib/bare")


def test_a_network_that_somebody_else_s_boot_brought_is_read_back(hosts: SshHosts) -> None:
    """With the word, but its owner boots: until then its network and its firewall are as they were, and what is not in effect then is named in each run."""
    host = hosts[ADOPTED]
    said = hosts.playbook(PLAY, "--limit", ADOPTED, "-e", "allow=boot hosts_may_reboot=never").must()
    assert "until then it keeps its firewall, nftables.service" in " ".join(said.stdout.split())
    assert _tables(host) == {"inet theirs", "ip containers"}
    assert host.unit("nftables")["UnitFileState"] == "enabled"
    assert "mtu 1500" in host.must("ip", "link", "show", "dev", "bond0")
    assert hosts.playbook(PLAY, "--limit", ADOPTED).must().changed == {}
    assert host.boots == 1
    host.must("systemctl", "reboot")
    host.wait(boots=2)
    host.must("nft", "add table ip containers")
    host.must("ip", "link", "set", "dev", "bond0", "mtu", "1400")
    for _ in range(2):
        said = hosts.playbook(PLAY, "--limit", ADOPTED, "-e", "hosts_read_back_s=0")
        assert "bond0 has MTU 1400, not 9000" in said.failed[ADOPTED]
        assert _tables(host) == {"inet theirs", "ip containers"}, "the network comes first"
    host.must("ip", "link", "set", "dev", "bond0", "mtu", "9000")
    hosts.playbook(PLAY, "--limit", ADOPTED).must()
    assert hosts.playbook(PLAY, "--limit", ADOPTED).must().changed == {}
    assert host.boots == 2
    assert _alone(host)
    host.must("systemctl", "disable", "--now", "watch-rules")


def test_a_check_says_which_words_a_change_needs(hosts: SshHosts) -> None:
    for name in GPUS:
        ssh_schedulers.run_jobs(hosts[name])
    _mtu(hosts.tree, 9000, 8000)
    said = hosts.playbook(PLAY, "--check", "--limit", "gpu01,gpu02").must()
    assert "refused unless -e allow=network" in " ".join(said.stdout.split())


def test_without_the_word_the_canary_stops_the_others(hosts: SshHosts) -> None:
    """Nobody is drained, no network changes, and only the canary has its files placed."""
    said = hosts.playbook(PLAY, "--limit", "gpu01,gpu02")
    assert "-e allow=network allows this run to drain the host" in said.failed["gpu01"]
    assert "not started" in said.failed["gpu02"]
    assert not {"-gpu01", "-gpu02"} & {*ssh_schedulers.drains(hosts[CONTROL])}
    assert "MTUBytes=9000" in hosts["gpu02"].read(f"/{_FILE}")
    assert "mtu 9000" in hosts["gpu01"].must("ip", "link", "show", "dev", "bond0")


def test_with_the_word_each_wave_is_drained_changed_and_given_back(
    hosts: SshHosts, proven: Callable[[str, str], None]
) -> None:
    """One after another; what was placed before the word was given comes into effect, and a second run changes nothing. Ports without a cable are named."""
    said = hosts.playbook(PLAY, "--limit", "gpu01,gpu02", "-e", "allow=network").must()
    assert re.search(
        r"gpu01: not read back, as they do not exist or have no carrier:.*\brail0,", " ".join(said.stdout.split())
    )
    assert _drains(hosts) == ["-gpu01", "+gpu01", "-gpu02", "+gpu02"]
    for name in GPUS:
        assert "mtu 8000" in hosts[name].must("ip", "link", "show", "dev", "bond0")
    assert hosts.playbook(PLAY, "--limit", "gpu01,gpu02").must().changed == {}
    proven("waves over SSH", "a changed MTU of hosts in use: canary first, drained and given back; Slurm is a stand-in")


def test_what_does_not_come_into_effect_goes_back(hosts: SshHosts) -> None:
    """The kernel has another MTU than the plan: the host stays drained, goes back, and the next wave is not begun."""
    _mtu(hosts.tree, 8000, 7000, told=7100)
    said = hosts.playbook(PLAY, "--limit", "gpu01,gpu02", "-e", "allow=network", "-e", "hosts_way_back_s=24")
    # it may have gone back by the time it is read
    assert re.search(r"bond0 has MTU [78]000, not 7100", said.failed["gpu01"])
    assert "not started" in said.failed["gpu02"]
    assert _drains(hosts)[4:] == ["-gpu01"]
    hosts["gpu01"].must(
        "sh", "-c", "for i in $(seq 60); do ip link show dev bond0 | grep -q 'mtu 8000' && exit; sleep 1; done; exit 1"
    )
