"""People of a directory on a host: who there is, who logs in, who becomes root, and what is left when the directory is down or is another one."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.directory import BASE, DISABLED, LOCALS, PEOPLE, PROGRAMS, READER, SERVER, DirectoryHost

pytestmark = pytest.mark.proof
WAY_OUT = "10.160.31.254"
"""The in-band address of the firewall of the site, behind which the directory is."""
PLUGINS = Path(__file__).parents[2] / "playbooks/collections/ansible_collections/clustergen/cluster/plugins"
LOCAL = "ada"
NOBODY, REFUSED = 2, 255
"""What getent and ssh end with."""
SLOW_S = 10.0
UNITS = 4


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Private keys by owner; two people are called ada, one of the host and one of the directory."""
    folder = tmp_path_factory.mktemp("keys")
    names = (*PEOPLE, f"{LOCAL}-of-directory")
    for name in names:
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", folder / name], check=True)
    return {name: folder / name for name in names}


def spec_of(keys: dict[str, Path]) -> dict[str, Any]:
    """Return a cluster with a directory, a tenant with a group of it, and an account of its own."""
    spec = cluster()
    for group in spec["hosts"].values():
        group["os"] = "debian-12"
    directory = {
        "kind": "ldap", "uris": [f"ldaps://{SERVER}"], "base": BASE, "bind_dn": READER, "ca": "vault", "ssh_keys": True,
        "user_filter": DISABLED,
        "access": {"login": ["hpc"]}, "tenants": {"blue": "blue-team"}, "sudo": ["ops"],
    }  # fmt: skip
    key = keys[LOCAL].with_suffix(".pub").read_text(encoding="ascii").strip()
    return spec | {
        "services": {"directory": directory},
        "addressing": {"way_out": WAY_OUT},
        "tenants": {"blue": {"hosts": ["gpu01"]}},
        "users": {
            "accounts": {
                LOCAL: {"uid": 2001, "sudo": True, "keys": [key]},
                "bob": {"uid": 2002, "sudo": True, "keys": [key]},
            }
        },
    }


@pytest.fixture(scope="module")
def tree(keys: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rendered tree."""
    folder = tmp_path_factory.mktemp("directory")
    write_tree(render_tree(plan_data(spec_of(keys), folder), TEMPLATES), folder / "tree")
    return folder / "tree"


@pytest.fixture(scope="module")
def host(
    tree: Path, keys: dict[str, Path], tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]
) -> Iterator[DirectoryHost]:
    """A login host beside the directory."""
    for name in PROGRAMS:
        program(name)
    with DirectoryHost(tree, "login1", tmp_path_factory.mktemp("bed"), keys).running() as bed:
        bed.wait("getent", "passwd", "carol")
        yield bed


def test_people_and_groups_are_resolved(host: DirectoryHost, proven: Callable[[str, str], None]) -> None:
    """A number that is too low is nobody's, and a name of the host's own means the host's account."""
    assert host.run("getent", "passwd", "carol").stdout == "carol:*:70001:70100:carol:/home/carol:/bin/sh\n"
    assert host.run("getent", "group", "blue-team").stdout == "blue-team:*:70102:erin\n"
    assert host.run("id", "-Gn", "carol").stdout.split() == ["people", "hpc"]
    assert host.run("getent", "passwd", "lois").returncode == NOBODY
    assert host.run("id", "-u", LOCAL).stdout == "2001\n"
    assert host.run("getent", "-s", "sss", "passwd", LOCAL).returncode == NOBODY
    proven("sssd 2.8 on slapd 2.5 (TLS)", "users and groups of a directory, by the rendered sssd.conf")


def test_members_of_access_groups_log_in(host: DirectoryHost, proven: Callable[[str, str], None]) -> None:
    """By the key that the directory has, into a home directory that the first login makes; others of the directory are refused."""
    assert host.login("carol", "pwd").stdout == "/home/carol\n"
    assert host.run("stat", "--format=%U %a", "/home/carol").stdout == "carol 700\n"
    assert host.login("erin", "true").returncode == 0, "the tenant's people log in where people do"
    assert host.login("carol", "true", key="erin").returncode == REFUSED
    assert host.login("dave", "true").returncode == REFUSED
    assert "Access denied for user dave" in host.said("sshd")
    assert host.run("getent", "passwd", "dave").returncode == 0, "he is refused although the directory has him"
    proven("sshd with pam_sss, sss_ssh_authorizedkeys", "who is in no access group of the host is refused")


def test_sudo_takes_the_password_of_the_directory(host: DirectoryHost) -> None:
    """Of members of its groups alone."""
    become = ("sudo", "-S", "id", "-u")
    assert host.login("olga", *become, stdin="word of olga\n").stdout == "0\n"
    assert host.login("olga", *become, stdin="word of carol\n").stdout == ""
    assert host.login("carol", *become, stdin="word of carol\n").stdout == ""


def test_the_directory_does_not_become_a_local_administrator(host: DirectoryHost) -> None:
    """The directory has a user with the name of one, and a key of his."""
    assert host.login(LOCAL, "id", "-u").stdout == "2001\n"
    assert host.login(LOCAL, "true", key=f"{LOCAL}-of-directory").returncode == REFUSED


def test_names_of_the_system_are_not_looked_up(host: DirectoryHost, proven: Callable[[str, str], None]) -> None:
    """The directory has a group sudo, which the distribution lets become root, users called like accounts of the host, and their keys and passwords."""
    assert host.run("getent", "-s", "sss", "group", "sudo").returncode == NOBODY
    assert "sudo" not in host.run("id", "-Gn", "carol").stdout.split()
    assert host.login("carol", "sudo", "-S", "id", "-u", stdin="word of carol\n").stdout == ""
    for name in LOCALS:
        assert host.login(name, "true").returncode == REFUSED, name
    assert host.run("getent", "-s", "sss", "passwd", "debian").returncode == NOBODY
    become = ("su", "debian", "-c", "sudo -S id -u")
    assert host.run(*become, stdin="word of debian\n").stdout == ""
    proven(
        "sssd 2.8, sshd, sudo", "a directory with names of the system's accounts and groups gives nobody their rights"
    )


def test_capitals_make_nobody_an_administrator(host: DirectoryHost, proven: Callable[[str, str], None]) -> None:
    """Erin is in the directory's group Sudo, and Bob has the name of a local administrator but for a capital: sudo compares names without case by default."""
    assert "Sudo" in host.run("id", "-Gn", "erin").stdout.split()
    assert host.login("erin", "sudo", "-S", "id", "-u", stdin="word of erin\n").stdout == ""
    assert host.login("Bob", "id", "-un").stdout == "Bob\n"
    assert host.login("Bob", "sudo", "-n", "id", "-u").stdout == ""
    proven(
        "sudo with sssd", "groups and people of the directory that differ from local ones in case do not become root"
    )


def test_keys_in_homes_of_people_are_not_accepted(host: DirectoryHost, keys: dict[str, Path]) -> None:
    """Of people of the directory, which has their keys; accounts of the site's own have theirs there."""
    key = keys["erin"].with_suffix(".pub").read_text(encoding="ascii")
    for who in ("olga", "otto"):
        assert host.login("olga", "true").returncode == 0
        place = (
            "sh",
            "-c",
            "umask 077; mkdir -p /home/$0/.ssh; cat >/home/$0/.ssh/authorized_keys; chown -R $0 /home/$0/.ssh",
        )
        assert host.run(*place, who, stdin=key).returncode == 0
    assert host.login("otto", "true", key="erin").returncode == 0
    assert host.login("olga", "true", key="erin").returncode == REFUSED


def test_a_group_of_the_directory_gets_no_key_of_a_host(host: DirectoryHost, tmp_path: Path) -> None:
    """Also not where an earlier run has made a copy for it; a group of the host itself gets one."""
    assert host.run("getent", "group", "people").returncode == 0
    (tmp_path / "old.key").write_text("of an earlier run\n", encoding="ascii")
    keys = {"own": "prometheus-of-host", "new": "people", "old": "people"}
    arguments = {"folder": str(tmp_path), "keys": keys, "_ansible_remote_tmp": str(tmp_path)}
    host.run("groupadd", "prometheus-of-host")
    done = host.run(
        sys.executable,
        str(PLUGINS / "modules/host_certificate.py"),
        stdin=json.dumps({"ANSIBLE_MODULE_ARGS": arguments}),
    )
    assert json.loads(done.stdout)["changed"] is True, done.stderr
    assert {path.name for path in tmp_path.glob("*.key")} == {"host.key", "own.key"}
    assert host.run("stat", "--format=%G %a", str(tmp_path / "own.key")).stdout == "prometheus-of-host 640\n"


def test_disabled_people_do_not_log_in(host: DirectoryHost) -> None:
    """Neither by a key, nor are they anybody on the host."""
    assert host.run("getent", "passwd", "frank").returncode == NOBODY
    assert host.login("frank", "true").returncode == REFUSED


def test_local_administrators_remain_when_the_directory_is_down(
    host: DirectoryHost, proven: Callable[[str, str], None]
) -> None:
    """They log in and become root at once; people whom the host knows from before log in by keys, and their passwords are nowhere on it."""
    host.stop_serving()
    try:
        begun = time.monotonic()
        assert host.login(LOCAL, "sudo", "-n", "id", "-u").stdout == "0\n"
        assert time.monotonic() - begun < SLOW_S
        assert host.login("olga", "id", "-u").stdout == "70004\n"
        assert host.login("olga", "sudo", "-S", "id", "-u", stdin="word of olga\n").stdout == ""
    finally:
        host.serve()
    proven("sshd, sudo with slapd dead", "local administrators log in and become root")


def test_who_leaves_the_directory_is_refused(
    tree: Path, keys: dict[str, Path], tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Without a login in between: out of the group, deleted, and a key that was removed, as soon as the host has forgotten it; here after 6 s, not 300 s."""
    program("ldapmodify")
    with DirectoryHost(tree, "login1", tmp_path, keys, kept_s=6).running() as bed:
        bed.wait("getent", "passwd", "carol")
        assert [bed.login(who, "true").returncode for who in ("carol", "erin", "olga")] == [0, 0, 0]
        key = keys["frank"].with_suffix(".pub").read_text(encoding="ascii")
        bed.change(f"dn: cn=hpc,{BASE}\nchangetype: modify\ndelete: memberUid\nmemberUid: carol\n")
        bed.change(f"dn: uid=erin,{BASE}\nchangetype: modify\nreplace: sshPublicKey\nsshPublicKey: {key}")
        bed.change(f"dn: uid=olga,{BASE}\nchangetype: delete\n")
        time.sleep(7)
        assert [bed.login(who, "true").returncode for who in ("carol", "erin", "olga")] == [REFUSED] * 3
        assert bed.login("erin", "true", key="frank").returncode == 0
    proven("sshd, sssd on slapd 2.5 (TLS)", "who was deleted, is out of the group, or has lost the key, is refused")


def test_a_server_of_another_authority_is_refused(
    tree: Path, keys: dict[str, Path], tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """The host trusts another authority than the one that signed the server's certificate."""
    program("slapd")
    with DirectoryHost(tree, "login1", tmp_path, keys).running(trusted="other") as bed:
        assert bed.run("getent", "passwd", "carol").returncode == NOBODY
        assert bed.login(LOCAL, "id", "-u").stdout == "2001\n"
    proven("sssd 2.8 on slapd 2.5 (TLS)", "a server whose certificate another authority has signed is not asked")


def test_hosts_of_a_tenant_let_in_its_people(
    tree: Path, keys: dict[str, Path], tmp_path: Path, program: Callable[[str], str]
) -> None:
    """On the tenant's own host, and nobody of the login hosts' group; on another compute host those of sudo alone."""
    program("slapd")
    can = {}
    for name in ("gpu01", "gpu02"):
        folder = tmp_path / name
        folder.mkdir()
        with DirectoryHost(tree, name, folder, keys).running() as bed:
            bed.wait("getent", "passwd", "carol")
            can[name] = [who for who in ("carol", "erin", "olga") if bed.login(who, "true").returncode == 0]
    assert can == {"gpu01": ["erin", "olga"], "gpu02": ["olga"]}


def test_home_directories_are_made_where_they_are_exported(
    tree: Path, keys: dict[str, Path], tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """For whom some host lets in: nobody else of the directory, and no account of the host."""
    program("slapd")
    script = tree / "hosts/storage1/usr/local/sbin/clustergen-homes.sh"
    with DirectoryHost(tree, "storage1", tmp_path, keys).running() as bed:
        bed.wait("getent", "passwd", "carol")
        failing = tmp_path / "failing"
        failing.mkdir()
        (failing / "mkhomedir_helper").write_text(
            '#!/bin/sh\n[ "$1" != erin ] && exec /usr/sbin/mkhomedir_helper "$@"\n'
        )
        (failing / "mkhomedir_helper").chmod(0o755)
        path = f"PATH={failing}:/usr/sbin:/usr/bin:/sbin:/bin"
        assert sorted(bed.run("env", path, "bash", str(script)).stdout.split()) == ["Bob", "carol", "olga"]
        assert bed.run("bash", str(script)).stdout.split() == ["erin"]
        assert bed.run("stat", "--format=%U %a", "/home/erin").stdout == "erin 700\n"
        assert bed.run("bash", str(script)).stdout == ""
        bed.stop_serving()
        assert bed.run("bash", str(script)).returncode == 0
        assert bed.run("bash", str(script), "mounted").stdout == ""
    proven("mkhomedir_helper, sssd", "people get a home directory on the host that exports it")


def test_units_are_ones_that_systemd_takes(tree: Path, tmp_path: Path, program: Callable[[str], str]) -> None:
    """With the programs that they start in place."""
    verify = program("systemd-analyze")
    places = [
        *(tree / "hosts/storage1/etc/systemd/system").glob("clustergen-homes.*"),
        *(tree / "slurm").glob("*.timer"),
        *(tree / "slurm").glob("*.service"),
    ]
    assert len(places) == UNITS
    for place in places:
        text = place.read_text(encoding="utf-8").replace("/etc/slurm/people.sh", "/bin/true")
        (tmp_path / place.name).write_text(
            text.replace("/usr/local/sbin/clustergen-homes.sh", "/bin/true"), encoding="utf-8"
        )
    done = subprocess.run(
        [verify, "verify", "--man=no", *tmp_path.glob("*.timer")], capture_output=True, text=True, check=False,
        env={"SYSTEMD_UNIT_PATH": f"{tmp_path}:", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
