"""The role `directory` over real SSH: a host that looks up people in a real slapd, by files and logins that the role alone has made."""

import base64
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.host_files import own_file
from tests.system.test_directory import LOCAL, spec_of
from tests.twin.debian import planned_tree
from tests.twin.directory import PASSWORD, PEOPLE, PROGRAMS, SERVER, DirectoryServer
from tests.twin.ssh_hosts import SshHosts, require

pytestmark = pytest.mark.proof
PLAY = "ansible/playbooks/hosts.yml"
HOST = "login1"
PLACE = Path("/srv/directory")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keys of people, and what the directory is started with."""
    return tmp_path_factory.mktemp("directory")


@pytest.fixture(scope="module")
def hosts(folder: Path, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """A login host on which the directory itself runs: what is judged is the role, and not a network."""
    require(program)
    for name in PROGRAMS:
        program(name)
    for name in (*PEOPLE, f"{LOCAL}-of-directory"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", folder / name], check=True)
    keys = {name: folder / name for name in (*PEOPLE, f"{LOCAL}-of-directory")}
    server = DirectoryServer(folder, keys, PLACE)
    _, tree = planned_tree(spec_of(keys), folder / "planned")
    with SshHosts(tree, (HOST,), face="bond0", user="debian") as bed:
        host = bed[HOST]
        host.must("mkdir", "-p", f"{PLACE}/entries")
        for name in ("slapd.conf", "entries.ldif", "ca.pem", "server.pem", "server.key"):
            host.write(f"{PLACE}/{name}", (folder / name).read_text(encoding="ascii"))
        host.must("sh", "-c", f"echo 127.0.0.1 {SERVER} >>/etc/hosts")
        host.must(*server.loading)
        host.must("systemd-run", "--unit=directory", *server.command)
        yield bed


def _secrets(folder: Path) -> dict[str, str]:
    certificate = base64.b64encode((folder / "ca.pem").read_bytes()).decode("ascii")
    return {"CLUSTERGEN_DIRECTORY_PASSWORD": PASSWORD, "CLUSTERGEN_DIRECTORY_CA": certificate}


def test_a_run_without_its_secrets_changes_nothing(hosts: SshHosts) -> None:
    done = hosts.playbook(PLAY, "--tags", "directory")
    assert done.returncode != 0
    assert "clustergen_directory_password" in done.stdout.lower()
    assert not hosts[HOST].exists("/etc/sssd/sssd.conf")


def test_a_prediction_on_a_fresh_host_changes_nothing(hosts: SshHosts, folder: Path) -> None:
    hosts.playbook(PLAY, "--tags", "directory", "--check", **_secrets(folder)).must()
    assert not hosts[HOST].exists("/etc/clustergen/directory-ca.pem")


def test_the_role_has_people_looked_up(hosts: SshHosts, folder: Path, proven: Callable[[str, str], None]) -> None:
    """Files with their modes, the password filled in and in no output, names and logins by the distribution's tool, SSSD running."""
    done = hosts.playbook(PLAY, "--tags", "directory", "--diff", **_secrets(folder)).must()
    assert PASSWORD not in done.stdout + done.stderr
    host = hosts[HOST]
    assert host.must("stat", "--format=%a %U", "/etc/sssd/sssd.conf") == "600 root\n"
    assert f"ldap_default_authtok = {PASSWORD}\n" in host.read("/etc/sssd/sssd.conf")
    assert host.must("systemctl", "is-active", "sssd") == "active\n"
    assert host.must("getent", "passwd", "carol") == "carol:*:70001:70100:carol:/home/carol:/bin/sh\n"
    assert host.read("/etc/pam.d/common-session").count("pam_mkhomedir.so") == 1
    assert "pam_mkhomedir.so umask=0077" in host.read("/etc/pam.d/common-session")
    assert hosts.ssh(HOST, "sudo", "-n", "true").returncode == 0, "the image's own user is shut out"
    proven("directory over SSH", "files, names, logins and SSSD by the role, people of a real slapd")


def test_the_second_run_changes_nothing(hosts: SshHosts, folder: Path) -> None:
    assert hosts.playbook(PLAY, "--tags", "directory", **_secrets(folder)).must().changed == {}


def test_a_certificate_that_is_none_is_not_placed(hosts: SshHosts, folder: Path) -> None:
    """People are still looked up after the run that has failed."""
    wrong = _secrets(folder) | {"CLUSTERGEN_DIRECTORY_CA": base64.b64encode(b"no certificate").decode("ascii")}
    assert HOST in hosts.playbook(PLAY, "--tags", "directory", **wrong).failed
    assert hosts[HOST].must("systemctl", "is-active", "sssd") == "active\n"
    assert hosts[HOST].read("/etc/clustergen/directory-ca.pem") == (folder / "ca.pem").read_text(encoding="ascii")


def test_rules_that_sudo_refuses_are_not_placed(hosts: SshHosts, folder: Path) -> None:
    rules = own_file(hosts.tree, HOST, "etc/sudoers.d/clustergen-directory")
    good = rules.read_text(encoding="utf-8")
    rules.write_text("%ops ALL=(ALL:ALL ALL\n", encoding="utf-8")
    assert HOST in hosts.playbook(PLAY, "--tags", "directory", **_secrets(folder)).failed
    assert hosts[HOST].read("/etc/sudoers.d/clustergen-directory") == good
    rules.unlink()


def test_a_rule_of_the_site_for_a_group_of_the_directory_is_reported(hosts: SshHosts, folder: Path) -> None:
    """A group that the host itself has is another one; so is what clustergen's own file has."""
    host = hosts[HOST]
    host.must("groupadd", "--force", "own-ops")
    host.write(
        "/etc/sudoers.d/site", "%own-ops ALL=(ALL) ALL\n%ops ALL=(ALL) ALL\n%blue-team ALL=(ALL) NOPASSWD: ALL\n"
    )

    def reported() -> bool:
        failed = hosts.playbook(PLAY, "--tags", "directory", **_secrets(folder)).failed
        return "name blue-team, which only the directory has" in failed.get(HOST, "").replace("\n", " ")

    assert reported()
    host.write("/etc/sudoers.d/site", "User_Alias TEAM = root, %blue-team\nTEAM ALL=(ALL) ALL\n")
    assert reported()
    # sudo ignores files with a dot or a tilde, and nobody has rights by a name that is left out
    host.write("/etc/sudoers.d/site", "root, !%blue-team ALL=(ALL) ALL\n")
    host.write("/etc/sudoers.d/site.bak", "%blue-team ALL=(ALL) ALL\n")
    assert not reported()
    host.must(
        "sh",
        "-c",
        "mkdir /etc/sudoers.more && cp /etc/sudoers.d/site.bak /etc/sudoers.more/team && echo @includedir /etc/sudoers.more >/etc/sudoers.d/site",
    )
    assert reported()
    host.must("rm", "-r", "/etc/sudoers.d/site", "/etc/sudoers.d/site.bak", "/etc/sudoers.more")
    assert hosts.playbook(PLAY, "--tags", "directory", **_secrets(folder)).must().changed == {}


def test_a_host_that_leaves_keeps_no_trust(hosts: SshHosts, folder: Path) -> None:
    """SSSD is stopped, and no key, certificate or authority is left; the role brings the directory back for the next test."""
    host = hosts[HOST]
    host.must("sh", "-c", "mkdir -p /etc/clustergen/tls && echo key >/etc/clustergen/tls/host.key")
    hosts.playbook(
        "ansible/playbooks/decommission.yml", "--limit", HOST, "-e", f"decommission_sure={HOST}", **_secrets(folder)
    ).must()
    assert host.run("systemctl", "is-active", "sssd").stdout != "active\n"
    for path in ("/etc/clustergen/tls", "/etc/clustergen/directory-ca.pem", "/etc/sssd/sssd.conf"):
        assert not host.exists(path), path
    assert "pam_sss.so" not in host.read("/etc/pam.d/common-account")
    hosts.playbook(PLAY, "--tags", "directory", **_secrets(folder)).must()
    assert host.must("systemctl", "is-active", "sssd") == "active\n"


def test_a_host_forgets_a_directory_that_the_spec_no_longer_has(hosts: SshHosts, folder: Path) -> None:
    """SSSD stops, its files go, and logins no longer ask it."""
    spec = spec_of({name: folder / name for name in (*PEOPLE, f"{LOCAL}-of-directory")})
    del spec["services"]
    _, hosts.tree = planned_tree(spec, folder / "without")
    hosts.inventory = hosts.tree / "ansible" / "inventory"
    hosts.playbook(PLAY, "--tags", "directory").must()
    host = hosts[HOST]
    assert not host.exists("/etc/sssd/sssd.conf")
    assert not host.exists("/etc/sudoers.d/clustergen-directory")
    assert host.run("systemctl", "is-active", "sssd").stdout != "active\n"
    assert "pam_sss.so" not in host.read("/etc/pam.d/common-account")
    assert "pam_mkhomedir.so" not in host.read("/etc/pam.d/common-session")
    assert hosts.ssh(HOST, "sudo", "-n", "true").returncode == 0
    assert hosts.playbook(PLAY, "--tags", "directory").must().changed == {}
