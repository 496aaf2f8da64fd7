"""The plan: all that a backend may read."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from operator import attrgetter
from typing import Any, Self

from msgspec import Struct, field
from msgspec.structs import replace

from generator.plan.acceptance.records import Acceptance
from generator.plan.access.filters import edge_filter
from generator.plan.access.lines import PortFilter
from generator.plan.access.port_filters import PortFilters
from generator.plan.access.records import Access
from generator.plan.addressing.layout import Layout
from generator.plan.addressing.records import Address, AsNumber, Prefix, Vlan, Vrf
from generator.plan.backups.records import BackupsPlan
from generator.plan.cabling.records import Cable, Harness, Link, LinkEnd
from generator.plan.edge import SiteUplink
from generator.plan.fabrics import Fabric
from generator.plan.groups import Group
from generator.plan.growth import Growth
from generator.plan.hardware import Hardware
from generator.plan.hosts.accounts import Users
from generator.plan.hosts.records import HostInterface, Known
from generator.plan.infiniband.subnet import Subnet
from generator.plan.kubernetes.records import KubernetesProfile, Peering, Workloads
from generator.plan.launches.records import Launch, SizedWorkload
from generator.plan.lineage import Event, Lineage
from generator.plan.money.records import Money
from generator.plan.monitoring.records import MonitoringPlan
from generator.plan.operations.waves import Wave
from generator.plan.pdu_records import ManagedPdu
from generator.plan.provisioning.records import ProvisioningPlan
from generator.plan.qos.records import Roce
from generator.plan.records import (
    FreePlace,
    Host,
    Lag,
    Membership,
    PrefixFilter,
    Rack,
    Retired,
    Scheduled,
    Switch,
    SwitchPort,
    Tier,
)
from generator.plan.sessions import PrefixLimits
from generator.plan.site import Site
from generator.plan.slurm.records import SlurmPlan
from generator.plan.stores_records import Store
from generator.source.diagnostic import Diagnostic


class Plan(Struct, frozen=True, kw_only=True, dict=True):
    """Every choice made, in a fixed order: values, and no spec, model or catalog."""

    name: str
    domain: str
    """Where the names of its devices end."""
    description: str
    site: Site
    groups: Mapping[str, Group]
    """By name, in a fixed order."""
    fabrics: Mapping[str, Fabric]
    """By name, in their fixed order."""
    hardware: Hardware
    layouts: tuple[Layout, ...]
    prefixes: tuple[Prefix, ...]
    addresses: tuple[Address, ...]
    vlans: tuple[Vlan, ...]
    asns: tuple[AsNumber, ...]
    hosts: tuple[Host, ...]
    switches: tuple[Switch, ...]
    links: tuple[Link, ...]
    ports: tuple[SwitchPort, ...]
    """The switch ports that are configured."""
    reserved_ports: tuple[SwitchPort, ...]
    """The ports that the envelope uses on installed switches: the same ones, unless `growth` is on-demand."""
    managed_by: Mapping[str, tuple[str, str]]
    """The switch and cage that each switch's own management port is, or will be, cabled to."""
    filters: Mapping[str, tuple[PrefixFilter, ...]]
    cables: tuple[Cable, ...]
    racks: tuple[Rack, ...]
    tiers: tuple[Tier, ...]
    roce: Mapping[str, Roce]
    vrfs: tuple[Vrf, ...]
    access: Access
    scheduled: Scheduled
    free_places: tuple[FreePlace, ...]
    """Free places of the envelope, hosts before switches."""
    kubernetes: KubernetesProfile | None
    peering: Peering | None
    """BGP between hosts that run pods and the frontend leaves."""
    waves: tuple[Wave, ...]
    """The switches of the envelope in the order in which they may change."""
    limits: Mapping[str, PrefixLimits]
    """Limits of prefixes from a BGP peer, by fabric."""
    users: Users
    known: Known
    """Names for hosts."""
    memberships: tuple[Membership, ...]
    """Every host's part in each scheduler."""
    lags: tuple[Lag, ...]
    """The LACP groups of all installed leaves, by host and leaf."""
    tenants: Mapping[str, str]
    """The tenant of every host of the envelope that has one."""
    harnesses: tuple[Harness, ...] = ()
    site_uplinks: tuple[SiteUplink, ...] = ()
    """Ways to routers and firewalls of the site, by name."""
    pdus: tuple[ManagedPdu, ...] = ()
    """Power strips that are managed; empty where the spec does not enable it."""
    interfaces_of: Mapping[str, tuple[HostInterface, ...]] = field(default_factory=dict)
    """Every installed host's interfaces, in the order of the metal, bonds and VLANs after their members."""
    numbering: tuple[Mapping[str, Any], ...]
    """The numbering that a later plan keeps, as rows of `plan.json`."""
    lineage: Lineage = Lineage()
    """Its generation and baseline."""
    history: tuple[Event, ...] = ()
    """Renames and releases since the first plan."""
    subnets: tuple[Subnet, ...] = ()
    retired: tuple[Retired, ...] = ()
    slurm: SlurmPlan | None = None
    """None where the spec does not have it."""
    growth: Mapping[str, Growth] = field(default_factory=dict)
    """Limits of growth of each fabric with its own switches: computed when the plan is closed."""
    workloads: Workloads = field(default_factory=Workloads)
    launches: tuple[Launch, ...] = ()
    """Workloads of the spec as schedulers start them."""
    sized: tuple[SizedWorkload, ...] = ()
    """Their sizes."""
    stores: tuple[Store, ...] = ()
    """Storage tiers with stated requirements, or with those of workloads."""
    money: tuple[Money, ...] = ()
    """The site's prices, one record; none where the site has stated none."""
    acceptance: Acceptance | None = None
    """Acceptance tests of installed hosts; None where none has GPUs."""
    warnings: tuple[Diagnostic, ...] = ()
    waiting_for: tuple[str, ...] = ()
    monitoring: MonitoringPlan | None = None
    """Added when the plan is closed; None without monitoring."""
    provisioning: ProvisioningPlan = ProvisioningPlan()
    """Found when the plan is closed."""
    backups: BackupsPlan | None = None
    """Added when the plan is closed; None where the spec has none."""

    def completed(self, **found: Any) -> Self:
        """Return the plan with the last fields. Cached views are kept, so none may be used before its fields are set."""
        plan = replace(self, **found)
        plan.__dict__.update(self.__dict__)
        return plan

    @cached_property
    def devices(self) -> tuple[Host | Switch, ...]:
        """Hosts, then switches."""
        return (*self.hosts, *self.switches)

    @cached_property
    def links_of(self) -> dict[str, list[Link]]:
        """Every device's links, in the order of the fabrics and their coordinates."""
        found: dict[str, list[Link]] = {device.name: [] for device in self.devices}
        for link in self.links:
            found[link.a.device].append(link)
            found[link.b.device].append(link)
        return found

    @cached_property
    def ends_of(self) -> dict[str, list[LinkEnd]]:
        """The ends of links on every device that has some, in the order of `links_of`."""
        found: defaultdict[str, list[LinkEnd]] = defaultdict(list)
        for link in self.links:
            found[link.a.device].append(link.a)
            found[link.b.device].append(link.b)
        return found

    @cached_property
    def optics(self) -> dict[str, dict[str, str]]:
        """The model of every transceiver once, by device and cage."""
        return {device: {end.cage: end.optic for end in ends if end.optic} for device, ends in self.ends_of.items()}

    @cached_property
    def lags_of(self) -> dict[str, list[Lag]]:
        """Every installed switch's LACP groups, by number."""
        found: dict[str, list[Lag]] = {switch.name: [] for switch in self.switches}
        for lag in sorted(self.lags, key=lambda lag: lag.number):
            found[lag.switch].append(lag)
        return found

    @cached_property
    def lagged(self) -> frozenset[str]:
        """The hosts of the envelope whose leaves have LACP groups for them."""
        return frozenset(lag.host for lag in self.lags)

    @cached_property
    def port_filters(self) -> PortFilters:
        """Filters of leaves for equal hosts, by (fabric, role, tenant)."""
        kinds = {(port.fabric, port.role, port.tenant) for port in self.reserved_ports if port.kind == "host_leaf"}
        return PortFilters(self.access, sorted(kinds))

    def filters_on(self, switch: Switch) -> list[tuple[PortFilter, list[SwitchPort]]]:
        """Return a leaf's filters with their ports. A compute leaf has none unless it carries other fabrics, as it is one zone."""
        found: dict[tuple[str, str, str], list[SwitchPort]] = {}
        for port in self.ports_of[switch.name] if switch.tier == "leaf" else ():
            if port.kind == "host_leaf" and (port.fabric != "compute" or len(switch.carries) > 1):
                found.setdefault((port.fabric, port.role, port.tenant), []).append(port)
        return [(self.port_filters[key], ports) for key, ports in sorted(found.items())] + self._edge_filters(switch)

    def _edge_filters(self, switch: Switch) -> list[tuple[PortFilter, list[SwitchPort]]]:
        """Return the filter of every front port that leads to the site, or of each of its sub-interfaces where the system has filters there."""
        ports = {port.cage: port for port in self.reserved_of[switch.name] if port.kind == "edge"}
        found: list[tuple[PortFilter, list[SwitchPort]]] = []
        for cage, port in sorted(ports.items()):
            guards: dict[str, list[SiteUplink]] = {}
            for uplink in self.site_uplinks:
                if (uplink.switch, uplink.cage) == (switch.name, cage):
                    guards.setdefault(uplink.guard, []).append(uplink)
            for guard, uplinks in guards.items():
                place = [replace(port, interface=guard)]
                found.append((edge_filter(self.access, uplinks, self.site_uplinks), place))
        return found

    def vrfs_on(self, switch: Switch) -> list[Vrf]:
        """Return the routing instances of a switch."""
        return [vrf for vrf in self.vrfs if vrf.fabric in switch.carries and vrf.name in switch.vrfs]

    def vrf_of_vlan(self, switch: Switch) -> dict[int, str]:
        """Return the routing instance of every VLAN of a leaf that is not in the default one."""
        return {vlan: vrf.name for vrf in self.vrfs_on(switch) for vlan in vrf.vlans}

    @cached_property
    def addresses_of(self) -> dict[str, list[Address]]:
        """Every device's addresses."""
        found: dict[str, list[Address]] = {device.name: [] for device in self.devices}
        for address in self.addresses:
            found.setdefault(address.device, []).append(address)
        return found

    @cached_property
    def device_addresses(self) -> tuple[Address, ...]:
        """Return the addresses of hosts and switches: all but those of power strips, which no inventory of devices has."""
        strips = {pdu.name for pdu in self.pdus}
        return tuple(each for each in self.addresses if each.device not in strips)

    @cached_property
    def gateways(self) -> dict[tuple[str, int | None], str]:
        """The gateway address of each VLAN on each leaf, by (leaf, VLAN id)."""
        return {(a.device, a.vlan): a.address for a in self.addresses if a.use == "gateway"}

    @cached_property
    def ports_of(self) -> dict[str, list[SwitchPort]]:
        """Every installed switch's configured ports, by cage and port."""
        return self._by_switch(self.ports)

    @cached_property
    def reserved_of(self) -> dict[str, list[SwitchPort]]:
        """Every installed switch's ports of the envelope, by cage and port."""
        return self.ports_of if self.ports is self.reserved_ports else self._by_switch(self.reserved_ports)

    def _by_switch(self, every: tuple[SwitchPort, ...]) -> dict[str, list[SwitchPort]]:
        found: dict[str, list[SwitchPort]] = {switch.name: [] for switch in self.switches}
        for port in every:
            found[port.switch].append(port)
        for ports in found.values():
            ports.sort(key=attrgetter("cage", "port"))
        return found

    @cached_property
    def hosts_of(self) -> dict[str, list[Host]]:
        """Hosts by role."""
        found: dict[str, list[Host]] = {}
        for host in self.hosts:
            found.setdefault(host.role, []).append(host)
        return found

    @cached_property
    def pulls_of(self) -> dict[str, list[tuple[Link, LinkEnd, LinkEnd]]]:
        """Every rack's cables in pulling order: (link, the end here, the end there).

        A cable is pulled once: from the rack of its lower end (host before leaf before spine).
        Far racks come first, so that long runs lie below short ones; then device by device, port by port.
        """
        found: dict[str, list[tuple[Link, LinkEnd, LinkEnd]]] = {rack.name: [] for rack in self.racks}
        for link in self.links:
            found[link.a.rack].append((link, link.a, link.b))
        for pulls in found.values():
            pulls.sort(key=lambda pull: (-pull[0].length_m, pull[2].rack, pull[2].device, -pull[1].unit, pull[0].index))
        return found
