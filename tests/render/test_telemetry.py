"""What control hosts collect from switches that stream: gNMIc's file against the keys that it reads, and the names of series."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from generator.analysis.close import close
from generator.catalog.alerts import read_alerts
from generator.catalog.exporter import read_exporter
from generator.catalog.facts import fact_names
from generator.catalog.telemetry import read_telemetry
from generator.pipeline.waiting import waiting_for
from generator.plan.draft import Draft
from generator.plan.monitoring.expected import expected_hosts
from generator.plan.monitoring.jobs import jobs_of
from generator.plan.monitoring.telemetry import streamed_switches, telemetry_of
from generator.plan.monitoring.watch import watch_of
from generator.render.backends import cumulus, monitoring, sonic
from generator.render.monitoring.telemetry import collector, renamed
from generator.spec.load import DocumentError
from generator.verify.watch import metric_names
from tests.judges.gnmic import faults
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data
from tests.twin.gnmi_names import sane
from tests.twin.stand_in_gnmic import processed

PATHS: dict[str, dict[str, tuple[str, dict[str, str]]]] = {
    "sonic": {
        "/COUNTERS/Ethernet*/SAI_PORT_STAT_PFC_3_RX_PKTS/etp1a/SAI_PORT_STAT_PFC_3_RX_PKTS": ("switch_pfc_received_packets_total", {"port": "etp1a", "priority": "3"}),
        "/COUNTERS/Ethernet*/SAI_PORT_STAT_PFC_3_TX_PKTS/Ethernet1/5/SAI_PORT_STAT_PFC_3_TX_PKTS": ("switch_pfc_sent_packets_total", {"port": "Ethernet1_5", "priority": "3"}),
        "/COUNTERS/Ethernet*/SAI_PORT_STAT_IF_IN_FEC_NOT_CORRECTABLE_FRAMES/etp1a/SAI_PORT_STAT_IF_IN_FEC_NOT_CORRECTABLE_FRAMES": ("switch_fec_uncorrectable_total", {"port": "etp1a"}),
        "/COUNTERS/Ethernet*/SAI_PORT_STAT_IF_IN_FEC_CORRECTABLE_FRAMES/etp1a/SAI_PORT_STAT_IF_IN_FEC_CORRECTABLE_FRAMES": ("switch_fec_corrected_total", {"port": "etp1a"}),
        "/COUNTERS/Ethernet*/SAI_PORT_STAT_IF_OUT_OCTETS/etp1a/SAI_PORT_STAT_IF_OUT_OCTETS": ("switch_port_sent_bytes_total", {"port": "etp1a"}),
        "/COUNTERS/Ethernet*/SAI_PORT_STAT_IF_IN_OCTETS/etp1a/SAI_PORT_STAT_IF_IN_OCTETS": ("switch_port_received_bytes_total", {"port": "etp1a"}),
        "/COUNTERS/Ethernet*/Queues/etp1a:3/SAI_QUEUE_STAT_WRED_ECN_MARKED_PACKETS": ("switch_queue_ecn_marked_packets_total", {"port": "etp1a", "queue": "3"}),
        "/COUNTERS/Ethernet*/Queues/etp1a:3:periodic/SAI_QUEUE_STAT_SHARED_WATERMARK_BYTES": ("switch_queue_watermark_bytes", {"port": "etp1a", "queue": "3"}),
        "/COUNTERS/Ethernet*/Queues/etp1a:3/PFC_WD_QUEUE_STATS_DEADLOCK_DETECTED": ("switch_pfc_watchdog_detected_total", {"port": "etp1a", "queue": "3"}),
        "/RATES/Ethernet*/FEC_PRE_BER/etp1a/FEC_PRE_BER": ("switch_pre_fec_ber", {"port": "etp1a"}),
        "/RATES/Ethernet*/FEC_POST_BER/etp1a/FEC_POST_BER": ("switch_post_fec_ber", {"port": "etp1a"}),
    },
    "cumulus": {
        "/qos/interfaces/interface/switch-priority/state/counters/in-pause-pkts": ("switch_pfc_received_packets_total", {}),
        "/qos/interfaces/interface/output/queues/queue/state/no-buffer-uc-dropped-pkts": ("switch_queue_dropped_packets_total", {}),
        "/interfaces/interface/state/counters/out-octets": ("switch_port_sent_bytes_total", {}),
        "/interfaces/interface/state/counters/in-octets": ("switch_port_received_bytes_total", {}),
        "/interfaces/interface/ethernet/phy/state/rs-fec-uncorrectable-blocks": ("switch_fec_uncorrectable_total", {}),
        "/interfaces/interface/phy/fec/state/rs-fec-uncorrectable-blocks": ("switch_fec_uncorrectable_total", {}),
        "/interfaces/interface/phy/fec/state/corrected-bits": ("switch_fec_corrected_total", {}),
        "/interfaces/interface/phy/ber/state/effective-ber": ("switch_post_fec_ber", {}),
        "/network-instances/network-instance/protocols/protocol/bgp/neighbors/neighbor/state/session-state": ("switch_bgp_session_established", {}),
        "/network-instances/network-instance/protocols/protocol/bgp/neighbors/neighbor/state/established-transitions": ("switch_bgp_established_total", {}),
    },
    "eos": {
        "/qos/interfaces/interface/output/queues/queue/state/ecn-marked-pkts": ("switch_queue_ecn_marked_packets_total", {}),
        "/openconfig:qos/interfaces/interface/output/queues/queue/state/ecn-marked-pkts": ("switch_queue_ecn_marked_packets_total", {}),
        "/openconfig:interfaces/interface/state/counters/out-octets": ("switch_port_sent_bytes_total", {}),
        "/interfaces/interface/state/counters/in-octets": ("switch_port_received_bytes_total", {}),
        "/interfaces/interface/ethernet/state/counters/fec-uncorrectable-blocks": ("switch_fec_uncorrectable_total", {}),
        "/openconfig:network-instances/network-instance/protocols/protocol/bgp/neighbors/neighbor/state/session-state": ("switch_bgp_session_established", {}),
        "/openconfig:network-instances/network-instance/protocols/protocol/bgp/neighbors/neighbor/state/established-transitions": ("switch_bgp_established_total", {}),
        "/openconfig:bfd/interfaces/interface/peers/peer/state/session-state": ("switch_bfd_session_up", {}),
        "/bfd/interfaces/interface/peers/peer/state/failure-transitions": ("switch_bfd_session_failures_total", {}),
    },
}  # fmt: skip


def spec_with(**fabric: Any) -> Spec:
    spec = cluster() | {"services": {"telemetry": "gnmic"}}
    storage = spec["fabrics"]["storage"]
    spec["fabrics"]["storage"] = storage | {"leaf": storage["leaf"] | fabric}
    return spec


def collected(plan: Draft) -> dict[str, str]:
    return {artifact.path: artifact.content for artifact in monitoring.render(close(plan), TEMPLATES)}


def file_of(plan: Draft) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(collected(plan)["monitoring/gnmic/gnmic.yml"])
    return found


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The collector's file of a cluster of SONiC switches."""
    return file_of(plan_data(spec_with(), tmp_path_factory.mktemp("file")))


def test_every_switch_is_a_target_with_the_paths_of_its_release(tmp_path: Path) -> None:
    plan = plan_data(spec_with(os="cumulus", version="5.13"), tmp_path)
    file = file_of(plan)
    assert list(faults(file)) == []
    switches = {switch.name: switch for switch in plan.switches if switch.os}
    assert set(file["targets"]) == set(switches)
    for name, target in file["targets"].items():
        switch = switches[name]
        port = {"sonic": 8080, "cumulus": 9339}[str(switch.os)]
        assert target["address"] == f"{switch.management}:{port}"
        assert target["tls-server-name"] == f"{name}.{plan.domain}"
        own = f"{switch.os}-{switch.version}"
        assert target["subscriptions"] == [own, *([f"{own}-changes"] if switch.os == "sonic" else [])]
        assert target["event-tags"]["rack"] == switch.rack
    paths = file["subscriptions"]["cumulus-5.13"]["paths"]
    assert [path for path in paths if "priority" in path] == [
        "/qos/interfaces/interface[interface-id=*]/state/switch-priority[priority=*]/counters"
    ]
    later = file_of(plan_data(spec_with(os="cumulus", version="5.14"), tmp_path))["subscriptions"]["cumulus-5.14"][
        "paths"
    ]
    assert [path for path in later if "priority" in path] == [
        "/qos/interfaces/interface[interface-id=*]/switch-priority[priority=*]/state"
    ]


def test_a_system_that_asks_for_a_user_gets_one_from_the_environment(tmp_path: Path) -> None:
    """Cumulus Linux asks, SONiC does not; the file has no password, and the unit says where it is."""
    plan = plan_data(spec_with(os="cumulus", version="5.14"), tmp_path)
    files = collected(plan)
    targets = yaml.safe_load(files["monitoring/gnmic/gnmic.yml"])["targets"]
    asked = {name for name, target in targets.items() if "username" in target}
    assert asked == {switch.name for switch in plan.switches if switch.os == "cumulus"}
    assert {tuple(targets[name][key] for key in ("username", "password", "auth-scheme")) for name in asked} == {
        ("${CLUSTERGEN_GNMI_USER}", "${CLUSTERGEN_GNMI_PASSWORD}", "Basic")
    }
    assert "EnvironmentFile=/etc/gnmic/login\n" in files["monitoring/units/gnmic.service"]
    assert any("in /etc/gnmic/login on each control host" in line for line in waiting_for(plan))
    sonic = plan_data(spec_with(), tmp_path)
    assert "EnvironmentFile" not in collected(sonic)["monitoring/units/gnmic.service"]
    assert not any("/etc/gnmic/login" in line for line in waiting_for(sonic))


def test_sonic_is_asked_by_field_and_sends_queues_on_change(tmp_path: Path) -> None:
    """No whole table of ports, which a server up to 202511 never samples, and no table of the watchdog, which may end it; rates where they are."""
    old = file_of(plan_data(spec_with(version="202405"), tmp_path))
    wanted = old["subscriptions"]
    fields = [f"COUNTERS/Ethernet*/SAI_PORT_STAT_PFC_3_{way}_PKTS" for way in ("RX", "TX")]
    fields += [
        f"COUNTERS/Ethernet*/SAI_PORT_STAT_IF_IN_FEC_{kind}_FRAMES" for kind in ("NOT_CORRECTABLE", "CORRECTABLE")
    ]
    fields += [f"COUNTERS/Ethernet*/SAI_PORT_STAT_IF_{way}_OCTETS" for way in ("OUT", "IN")]
    assert wanted["sonic-202405"]["paths"] == fields
    assert wanted["sonic-202511"]["paths"] == [*fields, "RATES/Ethernet*/FEC_PRE_BER", "RATES/Ethernet*/FEC_POST_BER"]
    assert wanted["sonic-202511"]["target"] == "COUNTERS_DB"
    for name in ("sonic-202405-changes", "sonic-202511-changes"):
        assert (wanted[name]["stream-mode"], wanted[name]["paths"]) == ("on_change", ["COUNTERS/Ethernet*/Queues"])
    assert old["outputs"]["prometheus"]["expiration"] == "900s"


def test_what_is_sampled_lives_for_three_intervals(tmp_path: Path) -> None:
    """A server whose time runs on samples tables as well, so that nothing has to be kept for longer."""
    telemetry = telemetry_of(plan_data(spec_with(), tmp_path))
    assert telemetry is not None
    later = replace(telemetry, switches=tuple(replace(each, version="202605") for each in telemetry.switches))
    file = collector(later, 30)
    assert list(file["subscriptions"]) == ["sonic-202605"]
    assert "COUNTERS/Ethernet*/Queues" in file["subscriptions"]["sonic-202605"]["paths"]
    assert file["outputs"]["prometheus"]["expiration"] == "90s"


@pytest.mark.parametrize(
    ("plant", "said"),
    [
        (lambda f: f.update(tls_ca="x"), "the file: gNMIc does not read tls_ca"),
        (lambda f: f["targets"]["compute-leaf1"].update(subscriptions=["other"]), "compute-leaf1: no subscription other"),
        (lambda f: f["targets"]["compute-leaf1"].update(address="10.0.0.1"), "compute-leaf1: 10.0.0.1 is not an address with a port"),
        (lambda f: f["subscriptions"]["sonic-202511"].update({"stream-mode": "sampled"}), "sonic-202511: sampled is no stream-mode"),
        (lambda f: f["subscriptions"]["sonic-202511"].update({"sample-interval": 30}), "sonic-202511: 30 is not a duration"),
        (lambda f: f["subscriptions"]["sonic-202511"]["paths"].append("/a//b"), "sonic-202511: /a//b is not a path"),
        (lambda f: f["outputs"]["prometheus"].update(listens="x"), "prometheus: gNMIc does not read listens"),
    ],
)  # fmt: skip
def test_a_file_that_gnmic_would_misread_is_found(
    plant: Callable[[Any], None], said: str, file: dict[str, Any]
) -> None:
    assert list(faults(file)) == []
    planted = json.loads(json.dumps(file))
    plant(planted)
    assert list(faults(planted)) == [said]


@pytest.mark.parametrize(
    ("plant", "said"),
    [
        (lambda f: f["outputs"]["prometheus"].update({"event-processors": ["other"]}), "prometheus: no processor other"),
        (lambda f: f["processors"]["bgp-session-state"].update(event_string={}), "bgp-session-state: gNMIc does not read event_string"),
        (lambda f: _strings(f).update(value_names=[]), "bgp-session-state: gNMIc does not read value_names"),
        (lambda f: _strings(f)["transforms"].append({"replaces": {"apply-on": "value"}}), "bgp-session-state: gNMIc does not read replaces"),
        (lambda f: _strings(f)["transforms"][0]["replace"].update({"apply-on": "values"}), "bgp-session-state: a replacement is of a name or a value"),
        (lambda f: _strings(f)["transforms"][0]["replace"].update(regex="x"), "bgp-session-state: gNMIc does not read regex"),
    ],
)  # fmt: skip
def test_a_processor_that_gnmic_would_misread_is_found(plant: Callable[[Any], None], said: str, tmp_path: Path) -> None:
    planted = file_of(plan_data(spec_with(os="cumulus", version="5.14"), tmp_path))
    assert list(faults(planted)) == []
    plant(planted)
    assert said in list(faults(planted))


def _strings(file: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = file["processors"]["bgp-session-state"]["event-strings"]
    return found


@pytest.mark.parametrize("system", ["cumulus", "eos"])
def test_states_of_sessions_become_numbers(system: str, tmp_path: Path) -> None:
    """Each word of openconfig-bgp-neighbor.yang, as the processors leave it; counters are left alone."""
    telemetry = telemetry_of(plan_data(spec_with(), tmp_path))
    assert telemetry is not None
    assert "processors" not in collector(telemetry, 30)
    version = "5.14" if system == "cumulus" else "4.33"
    file = collector(replace(telemetry, switches=(replace(telemetry.switches[0], system=system, version=version),)), 30)
    processors = [file["processors"][name] for name in file["outputs"]["prometheus"]["event-processors"]]
    state = "/network-instances/network-instance/protocols/protocol/bgp/neighbors/neighbor/state/session-state"
    words = ("IDLE", "CONNECT", "ACTIVE", "OPENSENT", "OPENCONFIRM", "ESTABLISHED")
    assert [processed(state, word, processors) for word in words] == [*"00000", "1"]
    assert processed("/interfaces/interface/state/counters/in-octets", "17", processors) == "17"
    assert processed("/interfaces/interface/state/oper-status", "ESTABLISHED", processors) == "ESTABLISHED"


def test_bfd_of_eos_is_asked_for_apart_from_what_every_release_has(tmp_path: Path) -> None:
    """A switch that refuses it streams the rest; each word of openconfig-bfd.yang becomes a number, and the state of the other end does not take its place."""
    telemetry = telemetry_of(plan_data(spec_with(), tmp_path))
    assert telemetry is not None
    paths = {}
    for version in ("4.33", "4.34"):
        switch = replace(telemetry.switches[0], system="eos", version=version)
        file = collector(replace(telemetry, switches=(switch,)), 30)
        (target,) = file["targets"].values()
        assert target["subscriptions"] == list(file["subscriptions"])
        paths[version] = {name: each["paths"] for name, each in file["subscriptions"].items()}
    assert paths["4.33"]["eos-4.33"] == paths["4.34"]["eos-4.34"]
    state = "/bfd/interfaces/interface[id=*]/peers/peer[local-discriminator=*]/state"
    assert (list(paths["4.33"]), paths["4.34"]["eos-4.34-bfd"]) == (["eos-4.33"], [state])
    processors = [file["processors"][name] for name in file["outputs"]["prometheus"]["event-processors"]]
    place = "/openconfig:bfd/interfaces/interface/peers/peer/state"
    words = ("UP", "DOWN", "ADMIN_DOWN", "INIT")
    assert [processed(f"{place}/session-state", word, processors) for word in words] == [*"1000"]
    assert processed(f"{place}/remote-session-state", "UP", processors) == "UP"


def test_nothing_is_collected_unless_the_spec_says_so(tmp_path: Path) -> None:
    """A collector of the site's own reads switches by `gnmi`; and none is where the matrix keeps control hosts from asking, or nobody watches."""
    for services in ({}, {"telemetry": "gnmi"}):
        plan = plan_data(cluster() | {"services": services}, tmp_path)
        assert not any("gnmic" in path or "congestion" in path for path in collected(plan))
    plan = plan_data(spec_with(), tmp_path)
    closed = [flow for flow in plan.access.flows if not flow.service.covers("tcp", 8080) or flow.to != "management"]
    assert list(streamed_switches(replace(plan, access=replace(plan.access, flows=tuple(closed))))) == []
    off = plan_data(spec_with() | {"monitoring": {"enabled": False}}, tmp_path)
    assert telemetry_of(off) is None
    with pytest.raises(DocumentError):
        plan_data(cluster() | {"services": {"telemetry": "telegraf"}}, tmp_path)


def test_states_decide_who_is_subscribed_to(tmp_path: Path) -> None:
    spec = spec_with() | {"states": {"maintenance": ["compute-spine1"]}}
    plan = plan_data(spec, tmp_path)
    assert file_of(plan)["targets"]["compute-spine1"]["event-tags"]["state"] == "maintenance"
    links = next(each.streamed_links for each in expected_hosts(plan) if each.host == "control1")
    assert {link.state for link in links if link.far == "compute-spine1"} == {"maintenance"}
    assert {link.state for link in links if "compute-spine1" not in {link.far, link.switch}} == {""}


def test_control_hosts_alone_say_what_streams(tmp_path: Path) -> None:
    """Ports of SONiC by their aliases, as its server has them; those of others by their names."""
    plan = plan_data(spec_with(os="cumulus", version="5.14"), tmp_path)
    said = {each.host: each for each in expected_hosts(plan)}
    assert {name for name, each in said.items() if each.streamed} == {"control1", "control2", "control3"}
    between = [link for link in plan.links if link.kind in {"leaf_leaf", "leaf_spine", "spine_core"}]
    links = said["control1"].streamed_links
    assert [link.cable for link in links] == [link.cable for link in between]
    assert {link.port[:3] for link in links} == {"etp", "swp"}
    aliases = json.loads(_config(plan, "compute-leaf1"))["PORT"]
    near = next(link for link in between if link.a.device == "compute-leaf1")
    assert links[0].port == aliases[near.a.interface]["alias"]
    assert set(said["control1"].lossless) == {("compute", 3), ("storage", 3)}


def _config(plan: Draft, name: str) -> str:
    return next(
        each.content for each in sonic.render(close(plan), TEMPLATES) if each.path == f"switches/{name}/config_db.json"
    )


@pytest.mark.parametrize("system", fact_names("telemetry"))
def test_counters_have_one_name_on_every_system(system: str, tmp_path: Path) -> None:
    """What gNMIc makes of paths, through the rules that Prometheus is given; the port of the facts is that of the collector's job."""
    facts = read_telemetry(system)
    used = {each.source for each in (*facts.paths, *facts.states.values())}
    assert used | {way.source for ways in facts.series.values() for way in ways} <= set(facts.sources)
    assert set(facts.series) <= set(read_exporter("gnmic").metrics)
    assert set(facts.series) == {name for path in facts.paths for name in facts.streamed(path.since)}
    plan = plan_data(spec_with(), tmp_path)
    telemetry = telemetry_of(plan)
    assert telemetry is not None
    rules = renamed(replace(telemetry, switches=(replace(telemetry.switches[0], system=system),)))
    for path, (name, labels) in PATHS[system].items():
        assert relabelled(rules, {"__name__": sane(path).lstrip("_"), "source": "leaf1", "subscription_name": "x"}) == {
            "__name__": name, "instance": "leaf1", **labels,
        }  # fmt: skip
    assert (
        relabelled(rules, {"__name__": "COUNTERS_Ethernet_etp1_SAI_PORT_STAT_IF_IN_OCTETS", "source": "leaf1"}) is None
    )


def relabelled(rules: list[dict[str, Any]], labels: Mapping[str, str]) -> dict[str, str] | None:
    """Return labels as relabelling leaves them (Prometheus, relabel_config): none where a series is dropped."""
    now = dict(labels)
    for rule in rules:
        text = ";".join(now.get(label, "") for label in rule.get("source_labels", ()))
        pattern, action = rule.get("regex", "(.*)"), rule.get("action", "replace")
        match = re.fullmatch(pattern, text)
        if action == "labeldrop":
            now = {name: value for name, value in now.items() if not re.fullmatch(pattern, name)}
        elif (action == "keep" and not match) or (action == "drop" and match):
            return None
        elif action == "replace" and match:
            now[rule["target_label"]] = match.expand(rule.get("replacement", "$1").replace("$", "\\"))
    return now


@pytest.mark.parametrize(
    ("system", "left_out"),
    [
        ({"model": "sn5600", "os": "sonic"}, set()),
        ({"model": "sn5600", "os": "cumulus"}, {"PfcWatchdogActed"}),
        ({"model": "sn5600", "os": "cumulus", "version": "5.13"}, {"PfcStorm", "PfcAsymmetry", "PfcWatchdogActed"}),
        ({"model": "7060x6-64pe", "os": "eos"}, {"PfcStorm", "PfcAsymmetry", "PfcWatchdogActed"}),
    ],
)
def test_no_alert_asks_for_what_nobody_streams(system: Spec, left_out: set[str], tmp_path: Path) -> None:
    """What is left asks for some series of a system of the cluster, directly or by what is computed from it. SONiC out of band pauses nothing, and counts errors before FEC."""
    spec = spec_with()
    spec["hosts"] |= {name: spec["hosts"][name] | {"model": "server-1u-400g"} for name in ("control", "login")}
    spec["hosts"]["storage"] |= {"model": "storage-2u-400g", "role": "storage"}
    spec["fabrics"] |= {name: {"technology": "roce", "leaf": system} for name in ("compute", "storage", "frontend")}
    spec["fabrics"]["oob"] |= {"leaf": {"model": "sn2201"}}
    plan = plan_data(spec, tmp_path)
    watch = watch_of(plan)
    assert watch is not None
    (group,) = (group for group in watch.groups if group.group == "congestion")
    every = {rule.alert for rule in read_alerts("congestion").rules}
    assert every - {rule.alert for rule in group.rules} == left_out
    releases = {(switch.os or "", switch.version) for switch in plan.switches}
    streamed = {name for each, version in releases for name in read_telemetry(each).streamed(version)}
    for each in group.records:
        streamed |= {each.record} if metric_names(each.expr) & streamed else set()
    for rule in group.rules:
        asked = {name for name in metric_names(rule.expr) if "clustergen" not in name} - {"up", "probe_success"}
        assert not asked or asked & streamed, rule.alert


def test_physical_layer_of_cumulus_by_release(tmp_path: Path) -> None:
    for version, wanted in (
        ("5.14", ["/interfaces/interface[name=*]/ethernet/phy/state"]),
        ("5.15", [f"/interfaces/interface[name=*]/phy/{part}/state" for part in ("fec", "ber")]),
    ):
        file = file_of(plan_data(spec_with(os="cumulus", version=version), tmp_path))
        paths = file["subscriptions"][f"cumulus-{version}"]["paths"]
        assert [path for path in paths if "phy" in path] == wanted


def test_an_asic_that_cannot_stream_is_left_out_and_said(tmp_path: Path) -> None:
    """Cumulus Linux has no gNMI on Spectrum: no target, no server on the switch, and a line of what is missing; SONiC streams there."""
    spec = spec_with()
    assert spec["fabrics"]["oob"]["leaf"]["model"] == "sn2201"
    sonic = plan_data(spec, tmp_path)
    spec["fabrics"]["oob"] = spec["fabrics"]["oob"] | {"leaf": {"model": "sn2201", "os": "cumulus", "version": "5.15"}}
    plan = plan_data(spec, tmp_path)
    silent = {switch.name for switch in plan.switches if switch.fabric == "oob"}
    assert silent <= set(file_of(sonic)["targets"])
    assert silent.isdisjoint(file_of(plan)["targets"])
    (said,) = (line for line in waiting_for(plan) if line.startswith("telemetry of"))
    assert said.startswith(
        f"telemetry of {len(silent)} switches, beginning with {min(silent)}: cumulus streams nothing"
    )
    assert not any(line.startswith("telemetry of") for line in waiting_for(sonic))
    files = {each.path: each.content for each in cumulus.render(close(plan), TEMPLATES)}
    assert not any("gnmi-server" in files[f"switches/{name}/startup.yaml"] for name in silent)


def test_links_of_peers_and_speeds_are_said(tmp_path: Path) -> None:
    """Rules tell uplinks from links between leaves, and storms by the slowest port of a fabric."""
    plan = plan_data(spec_with(), tmp_path)
    said = collected(plan)["monitoring/expected/control1.prom"]
    kinds = {link.cable: link.kind for link in plan.links}
    (expected,) = (each for each in expected_hosts(plan) if each.host == "control1")
    assert {link.cable for link in expected.streamed_links if link.peers} == {
        cable for cable, kind in kinds.items() if kind == "leaf_leaf"
    }
    assert said.count('kind="peers"') == sum(link.peers for link in expected.streamed_links)
    slowest = min(port.speed_gbps for port in plan.reserved_ports if port.fabric == "compute")
    assert f'clustergen_lossless_speed_bytes{{fabric="compute"}} {round(slowest * 125e6)}\n' in said


def test_queues_of_no_class_are_left_out(tmp_path: Path) -> None:
    telemetry = telemetry_of(plan_data(spec_with(), tmp_path))
    assert telemetry is not None
    assert (telemetry.queues, telemetry.priorities) == ((0, 3, 6), (3,))
    rules = renamed(telemetry)
    kept = [
        queue
        for queue in range(32)
        if relabelled(
            rules, {"__name__": f"COUNTERS_Ethernet_Queues_etp1_{queue}_SAI_QUEUE_STAT_PACKETS", "source": "x"}
        )
    ]
    assert kept == [0, 3, 6]


def test_the_job_asks_the_collector_where_it_listens(tmp_path: Path) -> None:
    plan = plan_data(spec_with(), tmp_path)
    job = next(job for job in jobs_of(plan) if job.name == "switch-telemetry")
    (target,) = job.targets
    output = file_of(plan)["outputs"]["prometheus"]
    assert target.address == output["listen"]
    said = yaml.safe_load(collected(plan)["monitoring/prometheus/prometheus.yml"])
    scraped = next(each for each in said["scrape_configs"] if each["job_name"] == "switch-telemetry")
    assert scraped["scrape_timeout"] == output["timeout"] == said["global"]["scrape_interval"]
    watch = watch_of(plan)
    assert watch is not None
    assert "congestion" in {group.group for group in watch.groups}


def test_no_rule_asks_for_lossless_queues_where_there_are_none(tmp_path: Path) -> None:
    """Switches of the frontend alone stream, as with InfiniBand: hosts report no queue that must not drop."""
    spec = spec_with()
    spec["fabrics"] |= {
        name: {"technology": "infiniband", "leaf": {"model": "qm9700"}, "spine": {"model": "qm9700"}}
        for name in ("compute", "storage")
    }
    found = {}
    for name, each in (("infiniband", spec), ("roce", spec_with())):
        files = collected(plan_data(each, tmp_path))
        found[name] = "clustergen_lossless" in files["monitoring/prometheus/rules/congestion.yml"]
        assert any("clustergen_lossless" in text for path, text in files.items() if "/expected/" in path) is found[name]
    assert found == {"infiniband": False, "roce": True}


def test_the_backend_prints_just_what_it_names(tmp_path: Path) -> None:
    plan = close(plan_data(spec_with(), tmp_path))
    printed = list(monitoring.render(plan, TEMPLATES))
    assert [artifact.path for artifact in printed] == list(monitoring.paths(plan))
    grades = {artifact.path.rpartition("/")[2]: artifact.proof.grade.value for artifact in printed}
    assert (grades["gnmic.yml"], grades["gnmic.service"]) == ("grammar", "rendered")


def test_pictures_show_what_streams(tmp_path: Path) -> None:
    """Each question names series that rules record, which promtool tries."""
    files = collected(plan_data(spec_with(), tmp_path))
    panels = json.loads(files["monitoring/grafana/cluster.json"])["panels"]
    asked = " ".join(panel["targets"][0]["expr"] for panel in panels)
    recorded = {
        rule.get("record")
        for group in yaml.safe_load(files["monitoring/prometheus/rules/congestion.yml"])["groups"]
        for rule in group["rules"]
    }
    shown = {name for name in recorded if name and name in asked}
    assert shown == {
        "port_priority:pfc_received:rate5m",
        "fabric_tier:ecn_marked:ratio5m",
        "fabric_tier:queue_dropped:rate5m",
    }
