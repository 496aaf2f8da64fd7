"""Whom monitoring asks, and what it expects: what the matrix of access allows, and the numbers of the plan."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.analysis.close import close
from generator.catalog.alerts import LOSSLESS, alert_subjects, read_alerts
from generator.catalog.exporter import read_exporter
from generator.catalog.facts import fact_names
from generator.plan.access.records import Flow
from generator.plan.draft import Draft
from generator.plan.hosts.missing import missing
from generator.plan.monitoring.alerting import alertmanagers, peers_of, receivers_of
from generator.plan.monitoring.device_boards import either
from generator.plan.monitoring.expected import expected_hosts
from generator.plan.monitoring.jobs import EXPORTERS, jobs_of, monitoring_hosts
from generator.plan.monitoring.options import UNITS
from generator.plan.monitoring.records import Job
from generator.plan.monitoring.watch import watch_of
from generator.plan.secrets import collected, used
from generator.spec.load import DocumentError
from tests.conftest import ROOT
from tests.specs import Spec, cluster, plan_data


def _jobs(plan: Draft) -> dict[str, Job]:
    return {job.name: job for job in jobs_of(plan)}


def _names(job: Job) -> list[str]:
    return [target.labels["instance"] for target in job.targets]


def test_every_job_has_an_exporter_with_facts() -> None:
    parts = {name for name in fact_names("exporters") if read_exporter(name).part_of}
    assert set(EXPORTERS.values()) | parts == set(fact_names("exporters"))
    assert not set(EXPORTERS.values()) & parts
    for name in fact_names("exporters"):
        facts = read_exporter(name)
        assert facts.exporter == name
        assert {metric.source for metric in facts.metrics.values()} <= set(facts.sources)


def test_targets_are_the_plans_addresses_with_the_place_of_each(tmp_path: Path) -> None:
    plan = plan_data(cluster() | {"tenants": {"blue": {"hosts": ["gpu01"]}}}, tmp_path)
    jobs = _jobs(plan)
    hosts = {host.name: host for host in plan.hosts}
    assert {target.address for target in jobs["host"].targets} == {f"{host.inband}:9100" for host in plan.hosts}
    assert [target.address for target in jobs["gpu"].targets] == [
        f"{hosts[name].inband}:9400" for name in ("gpu01", "gpu02")
    ]
    assert {target.address for target in jobs["switch"].targets} == {switch.management for switch in plan.switches}
    assert {target.address for target in jobs["bmc"].targets} == {host.bmc for host in plan.hosts}
    first = next(target for target in jobs["host"].targets if target.labels["instance"] == "gpu01")
    rack = hosts["gpu01"].rack
    assert first.labels == {
        "instance": "gpu01", "group": "gpu", "role": "compute", "rack": rack, "su": "1", "tenant": "blue",
    }  # fmt: skip


def test_nobody_is_asked_whom_the_matrix_keeps_from_answering(tmp_path: Path) -> None:
    """Every target is one that a flow allows: taken away, the target goes, too."""
    plan = plan_data(cluster(), tmp_path)
    flows = [f for f in plan.access.flows if not (f.service.name == "metrics" and f.to == "inband/login")]
    flows = [f for f in flows if not (f.service.name == "icmp" and f.to == "bmc")]
    assert len(flows) == len(plan.access.flows) - 2
    jobs = _jobs(_with(plan, flows))
    assert "login1" not in _names(jobs["host"])
    assert "login1" in _names(_jobs(plan)["host"])
    assert jobs["bmc"].targets == ()
    assert jobs["switch"].targets == _jobs(plan)["switch"].targets


def _with(plan: Draft, flows: list[Flow]) -> Draft:
    return replace(plan, access=replace(plan.access, flows=tuple(flows)))


def test_states_decide_who_is_asked(tmp_path: Path) -> None:
    """What is planned does not answer yet; what is in maintenance says so, and Alertmanager tells nobody of it."""
    spec = cluster(gpu=3) | {"states": {"planned": ["gpu03"], "maintenance": ["gpu02", "compute-leaf1"]}}
    jobs = _jobs(plan_data(spec, tmp_path))
    assert [name for name in _names(jobs["host"]) if name.startswith("gpu")] == ["gpu01", "gpu02"]
    labels = {target.labels["instance"]: target.labels for job in ("host", "switch") for target in jobs[job].targets}
    assert [name for name, each in labels.items() if each.get("state")] == ["gpu02", "compute-leaf1"]
    assert labels["gpu02"]["state"] == "maintenance"


def test_a_host_expects_its_links_gpus_and_speeds(tmp_path: Path) -> None:
    plan = plan_data(cluster(), tmp_path)
    found = {each.host: each for each in expected_hosts(plan)}
    assert set(found) == {host.name for host in plan.hosts}
    gpu = found["gpu01"]
    links = [link for link in plan.links_of["gpu01"] if link.a.interface != "bmc"]
    assert gpu.gpus == 8
    assert gpu.infiniband == ()
    assert {(each.device, each.cable, each.leaf, each.leaf_port, each.speed_bytes) for each in gpu.ethernet} == {
        (link.a.interface, link.cable, link.b.device, link.b.interface, link.speed_gbps * 125e6) for link in links
    }
    assert {each.device: each.rail for each in gpu.ethernet if each.rail} == {f"rail{n}": str(n) for n in range(8)}
    assert {each.device: each.mtu_bytes for each in found["control1"].ethernet}["mgmt0"] == 1500


def test_infiniband_ports_are_known_by_their_rdma_devices(tmp_path: Path) -> None:
    spec = cluster()
    spec["fabrics"]["compute"] = {"technology": "infiniband", "manager": "opensm", "leaf": {"model": "qm9700"}}
    spec["hosts"]["sm"] = {"model": "manager-1u", "count": 1}
    gpu = next(each for each in expected_hosts(plan_data(spec, tmp_path)) if each.host == "gpu01")
    assert [each.device for each in gpu.infiniband][:2] == ["mlx5_0", "mlx5_3"]
    assert {each.speed_bytes for each in gpu.infiniband} == {50_000_000_000}
    assert not any(each.device.startswith("rail") for each in gpu.ethernet)


def test_no_rule_asks_for_infiniband_ports_that_no_host_can_report(tmp_path: Path) -> None:
    """No document names the RDMA devices of a DGX B300, so `check` would find no job that measures them."""
    spec = cluster()
    spec["hosts"]["gpu"]["model"] = "dgx-b300"
    spec["fabrics"]["compute"] = {"technology": "infiniband", "manager": "opensm", "leaf": {"model": "q3400"}}
    plan = plan_data(spec, tmp_path)
    watch = watch_of(plan)
    assert watch is not None
    assert "infiniband" not in {group.group for group in watch.groups}
    assert "infiniband" not in either(plan, "", "{ports}")
    assert [each for each in missing(plan) if each.startswith("InfiniBand ports of dgx-b300 (hosts.gpu)")]


@pytest.mark.parametrize(
    ("scheduler", "monitoring", "watched"),
    [
        ({"slurm": {}}, {}, True),
        ({"kubernetes": {}}, {}, True),
        ({"kubernetes": {"gpu_driver": "operator"}}, {}, True),
        ({"slurm": {}, "kubernetes": {"gpu_driver": "operator", "hosts": ["gpu02"]}}, {}, True),
        ({"slurm": {}}, {"gpu_exporter": False}, False),
    ],
)
def test_gpus_are_watched_whoever_has_their_driver(
    tmp_path: Path, scheduler: Spec, monitoring: Spec, watched: bool
) -> None:
    jobs = _jobs(plan_data(cluster() | {"scheduler": scheduler, "monitoring": monitoring}, tmp_path))
    assert ("gpu01" in (_names(jobs["gpu"]) if "gpu" in jobs else [])) is watched


@pytest.mark.parametrize(("watched", "found"), [(True, {"RailUnused", "RailSlow"}), (False, {"RailSlow"})])
def test_a_rule_is_left_out_without_what_it_needs(watched: bool, found: set[str], tmp_path: Path) -> None:
    """A job on some GPUs of a host uses some of its rails: without the GPUs nothing distinguishes it from a fault."""
    watch = watch_of(plan_data(cluster() | {"monitoring": {"gpu_exporter": watched}}, tmp_path))
    assert watch is not None
    assert {rule.alert for group in watch.groups if group.group == "rails" for rule in group.rules} == found


def test_what_a_rule_needs_is_a_subject() -> None:
    needed = {need for subject in alert_subjects() for rule in read_alerts(subject).rules for need in rule.needs}
    assert needed
    assert needed <= {*alert_subjects(), LOSSLESS, *read_exporter("gnmic").metrics}


def test_amd_gpus_are_not_said_to_be_watched(tmp_path: Path) -> None:
    spec = cluster()
    spec["hosts"]["gpu"] |= {"model": "mi300x-8gpu"}
    watch = watch_of(plan_data(spec, tmp_path))
    assert watch is not None
    assert "gpu" not in {job.name for job in watch.jobs}
    assert "gpus" not in {group.group for group in watch.groups}


PEERS = {"alerts": {"source": ["inband/control"], "to": ["inband/control"], "services": ["tcp/9093-9094", "udp/9094"]}}


def test_alertmanagers_agree_where_they_may_talk(tmp_path: Path) -> None:
    """Each for itself by default; where the matrix lets them, every Prometheus tells all and every Alertmanager knows the others."""
    apart = _without_peers(plan_data(cluster(), tmp_path))
    assert alertmanagers(apart) == ["127.0.0.1:9093"]
    assert set(_options(apart).values()) == {("--cluster.listen-address=",)}
    plan = plan_data(cluster() | {"access": PEERS}, tmp_path)
    hosts = monitoring_hosts(plan)
    assert alertmanagers(plan) == [f"{host.inband}:9093" for host in hosts]
    assert peers_of(plan, hosts[0]) == [f"{host.inband}:9094" for host in hosts[1:]]
    assert f"--cluster.advertise-address={hosts[0].inband}:9094" in _options(plan)[hosts[0].name]


def _options(plan: Draft) -> Mapping[str, tuple[str, ...]]:
    watch = watch_of(plan)
    assert watch is not None
    return watch.alertmanager_options


def _without_peers(plan: Draft) -> Draft:
    return _with(
        plan, [f for f in plan.access.flows if not f.service.covers("tcp", 9094) or f.service.protocol == "any"]
    )


def test_nobody_watches_without_a_control_host_or_when_it_is_off(tmp_path: Path) -> None:
    assert watch_of(plan_data(cluster() | {"monitoring": {"enabled": False}}, tmp_path)) is None
    spec = cluster()
    del spec["hosts"]["control"], spec["scheduler"]
    spec["storage"] = {"fast": spec["storage"]["fast"]}
    assert watch_of(plan_data(spec, tmp_path)) is None


def test_receivers_hold_paths_of_secrets_and_no_secrets(tmp_path: Path) -> None:
    receivers = {"slack": {"channel": "#atlas"}, "pagerduty": True, "webhook": "https://alerts.example.net:8443/atlas"}
    plan = plan_data(cluster() | {"monitoring": {"receivers": receivers}}, tmp_path)
    settings = {each.name: each.settings for each in receivers_of(plan)}
    assert settings["slack"] == {"channel": "#atlas", "api_url_file": "/etc/prometheus/secrets/slack_url"}
    assert settings["pagerduty"] == {"routing_key_file": "/etc/prometheus/secrets/pagerduty_key"}


@pytest.mark.parametrize(
    "url", ["https://me:secret@alerts.example.net/", "https://alerts.example.net/?token=1", "ftp://x/"]
)
def test_an_address_that_may_hold_a_secret_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(DocumentError):
        plan_data(cluster() | {"monitoring": {"receivers": {"webhook": url}}}, tmp_path)


@pytest.mark.parametrize("subject", alert_subjects())
def test_alerts_are_in_the_file_of_their_subject(subject: str) -> None:
    alerts = read_alerts(subject)
    assert alerts.group == subject
    assert len({rule.alert for rule in alerts.rules}) == len(alerts.rules)


@pytest.mark.parametrize("subject", alert_subjects())
def test_what_silences_an_alert_is_an_alert_about_the_same(subject: str) -> None:
    """Of the same file, so that there is no cause without its effect; and the labels that must be equal are labels of both."""
    rules = {rule.alert: rule for rule in read_alerts(subject).rules}
    for rule in rules.values():
        for cause, labels in rule.explained_by.items():
            assert labels
            assert set(labels) <= set(rules[cause].trial.labels) & set(rule.trial.labels), rule.alert
            assert not rules[cause].explained_by, "a cause that is left unsaid explains nothing"


def test_only_leaves_explain_alerts() -> None:
    """A silent management port forwards packets still, and a host that is down has lost the series of its other alerts: what is left are causes. A store that does not answer at all is one of its endpoints'."""
    rules = [rule for subject in alert_subjects() for rule in read_alerts(subject).rules]
    assert {rule.alert: set(rule.explained_by) for rule in rules if rule.explained_by} == {
        "LinkDown": {"LeafLinksDown"},
        "InfinibandDown": {"InfinibandLeafDown"},
        "StoreEndpointDown": {"StoreUnreachable"},
    }


def test_ports_that_pods_may_take_are_known_by_their_rdma_devices(tmp_path: Path) -> None:
    """Those of a bond are not: an adapter may make one device of both."""
    gpu = next(each for each in expected_hosts(plan_data(cluster(), tmp_path)) if each.host == "gpu01")
    devices = {each.device: each.rdma for each in gpu.ethernet}
    assert (devices["rail0"], devices["rail7"], devices["frontend0"]) == ("mlx5_0", "mlx5_11", "")


def _with_snmp() -> Spec:
    return cluster() | {"services": {"snmp": {}}}


def test_switches_are_read_where_snmp_is_on_and_the_matrix_lets_control_hosts_ask(tmp_path: Path) -> None:
    assert "switch-counters" not in _jobs(plan_data(cluster(), tmp_path))
    off = _with_snmp() | {"monitoring": {"enabled": False}}
    assert watch_of(plan_data(off, tmp_path)) is None
    plan = plan_data(_with_snmp(), tmp_path)
    job = _jobs(plan)["switch-counters"]
    configured = {switch.name: switch for switch in plan.switches if switch.os and switch.management}
    assert {target.labels["instance"] for target in job.targets} == set(configured)
    for target in job.targets:
        switch = configured[target.labels["instance"]]
        assert (target.address, target.labels["tier"]) == (switch.management, switch.tier)
        assert "state" not in target.labels
    closed = _with(plan, [flow for flow in plan.access.flows if not flow.service.covers("udp", 161)])
    assert "switch-counters" not in _jobs(closed)
    watch = watch_of(closed)
    assert watch is not None
    assert (watch.snmp_user, "prometheus-snmp-exporter" in watch.options) == ("", False)
    assert "fabric" not in {group.group for group in watch.groups}


def test_control_hosts_alone_say_which_links_switches_have(tmp_path: Path) -> None:
    """Each link once, from its end nearer the hosts, in the words of its port's description."""
    plan = plan_data(_with_snmp(), tmp_path)
    said = {each.host: each.switches for each in expected_hosts(plan)}
    watching = {host.name for host in monitoring_hosts(plan)}
    assert {name for name, links in said.items() if links} == watching
    planned = [link for link in plan.links if link.kind != "host_leaf" and link.a.device in _systems(plan)]
    for links in (said[name] for name in watching):
        assert [(each.switch, each.port, each.cable) for each in links] == [
            (link.a.device, link.a.interface, link.cable) for link in planned
        ]
    first, link = said["control1"][0], planned[0]
    assert first.description == f"{link.b.device} {link.b.interface}"
    port = next(each for each in close(plan).ports_of[first.switch] if each.interface == first.port)
    assert first.description == f"{port.peer} {port.peer_interface}"


def _systems(plan: Draft) -> set[str]:
    return {switch.name for switch in plan.switches if switch.os and switch.management}


def test_a_switch_in_maintenance_is_told_of_to_nobody(tmp_path: Path) -> None:
    spec = _with_snmp() | {"states": {"maintenance": ["compute-spine1"]}}
    plan = plan_data(spec, tmp_path)
    states = {
        target.labels["instance"]: target.labels.get("state") for target in _jobs(plan)["switch-counters"].targets
    }
    assert (states["compute-spine1"], states["compute-leaf1"]) == ("maintenance", None)
    links = next(each.switches for each in expected_hosts(plan) if each.host == "control1")
    assert {each.state for each in links if each.far == "compute-spine1"} == {"maintenance"}
    assert {each.state for each in links if "compute-spine1" not in {each.far, each.switch}} == {""}


def test_control_hosts_ask_for_the_passphrases_of_switches_that_they_read(tmp_path: Path) -> None:
    plan = plan_data(_with_snmp(), tmp_path)
    assert {name: hosts for name, (_, hosts) in collected(plan)} == {
        "snmp_auth_passphrase": "role_control", "snmp_priv_passphrase": "role_control",
    }  # fmt: skip
    assert set(dict(collected(plan))) <= set(used(plan))
    assert collected(plan_data(_with_snmp() | {"monitoring": {"enabled": False}}, tmp_path)) == []


STORE = {"url": "https://metrics.example.net/api/v1/write", "user": "atlas", "authority": True}


def test_series_go_to_a_store_with_secrets_by_reference(tmp_path: Path) -> None:
    """A user with a password, or a token; the series that rules compute, or all."""
    plan = plan_data(cluster() | {"monitoring": {"remote_write": STORE}}, tmp_path)
    watch = watch_of(plan)
    assert watch is not None
    assert watch.remote_write is not None
    folder = "/etc/prometheus/secrets"
    assert watch.remote_write.settings == {
        "url": STORE["url"],
        "basic_auth": {"username": "atlas", "password_file": f"{folder}/remote_write_password"},
        "tls_config": {"ca_file": f"{folder}/remote_write_authority"},
    }
    assert watch.secrets == ("remote_write_password", "remote_write_authority")
    assert set(watch.secrets) <= set(used(plan))
    assert "--enable-feature=expand-external-labels" in watch.options["prometheus"]
    spec = cluster() | {"monitoring": {"remote_write": {"url": STORE["url"], "token": True, "series": "all"}}}
    other = watch_of(plan_data(spec, tmp_path))
    assert other is not None
    assert other.remote_write is not None
    assert other.remote_write.settings["authorization"] == {"credentials_file": f"{folder}/remote_write_token"}
    assert other.remote_write.kept == ""


@pytest.mark.parametrize(
    "store", [{**STORE, "url": "http://metrics.example.net/"}, {**STORE, "token": True}, {**STORE, "user": "a b"}]
)
def test_a_store_without_tls_or_with_two_logins_is_refused(tmp_path: Path, store: Spec) -> None:
    with pytest.raises(DocumentError):
        plan_data(cluster() | {"monitoring": {"remote_write": store}}, tmp_path)


def test_nothing_leaves_a_cluster_that_names_no_store(tmp_path: Path) -> None:
    plan = plan_data(cluster(), tmp_path)
    watch = watch_of(plan)
    assert watch is not None
    assert watch.remote_write is None
    assert watch.options["prometheus"] == ("--storage.tsdb.retention.time=30d",)
    assert "watchdog" not in {group.group for group in watch.groups}
    assert not {name for name in used(plan) if name.startswith(("remote_write", "watchdog"))}


def test_measurements_are_kept_for_days_or_up_to_a_size(tmp_path: Path) -> None:
    watch = watch_of(plan_data(cluster() | {"monitoring": {"retention_gb": 500}}, tmp_path))
    assert watch is not None
    assert watch.options["prometheus"][1] == "--storage.tsdb.retention.size=500000000000B"


_OTHERWISE = {"auditd", "bind9", "cachefilesd", "corosync", "firewalld", "gnmic", "haproxy", "keepalived", "networking", "nftables", "nginx", "nvidia-cdi-refresh", "oddjobd", "pacemaker", "ssh", "sshd", "systemd-logind", "ufw"}  # fmt: skip
"""Units with alerts of their own, those of the operating system, and what runs once and may be missing."""


def test_a_subnet_manager_that_fails_is_reported(tmp_path: Path) -> None:
    """Whatever its package calls it, without any exporter of its own; UFM's appliances have none of ours."""
    fabric = {"technology": "infiniband", "leaf": {"model": "qm9700"}}
    for manager, found in (("opensm", True), ("ufm", False)):
        spec = cluster()
        spec["fabrics"]["compute"] = fabric | {"manager": manager}
        watch = watch_of(plan_data(spec, tmp_path))
        assert watch is not None
        (units,) = (each for each in watch.options["prometheus-node-exporter"] if "unit-include" in each)
        pattern = units.partition("=")[2]
        for unit in ("opensm.service", "opensmd.service", "opensm@mlx5_0.service"):
            assert bool(re.fullmatch(pattern, unit)) is found, (manager, unit)


def test_services_of_roles_are_reported_when_they_fail() -> None:
    """Also those that the runbooks say are reported."""
    roles = ROOT / "playbooks/roles"
    text = "\n".join(file.read_text("utf-8") for file in sorted(roles.glob("*/tasks/*.yml")))
    named = set(re.findall(r"(?<![\w{}@-])([a-z][a-z0-9@-]*)\.service\b", text))
    assert len(named) > 30
    named |= set(*re.findall(r"ServiceFailed of (\w+) or (\w+)", (ROOT / "docs/runbooks.md").read_text("utf-8")))
    assert {unit for unit in named - _OTHERWISE if not re.fullmatch("|".join(UNITS), unit)} == set()
