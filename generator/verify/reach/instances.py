"""Routing instances of ports and of gateways of VLANs, and EVPN route targets of instances, from rendered files only, compared with the plan."""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.verify.systems.records import Port, SwitchFiles


class Instances:
    """The instances of a plan: of ports by switch, of VLANs by number. Ports of uplinks to the site are judged with these (`edge.py`)."""

    def __init__(self, plan: Mapping[str, Any]) -> None:
        """Sort the plan's rows once for all switches."""
        uplinks = {(way["switch"], way["interface"]) for way in plan.get("ways", ())}
        self._ports: dict[str, dict[str, str]] = {}
        for row in plan["ports"]:
            if (row["switch"], row["interface"]) not in uplinks:
                self._ports.setdefault(row["switch"], {})[row["interface"]] = row["vrf"]
        self._networks = {row["name"]: row["vni"] for row in plan["vrfs"]}
        self._owners = {vlan: row["name"] for row in plan["vrfs"] for vlan in row["vlans"]}

    def misplaced(self, files: SwitchFiles, vlans: list[int]) -> Iterator[str]:
        """Yield each port of a switch, and each gateway of its VLANs, whose addresses are in another instance than the plan's: hosts of that instance reach its network."""
        for interface, instance in self._ports.get(files.name, {}).items():
            yield from _fault(files, interface, files.port(interface), instance)
        for vlan in vlans:
            yield from _fault(files, f"VLAN {vlan}", files.vlans.get(vlan), self._owners.get(vlan, ""))

    def joined(self, files: SwitchFiles) -> Iterator[str]:
        """Yield each instance that has another VXLAN network than the plan's, or a route target of another: it exchanges routes with that one."""
        for name, vni in sorted(files.vrf_vnis.items()):
            if name in self._networks and vni != self._networks[name]:
                yield f"{files.file}: {name} has the VXLAN network {vni}, but the plan has {self._networks[name]}"
        for name, target in files.targets:
            if target.rpartition(":")[2] != str(self._networks.get(name)):
                yield f"{files.file}: {name} has the route target {target}, but its own VXLAN network is {self._networks.get(name, 'none')}"


def _fault(files: SwitchFiles, name: str, port: Port | None, wanted: str) -> Iterator[str]:
    if port is not None and port.subnets and port.vrf != wanted:
        yield f"{files.file}: {name} is in {_name(port.vrf)}, but the plan has it in {_name(wanted)}"


def _name(instance: str) -> str:
    return instance or "the default instance"
