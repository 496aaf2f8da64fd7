"""`services.tls`: certificates name their own host alone, both ends have the same paths, and nothing changes without the key."""

import copy
import re
from pathlib import Path
from typing import Any

import yaml

from generator.analysis.close import close
from generator.plan.draft import Draft
from generator.plan.hosts.certificates import AUTHORITY, CERTIFICATE, certificate_of, key_of
from generator.plan.monitoring.jobs import jobs_of
from generator.render.backends import monitoring
from tests.conftest import tree_of
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

TLS: dict[str, Any] = {"services": {"tls": {}}}


def files(plan: Draft) -> dict[str, str]:
    return {each.path.removeprefix("monitoring/"): each.content for each in monitoring.render(close(plan), TEMPLATES)}


def test_a_certificate_is_for_its_own_host_alone(tmp_path: Path) -> None:
    """No name and no address is in two certificates, but for what every control host is to itself."""
    plan = plan_data(cluster() | TLS, tmp_path)
    found = {host.name: certificate_of(plan, host) for host in plan.hosts}
    local = {"localhost", "127.0.0.1"}
    everything = [each for one in found.values() for each in {*one.names, *one.addresses} - local]
    assert len(everything) == len(set(everything))
    hosts = {host.name: host for host in plan.hosts}
    for name, each in found.items():
        assert {name, f"{name}.atlas.example.net"} <= set(each.names)
        assert hosts[name].inband in each.addresses
        assert (local <= {*each.names, *each.addresses}) is (hosts[name].role == "control")


def test_the_collector_of_switches_is_asked_as_it_answers(tmp_path: Path) -> None:
    """It listens on its own host alone, and its file has no certificate for Prometheus: both keys at once leave that job plain, and no other."""
    spec = cluster() | {"services": {"tls": {}, "telemetry": "gnmic"}}
    made = files(plan_data(spec, tmp_path))
    config = yaml.safe_load(made["prometheus/prometheus.yml"])
    plain = [each["job_name"] for each in config["scrape_configs"] if each.get("scheme") != "https"]
    assert plain == ["switch-telemetry"]
    output = yaml.safe_load(made["gnmic/gnmic.yml"])["outputs"]["prometheus"]
    assert "tls" not in output
    assert output["listen"].startswith("127.0.0.1:")


def test_growth_renews_no_certificate(tmp_path: Path) -> None:
    small, large = (plan_data(cluster(gpu=gpu, most=32) | TLS, tmp_path) for gpu in (2, 20))
    after = {host.name: certificate_of(large, host) for host in large.hosts}
    assert {host.name: certificate_of(small, host) for host in small.hosts}.items() <= after.items()


def test_who_asks_and_who_answers_have_the_same_files(tmp_path: Path) -> None:
    """Every job that is asked over TLS shows what exporters ask for; every address that is asked is in the certificate of its host."""
    plan = plan_data(cluster() | TLS, tmp_path)
    made = files(plan)
    config = yaml.safe_load(made["prometheus/prometheus.yml"])
    asked = {"ca_file": AUTHORITY, "cert_file": CERTIFICATE, "key_file": key_of("prometheus")}
    for each in (*config["scrape_configs"], *config["alerting"]["alertmanagers"]):
        assert (each["scheme"], each["tls_config"]) == ("https", asked)
    shown = yaml.safe_load(made["web/exporters.yml"])["tls_server_config"]
    assert (shown["client_ca_file"], shown["client_auth_type"]) == (AUTHORITY, "RequireAndVerifyClientCert")
    hosts = {host.name: host for host in plan.hosts}
    (job,) = (job for job in jobs_of(plan) if job.name == "host")
    for target in job.targets:
        address = target.address.rpartition(":")[0]
        assert address in certificate_of(plan, hosts[target.labels["instance"]]).addresses
    backed = tree_of(plan_data(cluster() | TLS | {"backups": {"repository": "/home/backups/atlas"}}, tmp_path))
    (reached,) = re.findall(r"amtool (\S+ \S+) silence", backed["backups/clustergen-backup.sh"])
    assert reached == "--alertmanager.url=https://127.0.0.1:9093 --http.config.file=/etc/prometheus/web/amtool.yml"
    assert yaml.safe_load(made["web/amtool.yml"]) == {"tls_config": {"ca_file": AUTHORITY}}
    for program in ("prometheus", "prometheus-blackbox-exporter", "prometheus-node-exporter"):
        assert "--web.config.file=/etc/prometheus/web/" in made[f"options/{program}"]


def test_what_has_no_certificate_is_asked_in_plain_text(tmp_path: Path) -> None:
    """The exporter of the GPU Operator: its target alone says so."""
    spec = cluster() | TLS | {"scheduler": {"kubernetes": {"gpu_driver": "operator"}}}
    targets = yaml.safe_load(files(plan_data(spec, tmp_path))["prometheus/targets/gpu.json"])
    assert targets
    assert {each["labels"]["__scheme__"] for each in targets} == {"http"}


def test_without_the_key_no_file_is_another_one(tmp_path: Path) -> None:
    """The tree, `plan.json` included, has no trace of it; with it, none of its files has a key."""
    spec: dict[str, Any] = cluster()
    plain, tls = (tree_of(plan_data(copy.deepcopy(each), tmp_path)) for each in (spec, spec | TLS))
    ours = {
        path: text
        for path, text in plain.items()
        if not path.startswith("ansible/playbooks") and not path.startswith("ansible/roles")
    }
    assert not [
        path for path, text in ours.items() if "clustergen/tls" in text or ('"tls"' in text and path == "plan.json")
    ]
    assert not [
        path
        for path in plain
        if path.startswith("monitoring/web") or (path.endswith("certificates.yml") and path.startswith("monitoring"))
    ]
    assert "PRIVATE KEY" not in "".join(tls.values())
