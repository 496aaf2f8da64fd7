"""The root of the spec."""

from typing import Annotated, Literal

from pydantic import Field

from generator.spec.access import AccessSpec
from generator.spec.addresses import DnsName
from generator.spec.addressing import AddressingSpec
from generator.spec.assets import AssetsSpec
from generator.spec.base import Line, Slug, SpecModel
from generator.spec.cabling import CablingSpec
from generator.spec.cooling import CoolingSpec
from generator.spec.fabrics import FabricsSpec
from generator.spec.hosts import HostGroupSpec
from generator.spec.monitoring import MonitoringSpec
from generator.spec.pins import PinsSpec
from generator.spec.power import PowerSpec
from generator.spec.racks import RacksSpec
from generator.spec.scheduler import SchedulerSpec
from generator.spec.segments import BuiltinVlansSpec, SegmentSpec
from generator.spec.services import ServicesSpec
from generator.spec.states import Growth, StatesSpec
from generator.spec.storage import TierSpec
from generator.spec.tenants import TenantSpec
from generator.spec.users import UsersSpec


class ClusterSpec(SpecModel):
    """One cluster: what is installed, what it may grow to, and how it is joined."""

    clustergen: Literal[1]
    """Version of the spec format."""
    name: Slug
    """Name of the cluster."""
    domain: DnsName
    """DNS domain that its hosts and switches are in."""
    description: Line = ""
    """A line for the documents."""
    hosts: Annotated[dict[Slug, HostGroupSpec], Field(min_length=1)]
    """Host groups by name."""
    fabrics: FabricsSpec
    """The fabrics."""
    scheduler: SchedulerSpec = SchedulerSpec()
    """Slurm, Kubernetes, or both."""
    racks: RacksSpec = RacksSpec()
    """The room."""
    cabling: CablingSpec = CablingSpec()
    """Spares, labels and bundles."""
    power: PowerSpec = PowerSpec()
    """Feeds and budgets."""
    cooling: CoolingSpec = CoolingSpec()
    """Heat that the room takes."""
    addressing: AddressingSpec = AddressingSpec()
    """Address pools and AS numbers."""
    vlans: BuiltinVlansSpec = BuiltinVlansSpec()
    """VLAN ids of the built-in segments."""
    segments: dict[Slug, SegmentSpec] = {}
    """Segments of your own."""
    access: dict[Slug, AccessSpec] = {}
    """Who may talk to whom, beyond what the cluster needs to work: rules by name."""
    tenants: dict[Slug, TenantSpec] = {}
    """Who shares the cluster, by name."""
    storage: dict[Slug, TierSpec] = {}
    """Storage tiers by name."""
    services: ServicesSpec = ServicesSpec()
    """Site services."""
    users: UsersSpec = UsersSpec()
    """Administrators' accounts on hosts."""
    monitoring: MonitoringSpec = MonitoringSpec()
    """What watches the cluster, and whom it tells."""
    states: StatesSpec = StatesSpec()
    """Devices that are planned, in maintenance or retired."""
    growth: Growth = "preprovision"
    """When a switch port is configured. `preprovision`: every port of the envelope on the day the switch is, so that no file of a switch changes when a
    host arrives. `on-demand`: only ports of devices that are there or `planned`; all others are down, and a switch's file gains lines with each arrival."""
    assets: AssetsSpec = {}
    """Delivered hardware; usually in `assets.yaml` beside the spec."""
    pins: PinsSpec = PinsSpec()
    """What a site has already and keeps: names, places, ports, addresses; usually in `pins.yaml` beside the spec."""
