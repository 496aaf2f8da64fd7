"""SONiC's config_db.json: a switch's name, its numbers, its addresses and gateways (SONiC's YANG models, sonic-yang-models)."""

from typing import Any

from generator.adopt.source_file import Format, Options, SourceError, SourceFile
from generator.adopt.survey import Survey
from generator.adopt.taking import take, take_address
from generator.adopt.values import address, whole
from generator.verify.systems import sonic

_LOOPBACK = "Loopback0"
_NO_ASN = frozenset({"none", "null", "0"})
"""Values of bgp_asn on a switch without BGP."""
_ADDRESSED = ("INTERFACE", "PORTCHANNEL_INTERFACE", "VLAN_INTERFACE", "MGMT_INTERFACE")
"""Tables with a row for each address, by interface and prefix."""


def _recognises(file: SourceFile, options: Options) -> bool:
    del options
    return isinstance(file.data, dict) and isinstance(file.data.get("DEVICE_METADATA"), dict)


def _read(file: SourceFile, survey: Survey, options: Options) -> None:
    del options
    tables: dict[str, Any] = sonic.parse(file.text)
    itself = tables["DEVICE_METADATA"].get("localhost")
    if not isinstance(itself, dict) or not itself.get("hostname"):
        raise SourceError("has no hostname in DEVICE_METADATA")
    place = file.find("DEVICE_METADATA", "localhost")
    device = survey.device(itself["hostname"], place)
    if not device:
        return
    survey.state(("os", device), "sonic", place)
    if str(itself.get("bgp_asn") or "none").lower() not in _NO_ASN:
        take(survey, ("asn", device), itself["bgp_asn"], whole, file.find("bgp_asn"))
    survey.state(("mac", device, "base"), str(itself.get("mac") or "").lower(), file.find("mac"))
    for key in tables.get("LOOPBACK_INTERFACE", {}):
        name, _, text = key.partition("|")
        if name == _LOOPBACK and text:
            take_address(survey, device, name, text, file.find("LOOPBACK_INTERFACE", key))
    for tunnel, row in tables.get("VXLAN_TUNNEL", {}).items():
        take(survey, ("vtep", device), row.get("src_ip"), address, file.find("VXLAN_TUNNEL", tunnel))
    for name, row in tables.get("VXLAN_TUNNEL_MAP", {}).items():
        vlan, vni = whole(str(row.get("vlan") or "").removeprefix("Vlan")), whole(row.get("vni"))
        if vlan:
            survey.state(("vni", device, str(vlan)), vni, file.find("VXLAN_TUNNEL_MAP", name))
    for table in _ADDRESSED:
        for key in tables.get(table, {}):
            name, _, text = key.partition("|")
            if text:
                take_address(survey, device, name, text, file.find(table, key))
    for port, row in tables.get("DEVICE_NEIGHBOR", {}).items():
        where = file.find("DEVICE_NEIGHBOR", port)
        if row.get("port") and (far := survey.device(row.get("name"), where)):
            survey.cable((device, port), (far, str(row["port"])), where)


FORMAT = Format("config_db", "SONiC's config_db.json", _recognises, _read)
