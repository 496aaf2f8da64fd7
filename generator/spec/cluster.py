"""The root of the spec."""

import operator
from typing import Annotated, Literal

from pydantic import Field

from generator.spec.acceptance import AcceptanceSpec
from generator.spec.access import AccessSpec
from generator.spec.addresses import DnsName
from generator.spec.addressing import AddressingSpec
from generator.spec.assets import AssetsSpec
from generator.spec.backups import BackupsSpec
from generator.spec.base import Line, Slug, SpecModel, defaults
from generator.spec.cabling import CablingSpec
from generator.spec.cooling import CoolingSpec
from generator.spec.egress import BY_PORTS, EgressSpec
from generator.spec.fabrics import FabricsSpec
from generator.spec.hosts import HostGroupSpec
from generator.spec.monitoring import MonitoringSpec
from generator.spec.pins import NO_PINS, PinsSpec
from generator.spec.power import PowerSpec
from generator.spec.prices import NO_PRICES, PricesSpec
from generator.spec.racks import RacksSpec
from generator.spec.renames import RenameSpec
from generator.spec.scheduler import SchedulerSpec
from generator.spec.segments import BuiltinVlansSpec, SegmentSpec
from generator.spec.services import ServicesSpec
from generator.spec.states import Growth, StatesSpec
from generator.spec.storage import TierSpec
from generator.spec.tenants import TenantSpec
from generator.spec.users import UsersSpec
from generator.spec.workloads import WorkloadSpec


class ClusterSpec(SpecModel):
    """One cluster: what is installed, what it may grow to, and how it is connected."""

    clustergen: Literal[1]
    """Version of the spec format."""
    name: Slug
    """Name of the cluster."""
    domain: DnsName
    """DNS domain that its hosts and switches are in."""
    description: Line = ""
    """One line for the documents."""
    hosts: Annotated[dict[Slug, HostGroupSpec], Field(min_length=1)]
    """Host groups by name."""
    fabrics: FabricsSpec
    """The fabrics."""
    scheduler: SchedulerSpec = defaults(SchedulerSpec)
    """Slurm, Kubernetes, or both."""
    racks: RacksSpec = defaults(RacksSpec)
    """The room."""
    cabling: CablingSpec = defaults(CablingSpec)
    """Spares, labels and bundles."""
    power: PowerSpec = defaults(PowerSpec)
    """Feeds and budgets."""
    cooling: CoolingSpec = defaults(CoolingSpec)
    """Heat that the room can remove."""
    addressing: AddressingSpec = defaults(AddressingSpec)
    """Address pools and AS numbers."""
    vlans: BuiltinVlansSpec = defaults(BuiltinVlansSpec)
    """VLAN ids of the built-in segments."""
    segments: dict[Slug, SegmentSpec] = {}
    """Segments of your own."""
    access: dict[Slug, AccessSpec] = {}
    """Access rules by name, beyond the access that the cluster itself needs."""
    egress: EgressSpec = BY_PORTS
    """Connections that hosts open themselves: closed but for those of the access matrix, and what may leave the cluster. If left out, `outside` is `ports`."""
    tenants: dict[Slug, TenantSpec] = {}
    """Tenants that share the cluster, by name."""
    storage: dict[Slug, TierSpec] = {}
    """Storage tiers by name."""
    workloads: dict[Slug, WorkloadSpec] = {}
    """Training runs that the cluster is for, by name: `clustergen size SPEC` calculates what they need."""
    acceptance: Annotated[AcceptanceSpec | None, Field(exclude_if=operator.not_)] = None
    """Programs of the site that acceptance runs: HPL, and steps of a training. Without it, neither is run."""
    services: ServicesSpec = defaults(ServicesSpec)
    """Site services."""
    users: UsersSpec = defaults(UsersSpec)
    """Administrators' accounts on hosts."""
    monitoring: MonitoringSpec = defaults(MonitoringSpec)
    """What watches the cluster, and who is alerted."""
    backups: BackupsSpec | None = None
    """Backups of the state of control hosts; none if left out."""
    states: StatesSpec = defaults(StatesSpec)
    """Devices that are planned, in maintenance or retired."""
    growth: Growth = "preprovision"
    """When a switch port is configured. `preprovision`: every port of the envelope together with the switch, so that no file of a switch changes when
    a host is added. `on-demand`: only ports of devices that are installed or `planned`; all others are down, and a switch's file gains lines with each added host."""
    assets: AssetsSpec = {}
    """Delivered hardware; usually in `assets.yaml` next to the spec."""
    pins: PinsSpec = NO_PINS
    """What already exists at the site and must not change: names, places, ports, addresses; usually in `pins.yaml` next to the spec."""
    prices: PricesSpec = NO_PRICES
    """The site's own prices, in `prices.yaml` next to the spec; `clustergen prices SPEC` writes it with all lines to fill in."""
    rename: RenameSpec = {}
    """What has another name in the baseline, old name to new: `{gpu: train}` for a host group with its hosts, `{gpu07: dgx-a01}`
    for a host or a switch, `{"gpu[01-04]": "node[017-020]"}` for several. The new names are those of `hosts` and `pins`. Addresses, ports, cables and places stay. An
    entry may remain: once the rename is done it has no effect."""
    release: tuple[Slug, ...] = ()
    """Host groups that are removed permanently: the ports, coordinates and rack units that an earlier plan reserves for them may be given to others."""
