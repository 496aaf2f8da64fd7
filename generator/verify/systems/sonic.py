"""SONiC: ports, VLANs, filters and RoCE of config_db.json, announced networks of frr.conf.

Filters after the ACL schema of sonic-swss: the highest PRIORITY decides, and packets without a matching rule pass. Among rules of one priority the
order is undefined, so they must have the same action.
"""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from generator.verify.reach import UnreadableError, reading
from generator.verify.reach.filters import FilterList, Line
from generator.verify.reach.packet import Span, family_of, numbers, own_and_span, span_of
from generator.verify.systems.frr import read_frr
from generator.verify.systems.records import Port, PortEnd, SwitchFiles

_PROTOCOLS = {"1": "icmp", "58": "icmp", "6": "tcp", "17": "udp", "112": "vrrp"}
_ACTIONS = {"FORWARD": True, "DROP": False}
_FAMILIES = {"0x0800": 4, "2048": 4, "0x86DD": 6, "34525": 6, "IPV4ANY": 4, "IPV6ANY": 6, "IPV4": 4, "IPV6": 6, "ANY": None, "IP": None}  # fmt: skip
_INGRESS = "ingress"
_OF_THE_SWITCH = "CTRLPLANE"
"""Tables of this type protect the switch's own services, not forwarded packets."""
Tables = dict[str, dict[str, Any]]


def parse(text: str) -> Tables:
    """Read config_db.json."""
    tables: Tables = json.loads(text)
    return tables


def ends(tables: Tables) -> dict[str, PortEnd]:
    """Return the end of a cable at every front port."""
    queues: dict[str, set[int]] = {}
    weights: dict[str, dict[int, int]] = {}
    for key, row in tables.get("QUEUE", {}).items():
        share = tables.get("SCHEDULER", {}).get(row.get("scheduler", ""), {})
        if share.get("type") in {"DWRR", "WRR"} and "weight" in share:
            names, _, span = key.partition("|")
            for name in names.split(","):
                weights.setdefault(name, {}).update(dict.fromkeys(numbers(span), int(share["weight"])))
        if row.get("wred_profile"):
            names, _, span = key.partition("|")
            for name in names.split(","):
                queues.setdefault(name, set()).update(numbers(span))
    maps = {
        name: {int(dscp): int(tc) for dscp, tc in row.items()} for name, row in tables.get("DSCP_TO_TC_MAP", {}).items()
    }
    cables = tables.get("CABLE_LENGTH", {}).get("AZURE", {})
    grouped = {key.partition("|")[2] for key in tables.get("PORTCHANNEL_MEMBER", {})}
    limits = _routed_mtus(tables)
    ports = {}
    for name, row in tables.get("PORT", {}).items():
        qos = tables.get("PORT_QOS_MAP", {}).get(name, {})
        paused = frozenset(int(each) for each in qos.get("pfc_enable", "").split(",") if each)
        ports[name] = PortEnd(
            mtu_bytes=min([int(row.get("mtu", 0)), *limits.get(name, ())]),
            classes=maps.get(qos.get("dscp_to_tc_map", ""), {}),
            paused=paused,
            marked=frozenset(queues.get(name, ())),
            weights=weights.get(name, {}),
            cable_m=int(cables.get(name, "0m").removesuffix("m")),
            exact="LOSSLESS_TRAFFIC_PATTERN" in tables,
            lag="lacp" if name in grouped else "",
            negotiates=row.get("autoneg") == "on",
            up=row.get("admin_status") == "up",
            speed_mbps=int(row.get("speed", 0)),
            lanes=len(row["lanes"].split(",")) if row.get("lanes") else 0,
            fec=row.get("fec", "").replace("auto", ""),
        )
    return ports


def _routed_mtus(tables: Tables) -> dict[str, list[int]]:
    """Return the MTUs that VLANs state, by the ports in them: packets routed through a VLAN's interface must fit it, too."""
    found: dict[str, list[int]] = {}
    for key in tables.get("VLAN_MEMBER", {}):
        vlan, _, port = key.partition("|")
        if mtu := tables.get("VLAN", {}).get(vlan, {}).get("mtu"):
            found.setdefault(port, []).append(int(mtu))
    return found


def forwarding(folder: Path, where: str, tables: Tables) -> SwitchFiles:
    """Return the forwarding of both files of a switch."""
    ports = {name: Port() for name in tables.get("PORT", {})}
    vlans = {int(row["vlanid"]): Port() for row in tables.get("VLAN", {}).values()}
    _add_interfaces(tables.get("INTERFACE", {}), ports)
    _add_interfaces(tables.get("VLAN_INTERFACE", {}), {f"Vlan{vlan}": port for vlan, port in vlans.items()})
    for key, row in tables.get("VLAN_MEMBER", {}).items():
        vlan, _, name = key.partition("|")
        number = int(vlan.removeprefix("Vlan"))
        if name in ports and row["tagging_mode"] == "untagged":
            ports[name].untagged = number
        elif name in ports:
            ports[name].tagged.add(number)
    _add_filters(tables, ports, where)
    with reading(f"switches/{folder.name}/frr.conf"):
        frr = read_frr(folder / "frr.conf")
    vrf_vnis = {name: int(row["vni"]) for name, row in tables.get("VRF", {}).items() if row.get("vni")}
    maps = tables.get("VXLAN_TUNNEL_MAP", {}).values()
    return SwitchFiles(
        name=folder.name,
        file=where,
        ports=ports,
        vlans=vlans,
        announced=frr.announced,
        vlan_vnis={int(row["vlan"].removeprefix("Vlan")): int(row["vni"]) for row in maps},
        vrf_vnis=vrf_vnis | frr.vnis,
        learned=frr.learned,
        taken=frr.taken,
        targets=frr.targets,
        counted=frr.counted,
        peers=frr.peers,
    )


def _add_interfaces(rows: dict[str, Any], ports: dict[str, Port]) -> None:
    for key, row in rows.items():
        name, _, address = key.partition("|")
        port = ports.get(name)
        if port is None:
            continue
        if address:
            port.subnets.append((family_of(address), *own_and_span(address)))
            port.link_local |= ":" in address
        elif row:
            port.vrf = row.get("vrf_name", "")
            port.link_local |= row.get("ipv6_use_link_local_only") == "enable"


def _add_filters(tables: Tables, ports: dict[str, Port], where: str) -> None:
    rules: dict[str, list[tuple[int, str, dict[str, str]]]] = {}
    for key, row in tables.get("ACL_RULE", {}).items():
        table, _, rule = key.partition("|")
        rules.setdefault(table, []).append((int(row["PRIORITY"]), rule, row))
    for name, table in tables.get("ACL_TABLE", {}).items():
        if table.get("stage", _INGRESS).lower() != _INGRESS or table.get("type") == _OF_THE_SWITCH:
            continue
        ordered = sorted(rules.get(name, []), key=lambda rule: -rule[0])
        for (priority, one, row), (beside, other, its_row) in pairwise(ordered):
            if priority == beside and row.get("PACKET_ACTION") != its_row.get("PACKET_ACTION"):
                raise UnreadableError(
                    f"{where}: {name} {one} and {other} have priority {priority} but different effects"
                )
        found = FilterList(where, name, tuple(_line(rule, row, f"{where}: {name}") for _, rule, row in ordered), True)  # noqa: FBT003
        for port in table.get("ports", []):
            if port in ports:
                ports[port].lists.append(found)


def _line(rule: str, row: dict[str, str], where: str) -> Line:
    rest = dict(row)
    priority, action = rest.pop("PRIORITY"), rest.pop("PACKET_ACTION", "")
    if action not in _ACTIONS:
        raise UnreadableError(f"{where} {rule} has {action or 'no known action'}")
    families = {_FAMILIES.get(rest.pop(key), 0) for key in ("ETHER_TYPE", "IP_TYPE") if key in rest}
    source, destination = (rest.pop(f"{side}_IP", rest.pop(f"{side}_IPV6", "")) for side in ("SRC", "DST"))
    families |= {family_of(prefix) for prefix in (source, destination) if prefix}
    if 0 in families or len(families - {None}) > 1:
        raise UnreadableError(f"{where} {rule} is not of a single IP version")
    flags = rest.pop("TCP_FLAGS", "")
    icmp = rest.pop("ICMP_TYPE", rest.pop("ICMPV6_TYPE", ""))
    line = Line(
        permits=_ACTIONS[action],
        rule=f"{rule} (priority {priority})",
        family=next(iter(families - {None}), None),
        protocol=_protocol(rest.pop("IP_PROTOCOL", rest.pop("NEXT_HEADER", ""))),
        source=span_of(source) if source else None,
        destination=span_of(destination) if destination else None,
        source_ports=_ports("SRC", rest),
        ports=_ports("DST", rest),
        flags=(_flags(flags),) if flags else (),
        icmp_type=int(icmp) if icmp else None,
    )
    if rest:
        raise UnreadableError(
            f"{where} {rule} matches by {', '.join(sorted(rest))}, whose effect is not known to clustergen"
        )
    return line


def _protocol(number: str) -> str:
    return _PROTOCOLS.get(number, f"protocol {number}") if number else ""


def _ports(side: str, rest: dict[str, str]) -> Span | None:
    one, several = rest.pop(f"L4_{side}_PORT", ""), rest.pop(f"L4_{side}_PORT_RANGE", "")
    first, _, last = (several or one).partition("-")
    return (int(first), int(last or first)) if first else None


def _flags(text: str) -> Span:
    value, _, mask = text.partition("/")
    return int(value, 16), int(mask or value, 16)
