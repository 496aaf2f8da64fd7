"""What a SONiC switch will do, read from its config_db.json and the frr.conf that its routing runs; where both say a thing they have to agree."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from tests.judges.switch_facts import DEFAULT, MGMT, SwitchFacts

_NUMBER = re.compile(r"\d+")
_ROCE_CLASS = "3"
_FAMILIES = {"ipv4 unicast": "ipv4_unicast", "ipv6 unicast": "ipv6_unicast"}

Tables = Mapping[str, Mapping[str, Any]]
Statement = tuple[str, str, list[str]]
"""Of BGP: the instance that it stands in, its address family or nothing, its words."""


def facts_of(config_db: str, frr_conf: str) -> SwitchFacts:
    """Read one switch.

    Raises:
        ValueError: config_db.json and frr.conf contradict each other.
    """
    tables: Tables = json.loads(config_db)
    bgp = list(_bgp(frr_conf))
    asn, router_id = _identity(tables, frr_conf)
    names = dict(_names(tables))
    used = {port: row for port, row in _rows(tables, "PORT").items() if row["admin_status"] == "up"}
    l3vnis = frozenset((name, int(row["vni"])) for name, row in _rows(tables, "VRF").items())
    announced = frozenset((vrf, words[1]) for vrf, family, words in bgp if family and words[0] == "network")
    sessions = frozenset(_sessions(bgp, names))
    _agree("networks", announced, _announced(tables))
    _agree("neighbours", {(vrf, peer) for peer, _, vrf in sessions}, _neighbors(tables, names))
    _agree("VNIs of instances", l3vnis, set(_instances(frr_conf)))
    classes = _rows(tables, "DSCP_TO_TC_MAP")
    return SwitchFacts(
        hostname=_rows(tables, "DEVICE_METADATA")["localhost"]["hostname"],
        asn=asn,
        router_id=router_id,
        addresses=frozenset(_addresses(tables, names)),
        sessions=sessions,
        announced=announced,
        vlans=frozenset(_vlans(tables, {vni for _, vni in l3vnis})),
        l3vnis=l3vnis,
        mtu={names[port]: int(row["mtu"]) for port, row in used.items()},
        dscp_to_class=_classes(tables, classes) if classes else {},
        lossless=frozenset(_lossless(tables, used)),
        marking={names[port]: _marking(tables, port) for port in used} if classes else {},
        access=frozenset(_access(tables, names)),
    )


def _rows(tables: Tables, name: str) -> Mapping[str, Any]:
    return tables.get(name, {})


def _agree(what: str, routing: Any, config_db: Any) -> None:
    if set(routing) != set(config_db):
        raise ValueError(
            f"{what}: frr.conf and config_db.json differ in {sorted(set(routing) ^ set(config_db), key=repr)}"
        )


def _names(tables: Tables) -> Iterator[tuple[str, str]]:
    """Call every port `cage/port`: `index` is the cage, and a cage's ports count up in their names."""
    cages: dict[int, list[tuple[int, str]]] = {}
    for port, row in _rows(tables, "PORT").items():
        cages.setdefault(int(row["index"]), []).append((int(port.removeprefix("Ethernet")), port))
    for cage, ports in cages.items():
        yield from ((port, f"{cage}/{place}") for place, (_, port) in enumerate(sorted(ports), 1))


def _identity(tables: Tables, frr_conf: str) -> tuple[int, str]:
    """Return the AS number and the router's id of the default instance."""
    found = re.search(r"^router bgp (\d+)\n bgp router-id (\S+)$", frr_conf, re.MULTILINE)
    said = _rows(tables, "BGP_GLOBALS").get(DEFAULT)
    if found is None or said is None:
        raise ValueError("frr.conf or config_db.json has no BGP in the default instance")
    own = _rows(tables, "DEVICE_METADATA")["localhost"]["bgp_asn"]
    _agree("AS number and router's id", {found.groups(), (own, found[2])}, {(said["local_asn"], said["router_id"])})
    return int(found[1]), found[2]


def _bgp(frr_conf: str) -> Iterator[Statement]:
    vrf = family = ""
    for line in frr_conf.splitlines():
        words = line.split()
        if words[:2] == ["router", "bgp"]:
            vrf, family = (words[4] if "vrf" in words else DEFAULT), ""
        elif line == "exit":
            vrf = ""
        elif words[:1] == ["address-family"]:
            family = " ".join(words[1:])
        elif words == ["exit-address-family"]:
            family = ""
        elif vrf and words and words[0] != "!":
            yield vrf, family, words


def _sessions(bgp: list[Statement], names: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield (port or address, peer group, instance); a line without a peer group makes none here, nor does a group itself."""
    for vrf, family, words in bgp:
        if words[0] == "neighbor" and not family and "peer-group" in words[:-1]:
            yield names.get(words[1], words[1]), words[words.index("peer-group") + 1], vrf


def _neighbors(tables: Tables, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for key in _rows(tables, "BGP_NEIGHBOR"):
        vrf, _, peer = key.partition("|")
        yield vrf, names.get(peer, peer)


def _announced(tables: Tables) -> Iterator[tuple[str, str]]:
    for key in _rows(tables, "BGP_GLOBALS_AF_NETWORK"):
        vrf, family, prefix = key.split("|")
        if family not in _FAMILIES.values():
            raise ValueError(f"{key}: no such family")
        yield vrf, prefix


def _instances(frr_conf: str) -> Iterator[tuple[str, int]]:
    for name, vni in re.findall(r"^vrf (\S+)\n vni (\d+)$", frr_conf, re.MULTILINE):
        yield name, int(vni)


def _addresses(tables: Tables, names: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    for table in ("INTERFACE", "LOOPBACK_INTERFACE", "VLAN_INTERFACE"):
        rows = _rows(tables, table)
        for key in rows:
            name, _, address = key.partition("|")
            if address:
                yield _canonical(name, names), address, rows.get(name, {}).get("vrf_name", DEFAULT)
    apart = _rows(tables, "MGMT_VRF_CONFIG").get("vrf_global", {}).get("mgmtVrfEnabled") == "true"
    for key in _rows(tables, "MGMT_INTERFACE"):
        name, _, address = key.partition("|")
        yield name, address, MGMT if apart else DEFAULT


def _canonical(name: str, names: Mapping[str, str]) -> str:
    return "lo" if name.startswith("Loopback") else names.get(name, name.lower())


def _vlans(tables: Tables, l3vnis: set[int]) -> Iterator[tuple[int, int]]:
    """Yield the VLANs but those that only stand for an instance's VNI."""
    vnis = {row["vlan"]: int(row["vni"]) for row in _rows(tables, "VXLAN_TUNNEL_MAP").values()}
    for name, row in _rows(tables, "VLAN").items():
        if vnis.get(name, 0) not in l3vnis:
            yield int(row["vlanid"]), vnis.get(name, 0)


def _access(tables: Tables, names: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    members: dict[str, list[tuple[int, str]]] = {}
    for key, row in _rows(tables, "VLAN_MEMBER").items():
        vlan, _, port = key.partition("|")
        members.setdefault(port, []).append((int(vlan.removeprefix("Vlan")), row["tagging_mode"]))
    for port, ways in members.items():
        if [mode for _, mode in ways] == ["untagged"]:
            yield names[port], ways[0][0]


def _classes(tables: Tables, maps: Mapping[str, Any]) -> dict[int, int]:
    """Return the class of every DSCP by the one map that all ports use."""
    (used,) = {row["dscp_to_tc_map"] for row in _rows(tables, "PORT_QOS_MAP").values()}
    return {int(dscp): int(each) for dscp, each in maps[used].items()}


def _lossless(tables: Tables, used: Mapping[str, Any]) -> Iterator[int]:
    for port in used:
        enabled = _rows(tables, "PORT_QOS_MAP").get(port, {}).get("pfc_enable", "")
        yield from (int(priority) for priority in _NUMBER.findall(enabled))


def _marking(tables: Tables, port: str) -> tuple[int, int, int] | None:
    name = _rows(tables, "QUEUE").get(f"{port}|{_ROCE_CLASS}", {}).get("wred_profile")
    if name is None:
        return None
    row = _rows(tables, "WRED_PROFILE")[name]
    if row["ecn"] == "ecn_none":
        return None
    low, high, most = (int(row[f"green_{key}"]) for key in ("min_threshold", "max_threshold", "drop_probability"))
    return low, high, most
