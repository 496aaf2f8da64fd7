"""Settings of switches that no cable shows: each fault that is planted into a file is found by `clustergen check`, with its file and line."""

import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.analysis.close import close
from generator.cli.main import main
from generator.render.backends import cumulus, eos, plan_json, sonic
from generator.verify.settings.judge import settings
from tests.cli.planted import planted
from tests.eos_specs import eos_cluster
from tests.ours import TEMPLATES
from tests.render.cumulus_specs import on_cumulus
from tests.specs import Spec, cluster, plan_data

BACKENDS = {"sonic": sonic, "tomahawk": sonic, "cumulus": cumulus, "eos": eos, "licensed": eos, "tagged": cumulus}
Trees = Callable[..., Path]
FILES = {
    "sonic": "config_db.json",
    "tomahawk": "config_db.json",
    "cumulus": "startup.yaml",
    "eos": "running.cfg",
    "licensed": "running.cfg",
    "tagged": "startup.yaml",
}
GUARDED: dict[str, Callable[..., Spec]] = {"sonic": cluster, "tomahawk": lambda **keys: eos_cluster(os="sonic", **keys), "cumulus": lambda **keys: on_cumulus(cluster(**keys)), "tagged": lambda **keys: on_cumulus(cluster(**keys)), "eos": eos_cluster, "licensed": lambda **keys: eos_cluster(**keys) | {"cabling": {"transceiver_licences": {"eos": "ATLAS"}}}}  # fmt: skip


def guarded(os: str) -> Spec:
    """Return a cluster with spines on compute and frontend. Compute has TTL security, storage marks nothing; hosts' bonds are segments where the system has them behind spines.

    Storage hosts have a tagged VLAN, but for bonds that are segments: no system routes between VLANs of such hosts.
    """
    spec = GUARDED[os](gpu=8, most=12, ttl_security=True)
    bonded = os in {"cumulus", "licensed"}
    if not bonded:
        spec["segments"] = {"backup": {"vlan": 300, "prefix": "10.170.0.0/20", "roles": ["storage"]}}
    spec["fabrics"]["compute"]["spines"] = 2
    spec["fabrics"]["storage"]["roce"] = {"marking": False}
    spec["fabrics"]["frontend"] |= {"spines": 2} | ({"bonding": "evpn"} if bonded else {})
    return spec


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Trees:
    """Return the plan and all switches of a cluster with this system, or the plan and one of them."""

    @cache
    def of(os: str, switch: str = "") -> Path:
        if switch:
            folder = tmp_path_factory.mktemp(switch)
            shutil.copyfile(of(os) / "plan.json", folder / "plan.json")
            shutil.copytree(of(os) / "switches" / switch, folder / "switches" / switch)
            return folder
        folder = tmp_path_factory.mktemp(os)
        plan = close(plan_data(guarded(os), folder))
        for artifact in (*BACKENDS[os].render(plan, TEMPLATES), *plan_json.render(plan, TEMPLATES)):
            file = folder / "tree" / artifact.path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(artifact.content, encoding="utf-8")
        return folder / "tree"

    return of


# A system's switch, its file (else the system's first), what is planted there, what is in the line that is named (else what was planted), and what is said.
Fault = tuple[str, str, str, str, str, str, str]
_MORE = "not 3000: one host can flood its whole segment through"
HOST_PORTS: list[Fault] = [
    ("sonic", "frontend-leaf1", "", r'"Ethernet0\|broadcast": \{"kbps": "36432"', '"Ethernet0|broadcast": {"kbps": "1"', "", "Ethernet0|broadcast kbps is 1, not 36432"),
    ("sonic", "frontend-leaf1", "", r'"Ethernet4\|unknown-unicast": \{[^}]*\},\s*', "", '"PORT_STORM_CONTROL"', "Ethernet4|unknown-unicast kbps is not set: one host can flood"),
    ("sonic", "compute-leaf1", "", r"\{\n", '{"PORT_STORM_CONTROL": {"Ethernet0|broadcast": {"kbps": "36432"}},\n', "PORT_STORM", "Ethernet0|broadcast is set: a limit drops frames"),
    ("cumulus", "frontend-leaf1", "", "broadcast: 3000", "broadcast: 9000", "", f"storm-control broadcast is 9000, {_MORE} swp1"),
    ("cumulus", "frontend-leaf1", "", r"\n +unknown-unicast: 3000", "", "storm-control", "storm-control unknown-unicast is not set: one host can flood its whole segment through swp1"),
    ("cumulus", "compute-leaf1", "", r"(\n    interface:)(\n +eth0:)", r"\1\2\n        storm-control:\n          broadcast: 9", "storm-control", "eth0 storm-control is set: a limit drops frames"),
    ("cumulus", "frontend-leaf1", "", "bpdu-guard: enabled", "bpdu-guard: disabled", "", "stp bpdu-guard is disabled, not on: bond"),
    ("cumulus", "frontend-leaf1", "", r"\n +admin-edge: enabled", "", "stp:", "stp admin-edge is not set: bond"),
    ("cumulus", "frontend-leaf1", "", r"\n +multihoming:\n +uplink: enabled", "", "evpn:", "multihoming uplink is not set: without it, a leaf that loses its uplinks"),
    ("eos", "frontend-leaf1", "", "storm-control multicast level pps 3000", "storm-control multicast level pps 30000", "", f"level pps is 30000, {_MORE} Ethernet1/1"),
    ("eos", "frontend-leaf1", "", " +storm-control broadcast level pps 3000\n", "", "interface Ethernet1/1", "storm-control broadcast level pps is not set: one host can flood"),
    ("eos", "compute-leaf1", "", r"(interface Ethernet1/1\n)", r"\1   storm-control broadcast level pps 3000\n", "storm-control", "interface Ethernet1/1 storm-control is set: a limit drops frames"),
    ("eos", "frontend-leaf1", "", " +loop-protection\n", "", "interface Ethernet1/1", "loop-protection is not set: Ethernet1/1 stays up with a loop behind it"),
    ("eos", "frontend-leaf1", "", "spanning-tree bpduguard enable", "spanning-tree bpduguard disable", "", "bpduguard is disable, not enable: Ethernet1/1 stays up"),
    ("eos", "frontend-leaf1", "", " +spanning-tree portfast\n", "", "interface Ethernet1/1", "spanning-tree portfast is not set: Ethernet1/1 waits"),
    ("eos", "frontend-leaf1", "", "protect vlan 200,300", "protect vlan 100", "", "protect vlan is 100, not 200,300: loops in the other VLANs"),
    ("eos", "frontend-leaf1", "", r"(monitor loop-protection\n) +no shutdown\n", r"\1", "monitor loop-protection", "no shutdown is not set: no port detects loops"),
    ("eos", "frontend-leaf1", "", r"link tracking group UPLINKS downstream", "link tracking group UPLINKS upstream", "", "is upstream, not downstream: without it, a leaf that loses its uplinks"),
    ("eos", "frontend-leaf1", "", r" +link tracking group UPLINKS upstream\n", "", "interface Ethernet", "UPLINKS is not set: without it, a leaf that loses its uplinks"),
    ("eos", "frontend-leaf1", "", r"\nlink tracking group UPLINKS\n", "\nlink tracking group OTHERS\n", "!", "link tracking group UPLINKS is not set"),
]  # fmt: skip

_LEAF, _SPINE, _STORE, _EDGE = "compute-leaf1", "compute-spine1", "storage-leaf1", "frontend-leaf1"
SESSIONS: list[Fault] = [
    ("sonic", _LEAF, "", '"suppress-fib-pending": "enabled"', '"suppress-fib-pending": "disabled"', "", "suppress-fib-pending is disabled, not enabled: routes are announced before"),
    ("sonic", _LEAF, "", r'"synchronous_mode": "enable",\s*', "", '"localhost"', "synchronous_mode is not set: routes are announced before"),
    ("sonic", _LEAF, "frr.conf", " bgp suppress-fib-pending\n", "", "router bgp", "bgp suppress-fib-pending is not set"),
    ("sonic", _EDGE, "frr.conf", "( bgp router-id)", r" bgp suppress-fib-pending\n\1", "suppress", "bgp suppress-fib-pending is set: this switch has EVPN"),
    ("sonic", _LEAF, "", '"max_delay": "30"', '"max_delay": "0"', "", "default max_delay is 0, not 30: a switch that starts"),
    ("sonic", _LEAF, "", '"establish_wait": "15"', '"establish_wait": "1"', "", "default establish_wait is 1, not 15"),
    ("sonic", _LEAF, "", r'"bgp_asn": "\d+"', '"bgp_asn": "65000"', "", "localhost bgp_asn is 65000, not 42"),
    ("sonic", _LEAF, "", r'"local_asn": "\d+"', '"local_asn": "65000"', "", "default local_asn is 65000, not 42"),
    ("cumulus", _LEAF, "", r"(router:\n(?: .*\n)*?      bgp:\n        autonomous-system: )\d+", r"\g<1>65000", "autonomous-system: 65000", "bgp autonomous-system is 65000, not 42"),
    ("cumulus", _LEAF, "", r"2x: \{\}", "4x: {}", "breakout", "breakout 2x is not set: the plan divides this cage otherwise"),
    ("sonic", _LEAF, "frr.conf", "update-delay 30 15", "update-delay 30", "", "update-delay is 30, not 30 15: a switch that starts"),
    ("sonic", _LEAF, "", '"max_prefix_limit": "48"', '"max_prefix_limit": "4800"', "", "max_prefix_limit is 4800, not 48: the plan has another limit"),
    ("sonic", _LEAF, "", r'"max_prefix_restart_interval": "5",\s*', "", "SPINES|ipv4", "max_prefix_restart_interval is not set: a session over its limit"),
    ("sonic", _LEAF, "frr.conf", "  neighbor SPINES maximum-prefix .*\n", "", "address-family ipv4", "neighbor SPINES maximum-prefix is not set"),
    ("sonic", _LEAF, "frr.conf", "maximum-prefix 48 restart 5", "maximum-prefix 48", "", "maximum-prefix is 48, not 48 restart 5"),
    ("sonic", _LEAF, "frr.conf", " neighbor SPINES ttl-security hops 1\n", "", "router bgp", "ttl-security hops is not set: ttl_security of the fabric"),
    ("sonic", _LEAF, "", '"ttl_security_hops": "1"', '"ttl_security_hops": "2"', "", "ttl_security_hops is 2, not 1"),
    ("sonic", _EDGE, "frr.conf", "( neighbor SPINES bfd\n)", r"\1 neighbor SPINES ttl-security hops 1\n", "ttl-security", "hops is set: the fabric has no ttl_security"),
    ("sonic", _LEAF, "frr.conf", " neighbor SPINES bfd\n", "", "router bgp", "neighbor SPINES bfd is not set: without BFD"),
    ("sonic", _LEAF, "", '("default\\|SPINES": \\{[^}]*)"bfd": "true", ', r"\1", '"default|SPINES"', "SPINES bfd is not set"),
    ("cumulus", _LEAF, "", r"(SPINES:\n(?: .*\n)*?) +bfd:\n +profile: FABRIC\n", r"\1", "SPINES:", "SPINES bfd is not set: without BFD"),
    ("eos", _LEAF, "", " +neighbor SPINES bfd\n", "", "router bgp", "neighbor SPINES bfd is not set: without BFD"),
    ("cumulus", _LEAF, "", "wait-for-install: enabled", "wait-for-install: disabled", "", "bgp wait-for-install is disabled, not on: routes are announced"),
    ("cumulus", _EDGE, "", r"( +)(convergence-wait:\n)", r"\1wait-for-install: enabled\n\1\2", "wait-for-install", "bgp wait-for-install is set: this switch has EVPN"),
    ("cumulus", _LEAF, "", r"(establish-wait-time: 15\n +time: )30", r"\1 3", "time: ", "convergence-wait time is 3, not 30"),
    ("cumulus", _LEAF, "", r"\n +establish-wait-time: 15", "", "convergence-wait", "establish-wait-time is not set: a switch that starts"),
    ("cumulus", _LEAF, "", "maximum: 48", "maximum: 12000", "", "inbound maximum is 12000, not 48"),
    ("cumulus", _LEAF, "", r"\n +reestablish-wait: 300", "", "inbound", "reestablish-wait is not set: a session over its limit"),
    ("cumulus", _LEAF, "", "hops: 1", "hops: 254", "", "ttl-security hops is 254, not 1"),
    ("cumulus", _LEAF, "", r"(hops: 1\n +state: )enabled", r"\1disabled", "state: disabled", "ttl-security state is disabled, not on: ttl_security of the fabric"),
    ("cumulus", _EDGE, "", r"( +)(remote-as: external\n)", r"\1\2\1ttl-security:\n\1  hops: 1\n", "ttl-security:", "SPINES ttl-security is set: the fabric has no ttl_security"),
    ("eos", _LEAF, "", " +update wait-install\n", "", "router bgp", "update wait-install is not set: routes are announced before"),
    ("eos", _LEAF, "", " +update wait-for-convergence\n", "", "router bgp", "update wait-for-convergence is not set"),
    ("eos", _LEAF, "", "maximum-routes 48", "maximum-routes 0", "", "neighbor SPINES maximum-routes is 0, not 48"),
    ("eos", _LEAF, "", " +neighbor SPINES idle-restart-timer .*\n", "", "router bgp", "neighbor SPINES idle-restart-timer is not set: a session over its limit"),
    ("eos", _EDGE, "", "SPINES idle-restart-timer 300", "SPINES idle-restart-timer 0", "", "neighbor SPINES idle-restart-timer is 0, not 300"),
    ("eos", _LEAF, "", "maximum-accepted-routes 48", "maximum-accepted-routes 99", "", "maximum-accepted-routes is 99, not 48"),
    ("eos", _EDGE, "", " +neighbor SPINES maximum-accepted-routes .*\n", "", "address-family ipv4", "maximum-accepted-routes is not set"),
    ("eos", _LEAF, "", " +neighbor SPINES ttl maximum-hops 1\n", "", "router bgp", "ttl maximum-hops is not set: ttl_security of the fabric"),
    ("eos", _EDGE, "", "( +neighbor SPINES) bfd\n", r"\1 bfd\n\1 ttl maximum-hops 1\n", "ttl maximum-hops", "maximum-hops is set: the fabric has no ttl_security"),
]  # fmt: skip
OWN: list[Fault] = [
    ("sonic", _LEAF, "", r'"Loopback0\|[0-9.]+/32"', '"Loopback0|10.99.9.9/32"', '"LOOPBACK_INTERFACE"', "is not set: the plan has this address for the switch"),
    ("sonic", _EDGE, "", r'"Loopback1\|[0-9.]+/32"', '"Loopback1|10.99.9.9/32"', '"LOOPBACK_INTERFACE"', "is not set: the plan has this address for the switch"),
    ("sonic", _EDGE, "", r'("src_ip": )"[0-9.]+"', r'\1"10.99.9.9"', "10.99.9.9", "vtep src_ip is 10.99.9.9, not 10."),
    ("sonic", _EDGE, "", r'("vlan": "Vlan200", "vni": )"10200"', r'\1"9999"', "9999", "map_10200_Vlan200 vni is 9999, not 10200: the VLAN has this"),
    ("sonic", _EDGE, "", r'"Vlan200\|10.160.0.1/16"', '"Vlan200|10.99.0.1/16"', '"VLAN_INTERFACE"', "Vlan200|10.160.0.1/16 is not set: hosts of the VLAN"),
    ("sonic", _EDGE, "", r'"vlanid": "200"', '"vlanid": "201"', "", "Vlan200 vlanid is 201, not 200"),
    ("cumulus", _EDGE, "", r"(vrr:\n +address:\n +)10.160.0.1/16", r"\g<1>10.99.0.1/16", "address:", "10.160.0.1/16 is not set: hosts of the VLAN"),
    ("eos", _EDGE, "", r"ip address virtual 10.160.0.1/16", "ip address virtual 10.99.0.1/16", "", "is 10.99.0.1/16, not 10.160.0.1/16"),
    ("cumulus", _LEAF, "", r"( lo:\n +ipv4:\n +address:\n +)[0-9.]+/32", r"\g<1>10.99.9.9/32", "address:", "is not set: the plan has this address for the switch"),
    ("cumulus", _EDGE, "", r"(source:\n +address: )[0-9.]+", r"\g<1>10.99.9.9", "10.99.9.9", "source address is 10.99.9.9, not 10."),
    ("cumulus", _EDGE, "", r"10200: \{\}", "9999: {}", "vni:", "vni 10200 is not set: the VLAN has this VXLAN network"),
    ("eos", _LEAF, "", r"(interface Loopback0\n(?: .*\n)*? +ip address )\S+", r"\g<1>10.99.9.9/32", "10.99.9.9", "ip address is 10.99.9.9/32, not 10."),
    ("eos", _EDGE, "", r"vxlan source-interface Loopback1", "vxlan source-interface Loopback0", "", "source-interface is Loopback0, not Loopback1: tunnels"),
    ("eos", _EDGE, "", r"vxlan vlan 200 vni 10200", "vxlan vlan 200 vni 9999", "", "vxlan vlan 200 vni is 9999, not 10200"),
]  # fmt: skip
QUEUES: list[Fault] = [
    ("sonic", _LEAF, "", '"cir": "5000000000", "pir": "5000000000"', '"cir": "5000000000", "pir": "9000000000"', "", "scheduler.cnp_400G pir is 9000000000, not 5000000000: notifications have 10 per cent"),
    ("sonic", _LEAF, "", ', "pir": "5000000000"', "", "scheduler.cnp_400G", "scheduler.cnp_400G pir is not set: notifications"),
    ("sonic", _LEAF, "", '"type": "STRICT"', '"type": "DWRR"', "", "scheduler.cnp_400G type is DWRR, not STRICT"),
    ("sonic", _LEAF, "", '"green_min_threshold": "150000"', '"green_min_threshold": "15"', "", "ROCE_400G green_min_threshold is 15, not 150000: hosts slow down"),
    ("sonic", _LEAF, "", '"ecn": "ecn_all"', '"ecn": "ecn_none"', "", "ROCE_400G ecn is ecn_none, not ecn_all"),
    ("sonic", _LEAF, "", r'("Ethernet0\|3": \{"scheduler": "scheduler.roce"), "wred_profile": "ROCE_400G"', r"\1", "Ethernet0|3", "Ethernet0|3 wred_profile is not set"),
    ("sonic", _STORE, "", r'("Ethernet0\|3": \{"scheduler": "scheduler.roce")', r'\1, "wred_profile": "ROCE_400G"', "wred_profile", "Ethernet0|3 wred_profile is set: no document states thresholds"),
    ("sonic", _LEAF, "", '"detection_time": "800"', '"detection_time": "80"', "", "Ethernet0 detection_time is 80, not 800: all switches of a fabric"),
    ("sonic", _LEAF, "", '"restoration_time": "800"', '"restoration_time": "8"', "", "Ethernet0 restoration_time is 8, not 800"),
    ("sonic", _LEAF, "", '"POLL_INTERVAL": "800"', '"POLL_INTERVAL": "1000"', "", "GLOBAL POLL_INTERVAL is 1000, not 800"),
    ("cumulus", _LEAF, "", " max-rate: 40000000", " max-rate: 400000000", "", "6 max-rate is 400000000, not 40000000: notifications have"),
    ("cumulus", _LEAF, "", "port-max-rate: 400000000", "port-max-rate: 100000000", "", "cnp-400G port-max-rate is 100000000, not 400000000: the shaper"),
    ("cumulus", _LEAF, "", r"\n +egress-shaper:\n +profile: cnp-400G", "", "qos:", "egress-shaper profile is not set: notifications"),
    ("cumulus", _LEAF, "", "min-threshold: 150000", "min-threshold: 15", "", "3 min-threshold is 15, not 150000: hosts slow down"),
    ("cumulus", _LEAF, "", "ecn: enable", "ecn: disable", "", "3 ecn is disable, not on"),
    ("cumulus", _LEAF, "", r"\n +probability: 100", "", "3:", "3 probability is not set"),
    ("cumulus", _STORE, "", "ecn: disable", "ecn: enable", "", "3 ecn is on, not disable: no document states thresholds"),
    ("cumulus", _LEAF, "", "polling-interval: 100", "polling-interval: 1000", "", "polling-interval is 1000, not 100: all switches"),
    ("cumulus", _LEAF, "", r"\n +robustness: 2", "", "pfc-watchdog", "pfc-watchdog robustness is not set"),
    ("cumulus", _LEAF, "", r"(pfc-watchdog:\n +state: )enable", r"\1disable", "state: disable", "pfc-watchdog state is disable, not on"),
    ("eos", _LEAF, "", "shape rate 10 percent", "shape rate 90 percent", "", "shape rate is 90 percent, not 10 percent: notifications have"),
    ("eos", _LEAF, "", " +shape rate .*\n", "", "tx-queue 6", "shape rate is not set"),
    ("eos", _LEAF, "", r" +service-profile ROCE-COMPUTE-400G\n", "", "interface Ethernet1/1", "interface Ethernet1/1 service-profile is not set"),
    ("eos", _LEAF, "", "minimum-threshold 131072", "minimum-threshold 13", "", "not minimum-threshold 131072 bytes maximum"),
    ("eos", _LEAF, "", " +random-detect .*\n", "", "tx-queue 3", "random-detect ecn is not set: hosts slow down"),
    ("eos", _STORE, "", "(tx-queue 3\n)", r"\1      random-detect ecn minimum-threshold 1 bytes\n", "random-detect", "random-detect ecn is set: no document states thresholds"),
    ("eos", _LEAF, "", "default timeout 0.20", "default timeout 2.00", "", "timeout is 2.00, not 0.20: all switches"),
    ("eos", _LEAF, "", "priority-flow-control pause watchdog default recovery-time .*\n", "", "!", "recovery-time is not set"),
    ("eos", _LEAF, "", "( +priority-flow-control priority 3 no-drop\n) +priority-flow-control pause watchdog\n", r"\1", "qos profile", "pause watchdog is not set"),
]  # fmt: skip
CAGES: list[Fault] = [
    ("sonic", _LEAF, "", r'("Ethernet0": \{"brkout_mode": )"2x[^"]+"', r'\1"4x200G"', "4x200G", "Ethernet0 brkout_mode is 4x200G, not 2x400G[200G,100G,50G,40G,25G,10G]: the plan divides"),
    ("sonic", _LEAF, "", r'"Ethernet0": \{"brkout_mode": [^}]+\},\s*', "", '"BREAKOUT_CFG"', "Ethernet0 brkout_mode is not set: the plan divides this cage"),
    ("sonic", _EDGE, "", r"\{\n", '{"BREAKOUT_CFG": {"Ethernet0": {"brkout_mode": "2x50G"}},\n', "2x50G", "Ethernet0 brkout_mode is set: the plan divides this cage"),
    ("sonic", _LEAF, "", '"lanes": "0,1,2,3"', '"lanes": "4,5,6,7"', "", "Ethernet0 lanes is 4,5,6,7, not 0,1,2,3: these are the lanes"),
    ("sonic", _LEAF, "", ', "fec": "rs"', "", '"Ethernet0"', "Ethernet0 fec is not set: from 100 Gb/s"),
    ("sonic", "oob-leaf1", "", '("speed": "1000", )', r'\1"fec": "rs", ', '"fec"', "fec is set: below 100 Gb/s"),
    ("cumulus", _LEAF, "", "fec: rs", "fec: baser", "", "link fec is baser, not rs: from 100 Gb/s"),
    ("cumulus", _LEAF, "", r"\n +fec: rs", "", "link:", "link fec is not set: from 100 Gb/s"),
    ("eos", _LEAF, "", "speed 400g-4", "speed 400g-8", "", "speed is 400g-8, not 400g-4: the plan divides this cage"),
    ("eos", _LEAF, "", "error-correction encoding reed-solomon", "error-correction encoding fire-code", "", "encoding is fire-code, not reed-solomon: from 100 Gb/s"),
]  # fmt: skip
BRIDGED: list[Fault] = [
    ("sonic", _EDGE, "", r'"Vlan300\|Ethernet48": \{[^}]+\},\s*', "", '"VLAN_MEMBER"', "Vlan300|Ethernet48 tagging_mode is not set: the plan has the port in this VLAN"),
    ("sonic", _EDGE, "", r'("VLAN_MEMBER": \{)', r'\1"Vlan300|Ethernet0": {"tagging_mode": "tagged"},', "VLAN_MEMBER", "Vlan300|Ethernet0 is set: the plan does not have the port in this VLAN"),
    ("sonic", _EDGE, "", r'("Vlan200\|Ethernet48": \{"tagging_mode": )"untagged"', r'\1"tagged"', "Vlan200|Ethernet48", "tagging_mode is tagged, not untagged: the plan has the port in this VLAN"),
    ("tagged", _EDGE, "", r"200,300: \{\}", "200: {}", "vlan:", "vlan 200,300 is not set: the plan has the port in these VLANs"),
    ("tagged", _EDGE, "", "untagged: 200", "untagged: 300", "", "untagged is 300, not 200: the plan has the port in this VLAN"),
    ("tagged", _EDGE, "", "access: 200", "access: 300", "", "access is 300, not 200: the plan has the port in this VLAN"),
    ("tagged", _EDGE, "", r"( +)access: 200\n", r"\g<0>\1vlan:\n\1  200,300: {}\n", "vlan:", "vlan is set: the plan does not have the port in this VLAN"),
    ("cumulus", _LEAF, "", r"( +)(description: gpu\S+ rail0\n)", r"\1\2\1bridge:\n\1  domain:\n\1    br_default:\n\1      access: 200\n", "bridge:", "bridge is set: the plan has the port in no VLAN"),
    ("cumulus", _EDGE, "", r"\n +swp1: \{\}", "", "member:", "member swp1 is not set: the plan has the port in this host"),
    ("cumulus", _EDGE, "", r"( +)swp1: \{\}\n", r"\1swp2: {}\n\g<0>", "swp2: {}", "member swp2 is set: the plan has the port in no such group"),
    ("eos", _EDGE, "", "allowed vlan 200,300", "allowed vlan 200", "", "vlan is 200, not 200,300: the plan has the port in these VLANs"),
    ("eos", _EDGE, "", "allowed vlan 200,300", "allowed vlan all", "", "vlan is all, not 200,300: the plan has the port in these VLANs"),
    ("eos", _EDGE, "", " +switchport trunk native vlan 200\n", "", "interface Ethernet13/1", "native vlan is not set: the plan has the port in this VLAN"),
    ("eos", _EDGE, "", "switchport access vlan 200", "switchport access vlan 300", "", "vlan is 300, not 200: the plan has the port in this VLAN"),
    ("eos", _LEAF, "", r"(interface Ethernet1/1\n(?: .*\n)*?) +no switchport\n", r"\1   switchport access vlan 200\n", "switchport access", "switchport is set: the plan has the port in no VLAN"),
    ("licensed", _EDGE, "", "channel-group 20 mode active", "channel-group 10 mode active", "", "channel-group is 10 mode active, not 20 mode active: the plan has the port in this host"),
    ("licensed", _EDGE, "", " +channel-group 20 mode active\n", "", "interface Ethernet2/1", "channel-group is not set: the plan has the port in this host"),
    ("eos", _EDGE, "", r"(interface Ethernet1/1\n)", r"\1   channel-group 10 mode active\n", "channel-group", "channel-group is set: the plan has the port in no such group"),
]  # fmt: skip
LICENCE: list[Fault] = [
    ("eos", _LEAF, "", "(hostname )", r"service unsupported-transceiver OTHER KEY\n\1", "service unsupported", "service unsupported-transceiver is set: the spec has no licence"),
    ("licensed", _LEAF, "", "service unsupported-transceiver .*\n", "", "!", "service unsupported-transceiver ATLAS is not set: the cables are planned for"),
    ("licensed", _LEAF, "", "unsupported-transceiver ATLAS", "unsupported-transceiver OTHER", "!", "service unsupported-transceiver ATLAS is not set"),
]  # fmt: skip
BUFFERS: list[Fault] = [
    ("tomahawk", _LEAF, "", '"hwsku": "Arista-7060X6-64PE-B-O128"', '"hwsku": "Arista-7060X6-64PE-B-P64"', "", "hwsku is Arista-7060X6-64PE-B-P64, not Arista-7060X6-64PE-B-O128: the breakout of cages"),
    ("tomahawk", _LEAF, "", '"xoff": "445770"', '"xoff": "44577"', "", "xoff is 44577, not 445770: packets that arrive after a pause"),
    ("tomahawk", _LEAF, "", r'("Ethernet0\|3": \{"profile": )"pg_lossless_[^"]+"', r'\1"ingress_lossy_profile"', '"ingress_lossy_profile"', "Ethernet0|3 profile is ingress_lossy_profile, not pg_lossless_400000_"),
    ("tomahawk", _LEAF, "", r'("BUFFER_POOL": [^\]]*?"size": )"(\d+)"', r'\1"1"', '"size": "1"', "size is 1, not"),
]  # fmt: skip
PATHS: list[Fault] = [
    ("sonic", _LEAF, "frr.conf", "maximum-paths 128", "maximum-paths 1", "", "maximum-paths is 1, not 128: links beyond this number"),
    ("sonic", _LEAF, "frr.conf", " +maximum-paths 128\n", "", "address-family ipv4", "maximum-paths is not set"),
    ("sonic", _LEAF, "", '"max_ebgp_paths": "128"', '"max_ebgp_paths": "2"', "", "max_ebgp_paths is 2, not 128"),
    ("cumulus", _LEAF, "", "ebgp: 128", "ebgp: 4", "", "multipaths ebgp is 4, not 128"),
    ("eos", _LEAF, "", "maximum-paths 128 ecmp 128", "maximum-paths 4 ecmp 4", "", "maximum-paths is 4 ecmp 4, not 128 ecmp 128"),
    ("sonic", _SPINE, "", '"type": "SpineRouter"', '"type": "LeafRouter"', "", "localhost type is LeafRouter, not SpineRouter: two tiers would hash with the same seed"),
    ("sonic", _LEAF, "", '"type": "LeafRouter",', "", '"localhost"', "localhost type is not set"),
    ("sonic", _LEAF, "", '"L4_SRC_PORT", ', "", "ecmp_hash", "ecmp_hash is SRC_IP,DST_IP,IP_PROTOCOL,L4_DST_PORT,IN_PORT, not SRC_IP,DST_IP,IP_PROTOCOL,L4_SRC_PORT"),
    ("sonic", _LEAF, "", '"IN_PORT"', '"INNER_SRC_IP"', "", "INNER_SRC_IP, not SRC_IP"),
    ("sonic", _EDGE, "", '"mac": "02:00:00:c1:00:01"', '"mac": "02:00:00:c1:00:02"', "", "Vlan200 mac is 02:00:00:c1:00:02, not 02:00:00:c1:00:01"),
    ("sonic", _EDGE, "", ', "mac": "02:00:00:c1:00:01"', "", '"Vlan200"', "Vlan200 mac is not set"),
    ("cumulus", _EDGE, "", r"( +)(vrr-state:)", r"\1mac-address: 00:00:5e:00:01:09\n\1\2", "mac-address", "vrr mac-address is set: hosts that move"),
    ("cumulus", _EDGE, "", "( +)(hostname: )", r"\1global:\n\1  fabric-id: 9\n\1\2", "fabric-id", "global fabric-id is set: hosts that move"),
    ("eos", _EDGE, "", "mac-address 02:00:00:c1:00:01", "mac-address 00:1c:73:00:00:99", "", "is 00:1c:73:00:00:99, not 02:00:00:c1:00:01"),
    ("eos", _EDGE, "", "ip virtual-router mac-address .*\n", "", "!", "ip virtual-router mac-address is not set"),
]  # fmt: skip


def found(fault: Fault, trees: Trees) -> None:
    """Plant one fault: it is found once, and its line is named."""
    os, switch, name, pattern, instead, at, said = fault
    where = f"switches/{switch}/{name or FILES[os]}"
    tree = trees(os, switch)
    with planted(tree / where, pattern, instead) as text:
        faults = settings(tree).faults
    assert len(faults) == 1, faults
    place, _, message = faults[0].partition(": ")
    file, _, line = place.rpartition(":")
    assert file == where
    assert said in message
    assert (at or instead) in text.splitlines()[int(line) - 1]


@pytest.mark.parametrize("os", FILES)
def test_what_is_rendered_is_as_it_is_asked_for(os: str, trees: Trees) -> None:
    """Every switch with a file was looked at."""
    verdict = settings(trees(os))
    assert verdict.faults == []
    assert verdict.files == len([*trees(os).glob(f"switches/*/{FILES[os]}")])


@pytest.mark.parametrize("fault", HOST_PORTS, ids=lambda fault: f"{fault[0]} {fault[6][:40]}")
def test_a_fault_at_a_host_port_is_found_at_its_line(fault: Fault, trees: Trees) -> None:
    found(fault, trees)


@pytest.mark.parametrize("fault", SESSIONS, ids=lambda fault: f"{fault[0]} {fault[6][:40]}")
def test_a_fault_of_a_session_is_found_at_its_line(fault: Fault, trees: Trees) -> None:
    found(fault, trees)


@pytest.mark.parametrize("fault", OWN, ids=lambda fault: f"{fault[0]} {fault[6][:40]}")
def test_a_fault_of_a_switch_s_own_address_or_network_is_found_at_its_line(fault: Fault, trees: Trees) -> None:
    found(fault, trees)


@pytest.mark.parametrize("fault", QUEUES, ids=lambda fault: f"{fault[0]} {fault[6][:40]}")
def test_a_fault_of_a_queue_is_found_at_its_line(fault: Fault, trees: Trees) -> None:
    found(fault, trees)


@pytest.mark.parametrize("fault", CAGES + BRIDGED, ids=lambda fault: f"{fault[0]} {fault[6][:40]}")
def test_a_fault_of_a_cage_or_a_vlan_is_found_at_its_line(fault: Fault, trees: Trees) -> None:
    found(fault, trees)


@pytest.mark.parametrize("fault", LICENCE, ids=lambda fault: f"{fault[0]} {fault[6][:40]}")
def test_a_fault_of_the_licence_for_transceivers_is_found(fault: Fault, trees: Trees) -> None:
    found(fault, trees)


@pytest.mark.parametrize("fault", BUFFERS, ids=lambda fault: f"{fault[0]} {fault[6][:40]}")
def test_a_fault_of_a_buffer_is_found_at_its_line(fault: Fault, trees: Trees) -> None:
    found(fault, trees)


@pytest.mark.parametrize("fault", PATHS, ids=lambda fault: f"{fault[0]} {fault[6][:40]}")
def test_a_fault_of_a_path_or_a_gateway_is_found_at_its_line(fault: Fault, trees: Trees) -> None:
    found(fault, trees)


def test_a_release_with_anycast_gateways_is_asked_for_them(trees: Trees) -> None:
    """A plan whose release has them, and a file from before."""
    feature = r'("anycast-gateway": ?\{"since": ?)null'
    with planted(trees("sonic", _EDGE) / "plan.json", feature, r'\1"202511"'):
        faults = [fault.partition(": ")[2] for fault in settings(trees("sonic", _EDGE)).faults]
    assert [fault.partition(":")[0] for fault in faults] == [
        "Vlan200 static_anycast_gateway is not set",
        "Vlan300 static_anycast_gateway is not set",
        "GLOBAL gateway_mac is not set",
    ]


def test_check_asks_for_it(trees: Trees) -> None:
    """The command names the file and the line, and ends as it does where something is refused."""
    tree = trees("sonic")
    with planted(tree / "switches/frontend-leaf1/config_db.json", '"kbps": "36432"', '"kbps": "6"'):
        result = CliRunner().invoke(main, ["check", str(tree), "--changed"], catch_exceptions=False)
    assert result.exit_code == 1
    assert re.search(r"settings: switches/frontend-leaf1/config_db\.json:\d+: Ethernet\S+ kbps is 6", result.output)
