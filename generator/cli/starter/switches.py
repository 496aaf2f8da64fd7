"""The switches of a starter: what is tried for each fabric, by the operating system that is asked for."""

from msgspec import Struct
from msgspec.structs import replace

from generator.catalog.load import Catalog
from generator.catalog.model import Host, Switch
from generator.cli.starter.answers import AUTO, Answers
from generator.model.faceplate import speeds
from generator.spec.fabrics import NO_SYSTEM

_COMPUTE = {
    "roce": ("sn5600", "sn4700", "sn5400", "7060x6-64pe", "7060dx5-64s"),
    "infiniband": ("qm9700", "q3400", "qm8790"),
}
"""What is tried for the compute fabric, first that suits; `--switch` decides instead."""
_FALLBACK = "sonic"


class SwitchSet(Struct, frozen=True, kw_only=True):
    """Switches that suit each other, for the fabrics beside compute. Where `oob_os` is not stated, it is that of the others."""

    storage: str
    frontend: str
    spine: str
    oob: str
    oob_spine: str | None
    oob_os: str | None = None
    fast_hosts: bool = False
    """Whether storage, control and login hosts need 400 Gb/s ports, because its frontend has no others."""

    def runs(self, system: str, catalog: Catalog) -> bool:
        """Whether every switch that is to run a system does."""
        models = {self.storage, self.frontend, self.spine} | (set() if self.oob_os else {self.oob})
        return all(system in catalog.get(Switch, model).os.names for model in models)


_NVIDIA = SwitchSet(storage="sn5600", frontend="sn4600c", spine="sn4600c", oob="sn2201", oob_spine="sn4600c")
_ARISTA = SwitchSet(
    storage="7060x6-64pe",
    frontend="7060dx5-64s",
    spine="7060dx5-64s",
    oob="7010tx-48",
    oob_spine=None,
    oob_os=NO_SYSTEM,
    fast_hosts=True,
)
_ARISTA_LARGE = replace(_ARISTA, oob=_NVIDIA.oob, oob_spine=_NVIDIA.oob_spine, oob_os=_FALLBACK)
"""No Arista switch of the catalog joins more than four out-of-band leaves: none is a spine with ports of 25 Gb/s."""
_SETS = (_NVIDIA, _ARISTA, _ARISTA_LARGE)
"""What is tried, in this order."""


def switch_sets(system: str, catalog: Catalog) -> list[tuple[SwitchSet, str]]:
    """Return what is tried beside compute, each with the system that its switches run; NVIDIA's on SONiC come last where the system runs on none of them."""
    able = [(each, system) for each in _SETS if each.runs(system, catalog)]
    return able if (_NVIDIA, system) in able else [*able, (_NVIDIA, _FALLBACK)]


def compute_switches(answers: Answers, catalog: Catalog) -> list[str]:
    """Return the switches to try for the compute fabric: those first that have the rails' full speed."""
    if answers.switch != AUTO:
        return [answers.switch]
    known = [catalog.get(Switch, name) for name in _COMPUTE[answers.fabric]]
    ports = catalog.get(Host, answers.host).ports
    rails = max((port.speed_gbps for port in ports if port.fabric == "compute"), default=0)
    able = [each for each in known if answers.infiniband or answers.os in each.os.names]
    return [each.model for each in sorted(able, key=lambda each: rails not in speeds(each, None))]
