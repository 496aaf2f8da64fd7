# Copyright the clustergen authors. Licensed under Apache-2.0.

"""Which delivered port is which planned one, what is wrong with it, and what `assets.yaml` says of it.

A planned port is found by its PCI address where its maker fixes it, else by its MAC address where `assets.yaml` has that, else by its name where the host is named
already, else by what LLDP hears on it. Ports that nothing tells apart are counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Row = dict[str, Any]
Facts = dict[str, Any]
_NOBODY = "0x" + 16 * "0"


def mac_digits(text: object) -> str:
    """Return the hexadecimal digits of a MAC address, whatever stands between them."""
    return "".join(digit for digit in str(text).lower() if digit in "0123456789abcdef")


def port_differences(found: Facts, planned: Facts, ports: list[Facts], host: str, serial: str = "") -> list[Row]:
    """Return the rows of a host's ports and of its serial number. `ports` are the inventory's, `serial` what it has of `assets.yaml`."""
    rows = [*_addresses(found["nics"], planned), *_macs(found, planned, ports), *_serial(found["serial"], serial)]
    return [{"host": host, **row} for row in rows]


def found_assets(
    found: Facts, planned: Facts, ports: list[Facts], host: str, heard: dict[str, dict[str, str]] | None = None
) -> Facts:
    """Return what `assets.yaml` may say of the host: serial number, MAC addresses and port GUIDs by port. `heard`: neighbours by interface."""
    macs, guids = {}, {}
    for port, nic in _placed(found, planned, ports, host, heard or {}):
        mac = next((each["mac"] for each in nic["interfaces"] if len(mac_digits(each["mac"])) == 12), "")
        guid = next(iter(nic["rdma"].get("port_guids", ())), _NOBODY)
        if nic["rdma"].get("link") == "InfiniBand" and guid != _NOBODY:
            guids[port] = guid
        elif mac:
            macs[port] = mac.lower()
    serial = _stated(found["serial"])
    return {
        **({"serial": serial} if serial else {}),
        **({"macs": macs} if macs else {}),
        **({"guids": guids} if guids else {}),
    }


def _stated(serial: str) -> str:
    """Return a serial number, or nothing where a maker left its placeholder."""
    empty = (
        "",
        "none",
        "not specified",
        "default string",
        "to be filled by o.e.m.",
        "system serial number",
        "0123456789",
    )
    return "" if serial.strip().lower() in empty else serial.strip()


def _row(what: str, planned: object, found: object, hint: str, *, fault: bool = True) -> Row:
    return {"what": what, "planned": str(planned), "found": str(found), "hint": hint, "fault": fault}


def _addresses(nics: list[Facts], planned: Facts) -> Iterator[Row]:
    """Judge each planned PCI address, then the number of ports that have none."""
    ports = planned.get("ports", ())
    wanted = {port["pci"]: port for port in ports if port.get("pci")}
    there = {nic["pci"]: nic for nic in nics}
    spare = [nic for nic in nics if nic["pci"] not in wanted]
    like = {(nic["vendor"], nic["device"]) for nic in nics if nic["pci"] in wanted}
    strays = [nic["pci"] for nic in spare if (nic["vendor"], nic["device"]) in like]
    for address, port in wanted.items():
        if address not in there:
            hint = "the card is missing or not seated: see the BMC's log"
            if strays:
                hint = f"a card of this kind is at {', '.join(strays)}: check whether it is in the wrong slot"
            yield _row(f"NIC {port['name']}", f"{port.get('nic', 'NIC')} at {address}", "missing", hint)
    loose = [port["name"] for port in ports if not port.get("pci")]
    if loose and len(spare) < len(loose):
        hint = "a card is missing, or its driver's function is hidden by the firmware"
        yield _row(f"NICs {', '.join(loose)}", f"{len(loose)} ports", f"{len(spare)} ports", hint)


def _macs(found: Facts, planned: Facts, ports: list[Facts]) -> Iterator[Row]:
    """Judge the MAC addresses that `assets.yaml` has, at the PCI addresses that the plan has; two NICs that changed places are named together."""
    known = {port["name"]: mac_digits(port["mac"]) for port in ports if port.get("mac")}
    at = {nic["pci"]: nic for nic in found["nics"]}
    seen = {p["name"]: at[p["pci"]] for p in planned.get("ports", ()) if p.get("pci") in at}
    have = {name: {mac_digits(each["mac"]) for each in nic["interfaces"]} - {""} for name, nic in seen.items()}
    for name, mac in known.items():
        if name not in have or not have[name] or mac in have[name]:
            continue
        other = next((each for each, macs in have.items() if mac in macs), "")
        back = bool(other) and known.get(other, "?") in have[name]
        hint = "another card is installed: copy its MAC address to assets.yaml, or install the planned card"
        if back:
            hint = f"the NICs of {name} and {other} are swapped: swap the cards, or their MAC addresses in assets.yaml"
        elif other:
            hint = f"this is the MAC address of {other} on this host"
        yield _row(f"MAC address of {name}", _colons(mac), ", ".join(map(_colons, sorted(have[name]))), hint)
    everywhere = {mac_digits(each["mac"]) for nic in found["nics"] for each in nic["interfaces"]}
    for name, mac in known.items():
        if name not in have and name != "bmc" and mac not in everywhere:
            yield _row(
                f"MAC address of {name}",
                _colons(mac),
                "no port has it",
                "another card is installed, or its driver is missing",
            )


def _colons(mac: str) -> str:
    return ":".join(mac[at : at + 2] for at in range(0, len(mac), 2))


def _serial(found: str, planned: str) -> Iterator[Row]:
    if planned and _stated(found) and planned != found:
        yield _row(
            "serial number",
            planned,
            found,
            "another chassis is installed here: correct assets.yaml, or install the planned one",
        )
    elif planned and not _stated(found):
        yield _row("serial number", planned, "not reported by the firmware", "compare it with the label", fault=False)


def _placed(found: Facts, planned: Facts, ports: list[Facts], host: str, heard: Facts) -> Iterator[tuple[str, Facts]]:
    """Yield each port of the inventory with the NIC that it is."""
    addresses = {port["name"]: port["pci"] for port in planned.get("ports", ()) if port.get("pci")}
    for port in ports:
        marks = [("pci", addresses[port["name"]])] if port["name"] in addresses else _marks(port, host)
        # What the maker fixes is not looked for elsewhere: another card may have been fitted there.
        for mark in marks:
            match = next((nic for nic in found["nics"] if mark in _marked(nic, heard)), None)
            if match:
                yield port["name"], match
                break


def _marks(port: Facts, host: str) -> list[tuple[str, str]]:
    """Return what a port without a fixed address is known by, the surest first; a switch tells its port's name, or whom it is planned for."""
    mac = mac_digits(port.get("mac", ""))
    own = [("mac", mac)] if mac else []
    cables = [("cable", f"{port['switch']} {told}") for told in (port["switch_port"], f"{host} {port['name']}")]
    return [*own, ("name", port["name"]), *cables]


def _marked(nic: Facts, heard: Facts) -> set[tuple[str, str]]:
    names = [each["name"] for each in nic["interfaces"]]
    macs = {("mac", mac_digits(each["mac"])) for each in nic["interfaces"]}
    ends = [heard[name] for name in names if name in heard]
    cables = {("cable", f"{end['device']} {end[told]}") for end in ends for told in ("port", "description")}
    return {("pci", nic["pci"]), *macs, *(("name", name) for name in names), *cables}


class FilterModule:
    """What Ansible takes from this file."""

    def filters(self) -> dict[str, Callable[..., Any]]:
        """Name the filters."""
        return {"port_differences": port_differences, "found_assets": found_assets}
