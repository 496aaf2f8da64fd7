"""Logs: whoever is configured to send them reaches a listener; where nothing listens, no port is open."""

import json
import re
from ipaddress import IPv4Address, ip_network
from pathlib import Path

import pytest
from msgspec import structs

from generator.analysis.close import close
from generator.plan.draft import Draft
from generator.plan.hosts.bmc_logs import bmc_log_facts
from generator.plan.hosts.certificates import certificate_facts, certificate_of
from generator.plan.hosts.setup import Setups
from generator.plan.hosts.software import host_packages, host_units
from generator.plan.kubernetes.audit import AUDIT_LOG
from generator.render.backends import host_firewall, host_system, sonic
from generator.render.eos.system import system_sections
from generator.rules.tls import tls_logs_unsent, tls_plain_logs
from tests.eos_specs import eos_cluster
from tests.host_files import made_for
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data, with_site_services

LISTENER, SENDER = "etc/rsyslog.d/30-clustergen.conf", "etc/rsyslog.d/40-clustergen-send.conf"
MANAGEMENT, FIRST, INBAND = "10.192.1.10", "10.192.1.9", "10.160.96.1"
"""control2's management address, control1's, and control1's in-band one."""


def _plan(folder: Path, *collectors: str) -> Draft:
    plan = plan_data(with_site_services(cluster(), {"syslog": list(collectors)}), folder)
    hosts = {host.name: host for host in plan.hosts}
    assert (hosts["control2"].management, hosts["control1"].inband) == (MANAGEMENT, INBAND)
    return plan


def _listening(plan: Draft) -> dict[str, set[str]]:
    """Return the hosts that have a collector's file, with what else they have for it."""
    made = made_for(plan, host_system.render(plan, TEMPLATES))
    return {host: set(files) & {LISTENER, "etc/logrotate.d/clustergen"} for host, files in made.items() if LISTENER in files}  # fmt: skip


def _admits(plan: Draft) -> dict[str, list[str]]:
    """Return the lines of each host's firewall that let logs in."""
    made = made_for(plan, host_firewall.render(plan, TEMPLATES))
    lines = {host: files["etc/clustergen/firewall.nft"].splitlines() for host, files in made.items()}
    found = {
        host: [line.strip() for line in text if "saddr" in line and "dport { 514" in line]
        for host, text in lines.items()
    }
    return {host: lines for host, lines in found.items() if lines}


def test_without_collectors_nobody_listens_and_no_door_is_open(tmp_path: Path) -> None:
    plan = _plan(tmp_path)
    assert (_listening(plan), _admits(plan)) == ({}, {})
    assert [flow for flow in plan.access.flows if flow.service.name.startswith("syslog")] == []


def test_a_collector_of_the_site_is_the_sites(tmp_path: Path) -> None:
    plan = _plan(tmp_path, "192.0.2.54")
    assert (_listening(plan), _admits(plan)) == ({}, {})


def test_the_control_host_that_switches_are_told_of_listens(tmp_path: Path) -> None:
    """It alone: with the program, its unit, its rotation, and a door for the management network."""
    plan = _plan(tmp_path, MANAGEMENT)
    assert _listening(plan) == {"control2": {LISTENER, "etc/logrotate.d/clustergen"}}
    setups = Setups(plan)
    hosts = {host.name: host for host in plan.hosts}
    assert {"rsyslog", "logrotate"} <= set(host_packages(setups.of(hosts["control2"])))
    assert "rsyslog.service" in host_units(setups.of(hosts["control2"])).run
    assert "rsyslog" not in host_packages(setups.of(hosts["control1"]))
    told = [
        (each.path, json.loads(each.content)["SYSLOG_SERVER"])
        for each in sonic.render(close(plan), TEMPLATES)
        if each.path.endswith("config_db.json")
    ]
    assert {server for _, servers in told for server in servers} == {MANAGEMENT}
    assert len(told) == len(plan.switches)
    (line,) = _admits(plan)["control2"]
    prefixes = [ip_network(each.strip(" ,")) for each in line.partition("saddr {")[2].partition("}")[0].split()]
    for switch in plan.switches:
        assert any(IPv4Address(switch.management) in prefix for prefix in prefixes), switch.name


def test_over_tls_every_host_sends_to_each_collector_but_itself(tmp_path: Path) -> None:
    """By the in-band address, whichever the spec names; the collector asks for a certificate, and senders for its name. Growth changes no file."""
    tls = {"services": {"syslog": [MANAGEMENT, FIRST], "tls": {}}}
    plan, grown = (plan_data(cluster(gpu=gpu, most=32) | tls, tmp_path) for gpu in (2, 20))
    made, later = (made_for(each, host_system.render(each, TEMPLATES)) for each in (plan, grown))
    names = {host.inband: f"{host.name}.{plan.domain}" for host in plan.hosts}
    certificates = {name: certificate_of(plan, host) for name, host in ((each.name, each) for each in plan.hosts)}
    for host, files in made.items():
        text = files.get(SENDER, "")
        sent = dict(re.findall(r'target="([^"]+)".*?PermittedPeers="([^"]+)"', text, re.DOTALL))
        assert set(sent.values()) == {f"control{number}.{plan.domain}" for number in (1, 2)} - {f"{host}.{plan.domain}"}
        assert all(names[address] == name for address, name in sent.items())
        assert "rsyslog-gnutls" in host_packages(
            Setups(plan).of(next(each for each in plan.hosts if each.name == host))
        )
        for path in (SENDER, LISTENER):
            assert files.get(path) == later[host].get(path)
    assert all(name in certificates[name.partition(".")[0]].names for name in names.values())
    assert {host for host, files in made.items() if LISTENER in files} == {"control1", "control2"}
    keys = {host: set(re.findall(r'keyFile="([^"]+)"', files[SENDER])) for host, files in made.items()}
    assert set(map(frozenset, keys.values())) == {frozenset({"/etc/clustergen/tls/syslog.key"})}
    for files in made.values():
        assert set(re.findall(r"^(\S+) r,$", files["etc/apparmor.d/rsyslog.d/clustergen"], re.MULTILINE)) == set(
            re.findall(r'File="([^"]+)"', files[SENDER])
        )


def test_rsyslog_reads_the_key_as_its_user_can(tmp_path: Path) -> None:
    """A copy where it is not root, which the certificates' role makes only if logs are sent; AppArmor's file is Ubuntu's."""
    spec = cluster() | {"services": {"syslog": [MANAGEMENT], "tls": {}}}
    for group in spec["hosts"].values():
        group["os"] = "debian-12"
    plan = plan_data(spec, tmp_path)
    files = made_for(plan, host_system.render(plan, TEMPLATES))["gpu01"]
    assert 'keyFile="/etc/clustergen/tls/host.key"' in files[SENDER]
    assert not [path for path in files if "apparmor" in path]
    copies = [
        certificate_facts(plan_data(with_site_services(cluster(), each | {"tls": {}}), tmp_path))["tls"]["key_copies"]
        for each in ({}, {"syslog": [MANAGEMENT]}, {"syslog": ["192.0.2.54"]})
    ]
    assert ["syslog" in each for each in copies] == [False, True, False]


def test_switches_send_over_tls_where_their_system_can(tmp_path: Path) -> None:
    """EOS to collectors of the cluster, whose authority is known, and to the site's as before; both profiles are there with telemetry."""
    services = {"syslog": [MANAGEMENT, "192.0.2.54"], "tls": {"switch_logs": True}, "telemetry": "gnmi"}
    plan = plan_data(with_site_services(eos_cluster(), services), tmp_path)
    leaf = next(switch for switch in plan.switches if switch.management)
    sections = system_sections(plan, leaf)
    (vrf,) = sections["logging"]["vrfs"]
    assert vrf["hosts"] == [
        {"name": MANAGEMENT, "protocol": "tls", "ports": [6514], "ssl_profile": "LOGS"},
        {"name": "192.0.2.54"},
    ]
    assert [each["name"] for each in sections["management_security"]["ssl_profiles"]] == ["LOGS", "GNMI"]
    waiting = [line for line in plan.waiting_for if "logs.crt" in line]
    eos = [switch.name for switch in plan.switches if switch.os == "eos" and switch.management]
    assert [f"in the name of {name}.atlas.example.net" in line for name, line in zip(eos, waiting, strict=True)] == [
        True
    ] * len(eos)


@pytest.mark.parametrize(("plain", "servers"), [(True, [MANAGEMENT, "192.0.2.54"]), (False, ["192.0.2.54"])])
def test_switches_send_plainly_until_the_spec_asks_for_tls(tmp_path: Path, plain: bool, servers: list[str]) -> None:
    """Their certificates are copied by hand: without them nothing would be sent. Where collectors take no plain text, they get none."""
    services = {"syslog": [MANAGEMENT, "192.0.2.54"], "tls": {"plain_logs": plain}}
    plan = plan_data(with_site_services(eos_cluster(), services), tmp_path)
    leaf = next(switch for switch in plan.switches if switch.management)
    sections = system_sections(plan, leaf)
    (vrf,) = sections["logging"]["vrfs"]
    assert vrf["hosts"] == [{"name": server} for server in servers]
    assert "management_security" not in sections
    assert not [line for line in plan.waiting_for if "logs.crt" in line]
    assert ("imudp" in made_for(plan, host_system.render(plan, TEMPLATES))["control2"][LISTENER]) is plain


def test_a_host_that_shares_no_network_with_a_collector_is_reported(tmp_path: Path) -> None:
    plan = plan_data(cluster() | {"services": {"syslog": [MANAGEMENT], "tls": {}}}, tmp_path)
    assert list(tls_logs_unsent(plan)) == []
    plan.hosts_of["control"] = [structs.replace(host, inband="") for host in plan.hosts_of["control"]]
    (said,) = tls_logs_unsent(plan)
    assert "cannot send logs to control2" in said.message
    assert said.message.startswith(f"{len(plan.hosts) - 1} hosts, beginning with gpu01")


def test_a_collector_may_open_as_many_files_as_it_takes_connections(tmp_path: Path) -> None:
    """16,384 by the unit of Debian and Ubuntu (rsyslog.service, LimitNOFILE): connections, files of senders, and some of its own."""
    plan = plan_data(cluster() | {"services": {"syslog": [MANAGEMENT], "tls": {}}}, tmp_path)
    text = made_for(plan, host_system.render(plan, TEMPLATES))["control2"][LISTENER]
    used = [int(re.search(rf'{key}="(\d+)"', text)[1]) for key in ("maxSessions", "dynaFileCacheSize")]  # type: ignore[index]
    assert sum(used) < 16384 - 100


def test_without_plain_logs_no_switch_sends_what_nobody_takes(tmp_path: Path) -> None:
    """SONiC sends to the site alone, no file of a collector has UDP, and no door is open for it."""
    services = {"syslog": [MANAGEMENT, "192.0.2.54"], "tls": {"plain_logs": False}}
    plan = plan_data(with_site_services(cluster(), services), tmp_path)
    told = [
        set(json.loads(each.content)["SYSLOG_SERVER"])
        for each in sonic.render(close(plan), TEMPLATES)
        if each.path.endswith("config_db.json")
    ]
    assert told == [{"192.0.2.54"}] * len(plan.switches)
    assert "imudp" not in made_for(plan, host_system.render(plan, TEMPLATES))["control2"][LISTENER]
    assert _admits(plan) == {}


@pytest.mark.parametrize(
    ("tls", "offers"),
    [
        (None, ["SyslogUDP 514"]),
        ({}, ["SyslogTLS 6514", "SyslogUDP 514"]),
        ({"plain_logs": False}, ["SyslogTLS 6514"]),
    ],
)
def test_bmcs_are_told_of_collectors_as_the_matrix_lets_them_in(
    tmp_path: Path, tls: dict[str, bool] | None, offers: list[str]
) -> None:
    """At management addresses of control hosts alone, TLS first; by UDP only where the matrix has it open for BMCs."""
    services = {"syslog": [MANAGEMENT, "192.0.2.54"]} | ({} if tls is None else {"tls": tls})
    plan = plan_data(with_site_services(cluster(), services), tmp_path)
    (facts,) = bmc_log_facts(plan)["bmc_logs"]
    assert facts["collector"] == "control2"
    assert [f"{each['protocol']} {each['destination'].rpartition(':')[2]}" for each in facts["offers"]] == offers
    assert {each["destination"].rpartition(":")[0] for each in facts["offers"]} == {f"syslog://{MANAGEMENT}"}
    flows = {f.service.name for f in plan.access.flows if f.source == "bmc" and f.why == "logs"}
    assert flows == {{"SyslogTLS 6514": "syslog-tls", "SyslogUDP 514": "syslog"}[each] for each in offers}
    assert bmc_log_facts(_plan(tmp_path, "192.0.2.54")) == {}


def test_logs_go_to_collectors_by_their_own_segment(tmp_path: Path) -> None:
    flows = [flow for flow in _plan(tmp_path, MANAGEMENT).access.flows if flow.service.name == "syslog"]
    assert {"management", "management/control", "bmc"} <= {flow.source for flow in flows}
    assert len({flow.to for flow in flows}) == 1


@pytest.mark.parametrize(
    ("tls", "services"),
    [(None, {"syslog"}), ({}, {"syslog", "syslog-tls"}), ({"plain_logs": False}, {"syslog-tls"})],
)
def test_without_an_out_of_band_network_switches_are_heard_in_band(
    tmp_path: Path, tls: dict[str, bool] | None, services: set[str]
) -> None:
    """By UDP where they have no TLS, with services.tls as well; the warning names the network that it comes by."""
    spec = cluster() | {"services": {"syslog": [INBAND]} | ({} if tls is None else {"tls": tls})}
    del spec["fabrics"]["oob"]
    plan = plan_data(spec, tmp_path)
    assert not any(switch.management for switch in plan.switches)
    flows = [flow for flow in plan.access.flows if flow.why == "logs"]
    assert {flow.service.name for flow in flows} == services
    assert {flow.to for flow in flows} == {"inband/control"}
    assert {"inband/compute", "inband/login"} <= {flow.source for flow in flows}
    assert bool(_admits(plan)) is ("syslog" in services)
    assert bmc_log_facts(plan) == {}
    listener = made_for(plan, host_system.render(plan, TEMPLATES))["control1"][LISTENER]
    assert ("imudp" in listener) is ("syslog" in services)
    said = [finding.message for finding in tls_plain_logs(plan)]
    assert [("in-band" in each, "management" in each) for each in said if "UDP" in each] == (
        [(True, False)] if tls == {} else []
    )


def test_the_way_to_the_site_is_open_for_services_of_the_site_alone(tmp_path: Path) -> None:
    """Switches that send to a control host, or ask one, need no way out for it."""
    services = {"syslog": ["192.0.2.54", MANAGEMENT], "dns": [MANAGEMENT], "tacacs": ["192.0.2.49"]}
    spec = with_site_services(cluster(), services)
    flows = [flow for flow in plan_data(spec, tmp_path).access.flows if flow.to == "site"]
    assert {flow.service.name for flow in flows if flow.source == "management"} == {"syslog", "tacacs"}


@pytest.mark.parametrize("system", ["ubuntu-24.04", "debian-12", "rocky-9"])
def test_control_hosts_send_what_api_servers_record(tmp_path: Path, system: str) -> None:
    """Where they record it and have a collector to send to; on Ubuntu, where rsyslogd is not root, the group of the file is set before it starts."""
    drop_in = "etc/systemd/system/rsyslog.service.d/clustergen.conf"
    for keys, senders in (({}, ["control1", "control3"]), ({"audit": False}, [])):
        spec = cluster() | {"services": {"syslog": [MANAGEMENT], "tls": {}}, "scheduler": {"kubernetes": keys}}
        spec["hosts"]["control"]["os"] = system
        made = made_for(plan_data(spec, tmp_path), host_system.render(plan_data(spec, tmp_path), TEMPLATES))
        assert [name for name, files in made.items() if f'file="{AUDIT_LOG}"' in files.get(SENDER, "")] == senders
        assert [name for name, files in made.items() if drop_in in files] == (senders if "ubuntu" in system else [])
        assert all(f"chgrp syslog {AUDIT_LOG}" in made[name][drop_in] for name in senders if "ubuntu" in system)
