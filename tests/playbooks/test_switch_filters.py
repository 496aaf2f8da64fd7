"""What switches.yml makes of what a switch says: sessions that are lost, things that somebody has left, secrets that are not shown."""

from __future__ import annotations

import json
import textwrap
from typing import Any

import pytest
import yaml
from ansible.errors import AnsibleFilterError  # type: ignore[import-untyped]

from tests.conftest import ROOT
from tests.playbooks.roles import filters

FILTERS = filters("switch_configurations")
_FRR = """router bgp 4200000001
 neighbor LEAVES peer-group
 neighbor Ethernet0 interface peer-group LEAVES
 neighbor 10.0.0.1 peer-group LEAVES
"""
_EOS = """router bgp 4200000001
   neighbor LEAVES peer group
   neighbor 10.0.0.1 peer group LEAVES
   neighbor interface Ethernet1/1 peer-group LEAVES remote-as 4200000002
"""


def _nvue(tree: dict[str, Any]) -> str:
    return yaml.safe_dump([{"header": {"version": "Cumulus Linux 5.15.0"}}, {"set": tree}])


def test_a_session_that_is_down_or_not_spoken_of_is_lost() -> None:
    """A daemon that says nothing has lost all of them; one that the tree does not name is not missed, nor one that was down before."""
    before = {"a": True, "b": True, "c": False, "d": True}
    lost = FILTERS["switch_lost"]
    assert lost(before, {"a": True, "b": True, "c": False, "d": True}, list("abcd")) == []
    assert lost(before, {"a": True, "b": False, "d": True}, list("abcd")) == ["b"]
    assert lost(before, {}, list("abcd")) == ["a", "b", "d"]
    assert lost(before, {"a": True, "b": True}, list("abc")) == []
    assert lost(before, {"a": True, "b": True, "d": False}, list("abc")) == [], (
        "a host that called by itself, and calls its other leaf now"
    )


def test_an_answer_that_is_no_json_is_none() -> None:
    assert FILTERS["switch_sessions"]("% BGP instance not found\n") == {}
    assert FILTERS["switch_sessions"]("") == {}
    said = {"ipv4Unicast": {"peers": {"Ethernet0": {"state": "Established"}, "Ethernet4": {"state": "Idle"}}}}
    assert FILTERS["switch_sessions"](json.dumps(said)) == {"Ethernet0": True, "Ethernet4": False}


def test_peers_are_read_from_each_system_s_file() -> None:
    assert {"Ethernet0", "10.0.0.1"} <= set(FILTERS["frr_peers"](_FRR))
    up = ["fe80::1%Et1/1", "fe80::1%Et1/10", "10.0.0.1", "10.0.0.9"]
    assert FILTERS["eos_peers"](_EOS, up) == ["fe80::1%Et1/1", "10.0.0.1"]
    bgp = {"vrf": {"default": {"router": {"bgp": {"neighbor": {"swp63s0-1": {"type": "unnumbered"}}}}}}}
    assert FILTERS["nvue_peers"](_nvue(bgp)) == ["swp63s0", "swp63s1"]
    assert FILTERS["nvue_peers"](_nvue({"interface": {"lo": {}}})) == []


def test_what_a_patch_would_leave_is_taken_away_but_what_is_the_image_s() -> None:
    """Things with names go, settings stay; users, the image's own lists and what `switch_cumulus_kept` names are not touched."""
    wanted = {
        "interface": {"swp1": {"link": {"mtu": 9216}}, "eth0": {"ip": {"address": {"10.0.0.2/24": {}}}}},
        "system": {"hostname": "leaf1", "snmp-server": {"username": {"reader": {}}}},
        "vrf": {"default": {"router": {"bgp": {"neighbor": {"swp1": {"type": "unnumbered"}}}}}},
    }
    applied = {
        "acl": {"acl-default-dos": {"type": "ipv4"}, "OLD": {"type": "ipv4"}},
        "bridge": {"domain": {"br_default": {"vlan": {"10": {}}}}},
        "interface": {
            "swp1": {"link": {"mtu": 9216, "speed": "400G"}, "type": "swp"},
            "swp7-8": {"type": "swp"},
            "lo": {"ip": {"address": {"10.9.9.9/32": {}}}},
            "eth0": {"ip": {"address": {"10.0.0.2/24": {}, "10.0.0.99/24": {}}}},
        },
        "system": {
            "hostname": "leaf1",
            "aaa": {"user": {"cumulus": {"role": "system-admin"}}},
            "snmp-server": {"username": {"reader": {}, "stranger": {}}},
        },
        "vrf": {
            "default": {"router": {"bgp": {"autonomous-system": 1, "neighbor": {"swp1": {}, "swp9": {}}}}},
            "mgmt": {"table": "auto"},
            "red": {"table": "auto"},
        },
    }
    defaults = yaml.safe_load((ROOT / "playbooks/roles/switch_cumulus/defaults/main.yml").read_text("utf-8"))
    kept = defaults["switch_cumulus_kept"]
    found = FILTERS["nvue_compared"](_nvue(wanted), _nvue(applied), "", kept)
    assert sorted("/".join(path) for path in found["unset"]) == sorted(
        (
            "acl/OLD",
            "bridge",
            "interface/swp7",
            "interface/swp8",
            "interface/eth0/ip/address/10.0.0.99/24",
            "system/snmp-server/username/stranger",
            "vrf/default/router/bgp/neighbor/swp9",
            "vrf/red",
        )
    )


def test_secrets_are_taken_out_of_what_a_switch_says() -> None:
    said = "CLI command 3 of 9 'username admin sha512 $6$salt$hash' failed"
    assert "$6$" not in FILTERS["switch_hidden"](said, {"clustergen_eos_admin_sha512": "$6$salt$hash"})


def _applied(set_: str) -> str:
    return f"- set:\n{textwrap.indent(set_, '    ')}"


@pytest.mark.parametrize(
    "applied",
    [
        "vlan: {1-999999999: {}}",
        "a: &a {x: 1, y: 1}\n"
        + "".join(f"b{n}: &b{n} {{x: *{p}, y: *{p}}}\n" for n, p in enumerate(["a", *(f"b{i}" for i in range(30))])),
    ],
    ids=["range", "aliases"],
)
def test_a_configuration_that_unfolds_without_an_end_is_refused(applied: str) -> None:
    """Both are short to write; a switch must not fill the controller's memory."""
    with pytest.raises(AnsibleFilterError, match="values"):
        FILTERS["nvue_compared"]("- set: {}\n", _applied(applied), "", [])


def test_a_path_that_is_no_name_is_told_and_not_unset() -> None:
    odd = json.dumps("x\x1b[31m\n::error::y")
    said = FILTERS["nvue_compared"]("- set: {vrf: {}}\n", _applied(f"vrf: {{{odd}: {{}}, old: {{}}}}"), "", [])
    assert said == {"missing": ["? 1 paths of the switch are not names of NVUE"], "unset": [["vrf", "old"]]}


def test_what_is_listed_only_prints() -> None:
    lines = FILTERS["switch_listed"](["! a: x\x1b[31m\n::error::y -> z", "A" * 1000])
    assert lines[0] == "! a: x\\x1b[31m\\x0a::error::y -> z"
    assert len(lines[1]) == 303


def test_an_answer_that_is_too_long_is_refused() -> None:
    with pytest.raises(AnsibleFilterError, match="characters"):
        FILTERS["switch_sessions"](" " * ((1 << 25) + 1))
    assert FILTERS["switch_sessions"]("[" * 100000) == {}


def test_a_factory_switch_is_known_by_its_platform() -> None:
    """Its SKU is what the push is there to set, and so a difference; another platform is another box."""
    wanted = {"DEVICE_METADATA": {"localhost": {"platform": "x86_64-box", "hwsku": "Box-O128"}}}
    factory = {"DEVICE_METADATA": {"localhost": {"platform": "x86_64-box", "hwsku": "Box-P64"}}}
    found = FILTERS["sonic_compared"](json.dumps(wanted), json.dumps(factory), {})
    assert found["platform"] == found["wanted_platform"] == "x86_64-box"
    assert any("hwsku" in line for line in found["missing"])
    assert FILTERS["sonic_compared"](json.dumps(wanted), "{}", {})["platform"] == ""
