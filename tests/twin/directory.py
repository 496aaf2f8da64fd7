"""A directory of people and a host that asks it: real slapd over TLS, SSSD, PAM, sshd and sudo, with the files of a rendered tree as the role `directory` places them."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from generator.twin.bottle import Bottle
from tests.host_files import host_file

SERVER = "ldap1.example.net"
BASE = "dc=example,dc=net"
READER = f"cn=reader,{BASE}"
MANAGER = f"cn=manager,{BASE}"
PASSWORD = "a password of the reader's"
PROGRAMS = ("slapd", "slapadd", "sssd", "sss_ssh_authorizedkeys", "sshd", "pam-auth-update", "openssl", "sudo", "ssh")
PEOPLE = {
    "carol": 70001,
    "dave": 70002,
    "erin": 70003,
    "olga": 70004,
    "ada": 70005,
    "lois": 2900,
    "debian": 70006,
    "otto": 70007,
    "frank": 70008,
    "Bob": 70009,
}
"""Entries of the directory with their numbers: ada, debian and otto are called like accounts of the host (the plan's, the image's, the site's own), lois has a
number below those that hosts accept, frank is disabled, and Bob is called like the plan's administrator bob but for the capital."""
LOCALS = ("debian", "otto")
"""Accounts that the host has beside those of the plan."""
DISABLED = "(!(description=disabled))"
"""The filter of those who are not."""
GROUPS = {
    "people": (70100, tuple(PEOPLE)),
    "hpc": (70101, ("carol", "ada", "lois", "frank", "Bob")),
    "blue-team": (70102, ("erin",)),
    "ops": (70103, ("olga",)),
    "sudo": (70104, ("carol",)),
    "mysql": (70105, ("carol",)),
    "Sudo,ou=more": (70106, ("erin",)),
}
_PLACED = {
    "etc/sssd/sssd.conf": 0o600,
    "etc/sudoers.d/clustergen-directory": 0o440,
    "etc/sudoers.d/clustergen": 0o440,
    "etc/ssh/sshd_config.d/10-clustergen.conf": 0o644,
    "etc/ssh/sshd_config.d/20-clustergen-users.conf": 0o644,
    "etc/ssh/sshd_config.d/30-clustergen-directory.conf": 0o644,
    "etc/ssh/authorized_keys.d/ada": 0o644,
}
_PROFILE = Path(__file__).parents[2] / "playbooks/roles/directory/files/clustergen-homes"
_PORT = "2222"
_KEY = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
_PATIENCE_S = 30.0
_SLAPD = """
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/nis.schema
attributetype ( 1.3.6.1.4.1.24552.500.1.1.1.13 NAME 'sshPublicKey' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 )
objectclass ( 1.3.6.1.4.1.24552.500.1.1.2.0 NAME 'ldapPublicKey' SUP top AUXILIARY MAY ( sshPublicKey $ uid ) )
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile {folder}/slapd.pid
TLSCACertificateFile {folder}/ca.pem
TLSCertificateFile {folder}/server.pem
TLSCertificateKeyFile {folder}/server.key
database mdb
suffix {base}
rootdn {manager}
rootpw "{password}"
directory {folder}/entries
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact={reader} read by * none
"""


class DirectoryServer:
    """What slapd is started with: an authority and another one, a certificate, entries. Its files are in `folder`, and on its host in `place`."""

    def __init__(self, folder: Path, keys: dict[str, Path], place: Path | None = None) -> None:
        """Make all of them."""
        self._folder, self._keys, self._place = folder, keys, place or folder
        self._authority("ca")
        self._authority("other")
        self._certificate()
        self._entries()

    @property
    def command(self) -> tuple[str, ...]:
        """The command that serves."""
        return ("slapd", "-d", "0", "-h", f"ldaps://{SERVER}:636/", "-f", f"{self._place}/slapd.conf")

    @property
    def loading(self) -> tuple[str, ...]:
        """The command that loads the entries before."""
        return ("slapadd", "-f", f"{self._place}/slapd.conf", "-l", f"{self._place}/entries.ldif")

    def _authority(self, name: str) -> None:
        key, cert = self._folder / f"{name}.key", self._folder / f"{name}.pem"
        self._openssl("req", "-x509", *_KEY, "-subj", f"/CN={name}", "-keyout", key, "-out", cert)

    def _certificate(self) -> None:
        request, names = self._folder / "server.csr", self._folder / "names"
        names.write_text(f"subjectAltName=DNS:{SERVER}\n", encoding="ascii")
        key = self._folder / "server.key"
        self._openssl("req", "-new", *_KEY[:-2], "-subj", f"/CN={SERVER}", "-keyout", key, "-out", request)
        signer = ("-CA", self._folder / "ca.pem", "-CAkey", self._folder / "ca.key", "-CAcreateserial")
        self._openssl(
            "x509",
            "-req",
            "-in",
            request,
            *signer,
            "-days",
            "2",
            "-extfile",
            names,
            "-out",
            self._folder / "server.pem",
        )

    def _openssl(self, *words: str | Path) -> None:
        subprocess.run(["openssl", *words], check=True, capture_output=True)

    def _entries(self) -> None:
        (self._folder / "entries").mkdir(exist_ok=True)
        (self._folder / "slapd.conf").write_text(
            _SLAPD.format(folder=self._place, base=BASE, reader=READER, manager=MANAGER, password=PASSWORD),
            encoding="ascii",
        )
        head = f"dn: {BASE}\nobjectClass: domain\ndc: example\n"
        reader = f"dn: {READER}\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: reader\nuserPassword: {PASSWORD}\n"
        more = f"dn: ou=more,{BASE}\nobjectClass: organizationalUnit\nou: more\n"
        text = "\n".join([head, reader, more, *self._people(), *_groups()])
        (self._folder / "entries.ldif").write_text(text, encoding="ascii")

    def _people(self) -> Iterator[str]:
        for name, number in PEOPLE.items():
            key = (
                self._keys[f"{name}-of-directory" if name == "ada" else name]
                .with_suffix(".pub")
                .read_text(encoding="ascii")
            )
            disabled = "description: disabled\n" if name == "frank" else ""
            yield (
                f"dn: uid={name},{BASE}\nobjectClass: account\nobjectClass: posixAccount\nobjectClass: ldapPublicKey\n"
                f"uid: {name}\ncn: {name}\nuidNumber: {number}\ngidNumber: {GROUPS['people'][0]}\nhomeDirectory: /nowhere\n"
                f"loginShell: /bin/sh\nuserPassword: word of {name}\n{disabled}sshPublicKey: {key}"
            )


class DirectoryHost:
    """A host in namespaces of its own, with the directory's server beside it."""

    def __init__(self, tree: Path, name: str, folder: Path, keys: dict[str, Path], kept_s: int = 300) -> None:
        """Make the authority and the entries; the host starts with the context, and keeps entries for so many seconds."""
        self._kept_s = kept_s
        self._tree, self._name, self._folder, self._keys = tree, name, folder, keys
        self._server = DirectoryServer(folder, keys)
        self._bottle = Bottle()

    @contextmanager
    def running(self, trusted: str = "ca") -> Iterator["DirectoryHost"]:
        """Start both; the host trusts the authority of this name."""
        with self._bottle:
            self._settle(trusted)
            self.serve()
            self._begin("sssd", "sssd", "-i", "--logger=stderr")
            self._begin("sshd", "/usr/sbin/sshd", "-D", "-e", "-p", _PORT, "-f", "/etc/ssh/sshd_config")
            self.wait("test", "-S", "/var/lib/sss/pipes/nss")
            yield self

    def run(self, *command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command on the host."""
        return self._bottle.run(*command, stdin=stdin)

    def wait(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command until it succeeds."""
        deadline = time.monotonic() + _PATIENCE_S
        while (done := self.run(*command)).returncode != 0:
            assert time.monotonic() < deadline, f"{command} fails: {done.stderr}"
            time.sleep(0.2)
        return done

    def login(self, who: str, *command: str, key: str = "", stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Log in by SSH with the key of somebody, by default one's own."""
        plain = (
            "-F",
            "none",
            "-o",
            "BatchMode=yes",
            "-o",
            "StrictHostKeyChecking=no",
            "-o",
            "UserKnownHostsFile=/dev/null",
        )
        own = ("-o", "IdentitiesOnly=yes", "-o", "ConnectTimeout=10", "-i", str(self._keys[key or who]))
        return self.run("ssh", *plain, *own, "-p", _PORT, f"{who}@127.0.0.1", *command, stdin=stdin)

    def change(self, ldif: str) -> None:
        """Change the entries of the directory while it serves."""
        trusting = (
            "env",
            "LDAPTLS_CACERT=/etc/clustergen/directory-ca.pem",
            "ldapmodify",
            "-x",
            "-H",
            f"ldaps://{SERVER}",
        )
        done = self.run(*trusting, "-D", MANAGER, "-w", PASSWORD, stdin=ldif)
        assert done.returncode == 0, done.stderr

    def serve(self) -> None:
        """Start the directory's server."""
        self._begin("slapd", *self._server.command)

    def stop_serving(self) -> None:
        """Kill the directory's server."""
        self._bottle.must("pkill", "-KILL", "slapd")

    def said(self, daemon: str) -> str:
        """Return what a daemon has written."""
        return (self._folder / f"{daemon}.log").read_text(encoding="utf-8", errors="replace")

    def _begin(self, name: str, *command: str) -> None:
        """Start a daemon, which ends with the bottle."""
        self._bottle.must(
            "sh",
            "-c",
            'log=$1; shift; exec setsid "$@" >"$log" 2>&1 </dev/null &',
            "begin",
            f"{self._folder}/{name}.log",
            *command,
        )

    def _settle(self, trusted: str) -> None:
        """Set the host up: its own folders, its files, logins with the directory, and the account that the role `users` makes."""
        etc = self._folder / "etc"
        shutil.copytree("/etc", etc, symlinks=True)
        shutil.rmtree(etc / "ssh/sshd_config.d", ignore_errors=True)
        shutil.copy("/usr/share/openssh/sshd_config", etc / "ssh/sshd_config")
        for path, mode in _PLACED.items():
            place = etc / path.removeprefix("etc/")
            place.parent.mkdir(parents=True, exist_ok=True)
            text = host_file(self._tree, self._name, path).read_text(encoding="utf-8")
            text = text.replace("{{clustergen_directory_password}}", PASSWORD)
            text = text.replace("entry_cache_user_timeout = 300\n", f"entry_cache_user_timeout = {self._kept_s}\n")
            place.write_text(text, encoding="utf-8")
            place.chmod(mode)
        (etc / "clustergen").mkdir(exist_ok=True)
        shutil.copy(self._folder / f"{trusted}.pem", etc / "clustergen/directory-ca.pem")
        (etc / "hosts").write_text(f"127.0.0.1 localhost {SERVER}\n", encoding="ascii")
        state = self._folder / "sss"
        shutil.copytree(
            "/var/lib/sss", state, ignore=shutil.ignore_patterns("*.ldb", "passwd", "group", "initgroups", "sid")
        )
        inside = self._bottle.must
        inside("mount", "--bind", str(etc), "/etc")
        inside("mount", "--bind", str(state), "/var/lib/sss")
        inside("mount", "-t", "tmpfs", "-o", "mode=755", "home", "/home")
        profiles = self._folder / "pam-configs"
        shutil.copytree("/usr/share/pam-configs", profiles)
        shutil.copy(_PROFILE, profiles)
        inside("mount", "--bind", str(profiles), "/usr/share/pam-configs")
        inside("mkdir", "-p", "/var/log/sssd", "/run/sshd", "/etc/ssh/authorized_keys.d")
        inside("ssh-keygen", "-A")
        inside(
            "sh",
            "-c",
            "DEBIAN_FRONTEND=noninteractive exec pam-auth-update --enable sss clustergen-homes --disable mkhomedir",
        )
        inside("useradd", "--uid", "2001", "--create-home", "--shell", "/bin/sh", "--password", "*", "ada")
        inside("useradd", "--uid", "2002", "--create-home", "--shell", "/bin/sh", "--password", "*", "bob")
        for name in LOCALS:
            inside("useradd", "--create-home", "--groups", "sudo", "--shell", "/bin/sh", "--password", "*", name)
        inside(*self._server.loading)


def _groups() -> Iterator[str]:
    for name, (number, members) in GROUPS.items():
        listed = "".join(f"memberUid: {each}\n" for each in members)
        yield f"dn: cn={name},{BASE}\nobjectClass: posixGroup\ncn: {name.partition(',')[0]}\ngidNumber: {number}\n{listed}"
