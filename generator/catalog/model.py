"""The shapes of catalog entries. A fact that no document gives is null, never a guess."""

from generator.catalog.entry import CatalogEntry, PowerFact
from generator.catalog.host import CpuFact, Gpu, Host, HostPort, Nic, NvmeFact, RackFixture
from generator.catalog.medium import Cable, Optic, Pdu, Split
from generator.catalog.shape import ExpertsFact, ModelShape
from generator.catalog.storage import StorageModel
from generator.catalog.switch import Breakout, CageGroup, EcnProfile, Headroom, SonicPlatform, SonicSku, Switch
from generator.catalog.system import Feature, FeatureName, SwitchSystem

__all__ = [
    "Breakout", "Cable", "CageGroup", "CatalogEntry", "CpuFact", "EcnProfile", "ExpertsFact", "Feature", "FeatureName",
    "Gpu", "Headroom", "Host", "HostPort", "ModelShape", "Nic", "NvmeFact", "Optic", "Pdu", "PowerFact", "RackFixture",
    "SonicPlatform", "SonicSku", "Split", "StorageModel", "Switch", "SwitchSystem",
]  # fmt: skip
