"""What a client is told to start from, by what it says of itself: firmware of hosts, first start of switches.

Hosts boot in-band, where the matrix lets them ask control hosts by HTTP. Switches ask out of band, where it has HTTPS alone. Nothing opens TFTP,
which firmware without HTTP needs.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from generator.plan.plan import Plan
from generator.plan.provisioning.servers import Servers

ARCHITECTURES = {"x86-64": ("bootx64.efi", (7, 9), (16,)), "arm64": ("bootaa64.efi", (11,), (19,))}
"""Boot file, and the codes of option 93 for UEFI over TFTP and over HTTP (IANA, "Processor Architecture Types"; 9 is what much x86-64 firmware sends).

The file's name is that of a UEFI boot loader on any medium (UEFI 2.10, section 3.5.1.1), whichever loader the site puts there.
"""
HTTP_CLIENT = "HTTPClient"
"""What firmware that boots by HTTP sends in option 60, and wants to read there (UEFI 2.10, section 24.7.3)."""
PROVISION_URL = 239
"""Option in which Cumulus Linux looks for its script's URL (NVIDIA's user guide, Zero Touch Provisioning - ZTP)."""
BOOT_FILE = 67
"""Bootfile name as an option (RFC 2132, section 9.5): where SONiC (sonic-ztp) and EOS (Arista's ZTP Server) look for a URL."""


@dataclass(frozen=True, slots=True)
class ClientOption:
    """An option that is sent whether or not the client asks for it."""

    code: int
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientClass:
    """Clients that are alike, and what they are told. `test` is Kea's expression; `server` and `file` are fields of the packet itself."""

    name: str
    test: str
    server: str = ""
    file: str = ""
    options: tuple[ClientOption, ...] = ()


@dataclass(frozen=True, slots=True)
class FirstStart:
    """How a switch system says that it starts for the first time, and where it looks for a URL."""

    test: str
    code: int
    file: str


FIRST_STARTS = {
    "sonic": FirstStart("option[77].hex == 'SONiC-ZTP'", BOOT_FILE, "sonic.json"),
    "cumulus": FirstStart("substring(option[60].hex,0,13) == 'cumulus-linux'", PROVISION_URL, "cumulus.sh"),
    "eos": FirstStart("substring(option[60].hex,0,6) == 'Arista'", BOOT_FILE, "eos"),
}
"""SONiC: files/dhcp/dhclient.conf.j2 of sonic-buildimage sends the user class. Cumulus Linux, EOS: vendor class, as confluent and Arista's ZTP Server test it."""


def client_classes(plan: Plan, servers: Servers) -> Iterator[ClientClass]:
    """Give the classes of firmware where hosts have an in-band server, and those of the switch systems of the plan."""
    if servers.inband:
        address = servers.inband[0].address
        for name, (file, tftp, http) in ARCHITECTURES.items():
            yield ClientClass(name=f"uefi-tftp-{name}", test=_any_of(tftp), server=address, file=file)
            yield ClientClass(
                name=f"uefi-http-{name}",
                test=_any_of(http),
                file=f"http://{address}/boot/{file}",
                options=(ClientOption(60, HTTP_CLIENT),),
            )
    if servers.management:
        server = f"{servers.management[0].label}.{plan.spec.domain}"
        for system in sorted({switch.os for switch in plan.switches if switch.os and switch.management}):
            start = FIRST_STARTS[system]
            option = ClientOption(start.code, f"https://{server}/ztp/{start.file}")
            yield ClientClass(name=f"ztp-{system}", test=start.test, options=(option,))


def _any_of(codes: tuple[int, ...]) -> str:
    return " or ".join(f"option[93].hex == 0x{code:04x}" for code in codes)
