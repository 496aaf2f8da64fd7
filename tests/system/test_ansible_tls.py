"""`services.tls` over real SSH on hosts with systemd: the playbooks make the authority and the certificates; Prometheus believes no other, and exporters answer nobody else."""

from __future__ import annotations

import json
import shutil
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from generator.analysis.close import close
from generator.cli.output import write_tree
from generator.render.backends import ansible, monitoring
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.authorities import authority, ending, subjects
from tests.twin.needs import require
from tests.twin.ssh_hosts import SshHosts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from generator.plan.draft import Draft
    from tests.twin.ssh_host import SshHost
    from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof

Answer = TypeVar("Answer")
WATCHER, HOST = "control1", "gpu01"
FOLDER = "/etc/clustergen/tls"
UNITS = ("prometheus", "prometheus-alertmanager", "prometheus-blackbox-exporter", "prometheus-node-exporter")
OWN = ("--cert", f"{FOLDER}/host.crt", "--key", f"{FOLDER}/host.key")
TRUSTING = ("curl", "-sS", "--max-time", "20", "--cacert", f"{FOLDER}/authority.crt")


@dataclass(frozen=True, slots=True)
class Site:
    """A control host and a GPU host of a small cluster, and the folder of its authority on the controller."""

    plan: Draft
    hosts: SshHosts
    keys: Path

    def play(self, book: str, *arguments: str, given: bool = True) -> Play:
        folder = ("-e", f"certificates_authority={self.keys}") if given else ()
        return self.hosts.playbook(f"ansible/playbooks/{book}.yml", *folder, *arguments)

    def ask(self, expression: str) -> list[dict[str, Any]]:
        """Ask Prometheus over TLS: the labels of every series of the answer, with its value under an empty name."""
        query = ("-G", "--data-urlencode", f"query={expression}", "https://127.0.0.1:9090/api/v1/query")
        said = json.loads(self.hosts[WATCHER].must(*TRUSTING, *query))
        return [{**row["metric"], "": row["value"][1]} for row in said["data"]["result"]]

    def scraped(self, job: str, host: str) -> str:
        """Return the error of the last scrape of a host; empty where there was none."""
        said = json.loads(self.hosts[WATCHER].must(*TRUSTING, "https://127.0.0.1:9090/api/v1/targets?state=active"))
        (found,) = (
            each
            for each in said["data"]["activeTargets"]
            if (each["labels"]["job"], each["labels"]["instance"]) == (job, host)
        )
        return str(found["lastError"])


def until(ask: Callable[[], Answer], enough: Callable[[Answer], bool]) -> Answer:
    """Ask until the answer is enough, for a minute."""
    end = time.monotonic() + 60
    while not enough(found := ask()):
        assert time.monotonic() < end, found
        time.sleep(1)
    return found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[Site]:
    require(program)
    for name in ("sshd", "openssl", "promtool", "amtool", *UNITS):
        program(name)
    spec = cluster(gpu=1, storage=1) | {"monitoring": {"interval_seconds": 5}, "services": {"tls": {}}}
    plan = plan_data(spec, tmp_path_factory.mktemp("spec"))
    tree = tmp_path_factory.mktemp("tls") / "tree"
    backends = (ansible, monitoring)
    write_tree([each for backend in backends for each in backend.render(close(plan), TEMPLATES)], tree)
    with SshHosts(tree, [WATCHER, HOST]) as hosts:
        yield Site(plan, hosts, tmp_path_factory.mktemp("keys") / "authority")


def test_nothing_is_made_without_a_folder_or_within_the_tree(site: Site) -> None:
    """The fix is named; a folder of the tree, and one that others can enter, are refused."""
    for folder, why in (
        ("", "certificates_authority=FOLDER"),
        (str(site.hosts.tree / "keys"), "is in the rendered tree"),
        ("/tmp", "others can enter /tmp"),
    ):
        refused = site.play("certificates", "-e", f"certificates_authority={folder}", given=False)
        assert set(refused.failed) == {WATCHER, HOST}
        assert why in refused.failed[HOST]
    assert not site.hosts[HOST].exists(f"{FOLDER}/host.crt")
    assert not (site.hosts.tree / "keys").exists()


def test_everything_is_asked_over_tls(site: Site, proven: Callable[[str, str], None]) -> None:
    """Certificates by the real run, for the plan's names; all targets of both hosts are up; a second run changes nothing."""
    predicted = site.play("monitoring", "--check").must()
    assert not site.keys.exists()
    done = site.play("monitoring").must()
    for name in (WATCHER, HOST):
        assert set(predicted.changed[name]) <= set(done.changed[name])
    own = {"127.0.0.1:9090", "127.0.0.1:9093"}
    wanted = {WATCHER, HOST, *own}
    until(lambda: {row["instance"] for row in site.ask('up{job=~"host|prometheus|alertmanager"} == 1')}, wanted.__eq__)
    read = until(lambda: site.ask('probe_ssl_earliest_cert_expiry{job="certificate"}'), lambda rows: len(rows) == 2)
    assert {row["instance"] for row in read} == {WATCHER, HOST}
    inband = {host.name: host.inband for host in site.plan.hosts}
    stated = subjects(site.hosts[HOST].read(f"{FOLDER}/host.crt"))
    assert set(stated) == {HOST, f"{HOST}.atlas.example.net", inband[HOST]}
    for name in (WATCHER, HOST):
        modes = site.hosts[name].must(
            "stat", "-c", "%n %U:%G %a", *(f"{FOLDER}/{key}.key" for key in ("host", "prometheus"))
        )
        assert modes.split() == [
            f"{FOLDER}/host.key",
            "root:root",
            "600",
            f"{FOLDER}/prometheus.key",
            "root:prometheus",
            "640",
        ]
    keys = {site.hosts[name].read(f"{FOLDER}/host.key") for name in (WATCHER, HOST)}
    assert len(keys) == 2
    assert not any(key in done.stdout for key in keys)
    assert site.keys.stat().st_mode & 0o777 == 0o700
    assert (site.keys / "authority.key").stat().st_mode & 0o777 == 0o600
    assert not [path for path in site.hosts.tree.rglob("*") if path.suffix in {".key", ".crt"}]
    believing = ("--alertmanager.url=https://127.0.0.1:9093", "--http.config.file=/etc/prometheus/web/amtool.yml")
    site.hosts[WATCHER].must("amtool", *believing, "silence", "query", "-q")
    assert site.play("monitoring").must().changed == {}
    assert site.play("certificates").must().changed == {}
    proven("prometheus 2.42, exporters, over TLS", "two hosts, with certificates that the playbooks made")


def test_who_has_no_certificate_is_refused(site: Site, tmp_path: Path) -> None:
    """In plain text, without a certificate, with one of another authority; a host of the cluster is answered."""
    exporter = f"{site.hosts[HOST].address}:9100/metrics"
    host = site.hosts[WATCHER]
    other = authority(tmp_path / "other", create=True)
    public = host.must("openssl", "pkey", "-in", f"{FOLDER}/host.key", "-pubout")
    host.must("tee", "/root/other.crt", stdin=other.signed(public, ["control1"], ["127.0.0.1"], 90))
    assert "clustergen_host_info" in host.must(*TRUSTING, *OWN, f"https://{exporter}")
    plain = host.must(*TRUSTING, f"http://{exporter}")
    assert plain.strip() == "Client sent an HTTP request to an HTTPS server."
    for shown in ((), ("--cert", "/root/other.crt", "--key", f"{FOLDER}/host.key")):
        refused = host.run(*TRUSTING, *shown, f"https://{exporter}")
        assert (refused.stdout, refused.returncode != 0) == ("", True)
    for port in (9090, 9093, 9115):
        assert "HTTPS server" in host.must(*TRUSTING, f"http://127.0.0.1:{port}/")


def test_prometheus_believes_no_other_authority_and_a_run_repairs_it(site: Site, tmp_path: Path) -> None:
    """A host with a certificate of somebody else is down, with the reason; the next run gives it one again, and no program is restarted."""
    host, place = site.hosts[HOST], f"{FOLDER}/host.crt"
    public = host.must("openssl", "pkey", "-in", f"{FOLDER}/host.key", "-pubout")
    other = authority(tmp_path / "other", create=True)
    host.must("tee", place, stdin=other.signed(public, [HOST], [host.address], 90))
    _anew(host)
    started = host.unit("prometheus-node-exporter")["ExecMainStartTimestampMonotonic"]
    until(lambda: site.scraped("host", HOST), lambda said: "certificate signed by unknown authority" in said)
    done = site.play("certificates").must()
    assert set(done.changed) == {HOST}
    until(lambda: site.scraped("host", HOST), lambda said: not said)
    assert host.unit("prometheus-node-exporter")["ExecMainStartTimestampMonotonic"] == started


def _anew(host: SshHost) -> None:
    """End the connection that Prometheus keeps: only a new one shows the certificate again."""
    host.must("systemctl", "restart", "prometheus-node-exporter")


def test_an_ended_certificate_is_alerted_and_renewed(site: Site, proven: Callable[[str, str], None]) -> None:
    """Prometheus refuses it, and its end is read all the same; one that ends in 44 days is renewed, too, and one of 46 days is not."""
    host, place = site.hosts[HOST], f"{FOLDER}/host.crt"
    made = host.read(place)
    for days, renewed in ((46, False), (44, True), (-1, True)):
        host.must("tee", place, stdin=ending(site.keys, made, days=days))
        if days < 0:
            _anew(host)
            until(lambda: site.scraped("host", HOST), lambda said: "certificate has expired" in said)
            found = until(lambda: site.ask('ALERTS{alertname=~"Certificate.*"}'), lambda rows: len(rows) == 2)
            assert {(row["alertname"], row["instance"]) for row in found} == {
                ("CertificateNotRenewed", HOST),
                ("CertificateEnds", HOST),
            }
        assert bool(site.play("certificates", "--check").must().changed) is renewed
        assert bool(site.play("certificates").must().changed) is renewed
    until(lambda: site.scraped("host", HOST), lambda said: not said)
    proven("prometheus 2.42, exporters, over TLS", "other authorities, ended certificates and plain text are refused")


def test_the_authority_is_replaced(site: Site, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """In the three runs of docs/tls.md: all are reached after each. Alertmanager alone is restarted, where the authorities changed: it believes in others those that it has read at its start."""
    watcher, place = site.hosts[WATCHER], site.keys / "authority.crt"
    later, old = authority(tmp_path / "later", create=True).bundle, place.read_text("ascii")
    kept = {unit: _run(watcher, unit) for unit in UNITS if unit != "prometheus-alertmanager"}
    for certificates, key in ((old + later, ""), (old + later, "later"), (later, "")):
        place.write_text(certificates, "ascii")
        if key:
            shutil.copy(tmp_path / key / "authority.key", site.keys)
        believed, before = watcher.read(f"{FOLDER}/authority.crt"), _run(watcher, "prometheus-alertmanager")
        assert set(site.play("certificates").must().changed) == {WATCHER, HOST}
        assert (_run(watcher, "prometheus-alertmanager") != before) == (believed != certificates)
        _anew(site.hosts[HOST])
        until(lambda: site.scraped("host", HOST), lambda said: not said)
        until(lambda: site.ask('up{job="alertmanager"} == 1'), lambda rows: len(rows) == 1)
        assert site.play("certificates").must().changed == {}
    assert {unit: _run(watcher, unit) for unit in kept} == kept
    proven("prometheus 2.42, exporters, over TLS", "an authority that is replaced by the next one in three runs")


def _run(host: SshHost, unit: str) -> str:
    return host.unit(unit)["InvocationID"]


def test_a_host_goes_on_without_the_authority(site: Site) -> None:
    """One that configures itself has what the last run gave it."""
    assert site.play("certificates", given=False).must().changed == {}
