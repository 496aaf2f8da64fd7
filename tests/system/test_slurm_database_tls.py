"""slurmdbd and its database over TLS: real slurmdbd with a server elsewhere, and real MariaDB with our file; another authority and plain text are refused."""

from __future__ import annotations

import functools
import re
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.plan.hosts.certificates import AUTHORITY, CERTIFICATE, DATABASE_AUTHORITY, key_of
from generator.twin.bottle import Bottle
from tests.system.test_slurm_cluster import PROGRAMS, rendered, spec_of
from tests.twin.authorities import authority
from tests.twin.slurm import PASSWORD, SlurmCluster

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.specs import Spec

pytestmark = pytest.mark.proof

SERVER, ADDRESS = "db.example.net", "10.200.0.9"
ROLE = Path(__file__).parents[2] / "playbooks/roles/slurm"
FOLDER = CERTIFICATE.rpartition("/")[0]
TLS: dict[str, Any] = {"tls": {}}


_TLS = f"mkdir -p $root{FOLDER}; mount --bind $home/tls $root{FOLDER}\n"
"""What is done on a host before its daemon: its certificates are where the role places them."""


@contextmanager
def running(spec: Spec, home: Path) -> Iterator[tuple[Bottle, SlurmCluster]]:
    """Put the rendered files on a cluster that has the server on its network; nothing runs yet."""
    _, files = rendered(spec, home)
    with Bottle() as bottle:
        cluster = SlurmCluster(bottle, home, files, None, (), {SERVER: ADDRESS})
        (home / "tls").mkdir()
        (home / "hosts.d/control1").mkdir(parents=True, exist_ok=True)
        (home / "hosts.d/control1/setup").write_text(_TLS)
        try:
            yield bottle, cluster
        finally:
            bottle.close()
            cluster.reap()


def certified(folder: Path) -> str:
    """Make an authority in a folder, and a key with its certificate for the server; return the certificates of the authority."""
    made = authority(folder, create=True)
    command = ("openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
    key = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    public = subprocess.run(
        ("openssl", "pkey", "-pubout"), check=True, capture_output=True, text=True, input=key
    ).stdout
    (folder / "server.key").write_text(key)
    (folder / "server.crt").write_text(made.signed(public, [SERVER], [ADDRESS], 90))
    return str(made.bundle)


@contextmanager
def serving(bottle: Bottle, cluster: SlurmCluster, folder: Path, *options: str) -> Iterator[tuple[str, ...]]:
    """Run MariaDB on the server's network; yields the command of its administrator."""
    data = folder / "data"
    network = ("nsenter", f"--net=/run/netns/{SERVER}")
    cluster.on(SERVER, "true")  # which wires it
    bottle.must(
        "mariadb-install-db",
        "--no-defaults",
        "--user=root",
        f"--datadir={data}",
        "--auth-root-authentication-method=normal",
        "--skip-test-db",
    )
    socket = f"--socket={folder}/socket"
    started = bottle.start(
        *network,
        "mariadbd",
        *options,
        "--user=root",
        f"--datadir={data}",
        socket,
        "--innodb-buffer-pool-size=64M",
        f"--log-error={folder}/log",
    )
    ask = (*network, "mariadb", "--no-defaults", socket)
    end = time.monotonic() + 60
    while bottle.run(*ask, "-e", "select 1").returncode:
        assert time.monotonic() < end, (folder / "log").read_text()
        time.sleep(0.3)
    yield ask
    bottle.must(*ask, "-e", "shutdown")
    started.communicate()


def test_slurmdbd_believes_the_authority_of_its_database_alone(
    program: Callable[[str], str], tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """With another authority it does not come up, with the right one it does, encrypted; the account admits nothing else."""
    for name in (*PROGRAMS, "openssl"):
        program(name)
    spec = spec_of("roce-16", database=SERVER, accounting=True) | {"services": TLS}
    keys = tmp_path / "keys"
    keys.mkdir()
    right, wrong = (certified(keys / name) for name in ("right", "wrong"))
    home = tmp_path / "home"
    home.mkdir()
    mine, place = keys / "right", home / "tls" / DATABASE_AUTHORITY.rpartition("/")[2]
    own = (
        f"--ssl-cert={mine}/server.crt",
        f"--ssl-key={mine}/server.key",
        f"--ssl-ca={mine}/authority.crt",
        "--require-secure-transport=ON",
    )
    account = f"create database slurm_acct_db; create user slurm@'%' identified by '{PASSWORD}' require ssl; grant all on slurm_acct_db.* to slurm@'%'"
    with running(spec, home) as (bottle, cluster), serving(bottle, cluster, mine, "--no-defaults", *own) as ask:
        bottle.must(*ask, "-e", account)
        place.write_text(wrong)
        assert "verify error" in encrypted(cluster)
        cluster.start("control1", "slurmdbd", "-D")
        refused(cluster)
        cluster.kill("control1", "slurmdbd")
        place.write_text(right)
        assert encrypted(cluster) == ""
        cluster.start("control1", "slurmdbd", "-D")
        cluster.wait("slurmdbd", "control1", "sacctmgr", "-nP", "show", "qos", until="normal")
        said = bottle.must(*ask, "-N", "-e", "select user from information_schema.processlist where user = 'slurm'")
        cluster.kill("control1", "slurmdbd")
    assert "slurm" in said
    proven("slurmdbd 22.05 on MariaDB 10.11", "over TLS; the certificate of another authority is refused")


def encrypted(cluster: SlurmCluster) -> str:
    """Ask as the role does before it starts slurmdbd; return why the database is refused, or nothing."""
    tasks = yaml.safe_load((ROLE / "tasks/database_authority.yml").read_text("utf-8"))
    (argv,) = (each["ansible.builtin.command"]["argv"] for each in tasks if "ansible.builtin.command" in each)
    values = {"{{ slurm_database_server }}": SERVER, "{{ cluster_tls.database_authority }}": DATABASE_AUTHORITY}
    command = [functools.reduce(lambda text, key: text.replace(key, values[key]), values, word) for word in argv]
    done = cluster.try_on("control1", *command)
    return done.stderr if done.returncode else ""


def test_a_database_without_tls_is_refused_before_slurmdbd_runs(program: Callable[[str], str], tmp_path: Path) -> None:
    """slurmdbd would log in to it in plain text."""
    for name in (*PROGRAMS, "openssl"):
        program(name)
    (tmp_path / "keys").mkdir()
    own = certified(tmp_path / "keys/own")
    home = tmp_path / "home"
    home.mkdir()
    spec = spec_of("roce-16", database=SERVER, accounting=True) | {"services": TLS}
    plain = "--no-defaults"
    with running(spec, home) as (bottle, cluster), serving(bottle, cluster, tmp_path / "keys/own", plain) as ask:
        bottle.must(*ask, "-e", f"create user slurm@'%' identified by '{PASSWORD}'")
        (home / "tls" / DATABASE_AUTHORITY.rpartition("/")[2]).write_text(own)
        why = encrypted(cluster)
    assert "does not support SSL" in why


def refused(cluster: SlurmCluster) -> None:
    """Wait until slurmdbd has said why it has no database."""
    end = time.monotonic() + 60
    while not re.search("certificate", cluster.log("control1", "slurmdbd")):
        assert time.monotonic() < end, cluster.log("control1", "slurmdbd")
        time.sleep(0.5)


def test_our_server_is_reached_by_tcp_over_tls_alone(
    program: Callable[[str], str], tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """With the rendered file, whose paths lead to certificates of this test: by its socket, over TLS, and not in plain text."""
    for name in (*PROGRAMS, "openssl"):
        program(name)
    keys = tmp_path / "keys"
    keys.mkdir()
    certified(keys / "own")
    home = tmp_path / "home"
    home.mkdir()
    with running(spec_of("roce-16", accounting=True) | {"services": TLS}, home) as (bottle, cluster):
        text = (cluster.home / "slurm/mariadb.cnf").read_text()
        for path, name in {
            AUTHORITY: "authority.crt",
            CERTIFICATE: "server.crt",
            key_of("mysql"): "server.key",
        }.items():
            assert path in text
            text = text.replace(path, f"{keys}/own/{name}")
        (tmp_path / "mariadb.cnf").write_text(text)
        rendered_file = f"--defaults-file={tmp_path}/mariadb.cnf"
        with serving(bottle, cluster, keys / "own", rendered_file) as ask:
            bottle.must(*ask, "-e", f"create user slurm@'%' identified by '{PASSWORD}'")
            tcp = (*ask[:-1], "-h", "127.0.0.1", "-u", "slurm", f"-p{PASSWORD}", "-e", "show status like 'Ssl_cipher'")
            over = bottle.must(*tcp, f"--ssl-ca={keys}/own/authority.crt")
            plain = bottle.run(*tcp, "--skip-ssl")
    assert "TLS_" in over
    assert plain.returncode
    assert "insecure transport" in plain.stderr or "Access denied" in plain.stderr
    proven("MariaDB 10.11", "by TCP over TLS alone")
