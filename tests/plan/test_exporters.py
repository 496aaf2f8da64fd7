"""`monitoring.exporters`: what each adds to the plan, which ports it opens, and that nothing of it is there otherwise."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
import yaml

from generator.catalog.alerts import alert_subjects, read_alerts
from generator.catalog.exporter import exporter_names, read_exporter
from generator.plan.draft import Draft
from generator.plan.hosts.ceph import ceph_clusters
from generator.plan.monitoring.expected import expected_hosts
from generator.plan.monitoring.extra import AUDIT, COLLECTOR, EGRESS, NODE, parts_of_hosts, reporters_of
from generator.plan.monitoring.jobs import jobs_of
from generator.plan.monitoring.rule_groups import busy_exporters
from generator.plan.monitoring.watch import watch_of
from generator.plan.provisioning.names import named_addresses
from generator.plan.secrets import used
from generator.render.monitoring.exposition import expected_text
from generator.render.monitoring.prometheus import configuration
from generator.spec.load import DocumentError
from generator.spec.monitoring import ExporterName
from tests.ceph_specs import stored
from tests.conftest import ROOT
from tests.specs import Spec, cluster, plan_data

NAMES = get_args(ExporterName)


def _cluster() -> Spec:
    """A cluster without programs that come with other keys: with egress closed, each host has one."""
    return cluster() | {"egress": {"outside": "open"}}


def _plan(folder: Path, *names: str, **more: object) -> Draft:
    return plan_data(_cluster() | {"monitoring": {"exporters": list(names)}} | more, folder)


def _flows(plan: Draft) -> set[tuple[str, str, str]]:
    return {(flow.source, flow.to, flow.service.name) for flow in plan.access.flows}


def test_each_has_facts_alerts_and_what_it_needs() -> None:
    for name in NAMES:
        assert name in exporter_names()
        assert name in alert_subjects()
        own = set(read_exporter(name).metrics)
        assert any(metric in rule.expr for rule in read_alerts(name).rules for metric in own), name


def test_nothing_of_them_is_there_unless_asked_for(tmp_path: Path) -> None:
    watch = watch_of(plan_data(_cluster(), tmp_path))
    assert watch is not None
    assert not {*NAMES, "reporters"} & {group.group for group in watch.groups}
    assert (watch.bmc_user, watch.reporters) == ("", ())
    assert not any(job.relabels for job in watch.jobs)
    assert "prometheus-ipmi-exporter" not in watch.options


@pytest.mark.parametrize("name", NAMES)
def test_one_adds_its_own_and_nothing_else(name: str, tmp_path: Path) -> None:
    """Its rules are those of its file where it has something to monitor, its flows those of its facts, and existing flows stay."""
    bare, plan = plan_data(_cluster(), tmp_path), _plan(tmp_path, name)
    before, watch = watch_of(bare), watch_of(plan)
    assert before is not None
    assert watch is not None
    added = {group.group for group in watch.groups} - {group.group for group in before.groups}
    measured = {name} & busy_exporters(plan, watch.jobs)
    assert added == {*measured, *(["reporters"] if watch.reporters else [])}
    opened = {service for each in read_exporter(name).opens for service in each.services}
    assert {service for _, _, service in _flows(plan) - _flows(bare)} == opened
    assert _flows(bare) <= _flows(plan)


def test_rules_of_an_idle_exporter_are_left_out(tmp_path: Path) -> None:
    """Nothing measures what they name, and a tree with them would be refused by `clustergen check`."""
    watch = watch_of(_plan(tmp_path, "amd", "opensm", "nic"))
    assert watch is not None
    assert {"amd", "opensm", "nic"} & {group.group for group in watch.groups} == {"nic"}


def test_only_control_hosts_reach_bmcs_by_ipmi(tmp_path: Path) -> None:
    plan = _plan(tmp_path, "ipmi")
    assert {(source, to) for source, to, service in _flows(plan) if service == "udp/623"} == {
        ("management/control", "bmc")
    }
    assert "bmc_monitor_password" in used(plan)
    assert "bmc_monitor_password" not in used(_plan(tmp_path, "nic"))
    job = next(job for job in jobs_of(plan) if job.name == "bmc-sensors")
    assert {each.address for each in job.targets} == {host.bmc for host in plan.hosts}
    watch = watch_of(plan)
    assert watch is not None
    scrape = next(j for j in configuration(watch, "atlas")["scrape_configs"] if j["job_name"] == "bmc-sensors")
    assert (scrape["metrics_path"], scrape["params"], scrape["scrape_interval"]) == (
        "/ipmi",
        {"module": ["bmc"]},
        "60s",
    )
    assert "--web.listen-address=127.0.0.1:9290" in watch.options["prometheus-ipmi-exporter"]


def test_bmcs_are_read_one_way_by_redfish(tmp_path: Path) -> None:
    """Over HTTPS, which control hosts have to BMCs anyway; the authority is asked for where certificates are verified, and IPMI beside it is refused."""
    plan = _plan(tmp_path, "redfish")
    assert _flows(plan) == _flows(plan_data(_cluster(), tmp_path))
    assert {"bmc_monitor_password", "bmc_authority"} <= set(used(plan))
    watch = watch_of(plan)
    assert watch is not None
    assert watch.redfish is not None
    names = {each.address: f"{each.label}.{plan.domain}" for each in named_addresses(plan)}
    assert watch.redfish.bmcs == {host.bmc: names[host.bmc] for host in plan.hosts}, "as in DNS"
    scrape = next(j for j in configuration(watch, "atlas")["scrape_configs"] if j["job_name"] == "bmc-redfish")
    assert (scrape["metrics_path"], scrape["scrape_interval"], "scheme" in scrape) == ("/redfish", "120s", False)
    loose = {"monitoring": {"exporters": ["redfish"], "bmc_certificates": "unverified"}}
    plan = plan_data(_cluster() | loose, tmp_path)
    assert "bmc_authority" not in used(plan)
    assert "bmc-unverified" in {each.code for each in plan.warnings}
    with pytest.raises(DocumentError, match="exclude each other"):
        _plan(tmp_path, "ipmi", "redfish")


def test_collectors_are_options_of_the_exporter_of_hosts(tmp_path: Path) -> None:
    plan = _plan(tmp_path, "nic", "nfs")
    watch = watch_of(plan)
    assert watch is not None
    options = watch.options["prometheus-node-exporter"]
    assert {each.exporter for each in parts_of_hosts(plan)} == {"nic", "nfs"}
    assert {option for each in parts_of_hosts(plan) for option in each.options} <= set(options)
    host = next(job for job in watch.jobs if job.name == "host")
    assert len(host.relabels) == len(read_exporter("nic").relabels) + len(read_exporter("nfs").relabels)


def test_programs_run_on_the_hosts_that_have_what_they_read(tmp_path: Path) -> None:
    spec: Spec = _cluster()
    (nic,) = reporters_of(_plan(tmp_path, "nic"))
    assert set(nic.hosts) == {"gpu01", "gpu02", "storage1", "storage2"}, spec
    assert reporters_of(_plan(tmp_path, "nfs")) == ()


def test_a_host_says_which_programs_it_has_to_run(tmp_path: Path) -> None:
    """By this a program that never wrote its series is alerted."""
    plan = _plan(tmp_path, "nic", "slurm-commands")
    listed = {(host, each.name) for each in reporters_of(plan) for host in each.hosts}
    assert {name for _, name in listed} == {"nic", "slurm-commands"}
    texts = {each.host: expected_text(each) for each in expected_hosts(plan)}
    found = {(host, name) for host, text in texts.items() for name in re.findall(r'^clustergen_reporter\{reporter="(.+)"\} 1$', text, re.MULTILINE)}  # fmt: skip
    assert found == listed


def test_each_program_has_a_template_and_is_stopped_when_its_host_leaves() -> None:
    folder = ROOT / "templates/monitoring/reporters"
    shared = {"report"}
    programs = {file.name.removesuffix(".py.j2") for file in folder.glob("*.py.j2")} - shared
    assert programs <= {*NAMES, AUDIT, COLLECTOR, EGRESS}
    assert {read_exporter(name).part_of for name in programs} == {NODE}
    listed = yaml.safe_load((ROOT / "playbooks/roles/decommission/vars/main.yml").read_text("utf-8"))
    timers = listed["decommission_units_by_set"]["exporters-reporter-units"]
    assert set(timers) == {f"clustergen-reporter-{name}.timer" for name in programs}


def test_gpus_of_amd_are_asked_where_hosts_have_them(tmp_path: Path) -> None:
    """Its port is open from control hosts alone, and hosts without such GPUs are no targets."""
    plan = plan_data(_cluster() | {"monitoring": {"exporters": ["amd"]}}, tmp_path)
    assert not next(job for job in jobs_of(plan) if job.name == "amd-gpu").targets
    spec = _cluster()
    spec["hosts"]["gpu"]["model"] = "mi300x-8gpu"
    plan = plan_data(spec | {"monitoring": {"exporters": ["amd"]}}, tmp_path)
    job = next(job for job in jobs_of(plan) if job.name == "amd-gpu")
    hosts = [host for host in plan.hosts if host.role == "compute"]
    assert [each.address for each in job.targets] == [f"{host.inband}:5000" for host in hosts]
    assert {source for source, _, service in _flows(plan) if service == "tcp/5000"} == {"inband/control"}


def test_managers_of_object_stores_are_asked(tmp_path: Path) -> None:
    plan = plan_data(stored() | {"monitoring": {"exporters": ["ceph"]}}, tmp_path)
    job = next(job for job in jobs_of(plan) if job.name == "object-store")
    hosts = {host.name: host for host in plan.hosts}
    assert [each.labels["instance"] for each in job.targets] == ["storage1", "storage2", "storage3"]
    assert [each.address for each in job.targets] == [
        f"{hosts[each.labels['instance']].inband}:9283" for each in job.targets
    ]
    assert {each.labels["tier"] for each in job.targets} == {"objects"}
    assert ceph_clusters(plan)["objects"].metrics
    assert not ceph_clusters(plan_data(stored(), tmp_path))["objects"].metrics


def test_appliances_of_ufm_are_asked(tmp_path: Path) -> None:
    """On their management ports, at the ports of the spec, which alone are open; what rules do not name is dropped."""
    assert not any(job.targets for job in jobs_of(_plan(tmp_path, "ufm")) if job.exporter == "ufm")
    spec = _cluster()
    spec["fabrics"]["compute"] = {"technology": "infiniband", "manager": "ufm", "leaf": {"model": "qm9700"}}
    spec["monitoring"] = {"exporters": ["ufm"], "ufm": {"links_port": 9102, "https": True}}
    plan = plan_data(spec, tmp_path)
    jobs = {job.name: job for job in jobs_of(plan)}
    hosts = [host for host in plan.hosts if host.group == "ufm"]
    assert hosts
    for name, port in (("ufm", 9001), ("ufm-links", 9102)):
        assert [each.address for each in jobs[name].targets] == [f"{host.management}:{port}" for host in hosts]
        assert {each.labels["fabric"] for each in jobs[name].targets} == {"compute"}
    opened = {flow for flow in _flows(plan) if flow[2] in {"tcp/9001", "tcp/9002", "tcp/9102"}}
    zones = ("management", "management/control")  # a segment stands for all of its zones
    assert opened == {("management/control", to, f"tcp/{port}") for to in zones for port in (9001, 9102)}
    watch = watch_of(plan)
    assert watch is not None
    assert "ufm_authority" in used(plan)
    assert "ufm_authority" in watch.secrets
    scrape = next(each for each in configuration(watch, "atlas")["scrape_configs"] if each["job_name"] == "ufm-links")
    assert scrape["tls_config"] == {"ca_file": "/etc/prometheus/secrets/ufm_authority"}
    assert (scrape["honor_timestamps"], scrape["metric_relabel_configs"][0]["action"]) == (False, "keep")


@pytest.mark.parametrize(("name", "job"), [("amd", "amd-gpu"), ("ceph", "object-store"), ("ufm", "ufm")])
def test_who_has_no_tls_is_asked_without_it_and_that_is_told(name: str, job: str, tmp_path: Path) -> None:
    plan = plan_data(stored() | {"monitoring": {"exporters": [name]}, "services": {"tls": {}}}, tmp_path)
    assert {each.name: each.tls for each in jobs_of(plan)}[job] is False
    told = [each.message for each in plan.warnings if each.code == "tls-plain-metrics"]
    assert any(f"the exporter {name} " in each for each in told)
