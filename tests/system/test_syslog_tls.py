"""Real rsyslogd at both ends on the rendered files, with certificates that the playbooks' authority signs: over TLS logs arrive, and in no other way."""

from __future__ import annotations

import re
import shlex
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.plan.hosts.certificates import certificate_of
from generator.plan.kubernetes.audit import AUDIT_LOG
from generator.render.backends import host_system
from generator.twin.bottle import Bottle
from tests.eos_specs import eos_cluster
from tests.host_files import made_for
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.authorities import authority, ending
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from generator.plan.draft import Draft

pytestmark = pytest.mark.proof
COLLECTOR, HOST = "control2", "storage1"
MANAGEMENT = "10.192.1.10"
DROP_IN = "etc/systemd/system/rsyslog.service.d/clustergen.conf"
LISTENER, SENDER = "etc/rsyslog.d/30-clustergen.conf", "etc/rsyslog.d/40-clustergen-send.conf"
KEYS = "/etc/clustergen/tls"
CLOSED = re.compile(r"unexpected eof while reading|errno=(?:104|32)\b")
"""What a client says when rsyslogd refuses it: it sends no alert, and closes; the kernel resets a connection whose message nobody has read (ECONNRESET, EPIPE)."""
INPUTS = 'global(workDirectory="/run/{name}")\nmodule(load="imuxsock" sysSock.use="off")\ninput(type="imuxsock" socket="/run/{name}/log" createPath="on")\n'


class Site:
    """A collector and a host, each with its own address, keys and rsyslogd."""

    def __init__(self, bottle: Bottle, folder: Path, plan: Draft) -> None:
        self.bottle, self.folder, self.plan = bottle, folder, plan
        self.hosts = {host.name: host for host in plan.hosts}
        self.made = {name: dict(files) for name, files in made_for(plan, host_system.render(plan, TEMPLATES)).items()}
        self.keys = folder / "authority"
        self.authority: Any = authority(self.keys, create=True)
        for name in (COLLECTOR, HOST):
            bottle.must("ip", "address", "add", self.hosts[name].inband, "dev", "lo")
            bottle.must("mkdir", "-p", f"/run/{name}")
            self.issue(name)
        # Both are in one namespace here: what goes to the collector comes from the host
        to, source = self.hosts[COLLECTOR].inband, self.hosts[HOST].inband
        bottle.must("ip", "route", "replace", "local", to, "dev", "lo", "table", "local", "src", source)

    def issue(self, name: str, signer: Any = None) -> str:
        """Make a host's key and certificate; returns the certificate."""
        home, stated = self.folder / name, certificate_of(self.plan, self.hosts[name])
        home.mkdir(exist_ok=True)
        run("openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", home / "host.key")
        public = run("openssl", "pkey", "-in", home / "host.key", "-pubout")
        signed = (signer or self.authority).signed(public, list(stated.names), list(stated.addresses), 365)
        (home / "host.crt").write_text(signed)
        (home / "authority.crt").write_text(self.authority.bundle)
        return str(signed)

    def start(self, name: str, *files: str) -> None:
        """Start rsyslogd of a host on its files, with its keys in place of those of the machine."""
        text = INPUTS.format(name=name) + "".join(self.made[name][file] for file in files)
        text = text.replace(f"{KEYS}/syslog.key", f"{KEYS}/host.key").replace(KEYS, str(self.folder / name))
        conf = self.folder / f"{name}.conf"
        conf.write_text(text)
        checked = self.bottle.run("rsyslogd", "-N1", "-f", str(conf))
        assert (checked.returncode, "error" in checked.stderr) == (0, False), checked.stderr
        self.bottle.must("sh", "-c", f"rsyslogd -n -f {conf} -i /run/{name}/pid >/run/{name}/out 2>&1 &")
        self.until(lambda: self.bottle.run("test", "-S", f"/run/{name}/log").returncode == 0)
        if name == COLLECTOR:
            self.until(lambda: "tcp 6514" in _ports(self.bottle))

    def stop(self, name: str) -> None:
        self.bottle.must("sh", "-c", f"kill $(cat /run/{name}/pid); while test -e /run/{name}/pid; do sleep 0.1; done")

    def log(self, text: str) -> None:
        self.bottle.must("logger", "--socket", f"/run/{HOST}/log", "--tag", "kernel", text)

    def received(self, name: str = HOST) -> str:
        return self.bottle.run("cat", f"/var/log/clustergen/{self.hosts[name].inband}.log").stdout

    def until(self, holds: Callable[[], bool], seconds: int = 30) -> None:
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, [
                self.bottle.run("tail", "-40", f"/run/{name}/out").stdout for name in (COLLECTOR, HOST)
            ]
            time.sleep(0.2)

    def speak(self, *options: str) -> tuple[int, str]:
        """Send a message to the collector by TLS 1.2 with openssl's client: its exit code, and what it says. In TLS 1.3 a client learns later that it is refused."""
        address = self.hosts[COLLECTOR].inband
        message = "printf '25 <13>1 - - - - - - planted'; sleep 1"
        command = f"({message}) | openssl s_client -connect {address}:6514 -CAfile {self.folder}/{HOST}/authority.crt {' '.join(options)} 2>&1"
        done = self.bottle.run("sh", "-c", command)
        return done.returncode, done.stdout


def run(*command: object) -> str:
    return subprocess.run([str(each) for each in command], capture_output=True, text=True, check=True).stdout


@pytest.fixture
def site(tmp_path: Path, program: Callable[[str], str]) -> Iterator[Site]:
    require(program)
    for name in ("rsyslogd", "openssl", "logger"):
        program(name)
    plan = plan_data(cluster() | {"services": {"syslog": [MANAGEMENT], "tls": {}}}, tmp_path)
    with Bottle() as bottle:
        yield Site(bottle, tmp_path, plan)


def test_a_journal_arrives_over_tls_also_what_waited(site: Site, proven: Callable[[str, str], None]) -> None:
    """What a host logs before its collector answers waits, and is not lost; lines have the host's name, and the file its address."""
    site.start(HOST, SENDER)
    site.log("NVRM: Xid (PCI:0000:1b:00): 79, early")
    time.sleep(1)
    assert site.received() == ""
    site.start(COLLECTOR, LISTENER)
    site.until(lambda: "79, early" in site.received())
    site.log("late")
    site.until(lambda: "late" in site.received())
    assert site.received().count("early") >= 1  # one that was being sent may come twice
    proven("rsyslogd", "a host's logs reach the collector over TLS at both ends, with what waited while it was down")


def test_what_the_api_server_records_arrives_too(site: Site, tmp_path: Path) -> None:
    """From a folder that comes later, and from the next file after the first one is renamed, as the API server does; nothing of it is in the host's own log."""
    spec = cluster() | {"services": {"syslog": [MANAGEMENT], "tls": {}}, "scheduler": {"kubernetes": {}}}
    plan = plan_data(spec, tmp_path)
    made = made_for(plan, host_system.render(plan, TEMPLATES))
    assert [name for name, files in made.items() if "imfile" in files.get(SENDER, "")] == ["control1", "control3"]
    log, local = f"{tmp_path}/audit/api.log", f"{tmp_path}/local.log"
    text = made["control1"][SENDER].replace(AUDIT_LOG, log)
    (line,) = (each for each in made["control1"][DROP_IN].splitlines() if each.startswith("ExecStartPre="))
    before = shlex.split(line.removeprefix("ExecStartPre=-+"))
    before[-1] = (
        before[-1]
        .replace(AUDIT_LOG, log)
        .replace(str(Path(AUDIT_LOG).parent), f"{tmp_path}/audit")
        .replace("chgrp syslog", "chgrp 0")
    )
    site.made[COLLECTOR] = made[COLLECTOR]
    site.made[HOST] = {SENDER: f'{text}*.* action(type="omfile" file="{local}")\n'}
    site.start(COLLECTOR, LISTENER)
    site.start(HOST, SENDER)
    site.log("its own")
    site.until(lambda: "its own" in site.received())
    for _ in range(2):  # as systemd does on Ubuntu at each start
        site.bottle.must(*before)
    assert site.bottle.must("stat", "--format", "%a", log).strip() == "640"
    event = '{"kind":"Event","level":"Metadata","verb":"get","objectRef":{"resource":"secrets"},"n":%d}'
    write = "mkdir -p %s/audit; umask 077; echo '%s' >>%s"
    site.bottle.must("sh", "-c", write % (tmp_path, event % 1, log))
    site.until(lambda: '"n":1' in site.received())
    site.bottle.must("mv", log, f"{tmp_path}/audit/api-2026-01-01T00-00-00.000.log")
    site.bottle.must("sh", "-c", write % (tmp_path, event % 2, log))
    site.until(lambda: '"n":2' in site.received())
    (line,) = (each for each in site.received().splitlines() if '"n":1' in each)
    assert "kube-apiserver-audit" in line
    assert line.endswith(event % 1)
    longest = event.replace('"get"', f'"{"x" * 3 * 2**20}"') % 3  # as long as a request that an API server takes
    (tmp_path / "long").write_text(longest + "\n")
    site.bottle.must("sh", "-c", f"cat {tmp_path}/long >>{log}")
    site.until(lambda: '"n":3' in site.received())
    assert [line for line in site.received().splitlines() if line.endswith(longest)]
    assert "objectRef" not in (tmp_path / "local.log").read_text()


def test_who_has_no_certificate_of_the_cluster_is_refused(
    site: Site, tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """Without one, with one of another authority, of another domain, one that has ended, an early release of TLS, and plain text: nothing of it is written."""
    site.start(COLLECTOR, LISTENER)
    own = f"-cert {site.folder}/{HOST}/host.crt -key {site.folder}/{HOST}/host.key"
    good = (site.folder / HOST / "host.crt").read_text()
    site.until(lambda: site.speak("-tls1_2", own)[0] == 0)
    site.until(lambda: site.received().count("planted") == 1)
    other = authority(tmp_path / "other", create=True)
    public = run("openssl", "pkey", "-in", site.folder / HOST / "host.key", "-pubout")
    wrong = {
        "other": other.signed(public, [f"{HOST}.atlas.example.net"], [], 90),
        "domain": site.authority.signed(public, ["storage1.example.org"], [], 90),
        "ended": ending(site.keys, good, days=-1),
    }
    for name, text in wrong.items():
        (site.folder / f"{name}.crt").write_text(text)
        code, said = site.speak("-tls1_2", f"-cert {site.folder}/{name}.crt -key {site.folder}/{HOST}/host.key")
        assert (code != 0, bool(CLOSED.search(said))) == (True, True), (name, said)
    code, said = site.speak("-tls1_2")
    assert (code != 0, bool(CLOSED.search(said))) == (True, True), said
    old, said = site.speak("-tls1_1", "-cipher DEFAULT:@SECLEVEL=0", own)
    assert (old != 0, bool(CLOSED.search(said))) == (True, True), said
    plain = f"printf '<13>planted\\n' >/dev/tcp/{site.hosts[COLLECTOR].inband}/6514; sleep 0.5"
    site.bottle.run("bash", "-c", plain)
    time.sleep(1)
    assert site.received().count("planted") == 1, site.received()
    assert site.bottle.must("ls", "/var/log/clustergen").split() == [f"{site.hosts[HOST].inband}.log"]
    proven("rsyslogd", "senders without a certificate of the cluster, with an ended one, and plain text are refused")


def test_a_host_sends_to_no_collector_with_another_certificate(site: Site, tmp_path: Path) -> None:
    """One of another host of the same authority is not the collector's, and one of another authority is not believed; what waits is sent to the right one."""
    good = {name: (site.folder / COLLECTOR / name).read_text() for name in ("host.crt", "host.key")}
    site.start(HOST, SENDER)
    for impostor, reason in (("another host", "peer name not authorized"), ("another authority", "signer not found")):
        if impostor == "another host":
            for name in good:
                (site.folder / COLLECTOR / name).write_text((site.folder / HOST / name).read_text())
        else:
            site.issue(COLLECTOR, authority(tmp_path / "other", create=True))
        site.start(COLLECTOR, LISTENER)
        site.log(f"secret {impostor}")
        site.until(lambda reason=reason: reason in site.bottle.run("cat", f"/run/{HOST}/out").stdout)  # type: ignore[misc]
        assert site.received() == ""
        site.stop(COLLECTOR)
    for name, text in good.items():
        (site.folder / COLLECTOR / name).write_text(text)
    site.start(COLLECTOR, LISTENER)
    site.until(lambda: all(f"secret another {each}" in site.received() for each in ("host", "authority")), 60)


def test_plain_text_is_heard_where_switches_need_it_alone(site: Site, tmp_path: Path) -> None:
    """With SONiC the port for UDP is open; where the spec refuses plain text it is not, nor in the firewall, and no switch without TLS sends there."""
    site.start(COLLECTOR, LISTENER)
    assert _ports(site.bottle) == {"tcp 6514", "udp 514"}
    site.stop(COLLECTOR)
    plan = plan_data(eos_cluster() | {"services": {"syslog": [MANAGEMENT], "tls": {"plain_logs": False}}}, tmp_path)
    assert {flow.service.name for flow in plan.access.flows if flow.why == "logs"} == {"syslog-tls"}
    site.made = {name: dict(files) for name, files in made_for(plan, host_system.render(plan, TEMPLATES)).items()}
    site.start(COLLECTOR, LISTENER)
    assert _ports(site.bottle) == {"tcp 6514"}


def _ports(bottle: Bottle) -> set[str]:
    lines = bottle.must("ss", "-Hlntu").splitlines()
    return {f"{line.split()[0]} {line.split()[4].rpartition(':')[2]}" for line in lines}
