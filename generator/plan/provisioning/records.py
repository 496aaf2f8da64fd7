"""Records of provisioning: boot files, addresses and names."""

from typing import Literal

from msgspec import Struct

from generator.plan.hosts.records import Family
from generator.plan.provisioning.mirrors import Mirrors
from generator.plan.records import Switch

ENTRY = "boot.ipxe"
"""The script that iPXE starts with."""


class ServerPort(Struct, frozen=True, kw_only=True):
    """A control host as one segment sees it: the port that it listens on, its address and its name there."""

    host: str
    interface: str
    label: str
    address: str


class Servers(Struct, frozen=True):
    """The ports of the installed control hosts in-band and out of band; the first of each hands out files."""

    inband: tuple[ServerPort, ...]
    management: tuple[ServerPort, ...]

    @property
    def nameservers(self) -> tuple[str, ...]:
        """The name of each control host: the in-band one, or that of its management port."""
        by_host = {port.host: port.label for port in (*self.management, *self.inband)}
        return tuple(by_host[host] for host in dict.fromkeys(p.host for p in (*self.inband, *self.management)))

    @property
    def interfaces(self) -> tuple[str, ...]:
        """The ports that a DHCP server listens on: those that every control host has, as Kea does not start where it lacks one."""
        ports = (*self.inband, *self.management)
        lists = [{port.interface for port in ports if port.host == host} for host in {port.host for port in ports}]
        return tuple(dict.fromkeys(p.interface for p in ports if all(p.interface in each for each in lists)))


class Places(Struct, frozen=True):
    """The roots of the two sets of files, without a slash at the end; empty where no host serves them."""

    boot: str
    ztp: str

    @property
    def entry(self) -> str:
        """Where iPXE starts."""
        return f"{self.boot}/{ENTRY}"

    def of_host(self, host: str) -> str:
        """Where the files of a host are that is to be installed."""
        return f"{self.boot}/hosts/{host}"

    def of_switch(self, switch: str, file: str) -> str:
        """Where a file for the first start of a switch is."""
        return f"{self.ztp}/{switch}/{file}"


class WebServer(Struct, frozen=True, kw_only=True):
    """A control host's web server, whose workers run as `user`. Addresses are empty where it has none in that segment; `names` are those of its certificate.

    `inband_names` are those for hosts with HTTPS; without them it serves them by HTTP. `hosts` are the allowed prefixes in-band, `switches` the
    allowed switches out of band: address and name.
    """

    host: str
    user: str
    inband: str
    management: str
    names: tuple[str, ...]
    inband_names: tuple[str, ...]
    hosts: tuple[str, ...]
    switches: tuple[tuple[str, str], ...]


class Machine(Struct, frozen=True, kw_only=True):
    """A host. `number` is its place in the in-band prefix, which no other host has; `bmc_mac` and `architecture` are empty where not known.

    `cabinet` counts the places of racks, row after row, from 1; `unit` is its rack unit.
    """

    name: str
    group: str
    number: int
    cabinet: int
    unit: int
    mac: str
    address: str
    length: int
    netmask: str
    gateway: str
    bmc: str
    bmc_mac: str
    architecture: str


class Install(Struct, frozen=True, kw_only=True):
    """Values of a host for its installer. `machine` has its place in the in-band segment; `serial` is empty where it is not compared.

    `answers` is the URL of the folder of its files. `keys` are those for root logins, without their comments, so that no quoting is needed.
    `mirrors` are those of its packages.
    """

    machine: Machine
    domain: str
    system: str
    family: Family
    disk: str
    serial: str
    resolvers: tuple[str, ...]
    answers: str
    keys: tuple[str, ...]
    mirrors: Mirrors

    @property
    def name(self) -> str:
        """The host's name."""
        return self.machine.name


class ClientClass(Struct, frozen=True, kw_only=True):
    """A class of DHCP clients, with its options. `test` is Kea's expression; `server` and `file` are fields of the packet itself.

    `options` (code and value) are sent whether or not the client requests them.
    """

    name: str
    test: str
    server: str = ""
    file: str = ""
    options: tuple[tuple[int, str], ...] = ()


class Reservation(Struct, frozen=True, kw_only=True):
    """A MAC address, the address that belongs to it, and its name."""

    mac: str
    address: str
    label: str


class Subnet(Struct, frozen=True, kw_only=True):
    """A VLAN, or the part of it on an out-of-band leaf, with the options of its clients."""

    number: int
    prefix: str
    gateway: str
    resolvers: tuple[str, ...]
    clocks: tuple[str, ...]
    reservations: tuple[Reservation, ...] = ()


class Dhcp(Struct, frozen=True, kw_only=True):
    """The complete configuration of a DHCP server of the cluster. `unknown`: ports whose MAC address assets.yaml does not have, as (device, port)."""

    domain: str
    interfaces: tuple[str, ...]
    classes: tuple[ClientClass, ...]
    subnets: tuple[Subnet, ...]
    unknown: tuple[tuple[str, str], ...]


RecordKind = Literal["NS", "A", "AAAA", "SRV", "PTR"]


class Record(Struct, frozen=True, gc=False):
    """A resource record: its owner below the zone's name, its type, its value with absolute names."""

    owner: str
    kind: RecordKind
    value: str


class Zone(Struct, frozen=True, kw_only=True):
    """A zone: its first server, the address of its administrator (RFC 2142), its serial number, its records."""

    name: str
    primary: str
    mailbox: str
    serial: int
    records: tuple[Record, ...]


class Serving(Struct, frozen=True, kw_only=True):
    """Places of files, their servers, hosts that can be installed, and switches that get the URL of their configuration."""

    places: Places
    web: tuple[WebServer, ...]
    hosts: tuple[Install, ...]
    switches: tuple[Switch, ...]


class ProvisioningPlan(Struct, frozen=True, kw_only=True):
    """Names, addresses and files that control hosts serve; empty where there is none."""

    zones: tuple[Zone, ...] = ()
    dhcp: Dhcp | None = None
    serving: Serving | None = None
    machines: tuple[Machine, ...] = ()
    """The hosts that other systems may provision."""
