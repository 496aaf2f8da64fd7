"""Boot files by class of DHCP client: firmware of hosts, first start of switches.

Firmware gets iPXE, iPXE its script; URLs are in `places.py`. A switch gets its own files, once its MAC address is known. TFTP, which firmware
without HTTP needs, is not served.
"""

from collections.abc import Iterator

from generator.catalog.model import SwitchSystem
from generator.catalog.system import FirstStart
from generator.plan.plan import Plan
from generator.plan.provisioning.places import FIRST_FILES, places_of
from generator.plan.provisioning.records import ClientClass, Servers
from generator.plan.records import Switch

ARCHITECTURES = {"x86-64": ("bootx64.efi", (7, 9), (16,)), "arm64": ("bootaa64.efi", (11,), (19,))}
"""Boot file, and the codes of option 93 for UEFI over TFTP and over HTTP (IANA, "Processor Architecture Types"; 9 is what much x86-64 firmware sends).

The file's name is that of a UEFI boot loader on any medium (UEFI 2.10, section 3.5.1.1); the role `boot` puts iPXE there.
"""
IPXE = "ipxe"
IPXE_TEST = "option[77].hex == 'iPXE'"
"""iPXE's user class, which it sends without the length of RFC 3004 (ipxe.org, "DHCP"); its other options are those of the firmware that started it."""
SWITCH_PORT = "mgmt0"
"""The name of a switch's management port in assets.yaml."""
HTTP_CLIENT = "HTTPClient"
"""Option 60 of firmware that boots by HTTP, in requests and replies (UEFI 2.10, section 24.7.3)."""


def client_classes(plan: Plan, servers: Servers) -> Iterator[ClientClass]:
    """Yield the classes of iPXE and firmware where hosts have an in-band server, then those of switches, in the plan's order."""
    places = places_of(plan, servers)
    if places.boot:
        yield ClientClass(name=IPXE, test=IPXE_TEST, file=places.entry)
        address = servers.inband[0].address
        for name, (file, tftp, http) in ARCHITECTURES.items():
            yield ClientClass(name=f"uefi-tftp-{name}", test=_firmware(tftp), server=address, file=file)
            yield ClientClass(
                name=f"uefi-http-{name}",
                test=_firmware(http),
                file=f"{places.boot}/{file}",
                options=((60, HTTP_CLIENT),),
            )
    if places.ztp:
        for switch, mac, start in starting_switches(plan):
            option = (start.url_option, places.of_switch(switch.name, FIRST_FILES[switch.os or ""]))
            test = f"pkt4.mac == 0x{mac.replace(':', '')} and {_said(start)}"
            yield ClientClass(name=f"ztp-{switch.name}", test=test, options=(option,))


def starting_switches(plan: Plan) -> Iterator[tuple[Switch, str, FirstStart]]:
    """Yield the switches that get the URL of their configuration, each with the MAC address of its requests."""
    for switch in plan.switches:
        known = plan.site.assets[switch.name].macs if switch.name in plan.site.assets else {}
        system = plan.hardware.find(SwitchSystem, switch.os or "")
        if system and system.first_start and switch.os in FIRST_FILES and switch.management and SWITCH_PORT in known:
            yield switch, known[SWITCH_PORT], system.first_start


def _said(start: FirstStart) -> str:
    """Return the test for the class of a new switch; others there must not get the URL, as ONIE takes option 67 for an image."""
    option = f"option[{start.option}].hex"
    return (
        f"{option} == '{start.says}'" if start.whole else f"substring({option},0,{len(start.says)}) == '{start.says}'"
    )


def _firmware(codes: tuple[int, ...]) -> str:
    """Return the test for firmware that is not iPXE, which sends the same architecture."""
    said = " or ".join(f"option[93].hex == 0x{code:04x}" for code in codes)
    return f"not member('{IPXE}') and ({said})"
