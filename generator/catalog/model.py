"""The shapes of catalog entries. A fact that no document gives is null, never a guess."""

from generator.catalog.entry import CatalogEntry, PowerFact
from generator.catalog.host import CpuFact, Gpu, Host, HostGpus, HostPort, Nic, NvmeFact
from generator.catalog.medium import Cable, CableEnd, Optic
from generator.catalog.switch import (
    Breakout,
    CageGroup,
    EcnProfile,
    Headroom,
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
    "Nic",
    "NvmeFact",
    "Optic",
    "PowerFact",
    "SonicCage",
    "SonicPlatform",
    "Switch",
    "SwitchOs",
]
