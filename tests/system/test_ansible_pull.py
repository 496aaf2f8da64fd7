"""ansible-pull on a host that brings itself up: from a repository with the rendered tree, over the network, without a controller."""

import json
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.host_files import host_file, whole_host
from tests.twin import ssh_schedulers
from tests.twin.debian import CONTROLLER, bed_tree, debian_spec, stand_in_resolved
from tests.twin.ssh_hosts import SshHosts, require

NAME = "gpu01"
URL = f"git://{CONTROLLER}/build"
TREE = "/var/lib/clustergen/tree"
_PARTS = (
    "ansible",
    "ansible_core-*",
    "jinja2",
    "jinja2-*",
    "markupsafe",
    "markupsafe-*",
    "MarkupSafe-*",
    "yaml",
    "_yaml",
    "packaging",
    "resolvelib",
)


_RULES = "/var/lib/rules-of-the-kernel"
_AUDITCTL = f"""#!/bin/sh
case $1 in
  -s) echo "enabled 1" ;;
  -D) : >{_RULES} ;;
esac
echo "auditctl $*" >>/var/log/stand-ins
"""
AUDITD = {
    "/usr/sbin/auditctl": _AUDITCTL,
    "/usr/sbin/augenrules": f"#!/bin/sh\ncat /etc/audit/rules.d/*.rules >{_RULES}\n",
    "/lib/systemd/system/auditd.service": "[Service]\nExecStart=/bin/sleep infinity\n[Install]\nWantedBy=multi-user.target\n",
    "/etc/audit/rules.d/audit.rules": "-D\n-b 8192\n-f 1\n",
    "/etc/audit/auditd.conf": "log_file = /var/log/audit/audit.log\n",
}
"""A stand-in for the package: the kernel refuses audit to whoever asks from a namespace, so its rules are a file. test_audit.py has the real programs."""

_PULLS = ("--connection", "local", "--limit", NAME, "-e", f"pull_url={URL}", "playbooks/pull.yml")
_FIRST = ("env", "-C", f"{TREE}/ansible", "HOME=/root", "/opt/clustergen/bin/ansible-playbook", *_PULLS)
_TIMER = "/etc/systemd/system/clustergen-pull.timer"


def _spec() -> dict[str, Any]:
    """A small site whose hosts may ask the repository on a control host, and whose kernels record what people do."""
    reads = {"source": ["inband"], "to": ["inband/control"], "services": ["tcp/9418"], "why": "hosts pull"}
    return debian_spec("roce-16") | {"access": {"repository": reads}, "services": {"audit": {}}}


def _git(folder: Path, *command: str) -> None:
    who = ("-c", "user.name=test", "-c", "user.email=test@example.net")
    subprocess.run(["git", "-C", folder, *who, *command], check=True, capture_output=True)


@pytest.fixture(scope="module")
def hosts(program: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[SshHosts]:
    """A fresh host, and a repository with the tree that a daemon serves where the controller would be. Egress is closed, and audit is on."""
    require(program)
    program("git")
    _, tree = bed_tree(_spec(), tmp_path_factory.mktemp("pull"))
    _git(tree, "init", "-q")
    _git(tree, "add", "-A")
    _git(tree, "commit", "-q", "-m", "as rendered")
    with SshHosts(tree, [NAME], controller=CONTROLLER, face="bond0") as bed:
        stand_in_resolved(bed)
        bed[NAME].package("auditd", "1:3.0.9", files=AUDITD)
        command = ("git", "daemon", "--detach", "--export-all", f"--base-path={tree.parent}", str(tree))
        bed._bottle.must(*command, netns="controller")
        give_ansible(bed)
        yield bed


def give_ansible(bed: SshHosts, name: str = NAME) -> None:
    """Do what `python3 -m venv` and `pip install ansible-core` do there, with the packages of this interpreter: the host has no way out to an index."""
    host = bed[name]
    host.must("python3", "-m", "venv", "--without-pip", "/opt/clustergen")
    target = host.must("/opt/clustergen/bin/python", "-c", "import site; print(site.getsitepackages()[0])").strip()
    found = find_spec("ansible")
    assert found is not None
    assert found.origin is not None
    packages = Path(found.origin).parents[1]
    names = [path.name for part in _PARTS for path in packages.glob(part)]
    into = ("nsenter", "--target", host._first(), "--all", "--", "tar", "-x", "-C", target)
    send = f'from=$1; shift; tar -c -C "$from" --exclude=__pycache__ {" ".join(names)} | "$@"'
    bed._bottle.must("sh", "-c", send, "send", str(packages), *into)
    for name, module in (("ansible", "adhoc"), ("ansible-playbook", "playbook"), ("ansible-pull", "pull")):
        lines = ("#!/opt/clustergen/bin/python", f"from ansible.cli.{module} import main", "raise SystemExit(main())")
        host.write(f"/opt/clustergen/bin/{name}", "\n".join(lines) + "\n", "755")


def _changed(said: str) -> int:
    """Read the recap of the host's playbooks."""
    (line,) = [line for line in said.splitlines() if line.startswith(NAME) and "changed=" in line]
    return int(line.partition("changed=")[2].split()[0])


def test_a_fresh_host_is_told_what_to_pull(hosts: SshHosts) -> None:
    """A clone and a playbook, as the documents have it: script, units and what to pull are there, and the timer runs."""
    host = hosts[NAME]
    host.must("git", "clone", "--quiet", "--depth", "1", URL, TREE)
    assert "changed=0" not in host.must(*_FIRST)
    timer = host.unit("clustergen-pull.timer")
    assert (timer["ActiveState"], timer["UnitFileState"]) == ("active", "enabled")
    host.must("systemd-analyze", "verify", "/etc/systemd/system/clustergen-pull.service")


def test_a_timer_that_systemd_refuses_is_not_placed(hosts: SshHosts) -> None:
    """A period that systemd does not read: the timer that is there goes on."""
    host = hosts[NAME]
    before = host.read(_TIMER)
    said = host.run(*_FIRST, "-e", json.dumps({"pull_every": "each hour"}))
    assert said.returncode == 2
    assert "each hour" in said.stdout
    assert host.read(_TIMER) == before
    assert host.unit("clustergen-pull.timer")["ActiveState"] == "active"


def test_a_timer_that_a_run_placed_before_it_was_killed_comes_into_effect(hosts: SshHosts) -> None:
    """systemd has not read it yet: the next run sees to that, and the one after it changes nothing."""
    host = hosts[NAME]
    time.sleep(1.1)  # dates of files and of starts are compared
    more = ("-e", "pull_every=2h")
    host.write(_TIMER, host.read(_TIMER).replace("OnUnitInactiveSec=1h", "OnUnitInactiveSec=2h"))
    assert host.must("systemctl", "show", "--property=NeedDaemonReload", "clustergen-pull.timer").strip()[-3:] == "yes"
    assert _changed(host.must(*_FIRST, *more)) == 1
    assert "OnUnitInactiveUSec=2h" in host.must("systemctl", "show", "clustergen-pull.timer")
    assert _changed(host.must(*_FIRST, *more)) == 0
    host.must(*_FIRST)


def test_the_host_brings_itself_up(hosts: SshHosts, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """Its first run ends with the one boot of a fresh host; what runs after it changes nothing."""
    host = hosts[NAME]
    host.run("systemctl", "start", "clustergen-pull.service")
    deadline = time.monotonic() + 20
    while host.boots < 2:
        assert time.monotonic() < deadline, host.log("clustergen-pull.service")[-6000:]
        time.sleep(0.5)
    host.wait(boots=2)
    host.must("systemctl", "stop", "clustergen-pull.timer")
    assert host.must("hostname").strip() == NAME
    assert host.unit("clustergen-firewall.service")["ActiveState"] == "active"
    below = whole_host(hosts.tree, NAME, tmp_path / NAME)
    for file in (path for path in below.rglob("*") if path.is_file() and path.suffix != ".mount"):
        assert host.read(f"/{file.relative_to(below)}") == file.read_text(encoding="utf-8"), file
    assert _changed(host.must("env", "HOME=/root", "clustergen-pull.sh")) == 0
    assert host.boots == 2
    proven("ansible-pull", "a fresh host brings itself up from a repository; the next run changes nothing")


def test_a_commit_reaches_the_host(hosts: SshHosts) -> None:
    """What the tree says anew is predicted, then put into effect."""
    host, ours = hosts[NAME], host_file(hosts.tree, NAME, "etc/sysctl.d/90-clustergen.conf")
    ours.write_text(ours.read_text("utf-8") + "net.ipv4.conf.all.log_martians = 1\n", encoding="utf-8")
    _git(hosts.tree, "commit", "-q", "-a", "-m", "another")
    assert _changed(host.must("env", "HOME=/root", "clustergen-pull.sh", "--check")) > 0
    assert host.must("sysctl", "-n", "net.ipv4.conf.all.log_martians") == "0\n"
    host.must("env", "HOME=/root", "clustergen-pull.sh")
    assert host.must("sysctl", "-n", "net.ipv4.conf.all.log_martians") == "1\n"


def test_what_cuts_the_host_off_goes_back(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """A firewall that lets nothing out to the repository: the one before is in effect again, and the commit is left alone until there is another."""
    host, ours = hosts[NAME], host_file(hosts.tree, NAME, "etc/clustergen/firewall.nft")
    good = ours.read_text("utf-8")
    head, brace, tail = good.rpartition("}")
    shut = "  chain shut { type filter hook output priority 0; policy accept; tcp dport 9418 drop; }\n"
    ours.write_text(f"{head}{shut}{brace}{tail}", encoding="utf-8")
    _git(hosts.tree, "commit", "-q", "-a", "-m", "shut")
    done = host.run("env", "HOME=/root", "clustergen-pull.sh")
    assert done.returncode == 75, done.stdout + done.stderr
    assert "no longer answers" in done.stderr
    assert host.read("/etc/clustergen/firewall.nft") == good
    assert "chain shut" not in host.must("nft", "list", "ruleset")
    again = host.run("env", "HOME=/root", "clustergen-pull.sh")
    assert again.returncode == 75
    assert "waits for another commit" in again.stderr
    assert f"{_head(hosts.tree)[:12]} cut it off" in _report(hosts, expected=2)
    ours.write_text(good, encoding="utf-8")
    _git(hosts.tree, "commit", "-q", "-a", "-m", "open")
    host.must("env", "HOME=/root", "clustergen-pull.sh")
    assert host.run("test", "-e", "/var/lib/clustergen/pull.refused").returncode == 1
    proven("ansible-pull", "a commit that cuts the host off from its repository goes back, and is not taken again")


def test_a_host_that_carried_work_before_us_does_not_boot_itself(hosts: SshHosts) -> None:
    """It has never been up by our roles, and runs jobs: what a boot is due for waits for the operator, however often it pulls."""
    host = hosts[NAME]
    ssh_schedulers.run_jobs(host)
    host.must("rm", "/var/lib/clustergen/up")
    host.write("/run/clustergen-boot-due", "the first network\n")
    boots = host.boots
    for _ in range(2):
        host.must("env", "HOME=/root", "clustergen-pull.sh")
        assert host.exists("/run/clustergen-boot-due")
        assert not host.exists("/var/lib/clustergen/up")
        host.must("systemctl", "stop", "slurmd")
    assert host.boots == boots
    host.must("rm", "/run/clustergen-boot-due", "/var/lib/clustergen/network-unread")
    host.must("env", "HOME=/root", "clustergen-pull.sh")
    assert not host.exists("/var/lib/clustergen/up")
    host.must("env", "HOME=/root", "clustergen-pull.sh", "-e", "allow=boot")
    assert host.exists("/var/lib/clustergen/up")


def test_who_is_behind_is_reported(hosts: SshHosts) -> None:
    """Nobody with the commit in effect; a host with another one, or with an old run, is a row and fails."""
    commit = ("-e", f"pull_commit={_head(hosts.tree)}")
    assert "0 faults" in _report(hosts, *commit, expected=0)
    assert "s ago" in _report(hosts, "-e", f"pull_commit={'0' * 40}", expected=2)
    hosts[NAME].write("/var/lib/clustergen/pulled", f"{_head(hosts.tree)} 1700000000\n", "644")
    assert NAME in _report(hosts, *commit, expected=2)
    hosts[NAME].write("/var/lib/clustergen/pulled", "{{ lookup('pipe', 'id') }}\n", "644")
    assert "has never pulled" in _report(hosts, expected=2)


def _head(tree: Path) -> str:
    return subprocess.run(
        ["git", "-C", tree, "rev-parse", "HEAD"], check=True, capture_output=True, text=True
    ).stdout.strip()


def _report(hosts: SshHosts, *arguments: str, expected: int) -> str:
    run = hosts.playbook("ansible/playbooks/pull_report.yml", "--limit", NAME, *arguments)
    assert run.returncode == expected, run.stdout + run.stderr
    return run.stdout


def test_keys_that_go_are_out_of_effect(hosts: SshHosts, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """Egress that the spec opens and audit that it leaves out: no output chain, no rules of ours in the kernel, and auditd does not run."""
    host = hosts[NAME]
    assert "policy drop" in host.must("nft", "list", "chain", "inet", "clustergen", "output")
    assert "key=identity" in host.read(_RULES)
    assert host.unit("auditd.service")["UnitFileState"] == "enabled"
    spec = _spec() | {"egress": {"outside": "open"}}
    del spec["services"]
    _, without = bed_tree(spec, tmp_path / "without")
    for folder in ("hosts", "host_groups", "ansible"):
        shutil.rmtree(hosts.tree / folder)
        shutil.copytree(without / folder, hosts.tree / folder)
    _git(hosts.tree, "add", "-A")
    _git(hosts.tree, "commit", "-q", "-m", "without")
    host.must("env", "HOME=/root", "clustergen-pull.sh")
    assert "chain output" not in host.must("nft", "list", "table", "inet", "clustergen")
    assert "policy drop" in host.must("nft", "list", "chain", "inet", "clustergen", "input")
    assert host.read(_RULES) == AUDITD["/etc/audit/rules.d/audit.rules"]
    assert host.read("/etc/audit/auditd.conf") == AUDITD["/etc/audit/auditd.conf"]
    unit = host.unit("auditd.service")
    assert (unit["ActiveState"], unit["UnitFileState"]) == ("inactive", "disabled")
    assert host.calls("auditctl")[-1] == "auditctl -e 0"
    assert _changed(host.must("env", "HOME=/root", "clustergen-pull.sh")) == 0
    proven("ansible-pull", "without the keys, hosts have no output chain, no rules of audit, and no auditd that runs")
