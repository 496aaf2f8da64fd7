"""Interfaces: the ports of hosts, the ports of a switch for the envelope, and interfaces without a cage.

Referenced ones come first: bonds before their members, parents before their children. Types are those of InterfaceTypeChoices
(netbox/dcim/choices.py); a form factor at a speed that NetBox has no type for is `other`.
"""

from collections.abc import Iterator

from generator.catalog.model import Switch as SwitchModel
from generator.exports.netbox.table import Table
from generator.plan.hosts.records import HostInterface
from generator.plan.pdu_records import PORT
from generator.plan.plan import Plan
from generator.plan.records import Switch, SwitchPort

_HEAD = ("device", "name", "type", "enabled", "parent", "lag", "speed", "mtu", "mgmt_only", "label", "description")
_TYPES = {
    ("rj45", 1): "1000base-t",
    ("rj45", 10): "10gbase-t",
    ("sfp-plus", 10): "10gbase-x-sfpp",
    ("sfp28", 25): "25gbase-x-sfp28",
    ("qsfp28", 100): "100gbase-x-qsfp28",
    ("qsfp56", 200): "200gbase-x-qsfp56",
    ("qsfp112", 400): "400gbase-x-qsfp112",
    ("qsfp-dd", 400): "400gbase-x-qsfpdd",
    ("qsfp56-dd", 400): "400gbase-x-qsfpdd",
    ("qsfp-dd", 800): "800gbase-x-qsfpdd",
    ("osfp", 400): "400gbase-x-osfp",
    ("osfp", 800): "800gbase-x-osfp",
    ("osfp112", 400): "400gbase-x-osfp",
    ("osfp112", 800): "800gbase-x-osfp",
    ("osfp-flat", 400): "400gbase-x-osfp-rhs",
}
_INFINIBAND = {100: "infiniband-edr", 200: "infiniband-hdr", 400: "infiniband-ndr", 800: "infiniband-xdr"}
_NDR_CAGES = ("osfp", "osfp-flat", "osfp112", "qsfp112")
"""Cages of NDR, in which a link of 200 Gb/s is half of one (NDR200), not HDR."""
_MANAGEMENT = ("bmc", "mgmt0", "eth0")
_KBPS = 1_000_000


def interfaces(plan: Plan) -> Iterator[Table]:
    """Yield one table of all interfaces, device after device."""
    ends = {(end.device, end.interface): end.form_factor for link in plan.links for end in (link.a, link.b)}
    speeds = {(end.device, end.interface): link for link in plan.links for end in (link.a, link.b)}
    rows: dict[tuple[str, str], tuple[object, ...]] = {}
    for host in plan.hosts:
        every = sorted(plan.interfaces_of.get(host.name, ()), key=_referred_first)
        for each in every:
            rows[host.name, each.name] = _host_row(each, ends.get((host.name, each.name), ""))
    for switch in plan.switches:
        for port in plan.reserved_of[switch.name]:
            rows[switch.name, port.interface] = _port_row(plan, switch, port)
    for (device, name), form in ends.items():
        if (device, name) not in rows:
            link = speeds[device, name]
            kind = _type(form, link.speed_gbps, infiniband=plan.fabrics[link.fabric].technology == "infiniband")
            rows[device, name] = _row(device, name, kind, speed_gbps=link.speed_gbps)
    for address in plan.device_addresses:
        if (address.device, address.interface) not in rows:
            kind = "1000base-t" if address.interface == "eth0" else "virtual"
            rows[address.device, address.interface] = _row(address.device, address.interface, kind)
    for pdu in plan.pdus:
        rows[pdu.name, PORT] = _row(pdu.name, PORT, "1000base-t", speed_gbps=1)
    yield Table("interfaces", _HEAD, list(rows.values()))


def _referred_first(each: HostInterface) -> int:
    return {"bond": 0, "vlan": 2}.get(each.kind, 1)


def _host_row(each: HostInterface, form: str) -> tuple[object, ...]:
    kind = {"bond": "lag", "vlan": "virtual"}.get(each.kind, "")
    kind = kind or _type(form, each.speed_gbps, infiniband=each.kind == "infiniband")
    return _row(
        each.host,
        each.name,
        kind,
        parent=each.parent if each.kind == "vlan" else "",
        lag=each.parent if each.kind == "member" else "",
        speed_gbps=0 if each.kind == "vlan" else each.speed_gbps,
        mtu=each.mtu_bytes,
        label=each.rdma,
        description=each.fabric if each.rail is None else f"{each.fabric} rail {each.rail}",
    )


def _port_row(plan: Plan, switch: Switch, port: SwitchPort) -> tuple[object, ...]:
    model = plan.hardware.get(SwitchModel, switch.model)
    cage = int(port.cage)
    form = next((group.form_factor for group in model.cages if cage in group.range), "")
    infiniband = plan.fabrics[switch.fabric].technology == "infiniband"
    kind = _type(form, port.speed_gbps, infiniband=infiniband)
    text = f"{port.peer} {port.peer_interface}".strip()
    return _row(
        switch.name,
        port.interface,
        kind,
        speed_gbps=port.speed_gbps,
        mtu=port.mtu_bytes,
        label=str(port.cage),
        description=text,
    )


def _type(form: str, speed_gbps: float, *, infiniband: bool) -> str:
    if infiniband:
        return _INFINIBAND.get(400 if speed_gbps == 200 and form in _NDR_CAGES else int(speed_gbps), "other")
    return _TYPES.get((form, int(speed_gbps)), "other")


def _row(
    device: str,
    name: str,
    kind: str,
    *,
    parent: str = "",
    lag: str = "",
    speed_gbps: float = 0,
    mtu: int | None = None,
    label: str = "",
    description: str = "",
) -> tuple[object, ...]:
    speed = int(speed_gbps * _KBPS) or None
    management = "true" if name in _MANAGEMENT else "false"
    return device, name, kind, "true", parent, lag, speed, mtu, management, label, description
