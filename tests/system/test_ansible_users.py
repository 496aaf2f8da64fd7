"""The role `users` over real SSH: accounts with their numbers, keys that let in, sudo, and what happens to those who leave.

One bed for the module, and its tests in order: each begins where the one before ended.
"""

import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.host_files import host_file
from tests.twin.debian import debian_spec, planned_tree
from tests.twin.ssh_hosts import SshHosts, require
from tests.twin.ssh_run import environment

NAMES = ("gpu01", "login1")

PLAY = "ansible/playbooks/hosts.yml"
ONE = ("--tags", "users", "--limit", "gpu01")
ADA: dict[str, Any] = {"uid": 2001, "sudo": True, "groups": ["ops"], "who": "Ada L"}
PEOPLE = ("ada", "bob", "eve")
_SUDOERS = "etc/sudoers.d/clustergen"


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Private keys of people, and one more of each of them that the plan does not know."""
    folder = tmp_path_factory.mktemp("keys")
    for name in (*PEOPLE, "other"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", folder / name], check=True)
    return {name: folder / name for name in (*PEOPLE, "other")}


def _spec(keys: dict[str, Path], **accounts: dict[str, Any]) -> dict[str, Any]:
    """Return roce-16 with accounts; each has its own key unless it says otherwise."""
    spec = debian_spec("roce-16")
    own = {name: [keys[name].with_suffix(".pub").read_text(encoding="ascii").strip()] for name in accounts}
    spec["users"] = {
        "groups": {"ops": 3000},
        "accounts": {name: {"keys": own[name], **account} for name, account in accounts.items()},
    }
    return spec


@pytest.fixture(scope="module")
def hosts(
    keys: dict[str, Path], tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]
) -> Iterator[SshHosts]:
    """Two fresh hosts, of which one mounts no home directories as long as nobody has mounted them."""
    require(program)
    program("visudo")
    spec = _spec(
        keys,
        ada=ADA,
        bob={"uid": 2002, "hosts": ["login", "storage"]},
        eve={"uid": 2003},
    )
    _, tree = planned_tree(spec, tmp_path_factory.mktemp("users"))
    with SshHosts(tree, NAMES, face="bond0", user="debian") as bed:
        yield bed


def _again(hosts: SshHosts, spec: dict[str, Any], folder: Path) -> None:
    """Replace the bed's tree by that of another spec."""
    _, hosts.tree = planned_tree(spec, folder)
    hosts.inventory = hosts.tree / "ansible" / "inventory"


def _login(hosts: SshHosts, host: str, who: str, key: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Log in by plain ssh with one key and nothing else."""
    known = environment(hosts.scratch, who)["ANSIBLE_SSH_COMMON_ARGS"].split()
    plain = ("-o", "BatchMode=yes", "-o", "IdentitiesOnly=yes", "-o", "ConnectTimeout=5", "-i", str(key))
    return hosts.run("ssh", *plain, *known, f"{who}@{hosts[host].address}", *command)


def _stay(hosts: SshHosts, host: str, who: str, key: Path) -> None:
    """Log in, and stay logged in."""
    known = environment(hosts.scratch, who)["ANSIBLE_SSH_COMMON_ARGS"].split()
    plain = ("-o", "BatchMode=yes", "-o", "IdentitiesOnly=yes", "-i", str(key), *known)
    hosts.run(
        "sh",
        "-c",
        '"$@" </dev/null >/dev/null 2>&1 &',
        "stay",
        "ssh",
        *plain,
        f"{who}@{hosts[host].address}",
        "sleep",
        "600",
    )
    deadline = time.monotonic() + 20
    while hosts[host].run("pgrep", "-u", who, "sshd").returncode != 0:
        assert time.monotonic() < deadline, f"{who} did not get in"
        time.sleep(0.1)


def test_check_predicts_and_changes_nothing(hosts: SshHosts) -> None:
    """Accounts that are not there yet are predicted, with their groups and files."""
    said = hosts.playbook(PLAY, "--tags", "users", "--check", "--diff").must()
    assert {task.rpartition(" : ")[2] for task in said.changed["gpu01"]} >= {
        "Create their groups", "Create their accounts", "Place keys and rules", "Reload sshd",
    }  # fmt: skip
    assert hosts["gpu01"].run("getent", "passwd", "ada").returncode != 0
    assert not hosts["gpu01"].exists("/etc/sudoers.d/clustergen")


def test_people_get_in_with_their_keys(
    hosts: SshHosts, keys: dict[str, Path], proven: Callable[[str, str], None]
) -> None:
    """Who has an account, on the hosts that it is for, with the number of the plan; who has sudo becomes root, and nobody else does."""
    hosts.playbook(PLAY, "--tags", "users").must()
    for name in NAMES:
        assert (
            _login(hosts, name, "ada", keys["ada"], "id").stdout
            == "uid=2001(ada) gid=2001(ada) groups=2001(ada),3000(ops)\n"
        )
        assert _login(hosts, name, "ada", keys["ada"], "sudo", "-n", "id", "-u").stdout == "0\n"
        assert _login(hosts, name, "eve", keys["eve"], "id", "-u").stdout == "2003\n"
        assert _login(hosts, name, "eve", keys["eve"], "sudo", "-n", "true").returncode != 0
        assert _login(hosts, name, "ada", keys["eve"], "true").returncode != 0
        assert "parsed OK" in hosts[name].must("visudo", "-c")
    assert _login(hosts, "login1", "bob", keys["bob"], "id", "-u").stdout == "2002\n"
    assert _login(hosts, "gpu01", "bob", keys["bob"], "true").returncode != 0
    assert hosts.ssh("gpu01", "sudo", "-n", "true").returncode == 0, "the image's own user is shut out"
    proven("users over SSH", "accounts, logins by key, sudo, visudo -c; who leaves is refused")


def test_the_second_run_changes_nothing(hosts: SshHosts) -> None:
    """On no host."""
    assert hosts.playbook(PLAY, "--tags", "users").must().changed == {}


def test_keys_are_the_plans_alone(hosts: SshHosts, keys: dict[str, Path]) -> None:
    """A key that somebody adds to its own home does not count; one that an account of the image has there still does."""
    added = keys["other"].with_suffix(".pub").read_text(encoding="ascii")
    hosts["gpu01"].must("install", "-d", "-o", "ada", "-g", "ada", "-m", "700", "/home/ada", "/home/ada/.ssh")
    hosts["gpu01"].write("/home/ada/.ssh/authorized_keys", added, "600")
    hosts["gpu01"].must("chown", "ada:", "/home/ada/.ssh/authorized_keys")
    assert _login(hosts, "gpu01", "ada", keys["other"], "true").returncode != 0
    assert _login(hosts, "gpu01", "ada", keys["ada"], "true").returncode == 0


def test_what_drifted_is_put_right(hosts: SshHosts) -> None:
    """A membership of ours comes back, one that is not ours stays."""
    gpu = hosts["gpu01"]
    gpu.must("sh", "-c", "gpasswd --delete ada ops; gpasswd --add ada adm; usermod --shell /bin/sh eve")
    hosts.playbook(PLAY, *ONE).must()
    assert sorted(gpu.must("id", "-Gn", "ada").split()) == ["ada", "adm", "ops"]
    assert gpu.must("getent", "passwd", "eve").strip().endswith(":/bin/bash")


def test_rules_that_sudo_refuses_are_not_placed(hosts: SshHosts) -> None:
    """A single wrong line, and sudo takes no rule of any file: whom the playbooks come as could not go on."""
    file = host_file(hosts.tree, "gpu01", _SUDOERS)
    rules, before = file.read_text(encoding="utf-8"), hosts["gpu01"].read(f"/{_SUDOERS}")
    file.write_text(rules.replace("NOPASSWD:", "NOPASSWORD"), encoding="utf-8")
    said = hosts.playbook(PLAY, *ONE)
    file.write_text(rules, encoding="utf-8")
    assert "syntax error" in said.stdout
    assert said.failed.keys() == {"gpu01"}
    assert hosts["gpu01"].read(f"/{_SUDOERS}") == before
    assert hosts.playbook(PLAY, *ONE).must().changed == {}


def test_a_number_that_somebody_has_is_told(hosts: SshHosts, keys: dict[str, Path], tmp_path: Path) -> None:
    """And nothing is changed: files would keep the old number."""
    before = hosts.tree, hosts.inventory
    _again(hosts, _spec(keys, ada={"uid": 2009, "sudo": True}), tmp_path)
    said = hosts.playbook(PLAY, *ONE)
    hosts.tree, hosts.inventory = before
    assert "ada has the uid 2001 here, but the plan has 2009" in said.failed["gpu01"]
    assert hosts["gpu01"].must("id", "-u", "ada") == "2001\n"


def test_who_leaves_is_refused(hosts: SshHosts, keys: dict[str, Path], tmp_path: Path) -> None:
    """One is absent, one is no longer named: neither gets in, both keep number and files, and open sessions end."""
    login = hosts["login1"]
    login.must("install", "-d", "-o", "bob", "-m", "700", "/home/bob", "/home/bob/.ssh")
    login.write("/home/bob/.ssh/authorized_keys", keys["bob"].with_suffix(".pub").read_text("ascii"), "644")
    _stay(hosts, "login1", "bob", keys["bob"])
    _again(hosts, _spec(keys, ada=ADA, eve={"uid": 2003, "state": "absent"}), tmp_path)
    hosts.playbook(PLAY, "--tags", "users", "--check", "--limit", "login1").must()
    assert _login(hosts, "login1", "bob", keys["bob"], "true").returncode == 0, "a check has locked somebody"
    hosts.playbook(PLAY, "--tags", "users").must()
    for host, who in (("gpu01", "eve"), ("login1", "eve"), ("login1", "bob")):
        assert _login(hosts, host, who, keys[who], "true").returncode != 0
    assert login.run("pgrep", "-u", "bob", "sshd").returncode == 1
    assert login.must("stat", "-c", "%u %U", "/home/bob") == "2002 bob\n"
    # Whatever way in is left behind: the account itself has ended
    assert "expired" in login.run("su", "bob", "-c", "true").stderr
    assert hosts.playbook(PLAY, "--tags", "users").must().changed == {}


def test_who_comes_back_is_let_in(hosts: SshHosts, keys: dict[str, Path], tmp_path: Path) -> None:
    """With the number from before."""
    _again(hosts, _spec(keys, ada=ADA, eve={"uid": 2003}), tmp_path)
    hosts.playbook(PLAY, *ONE).must()
    assert _login(hosts, "gpu01", "eve", keys["eve"], "id", "-u").stdout == "2003\n"


def test_whom_the_playbooks_come_as_is_not_locked_out(hosts: SshHosts, keys: dict[str, Path], tmp_path: Path) -> None:
    """Come as one of the accounts: its end and the loss of its sudo are refused, and keys that are not the controller's go back on their own."""
    come = {"ANSIBLE_REMOTE_USER": "ada", "ANSIBLE_PRIVATE_KEY_FILE": str(keys["ada"])}
    losses: tuple[dict[str, Any], ...] = ({"state": "absent"}, {"sudo": False})
    for number, loss in enumerate(losses):
        _again(hosts, _spec(keys, ada=ADA | loss), tmp_path / str(number))
        assert "would be locked out of gpu01" in hosts.playbook(PLAY, *ONE, **come).failed["gpu01"]
        assert _login(hosts, "gpu01", "ada", keys["ada"], "sudo", "-n", "true").returncode == 0
    mine, other = (keys[name].with_suffix(".pub").read_text(encoding="ascii").strip() for name in ("ada", "other"))
    _again(hosts, _spec(keys, ada=ADA | {"keys": [other]}), tmp_path / "other")
    said = hosts.playbook(PLAY, *ONE, "-e", "users_way_back_s=10", **come)
    assert "does not accept this controller's key of ada" in said.failed["gpu01"]
    deadline = time.monotonic() + 30
    while _login(hosts, "gpu01", "ada", keys["ada"], "true").returncode != 0:
        assert time.monotonic() < deadline, "the way back was not taken"
        time.sleep(1)
    _again(hosts, _spec(keys, ada=ADA | {"keys": [mine, other]}), tmp_path / "both")
    hosts.playbook(PLAY, *ONE, **come).must()
    assert _login(hosts, "gpu01", "ada", keys["other"], "sudo", "-n", "true").returncode == 0


def test_another_s_key_is_nobody_else_s_way_back(hosts: SshHosts, keys: dict[str, Path], tmp_path: Path) -> None:
    """Only one account's keys change: the one that the playbooks come as keeps its own."""
    come = {"ANSIBLE_REMOTE_USER": "ada", "ANSIBLE_PRIVATE_KEY_FILE": str(keys["ada"])}
    mine, other = (keys[name].with_suffix(".pub").read_text(encoding="ascii").strip() for name in ("ada", "other"))
    ada = ADA | {"keys": [mine, other]}
    _again(hosts, _spec(keys, ada=ada, eve={"uid": 2003, "keys": [other]}), tmp_path / "eve")
    hosts.playbook(PLAY, *ONE, **come).must()
    assert _login(hosts, "gpu01", "ada", keys["ada"], "sudo", "-n", "true").returncode == 0
    assert _login(hosts, "gpu01", "eve", keys["other"], "true").returncode == 0
    assert hosts["gpu01"].unit("clustergen-way-back.timer")["ActiveState"] != "active"
    assert _login(hosts, "gpu01", "ada", keys["ada"], "true").returncode == 0
