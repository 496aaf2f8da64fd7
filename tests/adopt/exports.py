"""A plan in the forms in which a site has it: written here from the forms' own documents, and by nothing that reads them.

NetBox: REST API of 4.x (serializers of dcim and ipam). LLDP: `lldpcli -f json` (lldpd), sonic-utilities' lldpshow, NVUE, EOS eAPI.
ibnetdiscover: infiniband-diags. slurm.conf(5).
"""

import csv
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from generator.model.interfaces import sonic_alias
from generator.plan.draft import Draft


def known_part(spec: Path) -> dict[str, Any]:
    """Return what the user states: the spec without what sources know."""
    data: dict[str, Any] = yaml.safe_load(spec.read_text(encoding="utf-8"))
    del data["clustergen"]
    for body in (each for each in data["hosts"].values() if "count" in each):
        count = body.pop("count")
        body.setdefault("max", count)
    return data


def kinds(plan: Draft) -> dict[str, str]:
    """Return the kind of every device, by its own name."""
    found = {host.name: host.group for host in plan.hosts}
    return found | {switch.name: f"{switch.fabric}-{switch.tier}" for switch in plan.switches}


def site_map(spec: Path, plan: Draft, folder: Path, **more: Any) -> Path:
    """Write the map of an import of an example."""
    path = folder / "map.yaml"
    path.write_text(json.dumps({"spec": known_part(spec), "devices": kinds(plan)} | more), encoding="utf-8")
    return path


def table(head: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """Return a CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write files below a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def spreadsheet(plan: Draft) -> str:
    """A cabling list with columns of its own, separated as a European spreadsheet does."""
    rows = ([e.cable, e.a.device, e.a.interface, e.b.device, e.b.interface, f"{e.length_m:g} m"] for e in plan.links)
    return table(("Label", "From", "From port", "To", "To port", "Length"), rows).replace(",", ";")


COLUMNS = {
    "a_device": "From",
    "a_port": "From port",
    "b_device": "To",
    "b_port": "To port",
    "cable": "Label",
    "length_m": "Length",
}


def _answer(rows: list[dict[str, Any]]) -> str:
    return json.dumps({"count": len(rows), "next": None, "previous": None, "results": rows}, indent=1)


def _choice(value: str) -> dict[str, str]:
    return {"value": value, "label": value.title()}


def _end(device: str, port: str) -> list[dict[str, Any]]:
    thing = {"id": 1, "display": port, "device": {"id": 1, "display": device, "name": device}, "name": port, "cable": 1}
    return [{"object_type": "dcim.interface", "object_id": 1, "object": thing}]


def netbox(plan: Draft) -> dict[str, str]:
    """Answers of the API: devices, interfaces with MAC addresses, cables, addresses, racks."""
    devices = [
        {
            "id": n,
            "name": each.name,
            "device_type": {"id": 1, "manufacturer": {"slug": "x"}, "model": each.model.upper(), "slug": each.model},
            "role": {"id": 1, "name": kinds(plan).get(each.name, ""), "slug": kinds(plan).get(each.name, "")},
            "platform": {"id": 1, "name": str(getattr(each, "os", "")), "slug": str(getattr(each, "os", ""))},
            "serial": "",
            "rack": {"id": 1, "name": each.rack},
            "position": float(each.unit),
            "status": _choice("active"),
        }
        for n, each in enumerate(plan.devices)
    ]
    cables = [
        {
            "id": n,
            "type": None,
            "a_terminations": _end(each.a.device, each.a.interface),
            "b_terminations": _end(each.b.device, each.b.interface),
            "status": _choice("connected"),
            "label": each.cable,
            "length": each.length_m,
            "length_unit": _choice("m"),
        }
        for n, each in enumerate(plan.links)
    ]
    addresses = [
        {
            "id": n,
            "family": {"value": 4, "label": "IPv4"},
            "address": f"{each.address}/{each.length}",
            "assigned_object_type": "dcim.interface",
            "assigned_object": {"id": 1, "device": {"id": 1, "name": each.device}, "name": each.interface},
        }
        for n, each in enumerate(plan.addresses)
    ]
    racks = [
        {"id": n, "name": each.name, "u_height": each.units, "status": _choice("active")}
        for n, each in enumerate(plan.racks)
    ]
    return {
        "devices.json": _answer(devices),
        "cables.json": _answer(cables),
        "ip-addresses.json": _answer(addresses),
        "racks.json": _answer(racks),
    }


def netbox_more(plan: Draft) -> dict[str, str]:
    """Further answers of the API: interfaces, MAC addresses (objects of their own since 4.2), prefixes by role, VLANs by name."""
    ports = [(each.device, each.interface) for each in plan.addresses if each.use in {"inband", "management", "bmc"}]
    macs = [(device, port, f"0c:42:a1:00:{n // 256:02x}:{n % 256:02x}") for n, (device, port) in enumerate(ports)]
    interfaces = [
        {
            "id": n,
            "device": {"id": 1, "name": device},
            "name": port,
            "type": _choice("other"),
            "enabled": True,
            "primary_mac_address": {"id": n, "mac_address": mac.upper()},
            "mac_address": mac.upper(),
            "cable": None,
            "_occupied": False,
        }
        for n, (device, port, mac) in enumerate(macs)
    ]
    objects = [
        {
            "id": n,
            "mac_address": mac.upper(),
            "assigned_object_type": "dcim.interface",
            "assigned_object_id": n,
            "assigned_object": {"id": n, "device": {"id": 1, "name": device}, "name": port},
            "is_primary": True,
        }
        for n, (device, port, mac) in enumerate(macs)
    ]
    pools = [(each.name.removeprefix("oob-"), each.prefix) for each in plan.prefixes if each.kind == "pool"]
    prefixes = [
        {
            "id": n,
            "family": {"value": 4, "label": "IPv4"},
            "prefix": prefix,
            "vlan": None,
            "role": {"id": n, "name": name.title(), "slug": name},
            "status": _choice("active"),
        }
        for n, (name, prefix) in enumerate(pools)
    ]
    vlans = [
        {"id": n, "vid": each.vlan, "name": each.name, "status": _choice("active"), "role": None}
        for n, each in enumerate(plan.vlans)
    ]
    answers: dict[str, list[dict[str, Any]]] = {
        "interfaces": interfaces,
        "mac-addresses": objects,
        "prefixes": prefixes,
        "vlans": vlans,
    }
    return {f"{name}.json": _answer(rows) for name, rows in answers.items()}


def netbox_tables(plan: Draft) -> dict[str, str]:
    """The same as tables of the user interface export them."""
    named = kinds(plan)
    devices = (
        [
            n,
            each.name,
            "Active",
            each.rack,
            named.get(each.name, ""),
            each.model,
            each.unit,
            str(getattr(each, "os", "") or ""),
        ]
        for n, each in enumerate(plan.devices)
    )
    cables = (
        [n, e.cable, e.a.device, e.a.interface, e.b.device, e.b.interface, f"{e.length_m:g} m"]
        for n, e in enumerate(plan.links)
    )
    addresses = ([f"{a.address}/{a.length}", "Active", a.interface, a.device] for a in plan.addresses)
    return {
        "netbox_devices.csv": table(("ID", "Name", "Status", "Rack", "Role", "Type", "Position", "Platform"), devices),
        "netbox_cables.csv": table(
            ("ID", "Label", "Device A", "Termination A", "Device B", "Termination B", "Length"), cables
        ),
        "netbox_ip_addresses.csv": table(("IP Address", "Status", "Interface", "Parent"), addresses),
    }


def ini(plan: Draft) -> str:
    """An inventory in INI, with variables on the lines of hosts and a group of groups."""
    groups: dict[str, list[str]] = {}
    for device in plan.devices:
        group = kinds(plan).get(device.name, "others").replace("-", "_")
        reached = device.management if hasattr(device, "tier") else device.inband
        line = f"{device.name} rack={device.rack} unit={device.unit}" + (f" ansible_host={reached}" if reached else "")
        groups.setdefault(group, []).append(line)
    parts = [f"[{group}]\n" + "\n".join(lines) + "\n" for group, lines in groups.items()]
    return "# hosts of the site\n" + "\n".join(parts) + "\n[everything:children]\n" + "\n".join(groups) + "\n"


def neighbours(plan: Draft, form: str) -> dict[str, str]:
    """What every switch hears, a file each, in one form."""
    heard: dict[str, list[tuple[str, str, str]]] = {switch.name: [] for switch in plan.switches}
    for link in plan.links:
        for near, far in ((link.a, link.b), (link.b, link.a)):
            if near.device in heard:
                heard[near.device].append((near.interface, far.device, far.interface))
    if form == "sonic":
        labels = _labels(plan)
        return {
            f"{name}.txt": _sonic([(p, d, labels.get((d, r), r)) for p, d, r in rows]) for name, rows in heard.items()
        }
    printer = {"lldpctl": _lldpctl, "json0": _json0, "nvue": _nvue, "eos": _eos, "eos-detail": _eos_detail}[form]
    return {f"{name}.json": json.dumps(printer(rows, plan.domain), indent=2) for name, rows in heard.items() if rows}


def _labels(plan: Draft) -> dict[tuple[str, str], str]:
    models = {each.name: each.model for each in plan.cluster.switches if each.os == "sonic"}
    return {
        (p.switch, p.interface): sonic_alias(models[p.switch], p.cage, p.port, p.ports)
        for p in plan.ports
        if p.switch in models
    }


def _lldpctl(rows: list[tuple[str, str, str]], domain: str) -> Any:
    """One neighbour is an object, several are a list, as lldpcli prints them."""
    every = [
        {
            near: {
                "via": "LLDP",
                "rid": "1",
                "age": "0 day, 00:00:12",
                "chassis": {
                    f"{device}.{domain}": {
                        "id": {"type": "mac", "value": "52:54:00:12:34:56"},
                        "descr": "Linux",
                        "capability": [{"type": "Router", "enabled": True}],
                    }
                },
                "port": {"id": {"type": "ifname", "value": port}, "descr": port, "ttl": "120"},
            }
        }
        for near, device, port in rows
    ]
    return {"lldp": {"interface": every if len(every) > 1 else every[0]}}


def _json0(rows: list[tuple[str, str, str]], domain: str) -> Any:
    every = [
        {
            "name": near,
            "via": "LLDP",
            "chassis": [
                {"id": [{"type": "mac", "value": "52:54:00:12:34:56"}], "name": [{"value": f"{device}.{domain}"}]}
            ],
            "port": [{"id": [{"type": "mac", "value": "52:54:00:12:34:57"}], "descr": [{"value": port}]}],
        }
        for near, device, port in rows
    ]
    return {"lldp": [{"interface": every}]}


def _nvue(rows: list[tuple[str, str, str]], domain: str) -> Any:
    """As `nv show interface -o json` has it: every interface is there, and those that hear somebody have `lldp`."""
    del domain
    return {"lo": {"link": {"mtu": 65536, "state": {"up": {}}}, "type": "loopback"}, "swp63": {"type": "swp"}} | {
        near: {
            "link": {"mtu": 9216, "state": {"up": {}}},
            "type": "swp",
            "lldp": {
                "neighbor": {
                    device: {"chassis": {"system-name": device}, "port": {"name": port, "type": "ifname", "ttl": 120}}
                }
            },
        }
        for near, device, port in rows
    }


def _eos(rows: list[tuple[str, str, str]], domain: str) -> Any:
    every = [
        {"port": near, "neighborDevice": f"{device}.{domain}", "neighborPort": port, "ttl": 120}
        for near, device, port in rows
    ]
    return {"tablesLastChangeTime": 1.0, "tablesAgeOuts": 0, "lldpNeighbors": every}


def _eos_detail(rows: list[tuple[str, str, str]], domain: str) -> Any:
    """`show lldp neighbors detail`: a mapping by interface; port ids are quoted, and the newer key is not (ANTA, napalm)."""
    every = {
        near: {
            "lldpNeighborInfo": [
                {
                    "chassisIdType": "macAddress",
                    "chassisId": "5254.0012.3456",
                    "systemName": f"{device}.{domain}",
                    "neighborInterfaceInfo": {
                        "interfaceIdType": "interfaceName",
                        "interfaceId": f'"{port}"',
                        "interfaceDescription": "a port",
                    }
                    | ({"interfaceId_v2": port} if n % 2 else {}),
                }
            ]
        }
        for n, (near, device, port) in enumerate(rows)
    }
    return {"lldpNeighbors": every}


def _sonic(rows: list[tuple[str, str, str]]) -> str:
    """As tabulate prints it: two blanks between columns, as wide as the widest cell."""
    head = ("LocalPort", "RemoteDevice", "RemotePortID", "Capability", "RemotePortDescr")
    cells = [head, *((near, device, port, "BR", "a port") for near, device, port in rows)]
    widths = [max(len(row[n]) for row in cells) for n in range(5)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    rule = "  ".join("-" * width for width in widths)
    return "\n".join(
        (
            "Capability codes: (R) Router, (B) Bridge, (O) Other",
            lines[0],
            rule,
            *lines[1:],
            "-" * 50,
            f"Total entries displayed:  {len(rows)}",
            "",
        )
    )


def ibnetdiscover(plan: Draft) -> str:
    """All subnets of a plan, switches with their ports, adapters with theirs; GUIDs count up."""
    text = ["#", "# Topology file: generated on Wed Nov 25 11:00:00 2026", "#"]
    for subnet in plan.subnets:
        ends: dict[str, tuple[str, str]] = {}
        rows: dict[str, list[str]] = {}
        for link in subnet.links:
            for end in (link.a, link.b):
                name = end.node if end.tier == "host" else f"MF0;{end.device}:MQM9700/U1"
                ends.setdefault(
                    name,
                    ("Ca" if end.tier == "host" else "Switch", f"{0xC0FFEE0000 + len(ends) + 4096 * len(text):016x}"),
                )
        for link in subnet.links:
            for near, far in ((link.a, link.b), (link.b, link.a)):
                mine, theirs = (e.node if e.tier == "host" else f"MF0;{e.device}:MQM9700/U1" for e in (near, far))
                guid, other = (
                    f"({ends[mine][1]})" if near.tier == "host" else "",
                    f"({ends[theirs][1]})" if far.tier == "host" else "",
                )
                peer = f'"{"H" if far.tier == "host" else "S"}-{ends[theirs][1]}"[{far.number or 1}]{other}'
                rows.setdefault(mine, []).append(f'[{near.number or 1}]{guid} \t{peer} \t\t# "{theirs}" lid 1 4xNDR')
        for name, (kind, guid) in ends.items():
            text += [
                "",
                "vendid=0x2c9",
                f'{kind}\t{len(rows[name])} "{"S" if kind == "Switch" else "H"}-{guid}"\t\t# "{name}"',
                *rows[name],
            ]
    return "\n".join(text) + "\n"


def numbers(plan: Draft) -> str:
    """AS numbers, loopbacks and tunnel ends of switches as variables of an inventory."""
    rows = ({"asn": each.asn, "loopback": each.loopback, "vtep": each.vtep} for each in plan.switches)
    named = zip(plan.switches, rows, strict=True)
    lines = (
        f"{switch.name} " + " ".join(f"{key}={value}" for key, value in row.items() if value) for switch, row in named
    )
    return "[switches]\n" + "\n".join(lines) + "\n"
