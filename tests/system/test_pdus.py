"""Rack PDUs: real snmpd answers the real exporter by SNMPv3 with a maker's objects, and real Prometheus says what is wrong with which strip, line, feed and rack."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin.bottle import Bottle
from tests.ours import TEMPLATES
from tests.pdu_specs import managed
from tests.playbooks.roles import filters
from tests.specs import plan_data
from tests.system.test_switch_counters import snmp_form
from tests.twin.monitoring import Tower
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from generator.plan.draft import Draft

pytestmark = pytest.mark.proof

EXPORTER = "prometheus-snmp-exporter"
SECRETS = {"clustergen_pdu_auth_passphrase": "it's # a: pass", "clustergen_pdu_priv_passphrase": "{another} one"}
WRONG = "not the passphrase"
_RARITAN, _APC, _SENTRY = "1.3.6.1.4.1.13742.6", "1.3.6.1.4.1.318.1.1.26", "1.3.6.1.4.1.1718.4.1"


def _pole(line: int, kind: int, value: int, digits: int, state: int = 4) -> dict[str, str]:
    place = f"1.1.{line}.{kind}"
    return {
        f"{_RARITAN}.3.3.6.1.7.{place}": f"uinteger {digits}",
        f"{_RARITAN}.5.2.4.1.3.{place}": f"integer {state}",
        f"{_RARITAN}.5.2.4.1.4.{place}": f"uinteger {value}",
    }


def _raritan(amps: float, volts: int, watts: int, *, open_: bool = False) -> dict[str, str]:
    """Return what a PX of three lines and neutral answers: milliamperes, tenths of volts, watts, its breakers and a thermometer."""
    found = {
        f"{_RARITAN}.3.3.4.1.7.1.1.5": "uinteger 0",
        f"{_RARITAN}.5.2.3.1.3.1.1.5": "integer 4",
        f"{_RARITAN}.5.2.3.1.4.1.1.5": f"uinteger {watts}",
        f"{_RARITAN}.3.4.3.1.2.1.1": "octet_str C1",
        f"{_RARITAN}.5.3.3.1.3.1.1.15": f"integer {0 if open_ else 1}",
        f"{_RARITAN}.3.6.3.1.2.1.1": "integer 10",
        f"{_RARITAN}.3.6.3.1.4.1.1": "octet_str top",
        f"{_RARITAN}.3.6.3.1.17.1.1": "uinteger 1",
        f"{_RARITAN}.5.5.3.1.3.1.1": "integer 4",
        f"{_RARITAN}.5.5.3.1.4.1.1": "integer 273",
    }
    for line in (1, 2, 3, 4):
        found[f"{_RARITAN}.3.3.5.1.1.1.1.{line}"] = f"integer {line}"
        found |= _pole(line, 1, round(amps * 1000) if line == 1 else 9000, 3)
        if line < 4:
            found |= _pole(line, 25, volts * 10, 1)
    return found


def _apc(amps: float, volts: int, watts: int) -> dict[str, str]:
    found = {f"{_APC}.4.3.1.5.1": f"integer {watts // 10}", f"{_APC}.8.3.1.3.1": "integer 1"}
    found[f"{_APC}.8.3.1.4.1"] = "integer 4"
    for line in (1, 2, 3):
        found |= {
            f"{_APC}.6.3.1.3.{line}": f"integer {line}",
            f"{_APC}.6.3.1.4.{line}": "integer 2",
            f"{_APC}.6.3.1.5.{line}": f"integer {round(amps * 10)}",
            f"{_APC}.6.3.1.6.{line}": f"integer {volts}",
        }
    return found


def _sentry(amps: float, volts: int, watts: int) -> dict[str, str]:
    found = {
        f"{_SENTRY}.3.3.1.3.1.1": f"integer {watts}",
        f"{_SENTRY}.6.2.1.4.1.1.1": "octet_str F1",
        f"{_SENTRY}.6.3.1.1.1.1.1": "integer 12",
    }
    for line in (1, 2, 3):
        found |= {
            f"{_SENTRY}.4.2.1.4.1.1.{line}": f"octet_str L{line}",
            f"{_SENTRY}.4.3.1.3.1.1.{line}": f"integer {round(amps * 100)}",
            f"{_SENTRY}.5.2.1.4.1.1.{line}": f"octet_str L{line}-N",
            f"{_SENTRY}.5.3.1.3.1.1.{line}": f"integer {volts * 10}",
        }
    return found


def test_a_line_a_feed_a_rack_and_a_breaker_are_told(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Of a rack of hosts feed B is lost, so a line of feed A carries too much, and a breaker is open; a strip has another passphrase, the others do not answer."""
    plan = plan_data(managed() | {"monitoring": {"interval_seconds": 5, "exporters": ["pdu"]}}, tmp_path)
    rack, other = (host.rack for host in plan.hosts[:2])
    faulty = {
        f"{rack}-pdu-a".lower(): (_raritan(48.5, 239, 20600, open_=True), ""),
        f"{rack}-pdu-b".lower(): (_raritan(0, 0, 0), ""),
        f"{other}-pdu-a".lower(): (_raritan(21.5, 240, 9000), ""),
        f"{other}-pdu-b".lower(): (_raritan(9, 240, 9000), WRONG),
    }
    with _strips(plan, tmp_path, program, faulty) as tower:
        read = tower.until('up{job="pdu"} == 1', lambda rows: len(rows) == 3)
        asked = tower.until('up{job="pdu"}', lambda rows: len(rows) == len(plan.pdus))
        amps = tower.until("pdu_line:current:amps", lambda rows: len(rows) == 9)
        heat = tower.until("pdu_sensor:temperature:celsius", lambda rows: len(rows) == 3)
        wanted = {"FeedLost", "PduLineOverloaded", "RackOverPlan", "PduBreakerOpen", "PduUnread", "FeedSilent"}
        tower.until("ALERTS", lambda rows: {row["alertname"] for row in rows} >= wanted)
        told = tower.ask("ALERTS")
        failures = tower.ask("sum(prometheus_rule_evaluation_failures_total)")
    assert {row["instance"] for row in read} == set(faulty) - {f"{other}-pdu-b".lower()}
    assert {row["instance"] for row in asked} == {pdu.name for pdu in plan.pdus}
    found = {(row["instance"], row["line"]): float(row[""]) for row in amps}
    assert found[f"{rack}-pdu-a".lower(), "L1"] == 48.5
    assert found[f"{other}-pdu-a".lower(), "L1"] == 21.5
    assert {row["sensor"]: float(row[""]) for row in heat} == {"top": 27.3}

    def said(alert: str, *labels: str) -> set[tuple[str, ...]]:
        return {tuple(row[each] for each in labels) for row in told if row["alertname"] == alert}

    assert said("FeedLost", "rack", "feed") == {(rack, "B")}
    assert said("LineLost", "instance") == set()
    assert said("PduLineOverloaded", "instance", "line") == {(f"{rack}-pdu-a".lower(), "L1")}
    assert said("RackOverPlan", "rack") == {(rack,)}
    assert said("PduBreakerOpen", "instance", "overCurrentProtectorLabel") == {(f"{rack}-pdu-a".lower(), "C1")}
    assert said("FeedSilent", "rack", "feed") == {(other, "B")}
    assert (f"{other}-pdu-b".lower(),) in said("PduUnread", "instance")
    assert [row[""] for row in failures] == ["0"]
    proven(f"{EXPORTER}, snmpd", "SNMPv3 authPriv: PDU2-MIB; feed, line, rack, breaker, a wrong passphrase")


@pytest.mark.parametrize(("maker", "answers"), [("apc", _apc), ("servertech", _sentry)])
def test_readings_of_each_maker_come_in_its_units(
    maker: str,
    answers: Callable[[float, int, int], dict[str, str]],
    tmp_path: Path,
    program: Callable[[str], str],
    proven: Callable[[str, str], None],
) -> None:
    """One strip answers with the objects of its maker: amperes, volts and watts are those that were planted."""
    spec = managed(maker) | {"monitoring": {"interval_seconds": 5, "exporters": ["pdu"]}}
    plan = plan_data(spec, tmp_path)
    name = plan.pdus[0].name
    with _strips(plan, tmp_path, program, {name: (answers(21.5, 231, 14880), "")}) as tower:
        amps = tower.until("pdu_line:current:amps", lambda rows: len(rows) == 3)
        volts = tower.until("pdu_line:voltage:volts", lambda rows: len(rows) == 3)
        watts = tower.until("pdu:active_power:watts", lambda rows: len(rows) == 1)
        alert = {"apc": "PduOverload", "servertech": "PduBreakerOpen"}[maker]
        told = tower.until(f'ALERTS{{alertname="{alert}"}}', lambda rows: len(rows) == 1)
    assert {(row["instance"], row["line"], float(row[""])) for row in amps} == {
        (name, f"L{n}", 21.5) for n in (1, 2, 3)
    }
    assert {float(row[""]) for row in volts} == {231.0}
    assert [(row["instance"], float(row[""])) for row in watts] == [(name, 14880.0)]
    assert [row["instance"] for row in told] == [name]
    proven(f"{EXPORTER}, snmpd", f"objects of {maker} in amperes, volts and watts")


@contextmanager
def _strips(
    plan: Draft,
    folder: Path,
    program: Callable[[str], str],
    strips: Mapping[str, tuple[Mapping[str, str], str]],
) -> Iterator[Tower]:
    """Make strips that answer, in a bottle with the control host that asks them."""
    require(program)
    for name in ("prometheus", "promtool", "prometheus-node-exporter", EXPORTER):
        program(name)
    agent, form = program("snmpd"), snmp_form(program(EXPORTER))[1]
    tree, work = folder / "tree", folder / "work"
    work.mkdir()
    write_tree(render_tree(plan, TEMPLATES), tree)
    hosts = {host.name: host for host in plan.hosts}
    addresses = {pdu.name: pdu.address for pdu in plan.pdus}
    with Bottle() as bottle:
        tower = Tower(bottle, tree, work, f"{hosts['control1'].inband}/16")
        bottle.must("ip", "address", "add", f"{hosts['control1'].management}/11", "dev", "lan")
        (work / "etc/snmp").mkdir()
        text = (tree / f"monitoring/snmp/{form}.yml").read_text("utf-8")
        filled = filters("switch_configurations")["switch_filled"](text, SECRETS, "json")
        (work / "etc/snmp/snmp.yml").write_text(filled, "utf-8")
        for name, (answers, passphrase) in strips.items():
            kept = work / f"agent-{name}"
            kept.mkdir()
            lines = _agent(addresses[name], answers, passphrase or SECRETS["clustergen_pdu_auth_passphrase"])
            (kept / "snmpd.conf").write_text("".join(f"{line}\n" for line in lines), "utf-8")
            _strip(bottle, name, addresses[name], f"{agent} -f -Lf {work}/snmpd-{name}.log -C -c {kept}/snmpd.conf")
        tower.host("control2", f"{hosts['control2'].inband}/16", {})
        tower.run(EXPORTER, EXPORTER)
        tower.run("prometheus", "prometheus")
        yield tower


def _strip(bottle: Bottle, name: str, address: str, agent: str) -> None:
    """Make a strip of a namespace with snmpd."""
    bottle.must("ip", "netns", "add", name)
    bottle.must(*f"ip link add {name} type veth peer name eth0 netns {name}".split())
    bottle.must(*f"ip link set {name} master lan up".split())
    for line in (f"address add {address}/11 dev eth0", "link set eth0 up", "link set lo up"):
        bottle.must(*f"ip netns exec {name} ip {line}".split())
    kept = agent.rpartition(" ")[2].removesuffix("/snmpd.conf")
    environment = f"SNMP_PERSISTENT_DIR={kept} MIBS= PATH={os.environ['PATH']}"
    bottle.must("sh", "-c", f"({environment} exec ip netns exec {name} {agent}) >/dev/null 2>&1 &")


def _agent(address: str, answers: Mapping[str, str], passphrase: str) -> Iterator[str]:
    yield f"agentAddress udp:{address}:161"
    yield f'createUser monitor SHA "{passphrase}" AES "{SECRETS["clustergen_pdu_priv_passphrase"]}"'
    yield "rouser monitor priv"
    yield from (f"override {oid} {value}" for oid, value in answers.items())
