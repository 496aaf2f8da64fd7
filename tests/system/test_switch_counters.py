"""Counters of switches: real snmpd answers the real exporter by SNMPv3 with rendered files, and real Prometheus says which planned cable has no link and whom it cannot read."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin.bottle import Bottle
from tests.ours import TEMPLATES
from tests.playbooks.roles import filters
from tests.specs import cluster, plan_data
from tests.twin.monitoring import Tower
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from generator.plan.cabling.records import Link

pytestmark = pytest.mark.proof

EXPORTER = "prometheus-snmp-exporter"
READ, UNREAD = "compute-leaf1", "compute-leaf2"
SECRETS = {"clustergen_snmp_auth_passphrase": "it's # a: pass", "clustergen_snmp_priv_passphrase": "{another} one"}
WRONG = "not the passphrase"


def test_a_planned_link_and_a_wrong_passphrase_are_told(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """One leaf has two of its uplinks, one of them under another name; another leaf has another passphrase; the rest do not answer at all."""
    require(program)
    for name in ("prometheus", "promtool", "prometheus-blackbox-exporter", "prometheus-node-exporter", EXPORTER):
        program(name)
    agent = program("snmpd")
    spec = cluster() | {"services": {"snmp": {"user": "reader"}}, "monitoring": {"interval_seconds": 5}}
    plan = plan_data(spec, tmp_path)
    tree, work = tmp_path / "tree", tmp_path / "work"
    work.mkdir()
    write_tree(render_tree(plan, TEMPLATES), tree)
    hosts = {host.name: host for host in plan.hosts}
    addresses = {switch.name: switch.management for switch in plan.switches}
    uplinks = [link for link in plan.links_of[READ] if link.a.device == READ and link.fabric == "compute"]
    known, aliased, *lost = uplinks
    version, form = snmp_form(program(EXPORTER))
    with Bottle() as bottle:
        tower = Tower(bottle, tree, work, f"{hosts['control1'].inband}/16")
        bottle.must("ip", "address", "add", f"{hosts['control1'].management}/12", "dev", "lan")
        (work / "etc/snmp").mkdir()
        text = (tree / f"monitoring/snmp/{form}.yml").read_text("utf-8")
        filled = filters("switch_configurations")["switch_filled"](text, SECRETS, "json")
        (work / "etc/snmp/snmp.yml").write_text(filled, "utf-8")
        ports = {known.a.interface: "", "etp65": _description(aliased)}
        _switch(bottle, work, agent, READ, addresses[READ], ports, SECRETS["clustergen_snmp_auth_passphrase"])
        _switch(bottle, work, agent, UNREAD, addresses[UNREAD], {}, WRONG)
        tower.host("control2", f"{hosts['control2'].inband}/16", {})
        tower.run(EXPORTER, EXPORTER)
        tower.run("prometheus-blackbox-exporter", "prometheus-blackbox-exporter")
        tower.run("prometheus", "prometheus")
        job = 'job="switch-counters"'
        asked = tower.until(f"up{{{job}}}", lambda rows: len(rows) == len(plan.switches))
        tower.until(f"up{{{job}}} == 1", lambda rows: [row["instance"] for row in rows] == [READ])
        tower.until('probe_success{job="switch"}', lambda rows: len(rows) == len(plan.switches))
        down = tower.until('ALERTS{alertname="SwitchLinkDown"}', lambda rows: len(rows) == len(lost))
        unread = tower.until('ALERTS{alertname="SwitchUnread"}', lambda rows: len(rows) == 1)
        counted = tower.until(f'ifHCInOctets{{ifName="{known.a.interface}"}}', bool)
        sent = tower.until("fabric_tier:uplink_sent_bytes:rate15m", bool)
        failures = tower.ask("sum(prometheus_rule_evaluation_failures_total)")
    assert {row["instance"] for row in asked} == set(addresses)
    assert [row["instance"] for row in unread] == [UNREAD]
    found = {(row["ifName"], row["far"], row["far_port"], row["cable"]) for row in down}
    assert found == {(link.a.interface, link.b.device, link.b.interface, link.cable) for link in lost}
    assert {(row["instance"], row["fabric"]) for row in down} == {(READ, "compute")}
    assert [(row["instance"], row["tier"], row["fabric"]) for row in counted] == [(READ, "leaf", "compute")]
    assert [(row["fabric"], row["tier"]) for row in sent] == [("compute", "leaf")]
    assert [row[""] for row in failures] == ["0"]
    proven(
        f"{EXPORTER} {version}, snmpd", f"SNMPv3 authPriv: {len(lost)} missing uplinks with cables, a wrong passphrase"
    )


def snmp_form(exporter: str) -> tuple[str, str]:
    """Return the exporter's version and the form of file that it reads."""
    done = subprocess.run((exporter, "--version"), capture_output=True, text=True, check=True)
    version = (done.stdout + done.stderr).partition("version ")[2].partition(" ")[0]
    return version, "auths" if tuple(map(int, version.split(".")[:2])) >= (0, 23) else "modules"


def _description(link: Link) -> str:
    return f"{link.b.device} {link.b.interface}"


def _switch(
    bottle: Bottle, work: Path, agent: str, name: str, address: str, ports: Mapping[str, str], passphrase: str
) -> None:
    """Make a switch of a namespace with snmpd: its ports are up, and described as given."""
    inside = [f"address add {address}/12 dev eth0", "link set eth0 up", "link set lo up"]
    bottle.must("ip", "netns", "add", name)
    bottle.must(*f"ip link add {name[-8:]} type veth peer name eth0 netns {name}".split())
    bottle.must(*f"ip link set {name[-8:]} master lan up".split())
    for line in inside:
        bottle.must(*f"ip netns exec {name} ip {line}".split())
    described = []
    for port, description in ports.items():
        ip = ("ip", "netns", "exec", name, "ip", "link")
        bottle.must(*ip, "add", port, "type", "veth", "peer", "name", f"{port}x")
        bottle.must(*ip, "set", f"{port}x", "up")
        bottle.must(*ip, "set", port, "up")
        # net-snmp does not read the kernel's description of a port
        number = bottle.must("ip", "netns", "exec", name, "cat", f"/sys/class/net/{port}/ifindex").strip()
        described += [f'override 1.3.6.1.2.1.31.1.1.1.18.{number} octet_str "{description}"'] if description else []
    kept = work / f"agent-{name}"
    kept.mkdir()
    privacy = SECRETS["clustergen_snmp_priv_passphrase"]
    user = f'createUser reader SHA "{passphrase}" AES "{privacy}"'
    lines = [f"agentAddress udp:{address}:161", user, "rouser reader priv", *described]
    (kept / "snmpd.conf").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    command = f"exec ip netns exec {name} {agent} -f -Lf {work}/snmpd-{name}.log -C -c {kept}/snmpd.conf"
    environment = f"SNMP_PERSISTENT_DIR={kept} MIBS= PATH={os.environ['PATH']}"
    bottle.must("sh", "-c", f"({environment} {command}) >/dev/null 2>&1 &")
