"""The judge of config_db.json, itself judged by YANG: a good RoCE leaf is accepted, each planted fault is refused."""

from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from generator.verify.sonic_yang.rows import Misshapen, UnknownTable
from generator.verify.sonic_yang.statements import parse
from tests.judges.sonic_yang import SonicYang

PORTS = ("Ethernet0", "Ethernet8", "Ethernet16", "Ethernet24")
UPLINKS = PORTS[:2]
WRED = "wred_roce"
LOSSLESS = "pg_lossless_800000_5m_profile"

# A leaf by hand, on the ports of ACS-SN5600: two unnumbered uplinks, one routed host port, one VLAN port.
LEAF: dict[str, dict[str, Any]] = {
    "DEVICE_METADATA": {
        "localhost": {
            "hostname": "leaf-01",
            "hwsku": "ACS-SN5600",
            "platform": "x86_64-nvidia_sn5600-r0",
            "type": "LeafRouter",
            "bgp_asn": "4200000101",
            "docker_routing_config_mode": "split-unified",
            "frr_mgmt_framework_config": "true",
            "buffer_model": "traditional",
            "default_pfcwd_status": "disable",
        }
    },
    "PORT": {
        port: {
            "lanes": ",".join(str(8 * number + lane) for lane in range(8)),
            "alias": f"etp{number + 1}",
            "index": str(number + 1),
            "speed": "800000",
            "mtu": "9216",
            "fec": "rs",
            "autoneg": "off",
            "adv_speeds": "400000,800000",
            "admin_status": "up",
            "description": "to <spine> & back",
        }
        for number, port in enumerate(PORTS)
    },
    "BREAKOUT_CFG": {port: {"brkout_mode": "1x800G"} for port in PORTS},
    "INTERFACE": {
        **{port: {"ipv6_use_link_local_only": "enable"} for port in UPLINKS},
        "Ethernet16": {"vrf_name": "Vrf_tenant"},
        "Ethernet16|10.2.0.0/31": {},
        "Ethernet16|fd00:2::/127": {"scope": "global", "family": "IPv6"},
    },
    "LOOPBACK_INTERFACE": {"Loopback0": {}, "Loopback0|10.0.0.1/32": {}},
    "MGMT_PORT": {"eth0": {"alias": "eth0", "admin_status": "up"}},
    "MGMT_INTERFACE": {"eth0|192.0.2.11/24": {"gwaddr": "192.0.2.1", "forced_mgmt_routes": ["198.51.100.0/24"]}},
    "MGMT_VRF_CONFIG": {"vrf_global": {"mgmtVrfEnabled": "true"}},
    "VRF": {"Vrf_tenant": {"vni": "5001"}},
    "VLAN": {name: {"vlanid": name.removeprefix("Vlan"), "admin_status": "up"} for name in ("Vlan100", "Vlan3001")},
    "VLAN_MEMBER": {"Vlan100|Ethernet24": {"tagging_mode": "untagged"}},
    "VLAN_INTERFACE": {
        "Vlan100": {"vrf_name": "Vrf_tenant", "static_anycast_gateway": "true"},
        "Vlan100|10.3.0.1/24": {},
        "Vlan3001": {"vrf_name": "Vrf_tenant"},
    },
    "SAG": {"GLOBAL": {"gateway_mac": "00:00:5e:00:01:01"}},
    "VXLAN_TUNNEL": {"vtep": {"src_ip": "10.0.0.1"}},
    "VXLAN_TUNNEL_MAP": {"vtep|map_5001_Vlan3001": {"vlan": "Vlan3001", "vni": "5001"}},
    "VXLAN_EVPN_NVO": {"nvo": {"source_vtep": "vtep"}},
    "BGP_GLOBALS": {
        "default": {"local_asn": "4200000101", "router_id": "10.0.0.1", "load_balance_mp_relax": "true"},
        "Vrf_tenant": {"local_asn": "4200000101", "router_id": "10.0.0.1"},
    },
    "BGP_GLOBALS_AF": {
        "default|ipv4_unicast": {"max_ebgp_paths": "64"},
        "default|l2vpn_evpn": {"advertise-all-vni": "true"},
    },
    "PREFIX_SET": {"LOOPBACKS": {"mode": "IPv4"}},
    "PREFIX": {"LOOPBACKS|10|10.0.0.0/24|32..32": {"action": "permit"}},
    "ROUTE_MAP_SET": {"EXPORT": {}},
    "ROUTE_MAP": {"EXPORT|10": {"route_operation": "permit", "match_prefix_set": "LOOPBACKS"}},
    "BGP_PEER_GROUP": {
        "default|SPINES": {"peer_type": "external", "capability_ext_nexthop": "true", "bfd": "true", "holdtime": "9"}
    },
    "BGP_PEER_GROUP_AF": {
        "default|SPINES|ipv4_unicast": {"admin_status": "up", "route_map_out": ["EXPORT"], "max_prefix_limit": "4096"}
    },
    "BGP_NEIGHBOR": {f"default|{port}": {"peer_group_name": "SPINES"} for port in UPLINKS},
    "BGP_NEIGHBOR_AF": {f"default|{port}|ipv4_unicast": {"admin_status": "up"} for port in UPLINKS},
    "STATIC_ROUTE": {"mgmt|0.0.0.0/0": {"nexthop": "192.0.2.1"}, "198.51.100.0/24": {"nexthop": "10.2.0.1"}},
    "DSCP_TO_TC_MAP": {"ROCE": {str(dscp): {26: "3", 48: "6"}.get(dscp, "0") for dscp in range(64)}},
    "TC_TO_QUEUE_MAP": {"ROCE": {str(tc): str(tc) for tc in range(8)}},
    "TC_TO_PRIORITY_GROUP_MAP": {"ROCE": {str(tc): "3" if tc == 3 else "0" for tc in range(8)}},
    "MAP_PFC_PRIORITY_TO_QUEUE": {"ROCE": {str(priority): str(priority) for priority in range(8)}},
    "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP": {"ROCE": {"3": "3"}},
    "PORT_QOS_MAP": {
        "global": {"dscp_to_tc_map": "ROCE"},
        **{
            port: {
                "dscp_to_tc_map": "ROCE",
                "tc_to_queue_map": "ROCE",
                "tc_to_pg_map": "ROCE",
                "pfc_to_queue_map": "ROCE",
                "pfc_to_pg_map": "ROCE",
                "pfc_enable": "3",
                "pfcwd_sw_enable": "3",
            }
            for port in PORTS
        },
    },
    "SCHEDULER": {"roce": {"type": "DWRR", "weight": "50"}, "cnp": {"type": "STRICT"}},
    "QUEUE": {
        **{f"{port}|3": {"scheduler": "roce", "wred_profile": WRED} for port in PORTS},
        **{f"{port}|6": {"scheduler": "cnp"} for port in PORTS},
    },
    "WRED_PROFILE": {
        WRED: {
            "ecn": "ecn_all",
            "wred_green_enable": "true",
            "green_min_threshold": "150000",
            "green_max_threshold": "1500000",
            "green_drop_probability": "100",
        }
    },
    "CABLE_LENGTH": {"AZURE": dict.fromkeys(PORTS, "5m")},
    "BUFFER_POOL": {
        "ingress_pool": {"type": "ingress", "mode": "dynamic", "size": "136209408", "xoff": "1028096"},
        "egress_pool": {"type": "egress", "mode": "dynamic", "size": "136209408"},
    },
    "BUFFER_PROFILE": {
        LOSSLESS: {"pool": "ingress_pool", "size": "39936", "xon": "39936", "xoff": "257024", "dynamic_th": "0"},
        "egress": {"pool": "egress_pool", "size": "0", "dynamic_th": "7"},
    },
    "BUFFER_PG": {f"{port}|3": {"profile": LOSSLESS} for port in PORTS},
    "BUFFER_QUEUE": {f"{port}|0-2": {"profile": "egress"} for port in PORTS},
    "BUFFER_PORT_EGRESS_PROFILE_LIST": {port: {"profile_list": "egress"} for port in PORTS},
    "DEFAULT_LOSSLESS_BUFFER_PARAMETER": {"AZURE": {"default_dynamic_th": "0"}},
    "LOSSLESS_TRAFFIC_PATTERN": {"AZURE": {"mtu": "4200", "small_packet_percentage": "50"}},
    "PFC_WD": {
        "GLOBAL": {"POLL_INTERVAL": "200"},
        **{port: {"action": "drop", "detection_time": "200", "restoration_time": "200"} for port in PORTS},
    },
    "NTP": {"global": {"vrf": "mgmt", "src_intf": "eth0;Loopback0", "server_role": "disabled"}},
    "NTP_SERVER": {"192.0.2.5": {"association_type": "server", "iburst": "on", "resolve_as": "192.0.2.5"}},
    "SYSLOG_SERVER": {"192.0.2.6": {"vrf": "mgmt", "port": "514", "protocol": "udp", "severity": "notice"}},
    "DNS_NAMESERVER": {"192.0.2.7": {}},
    "SWITCH_HASH": {"GLOBAL": {"ecmp_hash": ["SRC_IP", "DST_IP", "L4_SRC_PORT", "L4_DST_PORT", "IP_PROTOCOL"]}},
    "FEATURE": {"lldp": {"state": "enabled", "auto_restart": "enabled"}},
    "LLDP": {"GLOBAL": {"enabled": "true", "system_name": "leaf-01"}},
    "CRM": {"Config": {"polling_interval": "300"}},
}

# What is changed in the leaf, to what, and what the refusal must name.
FAULTS: dict[str, tuple[tuple[str, ...], Any, str]] = {
    "pfc on priority 9": (("PORT_QOS_MAP", "Ethernet0", "pfc_enable"), "9", "pfc_enable"),
    "profile that is nowhere": (("BUFFER_PG", "Ethernet0|3", "profile"), "nowhere", "nowhere"),
    "mtu over the range": (("PORT", "Ethernet0", "mtu"), "99999", "mtu"),
    "watchdog on an absent port": (("PFC_WD", "Ethernet999"), {"action": "drop"}, "Ethernet999"),
    "ecn word": (("WRED_PROFILE", WRED, "ecn"), "ecn_yes", "ecn_yes"),
    "dscp 64": (("DSCP_TO_TC_MAP", "ROCE", "64"), "0", "dscp"),
    "misspelt leaf": (("PORT", "Ethernet0", "admin_state"), "up", "admin_state"),
    "kmin over kmax": (("WRED_PROFILE", WRED, "green_min_threshold"), "1500001", "green_max_threshold"),
    "watchdog at 20 ms": (("PFC_WD", "Ethernet0", "detection_time"), "20", "detection_time"),
    "watchdog under its poll": (("PFC_WD", "GLOBAL", "POLL_INTERVAL"), "300", "detection_time"),
    "address on an undeclared interface": (("INTERFACE", "Ethernet24|10.2.0.2/31"), {}, "Ethernet24"),
    "neighbour af as boolean": (("BGP_NEIGHBOR_AF", "default|Ethernet0|ipv4_unicast", "admin_status"), "true", "true"),
    "leaf of FRR alone": (("BGP_GLOBALS", "default", "ebgp_requires_policy"), "true", "ebgp_requires_policy"),
    "three keys where two fit": (("INTERFACE", "Ethernet0|10.2.0.2/31|up"), {}, "10.2.0.2/31|up"),
    "text for a list": (("SWITCH_HASH", "GLOBAL", "ecmp_hash"), "SRC_IP", "ecmp_hash"),
    "list for a text": (("PORT_QOS_MAP", "Ethernet0", "pfc_enable"), ["3"], "pfc_enable"),
    "row that is no row": (("VLAN", "Vlan100"), "up", "Vlan100"),
    "truth of JSON": (("BGP_GLOBALS", "default", "load_balance_mp_relax"), True, "load_balance_mp_relax"),
}


@cache
def _judge(schema_dir: Path, yanglint: str) -> SonicYang:
    return SonicYang(schema_dir, yanglint)


@pytest.fixture
def judge(shared: Path, program: Callable[[str], str]) -> SonicYang:
    return _judge(shared / "schemas" / "sonic-yang", str(program("yanglint")))


def _with(path: tuple[str, ...], value: object) -> dict[str, Any]:
    """The leaf with one value put in its place."""
    config_db: dict[str, Any] = deepcopy(LEAF)
    place = config_db
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return config_db


def test_a_roce_leaf_is_accepted(judge: SonicYang) -> None:
    assert judge.check(LEAF) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_refused_by_its_name(judge: SonicYang, fault: str) -> None:
    path, value, named = FAULTS[fault]
    faults = judge.check(_with(path, value))
    assert named in "\n".join(faults)


def test_every_table_refuses_a_field_that_it_does_not_have(judge: SonicYang) -> None:
    """So no table is converted into nothing. A two-column map has no field names: it refuses the key it is read as."""
    asked = {table: _with((table, next(iter(rows)), "no_such_leaf"), "x") for table, rows in LEAF.items()}
    for table, faults in judge.check_all(asked).items():
        assert "no_such_leaf" in faults[0] or f"/{table}_LIST" in faults[0]


def test_every_value_of_the_leaf_is_put_to_yanglint(judge: SonicYang) -> None:
    document = judge.to_xml(LEAF)
    assert document.count("<brkout_mode>1x800G</brkout_mode>") == len(PORTS)
    assert "<adv_speeds>400000</adv_speeds><adv_speeds>800000</adv_speeds>" in document
    assert "<DSCP_TO_TC_MAP><dscp>26</dscp><tc>3</tc></DSCP_TO_TC_MAP>" in document
    assert "<INTERFACE_IPPREFIX_LIST><name>Ethernet16</name><ip-prefix>10.2.0.0/31</ip-prefix>" in document
    assert "<BGP_NEIGHBOR_LIST><vrf_name>default</vrf_name><neighbor>Ethernet0</neighbor>" in document
    assert "<description>to &lt;spine&gt; &amp; back</description>" in document


def test_one_key_and_two_keys_are_two_lists(judge: SonicYang) -> None:
    document = judge.to_xml({"BGP_NEIGHBOR": {"10.0.0.2": {"asn": "65001"}, "default|10.0.0.3": {"asn": "65001"}}})
    assert "<BGP_NEIGHBOR_TEMPLATE_LIST><neighbor>10.0.0.2</neighbor>" in document
    assert "<BGP_NEIGHBOR_LIST><vrf_name>default</vrf_name><neighbor>10.0.0.3</neighbor>" in document


def test_an_unknown_table_is_never_dropped(judge: SonicYang) -> None:
    with pytest.raises(UnknownTable, match="ARS_PROFILE"):
        judge.check({**LEAF, "ARS_PROFILE": {"default": {}}})


def test_malformed_rows_are_refused_before_yanglint(judge: SonicYang) -> None:
    with pytest.raises(Misshapen, match="VLAN: must have rows"):
        judge.to_xml({"VLAN": ["Vlan100"]})


def test_yang_statements_are_read() -> None:
    module = parse(
        """
        module m { // a comment with a { brace
            /* and "another" ; */
            namespace "http://" + 'm'; path /p:a/p:b;
            list L { key "a
                          b"; leaf a { description 'it is // no comment' ; } }
            pattern "\\"[0-9]+\\"\\n";
        }
        """
    )
    assert (module.keyword, module.argument) == ("module", "m")
    assert [child.keyword for child in module.block] == ["namespace", "path", "list", "pattern"]
    assert (module.text("namespace"), module.text("path")) == ("http://m", "/p:a/p:b")
    (rows,) = module.all("list")
    assert rows.text("key").split() == ["a", "b"]
    assert next(rows.everywhere("description")).argument == "it is // no comment"
    assert module.text("pattern") == '"[0-9]+"\n'


def test_a_file_that_is_not_yang_is_named_by_its_line() -> None:
    with pytest.raises(ValueError, match="line 2"):
        parse('module m {\n "open')
