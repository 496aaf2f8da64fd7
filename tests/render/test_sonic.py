"""What SONiC's files say, against the plan: classes, buffers, instances, sessions, filters, management, and the release's own tables."""

import json
import re
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from generator.catalog.model import Feature, FeatureName, SwitchSystem
from generator.plan.draft import Draft
from generator.plan.records import Switch
from generator.plan.routing import GATEWAY_MAC
from generator.plan.secrets import used, variable
from generator.render.backends import sonic
from generator.render.sonic.control import control_tables
from generator.render.sonic.overlay import overlay_tables
from tests.catalog.test_catalog import rows_of
from tests.ours import CATALOG, TEMPLATES
from tests.render.sonic_specs import SERVICES, SPECS, sonic_spec
from tests.specs import Spec, cluster, plan_data, with_site_services

ConfigDb = dict[str, dict[str, Any]]
Made = tuple[Draft, dict[str, str]]
RELEASES = json.loads((Path(__file__).parent.parent / "judges" / "sonic_releases.json").read_text(encoding="utf-8"))
PFC_TABLES = {
    "PFC_WD",
    "MAP_PFC_PRIORITY_TO_QUEUE",
    "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP",
    "CABLE_LENGTH",
    "LOSSLESS_TRAFFIC_PATTERN",
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Made]:
    folder = tmp_path_factory.mktemp("sonic")

    @cache
    def named(key: str) -> Made:
        plan = plan_data(json.loads(key), folder)
        files = sonic.render(plan, TEMPLATES)
        return plan, {artifact.path: artifact.content for artifact in files}

    def give(**changes: Any) -> Made:
        return named(json.dumps(sonic_spec(**changes)))

    return give


def config(files: dict[str, str], switch: str) -> ConfigDb:
    found: ConfigDb = json.loads(files[f"switches/{switch}/config_db.json"])
    return found


def test_a_lossless_class_has_all_that_makes_it_so(made: Callable[..., Made]) -> None:
    plan, files = made()
    db = config(files, "compute-leaf1")
    ports = [port.interface for port in plan.ports_of["compute-leaf1"]]
    assert set(db) >= PFC_TABLES | {"BUFFER_POOL", "BUFFER_PG", "WRED_PROFILE"}
    for name in ports:
        assert db["PORT_QOS_MAP"][name]["pfc_enable"] == "3"
        assert db["BUFFER_PG"][f"{name}|3"] == {"profile": "NULL"}
        assert db["BUFFER_QUEUE"][f"{name}|3"] == {"profile": "egress_lossless_profile"}
        assert db["QUEUE"][f"{name}|3"]["wred_profile"] in db["WRED_PROFILE"]
        assert name in db["PFC_WD"]
        assert db["CABLE_LENGTH"]["AZURE"][name].endswith("m")
    assert db["TC_TO_PRIORITY_GROUP_MAP"]["ROCE"] == {str(tc): "3" if tc == 3 else "0" for tc in range(8)}
    assert db["DSCP_TO_TC_MAP"]["ROCE"]["26"] == "3"
    assert db["DSCP_TO_TC_MAP"]["ROCE"]["48"] == "6"


def test_a_lossy_class_is_scheduled_and_never_paused(made: Callable[..., Made]) -> None:
    plan, files = made(lossless=False)
    db = config(files, "compute-leaf1")
    assert not set(db) & PFC_TABLES
    assert "pfc" not in json.dumps(db["PORT_QOS_MAP"])
    assert set(db["TC_TO_PRIORITY_GROUP_MAP"]["ROCE"].values()) == {"0"}
    assert {key.partition("|")[2] for key in db["BUFFER_PG"]} == {"0"}
    assert {row["profile"] for row in db["BUFFER_QUEUE"].values()} == {"q_lossy_profile"}
    for port in plan.ports_of["compute-leaf1"]:
        queue = db["QUEUE"][f"{port.interface}|3"]
        assert queue["scheduler"] == "scheduler.roce"
        assert queue["wred_profile"] == "ROCE_400G"
    assert set(config(files, "storage-leaf1")) >= PFC_TABLES, "the other fabric keeps its own classes"


def test_an_unmarked_class_has_no_thresholds(made: Callable[..., Made]) -> None:
    _, files = made(marking=False)
    db = config(files, "compute-leaf1")
    assert "WRED_PROFILE" not in db
    assert "wred" not in json.dumps(db)
    assert set(db) >= PFC_TABLES
    _, neither = made(marking=False, lossless=False)
    assert not set(config(neither, "compute-leaf1")) & (PFC_TABLES | {"WRED_PROFILE"})


def test_a_traditional_platform_is_told_its_headroom(made: Callable[..., Made]) -> None:
    """Dell's table has 5, 40 and 300 m; Arista's SKU for whole cages has one row, so what it lacks is computed, and said."""
    plan, files = made(leaf="z9864f")
    db = config(files, "compute-leaf1")
    assert db["BUFFER_POOL"]["ingress_lossless_pool"]["xoff"] == "33374584"
    for port in plan.ports_of["compute-leaf1"]:
        length = db["CABLE_LENGTH"]["AZURE"][port.interface]
        assert length in {"5m", "40m", "300m"}
        assert int(length[:-1]) >= port.length_m
        assert db["BUFFER_PG"][f"{port.interface}|3"] == {"profile": f"pg_lossless_400000_{length}_profile"}
    assert db["BUFFER_PROFILE"]["pg_lossless_400000_40m_profile"]["xoff"] == "446024"
    assert not any("were computed" in line for line in plan.waiting_for)
    plan, files = made(spine="7060x6-64pe", uplink=800)
    db = config(files, "compute-spine1")
    assert db["DEVICE_METADATA"]["localhost"]["hwsku"] == "Arista-7060X6-64PE-B-P64"
    profiles = {key: row for key, row in db["BUFFER_PROFILE"].items() if key.startswith("pg_")}
    assert profiles
    said = "\n".join(plan.waiting_for)
    assert all(key in said and row["xoff"] in said for key, row in profiles.items())


def test_the_sku_is_the_one_that_divides_cages_as_the_ports_do(made: Callable[..., Made], shared: Path) -> None:
    """All cages in two: O128, with its ports, its own headroom, pools and thresholds, and its number of equal paths."""
    plan, files = made(leaf="7060x6-64pe")
    db = config(files, "compute-leaf1")
    sku = db["DEVICE_METADATA"]["localhost"]["hwsku"]
    assert sku == "Arista-7060X6-64PE-B-O128"
    theirs = rows_of(shared / "platforms" / sku / "port_config.ini")
    keys = ("lanes", "alias", "index", "speed", "fec")
    ours = {name: {key: row[key] for key in keys} for name, row in db["PORT"].items()}
    assert ours == {name: {key: row[key] for key in keys} for name, row in theirs.items()}
    for port in plan.ports_of["compute-leaf1"]:
        profile = db["BUFFER_PG"][f"{port.interface}|3"]["profile"]
        assert db["BUFFER_PROFILE"][profile]["xoff"] == "445770"
    assert db["BUFFER_POOL"]["ingress_lossless_pool"]["xoff"] == "22010624"
    assert db["WRED_PROFILE"]["ROCE_400G"]["green_max_threshold"] == "262144"
    assert not any("were computed" in line or "buffer pools" in line for line in plan.waiting_for)


def test_a_division_without_a_sku_takes_no_others_rows(made: Callable[..., Made]) -> None:
    """Hosts at two ports a cage and uplinks at one: no SKU of the catalog has both, and none of their figures is used."""
    plan, files = made(leaf="7060x6-64pe", uplink=800)
    db = config(files, "compute-leaf1")
    assert not [table for table in db if table.startswith("BUFFER_") or table == "WRED_PROFILE"]
    said = [line for line in plan.waiting_for if "no SKU of the catalog divides them so" in line]
    assert len(said) == 1
    assert "PFC has no headroom" in said[0]
    assert "whole and 2 ports" in said[0]


@pytest.mark.parametrize(("uplink", "sku", "paths"), [(800, "P64", 64), (400, "O128", 128)])
def test_routing_uses_no_more_paths_than_the_sku_has_room_for(
    made: Callable[..., Made], uplink: int, sku: str, paths: int
) -> None:
    _, files = made(spine="7060x6-64pe", uplink=uplink)
    db = config(files, "compute-spine1")
    assert db["DEVICE_METADATA"]["localhost"]["hwsku"].endswith(f"-{sku}")
    assert db["BGP_GLOBALS_AF"]["default|ipv4_unicast"]["max_ebgp_paths"] == str(paths)
    assert f"maximum-paths {paths}\n" in files["switches/compute-spine1/frr.conf"]


def test_a_platform_without_published_buffers_says_so(made: Callable[..., Made]) -> None:
    plan, files = made(leaf="7060dx5-64s")
    leaf = next(switch.name for switch in plan.switches if switch.model == "7060dx5-64s")
    assert not [table for table in config(files, leaf) if table.startswith("BUFFER_")]
    assert any("buffer pools and profiles of 7060dx5-64s" in line for line in plan.waiting_for)


def test_bfd_is_policed_apart_from_what_hosts_send(made: Callable[..., Made]) -> None:
    """Every switch with sessions: a trap of its own, always there, in a group that nothing of the image shares and that is served first."""
    plan, files = made()
    image = {
        "queue4_group1",
        "queue4_group2",
        "queue4_group3",
        "queue1_group1",
        "queue1_group2",
        "queue1_group3",
        "queue2_group1",
        "default",
    }
    for switch in plan.switches:
        db = config(files, switch.name)
        (trap,) = db["COPP_TRAP"].values()
        assert set(trap["trap_ids"].split(",")) == {"bfd", "bfdv6"}
        assert trap["always_enabled"] == "true"
        assert trap["trap_group"] not in image
        group = db["COPP_GROUP"][trap["trap_group"]]
        assert int(group["queue"]) > 4
        assert int(group["trap_priority"]) > 4
        sessions = len([port for port in plan.reserved_of[switch.name] if port.group])
        assert int(group["cir"]) > 10 * sessions


def test_a_tenants_ports_are_in_its_instance(made: Callable[..., Made]) -> None:
    plan, files = made(tenants=True)
    vrfs = {vrf.name: vrf for vrf in plan.vrfs}
    assert len(vrfs) == 2
    for switch in (each for each in plan.switches if each.fabric == "compute" and each.tier == "leaf"):
        db, frr = config(files, switch.name), files[f"switches/{switch.name}/frr.conf"]
        for port in plan.ports_of[switch.name]:
            if port.kind == "host_leaf":
                assert db["INTERFACE"][port.interface] == ({"vrf_name": port.vrf} if port.vrf else {})
        assert set(db["VRF"]) == set(switch.vrfs) == set(vrfs)
        for name, vrf in vrfs.items():
            assert db["VRF"][name] == {"vni": str(vrf.vni)}
            assert {"vlan": f"Vlan{vrf.vlan}", "vni": str(vrf.vni)} in db["VXLAN_TUNNEL_MAP"].values()
            assert db["VLAN_INTERFACE"][f"Vlan{vrf.vlan}"] == {"vrf_name": name}
            assert f"\nvrf {name}\n vni {vrf.vni}\n" in frr
            block = frr.split(f"\nrouter bgp {switch.asn} vrf {name}\n")[1].split("\nexit\n")[0]
            assert re.findall(r"network (\S+)", block) == list(switch.aggregates)
            assert "advertise ipv4 unicast" in block
            assert {key for key in db["STATIC_ROUTE"] if key.startswith(name)} == {
                f"{name}|{p}" for p in switch.aggregates
            }
    spine = files["switches/compute-spine1/frr.conf"]
    assert "address-family l2vpn evpn\n  neighbor LEAVES activate" in spine
    assert "advertise-all-vni" not in spine
    assert "vrf" not in spine


def test_both_files_name_the_same_sessions(made: Callable[..., Made]) -> None:
    """Peers, limits and filters, on a numbered and an unnumbered underlay, in both address families."""
    for numbered in (False, True):
        plan, files = made(numbered=numbered, ipv6=True, services=True, tenants=True)
        for switch in plan.switches:
            _compare(switch, config(files, switch.name), files[f"switches/{switch.name}/frr.conf"])
        names = config(files, "compute-leaf1")["BGP_NEIGHBOR"]
        peers = {port.peer_address or port.interface for port in plan.ports_of["compute-leaf1"] if port.group}
        assert {key.partition("|")[2] for key in names} >= peers
        assert numbered == any(key.partition("|")[2].startswith("10.") for key in names)


def _compare(switch: Switch, db: ConfigDb, frr: str) -> None:
    main = frr.split("\nrouter bgp ")[1].split("\nexit\n", maxsplit=1)[0] if "\nrouter bgp " in frr else ""
    members = dict(re.findall(r"neighbor (\S+) (?:interface (?:v6only )?)?peer-group (\S+)", main))
    rows = {key.partition("|")[2]: row for key, row in db.get("BGP_NEIGHBOR", {}).items()}
    assert {name: row["peer_group_name"] for name, row in rows.items()} == members
    assert {name: row["asn"] for name, row in rows.items() if "asn" in row} == dict(
        re.findall(r"neighbor (10\S+) remote-as (\d+)", main)
    )
    limits = set(re.findall(r"neighbor (\S+) maximum-prefix (\d+)", main))
    families = db.get("BGP_PEER_GROUP_AF", {})
    assert {
        (key.split("|")[1], row["max_prefix_limit"]) for key, row in families.items() if "max_prefix_limit" in row
    } == limits
    for key, row in families.items():
        assert key.endswith("l2vpn_evpn") or (row["route_map_in"] and row["route_map_out"]), "filtered both ways"
    assert switch.overlay == any(key.endswith("l2vpn_evpn") for key in families) or not families
    assert db["BGP_GLOBALS"]["default"]["graceful_shutdown"] == "false"
    assert " no bgp graceful-shutdown" in frr


def test_filters_are_the_plans_lines_in_their_order(made: Callable[..., Made]) -> None:
    plan, files = made(tenants=True, ipv6=True)
    checked = 0
    for switch in plan.switches:
        db = config(files, switch.name)
        filters = plan.filters_on(switch)
        filtered = sorted(port.interface for _, ports in filters for port in ports)
        for family in ("HOST_PORT", "HOST_PORT_V6"):
            tables = [row for row in db.get("ACL_TABLE", {}).values() if row["type"] == family]
            assert sorted(name for row in tables for name in row["ports"]) == filtered, "every host port, once a family"
            assert all(row["stage"] == "ingress" for row in tables)
        for each, _ in filters:
            checked += 1
            rules = [row for key, row in db["ACL_RULE"].items() if key.startswith(f"{each.name}|")]
            assert [int(row["PRIORITY"]) for row in rules] == sorted(
                (int(row["PRIORITY"]) for row in rules), reverse=True
            )
            assert rules[-1] == {"PRIORITY": "1", "PACKET_ACTION": "DROP", "ETHER_TYPE": "0x0800"}
            said = [
                (row["SRC_IP"], row["DST_IP"], row["PACKET_ACTION"])
                for row in rules[:-1]
                if row.get("TCP_FLAGS") != "0x04/0x04"
            ]
            actions = {"permit": "FORWARD", "deny": "DROP"}
            assert said == [(line.source, line.destination, actions[line.action]) for line in each.lines]
            flags = [row["TCP_FLAGS"] for row in rules if "TCP_FLAGS" in row]
            assert flags == ["0x10/0x10", "0x04/0x04"] * sum(line.established for line in each.lines)
    assert checked > 8


def test_what_is_not_asked_for_is_off(made: Callable[..., Made]) -> None:
    """The image would answer SNMP with a known community and gNMI without TLS."""
    _, files = made()
    db = config(files, "compute-leaf1")
    assert db["FEATURE"] == {"snmp": {"state": "disabled"}, "gnmi": {"state": "disabled"}}
    assert not set(db) & {"SNMP_USER", "GNMI", "TACPLUS", "AAA"}


def test_a_switch_without_a_management_address_answers_nobody(tmp_path: Path) -> None:
    """The only leaf out of band has no management VRF, whatever is asked for."""
    spec = cluster(gpu=2, most=4)
    spec["hosts"]["storage"]["max"] = 2
    plan = plan_data(with_site_services(spec, SERVICES), tmp_path)
    files = {a.path: a.content for a in sonic.render(plan, TEMPLATES)}
    bare = [switch.name for switch in plan.switches if not switch.management]
    assert bare == ["oob-leaf1"]
    db = config(files, "oob-leaf1")
    asked = {name: row for name, row in db["FEATURE"].items() if name != "dhcp_relay"}
    assert asked == {"snmp": {"state": "disabled"}, "gnmi": {"state": "disabled"}}
    assert not set(db) & {
        "SNMP",
        "SNMP_USER",
        "SNMP_AGENT_ADDRESS_CONFIG",
        "GNMI",
        "GNMI_CLIENT_CERT",
        "MGMT_VRF_CONFIG",
    }
    assert services_of(db) == {"SSH"}
    count = len(plan.switches) - 1
    assert any(line.startswith(f"gNMI certificates on {count} SONiC") for line in plan.waiting_for)


def services_of(db: ConfigDb) -> set[str]:
    """Services that control hosts alone reach."""
    tables = [row for row in db["ACL_TABLE"].values() if row["type"] == "CTRLPLANE"]
    return {service for row in tables for service in row["services"]} - {"ANY"}


def test_only_control_hosts_reach_the_switch_itself(made: Callable[..., Made]) -> None:
    for services, expected in ((False, {"SSH"}), (True, {"SSH", "SNMP", "EXTERNAL_CLIENT"})):
        plan, files = made(services=services)
        prefixes = list(plan.access.zone["management/control"].prefixes)
        assert prefixes
        for switch in (each for each in plan.switches if each.management):
            db = config(files, switch.name)
            assert services_of(db) == expected
            for name, table in db["ACL_TABLE"].items():
                rules = [row for key, row in db["ACL_RULE"].items() if key.startswith(f"{name}|")]
                if table["type"] != "CTRLPLANE":
                    assert "services" not in table
                    continue
                assert "ports" not in table
                assert {row["PACKET_ACTION"] for row in rules} == {"ACCEPT"}
                assert len({row["PRIORITY"] for row in rules}) == len(rules), "one of each priority is kept"
                if table["services"] != ["ANY"]:
                    assert sorted(row["SRC_IP"] for row in rules) == sorted(prefixes)
                    ports = {row.get("L4_DST_PORT") for row in rules}
                    assert ports == {"8080" if table["services"] == ["EXTERNAL_CLIENT"] else None}


@pytest.mark.parametrize("numbered", [False, True])
@pytest.mark.parametrize("ipv6", [False, True])
def test_bfd_passes_from_every_neighbour(made: Callable[..., Made], *, numbered: bool, ipv6: bool) -> None:
    """What is left after the first rule is dropped, and BFD of FRR would be among that."""
    plan, files = made(numbered=numbered, ipv6=ipv6)
    checked = 0
    for switch in plan.switches:
        rules = [row for key, row in config(files, switch.name)["ACL_RULE"].items() if key.startswith("CONTROL-PEERS")]
        ports = [port for port in plan.ports_of[switch.name] if port.group]
        wanted = {(port.interface, f"{port.peer_address}/32") for port in ports if port.peer_address}
        wanted |= {(p.interface, "fe80::/10") for p in ports if not p.peer_address or switch.loopback_ipv6}
        found = [(row["IN_PORTS"], row.get("SRC_IP") or row["SRC_IPV6"]) for row in rules]
        assert sorted(found) == sorted(wanted)
        checked += len(found)
    assert checked > 20


def test_without_control_hosts_out_of_band_nothing_is_closed(made: Callable[..., Made]) -> None:
    plan, _ = made()
    zones = tuple(zone for zone in plan.access.zones if zone.name != "management/control")
    nobody = replace(plan, access=replace(plan.access, zones=zones))
    assert control_tables(plan, plan.switches[0])
    assert control_tables(nobody, plan.switches[0]) == {}


def test_priorities_are_mapped_to_groups_where_the_platform_does_so(made: Callable[..., Made]) -> None:
    for leaf, has in (("sn5600", True), ("z9864f", False), ("7060x6-64pe", False)):
        plan, files = made(leaf=leaf)
        db = config(files, "compute-leaf1")
        assert ("PFC_PRIORITY_TO_PRIORITY_GROUP_MAP" in db) == has
        for port in plan.ports_of["compute-leaf1"]:
            row = db["PORT_QOS_MAP"][port.interface]
            assert row["pfc_enable"] == "3"
            assert ("pfc_to_pg_map" in row) == has
    assert "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP" in config(files, "storage-leaf1"), "its platform does so"


def test_lossless_tunnels_wait_for_a_measurement(made: Callable[..., Made]) -> None:
    for tenants, lossless in product((True, False), repeat=2):
        plan, _ = made(tenants=tenants, lossless=lossless)
        said = any(line.startswith("DSCP and ECN of VXLAN tunnels") for line in plan.waiting_for)
        assert said == (tenants and lossless)


def test_management_is_authenticated_and_holds_no_secret(made: Callable[..., Made]) -> None:
    plan, files = made(services=True)
    db = config(files, "compute-leaf1")
    assert db["FEATURE"] == {"snmp": {"state": "enabled"}, "gnmi": {"state": "enabled"}}
    assert db["AAA"]["authentication"]["login"] == "tacacs+,local"
    assert db["SNMP_USER"]["reader"]["SNMP_USER_TYPE"] == "Priv"
    assert "SNMP_COMMUNITY" not in db
    assert db["GNMI"]["gnmi"]["client_auth"] == "true"
    assert all(key.endswith("|mgmt") for key in db["SNMP_AGENT_ADDRESS_CONFIG"])
    assert {row["vrf"] for row in (*db["TACPLUS_SERVER"].values(), *db["SYSLOG_SERVER"].values())} == {"mgmt"}
    found = set(re.findall(r"{{(\w+)}}", "".join(files.values())))
    of_hosts = {"munge_key", "slurmdbd_password", "bmc_password"}
    assert found == {variable(name) for name in used(plan) if name not in of_hosts}


@pytest.mark.parametrize("name", SPECS)
def test_nothing_is_written_that_the_release_does_not_have(name: str, tmp_path: Path) -> None:
    """Every table and every field, against the names in the YANG of each release that has the features."""
    spec: Spec = SPECS[name]
    plan = plan_data(spec, tmp_path)
    files = {a.path: a.content for a in sonic.render(plan, TEMPLATES)}
    system = CATALOG.get(SwitchSystem, "sonic")
    for switch in plan.switches:
        db = config(files, switch.name)
        needed: list[FeatureName] = ["vxlan" if switch.vtep else "acl"]
        needed += ["dhcp-relay-unnumbered"] if "DHCPV4_RELAY" in db else []
        needed += ["wait-install"] if "suppress-fib-pending" in db["DEVICE_METADATA"]["localhost"] else []
        for release in (r for r in system.versions if all(system.has(each, r, switch.model) for each in needed)):
            missing = set(_names(db)) - _known(release)
            assert missing == set(), (switch.name, release)


def _names(db: ConfigDb) -> list[str]:
    """Every field of every row, as table.field; a map of two columns has none."""
    rows = [(table, row) for table in db if table not in RELEASES["maps"] for row in db[table].values()]
    return [table for table in db if table in RELEASES["maps"]] + [
        f"{table}.{field}" for table, row in rows for field in row
    ]


@cache
def _known(release: str) -> frozenset[str]:
    every = {f"{table}.{field}" for table, fields in RELEASES["fields"].items() for field in fields}
    return frozenset(every - set(RELEASES["lacks"][release])) | set(RELEASES["maps"])


def test_the_release_table_bites() -> None:
    """What a newer release has is missing from an older one: tunnels came with 202505 as we write them, anycast gateways with none."""
    assert "BGP_GLOBALS_AF.advertise-all-vni" in RELEASES["lacks"]["202411"]
    assert "BGP_GLOBALS_AF.advertise-all-vni" in _known("202505")
    assert "VLAN_INTERFACE.static_anycast_gateway" not in _known("202511")


def test_a_release_with_anycast_gateways_is_told_of_one_mac_for_all(tmp_path: Path) -> None:
    """After 202605 a VLAN's interface says that it is shared; before, the VLAN itself has the MAC address."""
    plan = plan_data(cluster(), tmp_path)
    leaf = next(switch for switch in plan.switches if switch.name == "frontend-leaf1")
    before = overlay_tables(plan, leaf)
    assert "SAG" not in before
    assert {row.get("mac") for row in before["VLAN"].values() if isinstance(row, dict)} >= {GATEWAY_MAC}
    system = plan.hardware.systems["sonic"]
    later = system.model_copy(
        update={"features": system.features | {"anycast-gateway": Feature(since="202511", because="a test")}}
    )
    hardware = replace(plan.hardware, systems={**plan.hardware.systems, "sonic": later})
    after = overlay_tables(replace(plan, hardware=hardware), leaf)
    assert after["SAG"] == {"GLOBAL": {"gateway_mac": GATEWAY_MAC}}
    assert not [row for row in after["VLAN"].values() if isinstance(row, dict) and "mac" in row]
    shared = {name for name, row in after["VLAN_INTERFACE"].items() if row == {"static_anycast_gateway": "true"}}
    assert shared == {name for name, row in before["VLAN"].items() if isinstance(row, dict) and "mac" in row}
