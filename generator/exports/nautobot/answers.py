"""Facts of a cluster in Nautobot, read over its REST API: facts, each with the address of the object that states it."""

from collections.abc import Mapping
from typing import Any

from generator.adopt.survey import Place, Survey
from generator.adopt.taking import take, take_address
from generator.adopt.values import address6, metres, whole
from generator.exports.export import ExportError
from generator.exports.nautobot.client import Client, Row
from generator.exports.nautobot.dcim import ROOM
from generator.exports.nautobot.load import IDS, parts
from generator.source.broken import said_of

_INTERFACE = "dcim.interface"
_SYSTEMS = ("sonic", "cumulus", "eos")


def survey_of(client: Client, cluster: str) -> Survey:
    """Read the devices in the rooms of a cluster, with their cables and addresses, and the VLANs and prefixes of its groups.

    Raises ExportError: Nautobot does not answer, or has no such cluster.
    """
    try:
        return _read(client, cluster)
    except (KeyError, TypeError, AttributeError) as error:
        raise ExportError(
            f"{client.url} answers with an object that is not as in Nautobot 3 (it {said_of(error)}): name the address of Nautobot itself"
        ) from None


def _read(client: Client, cluster: str) -> Survey:
    survey = Survey()
    reader = _Reader(client, survey)
    rooms = [("location", each) for each in _rooms(client, cluster)]
    reader.devices(rooms)
    reader.interfaces(rooms)
    reader.cables([("location_id", each) for _, each in rooms])
    if space := _ids(client, "ipam/namespaces", cluster):
        reader.addresses([("namespace", space[0])])
        reader.prefixes([("namespace", space[0])])
    if group := _ids(client, "ipam/vlan-groups", cluster):
        for row in client.list("ipam/vlans", [("vlan_group", group[0])]):
            take(survey, ("vlan", str(row["name"])), row["vid"], whole, _place(row))
    survey.join(lambda end: end)
    return survey


def _rooms(client: Client, cluster: str) -> list[str]:
    """Return the ids of the rooms of a cluster."""
    for site in _ids(client, "dcim/locations", cluster):
        if rooms := [each["id"] for each in client.list("dcim/locations", [("parent", site), ("location_type", ROOM)])]:
            return rooms
    raise ExportError(
        f"{client.url} has no location {cluster} with a {ROOM!r} in it: load the export with --load first"
    )


def _ids(client: Client, path: str, name: str) -> list[str]:
    return [each["id"] for each in client.list(path, [("name", name)])]


def _place(row: Row) -> Place:
    return Place(str(row["url"]), 0)


class _Reader:
    """Reads list after list; what later lists refer to by id is kept by its name."""

    def __init__(self, client: Client, survey: Survey) -> None:
        self.client, self.survey = client, survey
        self._device_names: dict[str, str] = {}
        self._ports: dict[str, tuple[str, str]] = {}

    def devices(self, rooms: list[tuple[str, str]]) -> None:
        """Read names, roles, models, places, serial numbers and systems."""
        named = {
            field: {each["id"]: str(each[name]) for each in self.client.list(path)}
            for field, path, name in (
                ("role", "extras/roles", "name"),
                ("device_type", "dcim/device-types", "model"),
                ("rack", "dcim/racks", "name"),
                ("platform", "dcim/platforms", "name"),
            )
        }
        for row in self.client.list("dcim/devices", rooms):
            place = _place(row)
            if not (name := self.survey.device(row["name"], place)):
                continue
            self._device_names[row["id"]] = name
            said = {field: each.get(_id(row.get(field)), "") for field, each in named.items()}
            if said["role"]:
                self.survey.belongs(name, said["role"].replace(" ", "-"), place)
            self.survey.state(("model", name), said["device_type"], place)
            self.survey.state(("rack", name), said["rack"], place)
            take(self.survey, ("unit", name), row["position"], whole, place)
            self.survey.state(("serial", name), row["serial"], place)
            system = next((each for each in _SYSTEMS if each in said["platform"].lower()), None)
            self.survey.state(("os", name), system, place)

    def interfaces(self, rooms: list[tuple[str, str]]) -> None:
        """Read MAC addresses, and keep whose each interface is."""
        for row in self.client.list("dcim/interfaces", rooms):
            if device := self._device_names.get(_id(row["device"])):
                port = str(row["name"])
                self._ports[row["id"]] = (device, port)
                self.survey.state(("mac", device, port), (row["mac_address"] or "").lower(), _place(row))

    def cables(self, rooms: list[tuple[str, str]]) -> None:
        """Read cables between two interfaces; other cables are no part of a plan."""
        for row in {each["id"]: each for each in self.client.list("dcim/cables", rooms)}.values():
            kinds = {row["termination_a_type"], row["termination_b_type"]}
            a, b = (self._ports.get(str(row[f"termination_{side}_id"])) for side in "ab")
            if a and b:
                length = metres(row["length"], _value(row["length_unit"]) or "m")
                self.survey.cable(a, b, _place(row), row["label"], length)
            elif _INTERFACE in kinds:
                self.survey.remark(
                    f"cable {row['label'] or row['id']} does not join two interfaces of the cluster",
                    _place(row),
                    "it is not compared; cables to patch panels and to other locations are not traced",
                )

    def addresses(self, space: list[tuple[str, str]]) -> None:
        """Read addresses by the interfaces that have them."""
        found = {each["id"]: each for each in self.client.list("ipam/ip-addresses", space)}
        for part in parts(list(found), IDS):
            for row in self.client.list("ipam/ip-address-to-interface", [("ip_address", each) for each in part]):
                at, address = self._ports.get(_id(row["interface"])), found[_id(row["ip_address"])]
                if at:
                    take_address(self.survey, *at, address["address"], _place(address))

    def prefixes(self, space: list[tuple[str, str]]) -> None:
        """Read pools: prefixes with a role."""
        roles = {each["id"]: str(each["name"]) for each in self.client.list("extras/roles")}
        for row in self.client.list("ipam/prefixes", space):
            role = roles.get(_id(row["role"]), "")
            if role and not address6(row["prefix"]):
                self.survey.state(("pool", role), row["prefix"], _place(row))


def _id(value: Any) -> str:
    return str(value["id"]) if isinstance(value, Mapping) else ""


def _value(value: Any) -> str:
    return str(value["value"]) if isinstance(value, Mapping) else ""
