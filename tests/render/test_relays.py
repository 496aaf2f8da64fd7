"""Relays of DHCP: every out-of-band VLAN that has leases, in the words of each system, to servers of the envelope, and past every filter on the way."""

import json
from ipaddress import IPv4Address, IPv4Network
from pathlib import Path
from typing import Any

import pytest

from generator.plan.draft import Draft
from generator.plan.provisioning.dhcp import dhcp_of
from generator.plan.provisioning.relays import relay_agent
from generator.render.backends import sonic
from generator.render.cumulus.files import nvue_tree
from generator.render.eos import Sections
from generator.render.eos.avd import running_config
from generator.render.eos.ports import add_relays
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data


def _spec(os: str, version: str | None = None, **oob: Any) -> Spec:
    """Return a cluster of several out-of-band leaves on a system."""
    spec = cluster(32)
    leaf = {"model": "sn2201", "os": os, **({"version": version} if version else {})}
    spec["fabrics"]["oob"] = {"technology": "ethernet", "leaf": leaf, **oob}
    return spec


def _sonic(plan: Draft, switch: str) -> dict[str, Any]:
    files = {each.path: each.content for each in sonic.render(plan, TEMPLATES)}
    found: dict[str, Any] = json.loads(files[f"switches/{switch}/config_db.json"])
    return found


def test_every_leased_vlan_of_a_leaf_is_relayed_and_nothing_else(tmp_path: Path) -> None:
    plan = plan_data(_spec("sonic"), tmp_path)
    dhcp = dhcp_of(plan)
    assert dhcp is not None
    leased = {each.gateway for each in dhcp.subnets}
    relayed = {
        relay.gateway: switch for switch in plan.switches if (a := relay_agent(plan, switch)) for relay in a.relays
    }
    inband = next(vlan.gateway for vlan in plan.vlans if vlan.name == "inband")
    assert len(plan.cluster.shapes["oob"].demand.members) > 1
    assert set(relayed) == {g for g in leased - {inband} if g in {a.address for a in plan.addresses}}
    assert {switch.fabric for switch in relayed.values()} == {"oob"}


def test_servers_are_those_of_the_envelope(tmp_path: Path) -> None:
    """A control host that comes changes no relay."""
    spec = _spec("sonic")
    agents = []
    for count in (1, 3):
        spec["hosts"]["control"] |= {"count": count, "max": 3}
        plan = plan_data(spec, tmp_path)
        agents.append([relay_agent(plan, switch) for switch in plan.switches])
    assert agents[0] == agents[1]
    found = next(agent for agent in agents[1] if agent)
    assert len(found.servers) == 3
    ports = {a.address for a in plan.addresses if a.use == "management" and a.device.startswith("control")}
    assert set(found.servers) == ports


def test_nobody_relays_to_nobody(tmp_path: Path) -> None:
    spec = _spec("sonic")
    del spec["hosts"]["control"]
    spec["scheduler"] = {}
    spec["storage"] = {}
    plan = plan_data(spec, tmp_path)
    assert not any(relay_agent(plan, switch) for switch in plan.switches)
    db = _sonic(plan, "oob-leaf1")
    assert "DHCPV4_RELAY" not in db
    assert "dhcp_relay" not in db["FEATURE"]


def test_sonic_has_its_own_agent_or_isc_by_release(tmp_path: Path) -> None:
    plan = plan_data(_spec("sonic"), tmp_path)
    servers = list(next(a for s in plan.switches if (a := relay_agent(plan, s))).servers)
    new = _sonic(plan, "oob-leaf1")
    assert new["DHCPV4_RELAY"] == {name: {"dhcpv4_servers": servers} for name in ("Vlan100", "Vlan110")}
    assert new["DEVICE_METADATA"]["localhost"]["has_sonic_dhcpv4_relay"] == "True"
    assert "dhcp_servers" not in new["VLAN"]["Vlan110"]
    old = _sonic(plan_data(_spec("sonic", "202405", underlay="numbered"), tmp_path), "oob-leaf1")
    assert [old["VLAN"][name]["dhcp_servers"] for name in ("Vlan100", "Vlan110")] == [servers] * 2
    assert "DHCPV4_RELAY" not in old
    assert "has_sonic_dhcpv4_relay" not in old["DEVICE_METADATA"]["localhost"]
    assert old["FEATURE"]["dhcp_relay"] == new["FEATURE"]["dhcp_relay"] == {"state": "enabled"}


@pytest.mark.parametrize("version", ["202405", "202511"])
@pytest.mark.parametrize("underlay", ["numbered", "unnumbered"])
def test_a_relay_that_hears_no_answers_is_told(version: str, underlay: str, tmp_path: Path) -> None:
    plan = plan_data(_spec("sonic", version, underlay=underlay), tmp_path)
    told = [each for each in plan.warnings if each.code == "relay-unheard"]
    assert len(told) == (version == "202405" and underlay == "unnumbered")


def test_cumulus_has_a_group_of_servers_since_5_14(tmp_path: Path) -> None:
    for version in ("5.13", "5.14", "5.16"):
        plan = plan_data(_spec("cumulus", version), tmp_path)
        switch = next(each for each in plan.switches if each.name == "oob-leaf1")
        agent = relay_agent(plan, switch)
        assert agent is not None
        assert agent.uplinks
        relay = nvue_tree(plan, switch)["service"]["dhcp-relay"]["default"]
        servers: dict[str, Any] = {address: {} for address in agent.servers}
        if version == "5.13":
            ports: dict[str, Any] = {name: {} for name in (*agent.uplinks, "vlan100", "vlan110")}
            assert relay == {"interface": ports, "server": servers, "source-ip": "gateway"}
            continue
        group = {"server": servers, "upstream-interface": {port: {} for port in agent.uplinks}}
        below = {name: {"server-group-name": "control"} for name in ("vlan100", "vlan110")}
        assert relay == {"server-group": {"control": group}, "downstream-interface": below, "source-ip": "gateway"}


def test_an_only_leaf_has_servers_on_one_side_and_clients_on_the_other(tmp_path: Path) -> None:
    spec = _spec("cumulus")
    spec["hosts"]["gpu"] |= {"count": 2, "max": 2}
    spec["hosts"]["storage"] |= {"count": 2, "max": 2}
    plan = plan_data(spec, tmp_path)
    (leaf,) = [switch for switch in plan.switches if switch.fabric == "oob"]
    relay = nvue_tree(plan, leaf)["service"]["dhcp-relay"]["default"]
    assert set(relay["server-group"]["control"]["upstream-interface"]) == {"vlan100"}
    assert set(relay["downstream-interface"]) == {"vlan110"}


def test_eos_has_a_helper_for_each_server(tmp_path: Path) -> None:
    """No model of the catalog is an out-of-band leaf with EOS, so the VLAN interfaces of another one stand in."""
    plan = plan_data(_spec("sonic"), tmp_path)
    switch = next(each for each in plan.switches if each.fabric == "oob")
    agent = relay_agent(plan, switch)
    assert agent is not None
    names = ("Vlan100", "Vlan110", "Vlan300")
    sections: Sections = {"hostname": "leaf", "vlan_interfaces": [{"name": name, "shutdown": False} for name in names]}
    add_relays(sections, plan, switch)
    text = running_config("leaf", sections)
    blocks = {each.split("\n")[0]: each for each in text.split("interface ")}
    wanted = [f"   ip helper-address {address}" for address in agent.servers]
    assert all([line for line in blocks[name].splitlines() if "helper" in line] == wanted for name in names[:2])
    assert "helper" not in blocks["Vlan300"]


def test_no_filter_stands_in_the_way_of_the_answer(tmp_path: Path) -> None:
    """A server answers from port 67 to port 67 of the leaf's address; the filter at the server's port is what it meets."""
    plan = plan_data(_spec("sonic"), tmp_path)
    gateways = [r.gateway for s in plan.switches if (a := relay_agent(plan, s)) for r in a.relays]
    servers = {a.device: a.address for a in plan.addresses if a.use == "management" and a.device.startswith("control")}
    seen = set()
    for switch in plan.switches:
        for found, ports in plan.filters_on(switch):
            for port in ports:
                if port.peer in servers and port.peer_interface == "mgmt0":
                    seen.add(port.peer)
                    assert all(_passes(found.lines, servers[port.peer], gateway) for gateway in gateways)
    assert seen == set(servers)
    for relay in (r for s in plan.switches if (a := relay_agent(plan, s)) for r in a.relays):
        assert plan.access.may(relay.segment, "management/control", "udp", 67)
        assert any(IPv4Address(relay.gateway) in IPv4Network(p) for p in plan.access.zone[relay.segment].prefixes)


def _passes(lines: Any, source: str, destination: str) -> bool:
    """Whether the first line that matches UDP from port 67 to port 67 lets it through."""
    for line in lines:
        if line.protocol not in {"udp", "any"} or line.established:
            continue
        if IPv4Address(source) not in IPv4Network(line.source):
            continue
        if IPv4Address(destination) not in IPv4Network(line.destination):
            continue
        if any(ports and not ports[0] <= 67 <= ports[1] for ports in (line.ports, line.source_ports)):
            continue
        return bool(line.action == "permit")
    return False
