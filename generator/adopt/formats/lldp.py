"""Neighbours by LLDP, one file per device: `lldpctl -f json` (or json0), SONiC's `show lldp table`, NVUE's and EOS's JSON.

The file has the name of the receiving device. A port that sends only a MAC address is identified by its description (lldpd's portidsubtype); SONiC
sends its ports' labels (sonic-buildimage, lldpmgrd).
"""

import re
from collections.abc import Iterator
from typing import Any

from generator.adopt.source_file import Format, Options, SourceError, SourceFile
from generator.adopt.survey import Survey

_TABLE = re.compile(r"^LocalPort\s+RemoteDevice\s+RemotePortID\s+Capability\s+RemotePortDescr", re.MULTILINE)
_RULE = re.compile(r"-+( +-+)+")
_MAC = re.compile(r"([0-9a-f]{2}:){5}[0-9a-f]{2}")
Heard = tuple[str, str, str]
"""A port, the neighbour's name, and the neighbour's port."""


def _first(value: Any) -> Any:
    """Return the first of a list, as json0 has everything in lists."""
    return value[0] if isinstance(value, list) and value else value


def _word(value: Any) -> str:
    value = _first(value)
    return str(value.get("value", "")) if isinstance(value, dict) else str(value or "")


def _lldpctl(data: Any) -> Iterator[Heard]:
    interfaces = _first(data["lldp"]).get("interface", [])
    for each in interfaces if isinstance(interfaces, list) else [{name: body} for name, body in interfaces.items()]:
        named = [(str(each["name"]), each)] if isinstance(each.get("name"), str) else list(each.items())
        for name, body in named:
            chassis, port = _first(body.get("chassis")) or {}, _first(body.get("port")) or {}
            far = (
                _word(chassis["name"]) if "name" in chassis else next(iter(chassis), "") if "id" not in chassis else ""
            )
            port_id = _first(port.get("id")) or {}
            there = _word(port.get("descr")) if port_id.get("type") == "mac" else str(port_id.get("value", ""))
            yield name, far, there


def _nvue(data: Any) -> Iterator[Heard]:
    """`nv show interface -o json` has every interface, with neighbours if there are any."""
    for name, body in data.items():
        heard = body.get("lldp") if isinstance(body, dict) else None
        for far, said in ((heard or {}).get("neighbor") or {}).items():
            port = said.get("port") or {}
            yield (
                name,
                str((said.get("chassis") or {}).get("system-name") or far),
                str(port.get("name") or port.get("description") or ""),
            )


def _eos(data: Any) -> Iterator[Heard]:
    """`show lldp neighbors` has a list; with `detail` it is a mapping, whose port ids are quoted in releases that have no `interfaceId_v2`."""
    neighbours = data["lldpNeighbors"]
    if isinstance(neighbours, list):
        for each in neighbours:
            yield str(each["port"]), str(each["neighborDevice"]), str(each["neighborPort"]).strip('"')
        return
    for name, body in neighbours.items():
        for each in body.get("lldpNeighborInfo") or []:
            interface = each.get("neighborInterfaceInfo") or {}
            port = interface.get("interfaceId_v2") or interface.get("interfaceId") or ""
            if interface.get("interfaceIdType") == "macAddress":
                port = interface.get("interfaceDescription") or ""
            yield name, str(each.get("systemName") or ""), str(port).strip('"')


def _sonic(file: SourceFile) -> Iterator[tuple[int, Heard]]:
    """Yield rows by the columns under the rule; a cell may be empty, and the last one may hold blanks."""
    spans: list[tuple[int, int]] = []
    for number, line in enumerate(file.text.splitlines(), 1):
        if _RULE.fullmatch(line.strip()) and not spans:
            spans = [found.span() for found in re.finditer("-+", line)]
        elif line.startswith("-----"):
            return
        elif spans and line.strip():
            cells = [line[start:end].strip() for start, end in spans[:3]]
            if len(cells) < 3 or not cells[0]:
                raise SourceError("has a row that is not a neighbour", number)
            last = line[spans[4][0] :].strip() if len(spans) > 4 else ""
            yield number, (cells[0], cells[1], last if _MAC.fullmatch(cells[2].lower()) else cells[2])


def _form(data: Any) -> Any:
    if not isinstance(data, dict):
        return None
    if "lldp" in data and isinstance(_first(data["lldp"]), dict):
        return _lldpctl
    if isinstance(data.get("lldpNeighbors"), list | dict):
        return _eos
    bodies = [each for each in data.values() if isinstance(each, dict)]
    heard = [each for each in bodies if isinstance(each.get("lldp"), dict) and "neighbor" in each["lldp"]]
    return _nvue if heard and len(bodies) == len(data) else None


def _recognises(file: SourceFile, options: Options) -> bool:
    del options
    return _form(file.data) is not None or bool(_TABLE.search(file.text[:4000]))


def _read(file: SourceFile, survey: Survey, options: Options) -> None:
    del options
    here = survey.device(file.device, file.place(1))
    form = _form(file.data)
    heard = (
        ((file.find(each[0]), each) for each in form(file.data))
        if form
        else ((file.place(line), each) for line, each in _sonic(file))
    )
    for place, (port, far, there) in heard:
        if not far or not there:
            survey.remark(
                f"{here} {port} has a neighbour without a name or port",
                place,
                "configure it to send both (lldpd: configure system hostname, lldp portidsubtype ifname)",
                here,
            )
        elif here and (name := survey.device(far, place)):
            survey.cable((here, port), (name, there), place)


FORMAT = Format("lldp", "neighbours by LLDP", _recognises, _read)
