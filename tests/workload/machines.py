"""GPUs and models of our own catalog, as the arithmetic has them."""

from generator.catalog.model import Gpu, Host, ModelShape
from generator.workload.machine import machine_of
from generator.workload.model import published
from generator.workload.records import Machine, Model
from tests.ours import CATALOG

HOSTS = {
    "a100-sxm": "dgx-a100", "h100-sxm": "dgx-h100", "b200-sxm": "dgx-b200", "mi300x": "mi300x-8gpu",
    "gb200": "gb200-nvl72-tray", "gb300": "gb300-nvl72-tray",
}  # fmt: skip


def machine(gpu: str, oversubscription: float = 1.0) -> Machine:
    return machine_of(CATALOG.get(Gpu, gpu), CATALOG.get(Host, HOSTS[gpu]), oversubscription)


def model(name: str) -> Model:
    return published(CATALOG.get(ModelShape, name))
