"""The shapes of catalog entries. A fact that no document gives is null, never a guess."""

from generator.catalog.entry import CatalogEntry, PowerFact, SupplyFact
from generator.catalog.host import CpuFact, Gpu, Host, HostGpus, HostPort, Nic, NvmeFact, RackFixture
from generator.catalog.medium import Cable, CableEnd, Optic
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

__all__ = [
    "Breakout",
    "Cable",
    "CableEnd",
    "CageGroup",
    "CatalogEntry",
    "CpuFact",
    "EcnProfile",
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
    "SupplyFact",
    "Switch",
    "SwitchOs",
]
