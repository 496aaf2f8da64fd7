"""The switches of a starter: candidates for each fabric, by operating system."""

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
"""Candidates for the compute fabric, the first that fits; `--switch` overrides them."""


class SwitchSet(Struct, frozen=True, kw_only=True):
    """Switches that suit each other, for the fabrics beside compute. Where `oob_os` is not stated, it is that of the others."""

    storage: str
    frontend: str
    spine: str
    oob: str
    oob_spine: str
    oob_os: str | None = None
    fast_hosts: bool = False
    """Whether storage, control and login hosts need 400 Gb/s ports, because its frontend has no others."""
    frontend_spines: int | None = None
    """Spines of the frontend, where their derived number is one."""
    frontend_oversubscription: int = 2

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
    oob_spine="7280sr3-48yc8",
    oob_os=NO_SYSTEM,
    fast_hosts=True,
)
_ARISTA_SLOWER = replace(
    _ARISTA, frontend="7050cx4-24d8", fast_hosts=False, frontend_spines=2, frontend_oversubscription=3
)
"""With frontend ports for hosts that have 100 Gb/s alone, such as those of a subnet manager. Its leaves have 24 ports, so a small cluster already needs a spine."""
_SETS = (_NVIDIA, _ARISTA, _ARISTA_SLOWER)
"""Candidates, in this order. Each is of one vendor."""


def switch_sets(system: str, catalog: Catalog) -> list[SwitchSet]:
    """Return the candidates for other fabrics: switches that run the system, each set of one vendor."""
    return [each for each in _SETS if each.runs(system, catalog)]


def compute_switches(answers: Answers, beside: SwitchSet, catalog: Catalog) -> list[str]:
    """Return the switches to try for the compute fabric: those first that have the rails' full speed. Ethernet switches are of the vendor of those beside them, unless `--switch` names one."""
    if answers.switch != AUTO:
        return [answers.switch]
    known = [catalog.get(Switch, name) for name in _COMPUTE[answers.fabric]]
    ports = catalog.get(Host, answers.host).ports
    rails = max((port.speed_gbps for port in ports if port.fabric == "compute"), default=0)
    vendor = catalog.get(Switch, beside.frontend).vendor
    able = [each for each in known if answers.infiniband or (answers.os in each.os.names and each.vendor == vendor)]
    return [each.model for each in sorted(able, key=lambda each: rails not in speeds(each, None))]
