"""The shapes of catalog entries. A fact that no document gives is null, never a guess."""

from generator.catalog.entry import CatalogEntry, PowerFact, SupplyFact
from generator.catalog.host import CpuFact, Gpu, Host, HostGpus, HostPort, Nic, NvmeFact, RackFixture
from generator.catalog.medium import Cable, CableEnd, Optic, Split
from generator.catalog.pdu import Pdu
from generator.catalog.switch import (
    Breakout,
    CageGroup,
    EcnProfile,
    Headroom,
    InfinibandSwitch,
    SonicCage,
    SonicPlatform,
    Switch,
    SwitchOs,
)
from generator.catalog.system import Feature, FeatureName, SwitchSystem, WatchdogFact

__all__ = [
    "Breakout",
    "Cable",
    "CableEnd",
    "CageGroup",
    "CatalogEntry",
    "CpuFact",
    "EcnProfile",
    "Feature",
    "FeatureName",
    "Gpu",
    "Headroom",
    "Host",
    "HostGpus",
    "HostPort",
    "InfinibandSwitch",
    "Nic",
    "NvmeFact",
    "Optic",
    "Pdu",
    "PowerFact",
    "RackFixture",
    "SonicCage",
    "SonicPlatform",
    "Split",
    "SupplyFact",
    "Switch",
    "SwitchOs",
    "SwitchSystem",
    "WatchdogFact",
]
