"""Real auditctl, augenrules and auditd on the rendered files of Linux audit. The kernel refuses them, as they run in a namespace of their own, and records nothing of this machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from generator.render.backends import host_system
from generator.twin.bottle import Bottle
from tests.conftest import ROOT, missing
from tests.host_files import made_for
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.proof
RULES, BASE = "etc/audit/rules.d/60-clustergen.rules", "etc/audit/rules.d/audit.rules"
UNIT = "etc/systemd/system/auditd.service.d/clustergen.conf"
CONF, PLUGIN = "etc/audit/auditd.conf", "etc/audit/plugins.d/syslog.conf"
REFUSED = re.compile(r"Error sending .* request \(Operation not permitted\)|The audit system is disabled")
"""What the kernel's audit answers to who asks from another namespace of processes or users (kernel/audit.c, audit_netlink_ok)."""
FAULTS = {
    "call": ("mount,umount2,move_mount", "mount,umount2,move_muont"),
    "permission": ("perm=wa", "perm=wb"),
    "field": ("auid!=unset", "aiud!=unset"),
    "action": ("always,exit", "allways,exit"),
    "comparison": ("-C uid!=euid", "-C uid!=path"),
    "architecture": ("arch=b32", "arch=b33"),
    "key": ("key=identity", f"key={'i' * 300}"),
    "rate": ("-r 300", "-r many"),
}


@pytest.fixture(scope="module")
def programs() -> Path:
    """The folder into which `.ci/audit` has unpacked them."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    home = Path(os.environ.get("CLUSTERGEN_TREES") or f"{cache}/clustergen/debian") / "audit"
    if not (home / ".whole").exists():
        missing("auditctl", "`make setup-system` unpacks it")
    return home


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """Files of hosts by name: GPUs, every scheduler, encrypted drives with a key file, collectors of logs."""
    services = {"services": {"syslog": ["10.192.1.9"], "tls": {}, "audit": {}}}
    spec = cluster(2) | services | {"scheduler": {"slurm": {}, "kubernetes": {}, "shared_hosts": True}}
    spec["storage"] = {"scratch": {"kind": "local-nvme", "mount": "/scratch", "encryption": {"key": "reference"}}}
    spec["hosts"]["login"]["os"] = "rocky-9"
    plan = plan_data(spec, tmp_path_factory.mktemp("spec"))
    return {name: dict(files) for name, files in made_for(plan, host_system.render(plan, TEMPLATES)).items()}


@pytest.fixture(scope="module")
def bottle(programs: Path) -> Iterator[Bottle]:
    libraries = ":".join(str(each.parent) for each in programs.glob("**/libauparse.so.0"))
    with Bottle(dict(os.environ) | {"LD_LIBRARY_PATH": libraries}) as made:
        made.must("mkdir", "-p", "/var/log/audit")
        yield made


def said_of(bottle: Bottle, programs: Path, rules: str) -> dict[str, list[str]]:
    """Return what auditctl says of each line, without what the kernel answers."""
    found = {}
    for line in (line for line in rules.splitlines() if line.startswith("-") and line != "-i"):
        done = bottle.run(str(programs / "sbin/auditctl"), *line.split())
        said = [each for each in (done.stdout + done.stderr).splitlines() if not REFUSED.fullmatch(each)]
        assert said or "Error sending" in done.stderr or done.returncode == 0
        found[line] = said
    return found


def test_auditctl_reads_every_rule(
    programs: Path,
    hosts: dict[str, dict[str, str]],
    bottle: Bottle,
    program: Callable[[str], str],
    proven: Callable[[str, str], None],
) -> None:
    """Each line of each group's rules is asked of the kernel; nothing is said against one."""
    require(program)
    texts = {files[RULES] for files in hosts.values()}
    assert len(texts) > 2
    lines = {line: said for text in texts for line, said in said_of(bottle, programs, text).items()}
    assert {line: said for line, said in lines.items() if said} == {}
    assert any("dir=/etc/cryptsetup-keys.d" in line for line in lines)
    proven("auditctl", f"{len(lines)} rules of Linux audit are read as they are, without the kernel")


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_rule_is_named(
    fault: str, programs: Path, hosts: dict[str, dict[str, str]], bottle: Bottle, program: Callable[[str], str]
) -> None:
    require(program)
    right, wrong = FAULTS[fault]
    (line, *_) = (each for each in hosts["gpu01"][RULES].splitlines() if right in each)
    assert [bool(said) for said in said_of(bottle, programs, line.replace(right, wrong)).values()] == [True]


@pytest.mark.parametrize("fault", ["", "call", "field"])
def test_the_role_refuses_a_wrong_rule_before_it_is_placed(
    fault: str, programs: Path, hosts: dict[str, dict[str, str]], bottle: Bottle, tmp_path: Path
) -> None:
    """The command of role `hosts`, on the folder as it would be."""
    role = yaml.safe_load((ROOT / "playbooks/roles/hosts/vars/main.yml").read_text("utf-8"))
    (check,) = (each["run"] for each in role["hosts_validate"] if each["path"].startswith("/etc/audit/rules"))
    place = tmp_path / RULES
    place.parent.mkdir(parents=True)
    place.write_text(hosts["gpu01"][RULES].replace(*FAULTS.get(fault, ("", ""))), "utf-8")
    done = bottle.run("sh", "-c", f"PATH={programs}/sbin:$PATH; {check.replace('{stage}', str(tmp_path))}")
    assert (done.returncode, bool(done.stderr)) == ((1, True) if fault else (0, False)), done.stderr


def compiled(programs: Path, folder: Path, files: dict[str, str]) -> list[str]:
    """Return what augenrules makes of a folder of rules."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in files.items():
        (folder / "rules.d").mkdir(parents=True, exist_ok=True)
        (folder / "rules.d" / Path(name).name).write_text(text, "utf-8")
    script = folder / "augenrules"
    script.write_text((programs / "sbin/augenrules").read_text("utf-8").replace("/etc/audit", str(folder)), "utf-8")
    subprocess.run(("sh", str(script)), check=True, capture_output=True)
    return (folder / "audit.rules").read_text("utf-8").splitlines()[1:]


def test_augenrules_lets_no_process_wait(programs: Path, hosts: dict[str, dict[str, str]], tmp_path: Path) -> None:
    """The package's own rules would come later; the empty file in their place leaves ours, in their order, and `-e` last."""
    mine = {name: hosts["gpu01"][name] for name in (RULES, BASE)}
    made = compiled(programs, tmp_path / "audit", mine)
    assert made[:3] == ["-D", "-b 8192", "-f 1"]
    assert made[-1] == "-e 1"
    wanted = [line for line in mine[RULES].splitlines() if not line.startswith(("#", "-D", "-b ", "-f", "-e"))]
    assert made[3:-1] == wanted
    waits = [
        [line for line in compiled(programs, tmp_path / "audit", files) if "backlog_wait_time" in line][-1]
        for files in (mine, mine | {BASE: (programs / BASE).read_text("utf-8")})
    ]
    assert waits == ["--backlog_wait_time 0", "--backlog_wait_time 60000"]


def test_auditd_reads_its_settings(
    programs: Path,
    hosts: dict[str, dict[str, str]],
    bottle: Bottle,
    tmp_path: Path,
    program: Callable[[str], str],
    proven: Callable[[str, str], None],
) -> None:
    """It ends with 6 where it cannot read them (auditd(8), EXIT CODES), and else where the kernel refuses it."""
    require(program)
    ends = []
    for right, wrong in (
        ("", ""),
        ("ROTATE", "ROTATES"),
        ("num_logs", "num_log"),
        ("max_log_file = 32", "max_log_file = x"),
    ):
        (tmp_path / "auditd.conf").write_text(
            hosts["gpu01"][CONF].replace(right, wrong) if right else hosts["gpu01"][CONF]
        )
        (tmp_path / "auditd.conf").chmod(0o600)
        ends.append(bottle.run(str(programs / "sbin/auditd"), "-f", "-c", str(tmp_path)).returncode)
    assert ends[0] == 1
    assert ends[1:] == [6, 6, 6]
    proven("auditd", "its settings are read, wrong ones are refused")


def test_the_condition_fits_the_packages_unit(
    programs: Path, hosts: dict[str, dict[str, str]], tmp_path: Path, program: Callable[[str], str]
) -> None:
    """systemd reads the drop-in of the unit; a condition that it has not is named."""
    text = (programs / "lib/systemd/system/auditd.service").read_text("utf-8")
    (tmp_path / "auditd.service").write_text(re.sub(r"=(-?)/sbin/\S+", r"=\1/bin/true", text), "utf-8")
    drop_in = tmp_path / "auditd.service.d/clustergen.conf"
    drop_in.parent.mkdir()
    said = []
    for right, wrong in (("audit", "audit"), ("ConditionSecurity", "ConditionSecurities")):
        drop_in.write_text(hosts["gpu01"][UNIT].replace(right, wrong), "utf-8")
        command = (program("systemd-analyze"), "verify", "--man=no", str(tmp_path / "auditd.service"))
        around = dict(os.environ) | {"SYSTEMD_UNIT_PATH": f"{tmp_path}:"}
        said.append(subprocess.run(command, env=around, capture_output=True, text=True, check=False).stderr)
    assert ["clustergen.conf" in each for each in said] == [False, True], said


def test_the_plugin_is_the_packages_own_but_on(programs: Path, hosts: dict[str, dict[str, str]]) -> None:
    """The file differs from the package's in that it is on, and in the facility."""

    def settings(text: str) -> dict[str, str]:
        rows = (line.partition("=") for line in text.splitlines() if "=" in line and not line.startswith("#"))
        return {key.strip(): value.strip() for key, _, value in rows}

    ours, theirs = settings(hosts["gpu01"][PLUGIN]), settings((programs / PLUGIN).read_text("utf-8"))
    assert ours == theirs | {"active": "yes", "args": "LOG_INFO LOG_AUTHPRIV"}
    assert (programs / ours["path"].lstrip("/")).exists()
    assert "LOG_AUTHPRIV" in (programs / PLUGIN).read_text("utf-8")
