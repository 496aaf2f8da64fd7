"""The role `hosts` on a host that drifts, and with files that a program refuses: what is in effect comes back, and what is bad never gets there.

One bed for the module, and its tests in order: each begins where the one before ended.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.depth import sample
from tests.host_files import host_file
from tests.twin.debian import CONTROLLER, stand_in_resolved
from tests.twin.ssh_hosts import SshHosts, require
from tests.twin.ssh_play import Play

NAME = "gpu01"
PLAY = "ansible/playbooks/hosts.yml"
FIREWALL = "/etc/clustergen/firewall.nft"
SSHD = "etc/ssh/sshd_config.d/10-clustergen.conf"
DRIFTS = (
    "nft delete table inet clustergen",
    "nft insert rule inet clustergen input accept",
    "nft flush chain inet clustergen forward",
)
REFUSED = {
    FIREWALL[1:]: ("policy drop", "policy dorp", "dorp"),
    SSHD: ("PasswordAuthentication", "PasswordAuthenticatoin", "Authenticatoin"),
    "etc/chrony/chrony.conf": ("driftfile", "dirftfile", "Invalid directive at line"),
    "etc/systemd/system/clustergen-acs.service": ("ExecStart=", "ExecStart=relative/", "nor an absolute path"),
    "etc/systemd/system/nvidia-persistenced.service.d/clustergen.conf": ("[Service]", "[Srevice]", "Unknown section"),
}
"""By file: what stands there, what a slip makes of it, and a word of the program that refuses it."""
GRUB = "etc/default/grub.d/90-clustergen.cfg"
_MOST_TASKS = 17
"""Of an unchanged run, for each host, with the five that a run or a wave asks once: what a controller spends goes by tasks, skipped ones included."""


@pytest.fixture(scope="module")
def hosts(debian: Callable[[str], Path], program: Callable[[str], str]) -> Iterator[SshHosts]:
    """A host that was brought up."""
    require(program)
    with SshHosts(debian("roce-256"), [NAME], controller=CONTROLLER, face="bond0") as bed:
        stand_in_resolved(bed)
        bed.playbook(PLAY).must()
        yield bed


@contextmanager
def _edited(hosts: SshHosts, path: str, old: str, new: str) -> Iterator[None]:
    """Have other text in a file of the tree for a while."""
    file = host_file(hosts.tree, NAME, path)
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    try:
        yield
    finally:
        file.write_text(text, encoding="utf-8")


def _filtered(hosts: SshHosts) -> bool:
    return "policy drop" in hosts[NAME].run("nft", "list", "chain", "inet", "clustergen", "input").stdout


def _tasks(said: Play) -> list[str]:
    return [task.rpartition(" : ")[2] for task in said.must().changed.get(NAME, [])]


def test_a_host_as_planned_is_asked_in_few_tasks(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """Nothing of what a first run asks and does one by one, and no list of all packages."""
    said = hosts.playbook(PLAY).must()
    assert said.changed == {}
    assert len(said.results) <= _MOST_TASKS, [result.task for result in said.results]
    assert said.main_s > 0
    assert said.workers_s > 0
    proven("a host as planned", f"{len(said.results)} tasks of role hosts and role users")


@pytest.mark.parametrize("drift", sample(DRIFTS, DRIFTS[0]))
def test_a_firewall_that_was_changed_comes_back(hosts: SshHosts, drift: str) -> None:
    """Under the timer, as every change of the firewall."""
    host = hosts[NAME]
    before = host.must("nft", "--stateless", "list", "table", "inet", "clustergen")
    host.must("sh", "-c", drift)
    assert {"Roll back unless the host answers in time", "Change the firewall", "Stay"} <= {
        *_tasks(hosts.playbook(PLAY))
    }
    assert host.must("nft", "--stateless", "list", "table", "inet", "clustergen") == before
    assert _tasks(hosts.playbook(PLAY)) == []


def test_settings_of_the_kernel_owners_and_modes_come_back(hosts: SshHosts) -> None:
    """Another value, another owner, another mode."""
    host = hosts[NAME]
    host.must("sysctl", "--write", "net.ipv4.conf.all.arp_ignore=0")
    host.must("chown", "debian:debian", FIREWALL)
    host.must("chmod", "0666", "/etc/chrony/chrony.conf")
    said = hosts.playbook(PLAY, "--diff")
    assert {"Apply the kernel settings that can change at run time", "Place the host's files"} <= {*_tasks(said)}
    assert "-net.ipv4.conf.all.arp_ignore = 0" in said.stdout
    assert host.must("sysctl", "--values", "net.ipv4.conf.all.arp_ignore").strip() == "1"
    assert host.must("stat", "--format", "%U %G", FIREWALL).split() == ["root", "root"]
    assert host.must("stat", "--format", "%a", "/etc/chrony/chrony.conf").strip() == "644"
    assert _tasks(hosts.playbook(PLAY)) == []


def test_check_predicts_what_follows_from_files(hosts: SshHosts) -> None:
    """Boot loader, modules, network, firewall and units, in the words of the commands; nothing is run."""
    host = hosts[NAME]
    calls = host.calls()
    with (
        _edited(hosts, GRUB, '"', ' "'),
        _edited(hosts, FIREWALL[1:], 'iifname "lo" accept', 'iifname "lo" accept\n    tcp dport 7 accept'),
        _edited(hosts, "etc/systemd/network/60-bond0.network", "[Network]", "[Network]\nLLMNR=no"),
        _edited(hosts, "etc/chrony/chrony.conf", "driftfile", "# x\ndriftfile"),
    ):
        said = hosts.playbook(PLAY, "--check", "--diff").must()
    for line in (
        "run update-grub",
        "clustergen-network.sh",
        "reload clustergen-firewall.service",
        "restart chrony.service",
    ):
        assert any(shown[0] == "+" and line in shown for shown in said.stdout.splitlines() if shown), line
    assert {"Change the network", "Change the firewall"} <= {*_tasks(said)}
    assert host.calls() == calls
    assert _tasks(hosts.playbook(PLAY)) == []


def test_a_run_of_one_part_leaves_the_others_to_the_next(hosts: SshHosts) -> None:
    """All files are placed; what they have in other parts comes into effect by the next whole run."""
    host = hosts[NAME]
    with _edited(hosts, "etc/chrony/chrony.conf", "driftfile", "# x\ndriftfile"):
        started = host.unit("chrony")["ExecMainStartTimestampMonotonic"]
        assert "Place the host's files" in _tasks(hosts.playbook(PLAY, "--tags", "names"))
        assert host.unit("chrony")["ExecMainStartTimestampMonotonic"] == started
        hosts.playbook(PLAY).must()
        assert host.unit("chrony")["ExecMainStartTimestampMonotonic"] != started
        assert _tasks(hosts.playbook(PLAY)) == []
    hosts.playbook(PLAY).must()


@pytest.mark.parametrize("path", sample(REFUSED, FIREWALL[1:], SSHD))
def test_what_a_program_refuses_is_not_placed(hosts: SshHosts, path: str) -> None:
    """Nor anything else of that step; the program's own words say why."""
    old, new, word = REFUSED[path]
    host = hosts[NAME]
    before = host.read(f"/{path}")
    with _edited(hosts, path, old, new), _edited(hosts, "etc/hosts", "localhost", "localhost planted"):
        said = hosts.playbook(PLAY)
    assert word in said.failed[NAME]
    assert "Nothing was changed" in said.failed[NAME]
    assert host.read(f"/{path}") == before
    assert "planted" not in host.read("/etc/hosts")
    assert not host.exists("/var/lib/clustergen/stage")
    host.must("systemctl", "restart", "clustergen-firewall", "ssh")
    assert _filtered(hosts)
    assert _tasks(hosts.playbook(PLAY)) == []


def test_a_bad_firewall_on_the_host_does_not_open_it(hosts: SshHosts) -> None:
    """Not by a restart of its unit, which takes the rules away first, and not by a reload; the next run mends the file."""
    host = hosts[NAME]
    host.must("sh", "-c", f"echo nonsense >>{FIREWALL}")
    host.must("systemctl", "restart", "clustergen-firewall")
    assert _filtered(hosts)
    host.run("systemctl", "reload", "clustergen-firewall")
    assert _filtered(hosts)
    boots = host.boots
    host.run("systemctl", "reboot")
    host.wait(boots=boots + 1)
    assert _filtered(hosts)
    assert "Change the firewall" in _tasks(hosts.playbook(PLAY))
    assert "nonsense" not in host.read(FIREWALL)
    assert _tasks(hosts.playbook(PLAY)) == []
