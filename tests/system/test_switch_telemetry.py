"""What switches stream, in real Prometheus with the rendered file: gNMI servers that speak the protocol with planted counters, and a stand-in for gNMIc."""

from __future__ import annotations

import base64
import json
import sys
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.catalog.telemetry import read_telemetry
from generator.cli.output import write_tree
from generator.plan.monitoring.telemetry import PASSWORD, USER, telemetry_port
from generator.render.tree import render_tree
from generator.twin.bottle import Bottle
from generator.verify.watch import alerts, metrics
from tests.conftest import ROOT
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.monitoring import Tower
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from generator.plan.cabling.records import Link
    from generator.plan.draft import Draft

pytestmark = pytest.mark.proof

LEAF, SPINE, OTHER, STORE = "compute-leaf1", "compute-spine1", "compute-leaf2", "storage-leaf1"
FRONT, EARLIER = "frontend-leaf1", "frontend-leaf2"
"""Arista EOS: one whose release streams BFD, and one that refuses it."""
QUEUES = "qos/interfaces/interface[interface-id=*]/output/queues/queue[name=*]/state"
PAUSES = "qos/interfaces/interface[interface-id=*]/switch-priority[priority=*]/state"
OCTETS = "interfaces/interface[name=*]/state/counters"
PHY = "interfaces/interface[name=*]/ethernet/phy/state"
SESSIONS = "network-instances/network-instance[name=*]/protocols/protocol[identifier=*][name=*]/bgp/neighbors/neighbor[neighbor-address=*]/state/session-state"
FLAPS = SESSIONS.replace("session-state", "established-transitions")
BFD = "bfd/interfaces/interface[id=*]/peers/peer[local-discriminator=*]/state"
FIELDS = (
    "SAI_PORT_STAT_PFC_3_RX_PKTS",
    "SAI_PORT_STAT_PFC_3_TX_PKTS",
    "SAI_PORT_STAT_IF_IN_FEC_NOT_CORRECTABLE_FRAMES",
    "SAI_PORT_STAT_IF_IN_FEC_CORRECTABLE_FRAMES",
    "SAI_PORT_STAT_IF_OUT_OCTETS",
    "SAI_PORT_STAT_IF_IN_OCTETS",
)
RATES = ("FEC_PRE_BER", "FEC_POST_BER")
LOGIN = ("telemetry", "planted")
"""User and password of the switches that ask for them."""
STORM, MARKS, DROPS, STILL = 90_000, 5_000, 40, 0
MANY, FEW = 200_000_000_000, 1_000_000
"""Growth a second. The storm is above what a port can get, so that a rate over five minutes shows it within seconds."""
Counters = dict[str, list[list[Any]]]


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    """A cluster whose compute leaves run SONiC, whose storage leaves run Cumulus Linux with sessions by address, and whose frontend leaves run EOS, looked at every 5 seconds."""
    spec = cluster() | {"services": {"telemetry": "gnmic"}, "monitoring": {"interval_seconds": 5}}
    storage = spec["fabrics"]["storage"]
    leaf = storage["leaf"] | {"os": "cumulus", "version": "5.14"}
    spec["fabrics"]["storage"] = storage | {"leaf": leaf, "underlay": "numbered"}
    spec["fabrics"]["frontend"] = {"technology": "ethernet", "leaf": {"model": "7060dx5-64s", "os": "eos"}}
    for group, model in (("storage", "storage-2u-400g"), ("control", "server-1u-400g"), ("login", "server-1u-400g")):
        spec["hosts"][group] |= {"model": model, "role": group}
    return plan_data(spec, tmp_path_factory.mktemp("spec"))


@pytest.fixture(scope="module")
def tree(plan: Draft, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its rendered tree."""
    found = tmp_path_factory.mktemp("streams") / "tree"
    write_tree(render_tree(plan, TEMPLATES), found)
    return found


def test_the_tools_take_the_tree(tree: Path, program: Callable[[str], str]) -> None:
    """Configuration, rules on the series of their tests, and every metric that rules and pictures name."""
    program("promtool")
    for judge in (alerts, metrics):
        judged = judge(tree)
        assert (judged.ran, judged.faults) == (True, [])


def test_planted_congestion_is_alerted_with_its_place(
    plan: Draft, tree: Path, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """A host that pauses its leaf, one uplink that marks, a spine that gets hardly anything, a lossless queue that drops, a session that ends, BFD that is down beside BGP, a switch with another's certificate; the rest is well."""
    require(program)
    for name in ("prometheus", "promtool", "prometheus-blackbox-exporter", "prometheus-node-exporter", "openssl"):
        program(name)
    hosts = {host.name: host for host in plan.hosts}
    uplinks = [link for link in plan.links_of[LEAF] if link.a.device == LEAF and link.fabric == "compute"]
    peers = {link.b.address: link for link in plan.links_of[STORE] if link.kind == "leaf_leaf"}
    ended = next(iter(peers))
    facing = [link for link in uplinks if link.b.device == SPINE]
    pair = [link for link in plan.links_of[FRONT] if link.kind == "leaf_leaf"]
    counters = {
        LEAF: _sonic(
            _ports(plan, uplinks),
            storm="etp1a",
            marked=_port(plan, facing[0]),
            shunned=tuple(_port(plan, link) for link in facing),
        ),
        SPINE: _sonic([telemetry_port(plan, _switch(plan, SPINE), link.b) for link in facing]),
        OTHER: _sonic(["etp1a"]),
        STORE: _cumulus(["swp1s0", "swp1s1"]) | {SESSIONS: _sessions(peers), FLAPS: _flaps(peers)},
        FRONT: _eos([link.a.interface for link in pair]),
        EARLIER: {path: rows for path, rows in _eos([]).items() if path != BFD},
    }
    with Bottle() as bottle:
        tower = Tower(bottle, tree, tmp_path, f"{hosts['control1'].inband}/16")
        bottle.must("ip", "address", "add", f"{hosts['control1'].management}/12", "dev", "lan")
        _authority(bottle, tmp_path, tmp_path / "root/etc/gnmic", "client", f"telemetry.{plan.domain}")
        for name, planted in counters.items():
            _serve(bottle, plan, tree, tmp_path, name, planted, called="somebody" if name == OTHER else name)
        login = " ".join(f"{name}={value}" for name, value in zip((USER, PASSWORD), LOGIN, strict=True))
        command = f"env {login} {sys.executable} -m tests.twin.stand_in_gnmic {tmp_path}/root {tree}/monitoring/gnmic/gnmic.yml"
        _start(bottle, command, tmp_path / "gnmic.log")
        tower.host("control2", f"{hosts['control2'].inband}/16", {})
        told = f"env REPORTER_FOLDER={tmp_path}/textfiles/control2 REPORTER_ROOT={tmp_path}/root"
        bottle.must(*f"{told} {sys.executable} -B {tree}/monitoring/reporters/collector.py".split())
        _at_once(tmp_path / "etc", tmp_path / "root")
        tower.run("prometheus-blackbox-exporter", "prometheus-blackbox-exporter")
        tower.run("prometheus", "prometheus")
        sent = tower.until(
            "switch_queue_sent_packets_total",
            lambda rows: {row["instance"] for row in rows} >= {LEAF, SPINE, STORE, FRONT, EARLIER},
        )
        storm = tower.until('ALERTS{alertname="PfcStorm"}', bool)
        marks = tower.until('ALERTS{alertname="EcnOneUplink"}', bool)
        uneven = tower.until('ALERTS{alertname="SpineImbalance"}', bool)
        tower.until(f'switch_bgp_session_established{{instance="{STORE}"}} == 1', lambda rows: len(rows) == len(peers))
        down = tower.until('ALERTS{alertname="BgpSessionDown"}', bool)
        held = tower.ask(f'switch_bgp_session_established{{instance="{STORE}"}} == 1')
        flapping = tower.until('ALERTS{alertname="BgpSessionFlapping"}', bool)
        deaf = tower.until('ALERTS{alertname="BfdSessionDown"}', bool)
        failures_of = tower.ask("switch_bfd_session_failures_total")
        drops = tower.until('ALERTS{alertname="LosslessQueueDrops"}', bool)
        silent = tower.until('ALERTS{alertname="SwitchNotStreaming"}', bool)
        ends = tower.ask('probe_ssl_earliest_cert_expiry{job="switch-certificate"} - time()')
        # Alertmanagers are listed, and none of them runs
        unheard = tower.until(
            'ALERTS{alertname=~"NobodyToTell|AlertmanagerDown|ProberDown"}', lambda rows: len(rows) > 1
        )
        own = tower.until("clustergen_collector_certificate_end_timestamp_seconds - time()", bool)
        every = tower.ask(
            'count by (alertname) (ALERTS{alertname=~"Pfc.+|Ecn.+|Lossless.+|Fec.+|Ber.+|Bgp.+|Bfd.+|Collector.+"})'
        )
        raw = tower.ask('{job="switch-telemetry",__name__!~"switch_.+|up|scrape_.+|ALERTS.*|.+:.+"}')
        labels = tower.ask('{job="switch-telemetry",source!=""}')
        failures = tower.ask("sum(prometheus_rule_evaluation_failures_total)")
    assert {row["queue"] for row in sent} == {"0", "3", "6"}, "queues of no class are left out"
    assert {(row["fabric"], row["tier"]) for row in sent if row["instance"] == LEAF} == {("compute", "leaf")}
    assert [(row["instance"], row["port"], row["priority"]) for row in storm] == [(LEAF, "etp1a", "3")]
    link = facing[0]
    assert [(row["instance"], row["port"], row["cable"], row["far"]) for row in marks] == [
        (LEAF, _port(plan, link), link.cable, SPINE)
    ]
    spines = {link.b.device for link in uplinks if link.b.device != OTHER}
    assert {(row["instance"], row["far"]) for row in uneven} == {(LEAF, name) for name in spines}
    assert [(row["instance"], row["port"], row["queue"], row["fabric"]) for row in drops] == [
        (STORE, "swp1s0", "3", "storage")
    ]
    assert [row["instance"] for row in silent] == [OTHER]
    assert {row["instance"] for row in ends} == set(counters), "whatever name a certificate has"
    assert all(0 < float(row[""]) < 2 * 86400 for row in ends)
    assert {(row["instance"], row["path"]) for row in own} == {
        ("control2", f"/etc/gnmic/{file}.crt") for file in ("client", "ca")
    }
    assert all(0 < float(row[""]) < 2 * 86400 for row in own)
    assert {row["alertname"] for row in every} == {
        "CollectorCertificateNotRenewed",
        "CollectorCertificateEnds",
        "BgpSessionFlapping",
        "PfcStorm",
        "EcnOneUplink",
        "LosslessQueueDrops",
        "BgpSessionDown",
        "BfdSessionDown",
    }
    lost = peers[ended]
    assert [(row["instance"], row["port"], row["peer"], row["far"], row["far_port"], row["cable"]) for row in down] == [
        (STORE, lost.a.interface, ended, lost.b.device, lost.b.interface, lost.cable)
    ]
    assert {row["peer"] for row in held} == set(peers) - {ended}
    assert [(row["instance"], row["peer"]) for row in flapping] == [(STORE, ended)]
    place = {"instance": FRONT, "port": pair[0].a.interface, "far": EARLIER, "far_port": pair[0].b.interface}
    assert [row | place | {"cable": pair[0].cable} for row in deaf] == deaf
    assert {(row["instance"], row["port"]) for row in failures_of} == {(FRONT, link.a.interface) for link in pair}
    assert (raw, labels) == ([], [])
    assert {row["alertname"] for row in unheard} == {"NobodyToTell", "AlertmanagerDown"}
    assert [row[""] for row in failures] == ["0"]
    proven(
        "prometheus 2.42, gNMI over mutual TLS (stand-ins for gNMIc and the switches)",
        "SONiC's, Cumulus Linux's and EOS's counters under one name; a pause storm, an uplink that marks, spines that get different loads, lossless drops, a session of BGP that ends, and one of BFD on EOS that is down, each with its place",
    )


def _at_once(etc: Path, root: Path) -> None:
    """Have the certificates of switches read with the collector's own, which is not at its place here, and as often as all else."""
    for name, old, new in (("blackbox.yml", "/etc/gnmic/", f"{root}/etc/gnmic/"), ("prometheus.yml", '"120s"', '"5s"')):  # fmt: skip
        text = (etc / name).read_text(encoding="utf-8")
        assert old in text
        (etc / name).write_text(text.replace(old, new), encoding="utf-8")


def _switch(plan: Draft, name: str) -> Any:
    return next(switch for switch in plan.switches if switch.name == name)


def _port(plan: Draft, link: Link) -> str:
    return telemetry_port(plan, _switch(plan, link.a.device), link.a)


def _ports(plan: Draft, links: list[Link]) -> list[str]:
    return ["etp1a", *(_port(plan, link) for link in links)]


def _sonic(ports: list[str], storm: str = "", marked: str = "", shunned: tuple[str, ...] = ()) -> Counters:
    """Return the counters of a SONiC switch: all pause and mark a little, as a lossless class does under load; one is paused, one marks, one is sent hardly anything."""
    own = {
        port: {
            "SAI_PORT_STAT_PFC_3_RX_PKTS": [10, STORM if port == storm else 20],
            "SAI_PORT_STAT_PFC_3_TX_PKTS": [10, 20],
            "SAI_PORT_STAT_IF_IN_FEC_NOT_CORRECTABLE_FRAMES": [7, STILL],
            "SAI_PORT_STAT_IF_IN_FEC_CORRECTABLE_FRAMES": [7, 20],
            "SAI_PORT_STAT_IF_OUT_OCTETS": [0, FEW if port in shunned else MANY],
            "SAI_PORT_STAT_IF_IN_OCTETS": [0, MANY],
            "FEC_PRE_BER": [0, STILL],
            "FEC_POST_BER": [0, STILL],
        }
        for port in ports
    }
    queues = {
        f"{port}:{queue}": {
            "SAI_QUEUE_STAT_PACKETS": [100, 100_000],
            "SAI_QUEUE_STAT_DROPPED_PACKETS": [3, STILL],
            "SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS": [3, MARKS if (port, queue) == (marked, 3) else 10],
        }
        for port in ports
        for queue in (0, 1, 3, 6)
    }
    for port in ports:
        queues[f"{port}:3"]["PFC_WD_QUEUE_STATS_DEADLOCK_DETECTED"] = [2, STILL]
    fields = {f"COUNTERS/Ethernet*/{field}": field for field in FIELDS} | {
        f"RATES/Ethernet*/{field}": field for field in RATES
    }
    parts = {path: {port: {field: own[port][field]} for port in ports} for path, field in fields.items()}
    return {path: [[path, value]] for path, value in parts.items()} | {
        "COUNTERS/Ethernet*/Queues": [["COUNTERS/Ethernet*/Queues", {queue: value}] for queue, value in queues.items()]
    }


def _cumulus(ports: list[str]) -> Counters:
    """Return those of a Cumulus Linux switch: the first port drops in its lossless queue, and all in the queue of the rest."""
    octets = {way: f"{OCTETS}/{way}-octets" for way in ("in", "out")}
    rows: Counters = {QUEUES: [], PAUSES: [], PHY: [], **{path: [] for path in octets.values()}}
    for port in ports:
        for queue in (0, 1, 3, 6):
            place = f"/qos/interfaces/interface[interface-id={port}]/output/queues/queue[name={queue}]/state"
            lost = DROPS if queue == 0 or (port, queue) == (ports[0], 3) else STILL
            rows[QUEUES] += [[f"{place}/transmit-pkts", [5, 1000]], [f"{place}/no-buffer-uc-dropped-pkts", [5, lost]]]
        place = f"/qos/interfaces/interface[interface-id={port}]/switch-priority[priority=3]/state/counters"
        rows[PAUSES] += [[f"{place}/in-pause-pkts", [5, 20]], [f"{place}/out-pause-pkts", [5, 20]]]
        for way, path in octets.items():
            rows[path] += [[f"/interfaces/interface[name={port}]/state/counters/{way}-octets", [5, 1000]]]
        rows[PHY] += [
            [f"/interfaces/interface[name={port}]/ethernet/phy/state/rs-fec-uncorrectable-blocks", [4, STILL]]
        ]
    return rows


def _eos(ports: list[str]) -> Counters:
    """Return those of an EOS switch: queues that lose nothing, two sessions of BGP between link-local addresses, and BFD on ports, of which that of the first goes down."""
    rows: Counters = {each.path.lstrip("/"): [] for each in read_telemetry("eos").paths}
    rows[QUEUES] = [
        [
            "/qos/interfaces/interface[interface-id=Ethernet1/1]/output/queues/queue[name=0]/state/transmit-pkts",
            [5, 1000],
        ]
    ]
    rows[SESSIONS] = _sessions(["fe80::1", "fe80::2"], ends=False)
    for number, port in enumerate(ports):
        place = f"/bfd/interfaces/interface[id={port}]/peers/peer[local-discriminator={number + 1}]/state"
        state = ["UP", "UP" if number else "DOWN", 5]
        rows[BFD] += [[f"{place}/session-state", state], [f"{place}/failure-transitions", [1, STILL]]]
    return rows


def _sessions(peers: Iterable[str], *, ends: bool = True) -> list[list[Any]]:
    """Return the states of a switch's sessions: the first may end."""
    place = (
        "/network-instances/network-instance[name=default]/protocols/protocol[identifier=BGP][name=BGP]/bgp/neighbors"
    )
    states = {
        peer: ["ESTABLISHED", "ACTIVE" if ends and not number else "ESTABLISHED", 30]
        for number, peer in enumerate(peers)
    }
    return [[f"{place}/neighbor[neighbor-address={peer}]/state/session-state", state] for peer, state in states.items()]


def _flaps(peers: Iterable[str]) -> list[list[Any]]:
    """Return how often sessions have been established: the first again and again."""
    states = _sessions(peers, ends=False)
    return [
        [path.replace("session-state", "established-transitions"), [1, STILL if number else 1]]
        for number, (path, _) in enumerate(states)
    ]


def _authority(bottle: Bottle, work: Path, folder: Path, file: str, name: str) -> None:
    """Make a certificate of a name by the authority of this test, with its key and the authority's own certificate."""
    folder.mkdir(parents=True)
    if not (work / "ca.key").exists():
        bottle.must(
            *f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test -keyout {work}/ca.key -out {work}/ca.crt".split()
        )
    (folder / "ca.crt").write_bytes((work / "ca.crt").read_bytes())
    (folder / "names").write_text(f"subjectAltName=DNS:{name}\n", "utf-8")
    request = f"openssl req -newkey rsa:2048 -nodes -subj /CN={name} -keyout {folder}/{file}.key -out {folder}/request"
    sign = f"openssl x509 -req -days 2 -in {folder}/request -CA {work}/ca.crt -CAkey {work}/ca.key -CAcreateserial -extfile {folder}/names -out {folder}/{file}.crt"
    bottle.must(*request.split())
    bottle.must(*sign.split())


def _serve(bottle: Bottle, plan: Draft, tree: Path, work: Path, name: str, counters: Counters, called: str) -> None:
    """Make a switch of a namespace with a gNMI server, which listens where the switch's rendered configuration says, and takes whom it names."""
    place, inside = work / name, f"ip netns exec {name}"
    _authority(bottle, work, place, "server", f"{called}.{plan.domain}")
    (place / "counters.json").write_text(json.dumps(counters), "utf-8")
    port, client = _configured(tree / "switches" / name)
    asks = read_telemetry(_switch(plan, name).os).login
    header = f"'Basic {base64.b64encode(':'.join(LOGIN).encode()).decode()}'" if asks else ""
    address = _switch(plan, name).management
    for line in (
        f"ip netns add {name}",
        f"ip link add {name[-8:]} type veth peer name eth0 netns {name}",
        f"ip link set {name[-8:]} master lan up",
        f"{inside} ip address add {address}/12 dev eth0",
        f"{inside} ip link set eth0 up",
    ):
        bottle.must(*line.split())
    command = f"{inside} {sys.executable} -m tests.twin.stand_in_switch {address}:{port} '{client}' {place} {place}/counters.json {header}"
    _start(bottle, command, work / f"{name}.log")


def _configured(folder: Path) -> tuple[int, str]:
    """Read where a switch listens, and the one client that it takes; Cumulus Linux and EOS take all of an authority."""
    if (folder / "config_db.json").exists():
        db = json.loads((folder / "config_db.json").read_text("utf-8"))
        (client,) = db["GNMI_CLIENT_CERT"]
        return int(db["GNMI"]["gnmi"]["port"]), client
    if (folder / "running.cfg").exists():
        section = (folder / "running.cfg").read_text("utf-8").partition("management api gnmi\n")[2].partition("\n!")[0]
        return int(section.partition(" port ")[2].split()[0]), ""
    system = yaml.safe_load((folder / "startup.yaml").read_text("utf-8"))[-1]["set"]["system"]
    return system["gnmi-server"]["port"], ""


def _start(bottle: Bottle, command: str, log: Path) -> None:
    bottle.must("sh", "-c", f"cd {ROOT} && (PYTHONPATH=$PYTHONPATH:{ROOT} exec {command}) >{log} 2>&1 &")
